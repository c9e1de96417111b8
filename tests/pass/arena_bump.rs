//! A bump arena with chunks of raw memory, mixed types and alignments, and an index arena with a free list.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::{Cell, RefCell};
use std::fmt::Write;

const CHUNK: usize = 256;

/// Hands out memory that lives as long as the arena. Values in it are not dropped, so they must not need it.
#[derive(Default)]
struct Bump {
    chunks: RefCell<Vec<(*mut u8, Layout)>>,
    used: Cell<usize>,
}

impl Bump {
    fn place<T: Copy>(&self, value: T) -> &mut T {
        let mut chunks = self.chunks.borrow_mut();
        let start = self.used.get().next_multiple_of(align_of::<T>());
        let fits = chunks.last().is_some_and(|(_, layout)| start + size_of::<T>() <= layout.size());
        if !fits {
            let layout = Layout::from_size_align(size_of::<T>().max(CHUNK), 16).expect("a small layout");
            // SAFETY: the size is not 0.
            let chunk = unsafe { alloc(layout) };
            if chunk.is_null() {
                handle_alloc_error(layout);
            }
            chunks.push((chunk, layout));
        }
        let start = if fits { start } else { 0 };
        self.used.set(start + size_of::<T>());
        let (chunk, _) = chunks[chunks.len() - 1];
        // SAFETY: the place is inside the chunk, aligned (chunks are aligned to 16), and handed out only once.
        unsafe {
            let place = chunk.add(start).cast::<T>();
            place.write(value);
            &mut *place
        }
    }
}

impl Drop for Bump {
    fn drop(&mut self) {
        for (chunk, layout) in self.chunks.get_mut().drain(..) {
            // SAFETY: allocated by `place` with this layout; references into it cannot outlive the arena.
            unsafe { dealloc(chunk, layout) };
        }
    }
}

#[derive(Clone, Copy)]
struct Tree<'a> {
    key: u32,
    left: Option<&'a Tree<'a>>,
    right: Option<&'a Tree<'a>>,
}

fn build<'a>(bump: &'a Bump, low: u32, high: u32) -> Option<&'a Tree<'a>> {
    let key = low + high.checked_sub(low).filter(|n| *n > 0)? / 2;
    // The bytes before each node spoil the alignment.
    *bump.place(b'x') ^= 1;
    Some(bump.place(Tree { key, left: build(bump, low, key), right: build(bump, key + 1, high) }))
}

fn depth_and_sum(tree: Option<&Tree<'_>>) -> (u32, u32) {
    tree.map_or((0, 0), |tree| {
        let (left, right) = (depth_and_sum(tree.left), depth_and_sum(tree.right));
        (1 + left.0.max(right.0), tree.key + left.1 + right.1)
    })
}

enum Slot {
    Full(String),
    Free { next: Option<u32> },
}

#[derive(Default)]
struct Slots {
    slots: Vec<Slot>,
    free: Option<u32>,
}

impl Slots {
    fn insert(&mut self, text: String) -> u32 {
        match self.free {
            Some(at) => {
                if let Slot::Free { next } = std::mem::replace(&mut self.slots[at as usize], Slot::Full(text)) {
                    self.free = next;
                }
                at
            }
            None => {
                self.slots.push(Slot::Full(text));
                self.slots.len() as u32 - 1
            }
        }
    }

    fn remove(&mut self, at: u32) -> Option<String> {
        match std::mem::replace(self.slots.get_mut(at as usize)?, Slot::Free { next: self.free }) {
            Slot::Full(text) => {
                self.free = Some(at);
                Some(text)
            }
            free => {
                self.slots[at as usize] = free;
                None
            }
        }
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let bump = Bump::default();
    let tree = build(&bump, 0, 200);
    let wide: &mut [u128; 4] = bump.place([7; 4]);
    wide[3] += 1;
    let large = bump.place([3_u16; 400]);
    writeln!(out, "{:?} {} {}", depth_and_sum(tree), wide.iter().sum::<u128>(), large.len()).unwrap();

    let mut slots = Slots::default();
    let mut ids = Vec::new();
    for i in 0..120_u32 {
        ids.push(slots.insert(format!("s{i}")));
        if i % 3 == 2 {
            slots.remove(ids[i as usize / 2]);
        }
    }
    let full: Vec<&str> = slots
        .slots
        .iter()
        .filter_map(|slot| if let Slot::Full(text) = slot { Some(text.as_str()) } else { None })
        .collect();
    write!(out, "{} slots, {} full, {:?}, {:?}", slots.slots.len(), full.len(), slots.free, &full[20..26]).unwrap();
    out
}
