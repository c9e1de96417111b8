//! The folder of modules, which several workspaces may share through `CARGO_TARGET_DIR`.
//!
//! Cargo identifies a package by its name, its version and its place inside the workspace, and takes an older build for a fresh
//! one if no source file is newer. So two copies of a workspace would get each other's modules. And the file of a library's
//! module has the name of the library and nothing else. Each profile of the folder therefore has records of who built a
//! package or a module last; if it was another one, the build is removed first. Packages outside the workspace are known to
//! cargo by their full paths, and stay shared. A lock keeps other commands out until the modules are read.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use cargo_metadata::Package;
use glassbox_source::read::library_target;

use crate::console;
use crate::error::Error;

/// A locked target folder.
#[derive(Debug)]
pub(crate) struct TargetFolder {
    path: PathBuf,
    /// The lock ends with the file.
    _lock: File,
}

impl TargetFolder {
    /// Opens the folder, and waits for its lock.
    pub(crate) fn open(path: PathBuf) -> Result<Self, Error> {
        let lock = lock(&path).map_err(|source| Error::TargetFolder { path: path.clone(), source })?;
        Ok(Self { path, _lock: lock })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the records. Calls `remove` first with the packages for which they change.
    pub(crate) fn claim<'a>(
        &self,
        profile: &str,
        claims: &[Claim<'a>],
        remove: impl FnOnce(&[&'a Package]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let folder = self.path.join("owners").join(profile);
        let is_new = |claim: &&Claim<'_>| {
            !fs::read_to_string(folder.join(&claim.what)).is_ok_and(|owner| owner == claim.owner.to_string_lossy())
        };
        let new: Vec<&Claim<'a>> = claims.iter().filter(is_new).collect();
        if new.is_empty() {
            return Ok(());
        }
        // If this is interrupted, no record is better than a wrong one.
        let forget = || {
            fs::create_dir_all(&folder)?;
            new.iter().try_for_each(|claim| match fs::remove_file(folder.join(&claim.what)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            })
        };
        let error = |source| Error::TargetFolder { path: folder.clone(), source };
        forget().map_err(error)?;
        remove(&new.iter().map(|claim| claim.package).collect::<Vec<_>>())?;
        let write = |claim: &&Claim<'_>| fs::write(folder.join(&claim.what), claim.owner.to_string_lossy().as_bytes());
        new.iter().try_for_each(write).map_err(error)
    }
}

/// A statement about the folder: the last build of something is that of its owner.
#[derive(Debug)]
pub(crate) struct Claim<'a> {
    what: String,
    owner: PathBuf,
    /// The package to build anew if the owner was another one.
    package: &'a Package,
}

impl<'a> Claim<'a> {
    /// Builds of a package belong to the workspace in `root`.
    pub(crate) fn of_package(package: &'a Package, root: &Path) -> Self {
        Self { what: format!("{}-{}", package.name, package.version), owner: root.to_owned(), package }
    }

    /// The module with the name of a library belongs to its package.
    pub(crate) fn of_library(package: &'a Package) -> Option<Self> {
        let name = library_target(package)?.name.replace('-', "_");
        Some(Self { what: format!("{name}.wasm"), owner: package.manifest_path.clone().into(), package })
    }
}

fn lock(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(".glassbox-lock"))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::WouldBlock) => console::print_waiting(),
        Err(TryLockError::Error(_)) => {}
    }
    match file.lock() {
        // Some network file systems have no locks; cargo goes on without them, too.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        _ => Ok(file),
    }
}
