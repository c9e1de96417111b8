//! A remainder by a NonZero that comes out of zeroed memory.

use std::hint::black_box;
use std::mem::MaybeUninit;
use std::num::NonZero;

struct Table {
    n_buckets: NonZero<u64>,
}

pub fn run() {
    let table: Box<MaybeUninit<Table>> = black_box(Box::new(MaybeUninit::zeroed()));
    let table = unsafe { black_box(&*table).assume_init_ref() };
    let bucket = black_box(0x1234_5678_9abc_u64) % table.n_buckets; //~ ERROR division
    black_box(bucket);
}
