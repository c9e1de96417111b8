//! Trackers: what is known about a value beyond its bits.
//!
//! The machine is generic over a [`Tracker`]. For every slot, global and byte of memory the tracker keeps a
//! shadow; the machine tells it of every instruction, with the operands' values and shadows, and stores the
//! shadow it gives for the result. So there is one interpreter, and modes differ only in what they watch:
//!
//! - [`Concrete`] watches nothing and costs nothing: its shadow has no size and its hooks are empty.
//! - [`Sanitizer`] knows which bits are undefined and which bytes may be touched.
//! - [`Concolic`] is a sanitizer that also knows how each value depends on the state that the run started from.
//! - [`Provenance`] is a sanitizer that also knows which values are addresses or tokens.
//!
//! A tracker observes. It cannot change a value, and the only thing it can do to a run is to stop it.

mod bits;
mod concolic;
mod concrete;
mod extension;
mod provenance;
mod sanitizer;
mod tracker;
mod value;
mod word;

pub use concolic::{
    Answer, ByteImage, Concolic, ConcolicSnapshot, Decided, Footprint, Question, Shadow, Symbolic, TableId, TargetsId,
    Term, TermId, Terms, ValuesId,
};
pub use concrete::Concrete;
pub use extension::Extension;
pub use provenance::{Kind, Origin, Provenance, ProvenanceSnapshot};
pub use sanitizer::{Sanitizer, SanitizerSnapshot};
pub use tracker::Tracker;
pub use value::{Place, Tracked};
pub use word::Word;

pub use crate::isa::Decision;
