//! `HashMap` and `HashSet`: every content, in every layout of its table that insertions and removals lead to.
//!
//! Where an entry lies depends on the hasher, on the capacity, and on the entries that were there when it came. Values do not
//! matter. So all orders of insertions and removals of keys are tried until they lead to no new layout, and each layout is then
//! filled with every combination of values. Two tables have the same layout if they have the same capacity, if the same keys lie
//! at the same distances from each other, and if that is so after all other keys were inserted, too: a single entry has no
//! distance to anything, and the other keys show where it is.
//!
//! All values of a field share one hasher, which its `Default` makes. The layouts that come from inserting keys in order come
//! first, so that the number of a state means the same content wherever it is built.

#![expect(clippy::disallowed_types, reason = "nothing depends on the order of their entries")]

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::elements::{Elements, subsets};
use super::forget::forget;
use super::ordered::assignments;
use super::{describe, must_be_few};
use crate::node::Visitor;
use crate::plan::Plan;
use crate::structure::Structure;

/// A step of a table's history. Keys are given by number.
#[derive(Clone, Copy)]
enum Step {
    Insert(usize),
    Remove(usize),
}

/// Two tables with the same form have the same layout.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Form {
    capacity: usize,
    /// The keys in the order of their addresses, with their distances from the first one.
    places: Vec<(usize, usize)>,
    /// The same after all keys were inserted.
    full: Vec<(usize, usize)>,
}

/// Tables with these keys and values.
struct Tables<K, V, S> {
    keys: Elements<K>,
    values: Elements<V>,
    /// Numbers of keys that differ.
    different: Vec<usize>,
    hasher: S,
}

impl<K: Structure + Eq + Hash, V: Structure, S: BuildHasher + Clone> Tables<K, V, S> {
    fn new(plan: &mut Plan, hasher: S) -> Self {
        let (keys, values) = (Elements::<K>::of(plan), Elements::<V>::of(plan));
        let mut different: Vec<usize> = Vec::new();
        for key in 0..keys.len() {
            if !different.iter().any(|other| keys.peek(*other) == keys.peek(key)) {
                different.push(key);
            }
        }
        Self { keys, values, different, hasher }
    }

    /// The map with this history, in which each key has the value that `value` says.
    fn build(&self, plan: &mut Plan, history: &[Step], value: &dyn Fn(usize) -> usize) -> HashMap<K, V, S> {
        let mut map = HashMap::with_hasher(self.hasher.clone());
        for step in history {
            match *step {
                Step::Insert(key) => {
                    let entry = (self.keys.make(plan, key), self.values.make(plan, value(key)));
                    drop(map.insert(entry.0, entry.1));
                }
                Step::Remove(key) => {
                    let entry = map.get_key_value(self.keys.peek(key));
                    let entry = entry.map(|(key, value)| (&raw const *key, &raw const *value));
                    drop(map.remove_entry(self.keys.peek(key)));
                    if let Some((key, value)) = entry {
                        // SAFETY: the places of an entry that is gone.
                        unsafe {
                            forget(key.cast(), size_of::<K>());
                            forget(value.cast(), size_of::<V>());
                        }
                    }
                }
            }
        }
        map
    }

    /// The keys that a map has, by number.
    fn keys_of(&self, map: &HashMap<K, V, S>) -> Vec<usize> {
        self.different.iter().copied().filter(|key| map.contains_key(self.keys.peek(*key))).collect()
    }

    fn places(&self, map: &HashMap<K, V, S>) -> Vec<(usize, usize)> {
        let address = |key: &usize| Some(std::ptr::from_ref(map.get_key_value(self.keys.peek(*key))?.0).addr());
        let mut places: Vec<(usize, usize)> =
            self.different.iter().filter_map(|key| Some((address(key)?, *key))).collect();
        places.sort_unstable();
        let first = places.first().map_or(0, |(address, _)| *address);
        places.into_iter().map(|(address, key)| (key, address - first)).collect()
    }

    fn form(&self, plan: &mut Plan, history: &[Step]) -> Form {
        let map = self.build(plan, history, &|_| 0);
        let mut longer = history.to_vec();
        longer.extend(self.different.iter().map(|key| Step::Insert(*key)));
        let full = self.build(plan, &longer, &|_| 0);
        Form { capacity: map.capacity(), places: self.places(&map), full: self.places(&full) }
    }

