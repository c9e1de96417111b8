//! Random valid modules.
//!
//! Two generators with different strengths: [`smith`] is broad and knows every instruction, [`structured`] is deep and
//! made to find bugs of our translator. [`supported()`] chooses between them.

pub mod smith;
pub mod structured;
mod supported;

pub use supported::supported;
