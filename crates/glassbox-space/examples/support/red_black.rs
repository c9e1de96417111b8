//! All red-black trees without keys up to a height, through the public interface only.
//!
//! Positions are those of a complete binary tree, in post-order, so that the root is at the bottom of the diagram. A
//! position is absent, red or black; all positions below an absent one are absent, so that every tree is counted once.
//! A red node has no red child, and both subtrees of a node have the same black height.

use glassbox_space::{Diagram, OutOfMemory, Space, VariableId};

const ABSENT: u32 = 0;
const RED: u32 = 1;
pub(crate) const BLACK: u32 = 2;

/// The trees of a space with one base variable for each position.
pub(crate) struct RedBlackTrees<S> {
    /// The valid trees, without the empty one.
    pub(crate) non_empty: S,
    /// The root's colour.
    pub(crate) root: VariableId,
    /// Black height of the whole tree; no choice in states that are no red-black tree.
    pub(crate) black_height: VariableId,
}

/// A subtree: the variable of its root, and its black height, derived.
#[derive(Clone, Copy)]
struct Subtree {
    root: VariableId,
    black_height: VariableId,
}

impl<S: Clone> RedBlackTrees<S> {
    /// Trees of up to `height` levels.
    pub(crate) fn new<D: Diagram<Set = S>>(space: &mut Space<D>, height: u32) -> Result<Self, OutOfMemory> {
        let tree = subtree(space, height)?;
        let valid = space.union(space.guards(tree.black_height).to_vec())?;
        let non_empty = space.minus(&valid, &space.guard(tree.root, ABSENT))?;
        Ok(Self { non_empty, root: tree.root, black_height: tree.black_height })
    }
}

fn subtree<D: Diagram>(space: &mut Space<D>, height: u32) -> Result<Subtree, OutOfMemory> {
    if height == 1 {
        let root = space.add_variable(3)?;
        let zero = space.or(&space.guard(root, ABSENT), &space.guard(root, RED))?;
        let black_height = space.derive(vec![zero, space.guard(root, BLACK)])?;
        return Ok(Subtree { root, black_height });
    }
    let children = [subtree(space, height - 1)?, subtree(space, height - 1)?];
    let root = space.add_variable(3)?;
    let mut guards = Vec::new();
    for black_height in 0..=height {
        let mut ways = Vec::new();
        if black_height == 0 {
            ways.push(absent(space, root, children)?);
        }
        if black_height < height {
            ways.push(red(space, root, children, black_height)?);
        }
        if black_height > 0 {
            let below = same_height(space, children, black_height - 1)?;
            ways.push(space.and(&below, &space.guard(root, BLACK))?);
        }
        guards.push(space.union(ways)?);
    }
    let black_height = space.derive(guards)?;
    Ok(Subtree { root, black_height })
}

/// The empty subtree.
fn absent<D: Diagram>(space: &Space<D>, root: VariableId, children: [Subtree; 2]) -> Result<D::Set, OutOfMemory> {
    // Of the subtrees of black height 0, only the empty one has an absent root.
    let mut set = same_height(space, children, 0)?;
    for node in [children[0].root, children[1].root, root] {
        set = space.and(&set, &space.guard(node, ABSENT))?;
    }
    Ok(set)
}

/// Subtrees with a red root without red children.
fn red<D: Diagram>(
    space: &Space<D>,
    root: VariableId,
    children: [Subtree; 2],
    black_height: u32,
) -> Result<D::Set, OutOfMemory> {
    let mut set = same_height(space, children, black_height)?;
    for child in children {
        set = space.minus(&set, &space.guard(child.root, RED))?;
    }
    space.and(&set, &space.guard(root, RED))
}

/// States in which both subtrees have this black height.
fn same_height<D: Diagram>(space: &Space<D>, children: [Subtree; 2], black_height: u32) -> Result<D::Set, OutOfMemory> {
    let [left, right] = children.map(|child| space.guard(child.black_height, black_height));
    space.and(&left, &right)
}
