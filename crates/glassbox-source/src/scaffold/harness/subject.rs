//! The explored type with its arguments: its name, its methods and the traits that it implements.

use std::collections::{BTreeMap, BTreeSet};

use syn::{GenericParam, ImplItem, ItemImpl, Type, TypeParamBound};

use super::type_choice::{TypeChoice, choices_in_block, choose, has};
use crate::read::attributes::{conditions, derives, is_for_tests};
use crate::read::generics::{parameter_name, required_traits};
use crate::read::library_source::{LibrarySource, TypeDef};
use crate::read::method::{Method, Receiver};
use crate::read::type_syntax::{named, plain, text};
use crate::scaffold::naming::{snake_case, variable};
use crate::scaffold::substitute::Substitute;

/// Iterator types of std that methods return.
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

/// The explored type.
pub(super) struct Subject<'a> {
    pub(super) source: &'a LibrarySource,
    /// Its position among the types of the library.
    pub(super) of: usize,
    /// The arguments for its parameters, in order.
    pub(super) choices: Vec<(String, TypeChoice)>,
    /// The callable methods of all blocks.
    pub(super) methods: Vec<Method<'a>>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(source: &'a LibrarySource, of: usize, is_foreign: bool) -> Result<Self, Vec<String>> {
        let blocks = blocks(source, of).filter(|(block, _)| block.trait_.is_none());
        let methods: Vec<Method<'a>> =
            blocks.flat_map(|(block, is_conditional)| Method::callable(block, is_conditional, is_foreign)).collect();
        let choices = choose(&source.types[of].generics, &methods)?;
        Ok(Self { source, of, choices, methods })
    }

    pub(super) fn definition(&self) -> &'a TypeDef {
        &self.source.types[self.of]
    }

    pub(super) fn name(&self) -> String {
        self.definition().ident.to_string()
    }

    /// The type with its arguments: `Queue<Val>`.
    pub(super) fn full_type(&self) -> String {
        let arguments: Vec<String> = self.choices.iter().filter_map(|(_, choice)| choice.text()).collect();
        if arguments.is_empty() { self.name() } else { format!("{}<{}>", self.name(), arguments.join(", ")) }
    }

    /// The type as it is written in functions: an alias, if it is long.
    pub(super) fn short_type(&self) -> String {
        if self.needs_alias() { "Subject".to_owned() } else { self.full_type() }
    }

    /// Whether the type is so long that it gets an alias.
    pub(super) fn needs_alias(&self) -> bool {
        self.full_type().len() > 40
    }

    /// Whether it holds values or keys, whose numbers mean nothing.
    pub(super) fn has_symbolic_items(&self) -> bool {
        let is_symbolic = |it: &Substitute| matches!(it, Substitute::Key | Substitute::Val);
        let is_one =
            |choice: &TypeChoice| matches!(choice, TypeChoice::Plain(it) | TypeChoice::Array(it) if is_symbolic(it));
        self.choices.iter().any(|(_, choice)| is_one(choice))
    }

    /// Whether it exists only on some platforms or with some features.
    pub(super) fn is_conditional(&self) -> bool {
        !conditions_of(self.source, self.of).is_empty()
    }

    /// A variable name for a subject that is not among the taken names.
    pub(super) fn variable(&self, taken: &BTreeSet<String>) -> String {
        variable(&self.name(), |name| taken.contains(name))
    }

    /// A name for the module of the exploration.
    pub(super) fn module(&self) -> String {
        let name = snake_case(&self.name());
        if syn::parse_str::<syn::Ident>(&name).is_ok() { name } else { "subject".to_owned() }
    }

    /// The choices by the names of a block's parameters; none if the block is for other arguments.
    pub(super) fn choices_in(&self, block: &ItemImpl) -> Option<BTreeMap<String, TypeChoice>> {
        let Type::Path(path) = plain(&block.self_ty) else { return None };
        let arguments: Vec<String> = match &path.path.segments.last()?.arguments {
            syn::PathArguments::AngleBracketed(it) => {
                let it = it.args.iter().filter(|it| !matches!(it, syn::GenericArgument::Lifetime(_)));
                it.map(text).collect()
            }
            _ => Vec::new(),
        };
        let free: BTreeSet<String> = block.generics.params.iter().map(parameter_name).collect();
        let mut names = BTreeMap::new();
        for (at, (own, choice)) in self.choices.iter().enumerate() {
            match arguments.get(at) {
                Some(argument) if free.contains(argument) => {
                    names.insert(argument.clone(), own.clone());
                }
                Some(argument) if choice.text().or_else(|| self.default_of(own)) == Some(argument.clone()) => {}
                None if *choice == TypeChoice::Default => {}
                _ => return None,
            }
        }
        Some(choices_in_block(&self.choices, &names))
    }

    fn default_of(&self, name: &str) -> Option<String> {
        self.definition().generics.params.iter().filter(|it| parameter_name(it) == name).find_map(|it| match it {
            GenericParam::Type(it) => it.default.as_ref().map(|(_, ty)| text(ty)),
            _ => None,
        })
    }

    /// The choices by the names of a method's parameters; an error if one lacks a required trait.
    pub(super) fn choices_for(&self, method: &Method<'_>) -> Result<BTreeMap<String, TypeChoice>, String> {
        let choices = self
            .choices_in(method.block)
            .ok_or_else(|| format!("it exists only for `{}`", text(&method.block.self_ty)))?;
        ensure_traits(&choices, method.required_traits())?;
        Ok(choices)
    }

    /// The method of this name that takes only `&self`.
    pub(super) fn getter(&self, name: &str) -> Option<&Method<'a>> {
        let is_it = |method: &&Method<'_>| {
            method.name() == name
                && method.receiver() == Receiver::Reference
                && method.has_no_arguments()
                && method.ensure_callable().is_ok()
                && method.panics().is_none()
                && self.choices_for(method).is_ok()
        };
        self.methods.iter().find(is_it)
    }

    fn returns(&self, name: &str, ty: &str) -> bool {
        self.getter(name).and_then(Method::output).is_some_and(|output| text(output) == ty)
    }

    /// Whether it has a method like `len` or `capacity` that returns a number.
    pub(super) fn has_number(&self, name: &str) -> bool {
        self.returns(name, "usize") || name == "len" && self.is_slice()
    }

    /// Whether it has a method like `is_empty` that returns a `bool`.
    pub(super) fn has_flag(&self, name: &str) -> bool {
        self.returns(name, "bool") || name == "is_empty" && self.is_slice()
    }

    /// Whether it has a method like `iter` that returns an iterator.
    pub(super) fn has_iterator(&self, name: &str) -> bool {
        let output = self.getter(name).and_then(Method::output);
        output.is_some_and(|output| self.is_iterator(output)) || name == "iter" && self.is_slice()
    }

    /// Whether it dereferences to a slice.
    fn is_slice(&self) -> bool {
        self.deref_target().is_some_and(|target| matches!(plain(target), Type::Slice(_)))
    }

    /// Whether it dereferences to a `str`.
    pub(super) fn is_text(&self) -> bool {
        self.deref_target().is_some_and(|target| text(target) == "str")
    }

    /// The type that it dereferences to.
    fn deref_target(&self) -> Option<&'a Type> {
        self.implementation("Deref")?.items.iter().find_map(|item| match item {
            ImplItem::Type(it) => Some(&it.ty),
            _ => None,
        })
    }

    /// A method like `contains(&self, key: &Q) -> bool`.
    pub(super) fn contains(&self) -> Option<&Method<'a>> {
        let is_it = |method: &&Method<'_>| {
            ["contains_key", "contains"].contains(&method.name().as_str())
                && method.receiver() == Receiver::Reference
                && method.function.sig.inputs.len() == 2
                && method.output().is_some_and(|output| text(output) == "bool")
                && self.choices_for(method).is_ok()
        };
        self.methods.iter().find(is_it)
    }

    /// Whether a type that a method returns is an iterator.
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

    /// All implementations of a trait that apply to the type with its arguments.
    pub(super) fn implementations(&self, name: &str) -> impl Iterator<Item = &'a ItemImpl> {
        let holds = move |block: &&ItemImpl| {
            let has_traits = |choices| ensure_traits(&choices, required_traits(&block.generics)).is_ok();
            is_of(block, name) && self.choices_in(block).is_some_and(has_traits)
        };
        blocks(self.source, self.of).filter(|(_, is_conditional)| !is_conditional).map(|(block, _)| block).filter(holds)
    }

    /// The first implementation of a trait that applies.
    pub(super) fn implementation(&self, name: &str) -> Option<&'a ItemImpl> {
        self.implementations(name).next()
    }

    /// Whether it implements a trait of std, by hand or with `derive`.
    pub(super) fn implements(&self, name: &str) -> bool {
        let traits: BTreeSet<String> = [name.to_owned()].into();
        let all_have = || {
            self.choices.iter().all(|(_, choice)| match choice {
                TypeChoice::Plain(Substitute::Constant) => true,
                TypeChoice::Plain(substitute) => has(*substitute, &traits),
                TypeChoice::Array(_) | TypeChoice::Hasher | TypeChoice::Default => false,
            })
        };
        self.implementation(name).is_some() || derives(&self.definition().attrs, name) && all_have()
    }
}

