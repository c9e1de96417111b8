//! A function of a harness and its source text.

use super::layout::{WIDTH, comment, indented};

/// Methods that add an item, in the order in which they are tried.
pub(super) const FILLERS: [&str; 8] = ["push", "push_back", "insert", "add", "put", "enqueue", "push_front", "append"];

/// A function of a harness.
#[derive(Default)]
pub(super) struct Function {
    pub(super) name: String,
    /// The method takes `&mut self`.
    pub(super) is_mutating: bool,
    /// Lines of the comment above it.
    pub(super) comment: Vec<String>,
    /// Source text of each parameter.
    pub(super) parameters: Vec<String>,
    /// The type that it returns.
    pub(super) output: Option<String>,
    /// Its statements.
    pub(super) body: Vec<String>,
}

impl Function {
    /// The source text.
    pub(super) fn text(&self) -> String {
        let Self { name, comment: lines, parameters, output, body, .. } = self;
        let lines: String = lines.iter().map(|line| comment(line, 0)).collect();
        let output = output.as_ref().map(|ty| format!(" -> {ty}")).unwrap_or_default();
        let one_line = format!("pub fn {name}({}){output} {{\n", parameters.join(", "));
        let head = if one_line.len() + 4 <= WIDTH {
            one_line
        } else {
            format!("pub fn {name}(\n    {},\n){output} {{\n", parameters.join(",\n    "))
        };
        lines + &head + &indented(&body.join("\n")) + "}\n"
    }
}
