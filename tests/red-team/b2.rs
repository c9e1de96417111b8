//! Checks of effects on keys, values and items.

#![allow(dead_code, unused)]

/// Wrong: `push` panics if the value equals one in the list.
pub mod equal_values {
    use glassbox::{Structure, Val};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        v: Vec<Val>,
    }
    #[glassbox::check(len = 3)]
    fn push(l: &mut L, value: Val) {
        assert!(l.v.iter().all(|x| *x != value), "there already");
        l.v.push(value);
    }
}

/// Wrong: `push` drops a value that equals one in the list, although it has to keep both.
pub mod equal_dropped {
    use glassbox::{Structure, Val};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        value: Val,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 3, adds(value))]
    fn push(l: &mut L, value: Val) {
        let mut at = &l.head;
        while let Some(n) = at {
            if n.value == value {
                return;
            }
            at = &n.next;
        }
        let next = l.head.take();
        l.head = Some(Box::new(Node { value, next }));
    }
}

/// Wrong: `change` and `recolor` change an item that is not an integer; `add` is right.
pub mod other_items {
    use glassbox::Structure;
    #[derive(Clone, Copy, PartialEq, Structure)]
    #[glassbox(no_invariant)]
    pub enum Color {
        Red,
        Green,
    }
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        next: Option<Box<Node>>,
        #[glassbox(item)]
        x: bool,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Box2 {
        #[glassbox(item)]
        color: Color,
    }
    #[glassbox::check(height = 2, nothing)]
    fn change(l: &mut L) {
        if let Some(n) = &mut l.head {
            n.x = !n.x;
        }
    }
    #[glassbox::check(height = 2, adds(x))]
    fn add(l: &mut L, x: bool) {
        let next = l.head.take();
        l.head = Some(Box::new(Node { next, x }));
    }
    #[glassbox::check(nothing)]
    fn recolor(b: &mut Box2) {
        b.color = Color::Red;
    }
}

/// Right: `put` writes a value only if it differs; `put_not` is wrong and never replaces.
pub mod replaced_by_equal {
    use glassbox::{Key, Structure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        key: Key,
        next: Option<Box<Node>>,
        #[glassbox(values = 0..3, item)]
        x: u8,
    }
    #[glassbox::check(height = 2, replaces(key, x))]
    fn put(l: &mut L, key: Key, #[glassbox(values = 0..3)] x: u8) {
        let mut at = &mut l.head;
        while at.as_ref().is_some_and(|n| n.key < key) {
            at = &mut at.as_mut().unwrap().next;
        }
        if let Some(n) = at
            && n.key == key
        {
            if n.x != x {
                n.x = x;
            }
            return;
        }
        let next = at.take();
        *at = Some(Box::new(Node { key, next, x }));
    }
    #[glassbox::check(height = 2, replaces(key, x))]
    fn put_not(l: &mut L, key: Key, #[glassbox(values = 0..3)] x: u8) {
        let mut at = &mut l.head;
        while at.as_ref().is_some_and(|n| n.key < key) {
            at = &mut at.as_mut().unwrap().next;
        }
        if let Some(n) = at
            && n.key == key
        {
            return;
        }
        let next = at.take();
        *at = Some(Box::new(Node { key, next, x }));
    }
}

/// Wrong: `swap` and `swap_inner` give two keys each other's values; `get` and `insert` are right.
pub mod boxed_values {
    use glassbox::{Key, Structure, Val};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        key: Key,
        next: Option<Box<Node>>,
        payload: Box<Payload>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Payload {
        value: Val,
    }
    #[glassbox::check(height = 4, nothing)]
    fn swap(l: &mut L) {
        if let Some(n) = &mut l.head
            && let Some(m) = &mut n.next
        {
            std::mem::swap(&mut n.payload, &mut m.payload);
        }
    }
    #[glassbox::check(height = 4, nothing)]
    fn swap_inner(l: &mut L) {
        if let Some(n) = &mut l.head
            && let Some(m) = &mut n.next
        {
            std::mem::swap(&mut *n.payload, &mut *m.payload);
        }
    }
    #[glassbox::check(height = 4, finds(key))]
    fn get(l: &mut L, key: Key) -> Option<&Val> {
        let mut at = &l.head;
        while let Some(n) = at {
            if n.key == key {
                return Some(&n.payload.value);
            }
            at = &n.next;
        }
        None
    }
    #[glassbox::check(height = 4, adds(key, value))]
    fn insert(l: &mut L, key: Key, value: Val) -> bool {
        let mut at = &mut l.head;
        while at.as_ref().is_some_and(|n| n.key < key) {
            at = &mut at.as_mut().unwrap().next;
        }
        if at.as_ref().is_some_and(|n| n.key == key) {
            return false;
        }
        let next = at.take();
        *at = Some(Box::new(Node { key, next, payload: Box::new(Payload { value }) }));
        true
    }
}

