//! Trackers: they know about values more than their bits.
//!
//! The machine is generic over a [`Tracker`]. Every slot, global and byte of memory has a shadow; the machine calls a hook of
//! the tracker for every instruction, with the operands' values and shadows, and stores the shadow that it returns for the
//! result. So there is one interpreter, and modes differ only in what they track:
//!
//! - [`Concrete`] tracks nothing and costs nothing: its shadow has no size and its hooks are empty.
//! - [`Sanitizer`] knows which bits are undefined and which bytes may be accessed.
//! - [`Concolic`] is a sanitizer that also knows how each value depends on the initial state of the run.
//! - [`Provenance`] is a sanitizer that also knows which values are addresses, tokens or keys.
//!
//! A tracker observes. It cannot change a value, and all that it can do to a run is to stop it, or to say that a branch is open: then
//! the machine looks whether its two ways meet.

mod bits;
mod concolic;
mod concrete;
mod extension;
mod provenance;
mod sanitizer;
mod tracker;
mod value;
mod word;
mod written_words;
mod zeroed;

pub use concolic::{
    Answer, ByteImage, Concolic, ConcolicSnapshot, Decided, Footprint, Question, Shadow, Symbolic, TableId, TargetsId,
    Term, TermId, Terms, ValuesId,
};
pub use concrete::Concrete;
pub use extension::Extension;
pub use provenance::{Kind, LowBits, NamedByte, Origin, Provenance, ProvenanceSnapshot, Step};
pub use sanitizer::{Sanitizer, SanitizerSnapshot};
pub use tracker::Tracker;
pub use value::{Place, Tracked};
pub use word::Word;
pub use written_words::WrittenWords;
pub use zeroed::Zeroed;

pub use crate::isa::Decision;
