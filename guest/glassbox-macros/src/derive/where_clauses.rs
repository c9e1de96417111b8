//! The bounds on type parameters in generated implementations.
//!
//! Bounds are on the types of fields, not on parameters: `Option<Box<Node<K, V>>>: Structure` is exactly what the
//! generated code uses. They cannot be circular, because a box requires `Invariant` of its target, and the user's
//! `impl Invariant` has no such bounds. Types without parameters need no bound: the compiler checks the code that uses
//! them, and the error points at the field.

use quote::ToTokens;
use syn::{Generics, Type, WherePredicate, parse_quote};

use super::model::{Field, Role, Subject};
use super::types::{argument_of, mentions, parts};

/// The type's parameters with the bounds that `Structure` needs.
pub(crate) fn for_structure(subject: &Subject) -> Generics {
    let names = names(&subject.generics);
    let mut predicates: Vec<WherePredicate> = Vec::new();
    for bound in fields(subject).filter_map(bound) {
        if mentions(bound.ty.to_token_stream(), &names) {
            predicates.push(bound.predicate());
        }
    }
    extended(&subject.generics, predicates)
}

/// The type's parameters with the bounds that an `Invariant` without conditions needs, so that it is a `Structure`.
///
/// The targets of boxes are left out, because the bounds of types that contain each other would be circular. Instead,
/// every parameter that occurs in another type than this one has a bound of its own.
pub(crate) fn for_invariant(subject: &Subject) -> Generics {
    let names = names(&subject.generics);
    let bounds: Vec<Bound> = fields(subject).filter_map(bound).filter(|bound| !is_marker(&bound.ty)).collect();
    let mut predicates: Vec<WherePredicate> = Vec::new();
    let myself = [subject.ident.to_string(), "Self".to_owned()];
    for parameter in subject.generics.type_params() {
        let ident = &parameter.ident;
        let mut others =
            bounds.iter().map(|bound| bound.ty.to_token_stream()).filter(|ty| !mentions(ty.clone(), &myself));
        if others.any(|ty| mentions(ty, &[ident.to_string()])) {
            predicates.push(parse_quote!(#ident: ::glassbox::Structure));
        }
    }
    let direct =
        bounds.iter().filter(|bound| mentions(bound.ty.to_token_stream(), &names) && !bound.leads_away(&names));
    predicates.extend(direct.map(Bound::predicate));
    extended(&subject.generics, predicates)
}

/// A bound: a type and the trait that it needs.
struct Bound {
    ty: Type,
    required: Required,
}

/// A trait of a bound.
#[derive(Clone, Copy)]
enum Required {
    Structure,
    Link,
    Invariant,
    Slot,
}

impl Bound {
    fn predicate(&self) -> WherePredicate {
        let ty = &self.ty;
        match self.required {
            Required::Structure => parse_quote!(#ty: ::glassbox::Structure),
            Required::Link => parse_quote!(#ty: ::glassbox::Link),
            Required::Invariant => parse_quote!(#ty: ::glassbox::Invariant),
            Required::Slot => parse_quote!(#ty: ::glassbox::slots::Slot),
        }
    }

    /// Whether it leads to a type with parameters that is not a parameter itself.
    fn leads_away(&self, names: &[String]) -> bool {
        let targets = parts(&self.ty).into_iter().filter_map(|part| match part {
            Type::Ptr(pointer) => Some(&*pointer.elem),
            part => argument_of(part, "Box").or_else(|| argument_of(part, "NonNull")),
        });
        let mut targets =
            targets.chain(matches!(self.required, Required::Invariant | Required::Slot).then_some(&self.ty));
        targets.any(|target| {
            let target = target.to_token_stream();
            let is_parameter = names.contains(&target.to_string()) && target.to_string() != "Self";
            !is_parameter && mentions(target, names)
        })
    }
}

fn bound(field: &Field) -> Option<Bound> {
    let (ty, required) = match &field.role {
        // A length is described as a number, not by its type.
        Role::Plain if !field.length_of.is_empty() => return None,
        Role::Plain => (&field.ty, Required::Structure),
        Role::Slots(slots) => (&slots.element, Required::Structure),
        Role::Filled(filled) => (&filled.element, Required::Structure),
        Role::Tree(links) | Role::Parent(links) | Role::Alias(links) => (links.link_type(field), Required::Link),
        Role::Nil(_) => (&field.ty, Required::Link),
        Role::Holes(slot) => (slot, Required::Slot),
        Role::TreeVec(element) => (element, Required::Invariant),
        Role::Count(_) | Role::Any | Role::Values(_) | Role::Skip(_) => return None,
    };
    Some(Bound { ty: ty.clone(), required })
}

fn fields(subject: &Subject) -> impl Iterator<Item = &Field> {
    subject.body.variants().iter().flat_map(|variant| &variant.fields)
}

/// The names of type and constant parameters, and `Self`.
fn names(generics: &Generics) -> Vec<String> {
    let types = generics.type_params().map(|parameter| parameter.ident.to_string());
    let constants = generics.const_params().map(|parameter| parameter.ident.to_string());
    let mut names: Vec<String> = types.chain(constants).collect();
    if !names.is_empty() {
        names.push("Self".to_owned());
    }
    names
}

fn is_marker(ty: &Type) -> bool {
    argument_of(ty, "PhantomData").is_some()
}

fn extended(generics: &Generics, predicates: Vec<WherePredicate>) -> Generics {
    let mut generics = generics.clone();
    let mut seen: Vec<String> = Vec::new();
    for predicate in predicates {
        let text = predicate.to_token_stream().to_string();
        if !seen.contains(&text) {
            seen.push(text);
            generics.make_where_clause().predicates.push(predicate);
        }
    }
    generics
}