/// Right: the least key is stored beside the list; has no rows in the table.
pub mod least_key {
    use glassbox::{Broken, Children, Invariant, Key, Structure, ensure};
    #[derive(Default, Structure)]
    pub struct Set {
        head: Option<Box<Node>>,
        min: Option<Key>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        key: Key,
        next: Option<Box<Node>>,
    }
    impl Invariant for Set {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.min.as_ref() == self.head.as_ref().map(|n| &n.key), "min")
        }
    }
    #[glassbox::check(height = 3, adds(key))]
    fn add(s: &mut Set, key: Key) -> bool {
        if s.min.as_ref().is_none_or(|m| key < *m) {
            s.min = Some(key.clone());
        }
        let mut at = &mut s.head;
        while at.as_ref().is_some_and(|n| n.key < key) {
            at = &mut at.as_mut().unwrap().next;
        }
        if at.as_ref().is_some_and(|n| n.key == key) {
            return false;
        }
        let next = at.take();
        *at = Some(Box::new(Node { key, next }));
        true
    }
}

/// Wrong: `lose` shortens the array and forgets the value; `push` and `pop` are right.
pub mod listed_length {
    use glassbox::{Structure, Val};
    use std::mem::MaybeUninit;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = 0..3)]
        n: u8,
        #[glassbox(len = n)]
        items: [MaybeUninit<Val>; 2],
    }
    impl Default for S {
        fn default() -> Self {
            S { n: 0, items: [const { MaybeUninit::uninit() }; 2] }
        }
    }
    #[glassbox::check]
    fn push(s: &mut S, value: Val) {
        if s.n < 2 {
            s.items[usize::from(s.n)].write(value);
            s.n += 1;
        }
    }
    #[glassbox::check]
    fn lose(s: &mut S) {
        if s.n > 0 {
            s.n -= 1;
        }
    }
    #[glassbox::check]
    fn pop(s: &mut S) {
        if s.n > 0 {
            s.n -= 1;
            unsafe {
                s.items[usize::from(s.n)].assume_init_drop();
            }
        }
    }
}

/// Wrong: `lose` leaks the last node, `grow` makes an unwritten slot a node.
pub mod listed_length_nodes {
    use glassbox::Structure;
    use std::mem::MaybeUninit;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = 0..3)]
        n: u8,
        #[glassbox(len = n)]
        kids: [MaybeUninit<Box<Node>>; 2],
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        x: bool,
    }
    #[glassbox::check]
    fn lose(s: &mut S) {
        if s.n > 0 {
            s.n -= 1;
        }
    }
    #[glassbox::check]
    fn grow(s: &mut S) {
        if s.n < 2 {
            s.n += 1;
        }
    }
}

/// Wrong: `lose` removes an item, although nothing may change.
pub mod listed_length_items {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct S {
        #[glassbox(values = 0..3)]
        n: usize,
        #[glassbox(len = n, item)]
        items: [u8; 2],
    }
    #[glassbox::check(nothing)]
    fn lose(s: &mut S) {
        if s.n > 0 {
            s.n -= 1;
        }
    }
}

/// Right: nothing is removed from an empty array, whatever its unused slots hold.
pub mod empty_array {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct S {
        n: usize,
        #[glassbox(len = n, item)]
        items: [u8; 2],
    }
    #[glassbox::check(removes)]
    fn pop(s: &mut S) -> Option<u8> {
        if s.n == 0 {
            return None;
        }
        s.n -= 1;
        Some(s.items[s.n])
    }
    #[glassbox::check(adds(x))]
    fn push(s: &mut S, #[glassbox(values = 0..2)] x: u8) -> bool {
        if s.n == 2 {
            return false;
        }
        s.items[s.n] = x;
        s.n += 1;
        true
    }
}

