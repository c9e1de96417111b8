//! Compares partitions of random terms with the term's value in every state.

use glassbox_space::{
    Bdd, Expressions, Form, Operands, Partition, PartitionLimits, Partitions, Space, State, VariableId,
};
use proptest::prelude::*;

use crate::steps::{all_states, config};

/// A small language with every form of term. Division by 0 has no value.
#[derive(Clone, Debug)]
enum Term {
    Constant(i64),
    Variable {
        variable: VariableId,
        values: Vec<i64>,
    },
    Binary {
        operator: Operator,
        operands: Operands,
    },
    /// Sum of three operands.
    Sum(Operands),
    Select {
        condition: u32,
        then: u32,
        otherwise: u32,
    },
}

#[derive(Clone, Copy, Debug)]
enum Operator {
    Add,
    Equal,
    Less,
    Divide,
}

#[derive(Clone, Debug)]
struct Terms(Vec<Term>);

impl Expressions for Terms {
    type Value = i64;

    fn form(&self, term: u32) -> Form<'_, i64> {
        match &self.0[term as usize] {
            Term::Constant(value) => Form::Constant(*value),
            Term::Variable { variable, values } => Form::Variable { variable: *variable, values },
            Term::Binary { operands, .. } | Term::Sum(operands) => Form::Apply { operands: *operands },
            &Term::Select { condition, then, otherwise } => Form::Select { condition, then, otherwise },
        }
    }

    fn apply(&self, term: u32, operands: &[i64]) -> Option<i64> {
        match (&self.0[term as usize], operands) {
            (Term::Binary { operator: Operator::Add, .. }, [a, b]) => Some(a + b),
            (Term::Binary { operator: Operator::Equal, .. }, [a, b]) => Some(i64::from(a == b)),
            (Term::Binary { operator: Operator::Less, .. }, [a, b]) => Some(i64::from(a < b)),
            (Term::Binary { operator: Operator::Divide, .. }, [a, b]) => a.checked_div(*b),
            (Term::Sum(_), [a, b, c]) => Some(a + b + c),
            // With an unknown condition the value depends on all three operands, or it traps.
            (Term::Select { .. }, [a, b, c]) => (b != c).then_some(a + b - c),
            other => panic!("not an operator with operands: {other:?}"),
        }
    }

    fn truth(&self, value: i64) -> Option<bool> {
        if value == 3 { None } else { Some(value != 0) }
    }
}

impl Terms {
    /// Evaluates a term recursively.
    fn value(&self, space: &Space, state: &State, term: u32) -> Option<i64> {
        match self.form(term) {
            Form::Constant(value) => Some(value),
            Form::Variable { variable, values } => Some(values[space.choice(variable, state)? as usize]),
            Form::Apply { operands } => {
                let values = operands.as_slice().iter().map(|&operand| self.value(space, state, operand));
                self.apply(term, &values.collect::<Option<Vec<_>>>()?)
            }
            Form::Select { condition, then, otherwise } => {
                let condition = self.value(space, state, condition)?;
                match self.truth(condition) {
                    Some(true) => self.value(space, state, then),
                    Some(false) => self.value(space, state, otherwise),
                    None => {
                        let [then, otherwise] = [then, otherwise].map(|side| self.value(space, state, side));
                        self.apply(term, &[condition, then?, otherwise?])
                    }
                }
            }
        }
    }
}

/// Random numbers that determine the terms and variables.
#[derive(Clone, Debug)]
struct Recipe {
    choices: Vec<u32>,
    /// The guards of each derived variable; other states have no choice.
    derived: Vec<Vec<(u32, u32)>>,
    terms: Vec<(u8, [u16; 3])>,
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let choices = prop::collection::vec(1..=4_u32, 1..=4);
    let derived = prop::collection::vec(prop::collection::vec((any::<u32>(), any::<u32>()), 1..4), 0..3);
    let terms = prop::collection::vec((any::<u8>(), any::<[u16; 3]>()), 1..16);
    (choices, derived, terms).prop_map(|(choices, derived, terms)| Recipe { choices, derived, terms })
}

fn cook(recipe: &Recipe) -> (Space, Terms) {
    let mut space = Space::new(Bdd::with_capacity(1 << 14, 1 << 10));
    for &n in &recipe.choices {
        space.add_variable(n).unwrap();
    }
    for guards in &recipe.derived {
        let guards = disjoint_guards(&space, guards);
        space.derive(guards).unwrap();
    }
    let mut terms = vec![Term::Constant(3)];
    for &(kind, numbers) in &recipe.terms {
        let term = term(&space, u16::try_from(terms.len()).unwrap(), kind, numbers);
        terms.push(term);
    }
    (space, Terms(terms))
}

