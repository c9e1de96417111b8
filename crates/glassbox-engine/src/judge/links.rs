//! The tree property: every link leads to a live node of its own, all of them hang from a root, none is lost.
//!
//! Only nodes of which a byte was written that belongs to a link, to a variant's tag or to a length can have other links
//! than before: these are visited. For all others, links are those of the skeleton. So a node has two links if two
//! visited nodes link to it, or a visited one and its parent in the skeleton, if that was not visited and so still does.

use std::collections::BTreeSet;

use glassbox_abi::skeleton::visit;
use glassbox_space::Diagram;

use super::{Judge, Judged, Rule, fail};
use crate::guest::Visited;
use crate::ids::{NodeKey, TypeKey};
use crate::result::{Finding, LinkTarget};

impl<D: Diagram> Judge<'_, D> {
    /// Visits all nodes whose links may have changed, and new ones that they lead to.
    pub(super) fn visit_links(&mut self) -> Judged<()> {
        self.relinked.retain(|node| !self.dead.contains(node));
        let mut todo: Vec<NodeKey> = self.relinked.iter().map(|node| self.key(*node)).collect();
        self.affected = self.live(&self.affected);
        while let Some(node) = todo.pop() {
            if self.links.contains_key(&node) {
                continue;
            }
            let links = self.links_of(node)?;
            for &target in &links {
                self.enter(node, target)?;
                if self.position(target).is_none() {
                    self.affected.insert(target);
                    todo.push(target);
                }
            }
            self.links.insert(node, links);
        }
        self.no_second_links()
    }

    fn live(&self, nodes: &BTreeSet<NodeKey>) -> BTreeSet<NodeKey> {
        let is_dead = |key: &NodeKey| self.position(*key).is_some_and(|node| self.dead.contains(&node));
        nodes.iter().copied().filter(|key| !is_dead(key)).collect()
    }

    /// The tree links of a node after the run. Keys and values among them are kept for the rule on key order.
    pub(super) fn links_of(&mut self, node: NodeKey) -> Judged<Vec<NodeKey>> {
        // Items are looked at only where their order matters.
        let what =
            if self.states.collection.order.has(node.node_type.0) { visit::LINKS | visit::ITEMS } else { visit::LINKS };
        let visited = self.visit(node, what)?;
        let links = visited.iter().filter_map(|visited| match *visited {
            Visited::Link { target, check, .. } => {
                Some(self.type_of(check).map(|node_type| NodeKey { address: target, node_type }))
            }
            _ => None,
        });
        // A type that no position has cannot be judged, and must not pass.
        let links = links.collect::<Option<_>>().ok_or_else(|| Finding::UnknownType { node: self.name(node) })?;
        self.sequences.insert(node, visited);
        Ok(links)
    }

    /// Calls the function of a node's type that reports its links and items.
    pub(super) fn visit(&mut self, node: NodeKey, what: u32) -> Judged<Vec<Visited>> {
        self.states.guest.host().visited.clear();
        let visitor = self.node_type(node).links;
        if let Err(stopped) = self.call(visitor, &[node.address.0, what]) {
            return fail(Finding::UnreadableNode { node: self.name(node), stopped });
        }
        Ok(std::mem::take(&mut self.states.guest.host().visited))
    }

    /// The type with this `check`.
    pub(super) fn type_of(&self, check: u32) -> Option<TypeKey> {
        let types = &self.states.skeleton.record().types;
        (0..).zip(types).find(|(_, ty)| ty.check == check).map(|(index, _)| TypeKey(index))
    }

    /// Adds a link from a visited node: its target must be alive, and have no other link.
    fn enter(&mut self, from: NodeKey, target: NodeKey) -> Judged<()> {
        let is_live = match self.position(target) {
            Some(node) => !self.dead.contains(&node) && self.decide_exists(node),
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
                if self.rules.has(Rule::NothingLost)
                    && self.decide_exists(child)
                    && !self.dead.contains(&child)
                    && !self.incoming.contains_key(&self.key(child))
                {
                    return fail(Finding::LostNode { node: self.name(self.key(child)) });
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
}
