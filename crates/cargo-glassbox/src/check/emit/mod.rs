//! `--emit-tests`: a plain test for each check that failed.
//!
//! | file | holds |
//! |---|---|
//! | `checks.rs` | behind the check, in the user's source |
//! | `explorations.rs` | in a file of its own, which does not need glassbox |
//! | `harness.rs` | what of an exploration's source such a file needs |
//! | `scope.rs` | what names mean there |
//! | `library.rs` | what a test can use of the crate |
//! | `uses.rs` | which names code mentions |
//! | `rewrite.rs` | the source in other words, where a test cannot use the same |
//! | `arguments.rs` | arguments as expressions |

mod arguments;
mod checks;
mod explorations;
mod harness;
mod library;
mod rewrite;
mod scope;
mod uses;

use std::path::{Path, PathBuf};

use glassbox_engine::catalog::Check;
use glassbox_report::rust_test::RustTest;
use glassbox_report::terminal::EmittedTest;

use crate::checks::Home;
use crate::error::Error;
pub(super) use explorations::History;

/// A check that failed.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) check: Check,
    /// The folder that the check's file is named from.
    pub(super) root: PathBuf,
    /// The package that it belongs to.
    pub(super) home: Home,
}

/// What its test is about.
#[derive(Debug)]
pub(super) enum Wanted {
    /// A state; the test has no name yet.
    State(RustTest),
    /// Calls, one after the other.
    History(History),
}

impl Failed {
    fn file(&self) -> PathBuf {
        self.root.join(&self.check.location.file)
    }
}

/// Writes the tests.
pub(super) fn emit(failed: Vec<(Failed, Wanted)>) -> Result<Vec<EmittedTest>, Error> {
    let (mut states, mut all) = (Vec::new(), Vec::new());
    for (index, (failed, wanted)) in failed.into_iter().enumerate() {
        match wanted {
            Wanted::State(test) => states.push((index, (failed, test))),
            Wanted::History(history) => all.push((index, explorations::emit(&failed, &history)?)),
        }
    }
    all.extend(checks::emit(states)?);
    all.sort_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, emitted)| emitted).collect())
}

/// A name, and others in case that it is taken.
fn numbered(name: &str) -> impl Iterator<Item = String> {
    std::iter::once(name.to_owned()).chain((2..).map(move |number| format!("{name}_{number}")))
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(|source| Error::WriteFile { path: path.to_owned(), source })
}
