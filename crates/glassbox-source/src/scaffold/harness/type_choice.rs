//! The type arguments of the explored type.
//!
//! A parameter without required traits becomes a `Val`, one that is compared or hashed a `Key`, any other a small number: in
//! this order, a verdict says most about other types. Methods that require more traits than most others are left out.

use std::collections::{BTreeMap, BTreeSet};

use syn::{GenericParam, Generics, TypeParam};

use crate::read::generics::{own_names, parameter_name, required_traits};
use crate::read::method::Method;
use crate::read::type_syntax::text;
use crate::scaffold::substitute::{OF_NUMBERS, Substitute};

/// The argument for a parameter of the explored type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypeChoice {
    /// A key, a value, a number or a constant.
    Plain(Substitute),
    /// `[Val; 2]`, for `A: Array`.
    Array(Substitute),
    /// A hasher that has the same seed in every map.
    Hasher,
    /// The default of the parameter.
    Default,
}

impl TypeChoice {
    /// The source text as an argument of the type; none for a default.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            // A power of two, because some types need one.
            Self::Plain(Substitute::Constant) => Some("2".to_owned()),
            Self::Plain(substitute) => Some(substitute.text().to_owned()),
            Self::Array(substitute) => Some(format!("[{}; 2]", substitute.text())),
            Self::Hasher => Some("BuildHasherDefault<DefaultHasher>".to_owned()),
            Self::Default => None,
        }
    }

    /// The reason for the choice.
    fn reason(&self) -> &'static str {
        match self {
            Self::Plain(Substitute::Val) | Self::Array(Substitute::Val) => "each one must be dropped exactly once",
            Self::Plain(Substitute::Key) | Self::Array(Substitute::Key) => {
                "only order and equality matter, and all are tried"
            }
            Self::Plain(Substitute::Number) | Self::Array(Substitute::Number) => {
                "it needs traits that `Val` and `Key` do not have"
            }
            Self::Plain(Substitute::Constant) => "small, so that it fills up quickly",
            Self::Array(Substitute::Constant) | Self::Default => "its default",
            Self::Hasher => "a new seed in every map would make all states differ",
        }
    }
}

/// Whether a substitute has all these traits. Keys of explorations can be hashed, unlike those of checks.
pub(super) fn has(substitute: Substitute, traits: &BTreeSet<String>) -> bool {
    let mut traits = traits.clone();
    if substitute == Substitute::Key {
        traits.remove("Hash");
    }
    substitute.has(&traits)
}

