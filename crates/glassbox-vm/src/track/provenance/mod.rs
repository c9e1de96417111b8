//! The tracker that knows which values are addresses, tokens or keys.
//!
//! States that differ only in the addresses of their blocks behave alike, if the code does not use addresses as numbers. To
//! compare such states, an exploration has to know which bytes are addresses; a guess would merge states that differ. So for
//! every slot and byte this tracker knows its origin: byte 0 to 3 of an address, of a token or of a key (a *name*), or a value
//! that was computed from a name in a way that the rules below do not follow. Such a byte is *mixed*: in a state with a mixed
//! byte, nothing can be renamed. It also knows which name that is: the block, the token or the key; and for a mixed byte the
//! blocks that it was computed from.
//!
//! Rules: moving and copying keep the origin of a byte. An address plus or minus a number is an address; the difference of two
//! addresses of one block is a number, also if one of them was negated first; a word with parts of two names is mixed; an address with its low bits masked or set is
//! an address, and its low bits are a number, as are the low bits of sums, products and bit operations of addresses. Comparing
//! addresses for equality, or for order in one block, yields a number, and so does comparing keys. All other results are mixed,
//! also truth values: compilers compare what happens to be in a register and mask the result afterwards, so a comparison alone
//! decides nothing. A mixed word with a bit that was set in it is not 0, whatever the number is.
//!
//! LIMIT (states may be merged): code that branches on whether a block is aligned better than requested looks like code that
//! asks whether an address is aligned. Shown by `low_bits_are_numbers`.
//!
//! An access through an address must stay in the block of the address, wherever it points. The same holds for constants of the
//! code that the linker has made addresses of a static; everywhere else these are numbers.
//!
//! LIMIT (other addresses are not tried): addresses of locals and statics are numbers, the same in every run of a module. Code
//! that depends on them, such as a hasher that takes its seed from one, runs with these numbers only. Shown by
//! `addresses_of_statics_are_numbers`.
//!
//! Comparing addresses of *different* blocks for order, or their distance with a number, asks about the positions of blocks;
//! std does so before every copy. The tracker counts that as an order question ([`Provenance::n_order_questions`]). A decision
//! that depends on the number of a name (a branch or an index on a mixed value or a part of a name, a branch on a comparison of a key or a
//! token with a number) is a raw question ([`Provenance::n_raw_questions`]), unless both ways of the branch meet; what a mixed value
//! selects is mixed where the two values differ. So is a comparison of the address of a freed
//! block, or of the end of a block, with the address of another one: here they are never equal, elsewhere they may be.
//!
//! Blocks never share an address, not even after they are freed, so an address identifies a block. The tracker also detects
//! memory errors, as [`Sanitizer`](super::Sanitizer) does.

mod kind;
mod names;
mod questions;
mod rules;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod tracker;

pub use kind::{Kind, NamedByte, Origin};
pub use state::{LowBits, Provenance, ProvenanceSnapshot};
pub use steps::Step;
