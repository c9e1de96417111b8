//! An array is filled up to a count, and searched to its end.

use std::hint::black_box;
use std::mem::MaybeUninit;

#[inline(never)]
fn hit(at: usize) -> usize {
    black_box(at)
}

pub fn run() {
    let mut scores: Box<[MaybeUninit<i32>]> = black_box(Box::new_uninit_slice(8));
    for (i, score) in (1..).zip(&mut scores[..6]) {
        score.write(i * 10);
    }
    let scores = black_box(scores);
    for i in 0..scores.len() {
        let score = unsafe { black_box(&scores[i]).assume_init() };
        let at = if score == -1 { hit(i) } else { 0 }; //~ ERROR undefined-branch
        black_box(at);
    }
}
