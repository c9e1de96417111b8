//! The search: every valid state and every argument, with as few runs as possible.
//!
//! Pick a state that is left, run the check on it, judge the result, and remove all states that take the same path.
//! This is glass-box model checking (Darga and Boyapati 2006); they remove the states with the same values in all
//! fields that were read, we remove those with the same answers to all questions, which are more.
//!
//! | file | holds |
//! |---|---|
//! | `walk.rs` | the loop itself |
//! | `run.rs` | one run, judged |
//! | `dropped.rs` | what is left after a structure was dropped |
//! | `class.rs` | a run and its lookalikes |
//! | `route.rs`, `continuations.rs` | what one run shows about parts of others |
//! | `strategy/` | the strategies: which states a run covers, and which one is next |
//! | `smallest.rs` | the smallest failing state among the lookalikes of a failing run |
//! | `part.rs`, `part_result.rs` | parts of the states, and how the search of one ended |
//! | `cover.rs` | a search in one thread, which restarts if it needs precautions |
//! | `precautions.rs` | reasons to restart |
//! | `worker_pool.rs` | several workers, each with a part of the states |
//! | `left_of_parts.rs` | the number of transitions left, for progress reports |
//! | `deepen.rs` | growing bounds |
//! | `kept.rs` | searches that are kept between runs |
//! | `keeping.rs`, `saved.rs` | shards, and searches that go on in another process |
//! | `causes.rs` | the decisions that tell runs apart, for `--why-slow` |
//! | `replay.rs`, `steps.rs` | one state again, and its writes one by one |
//! | `options.rs`, `searched.rs`, `class_observer.rs` | input, output, and observers of runs |
//!
//! **Why `Covered` is certain.** A strategy chooses, it never judges, and it cannot declare success: the only way to
//! `Covered` is that the loop ends because nothing is left. The sets that runs cover are disjoint, so their sizes add
//! up to the number of all transitions exactly. Adding up would mean counting each set, which costs more than the runs
//! themselves. Instead the loop checks for every run that all states that it covers were still left, and removes each
//! state once: since nothing is left at the end, the sets are a partition of all transitions, and their sizes add up.
//! If a state would be covered twice, the search ends as `Undecided`. Where a run covers more than its lookalikes (`continuations.rs`), it covers those that are
//! left.

mod causes;
mod class;
mod class_observer;
mod continuations;
mod cover;
mod deepen;
mod dropped;
mod keeping;
mod kept;
mod left_of_parts;
mod options;
mod part;
mod part_result;
mod precautions;
mod replay;
mod route;
mod run;
mod saved;
mod searched;
mod smallest;
mod steps;
mod strategy;
mod walk;
mod worker_pool;

pub use crate::planned::Planned;
pub use causes::{Asker, Cause, Causes, FieldName, causes};
pub use class_observer::{ClassObserver, FirstFinding, Left};
pub use cover::check;
pub(crate) use deepen::deepen_with;
pub use deepen::{Deepened, Step, deepen};
pub(crate) use keeping::{Keeping, Saver, SpareMachines};
pub use keeping::{Portion, Shard};
pub use options::{Options, Strategy};
pub(crate) use replay::StateText;
pub use replay::{Detail, ReplayError, Replayed, replay};
pub use run::Decisions;
pub(crate) use saved::Saved as SavedSearch;
pub use searched::Searched;
pub use steps::RunStep;
pub(crate) use worker_pool::search_with;
pub use worker_pool::{Task, search_at};
