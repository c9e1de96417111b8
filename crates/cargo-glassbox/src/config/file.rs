//! The `glassbox.toml` of a workspace.

use std::path::Path;

use glassbox_files::settings::{NAME, Settings, parse};

use crate::error::Error;

/// The settings in the file of this folder; none if there is no file.
pub(crate) fn read(folder: &Path) -> Result<Settings, Error> {
    let path = folder.join(NAME);
    // A link that leads nowhere is no missing file.
    if path.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound) {
        return Ok(Settings::default());
    }
    let text = std::fs::read_to_string(&path).map_err(|source| Error::Read { path, source })?;
    parse(&text).map_err(|at| Error::Config { line: at.line, problem: at.problem })
}
