//! Behaves as a list of names does: one name for each set.

use super::*;

/// Marsaglia's xorshift: the same numbers in every run.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }
}

#[test]
fn agrees_with_names_of_sets() {
    let mut random = Random(1);
    for _ in 0..200 {
        let (mut sets, mut names): (UnionFind<9>, [usize; 9]) =
            (UnionFind::default(), std::array::from_fn(|element| element));
        for _ in 0..20 {
            let (a, b) = (random.below(9) as usize, random.below(9) as usize);
            assert_eq!(sets.same(a, b), names[a] == names[b]);
            if random.below(2) == 0 {
                let (from, to) = (names[a], names[b]);
                assert_eq!(sets.union(a, b), from != to);
                names = names.map(|name| if name == from { to } else { name });
            }
            assert!(sets.ranks.iter().all(|rank| *rank <= 3), "9 elements are fewer than 2^4");
        }
    }
}
