//! Mutation of modules.
//!
//! A change of a random byte mostly breaks a length, and the loader rejects the module at once. So some mutations
//! change one section or one function body and correct the lengths around it: such modules get further.

use crate::random::Random;

/// Largest size of a mutated module, in bytes.
const MAX_LEN: usize = 1 << 18;

/// Unusual values for lengths, counts and indices.
const NUMBERS: &[u64] = &[
    0,
    1,
    2,
    3,
    63,
    64,
    127,
    128,
    255,
    256,
    999,
    1000,
    1001,
    16_383,
    16_384,
    49_999,
    50_000,
    50_001,
    65_535,
    65_536,
    100_000,
    1_000_000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    u64::MAX,
];
/// Bytes with a special meaning: opcodes of control flow, types, ends of numbers.
const BYTES: &[u8] = &[
    0, 1, 2, 3, 4, 5, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x1a, 0x1b, 0x1c, 0x20, 0x21, 0x22, 0x23, 0x24, 0x28,
    0x36, 0x3f, 0x40, 0x41, 0x60, 0x6f, 0x70, 0x7c, 0x7d, 0x7e, 0x7f, 0x80, 0xd0, 0xd1, 0xd2, 0xfc, 0xff,
];

/// Opcodes of one type: a change within a row keeps a body valid.
const ROWS: &[std::ops::RangeInclusive<u8>] = &[
    0x46..=0x4f,
    0x51..=0x5a,
    0x5b..=0x60,
    0x61..=0x66,
    0x67..=0x69,
    0x6a..=0x78,
    0x79..=0x7b,
    0x7c..=0x8a,
    0x8b..=0x91,
    0x92..=0x98,
    0x99..=0x9f,
    0xa0..=0xa6,
    0x20..=0x22,
    0x23..=0x24,
    0x0c..=0x0d,
];

const CODE_SECTION: u8 = 10;
const HEADER: usize = 8;

/// A mutated copy of `bytes`. Some mutations copy pieces of `other`.
pub fn mutate(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.pick(&[1, 1, 1, 2, 3, 6]) {
        bytes = match random.below(10) {
            0..=2 => edited(bytes, other, random),
            3..=5 => in_sections(&bytes, other, random),
            _ => in_a_body(&bytes, other, random),
        };
        bytes.truncate(MAX_LEN);
    }
    bytes
}

/// Changes bytes anywhere.
fn edited(mut bytes: Vec<u8>, other: &[u8], random: &mut Random) -> Vec<u8> {
    if bytes.is_empty() {
        return random.bytes(1);
    }
    let at = random.below(bytes.len());
    let len = random.pick(&[1, 1, 2, 4, 16, 100]).min(bytes.len() - at);
    match random.below(12) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 | 2 => bytes[at] = random.pick(BYTES),
        3 => bytes[at] = bytes[at].wrapping_add(random.pick(&[1, 255])),
        4 => drop(bytes.splice(at..at, random.bytes(len))),
        5 => drop(bytes.splice(at..at, [random.pick(BYTES)])),
        6 => drop(bytes.drain(at..at + len)),
        7 => bytes.truncate(at),
        8 => {
            let piece = bytes[at..at + len].to_vec();
            let times = random.pick(&[1, 2, 10, 100]);
            bytes.splice(at..at, piece.repeat(times));
        }
        9 if !other.is_empty() => {
            let from = random.below(other.len());
            let piece = &other[from..other.len().min(from + len)];
            let replaced = random.pick(&[0, piece.len().min(bytes.len() - at)]);
            bytes.splice(at..at + replaced, piece.iter().copied());
        }
        10 => bytes.swap(at, at + len - 1),
        _ => {
            let end = end_of_number(&bytes, at);
            bytes.splice(at..end, number(random.pick(NUMBERS)));
        }
    }
    bytes
}

/// Changes one section, or the order of sections, with correct lengths.
fn in_sections(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let Some(mut sections) = sections(bytes).filter(|sections| !sections.is_empty()) else {
        return edited(bytes.to_vec(), other, random);
    };
    let at = random.below(sections.len());
    match random.below(10) {
        0 => {
            let to = random.below(sections.len());
            sections.swap(at, to);
        }
        1 => drop(sections.remove(at)),
        2 => sections.insert(at, sections[at].clone()),
        3 => sections[at].0 = random.below(16) as u8,
        _ => sections[at].1 = edited(std::mem::take(&mut sections[at].1), other, random),
    }
    join(bytes, &sections)
}

