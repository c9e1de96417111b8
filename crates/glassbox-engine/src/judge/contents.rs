//! Contents: the declared effect of the operation, and that values are dropped exactly once.
//!
//! Whatever hangs from a root before the run still does, is freed, or is a finding already. So the contents after the run
//! are those before, without the entries of freed and refilled nodes, and with those that refilled and new nodes have
//! now. Comparing these two lists says what the operation did to the whole, of any size.
//!
//! An entry is what a node holds at one place: a key, a value, or both. Entries before the run are read by going back to
//! its start; the decisions made until then are kept.

use std::collections::BTreeSet;

use glassbox_abi::skeleton::{ItemKind, visit};
use glassbox_space::Diagram;
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{Decision, Shadow, TermId, Tracked, Word};

use super::{Judge, Judged, fail};
use crate::guest::Visited;
use crate::ids::NodeKey;
use crate::result::{ContentsProblem, Finding, ValueProblem};
use crate::rules::Rule;

/// A number with its term.
pub(super) type Number = Tracked<Shadow>;

/// The key and value that a node holds at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: Option<Number>,
    pub(super) value: Option<Number>,
    /// The place of a value of which nothing says to which key it belongs: it must stay there.
    pub(super) place: u32,
}

/// Changes of the contents by an operation.
#[derive(Debug, Default)]
pub(super) struct Change {
    pub(super) gone: Vec<Entry>,
    pub(super) added: Vec<Entry>,
    /// Entries as they are now that are equal to one that was there.
    pub(super) kept: Vec<Entry>,
}

/// An item, and its place in the node.
#[derive(Clone, Copy, Debug)]
struct Item {
    kind: ItemKind,
    number: Number,
    place: u32,
}

impl<D: Diagram> Judge<'_, D> {
    /// Compares entries after and before the run. Must come last: it goes back to the start of the run.
    pub(super) fn check_contents(&mut self) -> Judged<()> {
        let effect = self.states.skeleton.record().effect.clone().filter(|_| self.asks_effect);
        if effect.is_none() && !self.states.collection.items.has_tokens {
            return Ok(());
        }
        let live = self.refilled.difference(&self.dead).map(|node| self.key(*node));
        let new = self.links.keys().copied().filter(|node| self.position(*node).is_none());
        let (after, after_tokens) = self.entries(&live.chain(new).collect())?;
        let returned = self.states.guest.host().returned;
        let dropped = std::mem::take(&mut self.states.guest.host().dropped);

        self.states.rewind(self.state, self.rules);
        let nodes = self.refilled.union(&self.dead).map(|node| self.key(*node)).collect();
        let (before, before_tokens) = self.entries(&nodes)?;
        self.check_tokens(&before_tokens, &after_tokens, &dropped)?;
        let Some(effect) = effect else { return Ok(()) };
        let change = self.compare(before, after);
        self.check_effect(&effect, &change, returned)
    }

    /// The entries of some nodes as they are now, and all their tokens.
    fn entries(&mut self, nodes: &BTreeSet<NodeKey>) -> Judged<(Vec<Entry>, Vec<u64>)> {
        let (mut entries, mut tokens) = (Vec::new(), Vec::new());
        for &node in nodes {
            let visited = self.visit(node, visit::ITEMS)?;
            let items: Vec<Item> = visited
                .iter()
                .filter_map(|visited| match *visited {
                    Visited::Item { kind, value, place } => Some(Item { kind, number: value, place }),
                    _ => None,
                })
                .collect();
            for item in items.iter().filter(|item| item.kind == ItemKind::Token) {
                let Some(token) = self.decide_value(item.number) else {
                    let node = self.name(node);
                    return fail(Finding::Contents(ContentsProblem::UndefinedValue { node }));
                };
                tokens.push(token);
            }
            let numbers_are_keys = self.states.collection.items.numbers_are_keys;
            if self.rules.has(Rule::Pairs) {
                entries.extend(paired(&items, numbers_are_keys));
            } else {
                entries.extend(items.chunks(1).flat_map(|item| paired(item, numbers_are_keys)));
            }
        }
        Ok((entries, tokens))
    }

    /// Checks that every value that was in a changed node or came as an argument is in one place now, or was dropped
    /// once; and no other value was dropped or copied, for it still is where it was.
    fn check_tokens(&mut self, before: &[u64], after: &[u64], dropped: &[u32]) -> Judged<()> {
        let collection = &self.states.collection;
        let mut owned: BTreeSet<u64> = before.iter().copied().collect();
        for (condition, token) in collection.items.tokens_of_arguments(self.states.skeleton.record()) {
            if self.decide_condition(&condition)? {
                owned.insert(token);
            }
        }
        let mut seen = BTreeSet::new();
        let dropped = dropped.iter().map(|token| u64::from(*token));
        let places = after
            .iter()
            .map(|token| (*token, ValueProblem::TwoPlaces))
            .chain(dropped.map(|t| (t, ValueProblem::DroppedTwice)));
        for (token, problem) in places {
            if !owned.contains(&token) || !seen.insert(token) {
                return fail(Finding::Value { token, problem });
            }
        }
        match owned.difference(&seen).next() {
            Some(&token) => fail(Finding::Value { token, problem: ValueProblem::Lost }),
            None => Ok(()),
        }
    }

    // --- Comparing ---

    /// The difference between two lists of entries, in any order.
    fn compare(&mut self, before: Vec<Entry>, after: Vec<Entry>) -> Change {
        let mut change = Change { gone: before, added: Vec::new(), kept: Vec::new() };
        // Those that are alike in all states first: they need no decision.
        let mut rest = Vec::new();
        for entry in after {
            match change.gone.iter().position(|old| old.is(&entry)) {
                Some(index) => {
                    change.gone.swap_remove(index);
                    change.kept.push(entry);
                }
                None => rest.push(entry),
            }
        }
        for entry in rest {
            let gone = change.gone.clone();
            match gone.iter().position(|old| self.same_entry(old, &entry)) {
                Some(index) => {
                    change.gone.swap_remove(index);
                    change.kept.push(entry);
                }
                None => change.added.push(entry),
            }
        }
        change
    }

    fn same_entry(&mut self, one: &Entry, other: &Entry) -> bool {
        one.place == other.place && self.same_option(one.key, other.key) && self.same_option(one.value, other.value)
    }

    fn same_option(&mut self, one: Option<Number>, other: Option<Number>) -> bool {
        match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => self.same(one, other),
            _ => false,
        }
    }

    /// Whether two numbers are equal: a decision, unless it is the same in all states.
    pub(super) fn same(&mut self, one: Number, other: Number) -> bool {
        if one.shadow.undefined != 0 || other.shadow.undefined != 0 {
            self.decide_value(one);
            self.decide_value(other);
            return false;
        }
        let equal = one.value == other.value;
        if one.shadow.term == other.shadow.term && (equal || !one.shadow.term.is_some()) {
            return equal;
        }
        let (one, other) = (self.term_of(one), self.term_of(other));
        let terms = self.states.guest.machine.tracker_mut().terms_mut();
        let term = terms.binary(BinaryOp::I64Eq, one, other);
        self.decide(term, u64::from(equal), Decision::Branch);
        equal
    }

    fn term_of(&mut self, number: Number) -> TermId {
        let terms = self.states.guest.machine.tracker_mut().terms_mut();
        let plain = || Word::new(number.value, number.shadow.undefined);
        if number.shadow.term.is_some() { number.shadow.term } else { terms.constant(plain()) }
    }

    /// The entry that a token is in, before the run. The machine must be there.
    pub(super) fn entry_with(&mut self, token: u64) -> Judged<Option<Entry>> {
        let Some(&node) = self.states.collection.items.holders.get(&token) else { return Ok(None) };
        let (entries, _) = self.entries(&BTreeSet::from([self.key(node)]))?;
        Ok(entries.into_iter().find(|entry| entry.value.is_some_and(|value| value.value == token)))
    }
}

