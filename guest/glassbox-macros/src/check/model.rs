//! The model of a check.

use crate::must_panic::MustPanic;
use syn::{Attribute, Expr, ExprCall, Ident, ItemFn, Type};

use crate::attributes::Domain;

/// A function that can be run as a check.
pub(crate) struct Check {
    /// The user's function, without our attributes on its arguments.
    pub(crate) function: ItemFn,
    /// Its `cfg` attributes; the generated code has the same.
    pub(crate) cfgs: Vec<Attribute>,
    /// Its doc comment, lines joined by `\n`.
    pub(crate) doc: String,
    pub(crate) args: Vec<Arg>,
    pub(crate) bounds: Vec<Bound>,
    pub(crate) effect: Option<Effect>,
    /// Whether the operation may leave the states that are checked.
    pub(crate) may_leave: bool,
    /// Whether the structure is valid after a panic of a callback, too.
    pub(crate) panic_safe: bool,
    pub(crate) must_panic: Option<MustPanic>,
    /// The words of its attribute.
    pub(crate) words: Vec<Ident>,
}

/// The declared effect on the contents, `adds(key, value)`.
pub(crate) struct Effect {
    /// The variant of `EffectKind` that it stands for.
    pub(crate) kind: Ident,
    /// The numbers of the arguments that it names.
    pub(crate) arguments: Vec<usize>,
}

/// One argument.
pub(crate) struct Arg {
    pub(crate) name: Ident,
    /// The type as written.
    pub(crate) ty: Type,
    pub(crate) pass: Pass,
    /// The values that the user lists.
    pub(crate) values: Option<Expr>,
    /// The constructor of a structure, if the user gives one.
    pub(crate) new: Option<ExprCall>,
    /// Whether the structure is not to be dropped.
    pub(crate) no_drop: bool,
    /// The domains of types in it.
    pub(crate) domains: Vec<Domain>,
}

/// How an argument is passed to the function, given its address.
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
