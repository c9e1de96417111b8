//! A mutant: one place of a subject's source with another text.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mutant {
    pub(crate) package: String,
    /// The file, from the folder of the package.
    pub(crate) file: String,
    /// The first line that changes.
    pub(crate) line: usize,
    /// The bytes that are replaced.
    pub(crate) range: Range<usize>,
    pub(crate) replacement: String,
    /// What is different, in words.
    pub(crate) name: String,
}

impl Mutant {
    /// A name that no other mutant has.
    pub(crate) fn id(&self) -> String {
        let Self { package, file, line, range, name, .. } = self;
        let Range { start, end } = range;
        format!("{package}/{file}:{line} [{start}..{end}]: {name}")
    }

    /// The source with this mutant.
    pub(crate) fn apply(&self, source: &str) -> Option<String> {
        let (before, after) = (source.get(..self.range.start)?, source.get(self.range.end..)?);
        Some(format!("{before}{}{after}", self.replacement))
    }
}

/// Line, from 1, at an offset.
pub(crate) fn line_at(source: &str, offset: usize) -> usize {
    1 + source.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_replaces_its_range() {
        let mutant = Mutant {
            package: "stack".to_owned(),
            file: "src/lib.rs".to_owned(),
            line: 2,
            range: 2..3,
            replacement: "xyz".to_owned(),
            name: "b is xyz".to_owned(),
        };
        assert_eq!(mutant.apply("a\nb\nc").as_deref(), Some("a\nxyz\nc"));
        assert_eq!(mutant.apply("a"), None);
        assert_eq!(mutant.id(), "stack/src/lib.rs:2 [2..3]: b is xyz");
        assert_eq!(line_at("a\nb\nc", 2), 2);
    }
}
