//! Paths: names of fields, one below the other.

use std::fmt::{Display, Write};

/// Number of a path in its plan; 0 is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Path(u32);

impl Path {
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// Where it is in the list of all paths; none if it is empty.
    fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// All paths of a plan.
#[derive(Default)]
pub(crate) struct Paths {
    /// The first one has the number 1.
    all: Vec<Step>,
    /// All names, one after the other.
    names: String,
}

/// A path with one more name.
struct Step {
    above: Path,
    /// Where its name begins. It ends where the next one begins.
    start: usize,
}

impl Paths {
    /// The path with one more name.
    pub(super) fn enter(&mut self, above: Path, name: impl Display) -> Path {
        self.all.push(Step { above, start: self.names.len() });
        write!(self.names, "{name}").expect("a string takes all text");
        Path(u32::try_from(self.all.len()).expect("fewer than 2^32 paths"))
    }

    /// The last name of a path.
    pub(super) fn name(&self, path: Path) -> &str {
        path.index().map_or("", |index| self.name_at(index))
    }

    /// The path as a text: its names with dots between them.
    pub(crate) fn text(&self, path: Path) -> String {
        let Some(index) = path.index() else { return String::new() };
        let above = self.text(self.all[index].above);
        if above.is_empty() { self.name_at(index).to_owned() } else { format!("{above}.{}", self.name_at(index)) }
    }

    /// All paths but the empty one, by number: the path above, and the name.
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = (Path, &str)> {
        self.all.iter().enumerate().map(|(index, step)| (step.above, self.name_at(index)))
    }

    fn name_at(&self, index: usize) -> &str {
        let end = self.all.get(index + 1).map_or(self.names.len(), |next| next.start);
        &self.names[self.all[index].start..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_dots_between_them() {
        let mut paths = Paths::default();
        let tree = paths.enter(Path::default(), "tree");
        let left = paths.enter(tree, "left");
        let other = paths.enter(tree, 12);
        assert_eq!(paths.text(Path::default()), "");
        assert_eq!((paths.text(tree), paths.text(left)), ("tree".to_owned(), "tree.left".to_owned()));
        assert_eq!((paths.name(left), paths.name(other)), ("left", "12"));
        assert_eq!(paths.text(other), "tree.12");
    }
}
