//! Compares `Bdd` with `Explicit`: the same steps make the same sets, and queries return the same results.

use crate::steps::{Pair, all_states, config, pair, steps};
use glassbox_space::{Bdd, BddSet, Diagram as _, ExplicitSet, State, Weights};
use num_bigint::BigUint;
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn steps_make_the_same_sets(steps in steps()) {
        pair(&steps).agree()?;
    }

    #[test]
    fn sets_are_equal_if_they_have_the_same_members(steps in steps()) {
        let Pair { sets, .. } = pair(&steps);
        for (ours, theirs) in &sets {
            for (other, their_other) in &sets {
                prop_assert_eq!(ours == other, theirs == their_other);
            }
        }
    }

    #[test]
    fn questions_about_two_sets_get_the_same_answers(steps in steps()) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        for (a, their_a) in &sets {
            for (b, their_b) in &sets {
                prop_assert_eq!(bdd.is_subset(a, b), explicit.is_subset(their_a, their_b));
                prop_assert_eq!(bdd.is_disjoint(a, b), explicit.is_disjoint(their_a, their_b));
            }
        }
    }

    #[test]
    fn many_sets_have_in_common_what_each_has(steps in steps(), chosen in prop::collection::vec(any::<u64>(), 8)) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        for chosen in chosen {
            let some = sets.iter().enumerate().filter(|(index, _)| chosen >> (index % 64) & 3 == 3);
            let (ours, theirs): (Vec<BddSet>, Vec<ExplicitSet>) = some.map(|(_, pair)| pair.clone()).unzip();
            let (ours, theirs) = (bdd.intersection(ours).unwrap(), explicit.intersection(theirs).unwrap());
            prop_assert_eq!(bdd.save(&[&ours]), explicit.save(&[&theirs]));
        }
    }

    /// `take` agrees with its definition by three other operators. About half of the cases return none.
    #[test]
    fn what_is_taken_must_have_been_there(steps in steps()) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        let pairs = sets.windows(3).flat_map(|sets| [[0, 1, 2], [2, 1, 0], [1, 0, 2]].map(|order| order.map(|i| &sets[i])));
        for [(all, their_all), (from, their_from), (part, their_part)] in pairs {
            let (from, their_from) = (bdd.and(from, all).unwrap(), explicit.and(their_from, their_all).unwrap());
            let taken = bdd.take(&from, part, all).unwrap();
            let their_taken = explicit.take(&their_from, their_part, their_all).unwrap();
            prop_assert_eq!(taken.is_some(), their_taken.is_some());
            if let (Some(ours), Some(theirs)) = (taken, their_taken) {
                prop_assert_eq!(bdd.save(&[&ours]), explicit.save(&[&theirs]));
            }
        }
    }

    /// The result agrees with the set on the states that matter, and is a closed set of codes: otherwise it could not
    /// be loaded.
    #[test]
    fn a_simplified_set_is_the_same_where_it_matters(steps in steps()) {
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
    fn members_are_listed_in_order(steps in steps()) {
        let pair = pair(&steps);
        let (ours, theirs) = pair.last();
        let listed: Vec<State> = pair.bdd.iter(ours).collect();
        let expected = all_states(pair.bdd.choices()).into_iter().filter(|state| pair.explicit.contains(theirs, state));
        prop_assert_eq!(listed, expected.collect::<Vec<_>>());
    }

    #[test]
    fn the_next_member_is_found_from_any_state(steps in steps()) {
        let pair = pair(&steps);
        let (ours, theirs) = pair.last();
        for state in all_states(pair.bdd.choices()).iter().step_by(7) {
            prop_assert_eq!(pair.bdd.after(ours, state), pair.explicit.after(theirs, state));
        }
    }

    #[test]
    fn members_are_found_by_rank(steps in steps()) {
        let pair = pair(&steps);
        let (ours, theirs) = pair.last();
        let ranks: Vec<BigUint> = (0..=pair.explicit.iter(theirs).count()).map(BigUint::from).collect();
        prop_assert_eq!(pair.bdd.select(ours, &ranks), pair.explicit.select(theirs, &ranks));
    }

    #[test]
    fn the_lightest_member_is_the_first_of_least_weight(steps in steps(), seed in any::<u64>()) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        let mut weights = Weights::new();
        for (variable, &n) in bdd.choices().iter().enumerate() {
            for choice in 0..n {
                // Few different weights, so that ties occur.
                weights.set(variable, choice, seed >> (variable * 11 + choice as usize * 2) & 3);
            }
        }
        for (ours, theirs) in &sets {
            prop_assert_eq!(bdd.lightest(ours, &weights), explicit.lightest(theirs, &weights));
        }
    }

    #[test]
    fn parts_are_intervals_of_equal_size(steps in steps(), n in 1..9_usize) {
        let pair = pair(&steps);
        let (ours, theirs) = pair.last();
        let parts = pair.bdd.split(ours, n).unwrap();
        let their_parts = pair.explicit.split(theirs, n).unwrap();
        prop_assert_eq!(parts.len(), n);
        let members: Vec<Vec<State>> = parts.iter().map(|part| pair.bdd.iter(part).collect()).collect();
        let sizes = members.iter().map(Vec::len);
        prop_assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        prop_assert_eq!(members.concat(), pair.bdd.iter(ours).collect::<Vec<_>>());
        for (part, their_part) in parts.iter().zip(&their_parts) {
            prop_assert_eq!(pair.bdd.save(&[part]), pair.explicit.save(&[their_part]));
        }
    }

    /// Both are reduced diagrams over the same bits, so their bytes are equal.
    #[test]
    fn bytes_depend_on_the_sets_only(steps in steps()) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        let (ours, theirs): (Vec<_>, Vec<_>) = sets.iter().map(|(ours, theirs)| (ours, theirs)).unzip();
        prop_assert_eq!(bdd.save(&ours), explicit.save(&theirs));
        for (ours, theirs) in &sets {
            prop_assert_eq!(bdd.n_nodes(ours), explicit.n_nodes(theirs));
        }
    }

    #[test]
    fn saved_sets_can_be_loaded_elsewhere(steps in steps()) {
        let Pair { bdd, explicit, sets } = pair(&steps);
        let (ours, theirs): (Vec<BddSet>, Vec<ExplicitSet>) = sets.into_iter().unzip();
        let bytes = bdd.save(&ours.iter().collect::<Vec<_>>());
        prop_assert_eq!(bdd.load(&bytes).unwrap(), ours);
        prop_assert_eq!(explicit.load(&bytes).unwrap(), theirs);
        let mut other = Bdd::with_capacity(1 << 14, 1 << 10);
        for &n in bdd.choices() {
            other.add_variable(n).unwrap();
        }
        let loaded = other.load(&bytes).unwrap();
        prop_assert_eq!(other.save(&loaded.iter().collect::<Vec<_>>()), bytes);
    }
}

