//! Random programs of a few writes, for trees of any height.
//!
//! To try every pair of writes at height 4 would take hundreds of millions of runs. So each number stands for a program,
//! whose steps follow from the number alone. Besides the writes of `scribble` there are steps that often leave the tree
//! valid: mistakes that are made good again, or almost, are the hard ones.

use std::ptr;

use crate::{Field, Node, Tree, find, new_node, write};

/// Positions are numbered up to here, so those of height 4; the number itself stands for a new node.
const END: u8 = 16;

/// Runs the program with this number.
#[glassbox::check(height = 4)]
fn scribble_at_random(tree: &mut Tree, #[glassbox(values = 0..128)] program: u8) {
    let mut dice = Dice(u32::from(program).wrapping_mul(0x9e37_79b9));
    for _ in 0..=dice.below(3) {
        step(tree, &mut dice);
    }
}

/// Where the choices of a program come from: a linear congruential generator, of which only the high bits are used.
struct Dice(u32);

impl Dice {
    fn below(&mut self, n: u8) -> u8 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u8::try_from((self.0 >> 16) % u32::from(n)).expect("it is below a number of that size")
    }
}

fn step(tree: &mut Tree, dice: &mut Dice) {
    let (at, kind, to) = (1 + dice.below(END - 1), dice.below(14), dice.below(END + 1));
    let field = match kind {
        0 => Field::Left,
        1 => Field::Right,
        2 => Field::Parent,
        3 | 4 => Field::Red,
        5 => Field::Root,
        6 => Field::Freed,
        7 => Field::Swapped,
        8 => return copy_colour(tree, at, to),
        9 | 10 => return paint(tree, at),
        _ => return exchange(tree, at, to),
    };
    let node = find(tree, at);
    let target = if to == END { new_node(node) } else { find(tree, to) };
    write(tree, node, field, target);
}

/// Gives the node `at` the colour of the node `of`, without looking at it.
fn copy_colour(tree: &mut Tree, at: u8, of: u8) {
    let (node, other) = (find(tree, at), find(tree, of));
    if !node.is_null() && !other.is_null() {
        // SAFETY: links of the tree lead to nodes.
        unsafe { (*node).red = (*other).red };
    }
}

/// The node and its children change colour: what insertion does on its way up.
fn paint(tree: &mut Tree, at: u8) {
    for number in [at, 2 * at, 2 * at + 1] {
        let node = find(tree, number);
        write(tree, node, Field::Red, ptr::null_mut());
    }
}

/// Two subtrees change places, parents included. If one is below the other, that makes a cycle.
fn exchange(tree: &mut Tree, a: u8, b: u8) {
    let (node_a, node_b) = (find(tree, a), find(tree, b));
    if node_a.is_null() || node_b.is_null() {
        return;
    }
    let (link_a, link_b) = (link_to(tree, a), link_to(tree, b));
    // SAFETY: links lead to nodes, and both nodes are there.
    unsafe {
        ptr::swap(link_a, link_b);
        ptr::swap(&raw mut (*node_a).parent, &raw mut (*node_b).parent);
    }
}

/// The link that leads to a position; the node above it is there.
fn link_to(tree: &mut Tree, number: u8) -> *mut *mut Node {
    if number == 1 {
        return &raw mut tree.root;
    }
    let above = find(tree, number / 2);
    // SAFETY: links of the tree lead to nodes.
    unsafe { if number.is_multiple_of(2) { &raw mut (*above).left } else { &raw mut (*above).right } }
}
