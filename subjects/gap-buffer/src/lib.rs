//! A gap buffer: a text with unused room where it is edited.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::mem::MaybeUninit;

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A text. The slots in the gap are undefined.
#[derive(Debug, Default, Structure)]
pub struct GapBuffer {
    #[glassbox(filled = |slots, start, end, i| i < start || (end <= i && i < slots), domain(u8 = 0..2))]
    slots: Box<[MaybeUninit<u8>]>,
    /// The first slot of the gap.
    start: usize,
    /// The first slot behind the gap.
    end: usize,
}

impl GapBuffer {
    /// Number of letters.
    pub fn len(&self) -> usize {
        self.slots.len() - (self.end - self.start)
    }

    /// Whether there is no letter.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a letter before the gap.
    pub fn insert(&mut self, letter: u8) {
        if self.start == self.end {
            self.grow();
        }
        self.slots[self.start].write(letter);
        self.start += 1;
    }

    /// Removes the letter before the gap.
    pub fn delete(&mut self) -> Option<u8> {
        if cfg!(feature = "bug-delete-misses-start") {
            self.start = self.start.saturating_sub(1);
        } else {
            self.start = self.start.checked_sub(1)?;
        }
        // SAFETY: all slots before the gap are filled.
        Some(unsafe { self.slots[self.start].assume_init_read() })
    }

    /// Moves the gap one letter to the left.
    pub fn left(&mut self) {
        if self.start > 0 {
            (self.start, self.end) = (self.start - 1, self.end - 1);
            self.slots[self.end] = self.slots[self.start];
        }
    }

    fn grow(&mut self) {
        let (old, more) = (self.slots.len(), 1);
        let mut slots = Box::new_uninit_slice(old + more);
        slots[..self.start].copy_from_slice(&self.slots[..self.start]);
        let end = if cfg!(feature = "bug-grow-keeps-gap") { self.end } else { self.end + more };
        slots[end..end + old - self.end].copy_from_slice(&self.slots[self.end..]);
        (self.slots, self.end) = (slots, self.end + more);
    }
}

impl Invariant for GapBuffer {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.start <= self.end && self.end <= self.slots.len(), "the gap is not in the text")
    }
}

#[glassbox::check(len = 3)]
fn insert(text: &mut GapBuffer, #[glassbox(values = 0..2)] letter: u8) -> bool {
    let (mut before, behind) = letters(text);
    before.push(letter);
    text.insert(letter);
    letters(text) == (before, behind) && !text.is_empty() && text.delete() == Some(letter)
}

/// The letters before and behind the gap.
fn letters(text: &GapBuffer) -> (Vec<u8>, Vec<u8>) {
    // SAFETY: slots outside of the gap are filled.
    let read = |slots: &[MaybeUninit<u8>]| slots.iter().map(|slot| unsafe { slot.assume_init() }).collect();
    (read(&text.slots[..text.start]), read(&text.slots[text.end..]))
}

#[glassbox::check(len = 3)]
fn insert_only(text: &mut GapBuffer, #[glassbox(values = 0..2)] letter: u8) {
    text.insert(letter);
}

#[glassbox::check(len = 3)]
fn delete(text: &mut GapBuffer) -> bool {
    let (mut before, behind) = letters(text);
    let is_right = text.delete() == before.pop();
    let len = before.len() + behind.len();
    is_right && text.len() == len && text.is_empty() == (len == 0) && letters(text) == (before, behind)
}

#[glassbox::check(len = 3)]
fn left(text: &mut GapBuffer) -> bool {
    let (mut before, mut behind) = letters(text);
    behind.splice(0..0, before.pop());
    text.left();
    text.len() == before.len() + behind.len() && letters(text) == (before, behind)
}
