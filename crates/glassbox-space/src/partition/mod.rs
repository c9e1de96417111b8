//! Partitions: the values of a term, each with the set of states in which the term has it.
//!
//! The caller defines the terms through [`Expressions`]. A partition is composed operator by operator: combine the
//! partitions of the operands pair by pair, drop empty intersections, merge equal values. Merging keeps partitions
//! small: a comparison of two terms with a hundred values each has two values. Partitions are cached.
//!
//! **A term need not have a value in every state.** Where it would trap, its partition has no entry, and neither has
//! that of an operator applied to it. So compute the guard of the outcome that was *taken*, with [`Partitions::guard`];
//! the complement of the other outcome's guard also contains the states without any outcome.
//!
//! **Too large.** If a partition would have too many entries, or take too many intersections, the term has none, and
//! neither have the terms built on it. Then the guard of an outcome is the set of states in which every variable of the
//! term has its current choice. That set is smaller than the true guard and still sound, since equal variables make
//! equal values: it costs runs, not answers. Whether a term is too large is decided once and never forgotten: if one
//! run removed the true class and another run a small piece of it, the sets of different runs would overlap and no
//! longer add up to the whole.
//!
//! | file | holds |
//! |---|---|
//! | `partitions.rs` | the partitions of all terms, composed on demand and cached |
//! | `terms.rs` | the interface to the caller's terms |
//! | `compose.rs` | the partition of a term from those of its operands |
//! | `support.rs` | the variables of a term, and the states that agree on them |

mod compose;
mod partitions;
mod support;
mod terms;

pub use partitions::{Partition, PartitionLimits, PartitionStatistics, Partitions};
pub use terms::{Expressions, Form, Operands};
