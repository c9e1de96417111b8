//! What an exploration is, once its module has been understood.

use syn::{Expr, Ident, ItemMod, Type};

/// A module with functions that make and change a subject.
pub(crate) struct Exploration {
    /// The user's module, without our attributes on arguments.
    pub(crate) module: ItemMod,
    /// Its doc comment, lines joined by `\n`.
    pub(crate) doc: String,
    /// What is explored.
    pub(crate) subject: Type,
    pub(crate) functions: Vec<Function>,
    pub(crate) bounds: Vec<Bound>,
}

/// How far the exploration goes: `operations = 5`.
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
}

/// What a function does with the subject.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Makes it.
    Constructor,
    /// Changes it.
    Operation,
    /// Takes it: there is none afterwards.
    Consumer,
    /// Says whether it is as it should be.
    Law,
}

impl Role {
    /// As the record names it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Constructor => "constructor",
            Self::Operation => "operation",
            Self::Consumer => "consumer",
            Self::Law => "law",
        }
    }
}

/// An argument.
pub(crate) struct Arg {
    pub(crate) ty: Type,
    /// Whether it is another subject.
    pub(crate) is_subject: bool,
    /// What it may be, if the user says so. The subject may be asked, under the name that it has in the function.
    pub(crate) values: Option<Values>,
}

/// The values of an argument.
pub(crate) struct Values {
    pub(crate) expression: Expr,
    /// The name of the subject in the function, if it has one there.
    pub(crate) subject: Option<Ident>,
}
