//! `BinaryHeap` of heapless.
#![cfg(glassbox)]

#[glassbox::explore(operations = 6)]
mod boxes {
    use heapless::binary_heap::{BinaryHeap, Max, PeekMut};

    type Heap = BinaryHeap<Box<u8>, Max, 3>;

    pub fn new() -> Heap {
        BinaryHeap::new()
    }

    pub fn push(heap: &mut Heap, #[glassbox(values = 0..2)] value: u8) {
        let was_full = heap.len() == heap.capacity();
        assert_eq!(heap.push(Box::new(value)).is_err(), was_full);
    }

    pub fn pop(heap: &mut Heap) -> Option<Box<u8>> {
        heap.pop()
    }

    pub fn change_max(heap: &mut Heap, #[glassbox(values = 0..2)] value: u8) {
        if let Some(mut max) = heap.peek_mut() {
            **max = value;
        }
    }

    pub fn pop_peeked(heap: &mut Heap) {
        if let Some(max) = heap.peek_mut() {
            PeekMut::pop(max);
        }
    }

    pub fn clear(heap: &mut Heap) {
        heap.clear();
        assert!(heap.is_empty());
    }

    pub fn clone_and_drop(heap: &mut Heap) {
        let copy = heap.clone();
        assert_eq!(copy.len(), heap.len());
    }

    pub fn peek_is_max(heap: &Heap) -> bool {
        heap.peek() == heap.iter().max()
    }
}
