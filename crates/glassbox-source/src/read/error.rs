//! Reasons why a user's crate cannot be read.

use std::path::PathBuf;

/// A reason why a package or its source cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// `cargo metadata` failed.
    #[error("cargo could not read the package:\n{message}")]
    Metadata {
        /// The output of cargo, indented.
        message: String,
    },
    /// The workspace has no package of that name.
    #[error("there is no package `{name}` in this workspace")]
    UnknownPackage {
        /// The name that the user gave.
        name: String,
        /// Names of the packages of the workspace.
        members: Vec<String>,
    },
    /// The workspace has several packages, and the user named none.
    #[error("this workspace has several packages")]
    SeveralPackages {
        /// Names of the packages of the workspace.
        members: Vec<String>,
    },
    /// The package has no library target.
    #[error("package `{package}` has no library")]
    NoLibrary {
        /// Name of the package.
        package: String,
    },
    /// The source of std is not installed.
    #[error("the source of std is not installed")]
    NoStdSource,
    /// A file cannot be opened or is not UTF-8.
    #[error("could not read {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A file is not valid Rust, or a manifest not valid TOML.
    #[error("{} cannot be read: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The message of the parser.
        message: String,
    },
}
