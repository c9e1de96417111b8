//! What a buggy program says about its bug.

use std::fs;

use crate::build::repository;

/// A line that carries `//~ ERROR kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Line, from 1.
    pub line: u32,
    /// The kind.
    pub kind: String,
}

/// The marks of `tests/fail/<name>.rs`.
pub(crate) fn of(name: &str) -> Vec<Mark> {
    let path = repository().join("tests/fail").join(format!("{name}.rs"));
    let text = fs::read_to_string(path).expect("the program is there");
    let marked = (1..).zip(text.lines()).filter_map(|(line, text)| Some((line, text.split_once("//~ ERROR ")?.1)));
    marked.map(|(line, kind)| Mark { line, kind: kind.trim().to_owned() }).collect()
}
