//! Compares a `Bdd` whose variables are in groups with `Explicit`, which knows no groups, and with a `Bdd` without groups.

use crate::steps::{Pair, all_states, config, make, pair, steps_with_groups};
use glassbox_space::{Bdd, BddSet, Diagram as _, LoadError, State, Weights};
use num_bigint::BigUint;
use proptest::prelude::*;

/// A diagram with the same variables and groups.
fn alike(bdd: &Bdd) -> Bdd {
    let mut other = Bdd::with_capacity(1 << 14, 1 << 10);
    let (groups, choices) = (bdd.groups(), bdd.choices());
    for (index, &n) in choices.iter().enumerate() {
        groups.iter().filter(|group| group.start == index).for_each(|_| other.begin_group());
        other.add_variable(n).unwrap();
        groups.iter().filter(|group| group.end == index + 1).for_each(|_| other.end_group());
    }
    other
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn groups_change_no_set(steps in steps_with_groups()) {
        pair(&steps).agree()?;
    }

    #[test]
    fn sets_are_equal_if_they_have_the_same_members(steps in steps_with_groups()) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        let last = &sets[sets.len().saturating_sub(12)..];
        for (ours, theirs) in last {
            for (other, their_other) in last {
                prop_assert_eq!(ours == other, theirs == their_other);
                prop_assert_eq!(bdd.is_subset(ours, other), explicit.is_subset(theirs, their_other));
                prop_assert_eq!(bdd.is_disjoint(ours, other), explicit.is_disjoint(theirs, their_other));
            }
        }
    }

    #[test]
    fn many_sets_have_in_common_what_each_has(steps in steps_with_groups(), chosen in prop::collection::vec(any::<u64>(), 8)) {
        let Pair { bdd, sets, .. } = pair(&steps);
        for chosen in chosen {
            let some = sets.iter().enumerate().filter(|(index, _)| chosen >> (index % 64) & 3 == 3);
            let ours: Vec<BddSet> = some.map(|(_, pair)| pair.0.clone()).collect();
            let one_by_one = ours.iter().fold(bdd.full(), |common, set| bdd.and(&common, set).unwrap());
            prop_assert_eq!(bdd.intersection(ours).unwrap(), one_by_one);
        }
    }

    #[test]
    fn what_is_taken_must_have_been_there(steps in steps_with_groups()) {
        let Pair { bdd, sets, .. } = pair(&steps);
        let triples = sets.windows(3).flat_map(|sets| [[0, 1, 2], [2, 1, 0], [1, 0, 2]].map(|order| order.map(|i| &sets[i].0)));
        for [all, from, part] in triples {
            let from = bdd.and(from, all).unwrap();
            let inside = bdd.and(part, all).unwrap();
            let expected = bdd.is_subset(&inside, &from).unwrap().then(|| bdd.minus(&from, part).unwrap());
            prop_assert_eq!(bdd.take(&from, part, all).unwrap(), expected);
        }
    }

    #[test]
    fn a_simplified_set_is_the_same_where_it_matters(steps in steps_with_groups()) {
        let Pair { bdd, sets, .. } = pair(&steps);
        for (set, _) in &sets {
            for (care, _) in &sets {
                let simple = bdd.simplify(set, care).unwrap();
                prop_assert_eq!(bdd.and(&simple, care).unwrap(), bdd.and(set, care).unwrap());
                let file = bdd.save(&[&simple]);
                prop_assert_eq!(bdd.load(&file).unwrap(), [simple]);
            }
        }
    }

    #[test]
    fn members_are_found_in_order_and_by_rank(steps in steps_with_groups()) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        let (ours, theirs) = sets.last().expect("at least the full set");
        let states = all_states(bdd.choices());
        let expected: Vec<State> = states.iter().filter(|state| explicit.contains(theirs, state)).cloned().collect();
        prop_assert_eq!(&bdd.iter(ours).collect::<Vec<_>>(), &expected);
        for state in states.iter().step_by(5) {
            prop_assert_eq!(bdd.after(ours, state), expected.iter().find(|member| *member > state).cloned());
        }
        let ranks: Vec<BigUint> = (0..=expected.len()).map(BigUint::from).collect();
        prop_assert_eq!(bdd.select(ours, &ranks), explicit.select(theirs, &ranks));
    }

    #[test]
    fn the_lightest_member_is_the_first_of_least_weight(steps in steps_with_groups(), seed in any::<u64>()) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        let mut weights = Weights::new();
        for (variable, &n) in bdd.choices().iter().enumerate() {
            for choice in 0..n {
                weights.set(variable, choice, seed.rotate_right(u32::try_from(variable).unwrap() * 11 + choice * 2) & 3);
            }
        }
        for (ours, theirs) in &sets {
            prop_assert_eq!(bdd.lightest(ours, &weights), explicit.lightest(theirs, &weights));
        }
    }

    #[test]
    fn saved_sets_can_be_loaded_elsewhere(steps in steps_with_groups()) {
        let Pair { bdd, sets, .. } = pair(&steps);
        let ours: Vec<BddSet> = sets.into_iter().map(|(ours, _)| ours).collect();
        let bytes = bdd.save(&ours.iter().collect::<Vec<_>>());
        prop_assert_eq!(bdd.load(&bytes).unwrap(), ours);
        let other = alike(&bdd);
        let loaded = other.load(&bytes).unwrap();
        prop_assert_eq!(other.save(&loaded.iter().collect::<Vec<_>>()), bytes);
    }

    #[test]
    fn parts_have_all_members(steps in steps_with_groups(), n in 1..9_usize) {
        let Pair { bdd, sets, .. } = pair(&steps);
        let ours = &sets.last().expect("at least the full set").0;
        let parts = bdd.split(ours, n).unwrap();
        let members: Vec<State> = parts.iter().flat_map(|part| bdd.iter(part)).collect();
        prop_assert_eq!(members, bdd.iter(ours).collect::<Vec<_>>());
    }

    /// Many sets and few nodes, so that garbage is collected while the sets are made.
    #[test]
    fn collections_of_garbage_keep_what_is_held(steps in steps_with_groups()) {
        let (mut roomy, mut small) = (Bdd::with_capacity(1 << 16, 1 << 10), Bdd::with_capacity(1 << 12, 1 << 6));
        let (roomy_sets, small_sets) = (make(&mut roomy, &steps), make(&mut small, &steps));
        for (index, set) in small_sets.iter().enumerate() {
            // Makes garbage.
            let others = small_sets.iter().rev().take(4).map(|other| small.minus(set, other).unwrap());
            let _ = small.union(others.collect()).unwrap();
            prop_assert_eq!(small.save(&[set]), roomy.save(&[&roomy_sets[index]]));
        }
    }
}

