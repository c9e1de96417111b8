//! Checks of the queue.
//!
//! Any two stacks make a queue, so there is no invariant. As in the papers items are null or an object: `None` or
//! `Some`. With both vectors at the capacity of the bound there are (2^(n + 1) - 1)^2 queues within length n: 9, 49,
//! 225 for n = 1, 2, 3. Capacities that differ make it 16, 100, 484. Linked queues have none: 9, 49, 225 within height
//! n.

use glassbox::Structure;

use crate::{LinkedQueue, Queue};

/// What is not null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Structure)]
pub struct Object;

/// An item at the end is one more.
#[glassbox::check(len = 4)]
fn enqueue(queue: &mut Queue<Option<Object>>, item: Option<Object>) -> bool {
    let len = queue.len();
    queue.enqueue(item);
    queue.len() == len + 1
}

/// There is an item exactly if the queue is not empty, and it is the one that could be seen before.
#[glassbox::check(len = 4)]
fn dequeue(queue: &mut Queue<Option<Object>>) -> bool {
    let first = queue.peek().copied();
    queue.dequeue() == first
}

/// Only an item that goes into an empty queue is the next to go out.
#[glassbox::check(len = 3)]
fn enqueue_then_dequeue(queue: &mut Queue<Option<Object>>, item: Option<Object>) -> bool {
    let first = queue.peek().copied().unwrap_or(item);
    queue.enqueue(item);
    queue.dequeue() == Some(first)
}

/// A new item waits until all others have gone, and is the last.
#[glassbox::check(len = 3)]
fn comes_out_last(queue: &mut Queue<Option<Object>>, item: Option<Object>) -> bool {
    let waiting = queue.len();
    queue.enqueue(item);
    for _ in 0..waiting {
        queue.dequeue();
    }
    queue.dequeue() == Some(item) && queue.is_empty()
}

/// An item at the end; the linked stacks stay apart.
#[glassbox::check(height = 4)]
fn linked_enqueue(queue: &mut LinkedQueue<Option<Object>>, item: Option<Object>) {
    queue.enqueue(item);
}

/// There is an item exactly if the queue is not empty.
#[glassbox::check(height = 4)]
fn linked_dequeue(queue: &mut LinkedQueue<Option<Object>>) -> bool {
    let empty = queue.is_empty();
    queue.dequeue().is_none() == empty
}

/// Of two items in an empty queue, the first comes out first; in any other, what was first before.
#[glassbox::check(height = 3)]
fn linked_first_in_first_out(
    queue: &mut LinkedQueue<Option<Object>>,
    first: Option<Object>,
    second: Option<Object>,
) -> bool {
    let was_empty = queue.is_empty();
    queue.enqueue(first);
    queue.enqueue(second);
    let out = queue.dequeue();
    !was_empty || (out == Some(first) && queue.dequeue() == Some(second) && queue.is_empty())
}

/// A new item waits until all others have gone, and is the last.
#[glassbox::check(height = 3)]
fn linked_comes_out_last(queue: &mut LinkedQueue<Option<Object>>, item: Option<Object>) -> bool {
    let waiting = queue.len();
    queue.enqueue(item);
    for _ in 0..waiting {
        queue.dequeue();
    }
    queue.dequeue() == Some(item) && queue.is_empty()
}

/// A queue is empty if it has no items.
#[glassbox::check(len = 3)]
fn is_empty(queue: &Queue<Option<Object>>) -> bool {
    queue.is_empty() == (queue.len() == 0)
}

#[cfg(test)]
mod tests;
