//! The loop: every valid state, every argument, with as few runs as possible.
//!
//! Pick a state that is still to check, run the check on it, judge the outcome, and take away all states that would have
//! gone the same way. Glass-box model checking (Darga and Boyapati 2006); where they take away the states with the same
//! values of all fields that were looked at, we take away those with the same answers to all questions, which are more.
//!
//! | file | holds |
//! |---|---|
//! | `walk.rs` | the loop itself |
//! | `run.rs` | one run, judged |
//! | `class.rs` | a run and its lookalikes |
//! | `strategy/` | the strategies: which states a run covers, and which one is next |
//! | `smallest.rs` | from the lookalikes of a failing run to the smallest failing state |
//! | `part.rs`, `part_result.rs` | parts of the states, and how the search of one ended |
//! | `cover.rs` | a search in one thread, which begins again if it needs precautions |
//! | `precautions.rs` | reasons to begin again |
//! | `worker_pool.rs` | several workers, each with a part of the states |
//! | `left_of_parts.rs` | how much is left, for progress reports |
//! | `deepen.rs` | growing bounds |
//! | `replay.rs`, `steps.rs` | one state once more, and its writes one by one |
//! | `options.rs`, `searched.rs`, `class_observer.rs` | input, output, and who hears of runs |
//!
//! **Why `Covered` is certain.** A strategy chooses, it never judges, and it cannot declare success: the only way to
//! `Covered` is that the loop ends because nothing is left. The sets that runs cover are disjoint, so their sizes add up to the
//! number of all transitions exactly. Adding up would mean to count each set, which costs more than the runs themselves.
//! So for every run it is asked whether all states that it covers were still left, and each is taken away once: since
//! nothing is left at the end, the sets are a partition of all transitions, and their sizes add up. If one state would be
//! covered twice, the search ends as `Undecided`.

mod class;
mod class_observer;
mod cover;
mod deepen;
mod left_of_parts;
mod options;
mod part;
mod part_result;
mod precautions;
mod replay;
mod run;
mod searched;
mod smallest;
mod steps;
mod strategy;
mod walk;
mod worker_pool;

pub use class_observer::{ClassObserver, FirstFinding, Left};
pub use cover::check;
pub(crate) use deepen::deepen_with;
pub use deepen::{Deepened, Step, deepen};
pub use options::{Options, Strategy};
pub use replay::{Detail, ReplayError, Replayed, replay};
pub use searched::Searched;
pub use steps::RunStep;
pub use worker_pool::{Task, search_at};
