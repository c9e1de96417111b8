//! What to put for the parameters of a type that is to be explored.
//!
//! What says most about all types comes first: a `Val` if nothing is asked of the parameter, a `Key` if it is compared or
//! hashed, a small number otherwise. A few methods that ask for more do not decide for all others; they are left out.

use std::collections::{BTreeMap, BTreeSet};

use syn::{GenericParam, Generics, TypeParam};

use super::super::parameters::{OF_NUMBERS, Stand, asked, name_of, own_names};
use super::super::types::text;
use super::method::Method;

/// What a parameter of the type stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Plain(Stand),
    /// `[Val; 2]`, for `A: Array`.
    Array(Stand),
    /// One that has the same seed in every map.
    Hasher,
    /// Its default.
    Default,
}

impl Choice {
    /// As an argument of the type.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            // Some need a power of two.
            Self::Plain(Stand::Constant) => Some("2".to_owned()),
            Self::Plain(stand) => Some(stand.text().to_owned()),
            Self::Array(stand) => Some(format!("[{}; 2]", stand.text())),
            Self::Hasher => Some("BuildHasherDefault<DefaultHasher>".to_owned()),
            Self::Default => None,
        }
    }

    /// Why it was chosen.
    fn reason(&self) -> &'static str {
        match self {
            Self::Plain(Stand::Val) | Self::Array(Stand::Val) => "each one must be dropped exactly once",
            Self::Plain(Stand::Key) | Self::Array(Stand::Key) => "only order and equality matter, and all are tried",
            Self::Plain(Stand::Number) | Self::Array(Stand::Number) => {
                "more is asked of it than a `Val` or `Key` offers"
            }
            Self::Plain(Stand::Constant) => "small, so that it is soon full",
            Self::Array(Stand::Constant) | Self::Default => "its default",
            Self::Hasher => "a seed that is new in every map would make all states differ",
        }
    }
}

/// Whether a stand-in has all these traits. Keys of explorations can be hashed.
pub(super) fn has(stand: Stand, traits: &BTreeSet<String>) -> bool {
    let mut traits = traits.clone();
    if stand == Stand::Key {
        traits.remove("Hash");
    }
    stand.has(&traits)
}

/// The choices for all parameters, in order, or what is in the way.
pub(super) fn choose(generics: &Generics, methods: &[Method<'_>]) -> Result<Vec<(String, Choice)>, Vec<String>> {
    let mut choices = Vec::new();
    let mut problems = Vec::new();
    for parameter in &generics.params {
        let name = name_of(parameter);
        match parameter {
            GenericParam::Type(parameter) => match for_type(generics, parameter, methods) {
                Ok(choice) => choices.push((name, choice)),
                Err(problem) => problems.push(problem),
            },
            GenericParam::Const(parameter) if parameter.default.is_some() => choices.push((name, Choice::Default)),
            GenericParam::Const(parameter) => match text(&parameter.ty).as_str() {
                "bool" | "char" => problems.push(format!("no value is known for the constant `{name}`")),
                _ => choices.push((name, Choice::Plain(Stand::Constant))),
            },
            GenericParam::Lifetime(_) => {}
        }
    }
    if problems.is_empty() { Ok(choices) } else { Err(problems) }
}

fn for_type(generics: &Generics, parameter: &TypeParam, methods: &[Method<'_>]) -> Result<Choice, String> {
    let name = parameter.ident.to_string();
    let always = asked(generics).remove(&name).unwrap_or_default();
    let each: Vec<Asked> = methods
        .iter()
        .filter_map(|method| {
            let names = own_names(method.block, generics)?;
            let there = names.iter().find(|(_, own)| **own == name).map(|(there, _)| there)?;
            Some(Asked::new(method, there))
        })
        .collect();
    if each.iter().any(|it| it.traits.contains("BuildHasher")) || always.contains("BuildHasher") {
        return Ok(Choice::Hasher);
    }
    if parameter.default.is_some() {
        return Ok(Choice::Default);
    }
    if always.contains("Array") {
        let item = format!("{name}::Item");
        let each: Vec<Asked> = methods.iter().map(|method| Asked::new(method, &item)).collect();
        return Ok(Choice::Array(best(&name, &BTreeSet::new(), &each).unwrap_or(Stand::Number)));
    }
    best(&name, &always, &each).map(Choice::Plain).ok_or_else(|| {
        let traits: Vec<&str> = always.iter().map(String::as_str).collect();
        format!("no type is known for the parameter `{name}: {}`", traits.join(" + "))
    })
}

/// What a method asks of a parameter.
struct Asked {
    traits: BTreeSet<String>,
    makes: bool,
    puts: bool,
}

impl Asked {
    fn new(method: &Method<'_>, name: &str) -> Self {
        let traits = method.asked().remove(name).unwrap_or_default();
        Self { traits, makes: method.is_constructor(), puts: method.puts(name) }
    }
}

/// The first that allows a constructor, and most of what some stand-in allows.
fn best(name: &str, always: &BTreeSet<String>, each: &[Asked]) -> Option<Stand> {
    let possible: Vec<&Asked> = each.iter().filter(|it| has(Stand::Number, &it.traits)).collect();
    let is_enough = |stand: Stand| {
        let allows = |it: &&&Asked| has(stand, &it.traits);
        let share = |is_meant: fn(&Asked) -> bool| {
            let meant = || possible.iter().filter(|it| is_meant(it));
            (meant().filter(allows).count(), meant().count())
        };
        let ((makers, all_makers), (putters, all_putters), (methods, all)) =
            (share(|it| it.makes), share(|it| it.puts), share(|_| true));
        (makers > 0 || all_makers == 0) && 2 * putters >= all_putters && 2 * methods >= all
    };
    let is_key = name.starts_with('K');
    let choices = [Stand::Val, Stand::Key, Stand::Number].into_iter().filter(|stand| !is_key || *stand != Stand::Val);
    let mut choices = choices.filter(|stand| has(*stand, always));
    let all_known =
        always.iter().all(|it| OF_NUMBERS.contains(&it.as_str()) || has(Stand::Number, &[it.clone()].into()));
    choices.find(|stand| *stand == Stand::Number || is_enough(*stand)).filter(|_| all_known)
}

/// One line for each parameter.
pub(super) fn reasons(choices: &[(String, Choice)]) -> Vec<String> {
    let known = choices.iter().filter_map(|(name, choice)| Some((name, choice.text()?, choice.reason())));
    known.map(|(name, text, reason)| format!("`{name}` is `{text}`: {reason}.")).collect()
}

/// What each parameter is called that stands for a value, a key or a number.
pub(super) fn stands(choices: &[(String, Choice)], names: &BTreeMap<String, String>) -> BTreeMap<String, Choice> {
    let mut stands = BTreeMap::new();
    for (there, own) in names {
        let Some((_, choice)) = choices.iter().find(|(name, _)| name == own) else { continue };
        if let Choice::Array(stand) = choice {
            stands.insert(format!("{there}::Item"), Choice::Plain(*stand));
        }
        stands.insert(there.clone(), choice.clone());
    }
    stands
}
