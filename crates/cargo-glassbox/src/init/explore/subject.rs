//! The type that is to be explored, with its parameters chosen: what it is called, what it has, what it implements.

use std::collections::{BTreeMap, BTreeSet};

use syn::{GenericParam, ImplItem, ItemImpl, Type, TypeParamBound};

use super::super::checks::{snake_case, variable};
use super::super::parameters::{Stand, asked, name_of};
use super::super::source::{Source, TypeDef, conditions, is_for_tests};
use super::super::types::{named, plain, text};
use super::choice::{self, Choice, has};
use super::method::{Method, Takes, derives};

/// Iterators of std, where they are returned.
const ITERATORS: [&str; 14] = [
    "Iter",
    "IterMut",
    "IntoIter",
    "Drain",
    "Keys",
    "Values",
    "ValuesMut",
    "IntoKeys",
    "IntoValues",
    "Rev",
    "Map",
    "Copied",
    "Cloned",
    "Enumerate",
];

/// What is explored.
pub(super) struct Subject<'a> {
    pub(super) source: &'a Source,
    pub(super) of: usize,
    pub(super) choices: Vec<(String, Choice)>,
    /// All public ones, of all blocks.
    pub(super) methods: Vec<Method<'a>>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(source: &'a Source, of: usize, is_foreign: bool) -> Result<Self, Vec<String>> {
        let blocks = blocks(source, of).filter(|(block, _)| block.trait_.is_none());
        let methods: Vec<Method<'a>> =
            blocks.flat_map(|(block, is_conditional)| Method::all(block, is_conditional, is_foreign)).collect();
        let choices = choice::choose(&source.types[of].generics, &methods)?;
        Ok(Self { source, of, choices, methods })
    }

    pub(super) fn definition(&self) -> &'a TypeDef {
        &self.source.types[self.of]
    }

    pub(super) fn name(&self) -> String {
        self.definition().ident.to_string()
    }

    /// `Queue<Val>`.
    pub(super) fn full(&self) -> String {
        let arguments: Vec<String> = self.choices.iter().filter_map(|(_, choice)| choice.text()).collect();
        if arguments.is_empty() { self.name() } else { format!("{}<{}>", self.name(), arguments.join(", ")) }
    }

    /// As it is written in functions.
    pub(super) fn ty(&self) -> String {
        if self.is_long() { "Subject".to_owned() } else { self.full() }
    }

    /// It gets a shorter name.
    pub(super) fn is_long(&self) -> bool {
        self.full().len() > 40
    }

    /// Whether there are values or keys in it, of which the numbers are only names.
    pub(super) fn has_names(&self) -> bool {
        let is_name = |stand: &Stand| matches!(stand, Stand::Key | Stand::Val);
        self.choices.iter().any(|(_, it)| matches!(it, Choice::Plain(stand) | Choice::Array(stand) if is_name(stand)))
    }

    /// It is only there on some platforms or with some features.
    pub(super) fn is_conditional(&self) -> bool {
        !conditions_of(self.source, self.of).is_empty()
    }

    /// What a subject is called where these names are in use.
    pub(super) fn variable(&self, taken: &BTreeSet<String>) -> String {
        variable(&self.name(), |name| taken.contains(name))
    }

    /// The name of its module.
    pub(super) fn module(&self) -> String {
        let name = snake_case(&self.name());
        if syn::parse_str::<syn::Ident>(&name).is_ok() { name } else { "subject".to_owned() }
    }

    /// What the parameters of a block stand for; none if it is a block for other types only.
    pub(super) fn stands(&self, block: &ItemImpl) -> Option<BTreeMap<String, Choice>> {
        let Type::Path(path) = plain(&block.self_ty) else { return None };
        let arguments: Vec<String> = match &path.path.segments.last()?.arguments {
            syn::PathArguments::AngleBracketed(it) => {
                let it = it.args.iter().filter(|it| !matches!(it, syn::GenericArgument::Lifetime(_)));
                it.map(text).collect()
            }
            _ => Vec::new(),
        };
        let free: BTreeSet<String> = block.generics.params.iter().map(name_of).collect();
        let mut names = BTreeMap::new();
        for (at, (own, choice)) in self.choices.iter().enumerate() {
            match arguments.get(at) {
                Some(argument) if free.contains(argument) => {
                    names.insert(argument.clone(), own.clone());
                }
                Some(argument) if choice.text().or_else(|| self.default_of(own)) == Some(argument.clone()) => {}
                None if *choice == Choice::Default => {}
                _ => return None,
            }
        }
        Some(choice::stands(&self.choices, &names))
    }

    fn default_of(&self, name: &str) -> Option<String> {
        self.definition().generics.params.iter().filter(|it| name_of(it) == name).find_map(|it| match it {
            GenericParam::Type(it) => it.default.as_ref().map(|(_, ty)| text(ty)),
            _ => None,
        })
    }

    /// What a method's parameters stand for, if what it asks of them is there.
    pub(super) fn stands_in(&self, method: &Method<'_>) -> Result<BTreeMap<String, Choice>, String> {
        let stands = self
            .stands(method.block)
            .ok_or_else(|| format!("it is only there for `{}`", text(&method.block.self_ty)))?;
        lacking(&stands, method.asked())?;
        Ok(stands)
    }

    /// The method of this name that only looks and needs nothing but the subject.
    pub(super) fn look(&self, name: &str) -> Option<&Method<'a>> {
        let is_it = |method: &&Method<'_>| {
            method.name() == name
                && method.takes() == Takes::Reference
                && method.has_no_arguments()
                && method.refuse().is_ok()
                && method.panics().is_none()
                && self.stands_in(method).is_ok()
        };
        self.methods.iter().find(is_it)
    }

    fn returns(&self, name: &str, ty: &str) -> bool {
        self.look(name).and_then(Method::output).is_some_and(|output| text(output) == ty)
    }

    /// Whether it has `len`, `capacity` or another number.
    pub(super) fn has_number(&self, name: &str) -> bool {
        self.returns(name, "usize") || name == "len" && self.is_slice()
    }

    pub(super) fn has_flag(&self, name: &str) -> bool {
        self.returns(name, "bool") || name == "is_empty" && self.is_slice()
    }

    pub(super) fn has_iterator(&self, name: &str) -> bool {
        let looked = self.look(name).and_then(Method::output);
        looked.is_some_and(|output| self.is_iterator(output)) || name == "iter" && self.is_slice()
    }

    /// It can be used as a slice.
    fn is_slice(&self) -> bool {
        self.target().is_some_and(|target| matches!(plain(target), Type::Slice(_)))
    }

    /// It can be used as a `str`.
    pub(super) fn is_text(&self) -> bool {
        self.target().is_some_and(|target| text(target) == "str")
    }

    /// What it can be used as.
    fn target(&self) -> Option<&'a Type> {
        self.implementation("Deref")?.items.iter().find_map(|item| match item {
            ImplItem::Type(it) => Some(&it.ty),
            _ => None,
        })
    }

    /// A method like `contains(&self, key: &Q) -> bool` that says whether a key is there: its name, and what it takes.
    pub(super) fn contains(&self) -> Option<&Method<'a>> {
        let is_it = |method: &&Method<'_>| {
            ["contains_key", "contains"].contains(&method.name().as_str())
                && method.takes() == Takes::Reference
                && method.function.sig.inputs.len() == 2
                && method.output().is_some_and(|output| text(output) == "bool")
                && self.stands_in(method).is_ok()
        };
        self.methods.iter().find(is_it)
    }

    /// Whether something that is returned can be read to its end.
    pub(super) fn is_iterator(&self, ty: &Type) -> bool {
        let is_said =
            |bound: &TypeParamBound| text(bound).split('<').next().is_some_and(|name| name.ends_with("Iterator"));
        match plain(ty) {
            Type::ImplTrait(it) => it.bounds.iter().any(is_said),
            Type::Path(_) => {
                let Some((ident, arguments)) = named(ty) else { return false };
                let boxed = arguments
                    .first()
                    .is_some_and(|it| matches!(plain(it), Type::TraitObject(it) if it.bounds.iter().any(is_said)));
                let implements = |(_, block): &(usize, ItemImpl)| {
                    is_of(block, "Iterator") && named(&block.self_ty).is_some_and(|(own, _)| own == ident)
                };
                let is_known = self.source.types.iter().any(|it| it.ident == *ident);
                boxed || self.source.impls.iter().any(implements) || !is_known && ITERATORS.iter().any(|it| ident == it)
            }
            _ => false,
        }
    }

    /// All implementations of a trait that hold for the subject as it is.
    pub(super) fn implementations(&self, name: &str) -> impl Iterator<Item = &'a ItemImpl> {
        let holds = move |block: &&ItemImpl| {
            let stands = self.stands(block);
            is_of(block, name) && stands.is_some_and(|stands| lacking(&stands, asked(&block.generics)).is_ok())
        };
        blocks(self.source, self.of).filter(|(_, is_conditional)| !is_conditional).map(|(block, _)| block).filter(holds)
    }

    pub(super) fn implementation(&self, name: &str) -> Option<&'a ItemImpl> {
        self.implementations(name).next()
    }

    /// Whether it implements a trait of std, by hand or with `derive`.
    pub(super) fn implements(&self, name: &str) -> bool {
        let traits: BTreeSet<String> = [name.to_owned()].into();
        let all_have = || {
            self.choices.iter().all(|(_, choice)| match choice {
                Choice::Plain(Stand::Constant) => true,
                Choice::Plain(stand) => has(*stand, &traits),
                Choice::Array(_) | Choice::Hasher | Choice::Default => false,
            })
        };
        self.implementation(name).is_some() || derives(&self.definition().attrs, name) && all_have()
    }
}

