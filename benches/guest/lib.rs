//! Compute-heavy functions for the benchmarks: sorting, hashing, insertions and removals in a tree, and arithmetic on a
//! symbolic value.

#[cfg(glassbox)]
use glassbox as _;

use std::collections::BTreeMap;
use std::hint::black_box;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[unsafe(no_mangle)]
extern "C" fn sorting(n: u32) -> u64 {
    let mut random = Random(88_172_645_463_325_252);
    let mut items: Vec<u64> = (0..n).map(|_| random.next()).collect();
    items.sort();
    let mut text: Vec<(u32, u8)> = items.iter().map(|&x| ((x % 1000) as u32, x as u8)).collect();
    text.sort_unstable_by(|a, b| b.cmp(a));
    black_box(items[n as usize / 2] ^ u64::from(text[n as usize / 3].0))
}

#[unsafe(no_mangle)]
extern "C" fn hashing(n: u32) -> u64 {
    let mut state = [0x6a09_e667_u32, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a];
    for i in 0..n {
        for round in 0..16_u32 {
            let mixed = state[0].rotate_left(5) ^ state[1].wrapping_mul(0x9e37_79b9) ^ i.wrapping_add(round);
            state = [state[1], state[2] ^ mixed.rotate_right(11), state[3].wrapping_add(mixed), mixed];
        }
    }
    black_box(u64::from(state[0]) << 32 | u64::from(state[3]))
}

#[unsafe(no_mangle)]
extern "C" fn btree(n: u32) -> u64 {
    let mut random = Random(42);
    let mut map = BTreeMap::new();
    let mut sum = 0_u64;
    for i in 0..n {
        let key = random.next() % 4096;
        if random.next() % 3 == 0 {
            sum = sum.wrapping_add(map.remove(&key).unwrap_or(1));
        } else {
            map.insert(key, u64::from(i));
        }
        if i % 64 == 0 {
            sum = sum.wrapping_add(map.range(key..).take(5).map(|(k, v)| k ^ v).sum::<u64>());
        }
    }
    black_box(sum ^ map.len() as u64)
}

/// Arithmetic, moves through memory and a branch in each round, all on values that depend on the seed.
#[unsafe(no_mangle)]
extern "C" fn mixing(seed: u32, rounds: u32) -> u64 {
    let mut state = [seed, seed ^ 0x9e37_79b9, !seed, seed.rotate_left(7)];
    let mut high = 0_u64;
    for round in 0..rounds {
        let mixed = state[0].rotate_left(5) ^ state[1].wrapping_mul(0x9e37_79b9) ^ round;
        state = black_box([state[1], state[2] ^ mixed.rotate_right(11), state[3].wrapping_add(mixed), mixed]);
        if mixed & 8 == 0 {
            high += 1;
        }
    }
    high << 32 | u64::from(state[0])
}
