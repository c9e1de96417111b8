//! Rules for undefined bits: which bits of a result are undefined.
//!
//! `v` is a value, `u` its undefined bits. The value of an undefined bit does not matter, so `(v, u)` stands for all values
//! that differ from `v` in undefined bits only; the smallest of them has 0 in all undefined bits, the largest 1. A result bit
//! is undefined if it differs between the results of two such operands. For bit operations that is a formula; for sums and
//! comparisons the smallest and the largest result decide; for the rest every result bit that an undefined bit can affect is
//! undefined.
//!
//! LIMIT (may raise a false alarm): each operation is considered by itself, so `x ^ x`, and LLVM's masked merge
//! `x ^ ((x ^ y) & m)`, count as undefined where x is, although the bits cancel out. Correct Rust does not do that, because
//! it does not load undefined integers. Shown by `bits_that_cancel_out_are_called_undefined`.

use super::value::Tracked;
use crate::isa::semantics::{BinaryOp, UnaryOp};

/// Sign-extends the low `width` bits.
pub(super) fn sign_extend(bits: u64, width: u32) -> u64 {
    let shift = 64 - width;
    (((bits << shift) as i64) >> shift) as u64
}

/// Whether the defined bits determine if the low 32 bits are all zero.
pub(super) fn truth_is_known(condition: Tracked<u64>) -> bool {
    let (v, u) = (condition.value as u32, condition.shadow as u32);
    u == 0 || v & !u != 0
}

/// Undefined bits of `if condition { a } else { b }`.
pub(super) fn select(condition: Tracked<u64>, a: Tracked<u64>, b: Tracked<u64>) -> u64 {
    if truth_is_known(condition) {
        if condition.value as u32 != 0 { a.shadow } else { b.shadow }
    } else {
        a.shadow | b.shadow | (a.value ^ b.value)
    }
}

