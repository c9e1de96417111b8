//! Values that own memory, structures by value, rows in vectors, and layouts of memory.

#![allow(dead_code, unused)]

/// Listed texts: what they own is compared, too.
pub mod texts {
    use glassbox::Structure;
    pub fn texts() -> Vec<String> {
        vec![String::new(), "a".to_owned(), "ab".to_owned()]
    }
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = texts())]
        name: String,
        #[glassbox(values = texts())]
        other: String,
    }
    #[glassbox::check]
    fn push(s: &mut S) {
        s.name.push('x');
    }
    #[glassbox::check]
    fn upper(s: &mut S) {
        s.name.make_ascii_uppercase();
    }
    #[glassbox::check]
    fn clear(s: &mut S) {
        s.name = String::new();
    }
    #[glassbox::check]
    fn leak(s: &mut S) {
        std::mem::forget(std::mem::take(&mut s.name));
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        unsafe { drop(std::ptr::read(&s.name)) }
    }
    #[glassbox::check]
    fn swap(s: &mut S) {
        std::mem::swap(&mut s.name, &mut s.other);
    }
    #[glassbox::check]
    fn set(s: &mut S) {
        s.name = "a".to_owned();
    }
    #[glassbox::check]
    fn copy(s: &mut S) {
        s.name = s.other.clone();
    }
    #[glassbox::check]
    fn share(s: &mut S) {
        unsafe { drop(std::mem::replace(&mut s.name, std::ptr::read(&s.other))) }
    }
    #[glassbox::check]
    fn take(s: &mut S) {
        s.name = std::mem::take(&mut s.other);
    }
    #[glassbox::check]
    fn overwrite(s: &mut S) {
        unsafe { std::ptr::write(&mut s.name, String::new()) }
    }
    #[glassbox::check]
    fn put_back(s: &mut S) {
        let name = std::mem::take(&mut s.name);
        s.name = name;
    }
    #[glassbox::check]
    fn cut(s: &mut S) {
        s.name.truncate(1);
    }
}

/// Listed texts in nodes that come and go.
pub mod texts_in_nodes {
    use super::texts::texts;
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(values = texts())]
        name: String,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 2)]
    fn pop(l: &mut List) {
        if let Some(node) = l.head.take() {
            l.head = node.next;
        }
    }
    #[glassbox::check(height = 2)]
    fn pop_and_leak(l: &mut List) {
        if let Some(mut node) = l.head.take() {
            l.head = node.next.take();
            std::mem::forget(std::mem::take(&mut node.name));
        }
    }
    #[glassbox::check(height = 2)]
    fn push(l: &mut List) {
        let next = l.head.take();
        l.head = Some(Box::new(Node { name: "a".to_owned(), next }));
    }
    #[glassbox::check(height = 2)]
    fn push_another(l: &mut List) {
        let next = l.head.take();
        l.head = Some(Box::new(Node { name: "x".to_owned(), next }));
    }
    #[glassbox::check(height = 2)]
    fn box_again(l: &mut List) {
        if let Some(node) = l.head.take() {
            let Node { name, next } = *node;
            l.head = Some(Box::new(Node { name, next }));
        }
    }
    #[glassbox::check(height = 2)]
    fn free_one(l: &mut List) {
        if let Some(node) = &mut l.head
            && node.next.is_some()
            && node.name.len() == 2
        {
            unsafe { drop(std::ptr::read(&node.name)) }
        }
    }
}

/// Listed values that share what they own.
pub mod shared_values {
    use glassbox::Structure;
    use std::rc::Rc;
    fn two() -> Vec<Rc<u8>> {
        let one = Rc::new(1);
        vec![one.clone(), one]
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = two())]
        number: Rc<u8>,
    }
    #[glassbox::check]
    fn count_once_more(s: &mut S) {
        std::mem::forget(s.number.clone());
    }
    #[glassbox::check]
    fn look(s: &mut S) {
        assert!(*s.number == 1);
    }
}

/// Listed vectors of texts: what blocks of theirs own belongs to them.
pub mod vectors_of_texts {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [vec![], vec!["a".to_owned()], vec!["b".to_owned(), "c".to_owned()]])]
        all: Vec<String>,
    }
    #[glassbox::check]
    fn pop(s: &mut S) {
        s.all.pop();
    }
    #[glassbox::check]
    fn clear(s: &mut S) {
        s.all = Vec::new();
    }
    #[glassbox::check]
    fn leak_all(s: &mut S) {
        unsafe { s.all.set_len(0) };
        s.all = Vec::new();
    }
    #[glassbox::check]
    fn swap_twice(s: &mut S) {
        if s.all.len() == 2 {
            s.all.swap(0, 1);
            s.all.swap(0, 1);
        }
    }
    #[glassbox::check]
    fn swap(s: &mut S) {
        if s.all.len() == 2 {
            s.all.swap(0, 1);
        }
    }
}

