//! Diagrams over ten thousand variables do not overflow the small stack of a test's thread.

use glassbox_space::{Bdd, BddSet, Diagram as _, OutOfMemory, Space, State, VariableId, Weights};
use num_bigint::BigUint;

const N: usize = 10_000;

/// The states in which each variable equals the one before it, or that plus 1, modulo 4: one or two nodes for each bit.
fn chain(space: &Space, variables: &[VariableId]) -> Result<BddSet, OutOfMemory> {
    let mut set = space.full();
    for pair in variables.windows(2).rev() {
        let follow = |choice: u32| {
            let next = space.or(&space.guard(pair[1], choice), &space.guard(pair[1], (choice + 1) % 4))?;
            space.and(&space.guard(pair[0], choice), &next)
        };
        let step = space.union((0..4).map(follow).collect::<Result<_, _>>()?)?;
        set = space.and(&step, &set)?;
    }
    Ok(set)
}

fn power_of_two(exponent: usize) -> BigUint {
    BigUint::from(1_u32) << exponent
}

#[test]
fn ten_thousand_variables_fit_any_stack() {
    let mut space = Space::new(Bdd::with_capacity(1 << 21, 1 << 16));
    let variables: Vec<VariableId> = (0..N).map(|_| space.add_variable(4).unwrap()).collect();
    let (top, bottom) = (variables[0], variables[N - 1]);
    let set = chain(&space, &variables).unwrap();
    assert_eq!(space.count(&set), power_of_two(N + 1));

    // Literals at the top and at the bottom, so that every operator visits all levels.
    let without_end = space.minus(&set, &space.guard(bottom, 0)).unwrap();
    let rest = space.minus(&set, &without_end).unwrap();
    assert_eq!(space.count(&without_end) + space.count(&rest), power_of_two(N + 1));
    assert_eq!(space.or(&rest, &without_end).unwrap(), set);
    assert_eq!(space.and(&set, &space.guard(top, 3)).unwrap(), space.minus(&set, &below(&space, top)).unwrap());

    let least = space.least(&without_end).unwrap();
    assert!(least.choices()[..N - 1].iter().all(|&choice| choice == 0) && least[N - 1] == 1);
    assert!(space.contains(&set, &least) && !space.contains(&rest, &least));
    let listed: Vec<State> = space.iter(&without_end).take(3).collect();
    assert_eq!((&listed[0], listed.len()), (&least, 3));

    let mut weights = Weights::new();
    (0..N).for_each(|variable| weights.set(variable, 2, 1));
    assert_eq!(space.lightest(&without_end, &weights), Some((least, 0)));

    let parts = space.split(&set, 2).unwrap();
    assert!(parts.iter().all(|part| space.count(part) == power_of_two(N)));
    let bytes = space.diagram().save(&[&set, &rest]);
    assert_eq!(space.diagram().load(&bytes).unwrap(), [set.clone(), rest.clone()]);
    assert!(space.is_subset(&rest, &set).unwrap() && space.is_disjoint(&rest, &without_end).unwrap());
    assert_eq!(space.take(&set, &without_end, &set).unwrap(), Some(rest.clone()));
    assert_eq!(space.intersection(vec![set.clone(), space.guard(bottom, 0)]).unwrap(), rest);
    let simple = space.simplify(&rest, &set).unwrap();
    assert_eq!(space.and(&simple, &set).unwrap(), rest);
    let kept = space.project(&set, &variables[..2]).unwrap();
    assert_eq!(kept, chain(&space, &variables[..2]).unwrap());
}

/// Choices 0 to 2.
fn below(space: &Space, variable: VariableId) -> BddSet {
    space.complement(&space.guard(variable, 3)).unwrap()
}
