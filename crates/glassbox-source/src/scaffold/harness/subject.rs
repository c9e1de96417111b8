//! The explored type with its arguments: its name, its methods and the traits that it implements.

use std::collections::{BTreeMap, BTreeSet};

use syn::{GenericParam, ImplItem, ImplItemFn, ItemImpl, ItemType, Type, TypeParamBound};

use super::aliased_type::AliasedType;
use super::found_type::FoundType;
use super::settings::HarnessSettings;
use super::type_choice::{Chooser, Items, TypeChoice, has, type_arguments};
use super::type_pattern::bindings;
use crate::read::attributes::{conditions, derives, is_for_tests};
use crate::read::generics::{parameter_name, required_traits};
use crate::read::library_source::{LibrarySource, TypeDef};
use crate::read::method::{Method, Receiver};
use crate::read::type_syntax::{named, plain, replaced, text};
use crate::scaffold::naming::{snake_case, variable};
use crate::scaffold::substitute::{OF_NUMBERS, Substitute};

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

/// A type with more methods with `&mut self` than this is explored without those of the type that it dereferences to.
const FEW: usize = 2;

/// The type that a subject dereferences to.
struct DerefTarget {
    name: String,
    arguments: Vec<String>,
}

/// A type of handles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Handle {
    /// The type as it is written in the harness.
    pub(super) ty: String,
    /// The field with the handles that were returned.
    pub(super) field: String,
}

/// An enum of the crate without fields.
pub(super) struct PlainEnum {
    pub(super) path: String,
    pub(super) variants: Vec<String>,
    /// It has `Debug`.
    pub(super) is_shown: bool,
}

