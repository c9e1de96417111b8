//! The `glassbox.lock` of a workspace.

use std::io::ErrorKind;
use std::path::Path;

use glassbox_files::lock::{Lock, NAME, parse, print};

use crate::error::Error;

/// The lock in this folder; none if there is no file.
pub(crate) fn read(folder: &Path) -> Result<Option<Lock>, Error> {
    let path = folder.join(NAME);
    // A link that leads nowhere is no missing file.
    if path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&path).map_err(|source| Error::Read { path, source })?;
    parse(&text).map(Some).map_err(|at| Error::Lock { line: at.line, problem: at.problem })
}

/// Writes a lock beside its place and moves it there, so that nobody reads half of one. Returns whether it is another text than
/// before.
pub(crate) fn write(folder: &Path, lock: &Lock) -> Result<bool, Error> {
    let (path, text) = (folder.join(NAME), print(lock));
    if std::fs::read_to_string(&path).is_ok_and(|before| before == text) {
        return Ok(false);
    }
    let partial = folder.join(format!("{NAME}.{}.partial", std::process::id()));
    let written = std::fs::write(&partial, text).and_then(|()| std::fs::rename(&partial, &path));
    if written.is_err() {
        // It may not be there at all.
        let _ = std::fs::remove_file(&partial);
    }
    written.map(|()| true).map_err(|source| Error::WriteLock { path, source })
}
