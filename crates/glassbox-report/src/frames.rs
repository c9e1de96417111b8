//! The user's calls among those of a trace, and the line of source where a run stopped.

use glassbox_engine::catalog::Subject;
use glassbox_engine::result::Finding;
use glassbox_vm::backtrace::{SourceFrame, SourceLocation, Symbols};

/// Prefixes of functions that the macros generate around a check: in the source, and in the module's names.
const ENTRIES: [&str; 2] = ["__glassbox", "glassbox:"];
/// Source folder of the guest's half of glassbox.
const GUEST: &str = "guest/glassbox/src/";

/// A call in the user's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// File and line.
    pub place: String,
    /// Where that is.
    location: SourceLocation,
}

impl Frame {
    /// Line and column, from 1; 0 if they are not known.
    pub fn position(&self) -> (u32, u32) {
        (self.location.line, self.location.column)
    }
}

/// A line of source with a mark below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Number of the line.
    pub line: u32,
    /// The line without its indentation.
    pub text: String,
    /// The number of characters before the mark.
    pub mark: usize,
}

/// The user's calls of one trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// The innermost call first; none if all are in libraries.
    pub frames: Vec<Frame>,
    /// The line of the innermost one.
    pub excerpt: Option<Excerpt>,
}

/// The user's calls that a finding is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The calls that were running when it stopped.
    pub run: Calls,
    /// The calls that freed the block that it is about.
    pub freed: Calls,
    /// The calls that allocated it.
    pub allocated: Calls,
}

impl Places {
    /// The places of a finding. `source` reads a file.
    pub fn of(
        subject: &Subject,
        symbols: &Symbols<'_>,
        finding: &Finding,
        source: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let calls = |trace: &[u32]| {
            let frames = user_frames(subject, symbols, trace);
            let excerpt = frames.first().and_then(|frame| {
                let SourceLocation { file, line, column } = &frame.location;
                excerpt(&source(file)?, *line, *column)
            });
            Calls { frames, excerpt }
        };
        let accused = finding.accused();
        Self {
            run: calls(finding.trace()),
            freed: accused.and_then(|block| block.freed.as_deref()).map(calls).unwrap_or_default(),
            allocated: accused.map(|block| calls(&block.allocated)).unwrap_or_default(),
        }
    }
}

/// The line of a text, and the column in bytes, both from 1. None if the text has no such line, or if the column is not known.
fn excerpt(text: &str, line: u32, column: u32) -> Option<Excerpt> {
    const MOST_CHARACTERS: usize = 110;
    let whole = text.lines().nth(usize::try_from(line.checked_sub(1)?).ok()?)?;
    let before = whole.get(..usize::try_from(column.checked_sub(1)?).ok()?)?;
    let indented = whole.chars().take_while(|c| c.is_whitespace()).count();
    let mark = before.chars().count().checked_sub(indented)?;
    if mark >= MOST_CHARACTERS {
        return None;
    }
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = whole.trim().chars().take(MOST_CHARACTERS).map(shown).collect();
    (!text.is_empty()).then_some(Excerpt { line, text, mark })
}

/// The user's calls of a trace, the innermost first.
pub fn user_frames(subject: &Subject, symbols: &Symbols<'_>, trace: &[u32]) -> Vec<Frame> {
    let frames = symbols.trace(trace);
    let is_entry = |function: &str| ENTRIES.iter().any(|entry| function.starts_with(entry));
    // What a macro generates has the place of its attribute, just above the module: it may be a closure, which has no name of its own.
    let is_attribute = |frame: &SourceFrame| {
        let here = subject.location.line.saturating_sub(2)..subject.location.line;
        let is_here = |at: &SourceLocation| at.file.ends_with(&subject.location.file) && here.contains(&at.line);
        frame.function.starts_with("{closure")
            && subject.is_exploration()
            && frame.location.as_ref().is_some_and(is_here)
    };
    let own = frames.into_iter().filter(|frame| !frame.is_library() && !is_entry(&frame.function));
    let own = own.filter(|frame| !is_attribute(frame));
    // Where glassbox itself is a path dependency, its files look like the user's code.
    let own = own.filter(|frame| frame.location.as_ref().is_none_or(|location| !location.file.contains(GUEST)));
    let mut located: Vec<(String, SourceLocation)> =
        own.filter_map(|frame| Some((frame.function, frame.location?))).collect();
    // Around a check, the macro generates closures, too: the user's are inside the check.
    while !subject.is_exploration() && located.last().is_some_and(|(function, _)| function.starts_with("{closure")) {
        located.pop();
    }
    // The compiler names the check's file relative to the package, and those of the calls in full. The check itself is
    // the outermost call; files of other packages may have the same name.
    let root = located.iter().rev().find_map(|(_, location)| location.file.strip_suffix(&subject.location.file));
    let root = root.unwrap_or_default().to_owned();
    let frame = |(function, location): (String, SourceLocation)| {
        let file = location.file.strip_prefix(&root).unwrap_or(&location.file);
        Frame { function, place: format!("{file}:{}", location.line), location }
    };
    located.into_iter().map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_a_line_with_a_mark() {
        let text = "fn a() {\n    let ä = \u{1b}b[2];\n\tc();\n\n}";
        let shown = |line, column| excerpt(text, line, column).map(|excerpt| (excerpt.text, excerpt.mark));
        assert_eq!(
            shown(2, 14),
            Some(("let ä =  b[2];".to_owned(), 8)),
            "the column is in bytes, the mark in characters"
        );
        assert_eq!(shown(3, 2), Some(("c();".to_owned(), 0)));
        assert_eq!(shown(1, 0), None, "the column is not known");
        assert_eq!(shown(3, 1), None, "before the text");
        assert_eq!(shown(4, 1), None, "an empty line");
        assert_eq!(shown(9, 1), None, "no such line");
        assert_eq!(shown(2, 10), None, "inside a character");
    }
}
