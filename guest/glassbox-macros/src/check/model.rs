//! What a check is, once its attribute and function have been understood.

use syn::{Attribute, Expr, ExprCall, Ident, ItemFn, Type};

use crate::attributes::Domain;

/// A function that can be run as a check.
pub(crate) struct Check {
    /// The user's function, without our attributes on its arguments.
    pub(crate) function: ItemFn,
    /// Its `cfg` attributes; what is generated beside it must appear and vanish with it.
    pub(crate) cfgs: Vec<Attribute>,
    /// Its doc comment, lines joined by `\n`.
    pub(crate) doc: String,
    pub(crate) args: Vec<Arg>,
    pub(crate) bounds: Vec<Bound>,
    pub(crate) effect: Option<Effect>,
}

/// What the operation does to the contents, `adds(key, value)`.
pub(crate) struct Effect {
    /// The variant of `EffectKind` that it stands for.
    pub(crate) kind: Ident,
    /// The numbers of the arguments that it is about.
    pub(crate) arguments: Vec<usize>,
}

/// One argument.
pub(crate) struct Arg {
    pub(crate) name: Ident,
    /// The type as written.
    pub(crate) ty: Type,
    pub(crate) pass: Pass,
    /// What it may be, if the user says so.
    pub(crate) values: Option<Expr>,
    /// What makes the first state, if the user says so; of a structure.
    pub(crate) new: Option<ExprCall>,
    /// Hold for everything in it.
    pub(crate) domains: Vec<Domain>,
}

/// How an argument gets from its address into the function.
pub(crate) enum Pass {
    /// `&T`: the address is the reference.
    Shared(Type),
    /// `&mut T`: the address is the reference.
    Mutable(Type),
    /// `T`: moved out of the address.
    Value(Type),
}

/// One bound, `height = 4`.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) name: Ident,
    pub(crate) value: u32,
}
