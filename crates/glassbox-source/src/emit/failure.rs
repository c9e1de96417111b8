//! A check or exploration that failed. Only this file imports types of the engine.

use std::path::PathBuf;

pub(super) use glassbox_engine::result::{Argument, Call, Disturbance, NativeResult, Role};

use crate::read::{Library, PackageLayout};

/// A check or exploration that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its path, from its crate on: `tree::checks::insert`.
    pub path: String,
    /// Its source file, relative to `root`.
    pub file: String,
    /// The line of its name in that file.
    pub line: u32,
    /// The folder that `file` is relative to.
    pub root: PathBuf,
    /// Its package.
    pub package: PackageLayout,
    /// The message: what is wrong.
    pub message: String,
    /// Whether a native run shows it.
    pub natively: NativeResult,
    /// The state or the calls that fail.
    pub case: FailureCase,
}

/// The state or the calls that fail.
#[derive(Clone, Debug)]
pub enum FailureCase {
    /// A check fails in a state.
    State {
        /// The state as `glassbox::replay!` takes it.
        state: String,
        /// A drawing of the state and the arguments.
        picture: String,
    },
    /// An exploration fails after these calls.
    Calls(Vec<Call>),
}

impl Failure {
    /// The path of the source file.
    pub(super) fn source_path(&self) -> PathBuf {
        self.root.join(&self.file)
    }

    /// The name of the check or exploration, without its path.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or_default()
    }

    /// The library that it is part of; none if it is in a binary or a test. A binary may have the name of the library.
    pub(super) fn library(&self) -> Option<&Library> {
        let crate_name = self.path.split("::").next();
        let library = self.package.library.as_ref();
        library.filter(|it| Some(it.name.as_str()) == crate_name && !self.file.ends_with("main.rs"))
    }
}
