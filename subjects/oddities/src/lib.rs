//! Operations that a checker easily gets wrong, each with the reason. Some are right and must hold, some are wrong in a
//! way that only one rule sees.

#![expect(
    clippy::needless_pass_by_value,
    reason = "the arguments of a check are values that it may do with as it likes"
)]

use std::hint::black_box;
use std::mem::{self, MaybeUninit};
use std::ptr;

use glassbox::{Broken, Children, Invariant, Key, Structure, Val, ensure};

// --- A list with a pointer to any of its nodes ---

/// A list. Its invariant says nothing about `last`.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct List {
    #[glassbox(tree)]
    head: *mut Node,
    #[glassbox(alias)]
    last: *mut Node,
    #[glassbox(count(Node))]
    len: usize,
}

/// A node of a list.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Node {
    #[glassbox(tree)]
    next: *mut Node,
    #[glassbox(values = [1, 2])]
    item: u8,
}

/// Loses all nodes without looking at any: that there were some is known only if somebody asks.
#[glassbox::check(height = 3)]
fn forget_all(list: &mut List) {
    list.head = ptr::null_mut();
    list.len = 0;
}

/// All nodes are linked once, and none can be reached.
#[glassbox::check(height = 3)]
fn close_circle(list: &mut List) {
    let first = mem::replace(&mut list.head, ptr::null_mut());
    let mut at = first;
    // SAFETY: links are null or lead to nodes.
    unsafe {
        while !at.is_null() && !(*at).next.is_null() {
            at = (*at).next;
        }
        if !at.is_null() {
            (*at).next = first;
        }
    }
    list.len = 0;
}

/// A law without a branch: the number it returns is all there is to decide on.
#[glassbox::check(height = 3)]
fn has_even_length(list: &List) -> bool {
    list.len & 1 == 0
}

/// Follows a pointer that may lead to a node that is not there.
#[glassbox::check(height = 3)]
fn look_at_last(list: &List) -> bool {
    // SAFETY: there is no reason why this should be right, and in some states it is not.
    list.last.is_null() || unsafe { (*list.last).item } > 0
}

/// Takes the list apart and puts it together again: nothing has changed.
#[glassbox::check(height = 3, nothing)]
fn take_and_put_back(list: &mut List) {
    let (head, len) = (mem::replace(&mut list.head, ptr::null_mut()), mem::take(&mut list.len));
    (list.head, list.len) = (head, len);
}

/// Writes what is there already, but by way of another field: in other states it is something else.
#[glassbox::check(height = 3)]
fn copy_first_item_to_second(list: &mut List) {
    // SAFETY: links are null or lead to nodes.
    unsafe {
        if let Some(first) = list.head.as_mut()
            && let Some(second) = first.next.as_mut()
        {
            second.item = first.item;
        }
    }
}

/// Frees the first node and forgets that another pointer may lead to it.
#[glassbox::check(height = 3)]
fn drop_first(list: &mut List) {
    if list.head.is_null() {
        return;
    }
    // SAFETY: the list owns its nodes, and leads to the first one only from `head`, if it were not for `last`.
    let first = unsafe { Box::from_raw(list.head) };
    list.head = first.next;
    list.len -= 1;
}

// --- A few slots ---

/// Items up to a length; behind that there is nothing.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Slots {
    len: u8,
    #[glassbox(len = len, domain(u8 = 0..2))]
    items: [MaybeUninit<u8>; 3],
    #[glassbox(domain(u8 = 0..6))]
    choice: Option<u8>,
    #[glassbox(domain(u8 = 0..1))]
    list: Vec<u8>,
}

/// Reads all slots, in use or not.
#[glassbox::check(len = 2)]
fn sum_of_all_slots(slots: &Slots) -> bool {
    let mut all_small = true;
    for item in &slots.items {
        // SAFETY: there is no reason why this should be right, and in some states it is not.
        if unsafe { item.assume_init() } > 1 {
            all_small = false;
        }
    }
    all_small
}

/// The compiler loads what is in the option before it knows whether there is anything.
#[glassbox::check(len = 2)]
fn payloads_are_looked_at_only_if_there(slots: &Slots) -> bool {
    let n =
        [slots.choice, None, slots.choice].iter().filter(|choice| matches!(choice, Some(item) if *item > 3)).count();
    n == 0 || n == 2
}

/// An empty vector has no memory that could be copied.
#[glassbox::check(len = 2)]
fn vectors_can_be_cloned(slots: &Slots) -> bool {
    slots.list.clone() == slots.list
}

