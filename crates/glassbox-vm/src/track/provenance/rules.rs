//! Rules: the origin of the result of an instruction.

use super::kind::{ADDRESS, CARRIED, DISTANCE, JOINED, Kind, LOW_BITS, NEGATED, mixed};
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::track::value::Tracked;

pub(super) fn unary(op: UnaryOp, a: Tracked<Kind>) -> u64 {
    match op {
        UnaryOp::I32Eqz | UnaryOp::I64Eqz => 0,
        UnaryOp::I32WrapI64 => a.shadow.tags & u64::from(u32::MAX),
        UnaryOp::I64ExtendI32U => a.shadow.tags,
        _ => mixed(op.result_len()),
    }
}

pub(super) fn binary(op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, is_one_block: bool) -> u64 {
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

/// The tags of a result that only moves bytes: compilers pack several small fields into one slot, so they shift whole bytes,
/// combine slots with different bytes, and extract bytes. None for other operations.
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

/// The tags of a result whose bytes depend on the operands' bytes at the same index; `of` gets the value and tag of each.
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
