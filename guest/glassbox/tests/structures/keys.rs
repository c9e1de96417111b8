//! Opaque keys: do the numbers that stand for them cover every order?

use std::collections::{BTreeMap, BTreeSet};

use glassbox::__private::{Plan, Visitor};
use glassbox::native::Space;
use glassbox::{Broken, Children, Invariant, Key, Structure};

use crate::red_black::{Color, Node, Tree};
use crate::states::number;
use crate::vectors::Holder;

/// For each number its place in the order, equal numbers alike: what is left if only comparisons are possible.
pub(crate) fn order_type(numbers: &[u32]) -> Vec<usize> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    numbers.iter().filter_map(|number| sorted.binary_search(number).ok()).collect()
}

/// Every order in which `n_arguments` can stand to `n_keys` sorted keys, made by inserting one after the other at a
/// number that is there or between two.
pub(crate) fn all_orders(n_keys: usize, n_arguments: usize) -> BTreeSet<Vec<usize>> {
    let keys: Vec<f64> = (0u32..).map(f64::from).take(n_keys).collect();
    let mut lists = vec![keys];
    for _ in 0..n_arguments {
        let extended = lists.iter().flat_map(|list| {
            let mut sorted = list.clone();
            sorted.sort_by(f64::total_cmp);
            sorted.dedup();
            let (low, high) = (sorted.first().unwrap_or(&0.0) - 1.0, sorted.last().unwrap_or(&0.0) + 1.0);
            let between = sorted.windows(2).map(|pair| f64::midpoint(pair[0], pair[1]));
            let places: Vec<f64> = between.chain([low, high]).chain(sorted.iter().copied()).collect();
            places.into_iter().map(move |place| [list.as_slice(), &[place]].concat())
        });
        lists = extended.collect();
    }
    let rank = |list: &Vec<f64>| {
        let mut sorted = list.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.dedup();
        list.iter().filter_map(|number| sorted.iter().position(|other| other.total_cmp(number).is_eq())).collect()
    };
    lists.iter().map(rank).collect()
}

pub(crate) fn in_order(node: Option<&Node<Key, ()>>, keys: &mut Vec<u32>, shape: &mut String) {
    shape.push(if node.is_some() { '(' } else { '.' });
    if let Some(node) = node {
        in_order(node.left.as_deref(), keys, shape);
        keys.push(number(&node.key));
        in_order(node.right.as_deref(), keys, shape);
    }
}

/// The keys of every shape of search trees, and the numbers that each argument takes.
fn numbers(height: u32, n_arguments: usize) -> (BTreeMap<String, Vec<u32>>, Vec<u32>) {
    let space = Space::new(&[("height", height)], |plan| {
        plan.with(vec![Color::Black], |plan| plan.structure::<Tree<Key, ()>>("tree"));
        // In several ways: alone, in an array.
        plan.argument::<Key>("key");
        match n_arguments {
            1 => {}
            2 => plan.argument::<[Key; 1]>("keys"),
            _ => plan.argument::<[Key; 2]>("keys"),
        }
    });
    let (mut shapes, mut arguments) = (BTreeMap::new(), vec![BTreeSet::new(); n_arguments]);
    let is_tree = |path: &String| path.starts_with("tree");
    let n_tree = space.skeleton().variables.iter().filter(|variable| is_tree(&variable.path)).count();
    space.each(|choices| {
        // All combinations are states; one argument at a time is enough to know them.
        if choices[n_tree..].iter().filter(|choice| **choice > 0).count() > 1 {
            return;
        }
        space.write(choices);
        let (mut keys, mut shape) = (Vec::new(), String::new());
        // SAFETY: a state has been written.
        in_order(unsafe { &*space.pointer::<Tree<Key, ()>>(0) }.root.as_deref(), &mut keys, &mut shape);
        assert_eq!(*shapes.entry(shape).or_insert(keys.clone()), keys, "a shape has one list of keys");
        // SAFETY: as above.
        let mut given = vec![number(unsafe { &*space.pointer::<Key>(1) })];
        match n_arguments {
            1 => {}
            // SAFETY: as above.
            2 => given.extend(unsafe { &*space.pointer::<[Key; 1]>(2) }.iter().map(number)),
            // SAFETY: as above.
            _ => given.extend(unsafe { &*space.pointer::<[Key; 2]>(2) }.iter().map(number)),
        }
        for (all, one) in arguments.iter_mut().zip(given) {
            all.insert(one);
        }
    });
    assert!(arguments.iter().all(|all| *all == arguments[0]), "all arguments have the same numbers");
    (shapes, arguments[0].iter().copied().collect())
}

/// All lists of so many of the numbers.
pub(crate) fn lists(numbers: &[u32], len: usize) -> Vec<Vec<u32>> {
    (0..len).fold(vec![Vec::new()], |lists, _| {
        lists.iter().flat_map(|list| numbers.iter().map(|number| [list.as_slice(), &[*number]].concat())).collect()
    })
}

