//! Damaged files of saved sets: loading returns an error or a set and never panics.

use crate::steps::{config, make, steps};
use glassbox_space::{Bdd, Diagram as _, LoadError};
use proptest::prelude::*;

fn bdd(choices: &[u32]) -> Bdd {
    let mut bdd = Bdd::with_capacity(1 << 14, 1 << 10);
    for &n in choices {
        bdd.add_variable(n).unwrap();
    }
    bdd
}

/// Appends the right checksum, so that loading checks the rest of the file.
fn sealed(body: &[u8]) -> Vec<u8> {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let checksum = body.iter().fold(0xcbf2_9ce4_8422_2325, step);
    [body, &checksum.to_le_bytes()].concat()
}

fn check(choices: &[u32], body: &[u8], expect: &LoadError) {
    let file = sealed(&[b"GBS\x02", body].concat());
    assert_eq!(&bdd(choices).load(&file).unwrap_err(), expect, "{body:?}");
}

fn node(node: usize, rule: &'static str) -> LoadError {
    LoadError::Node { node, rule }
}

#[test]
fn each_rule_of_the_format_is_checked() {
    // One variable of three choices: bits 0 and 1. Code 3 belongs to choice 2.
    let over3 = |rest: &[u8]| [&[1, 3, 0], rest].concat();
    check(&[3], &over3(&[0]), &LoadError::Length);
    check(&[3], &over3(&[0, 1, 1, 9]), &LoadError::Length);
    check(&[3], &over3(&[0, 0x80, 0x80, 0x80, 0x80, 0x80]), &LoadError::Length);
    check(&[3], &over3(&[0, 1, 2]), &LoadError::Root { set: 0 });
    check(&[3], &over3(&[1, 7, 0, 1, 1, 2]), &node(0, "its bit does not exist"));
    check(&[3], &over3(&[1, 0, 1, 1, 1, 2]), &node(0, "its two children are equal"));
    check(&[3], &over3(&[1, 0, 0, 2, 1, 2]), &node(0, "it refers to a node that does not exist"));
    check(&[3], &over3(&[2, 1, 0, 1, 1, 2, 0, 1, 3]), &node(1, "a child has an earlier bit"));
    check(&[3], &over3(&[2, 0, 0, 1, 0, 0, 1, 1, 3]), &node(1, "it repeats another node"));
    // The second bit alone: codes 1 and 3. Code 3 belongs to choice 2, but so does code 2.
    check(&[3], &over3(&[1, 1, 0, 1, 1, 2]), &node(0, "codes of one choice lead to different nodes"));
    check(&[4], &over3(&[0, 0]), &LoadError::Variables { found: vec![3], expected: vec![4] });
    check(&[3], &[1, 3, 2, 0, 1, 0, 0], &LoadError::Groups);
}

/// Two variables of two choices, the first of them in a group: levels 0 (the group), 1 and 2.
#[test]
fn each_rule_of_products_is_checked() {
    let mut diagram = Bdd::with_capacity(1 << 14, 1 << 10);
    diagram.begin_group();
    diagram.add_variable(2).unwrap();
    diagram.end_group();
    diagram.add_variable(2).unwrap();
    let check = |nodes: &[u8], expect: &LoadError| {
        let file = sealed(&[&b"GBS\x02"[..], &[2, 2, 2, 2, 0, 1], nodes].concat());
        assert_eq!(&diagram.load(&file).unwrap_err(), expect, "{nodes:?}");
    };
    // The first variable's bit, its opposite, and the second variable's bit.
    let bits = [1, 0, 1, 1, 1, 0, 2, 0, 1];
    let product = |pairs: &[u8]| [&[4][..], &bits, &[0], pairs, &[1, 5]].concat();
    check(&product(&[2, 2, 2, 3, 4]), &node(3, "a pair has a part outside its scope"));
    // In the wrong order; with a group twice; and with one of the groups missing.
    check(&product(&[2, 4, 2, 3, 1]), &LoadError::NotReduced);
    check(&product(&[2, 4, 2, 4, 1]), &LoadError::NotReduced);
    check(&product(&[1, 1, 2]), &LoadError::NotReduced);
}

#[test]
fn what_is_no_file_of_sets_is_named() {
    let diagram = bdd(&[3]);
    let file = diagram.save(&[&diagram.full()]);
    assert_eq!(diagram.load(b"GB"), Err(LoadError::NotASet));
    assert_eq!(diagram.load(b"PNG and so on, long enough"), Err(LoadError::NotASet));
    assert_eq!(diagram.load(&[&b"GBS\x03"[..], &file[4..]].concat()), Err(LoadError::Version { found: 3, known: 2 }));
    assert_eq!(diagram.load(&file[..6]), Err(LoadError::Length));
    assert_eq!(diagram.load(&[&file[..], &[0]].concat()), Err(LoadError::Checksum));
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_shortened_file_is_refused(steps in steps()) {
        let mut diagram = Bdd::with_capacity(1 << 14, 1 << 10);
        let sets = make(&mut diagram, &steps);
        let file = diagram.save(&sets.iter().collect::<Vec<_>>());
        for len in 0..file.len() {
            prop_assert!(diagram.load(&file[..len]).is_err());
        }
    }

    #[test]
    fn a_flipped_bit_is_noticed(steps in steps(), at in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let mut diagram = Bdd::with_capacity(1 << 14, 1 << 10);
        let sets = make(&mut diagram, &steps);
        let mut file = diagram.save(&sets.iter().collect::<Vec<_>>());
        let at = at.index(file.len());
        file[at] ^= 1 << bit;
        prop_assert!(diagram.load(&file).is_err());
    }

    /// With the right checksum: every set that loads can be saved and loaded again.
    #[test]
    fn a_forged_file_is_refused_or_holds_sets(
        steps in steps(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut diagram = Bdd::with_capacity(1 << 14, 1 << 10);
        let sets = make(&mut diagram, &steps);
        let file = diagram.save(&sets.iter().collect::<Vec<_>>());
        let mut body = file[..file.len() - 8].to_vec();
        for (at, byte) in changes {
            let at = at.index(body.len());
            body[at] = byte;
        }
        if let Ok(loaded) = diagram.load(&sealed(&body)) {
            let again = diagram.load(&diagram.save(&loaded.iter().collect::<Vec<_>>())).unwrap();
            prop_assert_eq!(&again, &loaded);
            for set in &loaded {
                prop_assert_eq!(diagram.count(set), diagram.iter(set).count().into());
            }
        }
    }
}
