//! Rules: the origin of the result of an instruction.

use super::kind::{
    ADDRESS, CARRIED, DISTANCE, JOINED, Kind, LOW_BITS, NEGATED, NONZERO, STATIC, halves, in_memory, is_of_static,
    mixed, number_of_static, tag, without_statics,
};
use super::names::Names;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::track::value::Tracked;

/// The tags of a result, and the names that they are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) tags: u64,
    pub(super) of: [u32; 2],
}

impl Named {
    /// No name.
    pub(super) const PLAIN: Self = Self { tags: 0, of: [0; 2] };

    /// A truth value that depends on the number of a name. Its other bytes are 0, whatever the number is.
    pub(super) const TRUTH_VALUE: Self = Self { tags: tag::MIXED as u64, of: [0; 2] };

    /// Of one word.
    fn word(tags: u64, of: u32) -> Self {
        Self { tags, of: [of, 0] }
    }

    /// All bytes of the result are mixed, and computed from these blocks.
    pub(super) fn mixed(len: u8, of: u32) -> Self {
        if len == 4 { Self::word(mixed(4), of) } else { Self { tags: mixed(8), of: [of; 2] } }
    }
}

pub(super) fn unary(names: &mut Names, op: UnaryOp, a: Tracked<Kind>) -> Named {
    match op {
        UnaryOp::I32WrapI64 => Named::word(a.shadow.tags & u64::from(u32::MAX), a.shadow.of[0]),
        UnaryOp::I64ExtendI32U => Named::word(a.shadow.tags, a.shadow.of[0]),
        _ if without_statics(a.shadow.tags) == 0 => Named::PLAIN,
        _ => Named::mixed(op.result_len(), blocks_of(names, &[a.shadow])),
    }
}

