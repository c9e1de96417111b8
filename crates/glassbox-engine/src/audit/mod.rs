//! Audits: runs states one by one and judges them by reading the whole structure.

mod class;
mod full;
mod sample;

pub(crate) use class::{Audited, audit_class, compare_layouts};
pub(crate) use full::oracle_of;
pub use full::run_and_judge;
pub use sample::Audit;
