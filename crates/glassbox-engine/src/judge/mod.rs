//! Judging a run: is the structure still valid?
//!
//! The invariant held before, so only nodes that the run can have affected need checking, and their number does not
//! grow with the structure. All questions asked while judging are decisions of the run, so whatever is concluded holds
//! for all its lookalikes. The steps:
//!
//! 1. `written`: which bytes differ, in value or term, from what they were; which nodes are freed;
//! 2. `links`, `blocks`: read all nodes whose links may have changed, follow them to new nodes, and test the tree property:
//!    no link dangles, no node has two, all lead up to a root, none is lost; and every block has one owner;
//! 3. `parts`: every byte that was written, or means something else than before, is what some state has there;
//! 3. `upward`: run `check` on affected nodes, deepest first; where a summary is not what it was, go on above;
//! 4. `assumed`: what the space took for granted (parent links, counts) must still hold;
//! 5. `key_order`: keys in `sorted` lists are strictly increasing;
//! 6. the global invariant of each root, if there is one;
//! 8. `contents`: values are dropped exactly once, and the operation did what its `effect` says.
//!
//! A node's check is affected if a written byte is among those that the check may read, which is known from computing
//! the valid states. Why that is enough: a check that reads only unwritten bytes and unchanged summaries repeats what it
//! did before.

mod aliases;
mod assumed;
mod blocks;
mod contents;
mod counts;
mod effect;
mod key_order;
mod links;
mod owning;
mod parts;
mod reading;
mod unchanged;
mod upward;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::skeleton::{Condition, NodeType};
use glassbox_space::{Diagram, OutOfMemory, State};
use glassbox_vm::exec::Stopped;
use glassbox_vm::track::{Decision, Shadow, TermId, Tracked, Tracker as _};

use crate::guest::{NodeMemory, Piece, Visited};
use crate::ids::NodeKey;
use crate::result::{Finding, Leaving, NodeName};
use crate::rules::{Rule, Rules};
use crate::states::States;

pub(crate) use assumed::unsupported;
pub(crate) use blocks::{first_forgotten, new_blocks};
pub(crate) use written::watch_writes;

type Judged<T> = Result<T, EarlyEnd>;

/// Reason why judging ended early.
enum EarlyEnd {
    Finding(Finding),
    OutOfMemory(OutOfMemory),
}

impl From<Finding> for EarlyEnd {
    fn from(finding: Finding) -> Self {
        Self::Finding(finding)
    }
}

impl From<OutOfMemory> for EarlyEnd {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}

fn fail<T>(finding: Finding) -> Judged<T> {
    Err(EarlyEnd::Finding(finding))
}

/// The judgement on the state after a run.
#[derive(Clone, Debug)]
pub(crate) enum Judgement {
    /// It is a state that could have been laid out.
    Fine,
    /// It holds a value that no checked state has, and nothing else is wrong.
    Leaves(Leaving),
    /// It is wrong.
    Broken(Finding),
}

/// The state after a run, as far as judged.
pub(crate) struct Judge<'a, D: Diagram> {
    states: &'a mut States<D>,
    state: &'a State,
    rules: &'a Rules,
    /// Memory for two summaries.
    scratch: [u32; 2],
    /// Whether the operation must have done what its `effect` says.
    asks_effect: bool,
    /// Skeleton nodes that existed and are freed.
    dead: BTreeSet<u32>,
    /// Nodes whose links may have changed.
    relinked: BTreeSet<u32>,
    /// Nodes of which a link to the node above was written.
    reparented: BTreeSet<u32>,
    /// Nodes with unchanged links and a changed key in a sorted list.
    rekeyed: BTreeSet<u32>,
    /// Cells of nodes that need no visit, of which a byte was written.
    rewritten: BTreeSet<(u32, u32)>,
    /// Nodes whose items may have changed.
    refilled: BTreeSet<u32>,
    /// Nodes whose check may have another result.
    affected: BTreeSet<NodeKey>,
    /// Bytes of the structures that were written.
    written: BTreeSet<u32>,
    /// Nodes at positions that the state did not have.
    reborn: BTreeSet<NodeKey>,
    /// Links of all nodes that were visited.
    links: BTreeMap<NodeKey, Vec<NodeKey>>,
    /// Cells of all nodes that were visited.
    memory: BTreeMap<NodeKey, NodeMemory>,
    /// Blocks by their first byte, with the visited node that owns each.
    claims: BTreeMap<u32, NodeKey>,
    /// The first value that no checked state has.
    leaving: Option<Leaving>,
    /// Links and items of visited nodes, in order.
    sequences: BTreeMap<NodeKey, Vec<Visited>>,
    /// The visited node that links to a node.
    incoming: BTreeMap<NodeKey, NodeKey>,
    /// Summaries of nodes that were checked again.
    summaries: BTreeMap<NodeKey, Vec<Piece>>,
}

impl<'a, D: Diagram> Judge<'a, D> {
    pub(crate) fn new(states: &'a mut States<D>, state: &'a State, rules: &'a Rules, scratch: [u32; 2]) -> Self {
        Self {
            states,
            state,
            rules,
            scratch,
            asks_effect: true,
            dead: BTreeSet::new(),
            relinked: BTreeSet::new(),
            reparented: BTreeSet::new(),
            rekeyed: BTreeSet::new(),
            rewritten: BTreeSet::new(),
            refilled: BTreeSet::new(),
            affected: BTreeSet::new(),
            written: BTreeSet::new(),
            reborn: BTreeSet::new(),
            links: BTreeMap::new(),
            memory: BTreeMap::new(),
            claims: BTreeMap::new(),
            leaving: None,
            sequences: BTreeMap::new(),
            incoming: BTreeMap::new(),
            summaries: BTreeMap::new(),
        }
    }

