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
//! | `search.rs` | the levels, and what must hold in a state |
//! | `outcome.rs` | what comes of it |
//! | `memory.rs` | what lies in memory, for people |
//! | `picture.rs` | the same as a structure, where its type says how to show it |

mod canonical;
mod explorer;
mod harness;
mod host;
mod memory;
mod outcome;
mod picture;
mod search;

pub use canonical::Matching;
pub(crate) use explorer::{Explorer, Step};
pub(crate) use harness::Function;
pub use harness::HarnessError;
pub use memory::{Memory, MemoryBlock};
pub use outcome::{Argument, Call, Explored, Fault, FaultKind, Role, Verdict};
pub use search::{Bounds, KeepExploring, Seen, explore};