/// Guards: unions of two literals each, without the states of the guards before.
fn disjoint_guards(space: &Space, literals: &[(u32, u32)]) -> Vec<glassbox_space::BddSet> {
    let literal = |number: u32| {
        let base = space.base_variables();
        let variable = base[number as usize % base.len()];
        space.guard(variable, number / 7 % space.n_choices(variable))
    };
    let mut before = space.empty();
    let mut guards = Vec::new();
    for &(a, b) in literals {
        let guard = space.and(&literal(a), &space.or(&literal(b), &literal(a / 3)).unwrap()).unwrap();
        guards.push(space.minus(&guard, &before).unwrap());
        before = space.or(&before, &guard).unwrap();
    }
    guards
}

fn term(space: &Space, n: u16, kind: u8, numbers: [u16; 3]) -> Term {
    let operand = |i: usize| u32::from(numbers[i] % n);
    let binary = |operator| Term::Binary { operator, operands: [operand(0), operand(1)].into() };
    match kind % 12 {
        0 => Term::Constant(i64::from(numbers[0] % 5) - 1),
        1..=4 => {
            let variable = VariableId::from_index(u32::from(numbers[0]) % u32::try_from(space.n_variables()).unwrap());
            let value = |choice: u32| i64::from((u32::from(numbers[1]) * (choice + 1)) % 5);
            Term::Variable { variable, values: (0..space.n_choices(variable)).map(value).collect() }
        }
        5 | 6 => binary(Operator::Add),
        7 => binary(Operator::Equal),
        8 => binary(Operator::Less),
        9 => binary(Operator::Divide),
        10 => Term::Sum([operand(0), operand(1), operand(2)].into()),
        _ => Term::Select { condition: operand(0), then: operand(1), otherwise: operand(2) },
    }
}

fn n_terms(terms: &Terms) -> u32 {
    u32::try_from(terms.0.len()).unwrap()
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn a_partition_says_what_evaluating_says(recipe in recipe()) {
        let (space, terms) = cook(&recipe);
        let mut partitions = Partitions::new(PartitionLimits::default());
        for term in (0..n_terms(&terms)).rev() {
            let Partition::Exact(entries) = partitions.of(&space, &terms, term).unwrap() else {
                panic!("the limits are large enough");
            };
            prop_assert!(entries.is_sorted_by(|a, b| a.0 < b.0));
            prop_assert!(entries.iter().all(|(_, guard)| !space.is_empty(guard)));
            for state in all_states(&recipe.choices) {
                let having = entries.iter().filter(|(_, guard)| space.contains(guard, &state));
                let values: Vec<i64> = having.map(|entry| entry.0).collect();
                prop_assert_eq!(values, Vec::from_iter(terms.value(&space, &state, term)));
            }
        }
        prop_assert_eq!(partitions.statistics().too_large, 0);
        prop_assert_eq!(partitions.statistics().partitions, terms.0.len());
    }

    #[test]
    fn forgetting_changes_nothing(recipe in recipe(), keep in 0..3_u64) {
        let (space, terms) = cook(&recipe);
        let (mut forgetful, mut patient) =
            (Partitions::new(PartitionLimits::default()), Partitions::new(PartitionLimits::default()));
        for term in 0..n_terms(&terms) {
            forgetful.begin_run();
            prop_assert_eq!(
                forgetful.of(&space, &terms, term).unwrap(),
                patient.of(&space, &terms, term).unwrap()
            );
            forgetful.forget_unused_since(keep);
            prop_assert!(keep > 0 || forgetful.statistics().partitions == 0);
        }
    }

    /// With tight limits most guards fix the variables. They are then subsets of the true classes, one contains `now`,
    /// and no two overlap.
    #[test]
    fn guards_of_large_terms_are_parts_of_the_true_ones(
        recipe in recipe(),
        entries in 1..4_usize,
        products in 1..8_usize,
    ) {
        let (space, terms) = cook(&recipe);
        let mut partitions = Partitions::new(PartitionLimits { entries, products });
        let term = n_terms(&terms) - 1;
        let mut guards = Vec::new();
        for now in all_states(&recipe.choices) {
            let Some(value) = terms.value(&space, &now, term) else { continue };
            let guard = partitions.guard(&space, &terms, term, &now, |other| other == value).unwrap();
            prop_assert!(space.contains(&guard, &now));
            for state in space.iter(&guard) {
                prop_assert_eq!(terms.value(&space, &state, term), Some(value));
            }
            guards.push(guard);
        }
        for a in &guards {
            prop_assert!(guards.iter().all(|b| a == b || space.is_disjoint(a, b).unwrap()));
        }
    }

    #[test]
    fn the_support_is_what_a_term_is_made_of(recipe in recipe()) {
        let (_, terms) = cook(&recipe);
        let mut partitions = Partitions::<Bdd, i64>::new(PartitionLimits::default());
        let mut supports: Vec<Vec<VariableId>> = Vec::new();
        for term in 0..n_terms(&terms) {
            let form = terms.form(term);
            let mut support: Vec<VariableId> = match (form, form.operands()) {
                (Form::Variable { variable, .. }, _) => vec![variable],
                (_, Some(operands)) => {
                    operands.as_slice().iter().flat_map(|&operand| supports[operand as usize].clone()).collect()
                }
                _ => Vec::new(),
            };
            support.sort();
            support.dedup();
            supports.push(support);
        }
        for term in (0..n_terms(&terms)).rev().step_by(2) {
            prop_assert_eq!(&partitions.support(&terms, term)[..], &supports[term as usize][..]);
        }
    }
}

