//! From WebAssembly's stack code to internal code.
//!
//! One pass per function, after validation. The translator does not move operands on WebAssembly's stack: it remembers
//! where each operand is (in a local, a constant, or its own stack slot), and the consuming instruction names that slot.
//! Three rules keep this correct:
//!
//! 1. Before a local is overwritten, operands that still stand for its old value are copied to their own slots.
//! 2. At the start of a block, all operands that stand for locals are copied: rule 1 inside the block would otherwise copy
//!    on one path only.
//! 3. Values that cross the end of a block or a branch are in their own stack slots.
//!
//! Three optimisations: an instruction whose result goes to a local at once writes to the local; a comparison that only a
//! branch uses becomes part of the branch; two copies in a row become one instruction. None of them looks across a branch
//! target.
//!
//! `translator.rs` is the entry point. `builder.rs` has the state of one function, and the other files add methods to it:
//! `emit.rs` for instructions, `blocks.rs` and `exceptions.rs` for blocks and branches, `control.rs`, `bulk.rs` and `computing.rs` for operators.

mod blocks;
mod builder;
mod bulk;
mod computing;
mod constants;
mod control;
mod emit;
mod exceptions;
mod translator;

pub(super) use translator::Translator;
