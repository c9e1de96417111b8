//! Questions: decisions that depend on the positions of blocks, or on the number of a name.

use super::kind::{ADDRESS, DISTANCE, KEY, Kind, NEGATED, NEVER_ZERO, TOKEN, halves};
use super::state::{LowBits, Provenance};
use crate::isa::semantics::BinaryOp;
use crate::track::value::Tracked;

impl Provenance {
    /// Whether no gap between blocks lies between two addresses.
    pub(super) fn is_one_block(&self, a: u64, b: u64) -> bool {
        let (a, b) = (a as u32, b as u32);
        self.sanitizer.is_one_block(a.min(b)..a.max(b))
    }

    /// Counts a question if a value decides something, unless its words are of the `harmless` kinds.
    #[inline(always)]
    pub(super) fn ask(&mut self, value: Tracked<Kind>, harmless: &[u64]) {
        let tags = value.shadow.tags;
        if tags == DISTANCE && harmless == NEVER_ZERO {
            self.n_order_questions += 1;
        } else if tags != 0 && !halves(tags).iter().all(|half| *half == 0 || harmless.contains(half)) {
            self.n_raw_questions += 1;
        }
    }

    /// Notes that low bits of an address are computed: one operand is the address, the other says which bits.
    pub(super) fn ask_low_bits(&mut self, a: Tracked<Kind>, b: Tracked<Kind>) {
        let (of, mask) = if b.shadow.tags == 0 { (a, b.value) } else { (b, a.value) };
        let address = (of.shadow.tags == ADDRESS).then_some(of.value as u32);
        self.note_low_bits(LowBits { address, mask: mask as u32 });
    }

    pub(super) fn compare(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) {
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
            Asked::Reuse => {
                self.n_raw_questions += 1;
                self.n_reuse_questions += 1;
            }
            Asked::Raw => self.n_raw_questions += 1,
        }
    }

    fn may_be_heap(&self, address: u64) -> bool {
        address >= u64::from(self.heap)
    }

    /// The question that an equality test of two words asks. `a` and `b` are tags and values.
    fn equality(&self, a: (u64, u64), b: (u64, u64)) -> Asked {
        match (a.0, b.0) {
            (0, 0) | (TOKEN, TOKEN) | (KEY, KEY) => Asked::Numbers,
            (ADDRESS, ADDRESS) if a.1 == b.1 || self.are_never_equal(a.1, b.1) => Asked::Numbers,
            (ADDRESS, ADDRESS) => Asked::Reuse,
            // A number that is no address is never the address of a block.
            (ADDRESS, 0) | (0, ADDRESS) => Asked::Numbers,
            // No token is 0.
            (TOKEN, 0) if b.1 == 0 => Asked::Numbers,
            (0, TOKEN) if a.1 == 0 => Asked::Numbers,
            // Whether two blocks are one. Any other distance is possible, whatever the order.
            (DISTANCE, 0) if b.1 == 0 => Asked::Order,
            (0, DISTANCE) if a.1 == 0 => Asked::Order,
            _ => Asked::Raw,
        }
    }

    /// Whether two different addresses differ with every allocator: both are in live blocks, or both in one block. Here no block
    /// has the address of a freed one, or begins at the end of another one; with other allocators that happens, so a dangling
    /// address may equal that of a new block, and the end of a block the beginning of another.
    fn are_never_equal(&self, a: u64, b: u64) -> bool {
        let is_inside = |address: u64| self.sanitizer.is_open_byte(address as u32);
        is_inside(a) && is_inside(b) || self.is_one_block(a, b)
    }

    /// The question that an order comparison of two words asks. `a` and `b` are tags and values.
    fn order(&self, a: (u64, u64), b: (u64, u64)) -> Asked {
        match (a.0, b.0) {
            (0, 0) | (KEY, KEY) => Asked::Numbers,
            (ADDRESS, ADDRESS) if self.is_one_block(a.1, b.1) => Asked::Numbers,
            // Such a number is less than the address of every block, in any layout.
            (ADDRESS, 0) if self.may_be_heap(a.1) && !self.may_be_heap(b.1) => Asked::Numbers,
            (0, ADDRESS) if self.may_be_heap(b.1) && !self.may_be_heap(a.1) => Asked::Numbers,
            // Code compares a negated address with a number to see whether their sum would overflow.
            (ADDRESS | DISTANCE | 0, ADDRESS | DISTANCE | 0) | (NEGATED, 0) | (0, NEGATED) => Asked::Order,
            _ => Asked::Raw,
        }
    }
}

/// The kind of question that a comparison of two words asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    /// The answer is the same after every renaming.
    Numbers,
    /// The relative positions of blocks.
    Order,
    /// Whether a block is where a freed one was, or where another one ends.
    Reuse,
    /// The number of a name.
    Raw,
}