#[test]
fn sets_of_other_groups_are_refused() {
    let declare = |groups: &str| {
        let mut bdd = Bdd::with_capacity(1 << 10, 1 << 10);
        for step in groups.chars() {
            match step {
                '(' => bdd.begin_group(),
                ')' => bdd.end_group(),
                _ => bdd.add_variable(3).unwrap(),
            }
        }
        bdd
    };
    let file = |bdd: &Bdd| bdd.save(&[&bdd.literal(0, 1).unwrap()]);
    let [plain, grouped, nested] = ["vvv", "(vv)v", "(v(v))v"].map(declare);
    assert_eq!(plain.load(&file(&grouped)), Err(LoadError::Groups));
    assert_eq!(grouped.load(&file(&nested)), Err(LoadError::Groups));
    assert!(nested.load(&file(&nested)).is_ok());
}

/// The first and the last third agree in one property, and the middle has nothing to do with it. Without groups the middle is
/// there once for each value of the property.
#[test]
fn what_has_nothing_to_do_with_a_group_is_there_once() {
    let make = |in_groups: bool| {
        let mut bdd = Bdd::with_capacity(1 << 16, 1 << 12);
        for _ in 0..3 {
            in_groups.then(|| bdd.begin_group());
            (0..8).for_each(|_| bdd.add_variable(2).unwrap());
            in_groups.then(|| bdd.end_group());
        }
        // So many ones in the eight variables from `first` on.
        let ones = |first: usize, n: u32| {
            let sets = (0..1_u32 << 8).filter(|bits| bits.count_ones() == n).map(|bits| {
                let literals = (0..8).map(|i| bdd.literal(first + i, bits >> i & 1).unwrap());
                bdd.intersection(literals.collect()).unwrap()
            });
            bdd.union(sets.collect()).unwrap()
        };
        let same = (0..9).map(|n| bdd.and(&ones(0, n), &ones(16, n)).unwrap());
        let set = bdd.and(&bdd.union(same.collect()).unwrap(), &ones(8, 4)).unwrap();
        (bdd.count(&set), bdd.n_nodes(&set))
    };
    let ((count, in_groups), (same_count, plain)) = (make(true), make(false));
    assert_eq!((&count, &same_count), (&BigUint::from(12_870 * 70_u32), &count));
    assert!(plain > 2 * in_groups, "{in_groups} nodes in groups, {plain} without");
}
