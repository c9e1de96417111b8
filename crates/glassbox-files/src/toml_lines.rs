//! TOML with lines, for `glassbox.toml` and `glassbox.lock`: a problem names the line that it is in.

use std::ops::Range;

use toml_edit::{Document, Item, TableLike};

/// A problem in a line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<P> {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: P,
}

/// Reason why a text is not TOML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of each says what it is")]
pub enum SyntaxProblem {
    #[error("the file has the marks of a merge conflict")]
    Conflict,
    #[error("{0}")]
    Toml(String),
}

/// Marks that git leaves at the beginning of lines.
const CONFLICT_MARKS: [&str; 3] = ["<<<<<<<", "|||||||", ">>>>>>>"];

/// A text as TOML, with the lines of its keys.
#[derive(Debug)]
pub struct TomlText<'a> {
    document: Document<&'a str>,
    lines: LineStarts,
}

impl<'a> TomlText<'a> {
    /// Parses a text. Marks of a merge conflict are refused, even in a comment.
    pub fn parse(text: &'a str) -> Result<Self, Located<SyntaxProblem>> {
        let is_mark = |line: &str| CONFLICT_MARKS.iter().any(|mark| line.starts_with(mark));
        if let Some((line, _)) = (1..).zip(text.lines()).find(|(_, line)| is_mark(line)) {
            return Err(Located { line, problem: SyntaxProblem::Conflict });
        }
        let lines = LineStarts::of(text);
        let document = Document::parse(text).map_err(|error| Located {
            line: lines.line(error.span()),
            problem: SyntaxProblem::Toml(error.message().trim_end().replace('\n', "; ")),
        })?;
        Ok(Self { document, lines })
    }

    /// The whole text as a table.
    pub fn root(&self) -> &dyn TableLike {
        self.document.as_table()
    }

    /// The line of a key.
    pub fn key_line(&self, table: &dyn TableLike, key: &str) -> usize {
        let of_key = table.key(key).and_then(toml_edit::Key::span);
        self.line(of_key.or_else(|| table.get(key).and_then(Item::span)))
    }

    /// The line of an item.
    pub fn line(&self, span: Option<Range<usize>>) -> usize {
        self.lines.line(span)
    }
}

/// Where the lines of a text begin, except the first. A lock has thousands of values, and each has a line: counting from the
/// beginning for every one of them would take minutes.
#[derive(Debug)]
struct LineStarts(Vec<usize>);

impl LineStarts {
    fn of(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1).collect())
    }

    /// The line in which a part of the text begins, from 1.
    fn line(&self, span: Option<Range<usize>>) -> usize {
        let start = span.map_or(0, |span| span.start);
        1 + self.0.partition_point(|line| *line <= start)
    }
}

/// The type of an item as a reader of TOML knows it.
pub fn type_name(item: &Item) -> &'static str {
    match item.type_name() {
        "string" => "a text",
        "integer" => "a number",
        "float" => "a number with a point",
        "boolean" => "`true` or `false`",
        "datetime" => "a date",
        "array" => "a list",
        "array of tables" => "a list of tables",
        _ => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_have_lines() {
        let line = |text: &str| TomlText::parse(text).map(|_| ()).unwrap_err().line;
        assert_eq!(line("a = 1\na = 2\n"), 2);
        assert_eq!(line("a = 1\n\nb = \n"), 3);
        assert_eq!(line("\u{feff}é = 1"), 1);
        let conflict = TomlText::parse("a = 1\n<<<<<<< HEAD\nb = 1\n=======\nb = 2\n>>>>>>> x\n").unwrap_err();
        assert_eq!(conflict, Located { line: 2, problem: SyntaxProblem::Conflict });
    }
}
