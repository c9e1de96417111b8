//! Assumptions of the space must hold after a run as well: links to the node above, and counts.

use std::collections::BTreeSet;

use glassbox_abi::Skeleton;
use glassbox_abi::skeleton::{Count, visit};
use glassbox_space::Diagram;
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::memory::GuestAddr;
use glassbox_vm::track::{Decision, Word};

use super::{Judge, Judged, Rule, fail};
use crate::guest::Visited;
use crate::ids::{NodeKey, TypeKey};
use crate::result::{Finding, Unsupported};

impl<D: Diagram> Judge<'_, D> {
    pub(super) fn check_assumed(&mut self) -> Judged<()> {
        let mut nodes: BTreeSet<NodeKey> = self.links.keys().chain(self.incoming.keys()).copied().collect();
        nodes.extend(self.reparented.iter().filter(|node| !self.dead.contains(node)).map(|node| self.key(*node)));
        for node in nodes.into_iter().filter(|_| self.rules.has(Rule::Parents)).collect::<Vec<_>>() {
            self.check_parent(node)?;
        }
        if !self.rules.has(Rule::Counts) {
            return Ok(());
        }
        for (index, count) in self.states.skeleton.record().counts.clone().iter().enumerate() {
            self.check_count(index, count)?;
        }
        Ok(())
    }

    /// Checks that a link to the node above leads there if that node has the type that the link can lead to, else is
    /// null.
    fn check_parent(&mut self, node: NodeKey) -> Judged<()> {
        let fields = self.states.skeleton.fields(node.node_type);
        if fields.parents.is_empty() && fields.are_known() {
            return Ok(());
        }
        let above = self.parent_after(node);
        for visited in self.visit(node, visit::PARENTS)? {
            let Visited::Parent { target, check } = visited else { continue };
            let ty = self.type_of(check);
            let expected = above.filter(|above| Some(above.node_type) == ty);
            if target != expected.map_or(GuestAddr(0), |above| above.address) {
                let expected = expected.map(|above| self.name(above));
                return fail(Finding::ParentLink { node: self.name(node), expected });
            }
        }
        Ok(())
    }

    /// Checks that a count is its old value, plus the new nodes, minus the freed ones. It is compared as a term, so
    /// that its value need not be decided.
    fn check_count(&mut self, index: usize, count: &Count) -> Judged<()> {
        let record = self.states.skeleton.record();
        let counts = |node: u32| count.counted.contains(&record.nodes[node as usize].condition);
        let dead = self.dead.iter().filter(|node| counts(**node)).count();
        let Some(ty) = (0..).zip(&record.nodes).find(|(node, _)| counts(*node)).map(|(_, node)| node.node_type) else {
            return Ok(());
        };
        let new =
            self.links.keys().filter(|key| key.node_type == TypeKey(ty) && self.position(**key).is_none()).count();
        let before = self.states.skeleton.count_term(index);
        let delta = (new as u64).wrapping_sub(dead as u64);
        let holds = |condition| self.states.skeleton.holds(&self.states.space, condition, self.state);
        let n_before = count.counted.iter().filter(|condition| holds(condition)).count() as u64;
        let now = self.states.guest.machine.read(count.address, count.len);
        let mask = if count.len == 8 { u64::MAX } else { (1 << (count.len * 8)) - 1 };
        let expected = n_before.wrapping_add(delta) & mask;
        let terms = self.states.guest.machine.tracker_mut().terms_mut();
        let delta = terms.constant(Word::defined(delta));
        let sum = terms.binary(BinaryOp::I64Add, before, delta);
        let mask_term = terms.constant(Word::defined(mask));
        let sum = terms.binary(BinaryOp::I64And, sum, mask_term);
        let now_term =
            if now.shadow.term.is_some() { now.shadow.term } else { terms.constant(Word::defined(now.value)) };
        let equal = terms.binary(BinaryOp::I64Eq, now_term, sum);
        let is_equal = now.shadow.undefined == 0 && now.value == expected;
        self.decide(equal, u64::from(is_equal), Decision::Branch);
        if is_equal {
            return Ok(());
        }
        let actual = (now.shadow.undefined == 0).then_some(now.value);
        fail(Finding::NodeCount { field: count.path.clone(), expected, actual })
    }
}

/// The reason why a check cannot be judged, if any.
pub(crate) fn unsupported(record: &Skeleton) -> Option<Unsupported> {
    let inner = |count: &&Count| count.node.is_none_or(|node| record.nodes[node as usize].parent.is_some());
    if let Some(count) = record.counts.iter().find(inner) {
        return Some(Unsupported::InnerCount { field: count.path.clone() });
    }
    let n_structures = record.arguments.iter().filter(|argument| argument.root.is_some()).count();
    if n_structures > 1 && !record.counts.is_empty() {
        return Some(Unsupported::CountsOfSeveralStructures);
    }
    if n_structures > 1 && record.effect.is_some() {
        return Some(Unsupported::EffectOnSeveralStructures);
    }
    None
}
