//! The tracker that knows which values are addresses, and which are tokens or keys.
//!
//! States that differ only in where their blocks lie behave alike, if nobody looks at addresses as numbers. To compare
//! them, one has to know which bytes are addresses; to guess would be to merge states that differ. So beside every slot
//! and byte, this tracker keeps what it is a part of: byte 0 to 3 of an address, of a token or of a key, or something that
//! was computed from one of these in a way that the rules below do not follow. Such a byte is *mixed*: whoever finds one in
//! a state must not rename anything in it.
//!
//! Rules: moving and copying keep what a byte is. An address plus or minus a number is an address; the difference of two
//! addresses in one block is a number, also if one of them was negated first; an address with its low bits masked or set is
//! an address, and its low bits are a number, as are the low bits of what adds, multiplies or combines addresses. What
//! compares addresses for equality, or for order in one block, gives a number, and so does what compares keys. Everything
//! else is mixed.
//!
//! LIMIT (states may be merged): code that goes another way if a block happens to be aligned better than it asked for looks
//! like code that asks whether an address is aligned. Shown by `low_bits_are_numbers`.
//!
//! LIMIT (other addresses are not tried): those of locals and statics are numbers, the same in every run of a module. Code that
//! decides by them, such as a hasher that makes its seed of one, is seen with these numbers only. Shown by
//! `addresses_of_statics_are_numbers`.
//!
//! Comparing addresses of *different* blocks for order, or their distance with something, says something about where blocks
//! lie to each other; std asks so before every copy. That is counted ([`Provenance::n_order_questions`]). What is decided by
//! the number of a name itself (a branch or an index by a mixed value or by a part of a name, a comparison of a key or a
//! token with a number) is counted apart ([`Provenance::n_raw_questions`]), and so is whether the address of a block that was
//! freed, or the end of a block, is the address of another one: here it never is, elsewhere it may be.
//!
//! Blocks never share an address, not even after they are freed, so an address says which block is meant. It also sees
//! memory errors, as [`Sanitizer`] does.

use std::ops::Range;

use super::sanitizer::SanitizerSnapshot;
use super::{Decision, Extension, Place, Sanitizer, Tracked, Tracker};
use crate::exec::Stop;
use crate::heap::Heap;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::{Memory, Paged, PagedSnapshot};

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
mod tag {
    pub(super) const DATA: u8 = 0;
    pub(super) const ADDRESS: u8 = 0x10;
    pub(super) const TOKEN: u8 = 0x20;
    pub(super) const KEY: u8 = 0x30;
    pub(super) const MIXED: u8 = 0xff;
}

/// The four bytes of an address.
const ADDRESS: u64 = 0x1312_1110;
/// The four bytes of a token.
const TOKEN: u64 = 0x2322_2120;
/// The four bytes of a key.
const KEY: u64 = 0x3332_3130;
/// The four bytes of a number minus an address.
const NEGATED: u64 = 0x4342_4140;
/// The four bytes of a distance between blocks, plus or minus a number: it says which of two addresses comes first, and
/// whether what lies there overlaps.
const DISTANCE: u64 = 0x5352_5150;
/// The four bytes of what was computed from addresses such that low bits depend on low bits only.
const CARRIED: u64 = 0x6362_6160;
/// The four bytes of an address with more bits set, maybe those of another one: the same, and never 0.
const JOINED: u64 = 0x7372_7170;
/// Low bits of an address that code looks at to see whether it is aligned, or uses for something else.
const LOW_BITS: u64 = 15;

/// Words that are never 0, whatever names are called.
const NEVER_ZERO: [u64; 3] = [ADDRESS, TOKEN, JOINED];

/// What is known about a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    undefined: u64,
    tags: u64,
}

/// Knows addresses and tokens. See the module's documentation.
#[derive(Debug)]
pub struct Provenance {
    sanitizer: Sanitizer,
    /// The tag of each byte of memory.
    tags: Paged,
    /// No block begins before this address.
    heap: u32,
    n_order_questions: u64,
    n_raw_questions: u64,
}

/// What a snapshot keeps of [`Provenance`].
#[derive(Clone, Debug)]
pub struct ProvenanceSnapshot {
    sanitizer: SanitizerSnapshot,
    tags: PagedSnapshot,
}

