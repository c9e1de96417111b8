//! The interface to the caller's terms.

use crate::VariableId;

/// Terms, numbered so that a term's operands have smaller numbers than the term.
///
/// Answers must not change, because partitions are cached.
pub trait Expressions {
    /// The type of a term's value.
    type Value: Copy + Ord + std::fmt::Debug;

    /// The kind of the term and its operands.
    fn form(&self, term: u32) -> Form<'_, Self::Value>;

    /// Computes the value of an `Apply` term from its operands' values, or of a `Select` whose condition is unknown.
    /// None if it traps.
    fn apply(&self, term: u32, operands: &[Self::Value]) -> Option<Self::Value>;

    /// Whether the condition of a `Select` chooses `then` or `otherwise`; none if that is unknown. In the last case
    /// [`apply`](Self::apply) gets all three operands.
    fn truth(&self, value: Self::Value) -> Option<bool>;
}

/// The kind of a term, with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form<'a, V> {
    /// The same value everywhere.
    Constant(V),
    /// A value for each choice of a variable; no value where the variable has no choice.
    Variable {
        /// The variable.
        variable: VariableId,
        /// The value of the term for each of its choices.
        values: &'a [V],
    },
    /// An operator.
    Apply {
        /// The terms it is applied to.
        operands: Operands,
    },
    /// One of two terms. The other term does not matter, not even whether it has a value.
    Select {
        /// Decides which term.
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
    /// One to three operands; panics for other numbers.
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
    /// The operands, unless the term is a constant or a variable.
    pub fn operands(&self) -> Option<Operands> {
        match *self {
            Self::Constant(_) | Self::Variable { .. } => None,
            Self::Apply { operands } => Some(operands),
            Self::Select { condition, then, otherwise } => Some([condition, then, otherwise].into()),
        }
    }
}