/// Checks that take a structure by value.
pub mod by_value {
    use glassbox::{Broken, Children, Invariant, Structure, Val, ensure};
    #[derive(Structure)]
    pub struct List {
        head: Option<Box<Node>>,
        #[glassbox(values = 0..4)]
        len: usize,
    }
    #[derive(Structure)]
    pub struct Node {
        next: Option<Box<Node>>,
        value: Val,
    }
    impl Invariant for Node {
        type Summary = usize;
        fn check(&self, children: &Children) -> Result<usize, Broken> {
            Ok(1 + children.summary_or(&self.next, 0))
        }
    }
    impl Invariant for List {
        type Summary = ();
        fn check(&self, children: &Children) -> Result<(), Broken> {
            ensure(self.len == children.summary_or(&self.head, 0), "the length is wrong")
        }
    }
    #[glassbox::check(height = 3)]
    fn length(list: List) {
        let (mut n, mut at) = (0, &list.head);
        while let Some(node) = at {
            n += 1;
            at = &node.next;
        }
        assert_eq!(n, list.len);
    }
    #[glassbox::check(height = 3)]
    fn forget(list: List) {
        std::mem::forget(list);
    }
    #[glassbox::check(height = 3)]
    fn forget_the_last(mut list: List) {
        if list.len == 3 {
            std::mem::forget(list.head.as_mut().unwrap().next.as_mut().unwrap().next.take());
        }
    }
    #[glassbox::check(height = 3)]
    fn drop_twice(list: List) {
        if let Some(head) = &list.head {
            unsafe { drop(std::ptr::read(&head.value)) }
        }
    }
    #[glassbox::check(height = 3)]
    fn is_short(list: List) {
        assert!(list.len < 3);
    }
    #[glassbox::check(height = 2)]
    fn swap(mut a: List, mut b: List) {
        std::mem::swap(&mut a.head, &mut b.head);
    }
}

/// Rows of a vector that own nodes.
pub mod rows {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Table {
        #[glassbox(tree)]
        rows: Vec<Row>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Row {
        #[glassbox(values = 0..3)]
        x: u8,
        below: Option<Box<Leaf>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Leaf {
        y: bool,
    }
    #[glassbox::check(height = 3, len = 2)]
    fn pop(t: &mut Table) {
        t.rows.pop();
    }
    #[glassbox::check(height = 3, len = 2)]
    fn shorten(t: &mut Table) {
        if !t.rows.is_empty() {
            unsafe { t.rows.set_len(t.rows.len() - 1) }
        }
    }
    #[glassbox::check(height = 3, len = 2)]
    fn raise_the_second(t: &mut Table) {
        if t.rows.len() == 2 {
            t.rows[1].x += 1;
        }
    }
    #[glassbox::check(height = 3, len = 2)]
    fn link_twice(t: &mut Table) {
        if t.rows.len() == 2 && t.rows[1].below.is_none() {
            t.rows[1].below = unsafe { std::ptr::read(&t.rows[0].below) };
        }
    }
}

/// Code that depends on where the allocator puts blocks.
pub mod places {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct Two {
        a: Option<Box<Leaf>>,
        b: Option<Box<Leaf>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Leaf {
        #[glassbox(values = 0..2)]
        x: u8,
    }
    #[glassbox::check]
    fn greater_one_is_larger(t: &mut Two) {
        if let (Some(a), Some(b)) = (&t.a, &t.b) {
            assert!((&raw const **a) < (&raw const **b));
        }
    }
    #[glassbox::check]
    fn mark_the_first(t: &mut Two) {
        if let (Some(a), Some(b)) = (&mut t.a, &mut t.b) {
            if (&raw const **a) < (&raw const **b) { a.x = 1 } else { b.x = 1 }
        }
    }
    #[glassbox::check]
    fn is_well_aligned(t: &mut Two) {
        if let Some(a) = &t.a {
            assert!((&raw const **a).addr() % 4 == 0 || (&raw const **a).addr() % 2 != 0);
        }
    }
    #[glassbox::check]
    fn never_equal(t: &mut Two) {
        if let (Some(a), Some(b)) = (&t.a, &t.b) {
            assert!((&raw const **a) != (&raw const **b));
        }
    }
    #[glassbox::check]
    fn new_is_elsewhere(t: &mut Two) {
        if let Some(old) = t.a.take() {
            let old_address = &raw const *old;
            drop(old);
            let new = Box::new(Leaf { x: 1 });
            assert!(old_address != &raw const *new);
            t.a = Some(new);
        }
    }
    #[glassbox::check]
    fn by_hash(t: &mut Two) {
        if let Some(a) = &mut t.a
            && ((&raw const **a).addr() / 16) % 7 == 3
        {
            a.x = 1 - a.x;
        }
    }
    #[glassbox::check]
    fn by_distance(t: &mut Two) {
        if let (Some(a), Some(b)) = (&t.a, &t.b) {
            assert!((&raw const **a).addr().abs_diff((&raw const **b).addr()) != 48);
        }
    }
    #[glassbox::check]
    fn lock_in_order(t: &mut Two) {
        if let (Some(a), Some(b)) = (&mut t.a, &mut t.b) {
            let (first, second) = if (&raw const **a) < (&raw const **b) { (a, b) } else { (b, a) };
            let sum = first.x + second.x;
            assert!(sum < 3);
        }
    }
}

/// Listed maps, which lead into the middle of their blocks.
pub mod maps {
    use glassbox::Structure;
    use std::collections::HashMap;
    use std::hash::{BuildHasherDefault, Hasher};
    #[derive(Clone, Default)]
    pub struct Sum(u64);
    impl Hasher for Sum {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = self.0 * 31 + u64::from(*byte);
            }
        }
    }
    type Map = HashMap<u8, u8, BuildHasherDefault<Sum>>;
    fn maps() -> Vec<Map> {
        let mut one = Map::default();
        one.insert(1, 1);
        vec![Map::default(), one]
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = maps())]
        map: Map,
    }
    #[glassbox::check]
    fn change(s: &mut S) {
        if let Some(value) = s.map.get_mut(&1) {
            *value = 7;
        }
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        if !s.map.is_empty() {
            unsafe { drop(std::ptr::read(&s.map)) }
        }
    }
    #[glassbox::check]
    fn leak(s: &mut S) {
        std::mem::forget(std::mem::take(&mut s.map));
    }
    #[glassbox::check]
    fn clear(s: &mut S) {
        s.map = Map::default();
    }
}

