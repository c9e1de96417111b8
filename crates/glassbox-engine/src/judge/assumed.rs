//! What the space took for granted must hold after a run as well: links to the node above, and counts.

use std::collections::BTreeSet;

use glassbox_abi::skeleton::Count;
use glassbox_space::Diagram;
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{Decision, Tracker as _, Word};

use super::{Judge, Judged, NodeKey, Rule, fail};
use crate::finding::FindingKind;

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

    /// A parent field holds the address of the node above if that is of the same type, else null.
    fn check_parent(&mut self, node: NodeKey) -> Judged<()> {
        let above = self.parent_after(node).filter(|above| above.1 == node.1);
        for (offset, len, field) in self.states.skeleton.fields(node.1).parents.clone() {
            let value = self.states.guest.machine.read(node.0 + offset, len);
            let undefined = self.states.guest.machine.tracker_mut().decide(Decision::Host, value).is_err();
            if undefined || value.value != above.map_or(0, |above| u64::from(above.0)) {
                return fail(FindingKind::Parent { node: self.name(node), field });
            }
        }
        Ok(())
    }

    /// A count is what it was, plus the nodes that are new, minus those that are freed. It is compared as a term, so
    /// that its value need not be decided.
    fn check_count(&mut self, index: usize, count: &Count) -> Judged<()> {
        let record = self.states.skeleton.record();
        let counts = |node: u32| count.counted.contains(&record.nodes[node as usize].condition);
        let dead = self.dead.iter().filter(|node| counts(**node)).count();
        let Some(ty) = (0..).zip(&record.nodes).find(|(node, _)| counts(*node)).map(|(_, node)| node.node_type) else {
            return Ok(());
        };
        let new = self.links.keys().filter(|key| key.1 == ty && self.position(**key).is_none()).count();
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
        if is_equal { Ok(()) } else { fail(FindingKind::Count { field: count.path.clone() }) }
    }
}
