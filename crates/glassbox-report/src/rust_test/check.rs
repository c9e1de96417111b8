//! The test of a check: it builds the state natively and runs the check on it.

use glassbox_engine::finding::Natively;
use glassbox_engine::skeleton::Picture;

use super::advice;
use crate::draw;

/// A test for a failing check.
#[derive(Debug)]
pub struct RustTest {
    /// Its own name.
    pub name: String,
    /// The name of the check, which is in the same module.
    pub check: String,
    /// What is wrong.
    pub what: String,
    /// The state and the arguments.
    pub picture: Picture,
    /// Who sees what is wrong.
    pub natively: Natively,
    /// The state as text.
    pub state: String,
}

impl RustTest {
    /// The source of the test, with its state drawn above it.
    pub fn source(&self) -> String {
        let mut doc = vec!["Found by `cargo glassbox`:".to_owned()];
        doc.extend(self.what.lines().map(str::to_owned));
        doc.extend(["", "```text"].map(str::to_owned));
        doc.extend(draw::text(&self.picture).lines().map(str::to_owned));
        doc.push("```".to_owned());
        doc.extend(advice(self.natively).into_iter().flat_map(|advice| ["", advice]).map(str::to_owned));
        let doc = super::doc(doc);
        let Self { name, check, state, .. } = self;
        format!("{doc}\n#[test]\nfn {name}() {{\n    {};\n}}\n", call(check, state))
    }
}

/// What the test of a check and a state does.
pub fn call(check: &str, state: &str) -> String {
    format!("glassbox::replay!({check}, \"{state}\")")
}
