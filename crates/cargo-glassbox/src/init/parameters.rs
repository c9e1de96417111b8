//! What to put for the parameters of a type: keys, values, small numbers.
//!
//! Only the order of a `glassbox::Key` matters, and of a `glassbox::Val` only that it is dropped once: a verdict about
//! them is one about all types. What needs more of a parameter than they offer gets small numbers.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Generics, Ident, ItemImpl, Token, Type, TypeParamBound, WherePredicate};

use super::source::Source;
use super::types::{named, replaced, text};

/// What everything offers.
const ALWAYS: [&str; 5] = ["Sized", "Send", "Sync", "Unpin", "Borrow"];
const OF_VALUES: [&str; 3] = ["Debug", "PartialEq", "Eq"];
const OF_KEYS: [&str; 6] = ["Debug", "PartialEq", "Eq", "Clone", "PartialOrd", "Ord"];
pub(super) const OF_NUMBERS: [&str; 11] =
    ["Debug", "PartialEq", "Eq", "Clone", "PartialOrd", "Ord", "Copy", "Default", "Hash", "Display", "ToOwned"];

/// What a parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    Key,
    Val,
    Number,
    /// The value of a constant.
    Constant,
}

impl Stand {
    /// As it is written in a check.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Key => "Key",
            Self::Val => "Val",
            Self::Number => "u8",
            Self::Constant => "3",
        }
    }

    fn offers(self) -> &'static [&'static str] {
        match self {
            Self::Key => &OF_KEYS,
            Self::Val => &OF_VALUES,
            Self::Number => &OF_NUMBERS,
            Self::Constant => &[],
        }
    }

    /// Whether it has all these traits.
    pub(super) fn has(self, traits: &BTreeSet<String>) -> bool {
        traits.iter().all(|name| ALWAYS.contains(&name.as_str()) || self.offers().contains(&name.as_str()))
    }
}

/// The parameters of a type, in order.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    stands: Vec<(String, Stand)>,
    pub(super) problems: Vec<String>,
}

impl Parameters {
    /// Chooses for a type, by what its definition and its operations ask of the parameters.
    pub(super) fn choose(source: &Source, of: usize, blocks: &[&ItemImpl]) -> Self {
        let definition = &source.types[of];
        let mut chosen = Self::default();
        let mut asked = asked(&definition.generics);
        for block in blocks {
            let Some(names) = own_names(block, &definition.generics) else { continue };
            let of_methods = block.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(method) => Some(&method.sig.generics),
                _ => None,
            });
            for generics in std::iter::once(&block.generics).chain(of_methods) {
                for (name, traits) in self::asked(generics) {
                    let Some(own) = names.get(&name) else { continue };
                    // What no number offers is not asked: the operation is left out.
                    let known = traits.into_iter().filter(|it| OF_NUMBERS.contains(&it.as_str()));
                    asked.entry(own.clone()).or_default().extend(known);
                }
            }
        }
        for parameter in &definition.generics.params {
            match parameter {
                syn::GenericParam::Type(parameter) => {
                    let traits = asked.get(&parameter.ident.to_string()).cloned().unwrap_or_default();
                    chosen.add(&parameter.ident, &traits);
                }
                syn::GenericParam::Const(parameter) if text(&parameter.ty) == "usize" => {
                    chosen.stands.push((parameter.ident.to_string(), Stand::Constant));
                }
                syn::GenericParam::Const(parameter) => {
                    chosen.problems.push(format!("no value is known for the constant `{}`", parameter.ident));
                }
                syn::GenericParam::Lifetime(_) => {}
            }
        }
        chosen
    }

    fn add(&mut self, ident: &Ident, traits: &BTreeSet<String>) {
        let is_key = traits.contains("Ord") || traits.contains("PartialOrd") || ident.to_string().starts_with('K');
        let choices = if is_key { [Stand::Key, Stand::Number] } else { [Stand::Val, Stand::Number] };
        if let Some(stand) = choices.into_iter().find(|choice| choice.has(traits)) {
            self.stands.push((ident.to_string(), stand));
        } else {
            let traits: Vec<&str> = traits.iter().map(String::as_str).collect();
            self.problems.push(format!("no type is known for the parameter `{ident}: {}`", traits.join(" + ")));
        }
    }

    /// What a parameter of the type stands for.
    pub(super) fn of(&self, name: &str) -> Option<Stand> {
        self.stands.iter().find(|(known, _)| known == name).map(|(_, stand)| *stand)
    }

    pub(super) fn uses(&self, stand: Stand) -> bool {
        self.stands.iter().any(|(_, used)| *used == stand)
    }

    /// `<Key, Val>`, or nothing.
    pub(super) fn arguments(&self) -> String {
        let texts: Vec<&str> = self.stands.iter().map(|(_, stand)| stand.text()).collect();
        if texts.is_empty() { String::new() } else { format!("<{}>", texts.join(", ")) }
    }

    /// The type with what its parameters stand for.
    pub(super) fn concrete(&self, ty: &Type) -> Type {
        let tokens = |stand: Stand| -> TokenStream { stand.text().parse().unwrap_or_default() };
        replaced(ty, &self.stands.iter().map(|(name, stand)| (name.clone(), tokens(*stand))).collect())
    }

    /// Names that stand for keys. Nodes are taken to use the same names as what they are nodes of.
    pub(super) fn keys(&self) -> Vec<String> {
        self.stands.iter().filter(|(_, stand)| *stand == Stand::Key).map(|(name, _)| name.clone()).collect()
    }
}

/// What the parameters of an `impl` are called in the definition of the type; none if it is one for certain types only.
pub(super) fn own_names(block: &ItemImpl, generics: &Generics) -> Option<BTreeMap<String, String>> {
    let (_, arguments) = named(&block.self_ty)?;
    let own = generics.params.iter().filter(|it| !matches!(it, syn::GenericParam::Lifetime(_)));
    let own: Vec<String> = own.map(name_of).collect();
    let free: BTreeSet<String> = block.generics.params.iter().map(name_of).collect();
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

pub(super) fn name_of(parameter: &syn::GenericParam) -> String {
    match parameter {
        syn::GenericParam::Type(it) => it.ident.to_string(),
        syn::GenericParam::Const(it) => it.ident.to_string(),
        syn::GenericParam::Lifetime(it) => it.lifetime.to_string(),
    }
}

/// The traits that are asked of each parameter, or of parameters of what is around it.
pub(super) fn asked(generics: &Generics) -> BTreeMap<String, BTreeSet<String>> {
    let mut asked: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for parameter in generics.type_params() {
        asked.entry(parameter.ident.to_string()).or_default().extend(traits(&parameter.bounds));
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate {
            asked.entry(text(&predicate.bounded_ty)).or_default().extend(traits(&predicate.bounds));
        }
    }
    asked
}

pub(super) fn traits(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Vec<String> {
    let names = bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) if bound.maybe.is_none() => bound.path.segments.last(),
        _ => None,
    });
    names.map(|last| last.ident.to_string()).collect()
}
