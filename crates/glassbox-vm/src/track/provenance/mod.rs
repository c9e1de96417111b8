//! The tracker that knows which values are addresses, and which are tokens or keys.
//!
//! States that differ only in where their blocks lie behave alike, if nobody looks at addresses as numbers. To compare
//! them, one has to know which bytes are addresses; to guess would be to merge states that differ. So beside every slot
//! and byte, this tracker keeps what it is a part of: byte 0 to 3 of an address, of a token or of a key, or something that
//! was computed from one of these in a way that the rules below do not follow. Such a byte is *mixed*: whoever finds one in
//! a state must not rename anything in it.
//!
//! Rules: moving and copying keep what a byte is. An address plus or minus a number is an address; the difference of two
//! addresses in one block is a number, also if one of them was negated first; an address with its low bits masked or set is
//! an address, and its low bits are a number, as are the low bits of what adds, multiplies or combines addresses. What
//! compares addresses for equality, or for order in one block, gives a number, and so does what compares keys. Everything
//! else is mixed.
//!
//! LIMIT (states may be merged): code that goes another way if a block happens to be aligned better than it asked for looks
//! like code that asks whether an address is aligned. Shown by `low_bits_are_numbers`.
//!
//! LIMIT (other addresses are not tried): those of locals and statics are numbers, the same in every run of a module. Code that
//! decides by them, such as a hasher that makes its seed of one, is seen with these numbers only. Shown by
//! `addresses_of_statics_are_numbers`.
//!
//! Comparing addresses of *different* blocks for order, or their distance with something, says something about where blocks
//! lie to each other; std asks so before every copy. That is counted ([`Provenance::n_order_questions`]). What is decided by
//! the number of a name itself (a branch or an index by a mixed value or by a part of a name, a comparison of a key or a
//! token with a number) is counted apart ([`Provenance::n_raw_questions`]), and so is whether the address of a block that was
//! freed, or the end of a block, is the address of another one: here it never is, elsewhere it may be.
//!
//! Blocks never share an address, not even after they are freed, so an address says which block is meant. It also sees
//! memory errors, as [`Sanitizer`](super::Sanitizer) does.

mod kind;
mod questions;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod tracker;

pub use kind::{Kind, Origin};
pub use state::{Provenance, ProvenanceSnapshot};