/// Chooses an argument for each parameter, in order; the errors name those for which none is known.
pub(super) fn choose(generics: &Generics, methods: &[Method<'_>]) -> Result<Vec<(String, TypeChoice)>, Vec<String>> {
    let mut choices = Vec::new();
    let mut problems = Vec::new();
    for parameter in &generics.params {
        let name = parameter_name(parameter);
        match parameter {
            GenericParam::Type(parameter) => match for_type(generics, parameter, methods) {
                Ok(choice) => choices.push((name, choice)),
                Err(problem) => problems.push(problem),
            },
            GenericParam::Const(parameter) if parameter.default.is_some() => choices.push((name, TypeChoice::Default)),
            GenericParam::Const(parameter) => match text(&parameter.ty).as_str() {
                "bool" | "char" => problems.push(format!("`init` cannot choose a value for the constant `{name}`")),
                _ => choices.push((name, TypeChoice::Plain(Substitute::Constant))),
            },
            GenericParam::Lifetime(_) => {}
        }
    }
    if problems.is_empty() { Ok(choices) } else { Err(problems) }
}

fn for_type(generics: &Generics, parameter: &TypeParam, methods: &[Method<'_>]) -> Result<TypeChoice, String> {
    let name = parameter.ident.to_string();
    let always = required_traits(generics).remove(&name).unwrap_or_default();
    let each: Vec<Requirement> = methods
        .iter()
        .filter_map(|method| {
            let names = own_names(method.block, generics)?;
            let there = names.iter().find(|(_, own)| **own == name).map(|(there, _)| there)?;
            Some(Requirement::new(method, there))
        })
        .collect();
    if each.iter().any(|it| it.traits.contains("BuildHasher")) || always.contains("BuildHasher") {
        return Ok(TypeChoice::Hasher);
    }
    if parameter.default.is_some() {
        return Ok(TypeChoice::Default);
    }
    if always.contains("Array") {
        let item = format!("{name}::Item");
        let each: Vec<Requirement> = methods.iter().map(|method| Requirement::new(method, &item)).collect();
        return Ok(TypeChoice::Array(best(&name, &BTreeSet::new(), &each).unwrap_or(Substitute::Number)));
    }
    best(&name, &always, &each).map(TypeChoice::Plain).ok_or_else(|| {
        let traits: Vec<&str> = always.iter().map(String::as_str).collect();
        format!("`init` cannot choose a type for the parameter `{name}: {}`", traits.join(" + "))
    })
}

/// The traits that a method requires of a parameter.
struct Requirement {
    traits: BTreeSet<String>,
    is_constructor: bool,
    /// The method takes an argument of the parameter's type.
    stores: bool,
}

impl Requirement {
    fn new(method: &Method<'_>, name: &str) -> Self {
        let traits = method.required_traits().remove(name).unwrap_or_default();
        Self { traits, is_constructor: method.is_constructor(), stores: method.stores(name) }
    }
}

/// The first substitute that allows a constructor, and at least half of the methods that some substitute allows.
fn best(name: &str, always: &BTreeSet<String>, each: &[Requirement]) -> Option<Substitute> {
    let possible: Vec<&Requirement> = each.iter().filter(|it| has(Substitute::Number, &it.traits)).collect();
    let is_enough = |substitute: Substitute| {
        let allows = |it: &&&Requirement| has(substitute, &it.traits);
        let share = |is_counted: fn(&Requirement) -> bool| {
            let counted = || possible.iter().filter(|it| is_counted(it));
            (counted().filter(allows).count(), counted().count())
        };
        let ((constructors, all_constructors), (stores, all_stores), (methods, all)) =
            (share(|it| it.is_constructor), share(|it| it.stores), share(|_| true));
        (constructors > 0 || all_constructors == 0) && 2 * stores >= all_stores && 2 * methods >= all
    };
    let is_key = name.starts_with('K');
    let choices = [Substitute::Val, Substitute::Key, Substitute::Number]
        .into_iter()
        .filter(|substitute| !is_key || *substitute != Substitute::Val);
    let mut choices = choices.filter(|substitute| has(*substitute, always));
    let all_known =
        always.iter().all(|it| OF_NUMBERS.contains(&it.as_str()) || has(Substitute::Number, &[it.clone()].into()));
    choices.find(|substitute| *substitute == Substitute::Number || is_enough(*substitute)).filter(|_| all_known)
}

/// One line for each parameter: its argument, and the reason.
pub(super) fn reasons(choices: &[(String, TypeChoice)]) -> Vec<String> {
    let known = choices.iter().filter_map(|(name, choice)| Some((name, choice.text()?, choice.reason())));
    known.map(|(name, text, reason)| format!("`{name}` is `{text}`: {reason}.")).collect()
}

/// The choices by the names that the parameters have in an `impl` block. `names` maps these names to those in the definition.
pub(super) fn choices_in_block(
    choices: &[(String, TypeChoice)],
    names: &BTreeMap<String, String>,
) -> BTreeMap<String, TypeChoice> {
    let mut found = BTreeMap::new();
    for (there, own) in names {
        let Some((_, choice)) = choices.iter().find(|(name, _)| name == own) else { continue };
        if let TypeChoice::Array(substitute) = choice {
            found.insert(format!("{there}::Item"), TypeChoice::Plain(*substitute));
        }
        found.insert(there.clone(), choice.clone());
    }
    found
}
