//! The record for the host keeps its promises.

use glassbox::native::Space;
use glassbox::{Key, Val};
use glassbox_abi::Skeleton;
use glassbox_abi::skeleton::{CellKind, Condition, Role};

use crate::red_black::Tree;
use crate::vectors::Holder;

/// Tests what the documentation of the record promises.
#[track_caller]
fn is_sound(record: &Skeleton) {
    let n_variables = u32::try_from(record.variables.len()).expect("few variables");
    let refers_to = |condition: &Condition, limit: u32| {
        for requirement in condition {
            assert!(requirement.variable < limit, "a condition on a variable that comes later");
            let n_choices = record.variables[requirement.variable as usize].choices;
            assert!(requirement.choices.is_sorted_by(|a, b| a < b), "choices are not ascending");
            assert!(!requirement.choices.is_empty() && requirement.choices.iter().all(|choice| *choice < n_choices));
        }
    };
    let begins_with = |condition: &Condition, node: Option<u32>| {
        let prefix = node.map_or(&[][..], |node| &record.nodes[node as usize].condition);
        assert!(condition.starts_with(prefix), "a condition that does not begin with its node's");
    };
    for (number, variable) in (0..).zip(&record.variables) {
        refers_to(&variable.condition, number);
        begins_with(&variable.condition, variable.node);
        assert!(variable.choices >= 2);
        assert!(variable.labels.is_empty() || variable.labels.len() == variable.choices as usize);
    }
    for cell in &record.cells {
        refers_to(&cell.condition, n_variables);
        begins_with(&cell.condition, cell.node);
        let n_choices = cell.variable.map_or(1, |variable| record.variables[variable as usize].choices);
        assert_eq!(cell.patterns.len(), n_choices as usize);
        assert!(in_a_block(record, cell.address, cell.len), "{} lies in no block", cell.path);
    }
    for count in &record.counts {
        refers_to(&count.condition, n_variables);
        begins_with(&count.condition, count.node);
        assert!(in_a_block(record, count.address, count.len), "{} lies in no block", count.path);
    }
    for (number, node) in (0..).zip(&record.nodes) {
        refers_to(&node.condition, n_variables);
        begins_with(&node.condition, node.parent);
        assert!(node.parent.is_none_or(|parent| parent < number), "a parent comes after its child");
        assert!((node.node_type as usize) < record.types.len());
    }
    for block in &record.blocks {
        refers_to(&block.condition, n_variables);
        begins_with(&block.condition, block.node);
    }
}

fn in_a_block(record: &Skeleton, address: u32, len: u32) -> bool {
    record.blocks.iter().any(|block| {
        let offset = address.wrapping_sub(block.address);
        offset < block.len && len <= block.len - offset
    })
}

#[test]
fn the_record_of_a_tree_is_sound() {
    let space = Space::new(&[("height", 3)], |plan| {
        plan.structure::<Tree<Key, Val>>("tree");
        plan.argument::<Key>("key");
        plan.with(vec![1u8, 2], |plan| plan.argument::<Option<(u8, bool)>>("more"));
    });
    is_sound(&space.skeleton());
}

#[test]
fn the_record_of_vectors_is_sound() {
    let space = Space::new(&[("len", 2)], |plan| {
        plan.structure::<Holder<Vec<Option<(Vec<u8>, Vec<Val>)>>>>("it");
        plan.argument::<Vec<Vec<bool>>>("list");
    });
    is_sound(&space.skeleton());
}

#[test]
fn a_tree_is_described_by_links_ranks_and_tokens() {
    let space = Space::new(&[("height", 2)], |plan| {
        plan.structure::<Tree<Key, Val>>("tree");
        plan.argument::<Key>("key");
    });
    let record = space.skeleton();
    let variable = |path: &str| record.variables.iter().find(|variable| variable.path == path).expect(path);
    let cell = |path: &str| record.cells.iter().find(|cell| cell.path == path).expect(path);

    let root = variable("tree.root");
    assert_eq!((root.role, root.choices, root.node), (Role::Tree, 2, Some(0)));
    assert_eq!(root.labels, ["null", "tree.root"]);
    let color = variable("tree.root.left.color");
    assert_eq!(color.role, Role::Value);
    assert_eq!(color.labels, ["Red", "Black"]);
    assert_eq!(color.condition.len(), 2, "the root is there, and its left child");
    assert_eq!(variable("key").node, None);
    assert_eq!(variable("key").choices, 2 * 3 + 1);

    assert_eq!(cell("tree.root").kind, CellKind::Tree);
    assert_eq!(cell("tree.root.key").kind, CellKind::Rank);
    assert_eq!(cell("tree.root.value").kind, CellKind::Token);
    assert_eq!(cell("tree.root.left.parent").kind, CellKind::Parent);
    assert_eq!(cell("tree.root.left.left").variable, None, "there is no height left");
    assert_eq!(cell("tree.root.left.left").kind, CellKind::Tree);

    let paths: Vec<&str> = record.nodes.iter().map(|node| node.path.as_str()).collect();
    assert_eq!(paths, ["tree", "tree.root", "tree.root.left", "tree.root.right"]);
    assert_eq!(record.arguments.iter().map(|argument| argument.root).collect::<Vec<_>>(), [Some(0), None]);
    assert_eq!(record.types.len(), 2);
    assert_eq!(record.counts.len(), 1);
    assert_eq!(record.counts[0].counted.len(), 3);
    assert_eq!(record.blocks.len(), 4 + 1);
}

#[test]
fn types_that_only_an_operation_can_reach_are_known() {
    let space = Space::new(&[("height", 0)], |plan| plan.structure::<Tree<Key, Val>>("tree"));
    let record = space.skeleton();
    assert_eq!(record.nodes.len(), 1);
    assert_eq!(record.types.len(), 2);
}
