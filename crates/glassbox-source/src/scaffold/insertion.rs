//! Insertions into the text of a file. All other text stays as it is.

use std::collections::BTreeMap;

use crate::read::library_source::InsertionPoint;

/// New text for one file.
#[derive(Debug, Default)]
pub(super) struct Insertions {
    /// By the byte offset that the text is inserted at.
    at: BTreeMap<usize, String>,
}

impl Insertions {
    /// Inserts an attribute before an item or field: on its own line, unless the item begins in the middle of a line.
    pub(super) fn attribute(&mut self, text: &str, before: usize, attribute: &str) {
        let line = text[..before].rfind('\n').map_or(0, |newline| newline + 1);
        let indent = &text[line..before];
        let rest = if indent.trim().is_empty() { format!("{}{indent}", newline(text)) } else { " ".to_owned() };
        self.at.entry(before).or_default().extend([attribute, &rest]);
    }

    /// Inserts the declaration of a module, with blank lines around it.
    pub(super) fn declaration(&mut self, text: &str, place: InsertionPoint, lines: &[String]) {
        let newline = newline(text);
        let (at, lines) = match place {
            InsertionPoint::After(at) => {
                let indent = indent(text, at);
                let at = end_of_line(text, at);
                let lines = lines.iter().fold(newline.to_owned(), |all, line| format!("{all}{newline}{indent}{line}"));
                let next = text[at..].strip_prefix(newline).unwrap_or(newline);
                let is_apart = next.is_empty() || next.starts_with(newline);
                (at, if is_apart { lines } else { lines + newline })
            }
            InsertionPoint::Before(at) => {
                let indent = indent(text, at);
                let lines: String = lines.iter().flat_map(|line| [line.as_str(), newline, indent]).collect();
                (at, lines + newline + indent)
            }
        };
        // No trailing spaces, as rustfmt wants it.
        let lines = lines.replace(&format!("{newline}{}{newline}", indent(text, at)), &format!("{newline}{newline}"));
        self.at.entry(at).or_default().insert_str(0, &lines);
    }

    /// The text with all insertions.
    pub(super) fn apply(&self, text: &str) -> String {
        let mut result = String::with_capacity(text.len());
        let mut done = 0;
        for (at, inserted) in &self.at {
            result.push_str(&text[done..*at]);
            result.push_str(inserted);
            done = *at;
        }
        result + &text[done..]
    }
}

/// The end of the line, if only spaces or a comment follow.
fn end_of_line(text: &str, at: usize) -> usize {
    let rest = text[at..].lines().next().unwrap_or_default();
    if rest.trim().is_empty() || rest.trim_start().starts_with("//") { at + rest.len() } else { at }
}

/// The indentation of the line.
fn indent(text: &str, at: usize) -> &str {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = &text[line..];
    &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
}

/// The line ending that the text uses.
pub(super) fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_has_its_own_line_where_the_item_has() {
        let text = "mod m {\n    pub struct A { x: u8 }\n}\n";
        let mut insertions = Insertions::default();
        insertions.attribute(text, text.find("pub").expect("there"), "#[a]");
        insertions.attribute(text, text.find("x:").expect("there"), "#[b]");
        assert_eq!(insertions.apply(text), "mod m {\n    #[a]\n    pub struct A { #[b] x: u8 }\n}\n");
    }

    #[test]
    fn declarations_have_blank_lines_around_them() {
        let lines = ["#[c]".to_owned(), "mod checks;".to_owned()];
        let check = |text: &str, place: InsertionPoint, expect: &str| {
            let mut insertions = Insertions::default();
            insertions.declaration(text, place, &lines);
            assert_eq!(insertions.apply(text), expect);
        };
        check("use a;\n\nfn f() {}\n", InsertionPoint::After(6), "use a;\n\n#[c]\nmod checks;\n\nfn f() {}\n");
        check("use a; // b\nfn f() {}\n", InsertionPoint::After(6), "use a; // b\n\n#[c]\nmod checks;\n\nfn f() {}\n");
        check("fn f() {}\n", InsertionPoint::Before(0), "#[c]\nmod checks;\n\nfn f() {}\n");
        check(
            "m {\r\n  fn f() {}\r\n}",
            InsertionPoint::Before(7),
            "m {\r\n  #[c]\r\n  mod checks;\r\n\r\n  fn f() {}\r\n}",
        );
    }
}