/// The explored type.
pub(super) struct Subject<'a> {
    pub(super) source: &'a LibrarySource,
    /// Its position among the types of the library.
    pub(super) of: usize,
    /// The arguments for its parameters, in order.
    pub(super) choices: Vec<(String, TypeChoice)>,
    /// The alias that the user named.
    alias: Option<AliasedType<'a>>,
    /// The callable methods of all blocks.
    pub(super) methods: Vec<Method<'a>>,
    /// The harness will be compiled, so methods may be tried.
    pub(super) is_compiled: bool,
    /// Types of the items that it holds.
    items: Items,
    /// The type of the crate that it dereferences to, if most methods are there.
    target: Option<DerefTarget>,
    /// Name of the dependency that it belongs to; empty for the user's own crate.
    package: String,
    /// The module that the user named it in.
    near: Vec<String>,
    /// Handles that methods return and take.
    pub(super) handles: Vec<Handle>,
    /// The struct that holds the explored value and a model, if it is compared with one.
    both: Option<&'static str>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(
        source: &'a LibrarySource,
        found: &FoundType,
        settings: &HarnessSettings,
        items: Items,
    ) -> Result<Self, Vec<String>> {
        let of = found.of;
        let alias = found.alias.map(|at| &source.aliases[at].1);
        let blocks = blocks(source, of, alias).filter(|(block, _)| block.trait_.is_none());
        let methods: Vec<Method<'a>> = blocks
            .flat_map(|(block, is_conditional)| Method::callable(block, is_conditional, found.is_foreign()))
            .collect();
        let chooser = Chooser { source, generics: &source.types[of].generics, methods: &methods, settings, items };
        let (choices, alias) = match alias {
            Some(alias) => {
                let aliased = AliasedType::new(alias, &chooser)?;
                (aliased.of_target.clone(), Some(aliased))
            }
            None => (chooser.all()?, None),
        };
        let path = found.path.as_deref().unwrap_or_default();
        let mut near: Vec<String> = path.split("::").map(str::to_owned).collect();
        let package = near.remove(0);
        near.pop();
        let (handles, target, both, is_compiled) = (Vec::new(), None, None, settings.is_compiled);
        Ok(Self { source, of, choices, alias, methods, is_compiled, items, target, package, near, handles, both })
    }

    /// The same as a field of a struct with a model, which has the handles.
    pub(super) fn beside_a_model(self, both: &'static str) -> Self {
        Self { both: Some(both), ..self }
    }

    /// Whether it is compared with a model.
    pub(super) fn has_model(&self) -> bool {
        self.both.is_some()
    }

    /// The subject with the methods of the type that it dereferences to, if that is one of the crate and it has few itself.
    pub(super) fn with_deref_target(mut self) -> Self {
        if self.n_mutating() > FEW {
            return self;
        }
        let Some(block) = self.implementation("Deref") else { return self };
        let (Some(target), Some(choices)) = (self.deref_target(), self.choices_in(block)) else { return self };
        let Some((ident, _)) = named(target) else { return self };
        let Some(of) = self.source.types.iter().position(|it| it.ident == *ident && !it.for_tests) else { return self };
        let texts = choices.iter().filter_map(|(name, choice)| Some((name.clone(), choice.text()?.parse().ok()?)));
        let arguments = type_arguments(&replaced(target, &texts.collect()));
        let blocks = blocks(self.source, of, None).filter(|(block, _)| block.trait_.is_none());
        let methods = blocks.flat_map(|(block, is_conditional)| Method::callable(block, is_conditional, true));
        let is_lent = |method: &Method<'_>| matches!(method.receiver(), Receiver::Mutable | Receiver::Reference);
        self.methods.extend(methods.filter(is_lent));
        self.target = Some(DerefTarget { name: ident.to_string(), arguments });
        self
    }

    pub(super) fn definition(&self) -> &'a TypeDef {
        &self.source.types[self.of]
    }

    /// The path of the module that defines it.
    fn home(&self) -> &'a [String] {
        &self.source.modules[self.definition().module].context.path
    }

    pub(super) fn name(&self) -> String {
        self.alias
            .as_ref()
            .map_or_else(|| self.definition().ident.to_string(), |alias| alias.definition.ident.to_string())
    }

    /// The arguments that are written behind the name.
    pub(super) fn written_choices(&self) -> &[(String, TypeChoice)] {
        self.alias.as_ref().map_or(&self.choices, |alias| &alias.choices)
    }

    /// The type with its arguments: `Queue<Val>`.
    pub(super) fn full_type(&self) -> String {
        let arguments: Vec<String> = self.written_choices().iter().filter_map(|(_, choice)| choice.text()).collect();
        if arguments.is_empty() { self.name() } else { format!("{}<{}>", self.name(), arguments.join(", ")) }
    }

    /// The type as it is written in functions: a struct, if there are handles, and an alias, if it is long.
    pub(super) fn short_type(&self) -> String {
        if let Some(both) = self.both {
            return both.to_owned();
        }
        if self.has_handles() || self.needs_alias() { "Subject".to_owned() } else { self.full_type() }
    }

    /// Whether the type is so long that it gets an alias.
    pub(super) fn needs_alias(&self) -> bool {
        !self.has_handles() && !self.has_model() && self.full_type().len() > 40
    }

    /// Whether the harness keeps handles beside the explored value.
    pub(super) fn has_handles(&self) -> bool {
        !self.handles.is_empty() && !self.has_model()
    }

    /// The expression for the explored value, in a function whose parameter has this name.
    pub(super) fn expression(&self, parameter: &str) -> String {
        match (self.has_model(), self.has_handles()) {
            (true, _) => format!("{parameter}.explored"),
            (false, true) => format!("{parameter}.{}", self.module()),
            (false, false) => parameter.to_owned(),
        }
    }

    /// The expression for a subject that is made of this expression for the explored value.
    pub(super) fn wrapped(&self, expression: &str) -> String {
        if let Some(both) = self.both {
            return format!("{both} {{ explored: {expression}, model: Default::default() }}");
        }
        if !self.has_handles() {
            return expression.to_owned();
        }
        let fields = self.handles.iter().map(|handle| format!(", {}: std::vec::Vec::new()", handle.field));
        format!("Subject {{ {}: {expression}{} }}", self.module(), fields.collect::<String>())
    }

    /// An enum of the crate; none if the type is no enum without fields.
    pub(super) fn plain_enum(&self, ty: &Type) -> Option<PlainEnum> {
        let (ident, _) = named(ty)?;
        let definition = self.source.types.iter().find(|it| it.ident == *ident && it.is_plain_enum())?;
        let path = self.source.public_path(&ident.to_string(), &self.near, self.home())?;
        let root = if self.package.is_empty() { "crate" } else { &self.package };
        let path = format!("{root}::{}", path.join("::"));
        Some(PlainEnum { path, variants: definition.variants.clone(), is_shown: self.has_trait(definition, "Debug") })
    }

    /// Whether a type of the crate derives a trait or implements it.
    pub(super) fn has_trait(&self, definition: &TypeDef, name: &str) -> bool {
        let implements = |(_, block): &(usize, ItemImpl)| {
            is_of(block, name) && named(&block.self_ty).is_some_and(|(own, _)| *own == definition.ident)
        };
        derives(&definition.attrs, name) || self.source.impls.iter().any(implements)
    }

    /// Paths of the crate's own types, besides the explored one, that the harness names.
    pub(super) fn imports(&self) -> Vec<String> {
        let given = self.written_choices().iter().filter_map(|(_, choice)| match choice {
            TypeChoice::Given(text) => Some(text.as_str()),
            _ => None,
        });
        let texts = given.chain(self.handles.iter().map(|handle| handle.ty.as_str()));
        let words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
        let is_own = |word: &&str| {
            let is_type = word.starts_with(char::is_uppercase);
            is_type && !["String", "Vec", "Box", "Option", "Key", "Val"].contains(word) && **word != *self.name()
        };
        let words: BTreeSet<&str> = words.filter(is_own).collect();
        let root = if self.package.is_empty() { "crate" } else { &self.package };
        let path = |word: &&str| {
            let path =
                self.source.public_path(word, &self.near, self.home()).unwrap_or_else(|| vec![(*word).to_owned()]);
            format!("{root}::{}", path.join("::"))
        };
        words.iter().map(path).collect()
    }

    /// Whether it holds values or keys, whose numbers mean nothing.
    pub(super) fn has_symbolic_items(&self) -> bool {
        let is_symbolic = |it: &Substitute| matches!(it, Substitute::Key | Substitute::Val);
        let is_one =
            |choice: &TypeChoice| matches!(choice, TypeChoice::Plain(it) | TypeChoice::Array(it) if is_symbolic(it));
        self.choices.iter().any(|(_, choice)| is_one(choice))
    }

    /// Whether a const parameter is a number of items: 2, as the choice of a type says.
    pub(super) fn has_constant(&self) -> bool {
        self.written_choices().iter().any(|(_, choice)| *choice == TypeChoice::Plain(Substitute::Constant))
    }

    /// Whether it exists only on some platforms or with some features.
    pub(super) fn is_conditional(&self) -> bool {
        is_conditional(self.source, self.of)
    }

    /// A variable name for a subject that is not among the taken names.
    pub(super) fn variable(&self, taken: &BTreeSet<String>) -> String {
        if self.has_model() {
            return "both".to_owned();
        }
        if self.has_handles() {
            return if taken.contains("subject") { "explored".to_owned() } else { "subject".to_owned() };
        }
        variable(&self.name(), |name| taken.contains(name))
    }

    /// A name for the module of the exploration.
    pub(super) fn exploration(&self) -> String {
        match self.items {
            Items::Best => self.module(),
            Items::Numbers => format!("{}_of_numbers", self.module()),
        }
    }

    /// Its name in snake case, as a field or module.
    pub(super) fn module(&self) -> String {
        let name = snake_case(&self.name());
        if syn::parse_str::<syn::Ident>(&name).is_ok() { name } else { "subject".to_owned() }
    }

    /// Number of methods with `&mut self` that any caller may call. Methods of one name under different conditions are one.
    pub(super) fn n_mutating(&self) -> usize {
        let counts = |method: &&Method<'_>| method.receiver() == Receiver::Mutable && method.is_for_all();
        self.methods.iter().filter(counts).map(Method::name).collect::<BTreeSet<String>>().len()
    }

    /// The choices by the names of a block's parameters; none if the block is for other arguments.
    pub(super) fn choices_in(&self, block: &ItemImpl) -> Option<BTreeMap<String, TypeChoice>> {
        let arguments = type_arguments(&block.self_ty);
        let free: BTreeSet<String> = block.generics.params.iter().map(parameter_name).collect();
        let (ident, _) = named(&block.self_ty)?;
        if let Some(target) = self.target.as_ref().filter(|target| *ident == target.name) {
            let pairs = arguments.iter().zip(&target.arguments);
            let bound =
                pairs.map(|(argument, concrete)| bindings(argument, concrete, &free)).collect::<Option<Vec<_>>>()?;
            let choices = bound.into_iter().flatten().map(|(name, text)| (name, TypeChoice::of_text(&text)));
            return Some(choices.collect());
        }
        let alias = self.alias.as_ref().filter(|alias| alias.definition.ident == *ident);
        let own = alias.map_or(&self.choices, |alias| &alias.choices);
        let mut found = BTreeMap::new();
        for (at, (name, choice)) in own.iter().enumerate() {
            let Some(argument) = arguments.get(at) else {
                if *choice == TypeChoice::Default {
                    continue;
                }
                return None;
            };
            if free.contains(argument) {
                if let TypeChoice::Array(substitute) = choice {
                    found.insert(format!("{argument}::Item"), TypeChoice::Plain(*substitute));
                }
                found.insert(argument.clone(), choice.clone());
                continue;
            }
            let concrete = choice.text().or_else(|| self.default_of(name))?;
            let bound = bindings(argument, &concrete, &free)?;
            found.extend(bound.into_iter().map(|(name, text)| (name, TypeChoice::of_text(&text))));
        }
        Some(found)
    }

    /// The default of a parameter.
    pub(super) fn default_of(&self, name: &str) -> Option<String> {
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
        ensure_traits(&choices, method.required_traits(), self.is_compiled)?;
        Ok(choices)
    }

    /// The method of this name that takes only `&self`.
    pub(super) fn getter(&self, name: &str) -> Option<&Method<'a>> {
        let is_it = |method: &&Method<'_>| {
            method.name() == name
                && method.receiver() == Receiver::Reference
                && method.has_no_arguments()
                && method.ensure_callable(self.is_compiled).is_ok()
                && method.panics().is_none()
                && self.choices_for(method).is_ok()
        };
        self.methods.iter().find(is_it)
    }

    /// The function of this name, public or not, of a type of the crate.
    pub(super) fn function_of(&self, ty: &syn::Ident, name: &syn::Ident) -> Option<&'a ImplItemFn> {
        let is_own = |block: &&ItemImpl| {
            block.trait_.is_none()
                && named(&block.self_ty).is_some_and(|(own, _)| own == ty)
                && !is_for_tests(&block.attrs)
        };
        let blocks = self.source.impls.iter().map(|(_, block)| block).filter(is_own);
        let mut functions = blocks.flat_map(|block| &block.items).filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        });
        functions.find(|function| function.sig.ident == *name)
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
            let has_traits =
                |choices| ensure_traits(&choices, required_traits(&block.generics), self.is_compiled).is_ok();
            is_of(block, name) && self.choices_in(block).is_some_and(has_traits)
        };
        let is_certain = |(_, is_conditional): &(&ItemImpl, bool)| self.is_compiled || !is_conditional;
        let alias = self.alias.as_ref().map(|alias| alias.definition);
        blocks(self.source, self.of, alias).filter(is_certain).map(|(block, _)| block).filter(holds)
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
                TypeChoice::Array(_) | TypeChoice::Hasher | TypeChoice::Default | TypeChoice::Given(_) => {
                    self.is_compiled
                }
            })
        };
        self.implementation(name).is_some() || derives(&self.definition().attrs, name) && all_have()
    }
}

