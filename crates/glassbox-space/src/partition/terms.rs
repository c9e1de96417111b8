//! What partitions need to know of terms.

use crate::VariableId;

/// Terms, numbered so that a term's operands have smaller numbers than the term.
///
/// Answers must not change: partitions are remembered.
pub trait Expressions {
    /// What a term evaluates to.
    type Value: Copy + Ord + std::fmt::Debug;

    /// What the term is.
    fn form(&self, term: u32) -> Form<'_, Self::Value>;

    /// The value of an `Apply` term from its operands' values, or of a `Select` whose condition is not known;
    /// none where it has none, because it would trap.
    fn apply(&self, term: u32, operands: &[Self::Value]) -> Option<Self::Value>;

    /// What the condition of a `Select` chooses: `then`, `otherwise`, or that is not known. In the last case
    /// [`apply`](Self::apply) gets all three operands.
    fn truth(&self, value: Self::Value) -> Option<bool>;
}

/// What a term is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form<'a, V> {
    /// The same value everywhere.
    Constant(V),
    /// Depends on a variable, and has no value where that has no choice.
    Variable {
        /// The variable.
        variable: VariableId,
        /// The value of the term for each of its choices.
        values: &'a [V],
    },
    /// An operator.
    Apply {
        /// What it is applied to.
        operands: Operands,
    },
    /// One of two terms. What the other one does, even whether it has a value, does not matter.
    Select {
        /// Decides which.
        condition: u32,
        /// If the condition is true.
        then: u32,
        /// If it is false.
        otherwise: u32,
    },
}

/// One to three terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operands {
    terms: [u32; 3],
    len: u8,
}

impl Operands {
    /// Panics unless there are one, two or three.
    pub fn new(operands: &[u32]) -> Self {
        let mut terms = [0; 3];
        assert!((1..=3).contains(&operands.len()), "an operator has one to three operands");
        terms[..operands.len()].copy_from_slice(operands);
        Self { terms, len: u8::try_from(operands.len()).expect("at most three") }
    }

    /// The terms, in order.
    pub fn as_slice(&self) -> &[u32] {
        &self.terms[..self.len.into()]
    }
}

impl From<[u32; 1]> for Operands {
    fn from(operands: [u32; 1]) -> Self {
        Self::new(&operands)
    }
}

impl From<[u32; 2]> for Operands {
    fn from(operands: [u32; 2]) -> Self {
        Self::new(&operands)
    }
}

impl From<[u32; 3]> for Operands {
    fn from(operands: [u32; 3]) -> Self {
        Self::new(&operands)
    }
}

impl<V> Form<'_, V> {
    /// The terms that this one is made of.
    pub fn operands(&self) -> Option<Operands> {
        match *self {
            Self::Constant(_) | Self::Variable { .. } => None,
            Self::Apply { operands } => Some(operands),
            Self::Select { condition, then, otherwise } => Some([condition, then, otherwise].into()),
        }
    }
}
