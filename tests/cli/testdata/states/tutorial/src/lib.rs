use glassbox::{Broken, Children, Invariant, Key, Structure, ensure};

/// A search tree whose subtrees may differ in height by one.
#[derive(Structure)]
pub struct Tree {
    root: Option<Box<Node>>,
}

#[derive(Structure)]
#[glassbox(sorted(left, key, right))]
struct Node {
    left: Option<Box<Node>>,
    key: Key,
    right: Option<Box<Node>>,
}

impl Invariant for Node {
    type Summary = u8; // the height

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        let (left, right) = (children.summary(&self.left).unwrap_or(0), children.summary(&self.right).unwrap_or(0));
        ensure(left.abs_diff(right) <= 1, "a subtree is too high")?;
        Ok(1 + left.max(right))
    }
}

impl Invariant for Tree {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

/// Looking up changes nothing.
#[glassbox::check(height = 3)]
pub fn find(tree: &Tree, key: Key) -> bool {
    let mut node = &tree.root;
    while let Some(here) = node {
        match key.cmp(&here.key) {
            std::cmp::Ordering::Less => node = &here.left,
            std::cmp::Ordering::Equal => break,
            std::cmp::Ordering::Greater => node = &here.right,
        }
    }
    true
}
