//! Exploration from the API: every sequence of operations, breadth first.
//!
//! A harness names constructors, operations and laws as plain functions; nothing has to be known about the subject. States
//! are memory images. From the states that constructors make, every operation with every choice of arguments is run on every
//! state, one level after the other, so that the first failure comes with a shortest history. States that are one up to
//! renaming are kept once (`canonical`). In every new state the laws are asked and the subject is dropped: nothing may be
//! left then.
//!
//! Java `PathFinder` explores programs in this way (Visser, Havelund, Brat, Park and Lerda, 2003); its heap symmetries are
//! those of Iosif (2002). Here, which words are addresses is known and not guessed.
//!
//! | file | holds |
//! |---|---|
//! | `harness.rs` | the functions of an exploration |
//! | `host.rs` | choices, tokens |
//! | `canonical.rs` | when two states are one |
//! | `explorer.rs` | states that were reached, and running functions on them |
//! | `levels.rs` | the levels, and what must hold in a state |
//! | `failure.rs` | a finding with the history that leads to it |
//! | `history_text.rs`, `replay.rs` | histories as text, and running one once more |

mod canonical;
mod explorer;
mod failure;
mod harness;
mod history_text;
mod host;
mod levels;
mod replay;

pub use canonical::Matching;
pub(crate) use explorer::{Explorer, Step};
pub(crate) use harness::Function;
pub(crate) use levels::explore_with;
pub use levels::{Explored, explore};
pub use replay::{ReplayedHistory, replay_history};
