//! The states that were reached, each with the step that leads to it: a few numbers for each, because there may be millions.

use super::harness::{Function, Step};

/// Marks a state that a constructor makes.
const NONE: u32 = u32::MAX;

/// A state that was reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    /// The previous state.
    from: u32,
    /// The place of the step's function among all functions.
    function: u16,
    /// Whether all operations have been run on it.
    is_left: bool,
    /// Whether something leads into the subject's own block: it cannot be moved without a trace.
    is_self_referential: bool,
    /// Where the step's choices begin. They end where those of the next state begin.
    choices: u32,
    /// The address of the subject.
    subject: u32,
}

/// A state that is added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<'a> {
    /// The previous state, and the step that leads here.
    pub(super) from: Option<usize>,
    pub(super) step: &'a Step,
    /// The address of the subject.
    pub(super) subject: u32,
    pub(super) is_self_referential: bool,
}

/// All states in the order in which they were reached.
#[derive(Debug, Default)]
pub(super) struct States {
    all: Vec<Reached>,
    functions: Vec<Function>,
    /// The choices of all steps, one after the other.
    choices: Vec<u32>,
}

impl States {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Adds a state.
    pub(super) fn push(&mut self, arrival: Arrival<'_>) {
        let Arrival { from, step, subject, is_self_referential } = arrival;
        let small = |number: usize| u32::try_from(number).ok().filter(|number| *number != NONE);
        let reached = Reached {
            from: from.map_or(NONE, |from| small(from).expect("fewer than 2^32 states")),
            function: self.number(&step.function),
            is_left: false,
            is_self_referential,
            choices: small(self.choices.len()).expect("fewer than 2^32 choices"),
            subject,
        };
        self.choices.extend_from_slice(&step.script);
        self.all.push(reached);
    }

    /// The place of a function among all functions.
    fn number(&mut self, function: &Function) -> u16 {
        let is_it = |known: &Function| {
            known.index == function.index && known.role == function.role && known.name == function.name
        };
        let number = self.functions.iter().position(is_it).unwrap_or_else(|| {
            self.functions.push(function.clone());
            self.functions.len() - 1
        });
        u16::try_from(number).expect("fewer than 2^16 functions")
    }

    /// The state before a state.
    pub(super) fn from(&self, index: usize) -> Option<usize> {
        Some(self.all[index].from).filter(|from| *from != NONE).map(|from| from as usize)
    }

    /// The step that leads to a state.
    pub(super) fn step(&self, index: usize) -> Step {
        let Reached { function, choices, .. } = self.all[index];
        let end = self.all.get(index + 1).map_or(self.choices.len(), |next| next.choices as usize);
        let function = self.functions[usize::from(function)].clone();
        Step { function, script: self.choices[choices as usize..end].to_vec() }
    }

    /// The address of the subject.
    pub(super) fn subject(&self, index: usize) -> u32 {
        self.all[index].subject
    }

    pub(super) fn is_self_referential(&self, index: usize) -> bool {
        self.all[index].is_self_referential
    }

    /// Whether all operations have been run on a state.
    pub(super) fn is_left(&self, index: usize) -> bool {
        self.all[index].is_left
    }

    /// Notes that all operations have been run on a state.
    pub(super) fn leave(&mut self, index: usize) {
        self.all[index].is_left = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::Role;

    #[test]
    fn each_state_has_its_own_step() {
        let mut states = States::default();
        let step = |index: u32| {
            let role = if index.is_multiple_of(2) { Role::Operation } else { Role::Consumer };
            let function = Function { name: format!("f{}", index % 3).into(), index: index % 5, role };
            Step { function, script: (0..index % 4).collect() }
        };
        for index in 0..100 {
            let from = (index as usize).checked_sub(7);
            let (step, is_self_referential) = (&step(index), index.is_multiple_of(2));
            states.push(Arrival { from, step, subject: 1000 + index, is_self_referential });
        }
        states.leave(3);
        for (number, index) in (0..100_u32).zip(0..) {
            let (expected, found) = (step(number), states.step(index));
            assert_eq!((found.function.index, found.function.role), (expected.function.index, expected.function.role));
            assert_eq!((found.function.name, found.script), (expected.function.name, expected.script));
            assert_eq!((states.from(index), states.subject(index)), (index.checked_sub(7), 1000 + number));
            assert_eq!(
                (states.is_left(index), states.is_self_referential(index)),
                (index == 3, number.is_multiple_of(2))
            );
        }
    }
}
