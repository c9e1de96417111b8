//! A queue that knows its sum, a schedule that knows its maximum, a text and a boxed slice.

use std::collections::{BinaryHeap, VecDeque};

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A queue that knows the sum of its elements.
#[derive(Debug, Default, Structure)]
pub struct Queue {
    #[glassbox(domain(u16 = 0..2))]
    items: VecDeque<u16>,
    #[glassbox(values = 0..5)]
    sum: u16,
}

impl Queue {
    /// Adds an element at the end.
    pub fn push(&mut self, item: u16) {
        self.items.push_back(item);
        self.sum += item;
    }

    /// Takes the first element.
    pub fn pop(&mut self) -> Option<u16> {
        let item = self.items.pop_front()?;
        if !cfg!(feature = "bug-deque-keeps-sum") {
            self.sum -= item;
        }
        Some(item)
    }

    /// Removes all elements and the buffer.
    pub fn reset(&mut self) {
        let items = std::mem::take(&mut self.items);
        self.sum = 0;
        if cfg!(feature = "bug-deque-leaks") && items.len() == 1 {
            std::mem::forget(items);
        }
    }
}

impl Invariant for Queue {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.items.iter().sum::<u16>() == self.sum, "the sum is wrong")
    }
}

#[glassbox::check(len = 1)]
fn push(queue: &mut Queue, #[glassbox(values = 0..2)] item: u16) -> bool {
    queue.push(item);
    queue.items.back() == Some(&item)
}

#[glassbox::check(len = 1)]
fn pop(queue: &mut Queue) -> bool {
    let (first, len) = (queue.items.front().copied(), queue.items.len());
    queue.pop() == first && queue.items.len() == len.saturating_sub(1)
}

#[glassbox::check(len = 1)]
fn reset(queue: &mut Queue) {
    queue.reset();
}

/// Tasks by urgency, with the greatest one at hand.
#[derive(Debug, Default, Structure)]
pub struct Schedule {
    #[glassbox(domain(u32 = 0..2))]
    tasks: BinaryHeap<u32>,
    #[glassbox(domain(u32 = 0..2))]
    greatest: Option<u32>,
}

impl Schedule {
    /// Adds a task.
    pub fn add(&mut self, task: u32) {
        self.tasks.push(task);
        self.greatest = self.tasks.peek().copied();
    }

    /// Makes the greatest task the least.
    pub fn lower(&mut self) {
        if let Some(mut first) = self.tasks.peek_mut() {
            *first = 0;
        }
        if !cfg!(feature = "bug-heap-changes-in-place") {
            self.greatest = self.tasks.peek().copied();
        }
    }
}

impl Invariant for Schedule {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.tasks.iter().max().copied() == self.greatest, "the greatest task is another")
    }
}

#[glassbox::check(len = 2)]
fn add(schedule: &mut Schedule, #[glassbox(values = 0..2)] task: u32) {
    schedule.add(task);
}

#[glassbox::check(len = 2)]
fn lower(schedule: &mut Schedule) {
    schedule.lower();
}

/// A text that knows how many letters are upper case.
#[derive(Debug, Default, Structure)]
pub struct Text {
    #[glassbox(domain(char = ['a', 'Ä']))]
    text: String,
    #[glassbox(values = 0..6)]
    upper: usize,
}

impl Text {
    /// Adds a letter.
    pub fn push(&mut self, letter: char) {
        self.text.push(letter);
        if letter.is_uppercase() && !cfg!(feature = "bug-text-forgets-upper") {
            self.upper += 1;
        }
    }

    /// Removes the last letter.
    pub fn pop(&mut self) -> Option<char> {
        let last = self.text.pop()?;
        self.upper -= usize::from(last.is_uppercase());
        Some(last)
    }
}

impl Invariant for Text {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.text.chars().filter(|letter| letter.is_uppercase()).count() == self.upper, "the number is wrong")
    }
}

#[glassbox::check(len = 1)]
fn push_letter(text: &mut Text, #[glassbox(values = ['a', 'Ä'])] letter: char) {
    text.push(letter);
}

#[glassbox::check(len = 1)]
fn pop_letter(text: &mut Text) {
    text.pop();
}

/// A boxed slice that knows how many of its elements are 0.
#[derive(Debug, Default, Structure)]
pub struct Zeros {
    #[glassbox(domain(u16 = 0..2))]
    items: Box<[u16]>,
    #[glassbox(values = 0..5)]
    n_zeros: usize,
}

impl Zeros {
    /// Adds a 0 at the end.
    pub fn grow(&mut self) {
        self.items = self.items.iter().copied().chain([0]).collect();
        if !cfg!(feature = "bug-slice-keeps-len") {
            self.n_zeros += 1;
        }
    }

    /// Makes all elements 1.
    pub fn fill(&mut self) {
        self.items.fill(1);
        self.n_zeros = 0;
    }
}

impl Invariant for Zeros {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.items.iter().filter(|item| **item == 0).count() == self.n_zeros, "the number is wrong")
    }
}

#[glassbox::check(len = 3)]
fn grow(zeros: &mut Zeros) {
    zeros.grow();
}

#[glassbox::check(len = 3)]
fn fill(zeros: &mut Zeros) {
    zeros.fill();
}
