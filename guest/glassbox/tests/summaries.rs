//! `Children::summary` and `Children::summary_or`, for every shape of link.

use std::ptr::{self, NonNull};

use glassbox::native::judge;
use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// Its summary is its number.
#[derive(Structure)]
struct Leaf {
    #[glassbox(values = 0..100)]
    number: u8,
}

impl Invariant for Leaf {
    type Summary = u8;

    fn check(&self, _: &Children) -> Result<u8, Broken> {
        Ok(self.number)
    }
}

fn leaf(number: u8) -> Leaf {
    Leaf { number }
}

#[derive(Structure)]
#[expect(clippy::vec_box, reason = "boxes in vectors are what is tested")]
struct Holder {
    boxed: Box<Leaf>,
    optional: Option<Box<Leaf>>,
    boxes: Vec<Box<Leaf>>,
    array: [Option<Box<Leaf>>; 2],
    #[glassbox(tree)]
    nodes: Vec<Leaf>,
    #[glassbox(tree)]
    pointer: *mut Leaf,
    #[glassbox(tree)]
    constant: *const Leaf,
    #[glassbox(tree)]
    non_null: NonNull<Leaf>,
    #[glassbox(tree)]
    optional_non_null: Option<NonNull<Leaf>>,
}

impl Invariant for Holder {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let is_there = self.optional.is_some();
        let maybe = |number: u8| is_there.then_some(number);
        let right = [
            children.summary(&self.boxed) == 1,
            children.summary(&self.optional) == maybe(2),
            children.summary(&self.boxes) == [3, 4],
            children.summary(&self.boxes[1..]) == [4],
            children.summary(&self.array) == [None, Some(5)],
            children.summary(&self.nodes) == [6, 7],
            children.summary(&self.nodes[1]) == 7,
            children.summary(&self.pointer) == maybe(8),
            children.summary(&self.constant) == maybe(9),
            children.summary(&self.non_null) == 10,
            children.summary(&self.optional_non_null) == maybe(11),
            self.nodes.iter().map(|node| children.summary(node)).eq([6, 7]),
            self.nodes.iter().filter(|node| children.summary(node) > 6).count() == 1,
            children.summary_or(&self.optional, 0) == maybe(2).unwrap_or(0),
            children.summary_or(&self.pointer, 0) == maybe(8).unwrap_or(0),
            children.summary_or(&self.constant, 0) == maybe(9).unwrap_or(0),
            children.summary_or(&self.optional_non_null, 0) == maybe(11).unwrap_or(0),
        ];
        ensure(right.iter().all(|right| *right), "a summary is wrong")
    }
}

#[test]
fn every_shape_of_link_has_the_summary_of_its_target() {
    let [mut pointed, constant, mut target, mut other] = [8, 9, 10, 11].map(leaf);
    let mut holder = Holder {
        boxed: Box::new(leaf(1)),
        optional: Some(Box::new(leaf(2))),
        boxes: vec![Box::new(leaf(3)), Box::new(leaf(4))],
        array: [None, Some(Box::new(leaf(5)))],
        nodes: vec![leaf(6), leaf(7)],
        pointer: &raw mut pointed,
        constant: &raw const constant,
        non_null: NonNull::from(&mut target),
        optional_non_null: Some(NonNull::from(&mut other)),
    };
    assert_eq!(judge(&holder), Ok(()));
    holder.optional = None;
    holder.pointer = ptr::null_mut();
    holder.constant = ptr::null();
    holder.optional_non_null = None;
    assert_eq!(judge(&holder), Ok(()));
    holder.boxed.number = 2;
    assert_eq!(judge(&holder), Err(Broken::new("a summary is wrong")));
}
