//! The members of a set, one after the other.

use std::iter::FusedIterator;

use super::Diagram;
use crate::State;

/// All members of a set, in order. It remembers where it is, and no more: each step is a walk down the diagram.
#[derive(Clone, Debug)]
pub struct States<'a, D: Diagram> {
    diagram: &'a D,
    set: D::Set,
    next: Option<State>,
}

impl<'a, D: Diagram> States<'a, D> {
    pub(super) fn new(diagram: &'a D, set: D::Set) -> Self {
        let next = diagram.least(&set);
        Self { diagram, set, next }
    }
}

impl<D: Diagram> Iterator for States<'_, D> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let state = self.next.take()?;
        self.next = self.diagram.after(&self.set, &state);
        Some(state)
    }
}

impl<D: Diagram> FusedIterator for States<'_, D> {}
