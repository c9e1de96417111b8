//! The text of the test of a check: it builds the state natively and runs the check on it.

use super::doc_comment::{advice, doc_comment};
use super::failure::{Failure, NativeResult};

/// A test for a failing check.
#[derive(Debug)]
pub(super) struct CheckTest {
    /// Its name; empty until its place is known.
    pub(super) name: String,
    /// The name of the check, which is in the same module.
    pub(super) check: String,
    message: String,
    picture: String,
    natively: NativeResult,
    /// The state as `glassbox::replay!` takes it.
    state: String,
}

impl CheckTest {
    /// The test for a failure in a state, without a name.
    pub(super) fn new(failure: &Failure, state: String, picture: String) -> Self {
        Self {
            name: String::new(),
            check: failure.name().to_owned(),
            message: failure.message.clone(),
            picture,
            natively: failure.natively,
            state,
        }
    }

    /// The source of the test, with a drawing of the state in its doc comment.
    pub(super) fn source(&self) -> String {
        let mut lines = vec!["Found by `cargo glassbox`:"];
        lines.extend(self.message.lines());
        lines.extend(["", "```text"]);
        lines.extend(self.picture.lines());
        lines.push("```");
        lines.extend(advice(self.natively).into_iter().flat_map(|advice| ["", advice]));
        format!("{}\n#[test]\nfn {}() {{\n    {};\n}}\n", doc_comment(lines), self.name, self.call())
    }

    /// The statement that runs the check on the state.
    pub(super) fn call(&self) -> String {
        format!("glassbox::replay!({}, \"{}\")", self.check, self.state)
    }
}
