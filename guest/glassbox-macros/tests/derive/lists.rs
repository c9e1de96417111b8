//! Lists and trees of raw pointers: `tree`, `prev`, `alias`, arrays of links, a sentinel.

use std::ptr::{self, NonNull};

use glassbox::{Broken, Children, Invariant, Structure, ensure};

use crate::states::{check, states};

// --- A doubly linked list ---

#[derive(Structure)]
struct List {
    #[glassbox(tree)]
    head: Option<NonNull<Item>>,
    #[glassbox(alias)]
    tail: Option<NonNull<Item>>,
}

#[derive(Structure)]
struct Item {
    #[glassbox(prev)]
    prev: Option<NonNull<Item>>,
    #[glassbox(tree)]
    next: Option<NonNull<Item>>,
    #[glassbox(values = [5])]
    value: u8,
}

impl Invariant for Item {
    /// The last item.
    type Summary = *const Item;

    fn check(&self, children: &Children) -> Result<*const Item, Broken> {
        Ok(children.summary(&self.next).unwrap_or(self))
    }
}

impl Invariant for List {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let last = children.summary(&self.head).unwrap_or(ptr::null());
        ensure(address(self.tail) == last, "the tail is not the last item")
    }
}

fn address(link: Option<NonNull<Item>>) -> *const Item {
    link.map_or(ptr::null(), |item| item.as_ptr().cast_const())
}

#[test]
fn a_list_has_every_length_and_a_tail_anywhere() {
    let (mut lens, mut valid_lens, mut tails) = (Vec::new(), Vec::new(), Vec::new());
    glassbox::native::enumerate::<List>(&[("height", 3)], |list, _, valid| {
        let (mut len, mut previous, mut next) = (0, None, list.head);
        while let Some(item) = next {
            // SAFETY: tree links of a state lead to live nodes.
            let item = unsafe { item.as_ref() };
            assert_eq!((item.prev, item.value), (previous, 5));
            (previous, next) = (next, item.next);
            len += 1;
        }
        lens.push(len);
        tails.push(list.tail);
        if valid {
            valid_lens.push(len);
            assert_eq!(list.tail, previous);
        }
    });
    lens.sort_unstable();
    // Each length occurs with the tail at null and at each of three positions, absent ones included.
    assert_eq!(lens, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    valid_lens.sort_unstable();
    assert_eq!(valid_lens, [0, 1, 2, 3]);
    tails.sort_unstable();
    tails.dedup();
    assert_eq!(tails.len(), 4);
}

// --- Children in an array of pointers ---

#[derive(Structure)]
struct Binary {
    #[glassbox(tree)]
    children: [*mut Binary; 2],
    #[glassbox(parent)]
    parent: *const Binary,
}

impl Invariant for Binary {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let _ = children.summary(&self.children);
        Ok(())
    }
}

fn show(node: &Binary) -> String {
    // SAFETY: tree links of a state are null or lead to live nodes.
    let children = node.children.map(|child| unsafe { child.as_ref() });
    let [left, right] = children.map(|child| {
        child.map_or_else(String::new, |child| {
            assert!(ptr::eq(child.parent, node));
            show(child)
        })
    });
    format!("({left}|{right})")
}

fn shapes(height: u32) -> Vec<String> {
    let mut below = vec![String::new()];
    if height > 0 {
        below.extend(shapes(height - 1));
    }
    below.iter().flat_map(|left| below.iter().map(move |right| format!("({left}|{right})"))).collect()
}

#[test]
fn an_array_of_links_has_all_shapes() {
    for height in 1..=2 {
        check(&[("height", height)], show, shapes(height));
    }
}

// --- A sentinel in place of null ---

#[derive(Structure)]
struct Guarded {
    #[glassbox(tree)]
    root: NonNull<Leaf>,
    #[glassbox(nil = Leaf::sentinel)]
    nil: *mut Leaf,
}

#[derive(Structure)]
struct Leaf {
    #[glassbox(tree)]
    next: NonNull<Leaf>,
    #[glassbox(values = [false])]
    is_nil: bool,
}

impl Leaf {
    fn sentinel(me: *mut Leaf) -> Leaf {
        Leaf { next: NonNull::new(me).expect("an address"), is_nil: true }
    }
}

impl Invariant for Leaf {
    type Summary = u32;

    fn check(&self, children: &Children) -> Result<u32, Broken> {
        ensure(!self.is_nil, "the sentinel is no leaf")?;
        Ok(1 + children.summary(&self.next.as_ptr()).unwrap_or(0))
    }
}

impl Invariant for Guarded {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        ensure(children.summary(&self.root.as_ptr()).is_none_or(|len| len <= 2), "too long")
    }
}

#[test]
fn links_end_at_the_sentinel() {
    let show = |guarded: &Guarded| {
        let mut text = String::new();
        let mut at = guarded.root;
        while at.as_ptr() != guarded.nil {
            // SAFETY: tree links of a state lead to live nodes or to the sentinel.
            let leaf = unsafe { at.as_ref() };
            assert!(!leaf.is_nil);
            text.push('x');
            at = leaf.next;
        }
        // SAFETY: the sentinel is part of every state.
        assert!(unsafe { (*guarded.nil).is_nil && (*guarded.nil).next.as_ptr() == guarded.nil });
        text
    };
    let (all, valid) = states(&[("height", 3)], show);
    assert_eq!(all.into_iter().collect::<Vec<_>>(), ["", "x", "xx", "xxx"]);
    assert_eq!(valid.into_iter().collect::<Vec<_>>(), ["", "x", "xx"]);
}
