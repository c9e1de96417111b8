//! Deterministic random numbers.

/// A random number generator (`SplitMix64`): simple, good enough for choices, and the same on every machine.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator for item `number` of a seed. Generators with different `purpose` are independent.
    pub fn new(seed: u64, number: u64, purpose: u64) -> Self {
        let mut random = Self { state: seed };
        random.state = random.bits() ^ number;
        random.state = random.bits() ^ purpose;
        random
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        // The bias for large `n` does not matter here.
        (self.bits() >> 11) as usize % n
    }

    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True with a probability of this many percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random element.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// `len` random bytes.
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.bits() as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_others_differ() {
        let numbers = |seed, number, purpose| Random::new(seed, number, purpose).bytes(16);
        assert_eq!(numbers(1, 2, 3), numbers(1, 2, 3));
        assert_ne!(numbers(1, 2, 3), numbers(1, 3, 2));
        assert_ne!(numbers(1, 2, 3), numbers(2, 1, 3));
    }
}