/// Checks that the choices have the required traits.
fn ensure_traits(
    choices: &BTreeMap<String, TypeChoice>,
    required: BTreeMap<String, BTreeSet<String>>,
    is_compiled: bool,
) -> Result<(), String> {
    for (name, mut traits) in required {
        if is_compiled {
            // Other traits may be implemented for the chosen type.
            traits.retain(|it| OF_NUMBERS.contains(&it.as_str()));
        }
        let has_all = match choices.get(&name) {
            Some(TypeChoice::Plain(substitute)) => has(*substitute, &traits),
            Some(TypeChoice::Array(_)) => traits.iter().all(|it| it == "Array" || it == "Sized"),
            Some(TypeChoice::Hasher) => {
                traits.iter().all(|it| ["BuildHasher", "Clone", "Default", "Sized"].contains(&it.as_str()))
            }
            Some(TypeChoice::Default | TypeChoice::Given(_)) | None => true,
        };
        if !has_all {
            let traits: Vec<String> = traits.into_iter().collect();
            return Err(format!("it needs `{name}: {}`", traits.join(" + ")));
        }
    }
    Ok(())
}

/// Whether a type exists only on some platforms or with some features.
pub(super) fn is_conditional(source: &LibrarySource, of: usize) -> bool {
    !conditions_of(source, of).is_empty()
}

/// All `impl` blocks of a type, except those for references to it, and whether they have more `cfg` conditions than the type.
fn blocks<'a>(
    source: &'a LibrarySource,
    of: usize,
    alias: Option<&'a ItemType>,
) -> impl Iterator<Item = (&'a ItemImpl, bool)> {
    let definition = &source.types[of];
    let is_own = move |(module, block): &&(usize, ItemImpl)| {
        let ident = named(&block.self_ty).map(|(ident, _)| ident);
        let is_it = |ident: &syn::Ident| {
            alias.is_some_and(|alias| alias.ident == *ident)
                || *ident == definition.ident && source.find_type(*module, ident).is_none_or(|found| found == of)
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
