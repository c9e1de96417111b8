//! Checks a whole structure: every node, bottom-up, and the tree property.

use std::any::TypeId;
use std::collections::BTreeMap;

use glassbox_abi::skeleton::{ItemKind, visit};

use crate::broken::Broken;
use crate::children::Children;
use crate::invariant::Invariant;
use crate::node::{NodeType, Visited};

/// Checks a structure: its tree links form a tree, every node meets its invariant, and the root its global invariant.
///
/// A link that leads to freed memory is followed: only the machine detects it.
///
/// ```
/// use glassbox::native::judge;
/// use glassbox::{Broken, Children, Invariant, Structure, ensure};
///
/// #[derive(Structure)]
/// #[glassbox(domain(u8 = 0..4))]
/// struct Set { items: Vec<u8> }
///
/// impl Invariant for Set {
///     type Summary = ();
///
///     fn check(&self, _: &Children) -> Result<(), Broken> {
///         ensure(self.items.is_sorted(), "the items are not sorted")
///     }
/// }
///
/// assert_eq!(judge(&Set { items: vec![1, 2] }), Ok(()));
/// assert_eq!(judge(&Set { items: vec![2, 1] }), Err(Broken::new("the items are not sorted")));
/// ```
pub fn judge<T: Invariant>(root: &T) -> Result<(), Broken> {
    let mut judge = Judge::default();
    judge.node(std::ptr::from_ref(root).cast(), &NodeType::of::<T>(), None).map_err(|fault| match fault.what {
        Wrong::Broken(broken) => broken,
        Wrong::Shared => Broken::new("two tree links lead to the same node"),
        Wrong::Parent | Wrong::Order => unreachable!("only `parents` and `sorted_keys` look for these"),
    })?;
    if root.ok() { Ok(()) } else { Err(Broken::new("the global invariant does not hold")) }
}

/// A node, by its address and type.
pub(super) type Node = (usize, TypeId);

/// A fault of a node.
pub(super) struct Fault {
    pub(super) node: Node,
    pub(super) what: Wrong,
}

/// Kinds of faults.
pub(super) enum Wrong {
    Broken(Broken),
    Shared,
    Parent,
    Order,
}

impl Wrong {
    /// The text of the fault, as in the machine's findings.
    pub(super) fn text(&self, node: &str) -> String {
        match self {
            Self::Broken(broken) => format!("the invariant of {node} is broken: {}", broken.what()),
            Self::Shared => format!("two links lead to {node}"),
            Self::Parent => format!("a link of {node} does not lead to the node above"),
            Self::Order => format!("the keys at {node} are not in order"),
        }
    }
}

#[derive(Default)]
pub(super) struct Judge {
    /// Summaries of all nodes so far. These are more than the machine would allow: an invariant that asks for the
    /// summary of a node that is not a child goes unnoticed here.
    children: Children,
    /// Every node reached so far, with its parent.
    pub(super) reached: BTreeMap<Node, Option<Node>>,
}

impl Judge {
    /// Checks a node and all below it, from the leaves up.
    pub(super) fn node(&mut self, at: *const u8, ty: &NodeType, parent: Option<Node>) -> Result<(), Fault> {
        let node = (at.addr(), ty.id);
        if self.reached.insert(node, parent).is_some() {
            return Err(Fault { node, what: Wrong::Shared });
        }
        // SAFETY: a node of this type, because a link of that type led here, and it is live if the structure is sound.
        for visited in unsafe { (ty.entries.visit)(at, visit::LINKS) } {
            if let Visited::Link { target, ty, .. } = visited {
                self.node(target, &ty, Some(node))?;
            }
        }
        // SAFETY: as above.
        let summary = unsafe { (ty.entries.check)(at, &self.children) };
        let summary = summary.map_err(|broken| Fault { node, what: Wrong::Broken(broken) })?;
        self.children.learn(at, ty.id, summary);
        Ok(())
    }

    /// Checks the parent links of a node and of all below it. [`node`](Self::node) has checked them before.
    pub(super) fn parents(&self, at: *const u8, ty: &NodeType) -> Result<(), Fault> {
        let node = (at.addr(), ty.id);
        let parent = self.reached.get(&node).copied().flatten();
        // SAFETY: as for `node`.
        for visited in unsafe { (ty.entries.visit)(at, visit::LINKS | visit::PARENTS) } {
            match visited {
                Visited::Parent { target, ty } => {
                    let expected = parent.filter(|(_, id)| *id == ty.id).map_or(0, |(address, _)| address);
                    if target.addr() != expected {
                        return Err(Fault { node, what: Wrong::Parent });
                    }
                }
                Visited::Link { target, ty, .. } => self.parents(target, &ty)?,
                Visited::Item { .. } => {}
            }
        }
        Ok(())
    }
}

/// The keys of a node and of all below it, in order; an error names a node with a key out of order. [`Judge::node`] has
/// checked the nodes before.
pub(super) fn sorted_keys(at: *const u8, ty: &NodeType) -> Result<Vec<u32>, Fault> {
    let node = (at.addr(), ty.id);
    let mut keys = Vec::new();
    // SAFETY: as for `Judge::node`.
    for visited in unsafe { (ty.entries.visit)(at, visit::LINKS | visit::ITEMS) } {
        match visited {
            Visited::Item { kind: ItemKind::SortedKey, value } => keys.push(value),
            Visited::Link { target, ty, in_order } => {
                let below = sorted_keys(target, &ty)?;
                if in_order {
                    keys.extend(below);
                }
            }
            _ => {}
        }
    }
    if keys.is_sorted_by(|a, b| a < b) { Ok(keys) } else { Err(Fault { node, what: Wrong::Order }) }
}
