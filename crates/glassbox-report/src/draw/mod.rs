//! Pictures of states: as text, and as drawings.

mod blocks;
pub mod svg;
mod text;

pub use blocks::blocks;
pub(crate) use text::NOTE;
pub use text::text;