#[test]
fn variables_may_have_as_many_choices_as_there_are_numbers() {
    let mut bdd = Bdd::with_capacity(1 << 14, 1 << 10);
    bdd.add_variable(1000).unwrap();
    bdd.add_variable(u32::MAX).unwrap();
    bdd.add_variable(77).unwrap();
    let last = u32::MAX - 1;
    let set = bdd.and(&bdd.at_least(0, 990).unwrap(), &bdd.at_least(1, last - 2).unwrap()).unwrap();
    assert_eq!(bdd.count(&set), BigUint::from(10 * 3 * 77_u32));
    assert_eq!(bdd.count(&bdd.literal(1, last).unwrap()), BigUint::from(77_000_u32));
    assert_eq!(bdd.nth(&set, &BigUint::from(3 * 77_u32 + 78)).unwrap().choices(), [991, last - 1, 1]);
    assert_eq!(bdd.after(&set, &State::from(vec![995, last, 76])).unwrap().choices(), [996, last - 2, 0]);
    assert_eq!(bdd.after(&set, &State::from(vec![999, last, 76])), None);
    let parts = bdd.split(&set, 10).unwrap();
    for (part, choice) in parts.iter().zip(990..) {
        assert_eq!(*part, bdd.and(&set, &bdd.literal(0, choice).unwrap()).unwrap());
    }
}

/// Workers use the engine in threads of their own.
#[test]
fn spaces_can_be_sent_and_shared() {
    fn check<T: Send + Sync>() {}
    check::<glassbox_space::Space>();
    check::<BddSet>();
    check::<glassbox_space::Partitions<Bdd, i64>>();
}
