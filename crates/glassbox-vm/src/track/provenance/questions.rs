//! Questions: decisions that depend on the positions of blocks, or on the number of a name.

use super::kind::{
    ADDRESS, DISTANCE, JOINED, KEY, Kind, NEGATED, NEVER_ZERO, NONZERO, ORDERED, TOKEN, halves, number_of_static,
    plain, without_statics,
};
use super::rules::Named;
use super::state::{LowBits, Provenance};
use super::steps::Step;
use crate::isa::semantics::BinaryOp;
use crate::track::bits;
use crate::track::value::Tracked;

impl Provenance {
    /// Counts a question if a value decides something, unless its words are of the `harmless` kinds.
    #[inline(always)]
    pub(super) fn ask(&mut self, value: Tracked<Kind>, harmless: &[u64]) {
        let tags = without_statics(value.shadow.tags);
        if tags != 0 {
            self.count(question_of(tags, harmless));
        }
    }

    /// The result of a test for 0.
    pub(super) fn is_zero(&mut self, a: Tracked<Kind>, result: u64) -> Named {
        self.answer(truth(a), result)
    }

    /// The result of a comparison.
    pub(super) fn compared(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, result: u64) -> Named {
        let asked = self.question(op, a, b);
        self.answer(asked, result)
    }

    /// The result of a comparison that asks something. If it depends on the number of a name, the truth value is mixed, and the
    /// question is asked where something depends on it: compilers compare leftovers of registers, and mask the result.
    fn answer(&mut self, asked: Asked, result: u64) -> Named {
        if asked == Asked::Raw {
            return Named::TRUTH_VALUE;
        }
        self.count(asked);
        match asked {
            Asked::Order => return Named { tags: ORDERED, of: [0; 2] },
            Asked::Numbers => {}
            Asked::Reuse | Asked::Raw => self.note_step(Step::Answer(result)),
        }
        Named::PLAIN
    }

    /// A value that something depends on: if it is the answer to a question about the order of blocks, that is a step.
    #[inline(always)]
    pub(super) fn settled(&mut self, value: Tracked<Kind>) -> Tracked<Kind> {
        if value.shadow.tags != ORDERED {
            return value;
        }
        self.note_step(Step::Answer(value.value));
        Tracked { shadow: Kind { tags: 0, ..value.shadow }, ..value }
    }

    /// Counts a question.
    pub(super) fn count(&mut self, asked: Asked) {
        match asked {
            Asked::Numbers => {}
            Asked::Order => self.n_order_questions += 1,
            Asked::Reuse => {
                self.n_raw_questions += 1;
                self.n_reuse_questions += 1;
            }
            Asked::Raw => self.n_raw_questions += 1,
        }
    }

    /// Notes that low bits of an address are computed: one operand is the address, the other says which bits.
    pub(super) fn ask_low_bits(&mut self, a: Tracked<Kind>, b: Tracked<Kind>) {
        let (of, mask) = if b.shadow.tags == 0 { (a, b.value) } else { (b, a.value) };
        let address = (of.shadow.tags == ADDRESS).then_some(of.value as u32);
        self.note_low_bits(LowBits { address, mask: mask as u32 });
    }

