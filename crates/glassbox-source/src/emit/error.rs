//! Reasons why a test cannot be written.

use std::path::PathBuf;

/// A file of the user cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// The source of a check cannot be read.
    #[error("could not read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A test cannot be written.
    #[error("could not write {}: {source}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}
