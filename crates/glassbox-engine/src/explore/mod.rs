//! Exploration from the API: every sequence of operations, breadth first.
//!
//! A harness names constructors, operations and laws as plain functions; the subject needs no description. States are
//! memory images. From the states that constructors make, every operation with every choice of arguments is run on
//! every state, one level after the other, so the first failure has a shortest history. States that are equal up to
//! renaming are kept once (`canonical`). In every new state the laws are checked and the subject is dropped: nothing
//! may be left then.
//!
//! Java `PathFinder` explores programs in this way (Visser, Havelund, Brat, Park and Lerda, 2003); its heap symmetries
//! are those of Iosif (2002). Here the machine knows which words are addresses and does not guess.
//!
//! | file | holds |
//! |---|---|
//! | `harness.rs` | the functions of an exploration |
//! | `host.rs` | choices, tokens |
//! | `disturbances.rs` | callbacks that panic, traits that lie, allocations that fail |
//! | `equalities.rs` | which values are equal |
//! | `canonical.rs`, `numbering.rs` | equality of states |
//! | `forms.rs` | the forms that are known |
//! | `explorer.rs` | calls of functions on states |
//! | `reached.rs` | the states that were reached, and the steps that lead to them |
//! | `images.rs` | which states are kept as memory |
//! | `levels.rs` | the levels |
//! | `kept.rs` | explorations that are kept between runs |
//! | `saved.rs`, `shards.rs`, `progress.rs` | explorations that go on in another process, shards of the last level, and how both are written |
//! | `arrival.rs` | the checks in each state |
//! | `failure.rs` | a finding with the history that leads to it |
//! | `history_text.rs`, `replay.rs` | histories as text, and their replay |

mod arrival;
mod canonical;
mod disturbances;
mod equalities;
mod explorer;
mod failure;
mod forms;
mod harness;
mod history_text;
mod host;
mod images;
mod kept;
mod levels;
mod numbering;
mod progress;
mod reached;
mod replay;
mod saved;
mod shards;

pub use glassbox_abi::meant_panic::STD_MESSAGES;

pub use canonical::{ExploreOptions, Matching};
pub(crate) use disturbances::{Disturbing, MOST_FAILURES, MOST_LIES};
pub(crate) use explorer::Explorer;
pub(crate) use failure::{Problem, nothing_left};
pub(crate) use harness::{Function, Step};
pub(crate) use history_text::HistoryText;
pub(crate) use levels::explore_with;
pub use levels::{Explored, explore};

pub(crate) use progress::Saved as SavedExploration;
pub use replay::{ReplayedHistory, replay_history};
pub(crate) use shards::SavedShard;
