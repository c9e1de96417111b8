//! Reasons why `init` changes nothing.

use std::path::PathBuf;

use crate::read::ReadError;

/// A reason why no checks or no exploration can be written. The files of the user are as before.
#[derive(Debug, thiserror::Error)]
pub enum ScaffoldError {
    /// The package or its source cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The folder that should hold the crate `glassbox` does not.
    #[error("{} is not the crate `glassbox`", path.display())]
    NotGlassbox {
        /// The folder.
        path: PathBuf,
    },
    /// The package depends on glassbox under another name, and generated code says `glassbox::`.
    #[error("package `{package}` depends on glassbox under the name `{name}`")]
    Renamed {
        /// Name of the package.
        package: String,
        /// Name of glassbox in its source.
        name: String,
    },
    /// No type of the library has operations.
    #[error("the library of package `{package}` has no type with methods that take `&mut self`")]
    NoCandidate {
        /// Name of the package.
        package: String,
    },
    /// No type with operations has that name.
    #[error("there is no type `{name}` with methods that take `&mut self`")]
    UnknownType {
        /// The name that the user gave.
        name: String,
        /// Names of the types with operations.
        known: Vec<String>,
    },
    /// The attributes of the type's fields cannot be chosen.
    #[error("`{name}` cannot be described:\n{}", lines(problems))]
    NotDescribed {
        /// Name of the type.
        name: String,
        /// One line for each field that is a problem.
        problems: Vec<String>,
        /// Names of types that can be described.
        others: Vec<String>,
    },
    /// No operation of the type can be called with arguments that glassbox can provide.
    #[error("none of the operations of `{name}` can be called:\n{}", lines(left_out))]
    NoOperation {
        /// Name of the type.
        name: String,
        /// One line for each operation, with the reason.
        left_out: Vec<String>,
    },
    /// Neither the library nor a dependency has a type of that name.
    #[error("there is no type `{name}`")]
    NoType {
        /// The name that the user gave.
        name: String,
        /// Paths of the types that can be explored.
        known: Vec<String>,
        /// Names of the dependencies whose types can be explored.
        crates: Vec<String>,
    },
    /// The crate that was named has no public type with methods.
    #[error("no public type of `{name}` has methods that take `self`")]
    NoMethods {
        /// Name of the crate.
        name: String,
    },
    /// Several types have that name.
    #[error("there are several types `{name}`")]
    SeveralTypes {
        /// The name that the user gave.
        name: String,
        /// Paths of these types.
        known: Vec<String>,
    },
    /// The type has no constructor or no operation that a harness can call.
    #[error("`{name}` cannot be explored:\n{}", lines(problems))]
    NotExplored {
        /// Name of the type.
        name: String,
        /// One line for each problem.
        problems: Vec<String>,
    },
    /// A generated file is not valid Rust.
    #[error("`init` would write invalid Rust to {}: {message}", path.display())]
    InvalidRust {
        /// The file.
        path: PathBuf,
        /// The message of the parser.
        message: String,
    },
    /// A file cannot be written.
    #[error("could not write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

fn lines(texts: &[String]) -> String {
    texts.iter().map(|text| format!("  {text}")).collect::<Vec<_>>().join("\n")
}