/// Changes one function body, with correct lengths.
fn in_a_body(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let changed = sections(bytes).and_then(|mut sections| {
        let code = sections.iter_mut().find(|section| section.0 == CODE_SECTION)?;
        let mut bodies = bodies(&code.1).filter(|bodies| !bodies.is_empty())?;
        let at = random.below(bodies.len());
        let body = std::mem::take(&mut bodies[at]);
        bodies[at] = if random.chance(50) { other_opcode(body, random) } else { edited(body, other, random) };
        code.1 = number(bodies.len() as u64);
        for body in bodies {
            code.1.extend(number(body.len() as u64));
            code.1.extend(body);
        }
        Some(join(bytes, &sections))
    });
    changed.unwrap_or_else(|| edited(bytes.to_vec(), other, random))
}

/// Replaces an opcode (or a byte that looks like one) by another of the same type.
fn other_opcode(mut body: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let row_of = |byte: u8| ROWS.iter().find(|row| row.contains(&byte));
    let places: Vec<usize> = (0..body.len()).filter(|&at| row_of(body[at]).is_some()).collect();
    if !places.is_empty() {
        let at = random.pick(&places);
        let row: Vec<u8> = row_of(body[at]).expect("only such places").clone().collect();
        body[at] = random.pick(&row);
    }
    body
}

// --- Lengths in the binary format ---

/// Numbers and contents of the sections, if the lengths are correct.
fn sections(bytes: &[u8]) -> Option<Vec<(u8, Vec<u8>)>> {
    let mut rest = bytes.get(HEADER..)?;
    let mut sections = Vec::new();
    while let Some((&id, after)) = rest.split_first() {
        let (contents, after) = sized(after)?;
        sections.push((id, contents.to_vec()));
        rest = after;
    }
    Some(sections)
}

fn join(bytes: &[u8], sections: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut joined = bytes[..HEADER].to_vec();
    for (id, contents) in sections {
        joined.push(*id);
        joined.extend(number(contents.len() as u64));
        joined.extend(contents);
    }
    joined
}

fn bodies(code: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (n, mut rest) = read_number(code)?;
    let mut bodies = Vec::new();
    for _ in 0..n {
        let (body, after) = sized(rest)?;
        bodies.push(body.to_vec());
        rest = after;
    }
    Some(bodies)
}

/// Splits off the bytes that belong to a length.
fn sized(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = read_number(bytes)?;
    rest.split_at_checked(usize::try_from(len).ok()?)
}

fn read_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let end = end_of_number(bytes, 0);
    let digits =
        bytes.get(..end).filter(|digits| digits.len() <= 5 && digits.last().is_some_and(|last| *last < 128))?;
    let value = digits.iter().rev().fold(0, |value, digit| value << 7 | u64::from(digit & 127));
    Some((value, &bytes[end..]))
}

/// End of the LEB128 number at `at`, or of the bytes.
fn end_of_number(bytes: &[u8], at: usize) -> usize {
    let digits = bytes[at..].iter().take_while(|byte| **byte >= 128).count();
    (at + digits + 1).min(bytes.len())
}

/// Encodes an unsigned LEB128 number.
fn number(mut value: u64) -> Vec<u8> {
    let mut digits = Vec::new();
    while value >= 128 {
        digits.push(value as u8 | 128);
        value >>= 7;
    }
    digits.push(value as u8);
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::module_limits::Avoid;

    #[test]
    fn taking_a_module_apart_and_together_changes_nothing() {
        for number in 0..20 {
            let module = generate::structured::module(&mut Random::new(1, number, 0), Avoid::NOTHING);
            let sections = sections(&module).expect("lengths are right");
            assert_eq!(join(&module, &sections), module);
            let code = sections.iter().find(|section| section.0 == CODE_SECTION).expect("there is code");
            assert!(!bodies(&code.1).expect("lengths are right").is_empty());
        }
    }

    #[test]
    fn anything_can_be_mutated() {
        let mut random = Random::new(7, 0, 0);
        for len in [0, 1, 7, 8, 9, 30] {
            for _ in 0..2000 {
                mutate(&random.bytes(len), &random.clone().bytes(5), &mut random);
            }
        }
    }
}
