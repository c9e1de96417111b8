//! A type that the user named by an alias: `type Vec<T, const N: usize> = Inner<T, Storage<T, N>>`.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use syn::{GenericParam, ItemType, Type};

use super::type_choice::{Chooser, TypeChoice, type_arguments};
use crate::read::generics::parameter_name;
use crate::read::type_syntax::{replaced, text};
use crate::scaffold::substitute::Substitute;

/// An alias with its arguments.
pub(super) struct AliasedType<'a> {
    pub(super) definition: &'a ItemType,
    /// The arguments for its parameters, in order.
    pub(super) choices: Vec<(String, TypeChoice)>,
    /// The arguments for the parameters of the type that it stands for.
    pub(super) of_target: Vec<(String, TypeChoice)>,
}

impl<'a> AliasedType<'a> {
    /// Chooses the arguments. A parameter that the alias passes on as it is gets the choice for that of the target.
    pub(super) fn new(definition: &'a ItemType, chooser: &Chooser<'_>) -> Result<Self, Vec<String>> {
        let arguments = type_arguments(&definition.ty);
        let targets = chooser.generics.params.iter().filter(|it| !matches!(it, GenericParam::Lifetime(_)));
        let targets: Vec<(&GenericParam, Option<String>)> =
            targets.enumerate().map(|(at, target)| (target, arguments.get(at).cloned())).collect();
        let mut choices = Vec::new();
        let mut problems = Vec::new();
        for parameter in &definition.generics.params {
            let name = parameter_name(parameter);
            let target =
                targets.iter().find(|(_, argument)| argument.as_ref() == Some(&name)).map(|(target, _)| target);
            let choice = match (parameter, target) {
                (GenericParam::Lifetime(_), _) => continue,
                (GenericParam::Type(it), _) if it.default.is_some() => TypeChoice::Default,
                (GenericParam::Const(it), _) if it.default.is_some() => TypeChoice::Default,
                (_, Some(target)) => match chooser.one(target) {
                    Ok(choice) => choice.unwrap_or(TypeChoice::Plain(Substitute::Number)),
                    Err(problem) => {
                        problems.push(problem);
                        continue;
                    }
                },
                (GenericParam::Const(_), None) => TypeChoice::Plain(Substitute::Constant),
                (GenericParam::Type(_), None) => TypeChoice::Plain(Substitute::Val),
            };
            choices.push((name, choice));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let texts = texts(definition, &choices);
        let of_target = targets.into_iter().map(|(target, argument)| {
            let direct = argument.as_ref().and_then(|it| choices.iter().find(|(name, _)| name == it));
            let choice = match (direct, argument) {
                (Some((_, choice)), _) if *choice != TypeChoice::Default => choice.clone(),
                (_, Some(argument)) => given(&argument, &texts),
                (_, None) => TypeChoice::Default,
            };
            (parameter_name(target), choice)
        });
        Ok(Self { of_target: of_target.collect(), definition, choices })
    }
}

/// The texts of the arguments, with those of defaults.
fn texts(definition: &ItemType, choices: &[(String, TypeChoice)]) -> BTreeMap<String, TokenStream> {
    let default = |name: &str| {
        definition.generics.params.iter().find_map(|parameter| match parameter {
            GenericParam::Type(it) if it.ident == name => it.default.as_ref().map(|(_, ty)| text(ty)),
            GenericParam::Const(it) if it.ident == name => it.default.as_ref().map(|(_, value)| text(value)),
            _ => None,
        })
    };
    let one = |(name, choice): &(String, TypeChoice)| {
        let text = choice.text().or_else(|| default(name))?;
        Some((name.clone(), text.parse().ok()?))
    };
    choices.iter().filter_map(one).collect()
}

/// The argument with the names of parameters replaced.
fn given(argument: &str, texts: &BTreeMap<String, TokenStream>) -> TypeChoice {
    let ty = syn::parse_str::<Type>(argument).map(|ty| text(&replaced(&ty, texts)));
    TypeChoice::of_text(&ty.unwrap_or_else(|_| argument.to_owned()))
}
