//! The source of std, which rustup installs as the component `rust-src`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::ReadError;

/// Root files of the libraries with std's collections and strings. If the compiler comes without the source, that of another
/// toolchain of rustup is used: the harness is compiled, so functions that only another version has are taken out.
pub(crate) fn std_roots() -> Result<Vec<PathBuf>, ReadError> {
    let sysroot = sysroot().ok_or(ReadError::NoStdSource)?;
    let others = sysroot.parent().and_then(|folder| std::fs::read_dir(folder).ok());
    let mut others: Vec<PathBuf> = others.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    others.sort();
    let library = |sysroot: &Path| sysroot.join("lib/rustlib/src/rust/library");
    let libraries = std::iter::once(sysroot).chain(others).map(|it| library(&it));
    let library =
        libraries.into_iter().find(|it| it.join("alloc/src/lib.rs").exists()).ok_or(ReadError::NoStdSource)?;
    Ok(["alloc/src/lib.rs", "std/src/collections/mod.rs"].iter().map(|file| library.join(file)).collect())
}

/// The folder of the compiler.
fn sysroot() -> Option<PathBuf> {
    let named = std::env::var_os("GLASSBOX_RUSTC").or_else(|| std::env::var_os("RUSTC"));
    let rustc = named.filter(|name| !name.is_empty()).unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then(|| PathBuf::from(path))
}