    /// The question that a comparison asks.
    pub(super) fn question(&self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> Asked {
        let (a, b) = (number_of_static(a), number_of_static(b));
        // The result is undefined, so the run stops where it depends on it.
        let has_undefined = a.shadow.undefined | b.shadow.undefined != 0;
        if has_undefined && bits::binary(op, plain(a), plain(b)) != 0 {
            return Asked::Numbers;
        }
        let is_equality = matches!(op, BinaryOp::I32Eq | BinaryOp::I32Ne | BinaryOp::I64Eq | BinaryOp::I64Ne);
        let [low, high] = [0, 1].map(|half| {
            let word = |slot: Tracked<Kind>| Word {
                tags: halves(slot.shadow.tags)[half],
                value: (slot.value >> (32 * half)) as u32,
                of: slot.shadow.of[half],
            };
            if is_equality { self.equality(word(a), word(b)) } else { self.order(word(a), word(b)) }
        });
        // Which of two slots is less depends on their low halves only if their high halves are equal.
        let is_one_word = is_equality || (a.value | b.value) >> 32 == 0;
        if is_one_word { low.max(high) } else { Asked::Raw }
    }

    fn may_be_heap(&self, address: u32) -> bool {
        address >= self.heap
    }

    /// The question that an equality test of two words asks.
    fn equality(&self, a: Word, b: Word) -> Asked {
        match (a.tags, b.tags) {
            (0, 0) | (TOKEN, TOKEN) | (KEY, KEY) => Asked::Numbers,
            // In one block, whichever addresses it has.
            (ADDRESS, ADDRESS) if a.of == b.of => Asked::Numbers,
            (ADDRESS, ADDRESS) => self.equality_of_blocks(a, b),
            // A number that is no address is never the address of a block.
            (ADDRESS, 0) | (0, ADDRESS) => Asked::Numbers,
            // No token is 0, and no address or mixed word with more bits set.
            (TOKEN | JOINED | NONZERO, 0) if b.value == 0 => Asked::Numbers,
            (0, TOKEN | JOINED | NONZERO) if a.value == 0 => Asked::Numbers,
            // Whether two blocks are one. Any other distance is possible, whatever the order.
            (DISTANCE, 0) if b.value == 0 => Asked::Order,
            (0, DISTANCE) if a.value == 0 => Asked::Order,
            _ => Asked::Raw,
        }
    }

    /// The question of an equality test of addresses in two blocks. Inside live blocks they differ with every allocator. Here no
    /// block has the address of a freed one, or begins at the end of another one; with other allocators that happens, so a
    /// dangling address may equal that of a new block, and the end of a block the beginning of another. An address outside its
    /// block may be any.
    fn equality_of_blocks(&self, a: Word, b: Word) -> Asked {
        let is_there = |word: Word| self.is_inside(word.of, word.value..word.value);
        let is_live = |word: Word| {
            self.is_inside(word.of, word.value..word.value.saturating_add(1)) && self.sanitizer.is_open_byte(word.value)
        };
        match (is_live(a) && is_live(b), is_there(a) && is_there(b)) {
            (true, _) => Asked::Numbers,
            (false, true) => Asked::Reuse,
            (false, false) => Asked::Raw,
        }
    }

    /// The question that an order comparison of two words asks.
    fn order(&self, a: Word, b: Word) -> Asked {
        match (a.tags, b.tags) {
            (0, 0) | (KEY, KEY) => Asked::Numbers,
            (ADDRESS, ADDRESS) if a.of == b.of => Asked::Numbers,
            // Such a number is less than the address of every block, in any layout.
            (ADDRESS, 0) if self.may_be_heap(a.value) && !self.may_be_heap(b.value) => Asked::Numbers,
            (0, ADDRESS) if self.may_be_heap(b.value) && !self.may_be_heap(a.value) => Asked::Numbers,
            // Code compares a negated address with a number to see whether their sum would overflow.
            (ADDRESS | DISTANCE | 0, ADDRESS | DISTANCE | 0) | (NEGATED, 0) | (0, NEGATED) => Asked::Order,
            _ => Asked::Raw,
        }
    }
}

/// The question of whether a value is 0.
#[inline(always)]
pub(super) fn truth(value: Tracked<Kind>) -> Asked {
    let tags = without_statics(value.shadow.tags);
    if tags == 0 { Asked::Numbers } else { question_of(tags, &NEVER_ZERO) }
}

/// The question that a value of these tags asks, which are not all plain, unless its words are of the `harmless` kinds.
fn question_of(tags: u64, harmless: &[u64]) -> Asked {
    if tags == DISTANCE && harmless == NEVER_ZERO {
        Asked::Order
    } else if halves(tags).iter().all(|half| *half == 0 || harmless.contains(half)) {
        Asked::Numbers
    } else {
        Asked::Raw
    }
}

/// A half of a slot.
#[derive(Clone, Copy, Debug)]
struct Word {
    tags: u64,
    value: u32,
    of: u32,
}

/// The kind of question that a comparison asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    /// The answer is the same after every renaming.
    Numbers,
    /// The relative positions of blocks.
    Order,
    /// Whether a block is where a freed one was, or where another one ends.
    Reuse,
    /// The number of a name.
    Raw,
}
