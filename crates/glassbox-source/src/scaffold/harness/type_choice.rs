//! The type arguments of the explored type.
//!
//! A parameter without required traits becomes a `Val`, one that is compared or hashed a `Key`, any other a small number: in
//! this order, a verdict says most about other types. Methods that require more traits than most others are left out.

use std::collections::BTreeSet;

use syn::{GenericArgument, GenericParam, Generics, PathArguments, Type, TypeParam};

use super::own_traits::{KNOWN_TYPES, OwnTrait};
use super::settings::HarnessSettings;
use crate::read::generics::{own_names, parameter_name, required_traits};
use crate::read::library_source::LibrarySource;
use crate::read::method::Method;
use crate::read::type_syntax::{plain, text};
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
    /// This type.
    Given(String),
    /// The default of the parameter.
    Default,
}

/// A hasher that has the same seed in every map.
const HASHER: &str = "BuildHasherDefault<DefaultHasher>";

impl TypeChoice {
    /// The source text as an argument of the type; none for a default.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            // A power of two, because some types need one.
            Self::Plain(Substitute::Constant) => Some("2".to_owned()),
            Self::Plain(substitute) => Some(substitute.text().to_owned()),
            Self::Array(substitute) => Some(format!("[{}; 2]", substitute.text())),
            Self::Hasher => Some(HASHER.to_owned()),
            Self::Given(text) => Some(text.clone()),
            Self::Default => None,
        }
    }

    /// The choice with this text.
    pub(super) fn of_text(text: &str) -> Self {
        let known = [Substitute::Val, Substitute::Key].into_iter().find(|substitute| substitute.text() == text);
        match known {
            Some(substitute) => Self::Plain(substitute),
            None if text.starts_with(|first: char| first.is_ascii_digit()) => Self::Plain(Substitute::Constant),
            None if text == HASHER => Self::Hasher,
            None => Self::Given(text.to_owned()),
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
            Self::Given(_) => "a type that has the traits it needs",
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

/// Types of the items that the explored type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Items {
    /// Those that say most about other types.
    Best,
    /// Small numbers, which have most traits.
    Numbers,
}

/// Chooses arguments for the parameters of a type.
pub(super) struct Chooser<'a> {
    pub(super) source: &'a LibrarySource,
    pub(super) generics: &'a Generics,
    pub(super) methods: &'a [Method<'a>],
    pub(super) settings: &'a HarnessSettings,
    pub(super) items: Items,
}

