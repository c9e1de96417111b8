//! Tests as a maintainer would write them. They pass with each of the planted bugs.

use crate::Arena;

#[test]
fn values_are_found() {
    let mut arena = Arena::new();
    let handles: Vec<_> = (0..10).map(|value| arena.insert(value)).collect();
    assert!(handles.iter().zip(0..).all(|(handle, value)| arena.get(*handle) == Some(&value)));
    assert_eq!(arena.iter().count(), 10);
}

#[test]
fn slots_are_used_again() {
    let mut arena = Arena::new();
    let (a, _) = (arena.insert('a'), arena.insert('b'));
    assert_eq!(arena.remove(a), Some('a'));
    let c = arena.insert('c');
    assert_eq!(c.slot, a.slot);
    assert_eq!(arena.get(c), Some(&'c'));
}

#[test]
fn old_handles_find_nothing() {
    let mut arena = Arena::new();
    let (a, b) = (arena.insert('a'), arena.insert('b'));
    arena.remove(a);
    arena.remove(b);
    arena.insert('c');
    assert_eq!((arena.get(a), arena.get(b)), (None, None));
    assert_eq!(arena.remove(b), None);
}

#[test]
fn retain_removes_odd_values() {
    let mut arena = Arena::new();
    (0..6).for_each(|value| drop(arena.insert(value)));
    arena.retain(|value| *value % 2 == 0);
    assert!(arena.iter().map(|(_, value)| *value).eq([0, 2, 4]));
    arena.insert(7);
    assert_eq!(arena.slots.len(), 6);
}
