//! Strategies: which states a run covers, and which state is run next.
//!
//! A strategy chooses, it never judges. Each is a file of its own with the same shape; [`todo()`] lists them.

mod covers;
mod off;
mod paths;
mod remaining;
mod tree;
mod values;

pub(super) use covers::Todo;

use glassbox_space::Diagram;

use super::options::Strategy;
use off::Off;
use paths::Paths;
use remaining::Remaining;
use tree::Tree;
use values::Values;

/// The requested strategy, with all of `part` left to check; `all` has the states of other parts as well. `continues` says whether others were
/// covered before.
pub(super) fn todo<'a, D: Diagram + 'a>(
    strategy: Strategy,
    part: D::Set,
    all: D::Set,
    continues: bool,
) -> Box<dyn Todo<D> + 'a> {
    match strategy {
        Strategy::Paths => Box::new(Remaining::new(Paths::new(all), part, continues)),
        Strategy::Values => Box::new(Remaining::new(Values::new(), part, false)),
        Strategy::Off => Box::new(Remaining::new(Off, part, false)),
        Strategy::Tree => Box::new(Tree::new(part, all)),
    }
}