/// Whether undefined bits may decide if this division traps.
pub(super) fn trap_is_open(op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>) -> bool {
    let (low, signed) = match op {
        BinaryOp::I32DivS => (mask(32), true),
        BinaryOp::I64DivS => (mask(64), true),
        BinaryOp::I32DivU | BinaryOp::I32RemU | BinaryOp::I32RemS => (mask(32), false),
        _ => (mask(64), false),
    };
    let defined_ones = b.value & !b.shadow & low;
    let may_be_zero = b.shadow & low != 0 && defined_ones == 0;
    // MIN / -1: both have to be possible, and not certain.
    let may_be_minus_one = (b.value | b.shadow) & low == low;
    let sign = (low >> 1) + 1;
    let may_be_min = a.value & !a.shadow & low & !sign == 0 && (a.value | a.shadow) & sign != 0;
    may_be_zero || (signed && may_be_minus_one && may_be_min)
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// All bits of the given width, if any is undefined.
fn all(u: u64, width: u32) -> u64 {
    if u == 0 { 0 } else { mask(width) }
}

/// `u` and every bit above its lowest one.
fn smear_up(u: u64) -> u64 {
    u | u.wrapping_neg()
}

/// Undefined bits of `op a`. At least one bit of `a` is undefined.
pub(super) fn unary(op: UnaryOp, a: Tracked<u64>) -> u64 {
    use UnaryOp as Op;
    let (v, u) = (a.value, a.shadow);
    match op {
        Op::I32Eqz => u64::from(!truth_is_known(a)),
        Op::I64Eqz => u64::from(u != 0 && v & !u == 0),
        Op::I32Clz => leading(u << 32 | mask(32), v << 32, 32),
        Op::I64Clz => leading(u, v, 64),
        Op::I32Ctz => trailing(u | !mask(32), v),
        Op::I64Ctz => trailing(u, v),
        Op::I32Popcnt => all(u, 6),
        Op::I64Popcnt => all(u, 7),
        Op::I32Extend8S => sign_extend(u, 8) & mask(32),
        Op::I32Extend16S => sign_extend(u, 16) & mask(32),
        Op::I64Extend8S => sign_extend(u, 8),
        Op::I64Extend16S => sign_extend(u, 16),
        Op::I64Extend32S | Op::I64ExtendI32S => sign_extend(u, 32),
        Op::I64ExtendI32U | Op::I32WrapI64 => u & mask(32),
        Op::F32Abs => u & 0x7fff_ffff,
        Op::F64Abs => u & 0x7fff_ffff_ffff_ffff,
        Op::F32Neg | Op::F64Neg => u,
        op => all(u, if op.text().starts_with("i32") || op.text().starts_with("f32") { 32 } else { 64 }),
    }
}

/// Number of leading zeros: known if the highest bit that can be set is surely set. `u` has ones below the
/// operand's width, which stand for "the end".
fn leading(u: u64, v: u64, width: u32) -> u64 {
    let known = (v & !u).leading_zeros() <= u.leading_zeros().min(width - 1) || (u.leading_zeros() >= width);
    if known { 0 } else { 0x7f }
}

/// Number of trailing zeros: known if the lowest bit that can be set is surely set.
fn trailing(u: u64, v: u64) -> u64 {
    if (v & !u).trailing_zeros() <= u.trailing_zeros() { 0 } else { 0x7f }
}

/// Undefined bits of `a op b`. At least one bit of the operands is undefined.
pub(super) fn binary(op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>) -> u64 {
    use BinaryOp as Op;
    let (va, ua, vb, ub) = (a.value, a.shadow, b.value, b.shadow);
    let either = ua | ub;
    match op {
        // Undefined unless one side is a defined 0, or a defined 1.
        Op::I32And | Op::I64And => either & (ua | va) & (ub | vb),
        Op::I32Or => either & (ua | !va) & (ub | !vb) & mask(32),
        Op::I64Or => either & (ua | !va) & (ub | !vb),
        Op::I32Xor | Op::I64Xor => either,
        Op::I32Add => (either | add(a, b)) & mask(32),
        Op::I64Add => either | add(a, b),
        Op::I32Sub => (either | sub(a, b)) & mask(32),
        Op::I64Sub => either | sub(a, b),
        Op::I32Mul => mul(a, b) & mask(32),
        Op::I64Mul => mul(a, b),
        Op::I32Shl | Op::I32ShrU | Op::I32ShrS | Op::I32Rotl | Op::I32Rotr => shift(op, ua, vb & 31, ub & 31, 32),
        Op::I64Shl | Op::I64ShrU | Op::I64ShrS | Op::I64Rotl | Op::I64Rotr => shift(op, ua, vb & 63, ub & 63, 64),
        Op::F32Copysign => (ua & 0x7fff_ffff) | (ub & 0x8000_0000),
        Op::F64Copysign => (ua & !(1 << 63)) | (ub & (1 << 63)),
        Op::I32Eq | Op::I32Ne | Op::I64Eq | Op::I64Ne => u64::from((va ^ vb) & !either == 0),
        Op::I32LtU | Op::I32GeU | Op::I64LtU | Op::I64GeU => order(a, b, 0, false),
        Op::I32GtU | Op::I32LeU | Op::I64GtU | Op::I64LeU => order(b, a, 0, false),
        Op::I32LtS | Op::I32GeS => order(a, b, 1 << 31, true),
        Op::I32GtS | Op::I32LeS => order(b, a, 1 << 31, true),
        Op::I64LtS | Op::I64GeS => order(a, b, 1 << 63, true),
        Op::I64GtS | Op::I64LeS => order(b, a, 1 << 63, true),
        op => match op.text() {
            text if is_comparison(text) => 1,
            text if text.starts_with("i32") || text.starts_with("f32") => mask(32),
            _ => mask(64),
        },
    }
}

/// Is this operator one of the floats' comparisons? (Those of integers are handled above.)
fn is_comparison(text: &str) -> bool {
    [".eq", ".ne", ".lt", ".gt", ".le", ".ge"].iter().any(|end| text.ends_with(end))
}

fn least(a: Tracked<u64>) -> u64 {
    a.value & !a.shadow
}

fn greatest(a: Tracked<u64>) -> u64 {
    a.value | a.shadow
}

/// Bits in which the smallest and the largest sum differ: a carry that is certain, or impossible, is the same in
/// both.
fn add(a: Tracked<u64>, b: Tracked<u64>) -> u64 {
    least(a).wrapping_add(least(b)) ^ greatest(a).wrapping_add(greatest(b))
}

fn sub(a: Tracked<u64>, b: Tracked<u64>) -> u64 {
    least(a).wrapping_sub(greatest(b)) ^ greatest(a).wrapping_sub(least(b))
}

/// A product's bits below the lowest undefined one are known; a factor that is known to end in zeros moves that
/// one up, and a factor that is known to be zero makes all known.
fn mul(a: Tracked<u64>, b: Tracked<u64>) -> u64 {
    let from = |u: u64, other: Tracked<u64>| {
        // The lowest bit that may be set in the other factor.
        let lowest = greatest(other).trailing_zeros();
        if u == 0 || lowest == 64 { 0 } else { smear_up(u).checked_shl(lowest).unwrap_or(0) }
    };
    from(a.shadow, b) | from(b.shadow, a)
}

fn shift(op: BinaryOp, ua: u64, by: u64, by_undefined: u64, width: u32) -> u64 {
    if by_undefined != 0 {
        return mask(width);
    }
    // The meaning of the shift itself says where a bit goes; an arithmetic shift spreads the sign's.
    op.eval(ua, by).expect("shifts do not trap") & mask(width)
}

/// Is `a < b` undefined? `flip` makes signed numbers comparable as unsigned ones.
fn order(a: Tracked<u64>, b: Tracked<u64>, flip: u64, signed: bool) -> u64 {
    let flipped = |t: Tracked<u64>| Tracked { value: t.value ^ if signed { flip } else { 0 }, shadow: t.shadow };
    let (a, b) = (flipped(a), flipped(b));
    let surely_less = greatest(a) < least(b);
    let surely_not = least(a) >= greatest(b);
    u64::from(!(surely_less || surely_not))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values that `t` stands for: every way to set its undefined bits.
    fn possible(t: Tracked<u64>) -> Vec<u64> {
        let mut values = vec![t.value & !t.shadow];
        for bit in (0..64).map(|bit| 1_u64 << bit).filter(|bit| t.shadow & bit != 0) {
            values.extend(values.clone().iter().map(|value| value | bit));
        }
        values
    }

    /// Values around the edges with up to three undefined bits, low ones, where carries start, and high ones,
    /// where signs are.
    fn interesting() -> Vec<Tracked<u64>> {
        let mut all = Vec::new();
        for value in [0_u64, 1, 3, 12, 31, 200, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] {
            for shadow in [0_u64, 1, 6, 9, 0x38, 0x8000_0000, 0xc000_0001] {
                all.push(Tracked { value, shadow });
            }
        }
        all
    }

    /// No rule calls a bit defined that depends on an undefined one: compared with all values the operands
    /// stand for.
    #[test]
    fn no_undefined_bit_is_called_defined() {
        for &op in BinaryOp::ALL {
            for a in interesting() {
                for b in interesting() {
                    if a.shadow | b.shadow == 0 {
                        continue;
                    }
                    let claimed = binary(op, a, b);
                    let Ok(base) = op.eval(a.value, b.value) else { continue };
                    let mut differs = 0;
                    for x in possible(a) {
                        for y in possible(b) {
                            differs |= op.eval(x, y).map_or(0, |result| result ^ base);
                        }
                    }
                    assert_eq!(differs & !claimed, 0, "{op:?} {a:x?} {b:x?}");
                }
            }
        }
    }

    #[test]
    fn no_undefined_bit_of_a_unary_result_is_called_defined() {
        for &op in UnaryOp::ALL {
            for a in interesting().into_iter().filter(|a| a.shadow != 0) {
                let claimed = unary(op, a);
                let Ok(base) = op.eval(a.value) else { continue };
                let differs = possible(a).iter().fold(0, |differs, &x| differs | op.eval(x).map_or(0, |r| r ^ base));
                assert_eq!(differs & !claimed, 0, "{op:?} {a:x?}");
            }
        }
    }

    #[test]
    fn bits_that_cancel_out_are_called_undefined() {
        let x = Tracked { value: 0b1010, shadow: 0b0110 };
        assert_eq!(binary(BinaryOp::I32Xor, x, x), 0b0110, "both operands are the same, but the rule cannot know");
    }

    #[test]
    fn masked_bits_are_defined() {
        let a = Tracked { value: 0xab, shadow: 0xf0 };
        let low = Tracked { value: 0x0f, shadow: 0 };
        assert_eq!(binary(BinaryOp::I32And, a, low), 0);
        assert_eq!(binary(BinaryOp::I32Or, a, Tracked { value: 0xf0, shadow: 0 }), 0);
        assert_eq!(binary(BinaryOp::I32Eq, a, Tracked { value: 0xa0, shadow: 0 }), 0, "differ in a defined bit");
        assert_eq!(binary(BinaryOp::I32LtU, a, Tracked { value: 0x100, shadow: 0 }), 0, "whatever the bits are");
        assert_eq!(binary(BinaryOp::I32ShrU, a, Tracked { value: 8, shadow: 0 }), 0);
        assert_eq!(binary(BinaryOp::I64Mul, a, Tracked { value: 0, shadow: 0 }), 0);
    }
}
