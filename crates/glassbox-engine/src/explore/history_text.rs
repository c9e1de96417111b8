//! Histories as text, for `cargo glassbox replay`: `new/push:2/push:0.1/~`.
//!
//! A step is a function and, behind a colon, the choices of its run; `~` is the drop of the subject at the end, `>` moves it, and
//! `!` forgets a key. A history in another layout of the heap begins with its name, such as `layout=downward:`.

use std::fmt;

use glassbox_vm::heap::Layout;

/// A history as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HistoryText {
    /// Layout of blocks in memory.
    pub(super) layout: Layout,
    /// Functions and choices.
    pub(super) steps: Vec<(String, Vec<u32>)>,
}

const LAYOUT: &str = "layout=";

/// The layouts of histories.
const LAYOUTS: [(&str, Layout); 6] = [
    ("downward", Layout::Downward),
    ("scattered", Layout::Scattered),
    ("aligned-1", Layout::Aligned(1)),
    ("aligned-2", Layout::Aligned(2)),
    ("aligned-4", Layout::Aligned(4)),
    ("aligned-8", Layout::Aligned(8)),
];

impl HistoryText {
    /// The history that [`Display`](fmt::Display) writes. None if the text is something else, such as one with `push:01`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (layout, steps) = match text.strip_prefix(LAYOUT) {
            Some(rest) => {
                let (name, steps) = rest.split_once(':')?;
                (LAYOUTS.iter().find(|(it, _)| *it == name)?.1, steps)
            }
            None => (Layout::Upward, text),
        };
        let step = |step: &str| {
            let (function, choices) = step.split_once(':').unwrap_or((step, ""));
            let choices = choices.split('.').filter(|choice| !choice.is_empty());
            let choices = choices.map(|choice| choice.parse().ok()).collect::<Option<Vec<u32>>>()?;
            (!function.is_empty()).then(|| (function.to_owned(), choices))
        };
        let history = Self { layout, steps: steps.split('/').map(step).collect::<Option<_>>()? };
        (history.to_string() == text).then_some(history)
    }
}

impl fmt::Display for HistoryText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = LAYOUTS.iter().find(|(_, layout)| *layout == self.layout) {
            write!(f, "{LAYOUT}{name}:")?;
        }
        for (index, (function, choices)) in self.steps.iter().enumerate() {
            let slash = if index > 0 { "/" } else { "" };
            write!(f, "{slash}{function}")?;
            for (index, choice) in choices.iter().enumerate() {
                let mark = if index > 0 { "." } else { ":" };
                write!(f, "{mark}{choice}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_history_are_inverse() {
        for text in ["new", "new/push:2/push:0.1/~", "layout=downward:with_capacity:3/pop"] {
            assert_eq!(HistoryText::parse(text).map(|history| history.to_string()), Some(text.to_owned()));
        }
        // Half of a number could mean something else, and so could one that is written in another way.
        for text in [
            "",
            "new//pop",
            "new/push:x",
            "new/:1",
            "new:",
            "new/push:01",
            "new/push:+1",
            "new/push:1..2",
            "new/push:1.",
        ] {
            assert_eq!(HistoryText::parse(text), None, "{text}");
        }
    }
}
