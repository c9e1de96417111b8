//! The tracker that knows how values depend on the state a run started from.
//!
//! A run is concrete: it has one state. Beside every slot and byte the tracker keeps a [`Term`] that says what
//! the value would be in any other state with the same decisions. Where such a value decides something, the
//! question and the answer are recorded; the states that give the same answers are the run's lookalikes, and
//! take the same path. (Running concretely and symbolically side by side: Godefroid, Klarlund and Sen 2005.
//! They solve for inputs that take another path; we evaluate terms over all states, so every operator is exact.)
//!
//! What is a decision:
//!
//! - a branch: whether the condition is zero; a jump table: which target is reached, not by which index;
//! - an address, a size, an index into a table, a call's target, whatever the host looks at: the value;
//! - whether and how a division or conversion traps;
//! - an access to a block that not every state has: whether this one has it.
//!
//! `select` is none, it makes a term. Nor is a load from constant memory, a data segment that no run has ever
//! written to: that makes a term as well, and the decision that the address is inside the segment. Why that is
//! right: lookalikes have written to the same addresses up to here, so the segment holds the same bytes for
//! them. If a later run writes to the segment, loads decide their address from then on. Then paths are told
//! apart that were not before; lookalikes found earlier stay right, and disjoint from those found later,
//! because states that differ in the coarser way differ in the finer way as well.
//!
//! **Soundness.** Claim: if a state gives the same answers, its run executes the same instructions, and every
//! slot and byte without a term has the same value and the same undefined bits, and every one with a term has
//! the word that the term has in that state. By induction over the instructions: a result without a term has
//! operands without terms; a result with one is made by the same function that the machine uses; control flow,
//! addresses and host calls depend on answers only. `cargo xtask lookalikes` compares the claim with running
//! every state.

mod blocks;
mod bytes;
mod constants;
mod decision;
mod footprint;
mod outside;
mod presence;
mod reads;
mod recording;
mod shadow;
mod state;
mod term;
mod tracker;
mod watching;
mod writes;

pub use decision::{Answer, Decided, Question};
pub use footprint::Footprint;
pub use shadow::{ByteImage, Shadow};
pub use state::{Concolic, ConcolicSnapshot, Symbolic};
pub use term::{TableId, TargetsId, Term, TermId, Terms, ValuesId};
