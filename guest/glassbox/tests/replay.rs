//! `replay!`: a check on one state, natively. Each kind of bug that ordinary memory shows makes it panic, with the
//! words that the machine's finding has.

use std::ptr;

use glassbox::{Broken, Children, Invariant, Key, Structure, Val, ensure, replay};

/// A sorted list.
#[derive(Structure)]
struct List {
    #[glassbox(tree)]
    head: *mut Node,
    #[glassbox(count(Node))]
    len: usize,
}

#[derive(Structure)]
#[glassbox(sorted(key, next))]
struct Node {
    #[glassbox(parent)]
    prev: *mut Node,
    key: Key,
    value: Val,
    #[glassbox(tree)]
    next: *mut Node,
    #[glassbox(values = [0, 1])]
    mark: u8,
}

impl Invariant for Node {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.mark == 0, "it is marked")
    }
}

impl Invariant for List {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }

    fn ok(&self) -> bool {
        self.len < 9
    }
}

impl Drop for List {
    fn drop(&mut self) {
        while !self.head.is_null() {
            // SAFETY: nodes come from boxes, and each is linked once.
            let node = unsafe { Box::from_raw(self.head) };
            self.head = node.next;
        }
    }
}

impl List {
    /// Puts a node before all others, wherever its key belongs.
    fn push(&mut self, key: Key, value: Val) -> &mut Node {
        let node = Box::into_raw(Box::new(Node { prev: ptr::null_mut(), key, value, next: self.head, mark: 0 }));
        if !self.head.is_null() {
            // SAFETY: a node of the list.
            unsafe { (*self.head).prev = node };
        }
        self.head = node;
        self.len += 1;
        // SAFETY: just made.
        unsafe { &mut *node }
    }

    fn first(&mut self) -> Option<&mut Node> {
        // SAFETY: null or a node of the list.
        unsafe { self.head.as_mut() }
    }
}

// No key, one with key 1, and the two keys 1 and 3, as in `list.head` and below.
const EMPTY: &str = "height=2:";
const ONE: &str = "height=2:1";

#[glassbox::check(height = 2, adds(key, value))]
fn push(list: &mut List, key: Key, value: Val) -> bool {
    let fits = list.first().is_none_or(|first| key < first.key);
    if fits {
        list.push(key, value);
    }
    fits
}

#[test]
fn what_is_right_passes_and_leaves_nothing_behind() {
    replay!(push, EMPTY);
    replay!(push, ONE);
}

#[test]
#[should_panic(expected = "afterwards, the contents are wrong: it holds [1: 2], and should hold [1: 2, 2: 3]")]
fn what_is_not_done_is_seen() {
    replay!(push, "height=2:1;2");
}

#[glassbox::check(height = 2)]
fn push_anyway(list: &mut List, key: Key, value: Val) {
    list.push(key, value);
}

#[test]
#[should_panic(expected = "afterwards, the keys at a new node are not in order")]
fn keys_out_of_order_are_seen() {
    replay!(push_anyway, "height=2:1;2");
}

#[glassbox::check(height = 2)]
fn mark(list: &mut List) {
    list.first().into_iter().for_each(|first| first.mark = 1);
}

#[test]
#[should_panic(expected = "afterwards, the invariant of list.head is broken: it is marked")]
fn a_broken_invariant_is_seen() {
    replay!(mark, ONE);
}

#[glassbox::check(height = 2)]
fn grow(list: &mut List) {
    list.len += 1;
}

#[test]
#[should_panic(expected = "afterwards, list.len is not the number of nodes: 1, not 0")]
fn a_wrong_count_is_seen() {
    replay!(grow, EMPTY);
}

#[glassbox::check(height = 2)]
fn grow_much(list: &mut List) {
    list.len += 9;
}

#[test]
#[should_panic(expected = "afterwards, the invariant of list is broken: the global invariant does not hold")]
fn a_broken_global_invariant_is_seen() {
    replay!(grow_much, EMPTY);
}

#[glassbox::check(height = 2)]
fn turn(list: &mut List) {
    let head = list.head;
    list.first().into_iter().for_each(|first| first.prev = head);
}

#[test]
#[should_panic(expected = "afterwards, a link of list.head does not lead to the node above")]
fn a_stale_link_up_is_seen() {
    replay!(turn, ONE);
}

#[glassbox::check(height = 2)]
fn bite(list: &mut List) {
    let head = list.head;
    list.first().into_iter().for_each(|first| first.next = head);
}

#[test]
#[should_panic(expected = "afterwards, two links lead to list.head")]
fn a_cycle_is_seen() {
    replay!(bite, ONE);
}

#[glassbox::check(height = 2)]
fn forget(_list: &List, value: Val) {
    std::mem::forget(value);
}

#[test]
#[should_panic(expected = "value 3 is lost: it is neither in the structure nor dropped")]
fn a_lost_value_is_seen() {
    replay!(forget, EMPTY);
}

#[glassbox::check(height = 2)]
fn drop_twice(_list: &List, value: Val) {
    // SAFETY: a value owns no memory, and the test expects the report.
    drop(unsafe { ptr::read(&raw const value) });
    drop(value);
}

#[test]
#[should_panic(expected = "value 3 is in two places, or was dropped twice")]
fn a_value_that_is_dropped_twice_is_seen() {
    replay!(drop_twice, EMPTY);
}

#[glassbox::check(height = 2)]
fn is_empty(list: &List) -> bool {
    list.head.is_null()
}

#[test]
#[should_panic(expected = "the check returned false")]
fn a_refuted_law_is_seen() {
    replay!(is_empty, EMPTY);
    replay!(is_empty, ONE);
}

#[glassbox::check(height = 2)]
fn at_most(list: &List, #[glassbox(values = 0..4)] len: usize) {
    assert!(list.len <= len, "{} items", list.len);
}

#[test]
#[should_panic(expected = "1 items")]
fn a_panic_goes_through() {
    replay!(at_most, "height=2:1;1");
    replay!(at_most, "height=2:1");
}

#[test]
#[should_panic(expected = "`height=2:7` is not a state of this check")]
fn a_text_that_is_no_state_is_refused() {
    replay!(is_empty, "height=2:7");
}

/// Checks in other modules are named by their paths.
mod inner {
    use super::List;

    #[glassbox::check(height = 1)]
    pub(super) fn looks(_list: &List) {}
}

#[test]
fn a_check_may_be_in_another_module() {
    replay!(inner::looks, ":");
}