/// Checks that the choices have the required traits.
fn ensure_traits(
    choices: &BTreeMap<String, TypeChoice>,
    required: BTreeMap<String, BTreeSet<String>>,
) -> Result<(), String> {
    for (name, traits) in required {
        let has_all = match choices.get(&name) {
            Some(TypeChoice::Plain(substitute)) => has(*substitute, &traits),
            Some(TypeChoice::Array(_)) => traits.iter().all(|it| it == "Array" || it == "Sized"),
            Some(TypeChoice::Hasher) => {
                traits.iter().all(|it| ["BuildHasher", "Clone", "Default", "Sized"].contains(&it.as_str()))
            }
            Some(TypeChoice::Default) | None => true,
        };
        if !has_all {
            let traits: Vec<String> = traits.into_iter().collect();
            return Err(format!("it needs `{name}: {}`", traits.join(" + ")));
        }
    }
    Ok(())
}

/// All `impl` blocks of a type, except those for references to it, and whether they have more `cfg` conditions than the type.
fn blocks(source: &LibrarySource, of: usize) -> impl Iterator<Item = (&ItemImpl, bool)> {
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
        let around = source.modules[*module].context.conditions.iter().cloned();
        (block, around.chain(conditions(&block.attrs)).any(|it| !known.contains(&it)))
    })
}

/// The `cfg` conditions of a type and of the modules around it.
fn conditions_of(source: &LibrarySource, of: usize) -> Vec<String> {
    let definition = &source.types[of];
    let around = source.modules[definition.module].context.conditions.iter().cloned();
    around.chain(conditions(&definition.attrs)).collect()
}

fn is_of(block: &ItemImpl, name: &str) -> bool {
    block.trait_.as_ref().is_some_and(|(path, _)| path.segments.last().is_some_and(|last| last.ident == name))
}