impl Default for Provenance {
    fn default() -> Self {
        Self {
            sanitizer: Sanitizer::default(),
            tags: Paged::new(0, 0),
            heap: u32::MAX,
            n_order_questions: 0,
            n_raw_questions: 0,
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

    /// What a byte of memory, which is in bounds, is part of.
    pub fn origin(&self, address: u32) -> Origin {
        match self.tags.as_slice()[address as usize] {
            tag::DATA => Origin::Data,
            byte @ tag::ADDRESS..0x14 => Origin::Address(byte - tag::ADDRESS),
            byte @ tag::TOKEN..0x24 => Origin::Token(byte - tag::TOKEN),
            byte @ tag::KEY..0x34 => Origin::Key(byte - tag::KEY),
            _ => Origin::Mixed,
        }
    }

    /// The undefined bits of a byte of memory, which is in bounds.
    pub fn undefined(&self, address: u32) -> u8 {
        self.sanitizer.undefined_bits(address, 1) as u8
    }

    /// How often runs have asked where blocks lie, in relation to each other.
    pub fn n_order_questions(&self) -> u64 {
        self.n_order_questions
    }

    /// How often runs have decided something by a mixed value: by the number of an address, a token or a key.
    pub fn n_raw_questions(&self) -> u64 {
        self.n_raw_questions
    }

    fn set_tags(&mut self, address: u32, len: u32, tags: u64) {
        let bytes = &tags.to_le_bytes()[..len as usize];
        let at = address as usize;
        if self.tags.as_slice()[at..at + bytes.len()] != *bytes {
            self.tags.write(at, bytes.len()).copy_from_slice(bytes);
        }
    }

    fn clear_tags(&mut self, address: u32, len: u32) {
        let at = address as usize..(address + len) as usize;
        if self.tags.as_slice()[at.clone()].iter().any(|tag| *tag != tag::DATA) {
            self.tags.write(at.start, at.len()).fill(tag::DATA);
        }
    }

    /// Whether no border of a block is between two addresses.
    fn is_one_block(&self, a: u64, b: u64) -> bool {
        let (a, b) = (a as u32, b as u32);
        self.sanitizer.is_one_block(a.min(b)..a.max(b))
    }

    /// A value decides something: may these kinds of words do so?
    #[inline(always)]
    fn ask(&mut self, value: Tracked<Kind>, harmless: &[u64]) {
        let tags = value.shadow.tags;
        if tags == DISTANCE && harmless == NEVER_ZERO {
            self.n_order_questions += 1;
        } else if tags != 0 && !halves(tags).iter().all(|half| *half == 0 || harmless.contains(half)) {
            self.n_raw_questions += 1;
        }
    }

    fn compare(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) {
        let is_equality = matches!(op, BinaryOp::I32Eq | BinaryOp::I32Ne | BinaryOp::I64Eq | BinaryOp::I64Ne);
        let [low, high] = {
            let (a_tags, b_tags) = (halves(a.shadow.tags), halves(b.shadow.tags));
            [0, 1].map(|half| {
                let word = |slot: u64| slot >> (32 * half) & u64::from(u32::MAX);
                let (a, b) = ((a_tags[half], word(a.value)), (b_tags[half], word(b.value)));
                if is_equality { self.equality(a, b) } else { self.order(a, b) }
            })
        };
        // Which of two slots is less depends on their low halves only if their high halves are equal.
        let is_one_word = is_equality || (a.value | b.value) >> 32 == 0;
        match low.max(high) {
            _ if !is_one_word => self.n_raw_questions += 1,
            Asked::Numbers => {}
            Asked::Order => self.n_order_questions += 1,
            Asked::Raw => self.n_raw_questions += 1,
        }
    }

    fn may_be_heap(&self, address: u64) -> bool {
        address >= u64::from(self.heap)
    }

    /// What it says of two words, with their tags, whether they are equal.
    fn equality(&self, a: (u64, u64), b: (u64, u64)) -> Asked {
        match (a.0, b.0) {
            (0, 0) | (TOKEN, TOKEN) | (KEY, KEY) => Asked::Numbers,
            (ADDRESS, ADDRESS) if a.1 == b.1 || self.are_never_equal(a.1, b.1) => Asked::Numbers,
            // No block lies where a number that is no address says.
            (ADDRESS, 0) | (0, ADDRESS) => Asked::Numbers,
            // No token is 0.
            (TOKEN, 0) if b.1 == 0 => Asked::Numbers,
            (0, TOKEN) if a.1 == 0 => Asked::Numbers,
            (DISTANCE, 0) | (0, DISTANCE) => Asked::Order,
            _ => Asked::Raw,
        }
    }

    /// Whether two different addresses differ in any memory: both lead into blocks that are there, or one block has both. Here
    /// no block lies where another one was, or right behind another one; elsewhere that happens, so that what is left of a
    /// block that was freed may be the address of a new one, and the end of a block the beginning of another.
    fn are_never_equal(&self, a: u64, b: u64) -> bool {
        let is_inside = |address: u64| self.sanitizer.is_open_byte(address as u32);
        is_inside(a) && is_inside(b) || self.is_one_block(a, b)
    }

    /// What it says of two words, with their tags, which of them is less.
    fn order(&self, a: (u64, u64), b: (u64, u64)) -> Asked {
        match (a.0, b.0) {
            (0, 0) | (KEY, KEY) => Asked::Numbers,
            (ADDRESS, ADDRESS) if self.is_one_block(a.1, b.1) => Asked::Numbers,
            // All blocks lie behind such a number, in any layout.
            (ADDRESS, 0) if self.may_be_heap(a.1) && !self.may_be_heap(b.1) => Asked::Numbers,
            (0, ADDRESS) if self.may_be_heap(b.1) && !self.may_be_heap(a.1) => Asked::Numbers,
            // A negated address is compared with a number to see whether an address plus the number would be too large.
            (ADDRESS | DISTANCE | 0, ADDRESS | DISTANCE | 0) | (NEGATED, 0) | (0, NEGATED) => Asked::Order,
            _ => Asked::Raw,
        }
    }
}

/// What a comparison says about the words that are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    /// Nothing that a renaming would change.
    Numbers,
    /// Where blocks lie to each other.
    Order,
    /// What number a name has.
    Raw,
}

/// The tags of the low and of the high word.
fn halves(tags: u64) -> [u64; 2] {
    [tags & u64::from(u32::MAX), tags >> 32]
}

/// All bytes of the result are mixed.
fn mixed(len: u8) -> u64 {
    if len == 4 { u64::from(u32::MAX) } else { u64::MAX }
}

fn unary(op: UnaryOp, a: Tracked<Kind>) -> u64 {
    match op {
        UnaryOp::I32Eqz | UnaryOp::I64Eqz => 0,
        UnaryOp::I32WrapI64 => a.shadow.tags & u64::from(u32::MAX),
        UnaryOp::I64ExtendI32U => a.shadow.tags,
        _ => mixed(op.result_len()),
    }
}

fn binary(op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, is_one_block: bool) -> u64 {
    let (left, right) = (a.shadow.tags, b.shadow.tags);
    let is_low = |value: u64| value <= LOW_BITS;
    let clears_low = |value: u64| is_low(u64::from(!(value as u32)));
    // Of addresses, negated or combined or not.
    let of_addresses = [0, ADDRESS, NEGATED, DISTANCE, CARRIED, JOINED];
    let are_of_addresses = [left, right].iter().all(|tags| of_addresses.contains(tags));
    match op {
        _ if op.is_comparison() => 0,
        BinaryOp::I32Add | BinaryOp::I32Sub if left == ADDRESS && right == 0 => ADDRESS,
        BinaryOp::I32Add if left == 0 && right == ADDRESS => ADDRESS,
        BinaryOp::I32Sub if left == 0 && right == ADDRESS => NEGATED,
        BinaryOp::I32Xor if left == ADDRESS && right == 0 && b.value == u64::from(u32::MAX) => NEGATED,
        BinaryOp::I32Add | BinaryOp::I32Sub if left == NEGATED && right == 0 => NEGATED,
        BinaryOp::I32Add if left == 0 && right == NEGATED => NEGATED,
        BinaryOp::I32Sub if left == 0 && right == NEGATED => ADDRESS,
        BinaryOp::I32Sub if left == ADDRESS && right == ADDRESS && is_one_block => 0,
        BinaryOp::I32Add if is_difference(left, right) && is_one_block => 0,
        BinaryOp::I32Sub if left == ADDRESS && right == ADDRESS => DISTANCE,
        BinaryOp::I32Add if is_difference(left, right) => DISTANCE,
        BinaryOp::I32Add | BinaryOp::I32Sub if (left, right) == (DISTANCE, 0) || (left, right) == (0, DISTANCE) => {
            DISTANCE
        }
        BinaryOp::I32And if are_of_addresses && right == 0 && is_low(b.value) => 0,
        BinaryOp::I32And if are_of_addresses && left == 0 && is_low(a.value) => 0,
        BinaryOp::I32And if left == ADDRESS && right == 0 && clears_low(b.value) => ADDRESS,
        BinaryOp::I32Or | BinaryOp::I32Xor if left == ADDRESS && right == 0 && is_low(b.value) => ADDRESS,
        _ => {
            let carries = matches!(
                op,
                BinaryOp::I32Add
                    | BinaryOp::I32Sub
                    | BinaryOp::I32Mul
                    | BinaryOp::I32And
                    | BinaryOp::I32Or
                    | BinaryOp::I32Xor
            );
            let is_joined = op == BinaryOp::I32Or && [left, right].iter().any(|tags| [ADDRESS, JOINED].contains(tags));
            let otherwise = match (carries && are_of_addresses, is_joined) {
                (true, true) => JOINED,
                (true, false) => CARRIED,
                (false, _) => mixed(op.result_len()),
            };
            moved_bytes(op, a, b).unwrap_or(otherwise)
        }
    }
}

/// Whether the sum is the difference of two addresses.
fn is_difference(left: u64, right: u64) -> bool {
    (left, right) == (ADDRESS, NEGATED) || (left, right) == (NEGATED, ADDRESS)
}

/// Compilers move several small fields in one slot: they shift whole bytes, put slots with different bytes together, and
/// cut bytes out. None if it is something else.
fn moved_bytes(op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> Option<u64> {
    let (left, right) = (a.shadow.tags, b.shadow.tags);
    let (by, mask) = (b.value, mixed(op.result_len()));
    let is_whole = right == 0 && by.is_multiple_of(8);
    match op {
        BinaryOp::I32Shl if is_whole => Some(left << (by & 31) & mask),
        BinaryOp::I32ShrU if is_whole => Some(left >> (by & 31)),
        BinaryOp::I64Shl if is_whole => Some(left << (by & 63)),
        BinaryOp::I64ShrU if is_whole => Some(left >> (by & 63)),
        // A length behind an address, and multiplied at the same time. Memory ends far below the last two bits of addresses.
        BinaryOp::I64ShrU if right == 0 && left >> 32 == 0 && by & 63 >= 30 && a.value << 32 >> 62 == 0 => Some(0),
        BinaryOp::I32Or | BinaryOp::I64Or | BinaryOp::I32Xor | BinaryOp::I64Xor => {
            each_byte(a, b, |(x, x_tag), (y, y_tag)| match (x_tag, y_tag) {
                (0, 0) => Some(0),
                (_, 0) if y == 0 => Some(x_tag),
                (0, _) if x == 0 => Some(y_tag),
                _ => None,
            })
        }
        BinaryOp::I32And | BinaryOp::I64And => each_byte(a, b, |(x, x_tag), (y, y_tag)| match (x_tag, y_tag) {
            (0, 0) => Some(0),
            (_, 0) if y == 0 => Some(0),
            (0, _) if x == 0 => Some(0),
            (_, 0) if y == 0xff => Some(x_tag),
            (0, _) if x == 0xff => Some(y_tag),
            _ => None,
        }),
        _ => None,
    }
}

/// The tags of a result whose bytes depend on the operands' bytes at the same places: value and tag of each.
fn each_byte(a: Tracked<Kind>, b: Tracked<Kind>, of: impl Fn((u8, u8), (u8, u8)) -> Option<u8>) -> Option<u64> {
    let bytes = |tracked: Tracked<Kind>| {
        let (values, tags) = (tracked.value.to_le_bytes(), tracked.shadow.tags.to_le_bytes());
        std::array::from_fn::<(u8, u8), 8, _>(|i| (values[i], tags[i]))
    };
    let mut tags = [0; 8];
    for ((tag, a), b) in tags.iter_mut().zip(bytes(a)).zip(bytes(b)) {
        *tag = of(a, b)?;
    }
    Some(u64::from_le_bytes(tags))
}

fn plain(tracked: Tracked<Kind>) -> Tracked<u64> {
    Tracked { value: tracked.value, shadow: tracked.shadow.undefined }
}

fn plain_place(place: Place<Kind>) -> Place<u64> {
    Place { base: plain(place.base), offset: place.offset, address: place.address, len: place.len }
}

impl Tracker for Provenance {
    type Shadow = Kind;
    type Snapshot = ProvenanceSnapshot;

    const TRACES: bool = true;

    #[inline(always)]
    fn unary(&mut self, op: UnaryOp, a: Tracked<Kind>, result: u64) -> Kind {
        let undefined = self.sanitizer.unary(op, plain(a), result);
        if matches!(op, UnaryOp::I32Eqz | UnaryOp::I64Eqz) {
            self.ask(a, &NEVER_ZERO);
        }
        Kind { undefined, tags: if a.shadow.tags == 0 { 0 } else { unary(op, a) } }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, result: u64) -> Kind {
        let undefined = self.sanitizer.binary(op, plain(a), plain(b), result);
        if a.shadow.tags | b.shadow.tags == 0 {
            return Kind { undefined, tags: 0 };
        }
        if op.is_comparison() {
            self.compare(op, a, b);
        }
        // To look for a border takes time where there is none: outside the heap.
        let is_one_block = match (op, a.shadow.tags, b.shadow.tags) {
            (BinaryOp::I32Sub, ADDRESS, ADDRESS) => self.is_one_block(a.value, b.value),
            (BinaryOp::I32Add, NEGATED, ADDRESS) => self.is_one_block(a.value.wrapping_neg(), b.value),
            (BinaryOp::I32Add, ADDRESS, NEGATED) => self.is_one_block(a.value, b.value.wrapping_neg()),
            _ => false,
        };
        Kind { undefined, tags: binary(op, a, b, is_one_block) }
    }

    #[inline(always)]
    fn select(&mut self, condition: Tracked<Kind>, a: Tracked<Kind>, b: Tracked<Kind>) -> Kind {
        let undefined = self.sanitizer.select(plain(condition), plain(a), plain(b));
        self.ask(condition, &NEVER_ZERO);
        Kind { undefined, tags: if condition.value as u32 != 0 { a.shadow.tags } else { b.shadow.tags } }
    }

    #[inline(always)]
    fn decide(&mut self, decision: Decision, value: Tracked<Kind>) -> Result<(), Stop> {
        let harmless: &[u64] = match decision {
            Decision::Branch => &NEVER_ZERO,
            Decision::Address => &[ADDRESS],
            // What the host does with names is the same for all of them.
            Decision::Host => &[ADDRESS, TOKEN, KEY],
            Decision::Switch | Decision::CallTarget | Decision::Size | Decision::TableIndex | Decision::TrapOperand => {
                &[]
            }
        };
        self.ask(value, harmless);
        self.sanitizer.decide(decision, plain(value))
    }

    #[inline(always)]
    fn decide_unary_trap(&mut self, op: UnaryOp, a: Tracked<Kind>) -> Result<(), Stop> {
        self.ask(a, &[]);
        self.sanitizer.decide_unary_trap(op, plain(a))
    }

    #[inline(always)]
    fn decide_binary_trap(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> Result<(), Stop> {
        self.ask(b, &[]);
        self.sanitizer.decide_binary_trap(op, plain(a), plain(b))
    }

    #[inline(always)]
    fn decide_comparison(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, taken: bool) -> Result<(), Stop> {
        if a.shadow.tags | b.shadow.tags != 0 {
            self.compare(op, a, b);
        }
        self.sanitizer.decide_comparison(op, plain(a), plain(b), taken)
    }

    #[inline(always)]
    fn decide_switch(&mut self, index: Tracked<Kind>, table: u32, targets: &[u32]) -> Result<(), Stop> {
        self.ask(index, &[]);
        self.sanitizer.decide_switch(plain(index), table, targets)
    }

    #[inline(always)]
    fn load(&mut self, memory: &Memory, place: Place<Kind>, extension: Extension) -> Result<Kind, Stop> {
        self.ask(place.base, &[ADDRESS]);
        let undefined = self.sanitizer.load(memory, plain_place(place), extension)?;
        let at = place.address as usize;
        let mut bytes = [0; 8];
        bytes[..place.len as usize].copy_from_slice(&self.tags.as_slice()[at..at + place.len as usize]);
        let tags = u64::from_le_bytes(bytes);
        // A sign would be spread over bytes that are no part of an address.
        let tags = if extension == Extension::Zero || tags == 0 { tags } else { u64::MAX };
        Ok(Kind { undefined, tags })
    }

    #[inline(always)]
    fn store(&mut self, memory: &Memory, place: Place<Kind>, value: Tracked<Kind>) -> Result<(), Stop> {
        self.ask(place.base, &[ADDRESS]);
        self.sanitizer.store(memory, plain_place(place), plain(value))?;
        self.set_tags(place.address, place.len, value.shadow.tags);
        Ok(())
    }

    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop> {
        self.sanitizer.copy(memory, dst, src, len)?;
        self.tags.copy(dst as usize, src as usize, len as usize);
        Ok(())
    }

    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Tracked<Kind>) -> Result<(), Stop> {
        self.sanitizer.fill(memory, dst, len, plain(value))?;
        if value.shadow.tags as u8 == tag::DATA {
            self.clear_tags(dst, len);
        } else {
            self.tags.write(dst as usize, len as usize).fill(tag::MIXED);
        }
        Ok(())
    }

    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop> {
        self.sanitizer.init(memory, dst, len)?;
        self.clear_tags(dst, len);
        Ok(())
    }

    fn host_reads(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop> {
        self.sanitizer.host_reads(memory, address, len)
    }

    fn grown(&mut self, len: usize) {
        self.sanitizer.grown(len);
        if len > self.tags.len() {
            self.tags.grow(len, tag::DATA);
        }
    }

    fn stack_at(&mut self, stack_pointer: u32) {
        self.sanitizer.stack_at(stack_pointer);
    }

    fn stack_moved(&mut self, old: u32, new: u32) -> Result<(), Stop> {
        self.sanitizer.stack_moved(old, new)
    }

    #[inline(always)]
    fn returned(&mut self, stack_pointer: u32) {
        self.sanitizer.returned(stack_pointer);
    }

    fn heap_reserved(&mut self, range: Range<u32>) {
        self.heap = self.heap.min(range.start);
        self.sanitizer.heap_reserved(range);
    }

    fn heap_allocated(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_allocated(address, size);
        self.clear_tags(address, size);
    }

    fn heap_freeing(&mut self, address: u32, size: u32) -> Result<(), Stop> {
        self.sanitizer.heap_freeing(address, size)
    }

    fn heap_freed(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_freed(address, size);
    }

    fn address(&self) -> Kind {
        Kind { undefined: 0, tags: ADDRESS }
    }

    fn accuse(&self, heap: &Heap, stop: &mut Stop) {
        self.sanitizer.accuse(heap, stop);
    }

    fn snapshot(&mut self) -> ProvenanceSnapshot {
        ProvenanceSnapshot { sanitizer: self.sanitizer.snapshot(), tags: self.tags.snapshot() }
    }

    fn restore(&mut self, snapshot: &ProvenanceSnapshot) {
        self.sanitizer.restore(&snapshot.sanitizer);
        self.tags.restore(&snapshot.tags);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(value: u64) -> Tracked<Kind> {
        Tracked { value, shadow: Kind { undefined: 0, tags: ADDRESS } }
    }

    fn number(value: u64) -> Tracked<Kind> {
        Tracked { value, shadow: Kind::default() }
    }

    /// With a block from 0x9000 to 0x9100, and one from 0x9200 to 0x9300.
    fn provenance() -> Provenance {
        let mut provenance = Provenance::default();
        provenance.grown(Memory::new(1, 1).bytes().len());
        provenance.heap_reserved(0x8000..0x1_0000);
        provenance.heap_allocated(0x9000, 0x100);
        provenance.heap_allocated(0x9200, 0x100);
        provenance
    }

    fn tags(op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> u64 {
        provenance().binary(op, a, b, 0).tags
    }

    #[test]
    fn an_address_stays_one_under_arithmetic_inside_its_block() {
        let p = address(0x9000);
        assert_eq!(tags(BinaryOp::I32Add, p, number(8)), ADDRESS);
        assert_eq!(tags(BinaryOp::I32Add, number(8), p), ADDRESS);
        assert_eq!(tags(BinaryOp::I32Sub, address(0x9100), p), 0, "an offset");
        assert_eq!(tags(BinaryOp::I32Sub, address(0x9208), p), DISTANCE, "how far another block is");
        assert_eq!(tags(BinaryOp::I32And, p, number(0xffff_fff8)), ADDRESS);
        assert_eq!(tags(BinaryOp::I32Or, p, number(1)), ADDRESS);
        for op in [BinaryOp::I32Xor, BinaryOp::I32Mul, BinaryOp::I32Add] {
            assert_eq!(tags(op, p, address(0x9200)), CARRIED, "{}", op.text());
        }
        assert_eq!(tags(BinaryOp::I32ShrU, p, number(3)), mixed(4));
        let negated = |value: u32| Tracked {
            value: u64::from(value.wrapping_neg()),
            shadow: Kind { undefined: 0, tags: NEGATED },
        };
        assert_eq!(tags(BinaryOp::I32Sub, number(0), p), NEGATED);
        assert_eq!(tags(BinaryOp::I32Add, address(0x9100), negated(0x9004)), 0, "an offset");
        assert_eq!(tags(BinaryOp::I32Add, negated(0x9004), address(0x9208)), DISTANCE);
        assert_eq!(tags(BinaryOp::I32Add, Provenance::token(1), number(1)), mixed(4), "a token is no number");
    }

    #[test]
    fn low_bits_are_numbers() {
        assert_eq!(tags(BinaryOp::I32And, address(0x9004), number(7)), 0);
        assert_eq!(tags(BinaryOp::I32And, address(0x9004), number(0x1004)), CARRIED);
        let both = Tracked { value: 0x9204, shadow: Kind { undefined: 0, tags: CARRIED } };
        assert_eq!(tags(BinaryOp::I32And, both, number(3)), 0, "whether two addresses are aligned");
        let hash = Tracked { value: 0x9204, shadow: Kind { undefined: 0, tags: mixed(4) } };
        assert_eq!(tags(BinaryOp::I32And, hash, number(3)), mixed(4));
        assert_eq!(tags(BinaryOp::I32Or, address(0x9004), address(0x9208)), JOINED);
        assert_eq!(tags(BinaryOp::I32Xor, address(0x9004), number(0xffff_ffff)), NEGATED);
    }

    #[test]
    fn two_words_travel_in_one_slot() {
        let high = tags(BinaryOp::I64Shl, address(0x1000), number(32));
        assert_eq!(high, ADDRESS << 32);
        let both = tags(
            BinaryOp::I64Or,
            Tracked { value: 0x1000 << 32, shadow: Kind { undefined: 0, tags: high } },
            address(0x2000),
        );
        assert_eq!(both, ADDRESS << 32 | ADDRESS);
        let slot = Tracked { value: 0x1000 << 32 | 0x2000, shadow: Kind { undefined: 0, tags: both } };
        assert_eq!(tags(BinaryOp::I64ShrU, slot, number(32)), ADDRESS);
        assert_eq!(unary(UnaryOp::I32WrapI64, slot), ADDRESS);
        assert_eq!(tags(BinaryOp::I64Or, slot, number(1)), mixed(8), "the halves overlap");
        let with_len = Tracked { value: 7 << 32 | 0x9000, shadow: Kind { undefined: 0, tags: ADDRESS } };
        assert_eq!(tags(BinaryOp::I64ShrU, with_len, number(30)), 0, "the length, times four");
        assert_eq!(tags(BinaryOp::I64ShrU, with_len, number(12)), mixed(8));
    }

    #[test]
    fn bytes_travel_beside_others() {
        let p = address(0x9000);
        let shifted = tags(BinaryOp::I32Shl, p, number(8));
        assert_eq!(shifted, ADDRESS << 8 & mixed(4), "a flag comes before the address");
        let shifted = Tracked { value: 0x9000 << 8, shadow: Kind { undefined: 0, tags: shifted } };
        let both = tags(BinaryOp::I32Or, shifted, number(3));
        let both = Tracked { value: 0x9000 << 8 | 3, shadow: Kind { undefined: 0, tags: both } };
        assert_eq!(tags(BinaryOp::I32And, both, number(0xff)), 0, "the flag");
        assert_eq!(tags(BinaryOp::I32Xor, both, number(1)), both.shadow.tags, "the other flag");
        assert_eq!(tags(BinaryOp::I32Xor, both, number(0x101)), mixed(4), "no address any more");
        assert_eq!(tags(BinaryOp::I32ShrU, both, number(8)), ADDRESS & mixed(4) >> 8, "all but a byte of the address");
        assert_eq!(tags(BinaryOp::I32And, both, number(0xf00)), mixed(4), "a part of a byte");
        assert_eq!(tags(BinaryOp::I32Shl, p, number(4)), mixed(4));
    }

    #[test]
    fn questions_about_where_blocks_lie_are_counted() {
        let mut provenance = provenance();
        let (p, q) = (address(0x9000), address(0x9200));
        provenance.binary(BinaryOp::I32Eq, p, q, 0);
        provenance.binary(BinaryOp::I32LtU, p, address(0x9100), 1);
        assert_eq!(provenance.n_order_questions(), 0);
        provenance.decide_comparison(BinaryOp::I32LtU, p, q, true).expect("it is defined");
        assert_eq!(provenance.n_order_questions(), 1);
        provenance.binary(BinaryOp::I32LtU, Provenance::key(3), Provenance::key(9), 1);
        assert_eq!(provenance.n_order_questions(), 1, "keys have an order");
        let mixed = Tracked { value: 1, shadow: Kind { undefined: 0, tags: mixed(4) } };
        provenance.binary(BinaryOp::I32Eq, mixed, number(1), 1);
        assert_eq!((provenance.n_order_questions(), provenance.n_raw_questions()), (1, 1));
        provenance.decide(Decision::Branch, mixed).expect("it is defined");
        provenance.unary(UnaryOp::I32Eqz, mixed, 0);
        provenance.select(mixed, number(1), number(2));
        assert_eq!(provenance.n_raw_questions(), 4, "each of them depends on it");
        provenance.binary(BinaryOp::I32LtU, p, number(0x9100), 1);
        assert_eq!((provenance.n_order_questions(), provenance.n_raw_questions()), (2, 4));
        provenance.binary(BinaryOp::I32LtU, p, number(5), 0);
        assert_eq!(provenance.n_order_questions(), 2, "no block lies there");
        let byte = Tracked { value: 0x90, shadow: Kind { undefined: 0, tags: ADDRESS >> 8 & 0xff } };
        for (op, a, b) in [
            (BinaryOp::I32Eq, byte, number(0x90)),
            (BinaryOp::I32Eq, Provenance::token(7), number(7)),
            (BinaryOp::I32Eq, Provenance::key(7), number(7)),
            (BinaryOp::I32LtU, Provenance::key(7), number(9)),
            (BinaryOp::I32LtU, Provenance::token(7), Provenance::token(9)),
        ] {
            let before = provenance.n_raw_questions();
            provenance.binary(op, a, b, 1);
            assert_eq!(provenance.n_raw_questions(), before + 1, "{} {a:?} {b:?}", op.text());
        }
        let before = provenance.n_raw_questions();
        provenance.binary(BinaryOp::I32Eq, Provenance::token(7), number(0), 0);
        provenance.binary(BinaryOp::I32Eq, Provenance::token(7), Provenance::token(7), 1);
        provenance.decide(Decision::Branch, p).expect("it is defined");
        assert_eq!(provenance.n_raw_questions(), before, "names treated as names");
    }

    #[test]
    fn blocks_may_lie_where_others_were_or_end() {
        let mut provenance = provenance();
        let ask = |provenance: &mut Provenance, a: u64, b: u64| {
            let before = provenance.n_raw_questions();
            provenance.binary(BinaryOp::I32Eq, address(a), address(b), u64::from(a == b));
            provenance.n_raw_questions() - before
        };
        assert_eq!(ask(&mut provenance, 0x9000, 0x9200), 0, "two blocks");
        assert_eq!(ask(&mut provenance, 0x9000, 0x9100), 0, "beginning and end");
        assert_eq!(ask(&mut provenance, 0x9100, 0x9200), 1, "the end of one, the beginning of another");
        provenance.heap_freed(0x9000, 0x100);
        assert_eq!(ask(&mut provenance, 0x9000, 0x9000), 0, "it itself");
        assert_eq!(ask(&mut provenance, 0x9000, 0x9200), 1, "the other one may be there now");
        assert_eq!(ask(&mut provenance, 0x9000, 0x9008), 0, "it has been one block");
    }

    #[test]
    fn bytes_keep_what_they_are_part_of() {
        let mut provenance = provenance();
        let memory = Memory::new(1, 1);
        let at = |address: u32, len: u32| Place { base: number(u64::from(address)), offset: 0, address, len };
        provenance.store(&memory, at(0x9000, 4), address(0x9000)).unwrap();
        provenance.copy(&memory, 0x9009, 0x9000, 4).unwrap();
        let loaded = provenance.load(&memory, at(0x9009, 4), Extension::Zero).unwrap();
        assert_eq!(loaded.tags, ADDRESS, "also where it is not aligned");
        assert_eq!(provenance.origin(0x900b), Origin::Address(2));
        provenance.store(&memory, at(0x900a, 1), number(0)).unwrap();
        assert_eq!(provenance.origin(0x900a), Origin::Data);
        let part = provenance.load(&memory, at(0x9001, 1), Extension::Zero).unwrap();
        provenance.store(&memory, at(0x9011, 1), Tracked { value: 0, shadow: part }).unwrap();
        assert_eq!(provenance.origin(0x9011), Origin::Address(1), "copied byte by byte");
        provenance.store(&memory, at(0x9018, 4), Provenance::token(7)).unwrap();
        assert_eq!(provenance.origin(0x9018), Origin::Token(0));
    }
}
