//! Shifts, rotates, counts, swaps and reversals of bits; a bit set; Gray codes; Morton codes; popcount by hand.

use std::fmt::Write;

struct BitSet([u64; 4]);

impl BitSet {
    fn insert(&mut self, at: u8) -> bool {
        let (word, mask) = (usize::from(at >> 6), 1_u64 << (at & 63));
        let fresh = self.0[word] & mask == 0;
        self.0[word] |= mask;
        fresh
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().zip(0..).flat_map(|(word, i)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let at = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some(i * 64 + at)
            })
        })
    }
}

fn popcount(mut n: u32) -> u32 {
    n -= (n >> 1) & 0x5555_5555;
    n = (n & 0x3333_3333) + ((n >> 2) & 0x3333_3333);
    (((n + (n >> 4)) & 0x0f0f_0f0f).wrapping_mul(0x0101_0101)) >> 24
}

fn spread(n: u16) -> u32 {
    let mut n = u32::from(n);
    for (shift, mask) in [(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)] {
        n = (n | n << shift) & mask;
    }
    n
}

pub fn run() -> String {
    let mut out = String::new();
    let mut state = 0x9e37_79b9_u32;
    let mut mixed = 0_u64;
    for i in 0..200 {
        state = state.rotate_left(i % 40) ^ (state >> 3) ^ i;
        assert_eq!(popcount(state), state.count_ones());
        assert_eq!(state.reverse_bits().leading_zeros(), state.trailing_zeros());
        assert_eq!(state.swap_bytes().swap_bytes(), state);
        mixed = mixed.rotate_right(7) ^ u64::from(state) << (i % 33);
    }
    writeln!(out, "{state:08x} {mixed:016x}").unwrap();

    let mut set = BitSet([0; 4]);
    let fresh = (0..300_u32).filter(|i| set.insert((i * i % 251) as u8)).count();
    writeln!(out, "{fresh} {:?}", set.iter().rev_sum()).unwrap();

    let gray: Vec<u8> = (0..16_u8).map(|n| n ^ n >> 1).collect();
    assert!(gray.windows(2).all(|two| (two[0] ^ two[1]).is_power_of_two()));
    writeln!(out, "{}", gray.iter().map(|n| format!("{n:04b}")).collect::<Vec<_>>().join(" ")).unwrap();
    let morton: Vec<u32> = (0..6).map(|i| spread(i * 4321) | spread(i * 999) << 1).collect();
    writeln!(out, "{morton:x?}").unwrap();

    let byte = -77_i8;
    writeln!(out, "{} {} {} {:b} {}", byte >> 2, (byte as u8) >> 2, byte << 1, byte, byte.leading_ones()).unwrap();
    writeln!(out, "{} {} {:?}", 1000_u16.next_power_of_two(), 1000_u32.ilog2(), 81_u64.checked_ilog(3)).unwrap();
    write!(
        out,
        "{:x} {:x} {:x}",
        0x1234_u16.rotate_left(4),
        i64::MIN.rotate_right(3),
        0x0102_0304_0506_0708_u64.swap_bytes()
    )
    .unwrap();
    out
}

trait RevSum: Iterator<Item = u32> + Sized {
    fn rev_sum(self) -> (u32, u32) {
        self.fold((0, 0), |(sum, n), at| (sum * 3 % 65_521 + at, n + 1))
    }
}

impl<I: Iterator<Item = u32>> RevSum for I {}
