//! Tests as a maintainer would write them. They pass with each of the planted bugs.

use crate::Heap;

#[test]
fn blocks_do_not_overlap() {
    let mut heap = Heap::<64>::new();
    let blocks: Vec<_> = (1..5).map(|size| heap.alloc(2 * size).unwrap()).collect();
    for (block, fill) in blocks.iter().zip(1..) {
        heap.bytes(block).fill(fill);
    }
    for (block, fill) in blocks.iter().zip(1..) {
        assert!(heap.bytes(block).iter().all(|byte| *byte == fill));
    }
}

#[test]
fn a_full_heap_refuses() {
    let mut heap = Heap::<16>::new();
    assert_eq!(heap.alloc(16), None);
    assert!(heap.alloc(15).is_some());
    assert_eq!((heap.alloc(1), heap.largest()), (None, 0));
}

#[test]
fn a_freed_block_is_used_again() {
    let mut heap = Heap::<32>::new();
    let (a, _b) = (heap.alloc(7).unwrap(), heap.alloc(7).unwrap());
    let offset = a.offset;
    heap.free(a);
    assert_eq!(heap.alloc(7).map(|block| block.offset), Some(offset));
}

#[test]
fn freed_neighbours_are_merged() {
    let mut heap = Heap::<32>::new();
    let (a, b, _c) = (heap.alloc(7).unwrap(), heap.alloc(7).unwrap(), heap.alloc(15).unwrap());
    heap.free(a);
    heap.free(b);
    assert_eq!(heap.largest(), 15);
    assert!(heap.alloc(15).is_some());
}

#[test]
fn everything_can_be_freed() {
    let mut heap = Heap::<32>::new();
    let blocks: Vec<_> = (0..4).map(|_| heap.alloc(7).unwrap()).collect();
    blocks.into_iter().rev().for_each(|block| heap.free(block));
    assert_eq!(heap.largest(), 31);
}
