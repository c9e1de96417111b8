//! Pictures of states.

mod text;

pub(crate) use text::NOTE;
pub use text::text;
