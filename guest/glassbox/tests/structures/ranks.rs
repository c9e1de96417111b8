//! Larger trees and B-trees: every order of keys and arguments is represented.
//!
//! `keys.rs` tries all arguments on all small trees. There are too many larger ones. So these tests check for every
//! tree that each gap between two keys has room for all arguments at once, and try all arguments on some trees, which
//! shows that this condition is the right one.

use std::collections::BTreeSet;

use glassbox::__private::Plan;
use glassbox::native::Space;
use glassbox::{Invariant, Key};

use crate::red_black::Color;
use crate::states::number;
use crate::{btree, keys, red_black};

/// The keys of all states, in order, and the numbers that an argument takes, with so many arguments.
fn numbers<T: Invariant>(
    bounds: &[(&str, u32)],
    n_arguments: usize,
    read: impl Fn(&T) -> Vec<u32>,
) -> (BTreeSet<Vec<u32>>, Vec<u32>) {
    // Colours have nothing to do with keys.
    let tree = |plan: &mut Plan| plan.with(vec![Color::Black], |plan| plan.structure::<T>("tree"));
    let alone = Space::new(bounds, tree);
    let space = Space::new(bounds, |plan| {
        tree(plan);
        for name in &["a", "b", "c"][..n_arguments] {
            plan.argument::<Key>(name);
        }
    });
    let mut lists = BTreeSet::new();
    alone.each(|choices| {
        space.write(&[choices, &vec![0; n_arguments]].concat());
        // SAFETY: a state has been written.
        lists.insert(read(unsafe { &*space.pointer::<T>(0) }));
    });
    let first = space.skeleton().variables[alone.n_variables()].choices;
    let given = (0..first).map(|choice| {
        let mut choices = vec![0; space.n_variables()];
        choices[alone.n_variables()] = choice;
        space.write(&choices);
        // SAFETY: as above.
        number(unsafe { &*space.pointer::<Key>(1) })
    });
    (lists, given.collect())
}

/// Whether every gap has room for all arguments, and every key can be met.
fn has_room(keys: &[u32], given: &[u32], n_arguments: usize) -> bool {
    let end = given.last().map_or(0, |last| last + 1);
    let borders: Vec<i64> =
        [-1].into_iter().chain(keys.iter().map(|key| i64::from(*key))).chain([i64::from(end)]).collect();
    let gap =
        |pair: &[i64]| given.iter().filter(|number| (pair[0] + 1..pair[1]).contains(&i64::from(**number))).count();
    borders.windows(2).all(|pair| gap(pair) >= n_arguments) && keys.iter().all(|key| given.contains(key))
}

fn check<T: Invariant>(bounds: &[(&str, u32)], read: impl Fn(&T) -> Vec<u32>, tried: [usize; 3]) {
    for (n_arguments, n_tried) in (1..).zip(tried) {
        let (lists, given) = numbers(bounds, n_arguments, &read);
        assert!(lists.iter().all(|keys| keys.is_sorted_by(|a, b| a < b)), "keys are in order");
        assert!(lists.iter().all(|keys| has_room(keys, &given, n_arguments)), "{n_arguments} arguments");
        let arguments = keys::lists(&given, n_arguments);
        for keys in lists.iter().step_by((lists.len() / n_tried).max(1)) {
            let order = |list: &Vec<u32>| keys::order_type(&[keys.as_slice(), list].concat());
            let found: BTreeSet<Vec<usize>> = arguments.iter().map(order).collect();
            assert_eq!(found, keys::all_orders(keys.len(), n_arguments), "keys {keys:?}, {n_arguments} arguments");
        }
    }
}

#[test]
fn search_trees_of_height_four() {
    let read = |tree: &red_black::Tree<Key, ()>| {
        let (mut numbers, mut shape) = (Vec::new(), String::new());
        keys::in_order(tree.root.as_deref(), &mut numbers, &mut shape);
        numbers
    };
    check(&[("height", 4)], read, [700, 40, 2]);
}

#[test]
fn nodes_of_b_trees() {
    check(&[("height", 0)], btree::in_order, [10, 10, 10]);
    check(&[("height", 1)], btree::in_order, [40, 20, 2]);
}

/// What the numbers must not be: with the odd ones for keys and one even one in each gap, two arguments in one gap are
/// always equal.
#[test]
fn one_number_in_each_gap_is_not_enough() {
    let (keys, given): (Vec<u32>, Vec<u32>) = (vec![1, 3], (0..5).collect());
    assert!(has_room(&keys, &given, 1) && !has_room(&keys, &given, 2));
    let found: BTreeSet<Vec<usize>> =
        keys::lists(&given, 2).iter().map(|list| keys::order_type(&[keys.as_slice(), list].concat())).collect();
    assert!(found.len() < keys::all_orders(2, 2).len());
}
