//! Pictures: states and structures as data that can be drawn.
//!
//! [`Picture`] is the one type for everything that is drawn, as text today. Nothing that is decided depends on a picture.
//!
//! | file | draws |
//! |---|---|
//! | `model.rs` | nothing: it has the types |
//! | `described.rs` | a state, from its description alone |
//! | `structure.rs` | nodes in memory, as the guest shows them, and what has changed |
//! | `run.rs` | the structures of a check before and after a run |
//! | `subject.rs` | the subject of an exploration |
//! | `blocks.rs` | blocks of memory, where no description says more |

mod blocks;
mod described;
mod model;
mod run;
mod structure;
mod subject;

pub(crate) use described::described;
pub use model::{BlockPicture, Note, Picture, PictureNode};
pub(crate) use run::{Look, Pictures, Start, look, pictures};
pub(crate) use subject::subject;