pub(super) fn binary(names: &mut Names, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> Named {
    let numbers = (number_of_static(a), number_of_static(b));
    if (numbers.0.shadow.tags, numbers.1.shadow.tags) != (a.shadow.tags, b.shadow.tags) {
        return with_statics(names, op, a, b).unwrap_or_else(|| binary(names, op, numbers.0, numbers.1));
    }
    let (left, right) = (a.shadow.tags, b.shadow.tags);
    if left | right == 0 {
        return Named::PLAIN;
    }
    let is_low = |value: u64| value <= LOW_BITS;
    let clears_low = |value: u64| is_low(u64::from(!(value as u32)));
    // Of addresses, negated or combined or not.
    let of_addresses = [0, ADDRESS, NEGATED, DISTANCE, CARRIED, JOINED];
    let are_of_addresses = [left, right].iter().all(|tags| of_addresses.contains(tags));
    let [of_left, of_right] = [a.shadow.of[0], b.shadow.of[0]];
    let is_one_block = of_left == of_right;
    match op {
        BinaryOp::I32Add | BinaryOp::I32Sub if left == ADDRESS && right == 0 => Named::word(ADDRESS, of_left),
        BinaryOp::I32Add if left == 0 && right == ADDRESS => Named::word(ADDRESS, of_right),
        BinaryOp::I32Sub if left == 0 && right == ADDRESS => Named::word(NEGATED, of_right),
        BinaryOp::I32Xor if left == ADDRESS && right == 0 && b.value == u64::from(u32::MAX) => {
            Named::word(NEGATED, of_left)
        }
        BinaryOp::I32Add | BinaryOp::I32Sub if left == NEGATED && right == 0 => Named::word(NEGATED, of_left),
        BinaryOp::I32Add if left == 0 && right == NEGATED => Named::word(NEGATED, of_right),
        BinaryOp::I32Sub if left == 0 && right == NEGATED => Named::word(ADDRESS, of_right),
        BinaryOp::I32Sub if left == ADDRESS && right == ADDRESS && is_one_block => Named::PLAIN,
        BinaryOp::I32Add if is_difference(left, right) && is_one_block => Named::PLAIN,
        BinaryOp::I32Sub if left == ADDRESS && right == ADDRESS => {
            Named::word(DISTANCE, names.union(of_left, of_right))
        }
        BinaryOp::I32Add if is_difference(left, right) => Named::word(DISTANCE, names.union(of_left, of_right)),
        BinaryOp::I32Add | BinaryOp::I32Sub if (left, right) == (DISTANCE, 0) => Named::word(DISTANCE, of_left),
        BinaryOp::I32Add | BinaryOp::I32Sub if (left, right) == (0, DISTANCE) => Named::word(DISTANCE, of_right),
        BinaryOp::I32And if are_of_addresses && right == 0 && is_low(b.value) => Named::PLAIN,
        BinaryOp::I32And if are_of_addresses && left == 0 && is_low(a.value) => Named::PLAIN,
        BinaryOp::I32And if left == ADDRESS && right == 0 && clears_low(b.value) => Named::word(ADDRESS, of_left),
        BinaryOp::I32Or | BinaryOp::I32Xor if left == ADDRESS && right == 0 && is_low(b.value) => {
            Named::word(ADDRESS, of_left)
        }
        _ => moved_bytes(names, op, a, b).unwrap_or_else(|| {
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
            let sets_bits =
                |value: Tracked<Kind>| value.shadow.tags == 0 && value.shadow.undefined == 0 && value.value as u32 != 0;
            let is_nonzero = op == BinaryOp::I32Or && (sets_bits(a) || sets_bits(b));
            let of = blocks_of(names, &[a.shadow, b.shadow]);
            match (carries && are_of_addresses, is_joined) {
                (true, true) => Named::word(JOINED, of),
                (true, false) => Named::word(CARRIED, of),
                (false, _) if is_nonzero => Named::word(NONZERO, of),
                (false, _) => Named::mixed(op.result_len(), of),
            }
        }),
    }
}

/// What the number of a name selects: bytes in which the two values differ depend on it, and all of a word if it is a name in one of them only.
pub(super) fn selected_by_number(a: Tracked<Kind>, b: Tracked<Kind>) -> Named {
    let mut result = Named::PLAIN;
    for half in 0..2 {
        let shift = half * 32;
        let differing = (a.value ^ b.value) | (a.shadow.undefined ^ b.shadow.undefined);
        let differing = (differing >> shift) as u32;
        let [left, right] = [a, b].map(|value| (halves(value.shadow.tags)[half] as u32, value.shadow.of[half]));
        let (tags, of) = match (left.0, right.0) {
            (0, 0) => (differing.to_le_bytes().map(|byte| if byte == 0 { tag::DATA } else { tag::MIXED }), 0),
            _ if left == right && differing == 0 => (left.0.to_le_bytes(), left.1),
            _ => ([tag::MIXED; 4], 0),
        };
        result.tags |= u64::from(u32::from_le_bytes(tags)) << shift;
        result.of[half] = of;
    }
    result
}

/// A remainder by a power of two as what it is, low bits: `address % align` with an alignment that is known only at run time.
/// Both instructions have the same result for every dividend, so the rules for one are right for the other.
pub(super) fn remainder_as_mask(op: BinaryOp, b: Tracked<Kind>) -> (BinaryOp, Tracked<Kind>) {
    let is_number = b.shadow.tags == 0 && b.shadow.undefined == 0;
    let is_mask = op == BinaryOp::I32RemU && is_number && (b.value as u32).is_power_of_two();
    if is_mask { (BinaryOp::I32And, Tracked { value: b.value - 1, ..b }) } else { (op, b) }
}

/// The result of an instruction that keeps an address in a static.
fn with_statics(names: &mut Names, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> Option<Named> {
    match (op, a.shadow.tags, b.shadow.tags) {
        (BinaryOp::I32Add | BinaryOp::I32Sub, STATIC, 0) => Some(Named::word(STATIC, a.shadow.of[0])),
        (BinaryOp::I32Add, 0, STATIC) => Some(Named::word(STATIC, b.shadow.of[0])),
        _ => moved_bytes(names, op, a, b),
    }
}

/// Whether the sum is the difference of two addresses.
fn is_difference(left: u64, right: u64) -> bool {
    (left, right) == (ADDRESS, NEGATED) || (left, right) == (NEGATED, ADDRESS)
}

/// Whether a tag is one of addresses, or of what was computed from them.
fn is_of_address(tag: u8) -> bool {
    !(tag::TOKEN..tag::KEY + 0x10).contains(&tag)
}

/// The blocks that these values were computed from, for a value that is mixed from them. 0 if they are not known.
pub(super) fn blocks_of(names: &mut Names, values: &[Kind]) -> u32 {
    let words = values.iter().flat_map(|kind| halves(without_statics(kind.tags)).into_iter().zip(kind.of));
    let words = words.filter(|(tags, _)| *tags != 0);
    let mut all: Option<u32> = None;
    for (tags, of) in words {
        let is_known = tags.to_le_bytes().iter().all(|tag| *tag == tag::DATA || is_of_address(*tag));
        let of = if is_known { of } else { 0 };
        all = Some(all.map_or(of, |all| names.union(all, of)));
    }
    all.unwrap_or(0)
}

/// A byte of an operand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Byte {
    pub(super) value: u8,
    pub(super) tag: u8,
    pub(super) of: u32,
}

fn bytes(tracked: Tracked<Kind>) -> [Byte; 8] {
    let (values, tags) = (tracked.value.to_le_bytes(), in_memory(tracked.shadow.tags).to_le_bytes());
    std::array::from_fn(|i| Byte { value: values[i], tag: tags[i], of: tracked.shadow.of[i / 4] })
}

/// A slot of these bytes. A word with parts of several names is mixed: it is no name any more.
pub(super) fn joined(names: &mut Names, mut bytes: [Byte; 8]) -> Named {
    for word in bytes.chunks_mut(4) {
        let mut tagged = word.iter().filter(|byte| byte.tag != tag::DATA);
        let first = tagged.next().copied().unwrap_or_default();
        // Beside other names, or parts of another static, it is a number.
        let is_other = |byte: &Byte| byte.of != first.of || is_of_static(byte.tag) != is_of_static(first.tag);
        if tagged.any(is_other) {
            word.iter_mut().filter(|byte| is_of_static(byte.tag)).for_each(|byte| byte.tag = tag::DATA);
        }
    }
    let mut slot = Named { tags: u64::from_le_bytes(bytes.map(|byte| byte.tag)), of: [0; 2] };
    for (half, word) in bytes.chunks(4).enumerate() {
        let mut tagged = word.iter().filter(|byte| byte.tag != tag::DATA);
        let Some(first) = tagged.next() else { continue };
        slot.of[half] = first.of;
        let is_one = |byte: &Byte| byte.of == first.of && is_of_address(byte.tag) == is_of_address(first.tag);
        if tagged.all(is_one) {
            continue;
        }
        let is_known = word.iter().all(|byte| byte.tag == tag::DATA || is_of_address(byte.tag));
        let all = word.iter().filter(|byte| byte.tag != tag::DATA).map(|byte| if is_known { byte.of } else { 0 });
        slot.of[half] = all.reduce(|a, b| names.union(a, b)).unwrap_or(0);
        let is_mixed = word.iter().map(|byte| if byte.tag == tag::DATA { 0 } else { tag::MIXED });
        let mut tags = slot.tags.to_le_bytes();
        tags[half * 4..].iter_mut().zip(is_mixed).for_each(|(to, mixed)| *to = mixed);
        slot.tags = u64::from_le_bytes(tags);
    }
    slot
}

/// The tags of a result that only moves bytes: compilers pack several small fields into one slot, so they shift whole bytes,
/// combine slots with different bytes, and extract bytes. None for other operations.
fn moved_bytes(names: &mut Names, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> Option<Named> {
    let (left, right) = (a.shadow.tags, b.shadow.tags);
    let by = b.value;
    let is_whole = right == 0 && by.is_multiple_of(8);
    let shifted = |names: &mut Names, up: bool, by: u64, len: usize| {
        let (from, by) = (bytes(a), (by / 8) as usize);
        let mut to = [Byte::default(); 8];
        for (i, byte) in to.iter_mut().enumerate().take(len) {
            let source = if up { i.checked_sub(by) } else { Some(i + by).filter(|source| *source < len) };
            *byte = source.map_or_else(Byte::default, |source| from[source]);
        }
        joined(names, to)
    };
    let rotated = |names: &mut Names, left_by: u64, len: usize| {
        let (from, by) = (bytes(a), (left_by / 8) as usize);
        let mut to = [Byte::default(); 8];
        (0..len).for_each(|i| to[(i + by) % len] = from[i]);
        joined(names, to)
    };
    match op {
        BinaryOp::I32Rotl if is_whole => Some(rotated(names, by & 31, 4)),
        BinaryOp::I32Rotr if is_whole => Some(rotated(names, 32 - (by & 31), 4)),
        BinaryOp::I64Rotl if is_whole => Some(rotated(names, by & 63, 8)),
        BinaryOp::I64Rotr if is_whole => Some(rotated(names, 64 - (by & 63), 8)),
        BinaryOp::I32Shl if is_whole => Some(shifted(names, true, by & 31, 4)),
        BinaryOp::I32ShrU if is_whole => Some(shifted(names, false, by & 31, 4)),
        BinaryOp::I64Shl if is_whole => Some(shifted(names, true, by & 63, 8)),
        BinaryOp::I64ShrU if is_whole => Some(shifted(names, false, by & 63, 8)),
        // A length behind an address, and multiplied at the same time. Memory ends far below the last two bits of addresses.
        BinaryOp::I64ShrU if right == 0 && left >> 32 == 0 && by & 63 >= 30 && a.value << 32 >> 62 == 0 => {
            Some(Named::PLAIN)
        }
        BinaryOp::I32Or | BinaryOp::I64Or | BinaryOp::I32Xor | BinaryOp::I64Xor => {
            each_byte(names, a, b, |x, y| match (x.tag, y.tag) {
                (0, 0) => Some(Byte::default()),
                (_, 0) if y.value == 0 => Some(x),
                (0, _) if x.value == 0 => Some(y),
                _ => None,
            })
        }
        BinaryOp::I32And | BinaryOp::I64And => each_byte(names, a, b, |x, y| match (x.tag, y.tag) {
            (0, 0) => Some(Byte::default()),
            (_, 0) if y.value == 0 => Some(Byte::default()),
            (0, _) if x.value == 0 => Some(Byte::default()),
            (_, 0) if y.value == 0xff => Some(x),
            (0, _) if x.value == 0xff => Some(y),
            _ => None,
        }),
        _ => None,
    }
}

/// A result whose bytes depend on the operands' bytes at the same index.
fn each_byte(
    names: &mut Names,
    a: Tracked<Kind>,
    b: Tracked<Kind>,
    of: impl Fn(Byte, Byte) -> Option<Byte>,
) -> Option<Named> {
    let mut result = [Byte::default(); 8];
    for ((result, a), b) in result.iter_mut().zip(bytes(a)).zip(bytes(b)) {
        *result = of(a, b)?;
    }
    Some(joined(names, result))
}
