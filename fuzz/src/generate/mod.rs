//! Random valid modules.
//!
//! Three generators with different strengths: [`smith`] is broad and knows every instruction, [`structured`] is deep and
//! made to find bugs of our translator, [`throwing`] throws and catches in two forms. [`supported()`] chooses between them.

pub mod smith;
pub mod structured;
mod supported;
pub mod throwing;

pub use supported::{Generated, supported};
