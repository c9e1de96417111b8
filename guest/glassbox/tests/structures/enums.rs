//! A recursive enum whose tag lies in a niche.

use std::mem::MaybeUninit;

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::{States, drops_everything_once};

#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

// SAFETY: a sample of each variant, overlaid by its fields.
unsafe impl Structure for Tree {
    fn sample(_: &mut Plan) -> Self {
        Tree::Leaf
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let mut variants = plan.variants(at);
        variants.add(plan, "Leaf", Tree::Leaf);
        if <Box<Tree> as Structure>::possible(plan) && <i32 as Structure>::possible(plan) {
            let sample = Tree::Node(Structure::sample(plan), Structure::sample(plan), Structure::sample(plan));
            variants.add(plan, "Node", sample);
        }
        let tag = variants.done(plan);
        if let Some(sample) = tag.sample("Node") {
            let Tree::Node(left, key, right) = sample else { unreachable!() };
            let (left, key, right) = (tag.place(sample, left), tag.place(sample, key), tag.place(sample, right));
            // SAFETY: the places of the fields in this variant.
            tag.when(plan, "Node", |plan| unsafe {
                plan.field("0", |plan| Structure::describe(left, plan));
                plan.field("1", |plan| Structure::describe(key, plan));
                plan.field("2", |plan| Structure::describe(right, plan));
            });
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a valid value, maybe unaligned; the copy is only looked into.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid value.
        if let Tree::Node(left, key, right) = unsafe { &*copy.as_ptr() } {
            // SAFETY: the fields of a valid value.
            unsafe {
                Structure::visit(left, visitor);
                Structure::visit(key, visitor);
                Structure::visit(right, visitor);
            }
        }
    }
}

impl Invariant for Tree {
    type Summary = u32;

    fn check(&self, children: &Children) -> Result<u32, Broken> {
        Ok(match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + children.summary(left).max(children.summary(right)),
        })
    }
}

/// The tree with `N` values for its keys: `domain(i32 = 0..N)`.
#[derive(Debug)]
struct Keyed<const N: i32>(Tree);

// SAFETY: the one field is described once.
unsafe impl<const N: i32> Structure for Keyed<N> {
    fn sample(plan: &mut Plan) -> Self {
        Keyed(Structure::sample(plan))
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the field of the value at `at`.
        plan.with::<i32, _>((0..N).collect(), |plan| unsafe { Structure::describe(&raw mut (*at).0, plan) });
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the field of a valid value.
        unsafe { Structure::visit(&raw const (*this).0, visitor) }
    }
}

impl<const N: i32> Invariant for Keyed<N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

fn all(height: u32, n_keys: i32) -> Vec<Tree> {
    let mut trees = vec![Tree::Leaf];
    let Some(below) = height.checked_sub(1) else { return trees };
    let below = all(below, n_keys);
    for left in &below {
        for key in 0..n_keys {
            for right in &below {
                trees.push(Tree::Node(Box::new(left.clone()), key, Box::new(right.clone())));
            }
        }
    }
    trees
}

/// Compares the trees of all heights.
fn compare<const N: i32>(max_height: u32) {
    for height in 0..=max_height {
        let bounds = [("height", height)];
        let states = States::of::<Keyed<N>>(&bounds, |tree| format!("{:?}", tree.0));
        let expect: Vec<String> = all(height, N).iter().map(|tree| format!("{tree:?}")).collect();
        states.are(expect.clone()).valid_are(expect);
        drops_everything_once::<Keyed<N>>(&bounds, |_| Vec::new());
    }
}

#[test]
fn enums_have_all_variants_that_the_height_admits() {
    compare::<1>(4);
    compare::<2>(2);
}