/// What is asked of a parameter and not there.
fn lacking(stands: &BTreeMap<String, Choice>, asked: BTreeMap<String, BTreeSet<String>>) -> Result<(), String> {
    for (name, traits) in asked {
        let is_there = match stands.get(&name) {
            Some(Choice::Plain(stand)) => has(*stand, &traits),
            Some(Choice::Array(_)) => traits.iter().all(|it| it == "Array" || it == "Sized"),
            Some(Choice::Hasher) => {
                traits.iter().all(|it| ["BuildHasher", "Clone", "Default", "Sized"].contains(&it.as_str()))
            }
            Some(Choice::Default) | None => true,
        };
        if !is_there {
            let traits: Vec<String> = traits.into_iter().collect();
            return Err(format!("it needs `{name}: {}`", traits.join(" + ")));
        }
    }
    Ok(())
}

/// All `impl` blocks of a type, those for references to it aside, and whether they are there under more conditions than the
/// type.
fn blocks(source: &Source, of: usize) -> impl Iterator<Item = (&ItemImpl, bool)> {
    let definition = &source.types[of];
    let is_own = move |(module, block): &&(usize, ItemImpl)| {
        let ident = named(&block.self_ty).map(|(ident, _)| ident);
        let is_it = |ident: &syn::Ident| {
            *ident == definition.ident && source.find_type(*module, ident).is_none_or(|found| found == of)
        };
        !is_for_tests(&block.attrs) && ident.is_some_and(is_it)
    };
    let known = conditions_of(source, of);
    source.impls.iter().filter(is_own).map(move |(module, block)| {
        let around = source.modules[*module].around.conditions.iter().cloned();
        (block, around.chain(conditions(&block.attrs)).any(|it| !known.contains(&it)))
    })
}

/// When a type is there.
fn conditions_of(source: &Source, of: usize) -> Vec<String> {
    let definition = &source.types[of];
    let around = source.modules[definition.module].around.conditions.iter().cloned();
    around.chain(conditions(&definition.attrs)).collect()
}

fn is_of(block: &ItemImpl, name: &str) -> bool {
    block.trait_.as_ref().is_some_and(|(path, _)| path.segments.last().is_some_and(|last| last.ident == name))
}
