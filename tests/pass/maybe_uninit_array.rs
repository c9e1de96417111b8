//! MaybeUninit: arrays filled in part and read only there, an inline vector, and initialisation in odd orders.

use std::fmt::Write;
use std::mem::MaybeUninit;

/// Up to `N` items without a heap block; slots at and above `len` are never written or were moved out.
struct Inline<T, const N: usize> {
    slots: [MaybeUninit<T>; N],
    len: usize,
}

impl<T, const N: usize> Inline<T, N> {
    fn new() -> Self {
        Self { slots: [const { MaybeUninit::uninit() }; N], len: 0 }
    }

    fn push(&mut self, item: T) -> Result<(), T> {
        let Some(slot) = self.slots.get_mut(self.len) else { return Err(item) };
        slot.write(item);
        self.len += 1;
        Ok(())
    }

    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: the slot was below `len`, so it was written, and it counts as empty from now on.
        Some(unsafe { self.slots[self.len].assume_init_read() })
    }

    fn as_slice(&self) -> &[T] {
        // SAFETY: the slots below `len` are written, and `MaybeUninit<T>` has the layout of `T`.
        unsafe { std::slice::from_raw_parts(self.slots.as_ptr().cast(), self.len) }
    }
}

impl<T, const N: usize> Drop for Inline<T, N> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}

fn primes() -> [u32; 50] {
    let mut found: [MaybeUninit<u32>; 50] = [MaybeUninit::uninit(); 50];
    let mut n_found = 0;
    let mut n = 2;
    while n_found < found.len() {
        // SAFETY: only slots below `n_found`, which are written, are read.
        let divisible = found[..n_found].iter().any(|prime| n % unsafe { prime.assume_init() } == 0);
        if !divisible {
            found[n_found].write(n);
            n_found += 1;
        }
        n += 1;
    }
    // SAFETY: all fifty slots are written.
    found.map(|prime| unsafe { prime.assume_init() })
}

pub fn run() -> String {
    let mut out = String::new();
    let primes = primes();
    writeln!(out, "{:?} {}", &primes[45..], primes.iter().sum::<u32>()).unwrap();

    let mut inline: Inline<String, 12> = Inline::new();
    let mut refused = 0;
    for i in 0..60 {
        if i % 4 == 3 {
            inline.pop();
        } else if let Err(text) = inline.push(format!("item {i}")) {
            refused += text.len();
        }
    }
    writeln!(out, "{} refused bytes, {:?}", refused, inline.as_slice()).unwrap();
    // Dropped with some slots empty.
    let mut half: Inline<Vec<u8>, 8> = Inline::new();
    for i in 0..3 {
        let _ = half.push(vec![i; 20]);
    }
    writeln!(out, "{}", half.as_slice().iter().flatten().map(|n| u32::from(*n)).sum::<u32>()).unwrap();

    // Written back to front, every third left alone, and only the written ones are read.
    let mut sparse: Box<[MaybeUninit<u64>]> = Box::new_uninit_slice(90);
    for i in (0..90).rev().filter(|i| i % 3 != 0) {
        sparse[i].write(i as u64 * 11);
    }
    // SAFETY: exactly the slots read here were written above.
    let sum: u64 = (0..90).filter(|i| i % 3 != 0).map(|i| unsafe { sparse[i].assume_init() }).sum();
    let mut word = MaybeUninit::<[u8; 16]>::uninit();
    let bytes = word.as_mut_ptr().cast::<u8>();
    for i in [3, 1, 0, 2, 15, 12, 14, 13, 4, 5, 6, 7, 8, 9, 10, 11] {
        // SAFETY: `i` is below 16.
        unsafe { bytes.add(i).write(i as u8 * 16) };
    }
    // SAFETY: all sixteen bytes are written.
    write!(out, "{sum} {:x?}", unsafe { word.assume_init() }).unwrap();
    out
}
