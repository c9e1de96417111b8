//! `BTreeMap` and `BTreeSet`: every set of keys with every value, in one node.
//!
//! Up to eleven entries lie in a single node. A map that was emptied keeps its node, so there are two empty maps.

use std::collections::{BTreeMap, BTreeSet};

use super::elements::{Elements, subsets};
use super::forget::forget;
use super::{describe, must_be_few};
use crate::node::Visitor;
use crate::plan::Plan;
use crate::structure::Structure;

/// The most entries in one node of a tree. The list has no maps with several nodes, because their shapes depend on the order
/// of all operations so far.
const MOST_ENTRIES: usize = 11;

/// The length of the longest collection.
fn longest(plan: &mut Plan) -> usize {
    let most = plan.longest() as usize;
    if most > MOST_ENTRIES {
        plan.refuse(&format!("a tree of more than {MOST_ENTRIES} entries has several nodes: lower the bound `len`"));
    }
    most
}

/// The numbers of keys, such that equal ones occur once and they are in order.
fn in_order<K: Structure + Ord>(keys: &Elements<K>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|a, b| keys.peek(*a).cmp(keys.peek(*b)));
    order.dedup_by(|a, b| keys.peek(*a) == keys.peek(*b));
    order
}

/// All ways to give each of `n` keys one of so many values.
pub(super) fn assignments(n: usize, n_values: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer =
            |one: &Vec<usize>| (0..n_values).map(|value| one.iter().copied().chain([value]).collect()).collect();
        all = all.iter().flat_map(|one| -> Vec<Vec<usize>> { longer(one) }).collect();
    }
    all
}

/// A map that had one entry.
fn emptied<K: Ord, V>(key: K, value: V) -> BTreeMap<K, V> {
    let mut map = BTreeMap::from([(key, value)]);
    let entry = map.first_key_value().map(|(key, value)| (&raw const *key, &raw const *value));
    drop(map.pop_first());
    if let Some((key, value)) = entry {
        // SAFETY: the places of an entry that is gone.
        unsafe {
            forget(key.cast(), size_of::<K>());
            forget(value.cast(), size_of::<V>());
        }
    }
    map
}

// SAFETY: the cell is the whole value, with values that the collection's own functions made as patterns.
unsafe impl<K: Structure + Ord, V: Structure> Structure for BTreeMap<K, V> {
    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        let (keys, values) = (Elements::<K>::of(plan), Elements::<V>::of(plan));
        let (order, most) = (in_order(&keys), longest(plan));
        let mut all = vec![BTreeMap::new()];
        if most > 0 && values.len() > 0 && keys.len() > 0 {
            all.push(emptied(keys.make(plan, 0), values.make(plan, 0)));
        }
        for set in subsets(order.len(), most) {
            must_be_few(plan, u32::try_from(set.len()).ok().and_then(|n| values.len().checked_pow(n)));
            for assigned in assignments(set.len(), values.len()) {
                let mut map = BTreeMap::new();
                for (key, value) in set.iter().zip(assigned) {
                    let (key, value) = (keys.make(plan, order[*key]), values.make(plan, value));
                    map.insert(key, value);
                }
                if !set.is_empty() {
                    all.push(map);
                }
                must_be_few(plan, Some(all.len()));
            }
        }
        Some(all)
    }

    fn sample(_: &mut Plan) -> Self {
        BTreeMap::new()
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        describe(at, plan);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    fn label(&self) -> String {
        let entries: Vec<String> =
            self.iter().map(|(key, value)| format!("{}: {}", key.label(), value.label())).collect();
        format!("{{{}}}", entries.join(", "))
    }
}

// SAFETY: as for `BTreeMap`.
unsafe impl<T: Structure + Ord> Structure for BTreeSet<T> {
    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        let elements = Elements::<T>::of(plan);
        let (order, most) = (in_order(&elements), longest(plan));
        let mut all = vec![BTreeSet::new()];
        if most > 0 && elements.len() > 0 {
            let mut set = BTreeSet::from([elements.make(plan, 0)]);
            let element = set.first().map(|element| &raw const *element);
            drop(set.pop_first());
            if let Some(element) = element {
                // SAFETY: the place of an element that is gone.
                unsafe { forget(element.cast(), size_of::<T>()) };
            }
            all.push(set);
        }
        for subset in subsets(order.len(), most).iter().filter(|subset| !subset.is_empty()) {
            let subset: Vec<usize> = subset.iter().map(|element| order[*element]).collect();
            let mut set = BTreeSet::new();
            set.extend(elements.make_all(plan, &subset));
            all.push(set);
            must_be_few(plan, Some(all.len()));
        }
        Some(all)
    }

    fn sample(_: &mut Plan) -> Self {
        BTreeSet::new()
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        describe(at, plan);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    fn label(&self) -> String {
        let elements: Vec<String> = self.iter().map(Structure::label).collect();
        format!("{{{}}}", elements.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_gets_each_value() {
        let expect: [&[usize]; 4] = [&[0, 0], &[0, 1], &[1, 0], &[1, 1]];
        assert_eq!(assignments(2, 2), expect);
        assert_eq!(assignments(0, 2), [Vec::<usize>::new()]);
        assert!(assignments(2, 0).is_empty());
    }
}
