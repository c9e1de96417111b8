//! Contents of structures before and after an operation, compared with the declared effect.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::skeleton::{EffectKind, ItemKind, Returned, visit};

use crate::node::{NodeType, Visited};

/// A key and a value; either may be missing.
type Entry = (Option<u32>, Option<u32>);

/// All entries and tokens of some structures.
#[derive(Clone, Default)]
pub(super) struct Contents {
    pub(super) entries: Vec<Entry>,
    pub(super) tokens: Vec<u32>,
}

/// The declared effect of an operation, its arguments and its result.
pub(super) struct Operation<'a> {
    pub(super) kind: EffectKind,
    /// The numbers of the arguments that the effect names.
    pub(super) arguments: &'a [u32],
    pub(super) has_keys: bool,
    pub(super) returned: Option<(Returned, u32)>,
}

impl Contents {
    /// Adds the contents of a structure, which has been judged.
    pub(super) fn add(&mut self, at: *const u8, ty: &NodeType) {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        // SAFETY: a live node, as judging has shown.
        for visited in unsafe { (ty.entries.visit)(at, visit::LINKS | visit::ITEMS) } {
            match visited {
                Visited::Link { target, ty, .. } => self.add(target, &ty),
                Visited::Item { kind: ItemKind::SortedKey | ItemKind::Key, value } => keys.push(value),
                Visited::Item { kind: ItemKind::Begin | ItemKind::End, .. } | Visited::Parent { .. } => {}
                Visited::Item { kind, value } => {
                    values.push(value);
                    self.tokens.extend((kind == ItemKind::Token).then_some(value));
                }
            }
        }
        if keys.len() == values.len() {
            self.entries.extend(keys.into_iter().map(Some).zip(values.into_iter().map(Some)));
        } else {
            self.entries.extend(keys.into_iter().map(|key| (Some(key), None)));
            self.entries.extend(values.into_iter().map(|value| (None, Some(value))));
        }
        self.entries.sort_unstable();
    }

    /// Checks that every token, of `before` or `given` to the operation, is in one place or was dropped once.
    pub(super) fn check_tokens(&self, before: &Self, given: &[u32], dropped: &[u32]) -> Result<(), String> {
        let mut now = BTreeSet::new();
        for token in self.tokens.iter().chain(dropped) {
            if !now.insert(*token) {
                return Err(format!("value {token} is in two places, or was dropped twice"));
            }
        }
        match before.tokens.iter().chain(given).find(|token| !now.contains(token)) {
            Some(token) => Err(format!("value {token} is lost: it is neither in the structure nor dropped")),
            None => Ok(()),
        }
    }

    /// Checks that the contents follow from `before` by the declared effect, and that the result fits.
    pub(super) fn check_effect(&self, before: &Self, operation: &Operation<'_>) -> Result<(), String> {
        let Operation { kind, arguments, has_keys, returned } = *operation;
        let key = arguments.first().copied().filter(|_| has_keys);
        let value = arguments.get(usize::from(key.is_some())).copied();
        let old = before.entries.iter().position(|(found, _)| key.is_some() && *found == key);
        let refused = returned == Some((Returned::Bool, 0));
        let mut expected = before.entries.clone();
        let happened = match kind {
            EffectKind::Nothing => false,
            EffectKind::Finds => old.is_some(),
            EffectKind::Adds => {
                let adds = if has_keys { old.is_none() } else { !refused };
                expected.extend(adds.then_some((key, value)));
                adds
            }
            EffectKind::Replaces => {
                old.map(|old| expected.remove(old));
                expected.push((key, value));
                old.is_some()
            }
            EffectKind::Removes if has_keys => {
                old.map(|old| expected.remove(old));
                old.is_some()
            }
            EffectKind::Removes => return self.one_less(before, returned),
        };
        expected.sort_unstable();
        if expected != self.entries {
            return Err(format!("it holds {}, and should hold {}", text(&self.entries), text(&expected)));
        }
        let entry = old.map(|old| before.entries[old]);
        if kind == EffectKind::Nothing { Ok(()) } else { check_returned(returned, happened, key, entry) }
    }

    /// Checks that one entry is missing, no matter which, or that there was none.
    fn one_less(&self, before: &Self, returned: Option<(Returned, u32)>) -> Result<(), String> {
        let mut counts: BTreeMap<Entry, i64> = BTreeMap::new();
        for entry in &before.entries {
            *counts.entry(*entry).or_default() += 1;
        }
        for entry in &self.entries {
            *counts.entry(*entry).or_default() -= 1;
        }
        counts.retain(|_, count| *count != 0);
        let changed: Vec<(Entry, i64)> = counts.into_iter().collect();
        match changed.as_slice() {
            [(entry, 1)] => check_returned(returned, true, None, Some(*entry)),
            [] if before.entries.is_empty() => check_returned(returned, false, None, None),
            _ => Err(format!("it holds {}, which is not one entry less", text(&self.entries))),
        }
    }
}

fn check_returned(
    returned: Option<(Returned, u32)>,
    happened: bool,
    key: Option<u32>,
    entry: Option<Entry>,
) -> Result<(), String> {
    let Some((kind, number)) = returned else { return Ok(()) };
    let (found_key, found_value) = entry.unwrap_or_default();
    let is_right = match kind {
        Returned::Nothing => true,
        Returned::Bool => (number != 0) == happened,
        Returned::Absent => !happened,
        Returned::Present => happened,
        Returned::Key => happened && found_key.or(key) == Some(number),
        Returned::Value => happened && found_value == Some(number),
    };
    if is_right { Ok(()) } else { Err("what it returned is not what the contents say".to_owned()) }
}

fn text(entries: &[Entry]) -> String {
    let number = |number: &u32| number.to_string();
    let entry = |(key, value): &Entry| match (key, value) {
        (Some(key), Some(value)) => format!("{key}: {value}"),
        (key, value) => key.as_ref().or(value.as_ref()).map(number).unwrap_or_default(),
    };
    format!("[{}]", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
}
