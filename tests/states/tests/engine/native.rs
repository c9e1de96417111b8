//! The valid states that the engine computes are those that the same invariants accept natively: state by state, for
//! every subject, at small bounds.

use std::collections::BTreeSet;
use std::sync::Arc;

use glassbox::{Invariant, Key, Val};
use glassbox_engine::result::Bounds;
use glassbox_engine::states::states;
use glassbox_space::{Bdd, Diagram, Explicit};
use glassbox_states::{SUBJECTS, check_path, module};
use glassbox_vm::module::Module;

type Sizes<'a> = &'a [(&'a str, u32)];

/// Valid states as choices, in the order in which the guest declares its variables.
fn natively<T: Invariant>(bounds: Sizes<'_>) -> BTreeSet<Vec<u32>> {
    let mut valid = BTreeSet::new();
    glassbox::native::enumerate::<T>(bounds, |state, choices, is_valid| {
        if is_valid && state.ok() {
            assert!(valid.insert(choices.to_vec()), "a state comes twice");
        }
    });
    valid
}

fn in_the_machine<D: Diagram>(package: &str, check: &str, bounds: Sizes<'_>, diagram: D) -> BTreeSet<Vec<u32>> {
    let subject = SUBJECTS.iter().find(|subject| subject.package == package && subject.check == check);
    let bytes = module(package, None).expect("the subject builds");
    let check = check_path(&bytes, subject.expect("it is in the list")).expect("it has the check");
    let module = Arc::new(Module::load(&bytes).expect("the module loads"));
    let bounds: Bounds = bounds.iter().copied().collect();
    let found = states(&module, &check, &bounds, diagram).expect("there are states");
    let variables = &found.skeleton.record().variables;
    let of_structures = found.of_structures().expect("there is room");
    let states = found.space.iter(&of_structures);
    let own = |choices: Vec<u32>| -> Vec<u32> {
        let pairs = choices.into_iter().zip(variables);
        pairs.filter(|(_, variable)| variable.node.is_some()).map(|(choice, _)| choice).collect()
    };
    states.map(|state| own(found.skeleton.choices(&found.space, &state))).collect()
}

fn compare<T: Invariant>(package: &str, check: &str, bounds: Sizes<'_>) {
    let (expected, found) =
        (natively::<T>(bounds), in_the_machine(package, check, bounds, Bdd::with_capacity(1 << 18, 1 << 16)));
    assert_eq!(found.len(), expected.len(), "{package} {check} {bounds:?}");
    assert!(found == expected, "{package} {check} {bounds:?}: other states");
}

#[test]
fn lists_and_queues() {
    for height in 1..=4 {
        compare::<singly_linked_list::List<Val>>("singly-linked-list", "push_front", &[("height", height)]);
        compare::<doubly_linked_list::List<Val>>("doubly-linked-list", "push_front", &[("height", height)]);
    }
    for len in 1..=3 {
        let bounds = [("len", len), ("capacity", 1)];
        compare::<queue::Queue<Option<queue::checks::Object>>>("queue", "enqueue", &bounds);
        // With every capacity.
        compare::<queue::Queue<Option<queue::checks::Object>>>("queue", "enqueue", &bounds[..1]);
        compare::<queue::LinkedQueue<Option<queue::checks::Object>>>("queue", "linked_enqueue", &[("height", len)]);
    }
    compare::<ring_buffer::RingBuffer<Val, 4>>("ring-buffer", "push_back", &[]);
    compare::<lru_cache::Cache<u8, Val>>("lru-cache", "put", &[("height", 3)]);
}

#[test]
fn fields_of_std() {
    for height in 1..=2 {
        compare::<std_fields::Counted>("std-fields", "put", &[("height", height)]);
    }
    compare::<std_fields::Queue>("std-fields", "push", &[("len", 1)]);
    compare::<std_fields::Schedule>("std-fields", "add", &[("len", 2)]);
    compare::<std_fields::Text>("std-fields", "push_letter", &[("len", 1)]);
    compare::<std_fields::Zeros>("std-fields", "grow", &[("len", 3)]);
    compare::<std_fields::Ranking>("std-fields", "set", &[("len", 2)]);
}

#[test]
fn slots_that_are_filled_or_not() {
    for len in 1..=3 {
        compare::<gap_buffer::GapBuffer>("gap-buffer", "delete", &[("len", len)]);
    }
    compare::<uninit_ring::Ring<Val, 3>>("uninit-ring", "push", &[]);
}

#[test]
fn search_trees() {
    for height in 1..=3 {
        compare::<red_black_tree::Tree<Key, Val>>("red-black-tree", "insert", &[("height", height)]);
        compare::<enum_tree::Tree>("enum-tree", "insert", &[("height", height)]);
    }
    for height in 1..=2 {
        compare::<avl_tree::Tree<Key, Val>>("avl-tree", "insert", &[("height", height)]);
        compare::<b_tree::Tree<Key>>("b-tree", "insert", &[("height", height)]);
        compare::<nary_tree::Trie>("nary-tree", "insert", &[("height", height), ("len", 2), ("capacity", 1)]);
    }
    compare::<red_black_tree::Tree<Key, Val>>("red-black-tree", "insert", &[("height", 4)]);
}

#[test]
fn arrays() {
    for len in 1..=5 {
        let bounds = [("len", len), ("capacity", 1)];
        compare::<binary_heap::Heap<binary_heap::checks::Item>>("binary-heap", "insert", &bounds);
    }
    // With every capacity.
    compare::<binary_heap::Heap<binary_heap::checks::Item>>("binary-heap", "insert", &[("len", 4)]);
    for len in 1..=2 {
        compare::<arena_tree::Tree>("arena-tree", "insert", &[("len", len), ("capacity", 1)]);
    }
    compare::<union_find::UnionFind<4>>("union-find", "find", &[]);
}

/// The text of a state builds the same state natively.
#[test]
fn texts_replay() {
    let bytes = module("red-black-tree", None).expect("the subject builds");
    let module = Arc::new(Module::load(&bytes).expect("the module loads"));
    let bounds = Bounds::from([("height", 3)]);
    let found = states(&module, "red_black_tree::checks::insert", &bounds, Bdd::with_capacity(1 << 16, 1 << 14));
    let found = found.expect("there are states");
    for state in found.space.iter(&found.of_structures().expect("there is room")) {
        let text = found.skeleton.replay(&found.space, &state);
        let built = glassbox::native::from_replay::<red_black_tree::Tree<Key, Val>>(&text).expect("it is a state");
        assert_eq!(built.replay().to_string(), text);
        assert!(glassbox::native::judge(&*built).is_ok(), "{text}");
        built.discard();
    }
}

/// The same sets without decision diagrams.
#[test]
fn explicit_sets_agree() {
    let bounds = [("height", 2)];
    let explicit = in_the_machine("red-black-tree", "insert", &bounds, Explicit::default());
    assert_eq!(explicit, natively::<red_black_tree::Tree<Key, Val>>(&bounds));
    let bounds = [("len", 3), ("capacity", 1)];
    let explicit = in_the_machine("binary-heap", "insert", &bounds, Explicit::default());
    assert_eq!(explicit, natively::<binary_heap::Heap<binary_heap::checks::Item>>(&bounds));
}
