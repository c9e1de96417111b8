//! Bit-fields in memory that was never cleared: only bits that were set are looked at, the others are masked away.
//!
//! To the letter Rust forbids even to load such a byte as `u8`; it is what C's bit-fields compile to, and what
//! LLVM makes of correct code. A machine that tracks bits must stay silent.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::fmt::Write;
use std::hint::black_box;

/// Bits in raw memory, all undefined in the beginning.
struct RawBits {
    bytes: *mut u8,
    layout: Layout,
}

impl RawBits {
    fn new(n_bits: usize) -> Self {
        let layout = Layout::array::<u8>(n_bits.div_ceil(8)).expect("a small layout");
        // SAFETY: the size is not 0.
        let bytes = unsafe { alloc(layout) };
        if bytes.is_null() {
            handle_alloc_error(layout);
        }
        Self { bytes: black_box(bytes), layout }
    }

    fn load(&self, byte: usize) -> u8 {
        assert!(byte < self.layout.size());
        // SAFETY: inside the block. Volatile, so that the optimizer cannot know that the byte may be undefined.
        unsafe { self.bytes.add(byte).read_volatile() }
    }

    fn set(&mut self, bit: usize, value: bool) {
        let mask = 1 << (bit % 8);
        // In two steps: LLVM would merge them into `old ^ ((old ^ new) & mask)`, in which the undefined bits cancel
        // out without any single operation that shows it.
        let kept = black_box(self.load(bit / 8) & !mask);
        // SAFETY: `load` has checked the index.
        unsafe { self.bytes.add(bit / 8).write_volatile(kept | if value { mask } else { 0 }) };
    }

    fn get(&self, bit: usize) -> bool {
        self.load(bit / 8) & 1 << (bit % 8) != 0
    }

    /// Three bits at `at`, which must all be set before.
    fn field(&self, at: usize) -> u8 {
        black_box(self.load(at / 8) >> (at % 8)) & 7
    }
}

impl Drop for RawBits {
    fn drop(&mut self) {
        // SAFETY: allocated by `new` with this layout.
        unsafe { dealloc(self.bytes, self.layout) };
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut bits = RawBits::new(400);
    // Every third bit, in a scattered order; the two others of each three stay undefined.
    for i in 0..133 {
        let bit = i * 50 % 133 * 3;
        bits.set(bit, bit % 7 < 3);
    }
    let ones = (0..133).filter(|i| bits.get(i * 3)).count();
    writeln!(out, "{ones} of 133").unwrap();

    // Three bits of each byte are defined: the lowest in even bytes, bits 4 to 6 in odd ones.
    let mut fields = RawBits::new(320);
    for byte in 0..40 {
        let start = byte * 8 + byte % 2 * 4;
        (0..3).for_each(|i| fields.set(start + i, byte * 5 >> i & 1 == 1));
    }
    let read: Vec<u8> = (0..40).map(|byte| fields.field(byte * 8 + byte % 2 * 4)).collect();
    assert!(read.iter().enumerate().all(|(byte, field)| usize::from(*field) == byte * 5 % 8));
    writeln!(out, "{:?}", &read[..12]).unwrap();

    // Both values of a bit that is or'ed with a defined 1 are the same; so is what is shifted out.
    let mut forced = 0;
    for byte in 0..40 {
        let loaded = fields.load(byte);
        let shifted_out = (u32::from(loaded) << 24) << black_box(8);
        if black_box(loaded | 0x8f) | 0x70 == 0xff && shifted_out == 0 {
            forced += 1;
        }
    }
    write!(out, "{forced}").unwrap();
    out
}