/// Two vectors.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Twins {
    #[glassbox(domain(u8 = 0..1))]
    one: Vec<u8>,
    #[glassbox(domain(u8 = 0..1))]
    other: Vec<u8>,
}

/// Lets two vectors of the same size share a buffer, and frees the other one: nothing leaks, every byte is as it was.
#[glassbox::check(len = 1)]
fn share_buffer(twins: &mut Twins) {
    if twins.one.capacity() == twins.other.capacity() && twins.one.len() == twins.other.len() {
        // SAFETY: none: two vectors own one buffer.
        let copy = unsafe { ptr::read(&raw const twins.one) };
        twins.other = copy;
    }
}

// --- A tree in which only order is known ---

/// An ordered set without balance.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Set {
    #[glassbox(tree)]
    root: *mut Item,
}

/// A key with a value, those less and those greater.
#[derive(Structure)]
#[glassbox(sorted(left, key, right))]
pub struct Item {
    #[glassbox(tree)]
    left: *mut Item,
    key: Key,
    #[glassbox(tree)]
    right: *mut Item,
    value: Val,
    /// Not part of any invariant but the one that there is no other value.
    #[glassbox(values = [7])]
    seal: u8,
}

impl Invariant for Item {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(true, "")
    }
}

fn find(set: &mut Set, key: &Key) -> *mut *mut Item {
    let mut link = &raw mut set.root;
    // SAFETY: links are null or lead to nodes.
    unsafe {
        while let Some(item) = (*link).as_mut() {
            if *key == item.key {
                break;
            }
            link = if *key < item.key { &raw mut item.left } else { &raw mut item.right };
        }
    }
    link
}

fn leaf(key: Key, value: Val) -> *mut Item {
    Box::into_raw(Box::new(Item { left: ptr::null_mut(), key, right: ptr::null_mut(), value, seal: 7 }))
}

/// As it should be.
#[glassbox::check(height = 3, adds(key, value))]
fn insert(set: &mut Set, key: Key, value: Val) -> bool {
    let link = find(set, &key);
    // SAFETY: a link of the set.
    let is_new = unsafe { (*link).is_null() };
    if is_new {
        // SAFETY: as above.
        unsafe { *link = leaf(key, value) };
    }
    is_new
}

/// Two keys of which nothing is known but that they are different: either may come first.
#[glassbox::check(height = 2)]
fn insert_two(set: &mut Set, first: Key, second: Key, one: Val, other: Val) -> bool {
    let is_less = first < second;
    let expected = first != second;
    insert(set, first.clone(), one);
    insert(set, second.clone(), other);
    // SAFETY: links of the set, which lead to the nodes with these keys.
    let (first, second) = unsafe { (&(**find(set, &first)).key, &(**find(set, &second)).key) };
    (first < second) == is_less && (first != second) == expected
}

/// The first of two new keys must not be taken to come before the second.
#[glassbox::check(height = 2)]
fn keys_come_in_any_order(set: &Set, first: Key, second: Key) -> bool {
    !set.root.is_null() || first <= second
}

/// Puts a greater key to the left: no invariant of the user's says that it may not.
#[glassbox::check(height = 2)]
fn insert_on_the_wrong_side(set: &mut Set, key: Key, value: Val) {
    // SAFETY: links are null or lead to nodes.
    unsafe {
        match set.root.as_mut() {
            Some(root) if root.left.is_null() && key != root.key => root.left = leaf(key, value),
            _ => {}
        }
    }
}

/// Gives up if there is anything below the node that is to be removed, and says that it is done.
#[glassbox::check(height = 2, removes(key))]
fn remove_leaves_only(set: &mut Set, key: Key) {
    let link = find(set, &key);
    // SAFETY: a link of the set; the node is freed when nothing leads to it any more.
    unsafe {
        if !(*link).is_null() && (**link).left.is_null() && (**link).right.is_null() {
            drop(Box::from_raw(mem::replace(&mut *link, ptr::null_mut())));
        }
    }
}

/// Allocates a block, and forgets it.
#[glassbox::check(height = 2)]
fn allocate_and_forget(set: &Set) -> bool {
    set.root.is_null() || !black_box(Box::into_raw(Box::new(1_u8))).is_null()
}

/// Breaks what is said nowhere but in the description of the states.
#[glassbox::check(height = 2)]
fn break_seal(set: &mut Set) {
    // SAFETY: links are null or lead to nodes.
    if let Some(root) = unsafe { set.root.as_mut() } {
        root.seal = 8;
    }
}

