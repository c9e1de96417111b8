//! The tracker that knows how values depend on the initial state of a run.
//!
//! A run is concrete: it starts from one state. For every slot and byte the tracker keeps a [`Term`]: the value in any other
//! state with the same decisions. Where such a value decides something, the tracker records the question and the answer; the
//! states that give the same answers are the run's lookalikes, and take the same path. (This is concolic execution: Godefroid,
//! Klarlund and Sen 2005. They solve for inputs that take another path; we evaluate terms over all states, so every operator
//! is exact.)
//!
//! These are decisions:
//!
//! - a branch: whether the condition is zero; a jump table: the target, not the index;
//! - an address, a size, an index into a table, a call's target, and every value that the host acts on: the value;
//! - whether and how a division or conversion traps;
//! - an access to a block that not every state has: whether this state has it.
//!
//! `select` is no decision, it makes a term. Nor is a load from constant memory, that is, from a data segment that no run has
//! ever written to: it makes a term too, and the only decision is that the address is inside the segment. That is sound:
//! lookalikes have written to the same addresses up to here, so the segment holds the same bytes for them. If a later run
//! writes to the segment, loads decide their address from then on. Then runs distinguish paths that they did not distinguish
//! before; earlier sets of lookalikes remain correct, and disjoint from later ones, because states that differ in the coarser
//! way also differ in the finer way.
//!
//! **Soundness.** Claim: if a state gives the same answers, its run executes the same instructions, every slot and byte
//! without a term has the same value and the same undefined bits, and every one with a term has the word that the term has in
//! that state. By induction over the instructions: a result without a term has operands without terms; the function that
//! makes a result with a term is the one that the machine uses; control flow, addresses and host calls depend on answers only.
//! `cargo xtask lookalikes` compares the claim with running every state.
//!
//! `state.rs` has the tracker itself and `tracker.rs` its hooks; `term.rs` and `decision.rs` are the terms and decisions.

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
mod unknown;
mod unknown_values;
mod watching;
mod writes;

pub use decision::{Answer, Decided, Question};
pub use footprint::Footprint;
pub use shadow::{ByteImage, Shadow};
pub use state::{Concolic, ConcolicSnapshot, Symbolic};
pub use term::{TableId, TargetsId, Term, TermId, Terms, ValuesId};
