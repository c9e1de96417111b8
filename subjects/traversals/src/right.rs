//! Operations that are right.

use crate::{Link, Node, Tree, count, each, height, sum};

/// The height of a tree is at most the number of its nodes.
#[glassbox::check(height = 3)]
fn heights(tree: &Tree) -> bool {
    height(&tree.root) <= count(&tree.root)
}

/// No value is larger than 1.
#[glassbox::check(height = 3)]
fn sums(tree: &Tree) -> bool {
    sum(&tree.root) <= count(&tree.root)
}

/// A visit of each node.
#[glassbox::check(height = 3)]
fn visits(tree: &Tree) -> bool {
    let mut n = 0;
    each(&tree.root, &mut |_| n += 1);
    n == count(&tree.root)
}

fn is_equal(a: &Link, b: &Link) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.value == b.value && is_equal(&a.left, &b.left) && is_equal(&a.right, &b.right),
        (None, None) => true,
        _ => false,
    }
}

/// A tree is equal to itself.
#[glassbox::check(height = 3)]
fn equality(tree: &Tree) -> bool {
    is_equal(&tree.root, &tree.root)
}

/// A visit that ends at the rightmost node.
#[glassbox::check(height = 3)]
fn ends_on_the_right(tree: &Tree) -> bool {
    let mut last = None;
    each(&tree.root, &mut |node| last = Some(node));
    last.is_none_or(|node| node.right.is_none())
}

/// A visit without recursion, with a stack of its own.
#[glassbox::check(height = 3)]
fn stacks(tree: &Tree) -> bool {
    let mut todo: Vec<&Node> = tree.root.as_deref().into_iter().collect();
    let mut n = 0;
    while let Some(node) = todo.pop() {
        n += 1;
        todo.extend(node.right.as_deref());
        todo.extend(node.left.as_deref());
    }
    n == count(&tree.root)
}

/// The tree is dropped.
#[glassbox::check(height = 3)]
fn drops(tree: Tree) -> bool {
    let n = count(&tree.root);
    drop(tree);
    n < 100
}

/// The subtrees are dropped first, and the nodes above them later.
#[glassbox::check(height = 3)]
fn drops_in_parts(mut tree: Tree) {
    fn cut(link: &mut Link) {
        if let Some(node) = link {
            cut(&mut node.right);
            cut(&mut node.left);
            drop(node.left.take());
        }
    }
    cut(&mut tree.root);
}
