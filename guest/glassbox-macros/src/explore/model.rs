//! The model of an exploration.

use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, ItemMod, Type};

use super::shape::Shape;
use crate::must_panic::MustPanic;

/// A module with functions that make and change a subject.
pub(crate) struct Exploration {
    /// The user's module, without our attributes on arguments.
    pub(crate) module: ItemMod,
    /// Its doc comment, lines joined by `\n`.
    pub(crate) doc: String,
    /// The type that is explored.
    pub(crate) subject: Type,
    pub(crate) functions: Vec<Function>,
    /// Items that may be public functions.
    pub(crate) unseen: Vec<Unseen>,
    pub(crate) bounds: Vec<Bound>,
    /// The words of its attribute.
    pub(crate) words: Vec<Ident>,
}

impl Exploration {
    /// Whether its attribute has this word.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|written| written == word)
    }
}

/// An item that may be a public function.
pub(crate) struct Unseen {
    pub(crate) text: String,
    /// Its `#[cfg(..)]` attributes.
    pub(crate) cfgs: Vec<Attribute>,
}

/// A bound of the exploration, `operations = 5`.
pub(crate) struct Bound {
    pub(crate) name: Ident,
    pub(crate) value: u32,
}

/// A public function of the module.
pub(crate) struct Function {
    pub(crate) name: Ident,
    pub(crate) role: Role,
    /// Arguments other than the subject.
    pub(crate) args: Vec<Arg>,
    /// Where subjects are in the result; none if the function returns nothing.
    pub(crate) output: Option<Shape>,
    /// When it must panic.
    pub(crate) must_panic: Option<MustPanic>,
    /// The names of its arguments, the subject first.
    pub(crate) names: Vec<Option<Ident>>,
    /// Whether the result is a future of the written type.
    pub(crate) is_async: bool,
    /// Its `#[cfg(..)]` attributes.
    pub(crate) cfgs: Vec<Attribute>,
}

/// The role of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Makes a subject.
    Constructor,
    /// Changes the subject.
    Operation,
    /// Takes the subject by value, and may give one back.
    Consumer,
    /// Checks the subject.
    Law,
}

impl Role {
    /// The variant of `glassbox_abi::Role`.
    pub(crate) fn variant(self) -> Ident {
        let name = match self {
            Self::Constructor => "Constructor",
            Self::Operation => "Operation",
            Self::Consumer => "Consumer",
            Self::Law => "Law",
        };
        Ident::new(name, Span::call_site())
    }
}

/// An argument.
pub(crate) struct Arg {
    pub(crate) ty: Type,
    /// Whether it is another subject.
    pub(crate) is_subject: bool,
    /// The values that the user lists. They may depend on the subject, by the name that it has in the function.
    pub(crate) values: Option<Values>,
}

/// The values of an argument.
pub(crate) struct Values {
    pub(crate) expression: Expr,
    /// The name of the subject in the function, if it has one there.
    pub(crate) subject: Option<Ident>,
}
