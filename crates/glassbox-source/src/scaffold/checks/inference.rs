//! Properties of a structure that follow from the names of its fields: sorted keys, lists with a last node, links by index.

use quote::ToTokens;
use syn::{Field, Ident, Type};

use super::description::{Description, Link, List, Rule};
use super::field_names::{COUNTS, DOWN, SMALLER};
use crate::read::library_source::{Body, LibrarySource};
use crate::read::type_syntax::{argument_of, mentions, pointee};

/// A pointer to a node that another node owns.
pub(super) struct Tail {
    /// Position of the type that has the field.
    pub(super) owner: usize,
    pub(super) field: String,
    pub(super) ty: Type,
}

/// Assumes that keys are sorted in a node with two links to nodes of its own type and one field with keys. `keys` are the
/// type parameters that are keys.
pub(super) fn infer_order(source: &LibrarySource, found: &mut Description, keys: &[String]) {
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    for part in found.parts.iter_mut().filter(|part| !part.is_described) {
        let definition = &source.types[part.of];
        let Body::Struct(fields) = &definition.body else { continue };
        let own: Vec<&Link> = part.links.iter().filter(|link| link.target_of == part.of).collect();
        let [mut left, mut right] = own[..] else { continue };
        if SMALLER.contains(&right.name.as_str()) {
            (left, right) = (right, left);
        }
        let is_link = |name: &str| part.links.iter().any(|link| link.name == name);
        let has_key = |(number, field): (usize, &Field)| {
            let name = field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string);
            let own = [definition.ident.to_string(), "Self".to_owned()];
            let is_key = mentions(field.ty.to_token_stream(), &keys)
                && !mentions(field.ty.to_token_stream(), &own.each_ref().map(String::as_str));
            (is_key
                && !is_link(&name)
                && pointee(&field.ty).is_none()
                && argument_of(&field.ty, "PhantomData").is_none())
            .then_some(name)
        };
        let mut with_keys = fields.iter().enumerate().filter_map(has_key);
        if let (Some(key), None) = (with_keys.next(), with_keys.next()) {
            let sorted = format!("{}, {key}, {}", left.name, right.name);
            found.order = Some((definition.ident.clone(), sorted.clone()));
            part.sorted = Some(sorted);
        }
    }
}

/// Recognises a linked list: a `head` and a `tail`, and nodes with a `next`. The tail is assumed to be the last node.
pub(super) fn infer_list(source: &LibrarySource, found: &Description, tails: &[Tail]) -> Option<List> {
    let root = found.parts.first().filter(|root| !root.is_described && root.rule != Rule::Known)?;
    let ([head], [tail]) = (&root.links[..], tails) else { return None };
    let node = found.parts.iter().find(|part| part.of == head.target_of)?;
    let [next] = &node.links[..] else { return None };
    let is_list = tail.owner == root.of
        && node.of != root.of
        && !node.is_described
        && node.rule != Rule::Known
        && next.target_of == node.of
        && head.may_be_null
        && next.may_be_null
        && source.types[node.of].module == source.types[root.of].module
        && matches!(source.types[node.of].body, Body::Struct(_));
    is_list.then(|| List {
        node: node.of,
        node_type: head.target.clone(),
        head: head.name.clone(),
        next: next.name.clone(),
        tail: tail.field.clone(),
        tail_type: tail.ty.clone(),
    })
}

/// Recognises numbers with the names of links in a structure with vectors.
pub(super) fn infer_links_by_index(source: &LibrarySource, found: &Description) -> Option<Ident> {
    let mut numbers = found.number_fields.iter();
    let link = numbers.find(|(_, field, _)| DOWN.contains(&field.as_str()) && !COUNTS.contains(&field.as_str()));
    link.filter(|_| found.has_vectors).map(|(owner, ..)| source.types[*owner].ident.clone())
}
