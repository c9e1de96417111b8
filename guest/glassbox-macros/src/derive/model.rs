//! What a structure is, once its type and attributes have been understood.

use syn::{Expr, Generics, Ident, Member, Type};

use crate::attributes::Domain;

/// A type that derives `Structure`.
pub(crate) struct Subject {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) body: Body,
    /// Hold for everything below the type.
    pub(crate) domains: Vec<Domain>,
    /// Its fields may be unaligned.
    pub(crate) packed: bool,
    /// Every value is valid: the type gets an `Invariant` that says so.
    pub(crate) no_invariant: bool,
}

/// What kind of type it is.
pub(crate) enum Body {
    Struct(Variant),
    Enum(Vec<Variant>),
}

impl Body {
    /// The variants of an enum, or the struct as the only one.
    pub(crate) fn variants(&self) -> &[Variant] {
        match self {
            Self::Struct(only) => std::slice::from_ref(only),
            Self::Enum(variants) => variants,
        }
    }
}

/// A struct, or a variant of an enum.
pub(crate) struct Variant {
    /// The variant's name; none for a struct.
    pub(crate) ident: Option<Ident>,
    /// In the order of declaration.
    pub(crate) fields: Vec<Field>,
    /// The fields that all others are laid out within, innermost first.
    pub(crate) frames: Vec<usize>,
    /// All others in the order of laying; every field occurs once.
    pub(crate) steps: Vec<Step>,
}

/// One step of laying out a value. Fields are given by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Field(usize),
    /// In order of their keys.
    Sorted(Vec<Part>),
}

/// A part of a sorted list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Field(usize),
    /// The first element of one, the first of the other, the second of one, and so on. Both are arrays.
    Interleave(usize, usize),
}

/// A field.
pub(crate) struct Field {
    pub(crate) member: Member,
    /// How reports name it below the value: `left`, `Node.0`.
    pub(crate) label: String,
    pub(crate) ty: Type,
    pub(crate) role: Role,
    /// Hold for everything below the field.
    pub(crate) domains: Vec<Domain>,
    /// Numbers in it are items of the collection.
    pub(crate) is_item: bool,
    /// The fields that end where this one says, if it is the length of others.
    pub(crate) length_of: Vec<usize>,
}

impl Field {
    /// Whether all other fields are laid out within it.
    pub(crate) fn is_frame(&self) -> bool {
        matches!(self.role, Role::Nil(_) | Role::Holes(_))
    }

    /// The slots, if it is an array of which only the first elements are in use.
    pub(crate) fn slots(&self) -> Option<&Slots> {
        match &self.role {
            Role::Slots(slots) => Some(slots),
            _ => None,
        }
    }
}

/// What is known about the values of a field.
pub(crate) enum Role {
    /// What its type says.
    Plain,
    /// A link, or each link of an array, to a node at a position of its own.
    Tree(Links),
    /// A vector whose elements, of this type, are nodes.
    TreeVec(Type),
    /// A link to the node that holds this one.
    Parent(Links),
    /// A link to any node.
    Alias(Links),
    /// The number of nodes of this type.
    Count(Type),
    /// One of these.
    Values(Expr),
    /// Always this.
    Skip(Expr),
    /// An array of which only the first elements are in use.
    Slots(Slots),
    /// A link to a node that plays null for all links below; the expression makes it from its own address.
    Nil(Expr),
    /// A vector of slots of this type, in which all nodes lie that links below lead to.
    Holes(Type),
}

/// How many links a field holds.
pub(crate) enum Links {
    One,
    /// An array of this many links of this type.
    Array(Box<(Type, Expr)>),
}

impl Links {
    /// The type of one link.
    pub(crate) fn link_type<'a>(&'a self, field: &'a Field) -> &'a Type {
        match self {
            Self::One => &field.ty,
            Self::Array(array) => &array.0,
        }
    }
}

/// An array of which only the first elements are in use.
pub(crate) struct Slots {
    /// The type of an element that is in use.
    pub(crate) element: Type,
    /// Elements not in use are undefined; otherwise they hold some value that says nothing.
    pub(crate) uninit: bool,
    /// How many elements there are.
    pub(crate) capacity: Expr,
    /// The field that says how many are in use.
    pub(crate) length: usize,
    /// There are so many more in use than that field says.
    pub(crate) more: usize,
}