    /// A history for each layout with at most `most` entries.
    fn histories(&self, plan: &mut Plan, most: usize) -> Vec<Vec<Step>> {
        let insertions = |set: Vec<usize>| set.into_iter().map(|key| Step::Insert(self.different[key])).collect();
        let mut histories: Vec<Vec<Step>> = subsets(self.different.len(), most).into_iter().map(insertions).collect();
        must_be_few(plan, Some(histories.len()));
        let mut forms: BTreeSet<Form> = histories.iter().map(|history| self.form(plan, history)).collect();
        let mut next = 0;
        while next < histories.len() {
            let history = histories[next].clone();
            next += 1;
            let map = self.build(plan, &history, &|_| 0);
            let present = self.keys_of(&map);
            for &key in &self.different {
                let is_there = present.contains(&key);
                if !is_there && present.len() == most {
                    continue;
                }
                // A full table grows even if the key is there.
                let steps = [Some(Step::Insert(key)), is_there.then_some(Step::Remove(key))];
                for step in steps.into_iter().flatten() {
                    let mut longer = history.clone();
                    longer.push(step);
                    if forms.insert(self.form(plan, &longer)) {
                        histories.push(longer);
                        must_be_few(plan, Some(histories.len()));
                    }
                }
            }
        }
        histories
    }

    /// All maps with at most `most` entries.
    fn all(&self, plan: &mut Plan, most: usize) -> Vec<HashMap<K, V, S>> {
        let mut all = Vec::new();
        if self.values.len() == 0 {
            all.push(HashMap::with_hasher(self.hasher.clone()));
            return all;
        }
        for history in self.histories(plan, most) {
            let present = {
                let map = self.build(plan, &history, &|_| 0);
                self.keys_of(&map)
            };
            for assigned in assignments(present.len(), self.values.len()) {
                let value = |key: usize| present.iter().position(|other| *other == key).map_or(0, |at| assigned[at]);
                all.push(self.build(plan, &history, &value));
                must_be_few(plan, Some(all.len()));
            }
        }
        all
    }
}

// SAFETY: the cell is the whole value, with values that the collection's own functions made as patterns.
unsafe impl<K, V, S> Structure for HashMap<K, V, S>
where
    K: Structure + Eq + Hash,
    V: Structure,
    S: BuildHasher + Clone + Default + 'static,
{
    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        let most = plan.longest() as usize;
        let hasher = plan.hasher();
        Some(Tables::<K, V, S>::new(plan, hasher).all(plan, most))
    }

    fn sample(plan: &mut Plan) -> Self {
        HashMap::with_hasher(plan.hasher())
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        describe(at, plan);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    fn label(&self) -> String {
        let entries = self.iter().map(|(key, value)| format!("{}: {}", key.label(), value.label()));
        in_order(entries.collect())
    }
}

// SAFETY: as for `HashMap`.
unsafe impl<T, S> Structure for HashSet<T, S>
where
    T: Structure + Eq + Hash,
    S: BuildHasher + Clone + Default + 'static,
{
    /// The sets of keys of maps without values have the same tables.
    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        let most = plan.longest() as usize;
        let hasher = plan.hasher();
        let tables = Tables::<T, (), S>::new(plan, hasher);
        let histories = tables.histories(plan, most);
        Some(histories.iter().map(|history| set(plan, &tables, history)).collect())
    }

    fn sample(plan: &mut Plan) -> Self {
        HashSet::with_hasher(plan.hasher())
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        describe(at, plan);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    fn label(&self) -> String {
        in_order(self.iter().map(Structure::label).collect())
    }
}

/// The set with this history.
fn set<T, S>(plan: &mut Plan, tables: &Tables<T, (), S>, history: &[Step]) -> HashSet<T, S>
where
    T: Structure + Eq + Hash,
    S: BuildHasher + Clone,
{
    let mut set = HashSet::with_hasher(tables.hasher.clone());
    for step in history {
        match *step {
            Step::Insert(key) => drop(set.insert(tables.keys.make(plan, key))),
            Step::Remove(key) => {
                let place = set.get(tables.keys.peek(key)).map(|element| &raw const *element);
                drop(set.take(tables.keys.peek(key)));
                if let Some(place) = place {
                    // SAFETY: the place of an element that is gone.
                    unsafe { forget(place.cast(), size_of::<T>()) };
                }
            }
        }
    }
    set
}

/// The entries in braces. Their order in the table says nothing to a reader.
fn in_order(mut entries: Vec<String>) -> String {
    entries.sort_unstable();
    format!("{{{}}}", entries.join(", "))
}
