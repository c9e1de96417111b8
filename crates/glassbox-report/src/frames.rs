//! The user's calls among those of a trace.

use glassbox_engine::catalog::Subject;
use glassbox_vm::backtrace::{SourceLocation, Symbols};

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
}

/// The user's calls of a trace, the innermost first.
pub fn user_frames(subject: &Subject, symbols: &Symbols<'_>, trace: &[u32]) -> Vec<Frame> {
    let frames = symbols.trace(trace);
    let is_entry = |function: &str| ENTRIES.iter().any(|entry| function.starts_with(entry));
    let own = frames.into_iter().filter(|frame| !frame.is_library() && !is_entry(&frame.function));
    // Where glassbox itself is a path dependency, its files look like the user's code.
    let own = own.filter(|frame| frame.location.as_ref().is_none_or(|location| !location.file.contains(GUEST)));
    let located: Vec<(String, SourceLocation)> =
        own.filter_map(|frame| Some((frame.function, frame.location?))).collect();
    // The compiler names the check's file relative to the package, and those of the calls in full. The check itself is
    // the outermost call; files of other packages may have the same name.
    let root = located.iter().rev().find_map(|(_, location)| location.file.strip_suffix(&subject.location.file));
    let root = root.unwrap_or_default().to_owned();
    let frame = |(function, location): (String, SourceLocation)| {
        let file = location.file.strip_prefix(&root).unwrap_or(&location.file);
        Frame { function, place: format!("{file}:{}", location.line) }
    };
    located.into_iter().map(frame).collect()
}
