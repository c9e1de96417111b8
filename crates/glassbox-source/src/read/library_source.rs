//! The source of a library: its modules, and the types, aliases and `impl` blocks in them.

use std::path::PathBuf;

use proc_macro2::TokenStream;
use syn::{Attribute, Fields, Generics, Ident, ItemImpl, ItemMod, ItemTrait, ItemType, Visibility};

use super::attributes::is_for_tests;
use super::imports::{ImportKind, ImportedName};
use super::type_syntax::named;

/// The source of a library. Types, modules and files refer to each other by their positions in these vectors.
#[derive(Default)]
pub(crate) struct LibrarySource {
    pub(crate) files: Vec<SourceFile>,
    pub(crate) modules: Vec<Module>,
    pub(crate) types: Vec<TypeDef>,
    /// Type aliases, each with its module.
    pub(crate) aliases: Vec<(usize, ItemType)>,
    /// `impl` blocks, each with its module.
    pub(crate) impls: Vec<(usize, ItemImpl)>,
    /// Traits.
    pub(crate) traits: Vec<ItemTrait>,
    /// Public `use` items: the names that they export, each with its module.
    pub(crate) exports: Vec<(usize, ImportedName)>,
    /// Identifiers in the first parameter of each `#[glassbox::check]` function, its type among them.
    pub(crate) checked: Vec<String>,
    /// `#![no_std]` occurs, perhaps under a condition.
    pub(crate) is_no_std: bool,
    /// It is the library of a dependency.
    pub(super) is_foreign: bool,
    /// Modules with `#[glassbox::explore]`.
    pub(crate) explorations: Vec<ItemMod>,
}

/// A source file.
pub(crate) struct SourceFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    /// Offset of the parsed text: it begins behind the byte order mark, if there is one.
    pub(crate) start: usize,
}

/// A module, inline or in its own file.
pub(crate) struct Module {
    pub(crate) context: ModuleContext,
    /// Position of its file.
    pub(crate) file: usize,
    /// Folder for the files of its child modules.
    pub(crate) folder: PathBuf,
    /// Names of the child modules.
    pub(crate) children: Vec<String>,
    /// Where a declaration of a child module can be inserted; none if the module has no items.
    pub(crate) insertion_point: Option<InsertionPoint>,
}

/// Properties that a module inherits from the modules around it.
#[derive(Clone, Default)]
pub(crate) struct ModuleContext {
    /// Path of the module from the root of the library.
    pub(crate) path: Vec<String>,
    /// It and all modules around it are public.
    pub(crate) is_public: bool,
    /// It is compiled only for tests or for the machine.
    pub(super) for_tests: bool,
    /// `cfg` conditions of it and of the modules around it.
    pub(crate) conditions: Vec<String>,
}

impl ModuleContext {
    /// The context of the root of a library.
    pub(super) fn of_root() -> Self {
        Self { is_public: true, ..Self::default() }
    }
}

/// A place in a file for a new item, as a byte offset.
#[derive(Clone, Copy)]
pub(crate) enum InsertionPoint {
    /// Behind the item that ends at this offset.
    After(usize),
    /// Before the item that begins at this offset.
    Before(usize),
}

/// The definition of a struct, enum or union.
pub(crate) struct TypeDef {
    /// Position of its module.
    pub(crate) module: usize,
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) generics: Generics,
    /// Offset of its visibility or keyword, behind all attributes.
    pub(crate) head: usize,
    pub(crate) body: Body,
    /// Names of the variants, if it is an enum.
    pub(crate) variants: Vec<String>,
    /// It is compiled only for tests or for the machine.
    pub(crate) for_tests: bool,
}

/// The fields of a type.
pub(crate) enum Body {
    Struct(Fields),
    /// The fields of each variant.
    Enum(Vec<Fields>),
    Union,
}

impl TypeDef {
    /// All fields, including those of variants.
    pub(crate) fn fields(&self) -> Vec<&syn::Field> {
        match &self.body {
            Body::Struct(fields) => fields.iter().collect(),
            Body::Enum(variants) => variants.iter().flatten().collect(),
            Body::Union => Vec::new(),
        }
    }

