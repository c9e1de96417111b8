//! What a byte or a slot is part of: tags.

use crate::track::value::{Place, Tracked};

/// What a byte is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Plain data.
    Data,
    /// This byte of an address in the heap.
    Address(u8),
    /// This byte of a token.
    Token(u8),
    /// This byte of a key.
    Key(u8),
    /// Computed from an address or token.
    Mixed,
}

/// Tags of bytes; a slot has eight of them, the lowest byte's lowest.
pub(super) mod tag {
    pub(in crate::track::provenance) const DATA: u8 = 0;
    pub(in crate::track::provenance) const ADDRESS: u8 = 0x10;
    pub(in crate::track::provenance) const TOKEN: u8 = 0x20;
    pub(in crate::track::provenance) const KEY: u8 = 0x30;
    pub(in crate::track::provenance) const MIXED: u8 = 0xff;
}

/// The four bytes of an address.
pub(super) const ADDRESS: u64 = 0x1312_1110;
/// The four bytes of a token.
pub(super) const TOKEN: u64 = 0x2322_2120;
/// The four bytes of a key.
pub(super) const KEY: u64 = 0x3332_3130;
/// The four bytes of a number minus an address.
pub(super) const NEGATED: u64 = 0x4342_4140;
/// The four bytes of a distance between blocks, plus or minus a number: it says which of two addresses comes first, and
/// whether what lies there overlaps.
pub(super) const DISTANCE: u64 = 0x5352_5150;
/// The four bytes of what was computed from addresses such that low bits depend on low bits only.
pub(super) const CARRIED: u64 = 0x6362_6160;
/// The four bytes of an address with more bits set, maybe those of another one: the same, and never 0.
pub(super) const JOINED: u64 = 0x7372_7170;
/// Low bits of an address that code looks at to see whether it is aligned, or uses for something else.
pub(super) const LOW_BITS: u64 = 15;

/// Words that are never 0, whatever names are called.
pub(super) const NEVER_ZERO: [u64; 3] = [ADDRESS, TOKEN, JOINED];

/// What is known about a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    pub(super) undefined: u64,
    pub(super) tags: u64,
}

/// The tags of the low and of the high word.
pub(super) fn halves(tags: u64) -> [u64; 2] {
    [tags & u64::from(u32::MAX), tags >> 32]
}

/// All bytes of the result are mixed.
pub(super) fn mixed(len: u8) -> u64 {
    if len == 4 { u64::from(u32::MAX) } else { u64::MAX }
}

pub(super) fn plain(tracked: Tracked<Kind>) -> Tracked<u64> {
    Tracked { value: tracked.value, shadow: tracked.shadow.undefined }
}

pub(super) fn plain_place(place: Place<Kind>) -> Place<u64> {
    Place { base: plain(place.base), offset: place.offset, address: place.address, len: place.len }
}