/// Wrong: `lose` forgets a value that `full` says is there; `take` is right.
pub mod maybe_value {
    use glassbox::{Structure, Val};
    use std::mem::MaybeUninit;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        full: bool,
        slot: MaybeUninit<Val>,
    }
    #[glassbox::check]
    fn lose(s: &mut S) {
        s.full = false;
    }
    #[glassbox::check]
    fn take(s: &mut S) {
        if s.full {
            s.full = false;
            unsafe {
                s.slot.assume_init_drop();
            }
        }
    }
}

/// Wrong: `free` frees the node, and `full` still says that it is there.
pub mod maybe_node {
    use glassbox::Structure;
    use std::mem::MaybeUninit;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        full: bool,
        slot: MaybeUninit<Box<N>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct N {
        x: bool,
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        if s.full {
            unsafe {
                s.slot.assume_init_drop();
            }
        }
    }
}

/// Wrong: `fill` says that there is a number where none was written; `get` is right.
pub mod maybe_number {
    use glassbox::Structure;
    use std::mem::MaybeUninit;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        full: bool,
        #[glassbox(domain(u8 = 0..2))]
        slot: MaybeUninit<u8>,
    }
    impl Default for S {
        fn default() -> Self {
            S { full: false, slot: MaybeUninit::uninit() }
        }
    }
    #[glassbox::check]
    fn get(s: &mut S) {
        if s.full {
            assert!(unsafe { s.slot.assume_init() } < 2);
        }
    }
    #[glassbox::check]
    fn fill(s: &mut S) {
        s.full = true;
    }
}

/// Right: arguments that may hold no value; `lose_one` is wrong and forgets one.
pub mod given_values {
    use glassbox::{Structure, Val};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        v: Vec<Val>,
    }
    #[glassbox::check(len = 2)]
    fn optional(l: &mut L, value: Option<Val>) {
        l.v.extend(value);
    }
    #[glassbox::check(len = 2)]
    fn many(l: &mut L, value: Vec<Val>) {
        l.v.extend(value);
    }
    #[glassbox::check(len = 2)]
    fn lose_one(l: &mut L, value: [Val; 2]) {
        let [a, b] = value;
        l.v.push(a);
        std::mem::forget(b);
    }
}

/// Right in `attach`, which links the node that it is given; wrong in `lose`, which leaks it.
pub mod given_nodes {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 2)]
    fn attach(l: &mut L, node: Box<Node>) {
        let mut at = &mut l.head;
        while at.is_some() {
            at = &mut at.as_mut().unwrap().next;
        }
        *at = Some(node);
    }
    #[glassbox::check(height = 2)]
    fn lose(l: &mut L, node: Box<Node>) {
        std::mem::forget(node);
    }
}

/// Right in `has`, whose key may be missing; wrong in `never`, which finds nothing.
pub mod given_key {
    use glassbox::{Key, Structure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        key: Key,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 2, finds(key))]
    fn has(l: &mut L, key: Option<Key>) -> bool {
        let Some(key) = key else { return false };
        let mut at = &l.head;
        while let Some(n) = at {
            if n.key == key {
                return true;
            }
            at = &n.next;
        }
        false
    }
    #[glassbox::check(height = 2, finds(key))]
    fn never(l: &mut L, key: Option<Key>) -> bool {
        false
    }
}

/// Right: a negative number is widened before it is stored.
pub mod widened {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        next: Option<Box<Node>>,
        #[glassbox(values = -1..2, item)]
        x: i32,
    }
    #[glassbox::check(height = 2, adds(x))]
    fn add(l: &mut L, #[glassbox(values = -1..2)] x: i8) {
        let next = l.head.take();
        l.head = Some(Box::new(Node { next, x: x.into() }));
    }
}

/// Right in `remove`, on pairs in no order; wrong in `swap_values`, which gives two keys each other's values.
pub mod pairs {
    use glassbox::{Broken, Children, Invariant, Key, Structure, Val, ensure};
    #[derive(Default, Structure)]
    pub struct Map {
        items: Vec<(Key, Val)>,
    }
    impl Invariant for Map {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure((0..self.items.len()).all(|i| (0..i).all(|j| self.items[i].0 != self.items[j].0)), "twice")
        }
    }
    #[glassbox::check(len = 2, removes(key))]
    fn remove(m: &mut Map, key: Key) -> Option<Val> {
        let i = m.items.iter().position(|e| e.0 == key)?;
        Some(m.items.swap_remove(i).1)
    }
    #[glassbox::check(len = 2, nothing)]
    fn swap_values(m: &mut Map) {
        if let [a, b] = &mut m.items[..] {
            std::mem::swap(&mut a.1, &mut b.1);
        }
    }
}