/// x + 1 + 1 + ..., far too deep for recursion.
#[test]
fn deep_terms_need_no_stack() {
    const DEPTH: u32 = 100_000;
    let mut space = Space::new(Bdd::with_capacity(1 << 14, 1 << 10));
    let variable = space.add_variable(3).unwrap();
    let mut terms = vec![Term::Constant(1), Term::Variable { variable, values: vec![0, 1, 2] }];
    for term in 1..=DEPTH {
        terms.push(Term::Binary { operator: Operator::Add, operands: [term, 0].into() });
    }
    let terms = Terms(terms);
    let mut partitions = Partitions::new(PartitionLimits::default());
    let Partition::Exact(entries) = partitions.of(&space, &terms, DEPTH + 1).unwrap() else { panic!("three values") };
    let values: Vec<i64> = entries.iter().map(|entry| entry.0).collect();
    assert_eq!(values, [0, 1, 2].map(|x| x + i64::from(DEPTH)));
    assert_eq!(*partitions.support(&terms, DEPTH + 1), [variable]);
}

#[test]
fn fallbacks_are_counted_and_too_large_is_for_good() {
    let mut space = Space::new(Bdd::with_capacity(1 << 14, 1 << 10));
    let variable = space.add_variable(4).unwrap();
    let terms = Terms(vec![Term::Variable { variable, values: vec![7, 5, 7, 9] }]);
    let mut partitions = Partitions::new(PartitionLimits { entries: 2, products: 100 });
    let now = State::from(vec![2]);
    let guard = partitions.guard(&space, &terms, 0, &now, |value| value == 7).unwrap();
    assert_eq!(guard, space.guard(variable, 2), "not choice 0, which has the same value");
    partitions.begin_run();
    partitions.forget_unused_since(0);
    assert_eq!(partitions.of(&space, &terms, 0), Ok(Partition::TooLarge));
    let statistics = partitions.statistics();
    assert_eq!((statistics.too_large, statistics.fallbacks, statistics.partitions), (1, 1, 0));
}

/// Guards of states in which a variable has a choice do not overlap with those of states in which it has none.
#[test]
fn a_variable_without_choice_now_has_none_in_the_guard() {
    let mut space = Space::new(Bdd::with_capacity(1 << 14, 1 << 10));
    let base = space.add_variable(2).unwrap();
    let other = space.add_variable(3).unwrap();
    let derived = space.derive(vec![space.guard(other, 0), space.guard(other, 1)]).unwrap();
    let terms = Terms(vec![
        Term::Variable { variable: base, values: vec![0, 1] },
        Term::Variable { variable: derived, values: vec![8, 9] },
        Term::Select { condition: 0, then: 1, otherwise: 0 },
    ]);
    let mut partitions = Partitions::new(PartitionLimits { entries: 1, products: 1 });
    let mut guard = |now: [u32; 2]| {
        let now = State::from(now.to_vec());
        partitions.guard(&space, &terms, 2, &now, |value| value == 0).unwrap()
    };
    for other_choice in 0..3 {
        let expected = space.and(&space.guard(base, 0), &space.guard(other, other_choice)).unwrap();
        assert_eq!(guard([0, other_choice]), expected);
    }
}