/// Changes a value for another without dropping the old one.
#[glassbox::check(height = 2)]
fn overwrite(set: &mut Set, value: Val) {
    match root(set) {
        // SAFETY: a place in a live node. What was there is lost.
        Some(root) => unsafe { ptr::write(&raw mut root.value, value) },
        None => drop(value),
    }
}

fn root(set: &mut Set) -> Option<&mut Item> {
    // SAFETY: links are null or lead to nodes.
    unsafe { set.root.as_mut() }
}

/// Exchanges two values and leaves their keys: each entry is another one, and all keys and values are there.
#[glassbox::check(height = 2, nothing)]
fn exchange_values(set: &mut Set) {
    if let Some(root) = root(set) {
        // SAFETY: links are null or lead to nodes.
        if let Some(left) = unsafe { root.left.as_mut() } {
            mem::swap(&mut root.value, &mut left.value);
        }
    }
}

// --- A list whose summaries compare as equal when they are not ---

/// A list of weights, which together weigh 2 at most.
#[derive(Structure)]
pub struct Load {
    #[glassbox(tree)]
    first: *mut Weight,
}

/// A weight.
#[derive(Structure)]
pub struct Weight {
    #[glassbox(tree)]
    next: *mut Weight,
    #[glassbox(values = 0..3)]
    weight: u8,
}

/// Number and sum of weights.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Total {
    count: u64,
    sum: u32,
}

/// As wrong as a comparison by hand can be.
impl PartialEq for Total {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count
    }
}

impl Invariant for Load {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let total = children.summary_or(&self.first, Total { count: 0, sum: 0 });
        ensure(total.sum <= 2, "the load is too heavy")
    }
}

impl Invariant for Weight {
    type Summary = Total;

    fn check(&self, children: &Children) -> Result<Total, Broken> {
        let next = children.summary_or(&self.next, Total { count: 0, sum: 0 });
        Ok(Total { count: next.count + 1, sum: next.sum + u32::from(self.weight) })
    }
}

/// Makes the last weight heavier, whatever the others weigh.
#[glassbox::check(height = 3)]
fn make_last_heavier(load: &mut Load) {
    let mut at = load.first;
    // SAFETY: links are null or lead to nodes.
    unsafe {
        while !at.is_null() && !(*at).next.is_null() {
            at = (*at).next;
        }
        if !at.is_null() {
            (*at).weight = 2;
        }
    }
}

/// A thing with a name, which owns memory that no state describes.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Named {
    #[glassbox(values = [String::new(), "a".to_owned(), "ab".to_owned()])]
    name: String,
    #[glassbox(values = [String::new(), "a".to_owned()])]
    other: String,
}

/// Right: exchanges the names if both are listed for both.
#[glassbox::check]
fn exchange_names(named: &mut Named) {
    if named.name.len() < 2 {
        std::mem::swap(&mut named.name, &mut named.other);
    }
}

/// Frees a name that is still there.
#[glassbox::check]
fn free_a_name(named: &mut Named) {
    if named.name.len() == 2 {
        // SAFETY: none, on purpose: there are two owners now.
        drop(unsafe { std::ptr::read(&raw const named.name) });
    }
}

/// Forgets a name.
#[glassbox::check]
fn leak_a_name(named: &mut Named) {
    std::mem::forget(std::mem::take(&mut named.name));
}

/// Changes a name to one that is not listed, where it lies.
#[glassbox::check]
fn shout(named: &mut Named) {
    named.name.make_ascii_uppercase();
}

/// Two copies of a number, one of them in memory that a listed value owns.
#[derive(Structure)]
pub struct Mirrored {
    #[glassbox(values = [vec![0], vec![1]])]
    first: Vec<u8>,
    #[glassbox(values = 0..2)]
    second: u8,
}

impl Invariant for Mirrored {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.first[0] == self.second, "the copies differ")
    }
}

/// Right: changes both copies, one of them where it lies.
#[glassbox::check]
fn change_both_copies(mirrored: &mut Mirrored) {
    mirrored.first[0] ^= 1;
    mirrored.second ^= 1;
}

/// Changes only the copy that no cell of the node has.
#[glassbox::check]
fn change_one_copy(mirrored: &mut Mirrored) {
    if mirrored.second == 1 {
        mirrored.first[0] = 0;
    }
}
