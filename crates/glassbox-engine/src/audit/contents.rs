//! Contents and effects, judged by listing everything before and after.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::skeleton::{CellKind, EffectKind, ItemKind, Returned, visit};
use glassbox_space::Diagram;

use super::full::{Oracle, RunReport};
use crate::guest::Visited;
use crate::ids::NodeKey;

/// Contents of a structure.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// Keys and values, sorted.
    entries: Vec<(Option<u64>, Option<u64>)>,
    tokens: Vec<u64>,
}

type Judged<T> = Result<T, String>;

impl<D: Diagram> Oracle<'_, D> {
    /// All contents of all structures.
    pub(super) fn contents(&mut self, roots: &[NodeKey]) -> Judged<Contents> {
        let mut contents = Contents::default();
        for &root in roots {
            self.collect(root, &mut contents)?;
        }
        contents.entries.sort_unstable();
        contents.tokens.sort_unstable();
        Ok(contents)
    }

    fn collect(&mut self, node: NodeKey, contents: &mut Contents) -> Judged<()> {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for visited in self.visit(node, visit::LINKS | visit::ITEMS)? {
            match visited {
                Visited::Link { target, check, .. } => {
                    let node = NodeKey { address: target, node_type: self.type_of(check)? };
                    self.collect(node, contents)?;
                }
                Visited::Item { value, .. } if value.shadow.undefined != 0 => {
                    return Err("an undefined item".to_owned());
                }
                Visited::Item { kind: ItemKind::SortedKey | ItemKind::Key, value } => keys.push(value.value),
                Visited::Item { kind, value } => {
                    values.push(value.value);
                    contents.tokens.extend((kind == ItemKind::Token).then_some(value.value));
                }
                Visited::Parent { .. } => {}
            }
        }
        if keys.len() == values.len() {
            contents.entries.extend(keys.into_iter().map(Some).zip(values.into_iter().map(Some)));
        } else {
            contents.entries.extend(keys.into_iter().map(|key| (Some(key), None)));
            contents.entries.extend(values.into_iter().map(|value| (None, Some(value))));
        }
        Ok(())
    }

    /// Checks that every token is in one place, or was dropped once.
    pub(super) fn tokens(&self, before: &Contents, after: &Contents, report: &RunReport) -> Judged<()> {
        let record = self.states.skeleton.record();
        let is_given = |cell: &&glassbox_abi::skeleton::Cell| cell.node.is_none() && cell.kind == CellKind::Token;
        let n_given = record.cells.iter().filter(is_given).count();
        let mut now: Vec<u64> = after.tokens.iter().chain(&report.dropped).copied().collect();
        now.sort_unstable();
        if now.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(format!("a value is in two places: {now:?}"));
        }
        let now: BTreeSet<u64> = now.into_iter().collect();
        let missing = before.tokens.iter().find(|token| !now.contains(token));
        match missing {
            Some(token) => Err(format!("value {token} is lost")),
            None if now.len() != before.tokens.len() + n_given => Err("a value of an argument is lost".to_owned()),
            None => Ok(()),
        }
    }

    /// Compares the contents with those that the effect predicts.
    pub(super) fn effect(&self, before: &Contents, after: &Contents, report: &RunReport) -> Judged<()> {
        let Some(effect) = &self.states.skeleton.record().effect else { return Ok(()) };
        let has_keys = self.states.collection.items.has_keys;
        let arguments: Vec<u64> =
            effect.arguments.iter().map(|&argument| report.arguments[argument as usize]).collect();
        let key = arguments.first().copied().filter(|_| has_keys);
        let value = arguments.get(usize::from(key.is_some())).copied();
        let old = before.entries.iter().position(|(found, _)| key.is_some() && *found == key);
        let mut expected = before.entries.clone();
        let no = report.returned.is_some_and(|(kind, value)| kind == Returned::Bool && value == 0);
        let happened = match effect.kind {
            EffectKind::Nothing => false,
            EffectKind::Finds => old.is_some(),
            EffectKind::Adds => {
                let adds = if has_keys { old.is_none() } else { !no };
                if adds {
                    expected.push((key, value));
                }
                adds
            }
            EffectKind::Replaces => {
                if let Some(old) = old {
                    expected.remove(old);
                }
                expected.push((key, value));
                old.is_some()
            }
            EffectKind::Removes if has_keys => {
                old.map(|old| expected.remove(old));
                old.is_some()
            }
            EffectKind::Removes => return removes_one(before, after, report),
        };
        expected.sort_unstable();
        if expected != after.entries {
            return Err(format!("contents are {:?} and should be {expected:?}", after.entries));
        }
        let entry = old.map(|old| before.entries[old]);
        if effect.kind == EffectKind::Nothing { Ok(()) } else { returned(report, happened, key, entry) }
    }
}

/// One entry less, any; none if there was none.
fn removes_one(before: &Contents, after: &Contents, report: &RunReport) -> Judged<()> {
    let mut counts: BTreeMap<_, i64> = BTreeMap::new();
    for entry in &before.entries {
        *counts.entry(*entry).or_default() += 1;
    }
    for entry in &after.entries {
        *counts.entry(*entry).or_default() -= 1;
    }
    let changed: Vec<_> = counts.into_iter().filter(|(_, n)| *n != 0).collect();
    match changed.as_slice() {
        [(entry, 1)] => returned(report, true, None, Some(*entry)),
        [] if before.entries.is_empty() => returned(report, false, None, None),
        _ => Err(format!("not one entry less, but {changed:?}")),
    }
}

fn returned(
    report: &RunReport,
    happened: bool,
    key: Option<u64>,
    entry: Option<(Option<u64>, Option<u64>)>,
) -> Judged<()> {
    let Some((kind, number)) = report.returned else { return Ok(()) };
    let (found_key, found_value) = entry.unwrap_or_default();
    let right = match kind {
        Returned::Nothing => true,
        Returned::Bool => (number != 0) == happened,
        Returned::Absent => !happened,
        Returned::Present => happened,
        Returned::Key => happened && found_key.or(key) == Some(number),
        Returned::Value => happened && found_value == Some(number),
    };
    if right { Ok(()) } else { Err(format!("returned {kind:?} {number}, but {happened}, {entry:?}")) }
}