    /// Does not ask for the effect: the operation need not have succeeded.
    #[must_use]
    pub(crate) fn without_effect(mut self) -> Self {
        self.asks_effect = false;
        self
    }

    /// Judges the state after the run. Decisions go to the run's log.
    pub(crate) fn judge(mut self) -> Result<Judgement, OutOfMemory> {
        match self.judge_all() {
            Ok(()) => Ok(self.leaving.map_or(Judgement::Fine, Judgement::Leaves)),
            Err(EarlyEnd::Finding(finding)) => Ok(Judgement::Broken(finding)),
            Err(EarlyEnd::OutOfMemory(error)) => Err(error),
        }
    }

    fn judge_all(&mut self) -> Judged<()> {
        self.find_written();
        self.visit_links()?;
        self.find_lost()?;
        self.check_owners()?;
        self.explain_parts()?;
        self.check_upward()?;
        // After the invariants, whose messages say more.
        self.no_alias_to_gone()?;
        self.check_assumed()?;
        self.check_counts()?;
        if self.rules.has(Rule::Order) {
            self.check_order()?;
        }
        if self.rules.has(Rule::Global) {
            self.check_global()?;
        }
        if self.rules.has(Rule::Leaks) {
            self.check_leaks()?;
        }
        if self.rules.has(Rule::Contents) { self.check_contents() } else { Ok(()) }
    }

    /// Global invariants of the roots. One that is not written reads nothing, and costs nothing.
    fn check_global(&mut self) -> Judged<()> {
        let roots: Vec<u32> =
            self.states.skeleton.record().arguments.iter().filter_map(|argument| argument.root).collect();
        for root in roots {
            let key = self.key(root);
            let ok = self.node_type(key).ok;
            match self.call(ok, &[key.address.0]) {
                Ok(true) => {}
                Ok(false) => return fail(Finding::GlobalInvariantBroken { node: self.name(key) }),
                Err(stopped) => return fail(Finding::UnreadableNode { node: self.name(key), stopped }),
            }
        }
        Ok(())
    }

    // --- Names and lookups ---

    fn key(&self, node: u32) -> NodeKey {
        let node = &self.states.skeleton.record().nodes[node as usize];
        NodeKey::new(node.address, node.node_type)
    }

    /// The position at this address, whether it exists in this state or not.
    fn position(&self, key: NodeKey) -> Option<u32> {
        self.states.skeleton.position(key).filter(|_| !self.reborn.contains(&key))
    }

    fn node_type(&self, key: NodeKey) -> &NodeType {
        &self.states.skeleton.record().types[key.node_type.index()]
    }

    fn name(&self, key: NodeKey) -> NodeName {
        let path = self.position(key).map(|node| self.states.skeleton.record().nodes[node as usize].path.clone());
        path.map_or(NodeName::New, NodeName::Path)
    }

    fn exists(&self, node: u32) -> bool {
        self.states.skeleton.node_exists(node, self.state).0
    }

    fn is_root(&self, key: NodeKey) -> bool {
        self.position(key).is_some_and(|node| self.states.skeleton.record().nodes[node as usize].parent.is_none())
    }

    fn skeleton_parent(&self, key: NodeKey) -> Option<NodeKey> {
        let node = self.position(key)?;
        self.states.skeleton.record().nodes[node as usize].parent.map(|parent| self.key(parent))
    }

    // --- Questions ---

    /// Whether the state has a position: a decision.
    fn decide_exists(&mut self, node: u32) -> bool {
        let (exists, term) = self.states.skeleton.node_exists(node, self.state);
        self.decide(term, u64::from(exists), Decision::Branch);
        exists
    }

    /// Whether a condition of the record holds: a decision.
    fn decide_condition(&mut self, condition: &Condition) -> Result<bool, OutOfMemory> {
        let holds = self.states.skeleton.holds(&self.states.space, condition, self.state);
        let States { skeleton, space, guest, .. } = &mut *self.states;
        let term = skeleton.make_condition_term(guest, space, condition)?;
        self.decide(term, holds.into(), Decision::Branch);
        Ok(holds)
    }

    fn decide(&mut self, term: TermId, value: u64, decision: Decision) {
        let value = Tracked { value, shadow: Shadow { undefined: 0, term } };
        // A value without undefined bits stops nothing.
        let _ = self.states.guest.machine.tracker_mut().decide(decision, value);
    }

    /// The number of a value: a decision. None if it is undefined, which is a decision as well.
    fn decide_value(&mut self, value: Tracked<Shadow>) -> Option<u64> {
        let decided = self.states.guest.machine.tracker_mut().decide(Decision::Host, value);
        decided.is_ok().then_some(value.value)
    }

    /// A byte of a node was written; without an offset, one in a buffer. What does that mean for keys and values?
    fn note_items(&mut self, node: u32, node_type: u32, offset: Option<u32>) {
        let collection = &self.states.collection;
        let sorted = collection.order.of(node);
        let in_key = offset.is_none_or(|offset| sorted.key_bytes.contains(&offset));
        if collection.order.has(node_type) && in_key {
            // If the node does not always have all its keys, only a visit can tell which.
            let list = if sorted.is_plain { &mut self.rekeyed } else { &mut self.relinked };
            list.insert(node);
        }
        if collection.items.depend_on(node_type, offset) {
            self.refilled.insert(node);
        }
    }

    /// Calls a function of a node's type; its result, if it has one, is decided.
    fn call(&mut self, index: u32, args: &[u32]) -> Result<bool, Stopped> {
        let machine = &self.states.guest.machine;
        let function = machine.table_function(0, index).expect("the record was used before");
        self.states.guest.ask(function, args)
    }
}
