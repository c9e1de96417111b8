//! A doubly linked list: pointers with roles, one of them to any node.

use std::collections::BTreeMap;
use std::ptr::{self, NonNull};

use glassbox::__private::{Plan, Visitor};
use glassbox::native::{Space, enumerate, from_replay, judge};
use glassbox::{Broken, Children, Invariant, Structure, ensure};

struct List {
    /// `tree`
    head: Option<NonNull<Node>>,
    /// `alias`
    tail: Option<NonNull<Node>>,
}

struct Node {
    /// `parent`
    prev: Option<NonNull<Node>>,
    /// `tree`
    next: Option<NonNull<Node>>,
    /// `values = [5]`
    item: u8,
}

// SAFETY: every field is described once.
unsafe impl Structure for List {
    fn sample(_: &mut Plan) -> Self {
        List { head: None, tail: None }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("head", |plan| plan.tree(&raw mut (*at).head));
            plan.field("tail", |plan| plan.alias(&raw mut (*at).tail));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a field of a valid value.
        unsafe { visitor.tree(&raw const (*this).head) }
    }
}

// SAFETY: every field is described once.
unsafe impl Structure for Node {
    fn sample(_: &mut Plan) -> Self {
        Node { prev: None, next: None, item: 5 }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("prev", |plan| plan.up(&raw mut (*at).prev));
            plan.field("next", |plan| plan.tree(&raw mut (*at).next));
            plan.field("item", |plan| plan.choice(&raw mut (*at).item, vec![5]));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a field of a valid value.
        unsafe { visitor.tree(&raw const (*this).next) }
    }
}

fn address(link: Option<NonNull<Node>>) -> *const Node {
    link.map_or(ptr::null(), |node| node.as_ptr())
}

impl Invariant for Node {
    /// The last node.
    type Summary = *const Node;

    fn check(&self, children: &Children) -> Result<*const Node, Broken> {
        // SAFETY: a tree child of a node is live.
        let back = self.next.map(|next| address(unsafe { next.as_ref() }.prev));
        ensure(back.is_none_or(|back| ptr::eq(back, self)), "the next node's `prev` is wrong")?;
        Ok(children.summary(&self.next).unwrap_or(self))
    }
}

impl Invariant for List {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        ensure(address(self.tail) == children.summary(&self.head).unwrap_or(ptr::null()), "`tail` is not the last node")
    }
}

/// `nn/1` is a list of two nodes whose tail is the second, `n/-` one whose tail is null, `n/?` one whose tail is a node
/// that is not in the list.
fn show(list: &List) -> String {
    let mut nodes: Vec<*const Node> = Vec::new();
    let mut next = list.head;
    while let Some(node) = next {
        // SAFETY: nodes in the list are live.
        let live = unsafe { node.as_ref() };
        assert_eq!(address(live.prev), nodes.last().copied().unwrap_or(ptr::null()));
        assert_eq!(live.item, 5);
        nodes.push(node.as_ptr());
        next = live.next;
    }
    let tail = match (list.tail, nodes.iter().position(|node| *node == address(list.tail))) {
        (None, _) => "-".to_owned(),
        (_, Some(position)) => position.to_string(),
        (_, None) => "?".to_owned(),
    };
    format!("{}/{tail}", "n".repeat(nodes.len()))
}

#[test]
fn a_list_has_a_tail_anywhere_and_only_the_last_is_valid() {
    const MAX: u32 = 8;
    let mut all = BTreeMap::<String, u32>::new();
    let mut valid = Vec::new();
    enumerate::<List>(&[("height", MAX)], |list, _, is_valid| {
        *all.entry(show(list)).or_default() += 1;
        valid.extend(is_valid.then(|| show(list)));
    });
    let mut expect = BTreeMap::new();
    for len in 0..=MAX {
        let nodes = "n".repeat(len as usize);
        expect.insert(format!("{nodes}/-"), 1);
        expect.extend((0..len).map(|tail| (format!("{nodes}/{tail}"), 1)));
        expect.extend((len < MAX).then(|| (format!("{nodes}/?"), MAX - len)));
    }
    assert_eq!(all, expect);
    valid.sort_unstable();
    let last = |len: u32| format!("{}/{}", "n".repeat(len as usize), len - 1);
    let mut expect: Vec<String> = std::iter::once("/-".to_owned()).chain((1..=MAX).map(last)).collect();
    expect.sort_unstable();
    assert_eq!(valid, expect);
}

/// Two lists in one check: an alias stays in its own.
#[test]
fn a_tail_leads_into_its_own_list() {
    let space = Space::new(&[("height", 2)], |plan| {
        plan.structure::<List>("a");
        plan.structure::<List>("b");
    });
    let tails: Vec<_> =
        space.skeleton().variables.into_iter().filter(|variable| variable.path.ends_with("tail")).collect();
    assert_eq!(tails.len(), 2);
    assert_eq!(tails[0].labels, ["null", "a.head", "a.head.next"]);
    assert_eq!(tails[1].labels, ["null", "b.head", "b.head.next"]);
}

#[test]
fn two_links_to_one_node_are_no_tree() {
    let mut list = from_replay::<List>("height=3:1.1.0.2").expect("two nodes");
    assert_eq!(show(&list), "nn/1");
    assert_eq!(judge(&*list), Ok(()));
    let (first, mut end) = (list.head, list.tail.expect("a tail"));
    // SAFETY: the nodes are live, and nothing else borrows them.
    unsafe { end.as_mut() }.next = first;
    assert_eq!(judge(&*list), Err(Broken::new("two tree links lead to the same node")));
    // SAFETY: as above.
    unsafe { end.as_mut() }.next = None;
    list.tail = first;
    assert_eq!(judge(&*list), Err(Broken::new("`tail` is not the last node")));
}

/// Asks for the summary of a node that is not its child.
struct Nosy;

// SAFETY: there is nothing to describe.
unsafe impl Structure for Nosy {
    fn sample(_: &mut Plan) -> Self {
        Nosy
    }

    unsafe fn describe(_: *mut Self, _: &mut Plan) {}

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

impl Invariant for Nosy {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        children.summary(self);
        Ok(())
    }
}

#[test]
#[should_panic(expected = "this is not a tree child of the node: use a summary or a global invariant")]
fn only_children_have_summaries() {
    let _ = judge(&Nosy);
}
