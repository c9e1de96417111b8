//! Values with undefined bits, and the results of instructions on them.

use super::bits;
use super::value::Tracked;
use crate::isa::Trap;
use crate::isa::semantics::{BinaryOp, UnaryOp};

/// A value of which some bits may be undefined.
///
/// An undefined bit is always 0 in `bits`, so two words are equal if and only if they stand for the same values. That loses
/// nothing: the rules for undefined bits do not look at their values, and where a rule calls a result bit defined, the values
/// of undefined operand bits have no influence on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    bits: u64,
    undefined: u64,
}

impl Word {
    /// A word of the bits that are not in `undefined`.
    pub fn new(bits: u64, undefined: u64) -> Self {
        Self { bits: bits & !undefined, undefined }
    }

    /// A word without undefined bits.
    pub fn defined(bits: u64) -> Self {
        Self { bits, undefined: 0 }
    }

    /// `len` undefined bytes.
    pub fn undefined_bytes(len: u32) -> Self {
        Self { bits: 0, undefined: low_bytes(len) }
    }

    /// The bits; undefined ones are 0.
    pub fn bits(self) -> u64 {
        self.bits
    }

    /// The undefined bits.
    pub fn undefined(self) -> u64 {
        self.undefined
    }

    /// The bits, if all of them are defined.
    pub fn value(self) -> Option<u64> {
        (self.undefined == 0).then_some(self.bits)
    }

    /// Whether the low 32 bits are not all zero, if that is known.
    pub fn truth(self) -> Option<bool> {
        bits::truth_is_known(self.tracked()).then_some(self.bits as u32 != 0)
    }

    fn tracked(self) -> Tracked<u64> {
        Tracked { value: self.bits, shadow: self.undefined }
    }

    /// `op a`, unless it traps or may trap.
    pub(super) fn unary(op: UnaryOp, a: Self) -> Option<Self> {
        if a.undefined == 0 {
            return op.eval(a.bits).ok().map(Self::defined);
        }
        // With an undefined operand only those may be computed that never trap.
        let result = if op.traps() { None } else { op.eval(a.bits).ok() };
        Some(Self::new(result?, bits::unary(op, a.tracked())))
    }

    /// `a op b`, unless it traps or may trap.
    pub(super) fn binary(op: BinaryOp, a: Self, b: Self) -> Option<Self> {
        if a.undefined | b.undefined == 0 {
            return op.eval(a.bits, b.bits).ok().map(Self::defined);
        }
        if op.traps() && bits::trap_is_open(op, a.tracked(), b.tracked()) {
            return None;
        }
        let result = op.eval(a.bits, b.bits).ok()?;
        Some(Self::new(result, bits::binary(op, a.tracked(), b.tracked())))
    }

    /// The trap of `op a` as a number, 0 for none; undefined if it depends on undefined bits.
    pub(super) fn unary_trap(op: UnaryOp, a: Self) -> Self {
        if a.undefined != 0 { Self::undefined_bytes(1) } else { trap_number(op.eval(a.bits)) }
    }

    /// The trap of `a op b` as a number, in the same way.
    pub(super) fn binary_trap(op: BinaryOp, a: Self, b: Self) -> Self {
        if a.undefined | b.undefined != 0 && bits::trap_is_open(op, a.tracked(), b.tracked()) {
            return Self::undefined_bytes(1);
        }
        trap_number(op.eval(a.bits, b.bits))
    }

    /// `if condition { a } else { b }`.
    pub(super) fn select(condition: Self, a: Self, b: Self) -> Self {
        let undefined = bits::select(condition.tracked(), a.tracked(), b.tracked());
        Self::new(if condition.bits as u32 != 0 { a.bits } else { b.bits }, undefined)
    }

