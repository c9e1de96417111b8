//! The type arguments of the checked type: a substitute for each of its parameters.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use syn::{GenericParam, Ident, ItemImpl, Type};

use crate::read::generics::{own_names, required_traits};
use crate::read::library_source::LibrarySource;
use crate::read::type_syntax::{replaced, text};
use crate::scaffold::substitute::{OF_NUMBERS, Substitute};

/// A substitute for each parameter of a type, in order.
#[derive(Debug, Default)]
pub(super) struct TypeArguments {
    substitutes: Vec<(String, Substitute)>,
    /// Parameters for which no substitute is known.
    pub(super) problems: Vec<String>,
}

impl TypeArguments {
    /// Chooses substitutes that have the traits which the type's definition and its operations require.
    pub(super) fn choose(source: &LibrarySource, of: usize, blocks: &[&ItemImpl]) -> Self {
        let definition = &source.types[of];
        let mut chosen = Self::default();
        let mut required = required_traits(&definition.generics);
        for block in blocks {
            let Some(names) = own_names(block, &definition.generics) else { continue };
            let of_methods = block.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(method) => Some(&method.sig.generics),
                _ => None,
            });
            for generics in std::iter::once(&block.generics).chain(of_methods) {
                for (name, traits) in required_traits(generics) {
                    let Some(own) = names.get(&name) else { continue };
                    // An operation that requires a trait which no substitute has is left out later.
                    let known = traits.into_iter().filter(|it| OF_NUMBERS.contains(&it.as_str()));
                    required.entry(own.clone()).or_default().extend(known);
                }
            }
        }
        for parameter in &definition.generics.params {
            match parameter {
                GenericParam::Type(parameter) => {
                    let traits = required.get(&parameter.ident.to_string()).cloned().unwrap_or_default();
                    chosen.add(&parameter.ident, &traits);
                }
                GenericParam::Const(parameter) if text(&parameter.ty) == "usize" => {
                    chosen.substitutes.push((parameter.ident.to_string(), Substitute::Constant));
                }
                GenericParam::Const(parameter) => {
                    chosen
                        .problems
                        .push(format!("`init` cannot choose a value for the constant `{}`", parameter.ident));
                }
                GenericParam::Lifetime(_) => {}
            }
        }
        chosen
    }

    fn add(&mut self, ident: &Ident, traits: &BTreeSet<String>) {
        let is_key = traits.contains("Ord") || traits.contains("PartialOrd") || ident.to_string().starts_with('K');
        let choices =
            if is_key { [Substitute::Key, Substitute::Number] } else { [Substitute::Val, Substitute::Number] };
        if let Some(substitute) = choices.into_iter().find(|choice| choice.has(traits)) {
            self.substitutes.push((ident.to_string(), substitute));
        } else {
            let traits: Vec<&str> = traits.iter().map(String::as_str).collect();
            self.problems
                .push(format!("`init` cannot choose a type for the parameter `{ident}: {}`", traits.join(" + ")));
        }
    }

    /// The substitute for a parameter of the type.
    pub(super) fn of(&self, name: &str) -> Option<Substitute> {
        self.substitutes.iter().find(|(known, _)| known == name).map(|(_, substitute)| *substitute)
    }

    /// Whether some parameter has this substitute.
    pub(super) fn uses(&self, substitute: Substitute) -> bool {
        self.substitutes.iter().any(|(_, used)| *used == substitute)
    }

    /// The source text: `<Key, Val>`, or empty if there are no parameters.
    pub(super) fn text(&self) -> String {
        let texts: Vec<&str> = self.substitutes.iter().map(|(_, substitute)| substitute.text()).collect();
        if texts.is_empty() { String::new() } else { format!("<{}>", texts.join(", ")) }
    }

    /// The type with its parameters replaced by their substitutes.
    pub(super) fn concrete(&self, ty: &Type) -> Type {
        let tokens = |substitute: Substitute| -> TokenStream { substitute.text().parse().unwrap_or_default() };
        replaced(ty, &self.substitutes.iter().map(|(name, substitute)| (name.clone(), tokens(*substitute))).collect())
    }

    /// Names of parameters that are keys. Node types are assumed to use the same names as the structure.
    pub(super) fn keys(&self) -> Vec<String> {
        self.substitutes
            .iter()
            .filter(|(_, substitute)| *substitute == Substitute::Key)
            .map(|(name, _)| name.clone())
            .collect()
    }
}
