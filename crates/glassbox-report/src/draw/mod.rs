//! Pictures of states.

mod text;

pub use text::text;
