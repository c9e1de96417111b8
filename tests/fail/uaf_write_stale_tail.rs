//! A queue frees its last node without resetting `tail`; the next push links behind the freed node.

use std::hint::black_box;
use std::ptr;

struct Node {
    value: u32,
    next: *mut Node,
}

struct Queue {
    head: *mut Node,
    tail: *mut Node,
}

impl Queue {
    fn push(&mut self, value: u32) {
        let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
        if self.tail.is_null() {
            self.head = node;
        } else {
            let next = black_box(unsafe { &raw mut (*self.tail).next });
            unsafe { next.write_volatile(node) }; //~ ERROR use-after-free-write
        }
        self.tail = node;
    }

    fn pop(&mut self) -> Option<u32> {
        if self.head.is_null() {
            return None;
        }
        let node = unsafe { Box::from_raw(self.head) };
        self.head = node.next;
        Some(node.value)
    }
}

pub fn run() {
    let mut queue = black_box(Queue { head: ptr::null_mut(), tail: ptr::null_mut() });
    queue.push(1);
    black_box(queue.pop());
    queue.push(2);
    black_box(queue.pop());
}