    /// `len` bytes, the lowest of which is byte number `first`.
    pub(super) fn bytes(self, first: u32, len: u32) -> Self {
        let cut = |bits: u64| bits.checked_shr(first * 8).unwrap_or(0) & low_bytes(len);
        Self { bits: cut(self.bits), undefined: cut(self.undefined) }
    }

    /// `low_len` bytes of `low`, and `high` above them.
    pub(super) fn join(low: Self, high: Self, low_len: u32) -> Self {
        let low = low.bytes(0, low_len);
        Self { bits: low.bits | high.bits << (low_len * 8), undefined: low.undefined | high.undefined << (low_len * 8) }
    }

    /// Number of low bytes that may be other than zero.
    pub(super) fn len(self) -> u8 {
        (64 - (self.bits | self.undefined).leading_zeros()).div_ceil(8) as u8
    }
}

/// Ones in the low `len` bytes.
fn low_bytes(len: u32) -> u64 {
    if len >= 8 { u64::MAX } else { (1 << (len * 8)) - 1 }
}

fn trap_number(result: Result<u64, Trap>) -> Word {
    Word::defined(match result {
        Ok(_) => 0,
        Err(Trap::DivisionByZero) => 1,
        Err(Trap::IntegerOverflow) => 2,
        Err(_) => 3,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules must not look at the value of an undefined bit: words forget it.
    #[test]
    fn results_do_not_depend_on_undefined_bits() {
        let values = [0_u64, 1, 3, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, u64::MAX, 1 << 63, 0x4049_0fdb];
        let masks = [0_u64, 1, 0xf0, 0x8000_0000, 0xffff_ffff, u64::MAX];
        let mut words = Vec::new();
        for value in values {
            words.extend(masks.map(|shadow| Tracked { value, shadow }));
        }
        for &op in BinaryOp::ALL {
            for (&a, &b) in words.iter().zip(words.iter().rev()).chain(words.iter().zip(&words[7..])) {
                let flipped = Tracked { value: a.value ^ a.shadow, shadow: a.shadow };
                if a.shadow | b.shadow == 0 {
                    continue;
                }
                assert_eq!(bits::binary(op, a, b), bits::binary(op, flipped, b), "{op:?} {a:x?} {b:x?}");
                let other = Tracked { value: b.value ^ b.shadow, shadow: b.shadow };
                assert_eq!(bits::binary(op, a, b), bits::binary(op, a, other), "{op:?} {a:x?} {b:x?}");
                assert_eq!(bits::trap_is_open(op, a, b), bits::trap_is_open(op, flipped, other));
            }
        }
        for &op in UnaryOp::ALL {
            for &a in words.iter().filter(|a| a.shadow != 0) {
                let flipped = Tracked { value: a.value ^ a.shadow, shadow: a.shadow };
                assert_eq!(bits::unary(op, a), bits::unary(op, flipped), "{op:?} {a:x?}");
            }
        }
    }

    #[test]
    fn bytes_and_joins() {
        let word = Word::new(0x0807_0605_0403_0201, 0xff00);
        assert_eq!(word.bytes(1, 2), Word::new(0x0300, 0xff));
        assert_eq!(word.bytes(8, 1), Word::default());
        assert_eq!(Word::join(word.bytes(0, 3), word.bytes(3, 5), 3), word);
        assert_eq!((word.len(), word.bytes(0, 2).len(), Word::default().len()), (8, 2, 0));
    }

    #[test]
    fn a_division_by_an_undefined_number_has_no_value() {
        let (one, unknown) = (Word::defined(1), Word::undefined_bytes(4));
        assert_eq!(Word::binary(BinaryOp::I32DivU, one, unknown), None);
        assert_eq!(Word::binary_trap(BinaryOp::I32DivU, one, unknown).value(), None);
        assert_eq!(Word::binary_trap(BinaryOp::I32DivU, unknown, Word::defined(0)), Word::defined(1));
        assert_eq!(Word::binary_trap(BinaryOp::I32DivU, unknown, one), Word::defined(0));
    }
}
