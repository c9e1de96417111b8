//! Damage to a text: bytes, tokens, lines, numbers, characters, nesting, length.

use crate::random::Random;

/// Largest size of a damaged text, in bytes.
const MAX_LEN: usize = 1 << 18;

/// Numbers at limits, and numbers in other ways of writing.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "00",
    "01",
    "+1",
    "-1",
    "-0",
    "1_0",
    "1.5",
    "1e9",
    "0x10",
    "0b1",
    "inf",
    "nan",
    "127",
    "128",
    "255",
    "256",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "",
    "-",
];

/// Words and marks of the texts.
const TOKENS: &[&str] = &[
    "=",
    ":",
    ";",
    ",",
    ".",
    "/",
    "~",
    ">",
    "!",
    "@",
    "*",
    "::",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\\",
    "\\u0000",
    "\\U00110000",
    "#",
    "# end",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "-",
    "true",
    "false",
    "any",
    "height",
    "len",
    "capacity",
    "operations",
    "elements",
    "states",
    "version",
    "check",
    "bounds",
    "package",
    "path",
    "functions",
    "assumptions",
    "operation",
    "type",
    "budget",
    "memory",
    "jobs",
    "slow-after",
    "limits",
    "steps",
    "stack",
    "calls",
    "ms",
    "s",
    "m",
    "h",
    "MiB",
    "GiB",
    "GB",
    "up to ",
    "nothing",
    "never",
    "all",
    "layout=",
    "downward:",
    "scattered:",
    "new",
    "push",
    "<<<<<<<",
    ">>>>>>>",
    "|||||||",
    "1979-05-27T07:32:00Z",
    "wasm32",
    "one-value: ",
    "dropped-up-to: ",
];

/// Characters that readers may take for others.
const CHARACTERS: &[char] = &[
    '\0',
    '\u{1}',
    '\u{7f}',
    '\u{85}',
    '\u{a0}',
    '\u{ad}',
    'é',
    '\u{300}',
    '\u{661}',
    '\u{feff}',
    '\u{200b}',
    '\u{202e}',
    '\u{2028}',
    '\u{fffd}',
    '\u{ffff}',
    '😀',
    '\u{10ffff}',
    'ſ',
    'K',
    '=',
    ';',
];

/// Brackets and other marks that open something.
const OPENERS: &[&str] = &["[", "{a=", "a.", "[[", "a=[", "\"", "[check.a", "{", "a={b=[", "/", "=,", "1.", ","];

/// A damaged copy of a text. Some damage copies pieces of `other`.
pub fn damage(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..random.pick(&[1, 1, 1, 1, 2, 3, 6]) {
        text = match random.below(100) {
            0..15 => bytes(text, random),
            15..35 => token(&text, other, random),
            35..50 => line(&text, other, random),
            50..75 => number(&text, random),
            75..85 => insert(&text, random.pick(CHARACTERS).to_string().as_bytes(), random),
            85..88 => nest(&text, random),
            88..91 => repeat(&text, random),
            _ => piece(&text, other, random),
        };
        text.truncate(MAX_LEN);
    }
    text
}

/// Changes one byte, removes some, or cuts off the end.
fn bytes(mut text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    if text.is_empty() {
        return random.bytes(1);
    }
    let at = random.below(text.len());
    let len = random.pick(&[1, 1, 2, 4, 16, 100]).min(text.len() - at);
    match random.below(6) {
        0 => text[at] ^= 1 << random.below(8),
        1 => text[at] = random.bits() as u8,
        2 => text[at] = text[at].wrapping_add(random.pick(&[1, 255])),
        3 => drop(text.drain(at..at + len)),
        4 => text.truncate(at),
        _ => text.swap(at, at + len - 1),
    }
    text
}

/// Replaces a token by another one, of the text or of the other, or inserts one.
fn token(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let tokens = tokens(text);
    let new = match random.below(3) {
        0 if !tokens.is_empty() => text[random.pick(&tokens)].to_vec(),
        1 => {
            let others = self::tokens(other);
            if others.is_empty() { Vec::new() } else { other[random.pick(&others)].to_vec() }
        }
        _ => random.pick(TOKENS).as_bytes().to_vec(),
    };
    if tokens.is_empty() || random.chance(30) {
        return insert(text, &new, random);
    }
    let old = random.pick(&tokens);
    [&text[..old.start], &new, &text[old.end..]].concat()
}

/// Words, and single bytes that are in no word.
fn tokens(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        match tokens.last_mut() {
            Some(last) if last.end == at && is_word(byte) && is_word(text[last.start]) => last.end = at + 1,
            _ => tokens.push(at..at + 1),
        }
    }
    tokens
}

/// Removes, repeats, moves or inserts a line.
fn line(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let others: Vec<&[u8]> = other.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.is_empty() || others.is_empty() {
        return other.to_vec();
    }
    let (at, to) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at]),
        2 => lines.swap(at, to),
        _ => lines.insert(to, random.pick(&others)),
    }
    lines.concat()
}

/// Replaces a number.
fn number(text: &[u8], random: &mut Random) -> Vec<u8> {
    let is_number = |range: &std::ops::Range<usize>| text[range.clone()].iter().all(u8::is_ascii_digit);
    let numbers: Vec<_> = tokens(text).into_iter().filter(is_number).collect();
    let new = random.pick(NUMBERS).as_bytes();
    if numbers.is_empty() {
        return insert(text, new, random);
    }
    let old = random.pick(&numbers);
    [&text[..old.start], new, &text[old.end..]].concat()
}

/// Opens something many times.
fn nest(text: &[u8], random: &mut Random) -> Vec<u8> {
    let times = random.pick(&[2, 10, 79, 80, 81, 127, 128, 1000, 20_000]);
    insert(text, &random.pick(OPENERS).as_bytes().repeat(times), random)
}

/// Repeats a piece.
fn repeat(text: &[u8], random: &mut Random) -> Vec<u8> {
    if text.is_empty() {
        return Vec::new();
    }
    let at = random.below(text.len());
    let len = random.pick(&[1, 4, 16, 100, 1000]).min(text.len() - at);
    let times = random.pick(&[1, 2, 10, 100, 1000]);
    let piece = text[at..at + len].repeat(times);
    [&text[..at], &piece, &text[at..]].concat()
}

/// Inserts a piece of the other text.
fn piece(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    if other.is_empty() {
        return Vec::new();
    }
    let from = random.below(other.len());
    let len = random.pick(&[1, 4, 16, 100, 1000]).min(other.len() - from);
    insert(text, &other[from..from + len], random)
}

fn insert(text: &[u8], piece: &[u8], random: &mut Random) -> Vec<u8> {
    let at = random.below(text.len() + 1);
    [&text[..at], piece, &text[at..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_words_and_single_marks() {
        let text = b"a_b = 12, \"c\"";
        let found: Vec<&[u8]> = tokens(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, [&b"a_b"[..], b" ", b"=", b" ", b"12", b",", b" ", b"\"", b"c", b"\""]);
    }

    #[test]
    fn damage_follows_from_the_seed() {
        let damaged = |number| damage(b"a = 1\nb = 2\n", b"c", &mut Random::new(1, number, 0));
        assert!((0..100).all(|number| damaged(number) == damaged(number)));
        assert!((0..100).filter(|number| damaged(*number) != b"a = 1\nb = 2\n").count() > 80);
    }
}
