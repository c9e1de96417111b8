//! Type parameters: their names in the definition of a type and in its `impl` blocks, and the traits that they must have.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{GenericParam, Generics, ItemImpl, Token, TypeParamBound, WherePredicate};

use super::type_syntax::{named, text};

/// Maps the names of parameters in an `impl` block to their names in the definition of the type. None if the block is not
/// generic in one of them, as `impl Set<u8>`.
pub(crate) fn own_names(block: &ItemImpl, generics: &Generics) -> Option<BTreeMap<String, String>> {
    let (_, arguments) = named(&block.self_ty)?;
    let own = generics.params.iter().filter(|it| !matches!(it, GenericParam::Lifetime(_)));
    let own: Vec<String> = own.map(parameter_name).collect();
    let free: BTreeSet<String> = block.generics.params.iter().map(parameter_name).collect();
    let mut names = BTreeMap::new();
    for (own, argument) in own.into_iter().zip(arguments) {
        let name = argument.to_token_stream().to_string();
        if !free.contains(&name) {
            return None;
        }
        names.insert(name, own);
    }
    Some(names)
}

/// The name of a type, const or lifetime parameter.
pub(crate) fn parameter_name(parameter: &GenericParam) -> String {
    match parameter {
        GenericParam::Type(it) => it.ident.to_string(),
        GenericParam::Const(it) => it.ident.to_string(),
        GenericParam::Lifetime(it) => it.lifetime.to_string(),
    }
}

/// The traits that the bounds require of each type, by the text of the type. Besides parameters of these generics, a
/// `where` clause may bound outer parameters and types such as `T::Item`.
pub(crate) fn required_traits(generics: &Generics) -> BTreeMap<String, BTreeSet<String>> {
    let mut required: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for parameter in generics.type_params() {
        required.entry(parameter.ident.to_string()).or_default().extend(trait_names(&parameter.bounds));
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate {
            required.entry(text(&predicate.bounded_ty)).or_default().extend(trait_names(&predicate.bounds));
        }
    }
    required
}

/// The last names of all traits among the bounds, without `?Sized`.
fn trait_names(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Vec<String> {
    let names = bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) if bound.maybe.is_none() => bound.path.segments.last(),
        _ => None,
    });
    names.map(|last| last.ident.to_string()).collect()
}