impl Entry {
    /// Whether they are equal in all states.
    fn is(&self, other: &Self) -> bool {
        let same = |one: Option<Number>, other: Option<Number>| match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => {
                let (a, b) = (one.shadow, other.shadow);
                one.value == other.value && a.term == b.term && a.undefined == 0 && b.undefined == 0
            }
            _ => false,
        };
        self.place == other.place && same(self.key, other.key) && same(self.value, other.value)
    }
}

/// Pairs keys with values: inside each element of a vector or array that has both, and then in the whole node, the first
/// key with the first value, the second with the second, if there are as many. Else nothing says which belong together.
fn paired(items: &[Item], numbers_are_keys: bool) -> Vec<Entry> {
    let is_key = |kind: ItemKind| match kind {
        ItemKind::SortedKey | ItemKind::Key => true,
        ItemKind::Number => numbers_are_keys,
        ItemKind::Token | ItemKind::Begin | ItemKind::End => false,
    };
    let mut entries = Vec::new();
    // Keys and values that have no partner yet, for each element that is open.
    let mut open: Vec<[Vec<Item>; 2]> = vec![Default::default()];
    for &item in items {
        match item.kind {
            ItemKind::Begin => open.push(Default::default()),
            ItemKind::End => {
                let [keys, values] = open.pop().unwrap_or_default();
                let Some(outer) = open.last_mut() else { continue };
                if !keys.is_empty() && keys.len() == values.len() {
                    entries.extend(pairs(&keys, &values));
                } else {
                    outer[0].extend(keys);
                    outer[1].extend(values);
                }
            }
            kind => {
                if let Some(innermost) = open.last_mut() {
                    innermost[usize::from(!is_key(kind))].push(item);
                }
            }
        }
    }
    for [keys, values] in open {
        if keys.len() == values.len() {
            entries.extend(pairs(&keys, &values));
            continue;
        }
        let place = |item: &Item| if keys.is_empty() { 0 } else { item.place };
        entries.extend(values.iter().map(|item| Entry { key: None, value: Some(item.number), place: place(item) }));
        entries.extend(keys.iter().map(|item| Entry { key: Some(item.number), value: None, place: 0 }));
    }
    entries
}

fn pairs<'a>(keys: &'a [Item], values: &'a [Item]) -> impl Iterator<Item = Entry> + 'a {
    let entry = |(key, value): (&Item, &Item)| Entry { key: Some(key.number), value: Some(value.number), place: 0 };
    keys.iter().zip(values).map(entry)
}