/// Listed values that find their blocks by encoded pointers.
pub mod tagged_pointers {
    use glassbox::Structure;
    pub struct Tagged(usize);
    impl Tagged {
        fn new(x: u8) -> Self {
            Tagged(Box::into_raw(Box::new([x; 4])) as usize ^ usize::MAX)
        }
        fn target(&self) -> *mut [u8; 4] {
            (self.0 ^ usize::MAX) as *mut _
        }
    }
    impl Drop for Tagged {
        fn drop(&mut self) {
            unsafe { drop(Box::from_raw(self.target())) }
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [Tagged::new(1), Tagged::new(2)])]
        tagged: Tagged,
    }
    #[glassbox::check]
    fn change(s: &mut S) {
        unsafe { (*s.tagged.target())[0] = 9 }
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        unsafe { drop(std::ptr::read(&s.tagged)) }
    }
    #[glassbox::check]
    fn look(s: &mut S) {
        unsafe { assert!((*s.tagged.target())[0] < 3) }
    }
}

/// Listed values whose pointers are not aligned.
pub mod packed_values {
    use glassbox::Structure;
    #[repr(C, packed)]
    pub struct Packed {
        x: u8,
        text: String,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [Packed { x: 1, text: "a".to_owned() }, Packed { x: 2, text: "b".to_owned() }])]
        packed: Packed,
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        unsafe { drop(std::ptr::read_unaligned(&raw const s.packed.text)) }
    }
}

/// Listed raw pointers: nobody says whether the structure owns what they lead to.
pub mod raw_pointers {
    use glassbox::Structure;
    fn new(x: u8) -> *mut u8 {
        Box::into_raw(Box::new(x))
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [new(1), new(2)])]
        pointer: *mut u8,
    }
    #[glassbox::check]
    fn change(s: &mut S) {
        unsafe { *s.pointer = 9 }
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        unsafe { drop(Box::from_raw(s.pointer)) }
    }
    #[glassbox::check]
    fn look(s: &mut S) {
        unsafe { assert!(*s.pointer < 3) }
    }
}

/// A skipped field that owns memory.
pub mod skipped_text {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(skip = "a".to_owned())]
        name: String,
        x: bool,
    }
    #[glassbox::check]
    fn upper(s: &mut S) {
        s.name.make_ascii_uppercase();
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        unsafe { drop(std::ptr::read(&s.name)) }
    }
}

/// Checks that may leave the listed texts, and leak something.
pub mod texts_that_may_be_left {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = ["a".to_owned(), "b".to_owned()])]
        name: String,
    }
    #[glassbox::check(may_leave)]
    fn leak(s: &mut S) {
        unsafe { std::ptr::write(&mut s.name, "xyz".to_owned()) }
    }
    #[glassbox::check(may_leave)]
    fn leak_another(s: &mut S) {
        s.name = "xyz".to_owned();
        std::mem::forget(std::hint::black_box(Box::new(3u64)));
    }
}

/// Arguments that own memory.
pub mod text_arguments {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        x: bool,
    }
    #[glassbox::check]
    fn leak(s: &mut S, #[glassbox(values = [String::new(), "a".to_owned()])] text: String) {
        std::mem::forget(std::hint::black_box(text));
    }
    #[glassbox::check]
    fn drop_twice(s: &mut S, #[glassbox(values = [String::new(), "a".to_owned()])] text: String) {
        unsafe { drop(std::ptr::read(&text)) }
    }
    #[glassbox::check]
    fn look(s: &mut S, #[glassbox(values = [String::new(), "a".to_owned()])] text: String) {
        s.x = text.is_empty();
    }
}
