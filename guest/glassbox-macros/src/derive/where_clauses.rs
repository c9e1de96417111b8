//! What has to hold of the type parameters.
//!
//! Bounds are put on the types of fields, not on parameters: `Option<Box<Node<K, V>>>: Structure` asks for
//! exactly what the generated code uses. They cannot go round in circles, because a box asks its target for
//! `Invariant`, and an `impl Invariant` stands on its own. Types without parameters need no bound: the code that
//! uses them is checked where it stands, and the error points at the field.

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
/// What a box leads to is left out, or the bounds of types that contain each other would go round in circles;
/// instead every parameter that other types than this one are made of has a bound of its own.
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

/// Something that is asked of a type.
struct Bound {
    ty: Type,
    of: Of,
}

/// What is asked.
#[derive(Clone, Copy)]
enum Of {
    Structure,
    Link,
    Invariant,
    Slot,
}

impl Bound {
    fn predicate(&self) -> WherePredicate {
        let ty = &self.ty;
        match self.of {
            Of::Structure => parse_quote!(#ty: ::glassbox::Structure),
            Of::Link => parse_quote!(#ty: ::glassbox::Link),
            Of::Invariant => parse_quote!(#ty: ::glassbox::Invariant),
            Of::Slot => parse_quote!(#ty: ::glassbox::slots::Slot),
        }
    }

    /// Whether it asks for something about a type with parameters other than the parameters themselves.
    fn leads_away(&self, names: &[String]) -> bool {
        let targets = parts(&self.ty).into_iter().filter_map(|part| match part {
            Type::Ptr(pointer) => Some(&*pointer.elem),
            part => argument_of(part, "Box").or_else(|| argument_of(part, "NonNull")),
        });
        let mut targets = targets.chain(matches!(self.of, Of::Invariant | Of::Slot).then_some(&self.ty));
        targets.any(|target| {
            let target = target.to_token_stream();
            let is_parameter = names.contains(&target.to_string()) && target.to_string() != "Self";
            !is_parameter && mentions(target, names)
        })
    }
}

fn bound(field: &Field) -> Option<Bound> {
    let (ty, of) = match &field.role {
        // A length is laid out as a number, not as what its type says.
        Role::Plain if !field.length_of.is_empty() => return None,
        Role::Plain => (&field.ty, Of::Structure),
        Role::Slots(slots) => (&slots.element, Of::Structure),
        Role::Tree(links) | Role::Parent(links) | Role::Alias(links) => (links.link_type(field), Of::Link),
        Role::Nil(_) => (&field.ty, Of::Link),
        Role::Holes(slot) => (slot, Of::Slot),
        Role::TreeVec(element) => (element, Of::Invariant),
        Role::Count(_) | Role::Values(_) | Role::Skip(_) => return None,
    };
    Some(Bound { ty: ty.clone(), of })
}

fn fields(subject: &Subject) -> impl Iterator<Item = &Field> {
    subject.body.variants().iter().flat_map(|variant| &variant.fields)
}

/// What stands for something unknown in the type; `Self` does too.
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
