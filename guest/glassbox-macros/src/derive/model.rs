//! The model of a type that derives `Structure`.

use syn::{Expr, Generics, Ident, Member, Type};

use crate::attributes::Domain;

/// A type that derives `Structure`.
pub(crate) struct Subject {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) body: Body,
    /// The domains of types below it.
    pub(crate) domains: Vec<Domain>,
    /// Its fields may be unaligned.
    pub(crate) packed: bool,
    /// Every value is valid: the macro writes the `Invariant`.
    pub(crate) no_invariant: bool,
}

/// The kind of a type, with its fields.
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
    /// The fields that enclose the description of all others, innermost first.
    pub(crate) frames: Vec<usize>,
    /// All others in the order of description; every field occurs once.
    pub(crate) steps: Vec<Step>,
}

/// One step of describing a value. Fields are given by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Field(usize),
    /// Parts in the order of their keys.
    Sorted(Vec<Part>),
    /// The fields that decide which slots of this field are filled, and of others that depend on the same fields.
    Decide(usize),
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
    /// Its name in reports: `left`, `Node.0`.
    pub(crate) label: String,
    pub(crate) ty: Type,
    pub(crate) role: Role,
    /// The domains of types below it.
    pub(crate) domains: Vec<Domain>,
    /// Numbers in it are items of the collection.
    pub(crate) is_item: bool,
    /// Capacities that the user adds, if it is a vector.
    pub(crate) capacities: Option<Expr>,
    /// The arrays of which it is the length.
    pub(crate) length_of: Vec<usize>,
    /// The slots of which it decides whether they are filled.
    pub(crate) decides: Vec<usize>,
}

impl Field {
    /// Whether it encloses the description of all other fields.
    pub(crate) fn is_frame(&self) -> bool {
        matches!(self.role, Role::Nil(_) | Role::Holes(_))
    }

    /// The slots, if a predicate says which are filled.
    pub(crate) fn filled(&self) -> Option<&Filled> {
        match &self.role {
            Role::Filled(filled) => Some(filled),
            _ => None,
        }
    }

    /// The slots, if it is an array of which only the first elements are in use.
    pub(crate) fn slots(&self) -> Option<&Slots> {
        match &self.role {
            Role::Slots(slots) => Some(slots),
            _ => None,
        }
    }
}

/// The role of a field.
pub(crate) enum Role {
    /// No role: the type describes its values.
    Plain,
    /// A link, or each link of an array, to a node at a position of its own.
    Tree(Links),
    /// A vector whose elements, of this type, are nodes.
    TreeVec(Type),
    /// A link to the parent node.
    Parent(Links),
    /// A link to any node.
    Alias(Links),
    /// The number of nodes of this type.
    Count(Type),
    /// A number that may have any value.
    Any,
    /// One of these values.
    Values(Expr),
    /// Always this value.
    Skip(Expr),
    /// An array of which only the first elements are in use.
    Slots(Slots),
    /// Slots of which a predicate says which are filled.
    Filled(Box<Filled>),
    /// A link to a node that stands for null in all links below; the expression makes it from its own address.
    Nil(Expr),
    /// A vector of slots of this type, in which all nodes lie that links below lead to.
    Holes(Type),
}

/// One link, or an array of links.
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
    /// Whether elements not in use are undefined; if not, they hold a sample.
    pub(crate) uninit: bool,
    /// The length of the array.
    pub(crate) capacity: Expr,
    /// The field with the number of elements in use.
    pub(crate) length: usize,
    /// So many more elements are in use than that field says.
    pub(crate) more: usize,
}

/// Slots of which a predicate says which are filled.
pub(crate) struct Filled {
    /// The type of an element in a filled slot.
    pub(crate) element: Type,
    /// The number of slots; none if they are in a box.
    pub(crate) capacity: Option<Expr>,
    /// The parameters of the predicate, without the last one.
    pub(crate) parameters: Vec<(Ident, Parameter)>,
    /// The last parameter: the number of the slot.
    pub(crate) index: Ident,
    pub(crate) body: Expr,
}

impl Filled {
    /// The fields that decide, in the order of the predicate.
    pub(crate) fn deciding(&self) -> Vec<usize> {
        let field = |(_, parameter): &(Ident, Parameter)| match parameter {
            Parameter::Field(number) => Some(*number),
            Parameter::Slots => None,
        };
        self.parameters.iter().filter_map(field).collect()
    }
}

/// Meaning of a parameter of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    /// The value of a field.
    Field(usize),
    /// The number of slots.
    Slots,
}
