//! The same classes as `paths`, found by a walk over the tree of paths, depth first.
//!
//! A run is a path from the root of a tree to a leaf: at every decision the states that got there part, by their answers.
//! After a run, the last decision at which there are states with other answers is taken up again, with one of those
//! states. Its run has the same decisions up to there and other ones from there on. When a decision has no states with
//! other answers left, the walk goes back to the one before.
//!
//! The states left are kept as one set for each decision of the current path: the states that part there and have not
//! been run. So there is no single set of all states left, which in a prototype was the largest set for structures with
//! many values; on the other hand each decision is intersected with the states that got there, instead of all at once.
//! Measured here on heaps of 7 to 12 slots: the same runs, up to a third more time, and about as many nodes, because
//! lengths are at the top of our order, which keeps the single set small as well. Its use is as a cross-check: it
//! covers the states in another order, and its argument that none is left out is different.
//!
//! **Why it covers everything, once.** The sets at the decisions are disjoint, and together with the covered states
//! they are all states: at the start they are all, and a step takes the states of the last decision and either covers
//! them or leaves them at that decision or later ones. The states that a run covers end up as the set at the end of its
//! path. That this set is the whole class of the run is checked, since a class that was split would have been covered
//! in part before. That the path begins as expected is checked, too: if it does not, it depends on something that is
//! not a decision.

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};
use glassbox_vm::track::Decided;

use super::covers::{Covers, Todo};
use super::paths::Paths;
use crate::search::class::Class;
use crate::search::run::Decisions;
use crate::states::States;

/// The current path, with the states that part from it.
#[derive(Debug)]
pub(super) struct Tree<D: Diagram> {
    paths: Paths<D>,
    /// The decisions of the last run.
    path: Vec<Decided>,
    /// Decisions of the path at which states left to check part, the last one at the end. Before the first run, all
    /// states part at its first decision.
    branches: Vec<Branch<D::Set>>,
}

/// States that part from the path.
#[derive(Debug)]
struct Branch<S> {
    /// Index of the decision.
    at: usize,
    /// The states; not empty.
    states: S,
}

impl<D: Diagram> Tree<D> {
    /// All of `part`, which is not empty, is left to check, and only the states of `all` matter.
    pub(super) fn new(part: D::Set, all: D::Set) -> Self {
        Self { paths: Paths::new(all), path: Vec::new(), branches: vec![Branch { at: 0, states: part }] }
    }

    /// Whether a run follows the path up to a decision, and asks about the same term there. An address that can lie in a table of
    /// constants is asked about in two ways: whether it is inside, and, if it is not, which one it is. No state gives both
    /// answers.
    fn follows(&self, decisions: &[Decided], at: usize) -> bool {
        let Some(parts) = self.path.get(at) else {
            return self.path.is_empty();
        };
        let same_term = |decided: &Decided| decided.term == parts.term;
        decisions.get(..at) == self.path.get(..at) && decisions.get(at).is_some_and(same_term)
    }
}

impl<D: Diagram> Covers<D> for Tree<D> {
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory> {
        self.paths.covers(states, decisions, state)
    }
}

impl<D: Diagram> Todo<D> for Tree<D> {
    fn next(&self, space: &Space<D>) -> Option<State> {
        self.branches.last().and_then(|branch| space.least(&branch.states))
    }

    fn take(&mut self, states: &mut States<D>, class: &Class<D::Set>, all: &D::Set) -> Result<bool, OutOfMemory> {
        let Some(Branch { at, states: mut inside }) = self.branches.pop() else { return Ok(false) };
        if !self.follows(class.decisions.all(), at) {
            return Ok(false);
        }
        for (at, decided) in class.decisions.all().iter().enumerate().skip(at) {
            let guard = self.paths.alike(states, std::slice::from_ref(decided), &class.state)?;
            let after = states.space.and(&inside, &guard)?;
            if after != inside {
                self.branches.push(Branch { at, states: states.space.minus(&inside, &after)? });
                inside = after;
            }
        }
        class.decisions.all().clone_into(&mut self.path);
        Ok(inside == states.space.and(&class.alike, all)?)
    }

    fn left(&self, space: &Space<D>) -> Result<D::Set, OutOfMemory> {
        space.union(self.branches.iter().map(|branch| branch.states.clone()).collect())
    }

    /// The sum, because the sets are disjoint.
    fn count_left(&self, space: &Space<D>) -> BigUint {
        self.branches.iter().map(|branch| space.count(&branch.states)).sum()
    }

    /// The sum, as if the sets shared no nodes.
    fn n_nodes(&self, space: &Space<D>) -> usize {
        self.branches.iter().map(|branch| space.n_nodes(&branch.states)).sum()
    }
}
