//! The tree property: every link leads to a live node of its own, all of them hang from a root, none is lost.
//!
//! Only nodes of which a byte was written that belongs to a link, to a variant's tag or to a length can have other links
//! than before: these are visited. For all others, links are those of the skeleton. So a node has two links if two
//! visited nodes link to it, or a visited one and its parent in the skeleton, if that was not visited and so still does.
//!
//! Nodes that lie in a buffer come and go with the length of the vector, not with a block. One that its vector no longer
//! has is gone, like a freed one; one at a position that the state did not have is new.

use std::collections::BTreeSet;

use glassbox_space::Diagram;

use super::reading::TreeLink;
use super::{Judge, Judged, fail};
use crate::ids::NodeKey;
use crate::result::{Finding, LinkTarget};
use crate::rules::Rule;

impl<D: Diagram> Judge<'_, D> {
    /// Visits all nodes whose links may have changed, and new ones that they lead to.
    pub(super) fn visit_links(&mut self) -> Judged<()> {
        self.relinked.retain(|node| !self.dead.contains(node));
        let mut todo = self.in_order_of_visits();
        self.affected = self.live(&self.affected);
        while let Some(node) = todo.pop() {
            if self.links.contains_key(&node) || self.is_gone_from_its_buffer(node) {
                continue;
            }
            let (links, memory) = self.read_node(node)?;
            for link in &links {
                self.enter(node, link)?;
                if self.position(link.target).is_none() {
                    self.affected.insert(link.target);
                    todo.push(link.target);
                }
            }
            self.claim_all(node, &links, &memory.buffers)?;
            self.links.insert(node, links.iter().map(|link| link.target).collect());
            self.memory.insert(node, memory);
        }
        self.remove_gone();
        self.no_second_links()
    }

    /// The nodes to visit, the first one last. Nodes in buffers come after all others, and those above before those below:
    /// only the owner of the buffer says whether they are still there.
    fn in_order_of_visits(&self) -> Vec<NodeKey> {
        let mut positions: Vec<u32> = self.relinked.iter().copied().collect();
        positions.sort_by_key(|node| std::cmp::Reverse((self.states.skeleton.is_in_place(*node), *node)));
        positions.into_iter().map(|node| self.key(node)).collect()
    }

    /// Whether a node lay in a buffer whose owner was visited, and no visited node links to it.
    fn is_gone_from_its_buffer(&self, node: NodeKey) -> bool {
        let Some(position) = self.position(node).filter(|position| self.states.skeleton.is_in_place(*position)) else {
            return false;
        };
        let record = self.states.skeleton.record();
        let block = self.states.skeleton.blocks().at(record.nodes[position as usize].address);
        let owner = block.and_then(|block| record.blocks[block as usize].node);
        let was_visited = owner.is_some_and(|owner| self.links.contains_key(&self.key(owner)));
        was_visited && !self.incoming.contains_key(&node)
    }

    fn live(&self, nodes: &BTreeSet<NodeKey>) -> BTreeSet<NodeKey> {
        let is_dead = |key: &NodeKey| self.position(*key).is_some_and(|node| self.dead.contains(&node));
        nodes.iter().copied().filter(|key| !is_dead(key)).collect()
    }

    /// Adds a link from a visited node: its target must be alive, and have no other link.
    fn enter(&mut self, from: NodeKey, link: &TreeLink) -> Judged<()> {
        let target = link.target;
        // Nodes without a size have no memory: all of them are alike, and none is at a place of its own.
        if self.node_type(target).size == 0 {
            self.reborn.insert(target);
            self.incoming.insert(target, from);
            return Ok(());
        }
        let is_live = match self.position(target) {
            Some(node) if self.dead.contains(&node) => false,
            Some(node) if self.decide_exists(node) => true,
            // The place of a position that the state does not have, in a buffer that it has.
            Some(_) if link.in_place && self.is_live_block(target.address.0) => {
                self.reborn.insert(target);
                true
            }
            Some(_) => false,
            None => self.is_live_block(target.address.0),
        };
        if !is_live && self.rules.has(Rule::NoDanglingLinks) {
            let target = match self.position(target) {
                Some(node) if self.dead.contains(&node) => LinkTarget::Freed(self.name(target)),
                Some(_) => LinkTarget::Absent(self.name(target)),
                None => LinkTarget::NoNode,
            };
            return fail(Finding::DanglingLink { node: self.name(from), target });
        }
        let is_second = self.incoming.insert(target, from).is_some() || self.is_root(target);
        if is_second && self.rules.has(Rule::NoTwoLinks) {
            return fail(Finding::SharedLink { node: self.name(target) });
        }
        Ok(())
    }

    /// Nodes in the buffers of visited nodes that nothing links to any more are gone.
    fn remove_gone(&mut self) {
        let visited: Vec<u32> = self.links.keys().filter_map(|key| self.position(*key)).collect();
        for position in visited {
            for child in self.states.skeleton.children(position).to_vec() {
                let key = self.key(child);
                let is_in_place = self.states.skeleton.is_in_place(child) && self.owns_place_of(position, child);
                let is_gone = is_in_place && !self.incoming.contains_key(&key) && !self.dead.contains(&child);
                if is_gone && self.node_type(key).size > 0 && self.decide_exists(child) {
                    self.dead.insert(child);
                    self.affected.remove(&key);
                }
            }
        }
    }

    /// Whether a position lies in a buffer of another.
    fn owns_place_of(&self, owner: u32, node: u32) -> bool {
        let record = self.states.skeleton.record();
        let block = self.states.skeleton.blocks().at(record.nodes[node as usize].address);
        block.is_some_and(|block| record.blocks[block as usize].node == Some(owner))
    }

    fn is_live_block(&self, address: u32) -> bool {
        let block = self.states.guest.machine.heap().block_at_or_before(address);
        block.is_some_and(|block| block.freed.is_none() && address < block.address + block.size.max(1))
    }

    fn no_second_links(&mut self) -> Judged<()> {
        for &target in self.incoming.keys() {
            let still_links = self.skeleton_parent(target).is_some_and(|parent| {
                let is_dead = self.position(parent).is_some_and(|node| self.dead.contains(&node));
                !is_dead && !self.links.contains_key(&parent)
            });
            if still_links && self.rules.has(Rule::SkeletonParentStillLinks) {
                return fail(Finding::SharedLink { node: self.name(target) });
            }
        }
        Ok(())
    }

    /// The node above, after the run; none if nothing leads here.
    pub(super) fn parent_after(&self, node: NodeKey) -> Option<NodeKey> {
        if let Some(&from) = self.incoming.get(&node) {
            return Some(from);
        }
        let parent = self.skeleton_parent(node)?;
        let is_dead = self.position(parent).is_some_and(|node| self.dead.contains(&node));
        (!is_dead && !self.links.contains_key(&parent)).then_some(parent)
    }

    /// Links from here to a root; an error if there is none.
    pub(super) fn depth(&self, node: NodeKey) -> Judged<usize> {
        let (mut depth, mut at) = (0, node);
        let most = self.links.len() + self.states.skeleton.record().nodes.len() + 1;
        while !self.is_root(at) {
            let above = self.parent_after(at).ok_or_else(|| Finding::LostNode { node: self.name(at) });
            at = match above {
                Err(_) if !self.rules.has(Rule::FromARoot) => break,
                above => above?,
            };
            depth += 1;
            if depth > most && !self.rules.has(Rule::FromARoot) {
                break;
            }
            if depth > most {
                return fail(Finding::Cycle { node: self.name(node) });
            }
        }
        Ok(depth)
    }

    /// Checks that every child that a relinked or freed node had is linked again or freed, and every visited node hangs
    /// from a root.
    pub(super) fn find_lost(&mut self) -> Judged<()> {
        for node in self.relinked.union(&self.dead).copied().collect::<Vec<u32>>() {
            for child in self.states.skeleton.children(node).to_vec() {
                let key = self.key(child);
                let has_size = self.node_type(key).size > 0;
                if self.rules.has(Rule::NothingLost)
                    && has_size
                    && self.decide_exists(child)
                    && !self.dead.contains(&child)
                    && !self.incoming.contains_key(&key)
                    && !self.lies_in_dead(node, child)
                {
                    return fail(Finding::LostNode { node: self.name(key) });
                }
            }
        }
        if self.rules.has(Rule::FromARoot) {
            for node in self.links.keys().copied().collect::<Vec<_>>() {
                self.depth(node)?;
            }
        }
        Ok(())
    }

    /// Whether a position lay in a buffer of a freed one. The buffer is a block of its own, and has a rule of its own.
    fn lies_in_dead(&self, owner: u32, node: u32) -> bool {
        self.dead.contains(&owner) && self.states.skeleton.is_in_place(node) && self.owns_place_of(owner, node)
    }
}
