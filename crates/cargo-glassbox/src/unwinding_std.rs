//! A standard library that unwinds, for `--panics`.
//!
//! The one that rustup installs for WebAssembly ends the guest at a panic, whatever the profile says. So std is built from its sources with
//! `-Cpanic=unwind`, once for each compiler, into a folder that rustc then uses as its sysroot. Cargo does that with `-Zbuild-std`,
//! which a stable cargo accepts with `RUSTC_BOOTSTRAP=1`. Users' crates are built as always: stable flags, and no unstable feature.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{fs, io};

use glassbox_source::read::TARGET;
use glassbox_vm::digest::Digest;

use crate::console;
use crate::error::Error;
use crate::init::guest_crates::home;
use crate::toolchain::Rustc;

/// Increase when the build changes: then std is built again.
const RECIPE: u32 = 3;

/// The package that cargo builds, so that it builds std.
const MANIFEST: &str = "\
[package]
name = \"glassbox-unwinding-std\"
version = \"0.0.0\"
edition = \"2024\"

[profile.release]
debug = \"line-tables-only\"

[workspace]
";

/// Flags for code that unwinds, with this level of optimisation.
///
/// LLVM's code generator for WebAssembly moves instructions behind calls that may throw, although the code that handles the exception needs their
/// results (seen in LLVM 21 and 22, in both forms of exceptions). `drop_in_place` of a slice then drops the element again whose drop has
/// panicked. It moves nothing at level 0. The optimiser comes before it, so it runs as a list of passes of its own.
pub(crate) fn flags(opt_level: &str) -> Vec<String> {
    let mut flags = vec!["-Cpanic=unwind".to_owned(), "-Copt-level=0".to_owned()];
    if opt_level != "0" {
        flags.push(format!("-Cpasses=default<O{opt_level}>"));
    }
    flags
}

/// More flags for std alone. At level 0, rustc takes instances of generic functions from std where it has them, and a call of another
/// crate's function is never inlined: code that uses `Vec` then takes several times as many instructions.
const STD_FLAGS: &str = "-Zshare-generics=no -Ccodegen-units=1";

/// The sysroot with a std that unwinds, built if it is not there yet.
pub(crate) fn sysroot(rustc: &Rustc) -> Result<PathBuf, Error> {
    sources(rustc)?;
    let home = home().ok_or(Error::NoHome)?;
    let name = Digest::of_parts([rustc.verbose_version()?.as_bytes(), &RECIPE.to_le_bytes()]).to_string();
    let sysroot = home.join(format!("unwinding-std-{}-{}", rustc.version, &name[..8]));
    if sysroot.exists() {
        return Ok(sysroot);
    }
    console::print_note(&format!(
        "std is built with unwinding, once for rustc {}; that takes about a minute",
        rustc.version
    ));
    let folder = home.join(format!("unfinished-std-{}", std::process::id()));
    let built = build(rustc, &folder).and_then(|is_built| {
        if !is_built {
            return Ok(false);
        }
        let unfinished = folder.join("sysroot");
        let renamed = fs::rename(unfinished, &sysroot);
        // Another process may have been faster.
        if renamed.is_err() && !sysroot.exists() { renamed.map(|()| true) } else { Ok(true) }
    });
    let _ = fs::remove_dir_all(&folder);
    match built {
        Ok(true) => Ok(sysroot),
        Ok(false) => Err(Error::StdBuild),
        Err(source) => Err(Error::Unpack { path: folder, source }),
    }
}

/// The sources of std, by their lock file.
pub(crate) fn sources(rustc: &Rustc) -> Result<PathBuf, Error> {
    let path = rustc.sysroot()?.join("lib/rustlib/src/rust/library/Cargo.lock");
    if path.exists() { Ok(path) } else { Err(Error::NoSources { path }) }
}

/// Builds std, and copies its crates to the folder `sysroot`. Returns whether that could be done.
fn build(rustc: &Rustc, folder: &Path) -> io::Result<bool> {
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("Cargo.toml"), MANIFEST)?;
    fs::write(folder.join("src/lib.rs"), "#![no_std]\n")?;
    let mut cargo = rustc.cargo();
    cargo.args(["build", "--release", "--target", TARGET, "-Zbuild-std=std,panic_unwind"]);
    // Not that of the user: neither flags nor targets.
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target")).env("RUSTC_BOOTSTRAP", "1");
    cargo.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", format!("{} {STD_FLAGS}", flags("2").join(" ")));
    if !cargo.stdin(Stdio::null()).stdout(Stdio::null()).status()?.success() {
        return Ok(false);
    }
    let libraries = folder.join("sysroot/lib/rustlib").join(TARGET).join("lib");
    fs::create_dir_all(&libraries)?;
    for entry in fs::read_dir(folder.join("target").join(TARGET).join("release/deps"))? {
        let path = entry?.path();
        let is_library = path.extension().is_some_and(|extension| extension == "rlib" || extension == "rmeta");
        if let Some(name) = path.file_name().filter(|_| is_library) {
            fs::copy(&path, libraries.join(name))?;
        }
    }
    Ok(true)
}
