//! The full check of a structure: every node, bottom-up, and the tree property.

use std::any::TypeId;
use std::collections::BTreeSet;

use glassbox_abi::skeleton::visit;

use crate::invariant::{Broken, Invariant};
use crate::kids::Kids;
use crate::links::Links;
use crate::node_type::NodeType;

/// Checks everything below `root` and `root` itself: that the tree links form a tree, the invariant of every node,
/// and the global invariant of the root.
///
/// A link that leads to freed memory is not noticed, but followed: the machine notices it.
pub fn judge<T: Invariant>(root: &T) -> Result<(), Broken> {
    let mut judge = Judge { kids: Kids::default(), seen: BTreeSet::new() };
    judge.node(std::ptr::from_ref(root).cast(), &NodeType::of::<T>())?;
    if root.ok() { Ok(()) } else { Err(Broken::new("the global invariant does not hold")) }
}

struct Judge {
    /// Summaries of all nodes so far. More than the node being checked may ask for, so that a wider question than
    /// the machine allows goes unnoticed where its answer happens to be there.
    kids: Kids,
    seen: BTreeSet<(usize, TypeId)>,
}

impl Judge {
    fn node(&mut self, node: *const u8, node_type: &NodeType) -> Result<(), Broken> {
        if !self.seen.insert((node.addr(), node_type.id)) {
            return Err(Broken::new("two tree links lead to the same node"));
        }
        let mut links = Links::new(visit::LINKS);
        // SAFETY: a node of this type, because a link of that type led here, and it is live if the structure is sound.
        unsafe { (node_type.entries.links)(node, &mut links) };
        for (child, child_type) in &links.targets {
            self.node(*child, child_type)?;
        }
        // SAFETY: as above.
        let summary = unsafe { (node_type.entries.check)(node, &self.kids) }?;
        self.kids.learn(node, node_type.id, summary);
        Ok(())
    }
}
