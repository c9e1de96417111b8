//! Random variables, and random words for their choices.

use super::program::{Condition, Word, low_bytes};
use crate::random::Random;

/// A kind of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// Numbers from 0 to 9.
    Small,
    /// Boundary values of instructions: 0, -1, the least, the greatest.
    Edges,
    /// Powers of two.
    Bits,
    /// 0 and 1.
    Bool,
    /// Letters and digits.
    Text,
    /// Floats of 4 or 8 bytes.
    Float,
}

/// Boundary values of conversions and comparisons of floats.
const FLOATS: [f64; 20] = [
    0.0,
    -0.0,
    0.5,
    1.0,
    1.5,
    -1.0,
    -0.9,
    2.5,
    3.0,
    100.0,
    1e10,
    -1e10,
    2_147_483_648.0,
    -2_147_483_649.0,
    4_294_967_296.0,
    9_223_372_036_854_775_808.0,
    18_446_744_073_709_551_616.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// A random domain for a place of `len` bytes.
pub(super) fn any(random: &mut Random, len: u32) -> Domain {
    let float = matches!(len, 4 | 8) && random.chance(22);
    let domains =
        [Domain::Small, Domain::Small, Domain::Small, Domain::Edges, Domain::Bits, Domain::Bool, Domain::Text];
    if float { Domain::Float } else { random.pick(&domains) }
}

/// Random numbers of choices, small enough to run every assignment.
pub(super) fn choices(random: &mut Random) -> Vec<u32> {
    let most = if random.chance(10) { 1000 } else { random.pick(&[60, 120, 200, 200]) };
    let n = random.pick(&[1, 2, 3, 3, 4, 4, 4, 5, 5]);
    let mut choices: Vec<u32> = (0..n).map(|_| random.range(2, 5) as u32).collect();
    if random.chance(5) {
        choices.push(1);
        choices.truncate(5);
    }
    while choices.iter().product::<u32>() > most {
        let largest = choices.iter_mut().max().expect("a product above 1 has factors");
        *largest -= 1;
    }
    choices
}

/// A length for each choice. Neighbours differ.
pub(super) fn lengths(random: &mut Random, n: u32) -> Vec<u64> {
    let (first, step) = (random.below(5), random.range(1, 2));
    (0..n as usize).map(|choice| ((first + choice * step) % 5) as u64).collect()
}

/// The condition that the length is at least `n`.
pub(super) fn where_at_least(variable: usize, lengths: &[u64], n: u64) -> Condition {
    let choices = (0..).zip(lengths).filter(|(_, length)| **length >= n).map(|(choice, _)| choice).collect();
    Condition { variable, choices }
}

impl Domain {
    /// Words of `len` bytes for `n` choices, most of them different.
    pub(super) fn words(self, random: &mut Random, n: usize, len: u32) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        for _ in 0..n {
            let mut word = Word::defined(self.bits(random, len));
            // Some domains have too few words for all choices.
            for _ in 0..3 {
                if words.contains(&word) && random.chance(90) {
                    word = Word::defined(self.bits(random, len));
                }
            }
            words.push(word);
        }
        words
    }

    /// A random word.
    pub(super) fn bits(self, random: &mut Random, len: u32) -> u64 {
        let all = low_bytes(len);
        all & match self {
            Self::Small => random.below(10) as u64,
            Self::Edges => random.pick(&[0, 1, all, all - 1, all >> 1, (all >> 1) + 1, 2, 0x80, 0xff]),
            Self::Bits => 1 << random.below(len as usize * 8),
            Self::Bool => random.below(2) as u64,
            Self::Text => u64::from(random.pick(b"aAzZ09 _{}xy")),
            Self::Float => float(random, len),
        }
    }
}

/// The bits of a random float of 4 or 8 bytes.
pub(super) fn float(random: &mut Random, len: u32) -> u64 {
    let value = random.pick(&FLOATS);
    match (len, random.below(20)) {
        // NaNs with payloads, which some instructions preserve.
        (4, 0) => 0xffc0_1234,
        (_, 0) => 0x7ff8_0000_dead_beef,
        (4, _) => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_assignment_can_be_run() {
        let mut sizes = Vec::new();
        for number in 0..1000 {
            let choices = choices(&mut Random::new(1, number, 0));
            assert!((1..=5).contains(&choices.len()), "{choices:?}");
            sizes.push(choices.iter().product::<u32>());
        }
        assert!(sizes.iter().all(|&size| size <= 1000));
        assert!(sizes.iter().filter(|&&size| size <= 200).count() > 900, "few are large");
        assert!(sizes.iter().filter(|&&size| size >= 20).count() > 600, "and few are tiny");
    }

    #[test]
    fn words_fit_their_places() {
        let mut random = Random::new(1, 0, 0);
        for len in 1..=8 {
            let domain = any(&mut random, len);
            for word in domain.words(&mut random, 50, len) {
                assert_eq!(word.bits & !low_bytes(len), 0, "{domain:?} of {len} bytes: {word}");
            }
        }
    }
}
