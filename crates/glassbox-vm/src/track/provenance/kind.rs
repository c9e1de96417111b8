//! Origins of bytes and slots, as tags.

use crate::track::value::{Place, Tracked};
use crate::track::zeroed::Zeroed;

/// The origin of a byte.
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
    /// Computed from a name in a way that the rules do not follow.
    Mixed,
}

/// A byte of memory, with its undefined bits and its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedByte {
    /// Its value; undefined bits may have any.
    pub value: u8,
    /// Its undefined bits.
    pub undefined: u8,
    /// Its origin.
    pub origin: Origin,
    /// The name that it is a part of: the first byte of a block, or the number of a token or key. 0 if it is plain. For mixed
    /// bytes see [`Provenance::blocks_in`](super::Provenance::blocks_in).
    pub of: u32,
}

impl NamedByte {
    /// A byte that holds nothing.
    pub const UNDEFINED: Self = Self { value: 0, undefined: 0xff, origin: Origin::Data, of: 0 };

    /// A plain byte.
    pub fn plain(value: u8) -> Self {
        Self { value, undefined: 0, origin: Origin::Data, of: 0 }
    }
}

/// Tags of bytes. A slot has eight of them, the tag of the lowest byte in the lowest byte.
pub(super) mod tag {
    pub(in crate::track::provenance) const DATA: u8 = 0;
    pub(in crate::track::provenance) const ADDRESS: u8 = 0x10;
    pub(in crate::track::provenance) const TOKEN: u8 = 0x20;
    pub(in crate::track::provenance) const KEY: u8 = 0x30;
    /// Of an address in a static: a number, of which only accesses know that it is one.
    pub(in crate::track::provenance) const STATIC: u8 = 0x80;
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
/// The four bytes of a distance between blocks, plus or minus a number: it shows which of two addresses is greater, and
/// whether ranges there overlap.
pub(super) const DISTANCE: u64 = 0x5352_5150;
/// The four bytes of a value computed from addresses whose low bits depend on their low bits only.
pub(super) const CARRIED: u64 = 0x6362_6160;
/// The four bytes of an address with more bits set, perhaps those of another address: like `CARRIED`, and never 0.
pub(super) const JOINED: u64 = 0x7372_7170;
/// The four bytes of an address in a static. Statics have the same addresses in every run, so this is a number; but an access
/// through it must stay in the static.
pub(super) const STATIC: u64 = 0x8382_8180;
/// A mixed word in which a bit is set that depends on no name, so it is not 0. Only words in registers have these tags: a byte
/// of one, and one in memory, is mixed.
pub(super) const NONZERO: u64 = 0xfefe_fefe;
/// A truth value in a register that is the answer to a question about the order of blocks. It is a number, as an address in a static is, until something other
/// than a branch or a choice between addresses depends on it.
pub(super) const ORDERED: u64 = 0x8f;
/// The low bits of an address: code tests them for alignment, or stores flags in them.
pub(super) const LOW_BITS: u64 = 15;

/// Words that are never 0, whatever the numbers of names are.
pub(super) const NEVER_ZERO: [u64; 4] = [ADDRESS, TOKEN, JOINED, NONZERO];

/// The shadow of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    pub(super) undefined: u64,
    pub(super) tags: u64,
    /// For each word the name that its tagged bytes are parts of: a block by its first byte, a token or a key by its number. A
    /// mixed word has the blocks that it was computed from, see `names.rs`.
    pub(super) of: [u32; 2],
}

// SAFETY: it has integers alone, and the default of each is 0.
unsafe impl Zeroed for Kind {}

impl Kind {
    /// A whole name in the low word.
    pub(super) fn name(tags: u64, of: u32) -> Self {
        Self { undefined: 0, tags, of: [of, 0] }
    }
}

/// Tags without those of addresses in statics, which are numbers.
#[inline(always)]
pub(super) fn without_statics(tags: u64) -> u64 {
    // Only these tags and the mixed ones have the highest bit.
    if tags & 0x8080_8080_8080_8080 == 0 { tags } else { without_static_bytes(tags) }
}

/// Whether a tag is one of an address in a static.
pub(super) fn is_of_static(tag: u8) -> bool {
    tag & 0xf0 == tag::STATIC
}

#[cold]
fn without_static_bytes(tags: u64) -> u64 {
    u64::from_le_bytes(tags.to_le_bytes().map(|tag| if is_of_static(tag) { tag::DATA } else { tag }))
}

/// A value of which addresses in statics are numbers.
#[inline(always)]
pub(super) fn number_of_static(value: Tracked<Kind>) -> Tracked<Kind> {
    Tracked { shadow: Kind { tags: without_statics(value.shadow.tags), ..value.shadow }, ..value }
}

/// The tags that a value has in memory, where bytes go apart.
#[inline(always)]
pub(super) fn in_memory(tags: u64) -> u64 {
    if tags & u64::from(u32::MAX) == NONZERO { tags | u64::from(u32::MAX) } else { tags }
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
