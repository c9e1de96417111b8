//! Reads and writes files, with errors that name the file.

use std::path::{Path, PathBuf};

use super::error::EmitError;

/// The text of a file.
pub(super) fn read_file(path: &Path) -> Result<String, EmitError> {
    std::fs::read_to_string(path).map_err(|source| EmitError::Read { path: path.to_owned(), source })
}

/// Writes a file.
pub(super) fn write_file(path: &Path, text: &str) -> Result<(), EmitError> {
    std::fs::write(path, text).map_err(|source| EmitError::Write { path: path.to_owned(), source })
}

/// Writes a file, and creates its folder if it is missing.
pub(super) fn write_new_file(path: &Path, text: &str) -> Result<(), EmitError> {
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    std::fs::create_dir_all(&folder).map_err(|source| EmitError::Write { path: folder, source })?;
    write_file(path, text)
}

/// A name, and variants of it in case that it is taken.
pub(super) fn numbered(name: &str) -> impl Iterator<Item = String> {
    std::iter::once(name.to_owned()).chain((2..).map(move |number| format!("{name}_{number}")))
}
