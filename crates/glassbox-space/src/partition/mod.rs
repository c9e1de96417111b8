//! From terms to guards: which values a term takes, and in which states.
//!
//! A term is built by somebody else, who says what it is through [`Expressions`]. Its *partition* is the list of
//! its values, each with the set of states in which the term has it. It is composed operator by operator: the
//! partitions of the operands are combined pair by pair, empty intersections dropped, equal values merged. That
//! is what keeps it small: a comparison of two terms with a hundred values each has two. Partitions are
//! remembered for each term.
//!
//! **A term need not have a value everywhere.** Where it would trap its partition has no entry, and neither has
//! that of an operator applied to it. So make the guard of the outcome that was *taken*, with [`Partitions::guard`]; the
//! complement of the other outcome's guard contains the states in which there is no outcome at all.
//!
//! **Too large.** If a partition would have too many entries, or take too many intersections, the term has none,
//! and nor have those built on it. Then the guard of an outcome is the set of states in which every variable of
//! the term has the choice that it has now: smaller than the true one, still right, since equal variables make
//! equal values. It costs runs, not answers. Whether a term is too large is a property of the term, decided once
//! and remembered for good: if one run removed the true class and another one a small piece of it, the pieces of
//! different runs would overlap and no longer add up to the whole.
//!
//! | file | holds |
//! |---|---|
//! | `partitions.rs` | the partitions of all terms, composed on demand and cached |
//! | `terms.rs` | what we need to know of terms |
//! | `compose.rs` | the partition of a term from those of its operands |
//! | `support.rs` | the variables of a term, and the states that agree on them |

mod compose;
mod partitions;
mod support;
mod terms;

pub use partitions::{Partition, PartitionLimits, PartitionStatistics, Partitions};
pub use terms::{Expressions, Form, Operands};