#[test]
fn every_order_of_tree_and_arguments_occurs() {
    for (height, n_arguments) in [(0, 1), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)] {
        let (shapes, given) = numbers(height, n_arguments);
        let n_ranks = (1 << height) - 1;
        let m = u32::try_from(n_arguments).expect("small");
        assert_eq!(given, (0..(m + 1) * n_ranks + m).collect::<Vec<_>>(), "the numbers of an argument");
        let arguments = lists(&given, n_arguments);
        let n_shapes = [1, 2, 5, 26][height as usize];
        assert_eq!(shapes.len(), n_shapes);
        for keys in shapes.values() {
            let order = |list: &Vec<u32>| order_type(&[keys.as_slice(), list].concat());
            let found: BTreeSet<Vec<usize>> = arguments.iter().map(order).collect();
            assert_eq!(found, all_orders(keys.len(), n_arguments), "keys {keys:?}, {n_arguments} arguments");
        }
    }
}

/// Keys that are not in the sorted list, in the nodes of a sorted tree.
#[test]
fn keys_outside_the_sorted_list_range_over_all_ranks_and_gaps() {
    let space = Space::new(&[("height", 2)], |plan| plan.structure::<Tree<Key, Key>>("tree"));
    let record = space.skeleton();
    let values: Vec<_> = record.variables.iter().filter(|variable| variable.path.ends_with("value")).collect();
    assert_eq!(values.len(), 3);
    // Three such keys fit between any two of the three ranks 3, 7 and 11, in every order.
    let numbers: Vec<String> = (0..15).map(|number| number.to_string()).collect();
    assert!(values.iter().all(|variable| variable.labels == numbers));
    assert!(!record.variables.iter().any(|variable| variable.path.ends_with("key")), "a rank is no choice");
}

#[test]
fn keys_without_any_sorted_list_have_all_orders() {
    let space = Space::new(&[("len", 3), ("capacity", 1)], |plan| {
        plan.structure::<Holder<Vec<Key>>>("bag");
        plan.argument::<Key>("key");
    });
    let mut found = BTreeSet::new();
    space.each(|choices| {
        space.write(choices);
        // SAFETY: a state has been written.
        let (bag, key) = unsafe { (&*space.pointer::<Holder<Vec<Key>>>(0), &*space.pointer::<Key>(1)) };
        found.insert(order_type(&bag.held.iter().chain([key]).map(number).collect::<Vec<_>>()));
    });
    // With no key to start from, the orders of all are the orders of arguments.
    let expect: BTreeSet<Vec<usize>> = (1..=4).flat_map(|n| all_orders(0, n)).collect();
    assert_eq!(found, expect);
}

/// A type with two sorted lists: at the same time, or one of them.
struct Two<const BOTH: bool> {
    first: Option<Vec<Key>>,
    second: Vec<Key>,
}

// SAFETY: every field is described once; the second is empty where it is not described.
unsafe impl<const BOTH: bool> Structure for Two<BOTH> {
    fn sample(_: &mut Plan) -> Self {
        Two { first: None, second: Vec::new() }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.one(&raw mut (*at).second, Vec::new());
            let choice = plan.choice(&raw mut (*at).first, vec![None, Some(Vec::new())]);
            let first = (&raw mut (*at).first).cast::<Vec<Key>>();
            plan.when(&choice, [1], |plan| {
                plan.field("first", |plan| plan.sorted(|plan| Structure::describe(first, plan)));
            });
            let choices = if BOTH { vec![0, 1] } else { vec![0] };
            plan.when(&choice, choices, |plan| {
                plan.field("second", |plan| plan.sorted(|plan| Structure::describe(&raw mut (*at).second, plan)));
            });
        }
    }

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

impl<const BOTH: bool> Invariant for Two<BOTH> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

#[test]
fn one_of_two_sorted_lists_is_enough() {
    let space = Space::new(&[("len", 2), ("capacity", 1)], |plan| plan.structure::<Two<false>>("it"));
    let ranks = space.skeleton().cells.into_iter().filter(|cell| cell.kind == glassbox_abi::skeleton::CellKind::Rank);
    assert_eq!(ranks.count(), 4);
}

#[test]
#[should_panic(
    expected = "`it.first` and `it.second` are both sorted, and nothing says how their keys compare: use small integers instead of `glassbox::Key`"
)]
fn two_sorted_lists_at_once_are_refused() {
    Space::new(&[("len", 2)], |plan| plan.structure::<Two<true>>("it"));
}

#[test]
#[should_panic(expected = "`a.root` and `b.root` are both sorted")]
fn two_sorted_structures_are_refused() {
    Space::new(&[("height", 1)], |plan| {
        plan.structure::<Tree<Key, ()>>("a");
        plan.structure::<Tree<Key, ()>>("b");
    });
}