    /// Whether it is an enum without fields.
    pub(crate) fn is_plain_enum(&self) -> bool {
        matches!(&self.body, Body::Enum(variants) if variants.iter().all(Fields::is_empty))
    }
}

impl LibrarySource {
    /// Resolves the name of a type that is used in a module: the type of that name in the module, or else the only one in
    /// the library.
    pub(crate) fn find_type(&self, module: usize, name: &Ident) -> Option<usize> {
        let named = || (0..self.types.len()).filter(|&at| self.types[at].ident == *name && !self.types[at].for_tests);
        let here = named().find(|&at| self.types[at].module == module);
        here.or_else(|| named().next().filter(|_| named().count() == 1))
    }

    /// Resolves the name of a type alias, in the same way as [`Self::find_type`].
    pub(crate) fn find_alias(&self, module: usize, name: &Ident) -> Option<&ItemType> {
        let named = || self.aliases.iter().filter(|(_, alias)| alias.ident == *name);
        let here = named().find(|(at, _)| *at == module);
        here.or_else(|| named().next().filter(|_| named().count() == 1)).map(|(_, alias)| alias)
    }

    /// Whether other crates may see the type at this position.
    pub(crate) fn is_public(&self, of: usize) -> bool {
        !self.types[of].for_tests && matches!(self.types[of].vis, Visibility::Public(_))
    }

    /// The path at which other crates find an item of this name, without the name of the library. Of several, that in the
    /// module `near` is taken, else one whose item is defined or exported from modules around `home`, else the shortest.
    pub(crate) fn public_path(&self, name: &str, near: &[String], home: &[String]) -> Option<Vec<String>> {
        let is_public = |vis: &Visibility| matches!(vis, Visibility::Public(_));
        let path_of = |module: usize| &self.modules[module].context.path;
        let types = self.types.iter().filter(|it| it.ident == name && is_public(&it.vis)).map(|it| it.module);
        let aliases = self.aliases.iter().filter(|(_, it)| it.ident == name && is_public(&it.vis)).map(|(at, _)| *at);
        let defined: Vec<usize> = types.chain(aliases).collect();
        let exports = self.exports.iter().filter(|(_, it)| {
            // A glob exports all items of a module: `pub use self::graph_impl::*`.
            let is_glob_of = |at: &usize| path_of(*at).last() == it.path.last();
            it.name() == Some(name) || it.kind == ImportKind::Glob && defined.iter().any(is_glob_of)
        });
        let defined = defined.iter().map(|at| (*at, path_of(*at).as_slice()));
        let all = defined.chain(exports.map(|(at, it)| (*at, it.path.as_slice())));
        let reachable = all.filter(|(at, _)| self.modules[*at].context.is_public);
        let is_home = |from: &[String]| from.iter().any(|name| home.contains(name));
        let best = reachable.min_by_key(|(at, from)| {
            let path = path_of(*at);
            (path != near, !is_home(from), path.len())
        });
        best.map(|(at, _)| path_of(at).iter().cloned().chain([name.to_owned()]).collect())
    }

    /// The `impl` blocks of a type that implement no trait, except those for tests.
    pub(crate) fn inherent_impls(&self, of: usize) -> impl Iterator<Item = &ItemImpl> {
        let definition = &self.types[of];
        let is_own = move |(module, block): &&(usize, ItemImpl)| {
            let ident = named(&block.self_ty).map(|(ident, _)| ident);
            block.trait_.is_none()
                && !is_for_tests(&block.attrs)
                && ident.is_some_and(|ident| self.find_type(*module, ident) == Some(of) && *ident == definition.ident)
        };
        self.impls.iter().filter(is_own).map(|(_, block)| block)
    }
}

/// Offset of the first token in the parsed text.
pub(crate) fn start_of(tokens: TokenStream) -> usize {
    tokens.into_iter().next().map_or(0, |token| token.span().byte_range().start)
}
