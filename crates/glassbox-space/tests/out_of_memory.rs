//! Too many nodes are an error, and garbage does not count as nodes.

use glassbox_space::{Bdd, BddSet, Diagram as _, OutOfMemory, Space, State, VariableId};

fn space(capacity: usize, n_variables: usize) -> (Space, Vec<VariableId>) {
    let mut space = Space::new(Bdd::with_capacity(capacity, 1 << 10));
    let variables = (0..n_variables).map(|_| space.add_variable(2).unwrap()).collect();
    (space, variables)
}

/// States whose second half equals the first: the diagram is exponentially large in this order of variables.
fn halves_are_equal(space: &Space, variables: &[VariableId]) -> Result<BddSet, OutOfMemory> {
    let (left, right) = variables.split_at(variables.len() / 2);
    let mut set = space.full();
    for (&a, &b) in left.iter().zip(right) {
        let both = |choice| space.and(&space.guard(a, choice), &space.guard(b, choice));
        set = space.and(&set, &space.or(&both(0)?, &both(1)?)?)?;
    }
    Ok(set)
}

/// One state, with the bits of `number` spread over the variables: about one node for each.
fn single(space: &Space, variables: &[VariableId], number: u64) -> Result<BddSet, OutOfMemory> {
    let mut set = space.full();
    for (position, &variable) in variables.iter().enumerate().rev() {
        let choice = u32::from(number >> (position % 17) & 1 == 1);
        set = space.and(&space.guard(variable, choice), &set)?;
    }
    Ok(set)
}

#[test]
fn a_set_that_does_not_fit_is_an_error() {
    let (space, variables) = space(1000, 30);
    assert_eq!(halves_are_equal(&space, &variables), Err(OutOfMemory));
    // Intermediate nodes are collected, and their room can be used.
    let small = halves_are_equal(&space, &variables[..12]).unwrap();
    assert_eq!(space.count(&small), (1_u64 << (6 + 18)).into());
}

#[test]
fn the_error_repeats_and_sets_survive_it() {
    let (space, variables) = space(1000, 30);
    let kept = single(&space, &variables, 0b1011).unwrap();
    let state = space.least(&kept).unwrap();
    for _ in 0..20 {
        assert_eq!(halves_are_equal(&space, &variables), Err(OutOfMemory));
        assert!(space.iter(&kept).eq([state.clone()]));
    }
}

/// The same with a diagram of many levels.
#[test]
fn deep_diagrams_run_out_of_memory_just_so() {
    let (space, variables) = space(6000, 1200);
    assert_eq!(halves_are_equal(&space, &variables[..40]), Err(OutOfMemory));
    let small = halves_are_equal(&space, &variables[..8]).unwrap();
    assert_eq!(space.count(&small).bits(), 1200 - 4 + 1);
}

#[test]
fn garbage_is_collected() {
    for n_variables in [50, 1000] {
        let capacity = n_variables * 10;
        let (space, variables) = space(capacity, n_variables);
        for number in 0..100 {
            let set = single(&space, &variables, number).unwrap();
            assert_eq!(space.count(&set), 1_u32.into());
        }
        let statistics = space.diagram().statistics();
        assert!(statistics.collections > 0, "{statistics:?}");
        assert!(statistics.peak <= capacity && statistics.nodes <= statistics.peak, "{statistics:?}");
        assert_eq!(statistics.capacity, capacity);
    }
}

/// A set lives as long as its last clone, through any number of collections.
#[test]
fn clones_keep_a_set_alive() {
    let (space, variables) = space(500, 50);
    let set = single(&space, &variables, 0x155).unwrap();
    let expected: State = space.least(&set).unwrap();
    let clone = set.clone();
    drop(set);
    for number in 0..100 {
        single(&space, &variables, number).unwrap();
    }
    assert!(space.diagram().statistics().collections > 0);
    assert_eq!(space.least(&clone), Some(expected));
    assert_eq!(single(&space, &variables, 0x155).unwrap(), clone);
}

/// With nearly all nodes alive, collections stay rare: one before every operator would be far too slow.
#[test]
fn a_nearly_full_diagram_is_not_collected_all_the_time() {
    let (space, variables) = space(2000, 50);
    let mut kept = Vec::new();
    let mut number = 0;
    while space.diagram().statistics().nodes < 1500 {
        kept.push(single(&space, &variables, number).unwrap());
        number += 1;
    }
    let before = space.diagram().statistics().collections;
    for number in 0..20 {
        single(&space, &variables, number % 3).unwrap();
    }
    assert!(space.diagram().statistics().collections - before < 20, "there are 1000 operators in that loop");
    assert!(kept.iter().all(|set| space.count(set) == 1_u32.into()));
}

/// If there is no room for a variable's guards, the space stays usable without them.
#[test]
fn a_variable_without_room_for_its_guards_leaves_the_space_in_order() {
    let (mut space, variables) = space(60, 20);
    assert_eq!(space.add_variable(200), Err(OutOfMemory));
    assert_eq!(space.base_variables().len(), 21);
    let guard = space.guard(variables[3], 1);
    assert_eq!(space.count(&guard), (200_u32 << 19).into());
    assert_eq!(space.least(&guard).map(|state| state.len()), Some(21));
}
