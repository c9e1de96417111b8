//! Function bodies: random instructions on a simulated stack.
//!
//! The simulation knows the types on the stack, so that every body is valid. An instruction uses operands that are on
//! the stack if their types fit; otherwise new ones are pushed, mostly from locals. So operands that stand for locals
//! stay on the stack while blocks begin, branches leave and the locals change.
//!
//! | file | holds |
//! |---|---|
//! | `builder.rs` | [`Body`]: the simulated stack, and the choice of the next statement |
//! | `operands.rs` | operands: pushing, taking away, fitting to types |
//! | `plain.rs` | instructions without branches |
//! | `control.rs` | blocks and branches |

mod builder;
mod control;
mod operands;
mod plain;

pub(super) use builder::Body;