impl Chooser<'_> {
    /// Chooses an argument for each parameter, in order; the errors name those for which none is known.
    pub(super) fn all(&self) -> Result<Vec<(String, TypeChoice)>, Vec<String>> {
        let mut choices: Vec<(String, TypeChoice)> = Vec::new();
        let mut problems = Vec::new();
        for parameter in &self.generics.params {
            let name = parameter_name(parameter);
            // With `cfg`, the same parameter may be there twice.
            if choices.iter().any(|(known, _)| *known == name) {
                continue;
            }
            match self.one(parameter) {
                Ok(choice) => choices.extend(choice.map(|choice| (name, choice))),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(choices) } else { Err(problems) }
    }

    /// Chooses an argument for a parameter; none for a lifetime.
    pub(super) fn one(&self, parameter: &GenericParam) -> Result<Option<TypeChoice>, String> {
        match parameter {
            GenericParam::Type(parameter) => self.for_type(parameter).map(Some),
            GenericParam::Const(parameter) if parameter.default.is_some() => Ok(Some(TypeChoice::Default)),
            GenericParam::Const(parameter) => match text(&parameter.ty).as_str() {
                "bool" | "char" => Err(format!("`init` cannot choose a value for the constant `{}`", parameter.ident)),
                _ => Ok(Some(TypeChoice::Plain(Substitute::Constant))),
            },
            GenericParam::Lifetime(_) => Ok(None),
        }
    }

    fn for_type(&self, parameter: &TypeParam) -> Result<TypeChoice, String> {
        let name = parameter.ident.to_string();
        let mut always = required_traits(self.generics).remove(&name).unwrap_or_default();
        let mut each: Vec<Requirement> = self
            .methods
            .iter()
            .filter_map(|method| {
                let names = own_names(method.block, self.generics)?;
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
        let n_arrays = each.iter().filter(|it| it.traits.contains("Array")).count();
        if always.contains("Array") || 2 * n_arrays > each.len() {
            let item = format!("{name}::Item");
            let of_items = required_traits(self.generics).remove(&item).unwrap_or_default();
            let methods = self.methods.iter().map(|method| Requirement::new(method, &item));
            let each: Vec<Requirement> = methods.collect();
            let own = OwnTrait::find(self.source, "Array").map(|it| it.item_traits()).unwrap_or_default();
            let always = own.into_iter().chain(of_items).collect();
            let best = best(&name, &always, &each).filter(|_| self.items == Items::Best);
            return Ok(TypeChoice::Array(best.unwrap_or(Substitute::Number)));
        }
        let mut implementor = None;
        let is_own = |it: &Requirement| it.traits.iter().any(|name| OwnTrait::find(self.source, name).is_some());
        let needs_own = always.iter().any(|it| OwnTrait::find(self.source, it).is_some()) || each.iter().any(is_own);
        let listed = self.listed_by_the_compiler(always.iter().chain(each.iter().flat_map(|it| &it.traits)));
        self.expand(&mut always, &mut implementor);
        for it in &mut each {
            self.expand(&mut it.traits, &mut implementor);
        }
        let chosen = self.named_by_constructor(&name, needs_own).or(implementor).or(listed).map(TypeChoice::Given);
        let best = || {
            best(&name, &always, &each).map(|best| if self.items == Items::Best { best } else { Substitute::Number })
        };
        let best = || best().map(TypeChoice::Plain);
        let number = || self.settings.is_compiled.then_some(TypeChoice::Plain(Substitute::Number));
        chosen.or_else(best).or_else(number).ok_or_else(|| {
            let traits: Vec<&str> = always.iter().map(String::as_str).collect();
            format!("`init` cannot choose a type for the parameter `{name}: {}`", traits.join(" + "))
        })
    }

    /// Replaces traits of the crate by those that they stand for. `implementor` is a type for a trait that stands for none.
    fn expand(&self, traits: &mut BTreeSet<String>, implementor: &mut Option<String>) {
        for _ in 0..4 {
            let own = traits.iter().find_map(|name| Some((name.clone(), OwnTrait::find(self.source, name)?)));
            let Some((name, own)) = own else { return };
            traits.remove(&name);
            if let Some(blanket) = own.blanket() {
                traits.extend(blanket);
            } else {
                traits.extend(own.supertraits());
                *implementor = implementor.take().or_else(|| own.implementor());
            }
        }
    }

    /// A type that the compiler says has one of these traits, if that is one of the crate: the implementations may come from macros.
    fn listed_by_the_compiler<'n>(&self, mut traits: impl Iterator<Item = &'n String>) -> Option<String> {
        let is_own = |name: &&String| OwnTrait::find(self.source, name).is_some();
        let types = traits.find_map(|name| self.settings.implementors.get(name).filter(|_| is_own(&name)))?;
        let known = KNOWN_TYPES.iter().find(|known| types.iter().any(|ty| ty == *known));
        let own = || types.iter().find(|ty| self.source.public_path(ty, &[], &[]).is_some());
        let is_name =
            |ty: &&String| ty.chars().all(|c| c.is_alphanumeric() || c == '_') && ty.starts_with(char::is_uppercase);
        known.map(|known| (*known).to_owned()).or_else(|| own().or_else(|| types.iter().find(is_name)).cloned())
    }

    /// The argument for a parameter in a block that has a constructor. If blocks that are generic in it have one, too, only if
    /// the parameter needs a trait of the crate.
    fn named_by_constructor(&self, name: &str, needs_own: bool) -> Option<String> {
        let at = self.generics.params.iter().filter(|it| !matches!(it, GenericParam::Lifetime(_)));
        let at = at.map(parameter_name).position(|it| it == name)?;
        let constructors = self.methods.iter().filter(|method| method.is_constructor() && method.has_no_arguments());
        let arguments = constructors.filter_map(|method| {
            let free: BTreeSet<String> = method.block.generics.params.iter().map(parameter_name).collect();
            let argument = type_arguments(&method.block.self_ty).into_iter().nth(at)?;
            Some((free.contains(&argument), argument))
        });
        let arguments: Vec<(bool, String)> = arguments.collect();
        let mut named = arguments.iter().filter(|(is_free, _)| !is_free);
        let is_certain = needs_own || arguments.iter().all(|(is_free, _)| !is_free);
        named.next().filter(|_| is_certain).map(|(_, argument)| argument.clone())
    }
}

/// The arguments of a type as text, without lifetimes.
pub(super) fn type_arguments(ty: &Type) -> Vec<String> {
    let Type::Path(path) = plain(ty) else { return Vec::new() };
    match path.path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(it)) => {
            it.args.iter().filter(|it| !matches!(it, GenericArgument::Lifetime(_))).map(text).map(unbraced).collect()
        }
        _ => Vec::new(),
    }
}

/// A constant without the braces around it: `{ SIZE }` is `SIZE`.
fn unbraced(argument: String) -> String {
    match argument.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
        Some(inner) => inner.trim().to_owned(),
        None => argument,
    }
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
