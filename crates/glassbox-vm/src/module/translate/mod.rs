//! From WebAssembly's stack code to internal code.
//!
//! One pass per function, after validation. An operand on WebAssembly's stack is not moved: the translator
//! remembers where it is (a local, a constant, or its own stack slot) and lets the consuming instruction name
//! that slot. Three rules keep this right:
//!
//! 1. Before a local is overwritten, operands that still stand for its old value are copied to their slots.
//! 2. At the start of a block, all operands that stand for locals are copied: rule 1 inside the block would
//!    otherwise copy on one path only.
//! 3. Values that cross the end of a block or a branch are in their own stack slots, wherever they come from.
//!
//! Three short cuts: an instruction whose result is stored in a local at once writes to the local; a comparison
//! that is consumed by a branch becomes part of it; two copies in a row become one instruction. None looks across a
//! branch target.

mod blocks;
mod builder;
mod bulk;
mod computing;
mod constants;
mod control;
mod emit;
mod translator;

pub(super) use translator::Translator;
