//! The crates that users depend on, as this command brings them along: their sources are part of it.
//!
//! They are unpacked into a folder of their own, which no later version changes, because users' manifests refer to it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::error::Error;

include!(concat!(env!("OUT_DIR"), "/guest_crates.rs"));

/// Folder of the crate `glassbox`, unpacked if it is not there yet. None if this command has come from a registry, which has
/// the crate as well.
pub(super) fn folder() -> Result<Option<PathBuf>, Error> {
    if FILES.is_empty() {
        return Ok(None);
    }
    let Some(home) = home() else { return Ok(None) };
    let unpacked = home.join(format!("{}-{}", env!("CARGO_PKG_VERSION"), &DIGEST[..8]));
    if !unpacked.exists() {
        unpack(&home, &unpacked).map_err(|source| Error::Unpack { path: unpacked.clone(), source })?;
    }
    Ok(Some(unpacked.join("guest/glassbox")))
}

/// `GLASSBOX_HOME`, or the folder `glassbox` in cargo's own.
pub(crate) fn home() -> Option<PathBuf> {
    let given = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let cargo = || given("CARGO_HOME").or_else(|| Some(env::home_dir()?.join(".cargo")));
    given("GLASSBOX_HOME").or_else(|| Some(cargo()?.join("glassbox")))
}

/// Writes all files, so that the folder is there completely or not at all.
fn unpack(home: &Path, unpacked: &Path) -> io::Result<()> {
    let unfinished = home.join(format!("unfinished-{}", std::process::id()));
    for (path, text) in FILES {
        let path = unfinished.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&unfinished))?;
        fs::write(path, text)?;
    }
    let renamed = fs::rename(&unfinished, unpacked);
    // Another process may have been faster.
    if renamed.is_err() && unpacked.exists() { fs::remove_dir_all(unfinished) } else { renamed }
}
