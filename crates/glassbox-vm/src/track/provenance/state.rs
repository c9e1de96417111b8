//! The state of the tracker: the tag of each byte of memory, and the counts of questions.

use std::collections::BTreeSet;

use super::kind::{KEY, Kind, Origin, TOKEN, tag};
use crate::memory::{Paged, PagedSnapshot};
use crate::track::sanitizer::{Sanitizer, SanitizerSnapshot};
use crate::track::value::Tracked;

/// So many low bits of addresses are kept.
const MOST_LOW_BITS: usize = 4096;

/// Low bits of an address that a run has computed: whether it is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LowBits {
    /// The address; none if the bits are of a sum or product of addresses.
    pub address: Option<u32>,
    /// The bits.
    pub mask: u32,
}

/// The tracker of addresses, tokens and keys. See the module's documentation.
#[derive(Debug)]
pub struct Provenance {
    pub(super) sanitizer: Sanitizer,
    /// The tag of each byte of memory.
    pub(super) tags: Paged,
    /// Start of the heap: no block begins before this address.
    pub(super) heap: u32,
    pub(super) n_order_questions: u64,
    pub(super) n_raw_questions: u64,
    /// Those of them that ask whether an address is used again.
    pub(super) n_reuse_questions: u64,
    pub(super) low_bits: BTreeSet<LowBits>,
}

/// A snapshot of a [`Provenance`].
#[derive(Clone, Debug)]
pub struct ProvenanceSnapshot {
    pub(super) sanitizer: SanitizerSnapshot,
    pub(super) tags: PagedSnapshot,
}

impl Default for Provenance {
    fn default() -> Self {
        Self {
            sanitizer: Sanitizer::default(),
            tags: Paged::new(0, 0),
            heap: u32::MAX,
            n_order_questions: 0,
            n_raw_questions: 0,
            n_reuse_questions: 0,
            low_bits: BTreeSet::new(),
        }
    }
}

impl Provenance {
    /// A token, to hand to the guest.
    pub fn token(number: u32) -> Tracked<Kind> {
        Tracked { value: u64::from(number), shadow: Kind { undefined: 0, tags: TOKEN } }
    }

    /// A key, to hand to the guest.
    pub fn key(number: u32) -> Tracked<Kind> {
        Tracked { value: u64::from(number), shadow: Kind { undefined: 0, tags: KEY } }
    }

    /// The origin of a byte of memory, which must be in bounds.
    pub fn origin(&self, address: u32) -> Origin {
        match self.tags.as_slice()[address as usize] {
            tag::DATA => Origin::Data,
            byte @ tag::ADDRESS..0x14 => Origin::Address(byte - tag::ADDRESS),
            byte @ tag::TOKEN..0x24 => Origin::Token(byte - tag::TOKEN),
            byte @ tag::KEY..0x34 => Origin::Key(byte - tag::KEY),
            _ => Origin::Mixed,
        }
    }

    /// Sets the undefined bits and the origin of a byte of memory, which must be in bounds.
    pub(crate) fn set_byte(&mut self, address: u32, undefined: u8, origin: Origin) {
        self.sanitizer.plant(address, 1, u64::from(undefined));
        let tag = match origin {
            Origin::Data => tag::DATA,
            Origin::Address(byte) => tag::ADDRESS + byte,
            Origin::Token(byte) => tag::TOKEN + byte,
            Origin::Key(byte) => tag::KEY + byte,
            Origin::Mixed => tag::MIXED,
        };
        self.set_tags(address, 1, u64::from(tag));
    }

    /// The undefined bits of a byte of memory, which must be in bounds.
    pub fn undefined(&self, address: u32) -> u8 {
        self.sanitizer.undefined_bits(address, 1) as u8
    }

    /// Number of decisions that depended on the relative positions of blocks.
    pub fn n_order_questions(&self) -> u64 {
        self.n_order_questions
    }

    /// Number of decisions that depended on the number of an address, a token or a key.
    pub fn n_raw_questions(&self) -> u64 {
        self.n_raw_questions
    }

    /// Number of those decisions that only asked whether a block is where a freed one was, or where another one ends.
    pub fn n_reuse_questions(&self) -> u64 {
        self.n_reuse_questions
    }

    /// Low bits of addresses that were computed since they were last taken. Only the first of them, if there are many.
    pub fn take_low_bits(&mut self) -> BTreeSet<LowBits> {
        std::mem::take(&mut self.low_bits)
    }

    pub(super) fn note_low_bits(&mut self, low_bits: LowBits) {
        if self.low_bits.len() < MOST_LOW_BITS {
            self.low_bits.insert(low_bits);
        }
    }

    pub(super) fn set_tags(&mut self, address: u32, len: u32, tags: u64) {
        let bytes = &tags.to_le_bytes()[..len as usize];
        let at = address as usize;
        if self.tags.as_slice()[at..at + bytes.len()] != *bytes {
            self.tags.write(at, bytes.len()).copy_from_slice(bytes);
        }
    }

    pub(super) fn clear_tags(&mut self, address: u32, len: u32) {
        let at = address as usize..(address + len) as usize;
        if self.tags.as_slice()[at.clone()].iter().any(|tag| *tag != tag::DATA) {
            self.tags.write(at.start, at.len()).fill(tag::DATA);
        }
    }
}
