//! A ring of MaybeUninit slots with a fixed capacity: wrap-around, moves in and out, drop of what is left.

use std::fmt::Write;
use std::mem::MaybeUninit;
use std::rc::Rc;

/// `len` slots from `head` on, modulo `N`, are written; the others are not.
struct Ring<T, const N: usize> {
    slots: Box<[MaybeUninit<T>; N]>,
    head: usize,
    len: usize,
}

impl<T, const N: usize> Ring<T, N> {
    fn new() -> Self {
        Self { slots: Box::new([const { MaybeUninit::uninit() }; N]), head: 0, len: 0 }
    }

    /// Puts an item at the end; a full ring gives up its oldest.
    fn push(&mut self, item: T) -> Option<T> {
        let oldest = if self.len == N { self.pop() } else { None };
        self.slots[(self.head + self.len) % N].write(item);
        self.len += 1;
        oldest
    }

    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        let at = self.head;
        self.head = (at + 1) % N;
        // SAFETY: the head's slot was written, and it is outside the ring from now on.
        Some(unsafe { self.slots[at].assume_init_read() })
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        // SAFETY: these slots are written.
        (0..self.len).map(|i| unsafe { self.slots[(self.head + i) % N].assume_init_ref() })
    }

    fn swap(&mut self, i: usize, j: usize) {
        // Whole slots are swapped, whether they are written or not.
        self.slots.swap((self.head + i) % N, (self.head + j) % N);
    }
}

impl<T, const N: usize> Drop for Ring<T, N> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let token = Rc::new(());
    let mut ring: Ring<(u32, String, Rc<()>), 7> = Ring::new();
    let mut lost = 0;
    for i in 0..200 {
        if let Some((n, text, _)) = ring.push((i, format!("n{i}"), token.clone())) {
            lost += n as usize * text.len();
        }
        if i % 3 == 0 {
            ring.pop();
        }
        if i % 5 == 0 && ring.len > 2 {
            ring.swap(0, ring.len - 1);
        }
    }
    writeln!(out, "{lost} {:?}", ring.iter().map(|item| item.0).collect::<Vec<_>>()).unwrap();
    writeln!(out, "{:?} {}", ring.iter().next_back().map(|item| &item.1), Rc::strong_count(&token)).unwrap();
    drop(ring);

    let mut average: Ring<f64, 16> = Ring::new();
    let means: Vec<f64> = (0..100_u32)
        .map(|i| {
            average.push(f64::from(i * i % 37));
            average.iter().sum::<f64>() / average.len as f64
        })
        .collect();
    let mut large: Ring<[u64; 12], 3> = Ring::new();
    let pushed_out: u64 = (0..20).filter_map(|n| large.push([n; 12])).map(|item| item[3]).sum();
    large.swap(0, 2);
    let order: Vec<u64> = large.iter().map(|item| item[11]).collect();
    write!(out, "{:?} {order:?} {pushed_out} {}", &means[96..], Rc::strong_count(&token)).unwrap();
    out
}
