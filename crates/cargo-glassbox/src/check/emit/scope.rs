//! What names mean in the file of an exploration, as far as one file tells.
//!
//! A test under `tests/` sees what is public in the library. What else stands around the exploration in its file, the test
//! needs a copy of. What is in other files is not copied.

use glassbox_engine::catalog::Check;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Fields, ImplItem, Item, ItemMod, UseTree, Visibility};

use super::uses::Uses;
use crate::checks::Library;
use crate::init::types::{mentions, named};

/// The name of our crate in code.
pub(super) const GLASSBOX: &str = "glassbox";

/// Names that are there without being defined.
const PRELUDE: [&str; 10] = ["Box", "Err", "None", "Ok", "Option", "Result", "Self", "Some", "String", "Vec"];

/// An exploration and what is around it.
pub(super) struct Scope<'a> {
    /// Its path: the crate, modules, its own name.
    pub(super) path: Vec<String>,
    pub(super) module: &'a ItemMod,
    /// The modules around it in its file, the outermost first.
    pub(super) around: Vec<Around<'a>>,
    /// Its crate, if that is a library, which a test can use.
    library: Option<&'a Library>,
    /// What the exploration does with what it has.
    uses: Uses,
}

/// A module around an exploration.
pub(super) struct Around<'a> {
    pub(super) path: Vec<String>,
    pub(super) items: &'a [Item],
    /// Whether a test can name it.
    is_public: bool,
}

/// An item: the number of the module around, and its own.
pub(super) type Spot = (usize, usize);

/// Where something is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In glassbox.
    Glassbox(Vec<String>),
    /// In another crate, or in the exploration: a test calls it the same.
    Same(Vec<String>),
    /// Around the exploration, where a test does not see it: it gets a copy.
    Copied(Spot, Vec<String>),
    /// In the library.
    Library {
        path: Vec<String>,
        /// Whether it is known to be public.
        is_public: bool,
    },
    /// In a crate that a test cannot use.
    Nowhere(Vec<String>),
}

impl<'a> Scope<'a> {
    /// The exploration whose name stands on the line of `check`.
    pub(super) fn find(file: &'a syn::File, check: &Check, library: Option<&'a Library>) -> Option<Self> {
        let path: Vec<String> = check.path.split("::").map(str::to_owned).collect();
        let line = usize::try_from(check.location.line).ok()?;
        let (modules, module) = find(&file.items, line)?;
        // A binary may have the name of the library.
        let library = library.filter(|it| it.name == path[0] && !check.location.file.ends_with("main.rs"));
        let n_around = modules.len() + 1;
        let file_path = path[..path.len().checked_sub(n_around)?].to_vec();
        let is_public = library.is_some() && file_path.len() == 1 && !has_cfg(&file.attrs);
        let mut around = vec![Around { path: file_path, items: &file.items, is_public }];
        for module in modules {
            let outer = around.last().expect("the file is the outermost");
            let path = outer.path.iter().cloned().chain([module.ident.unraw().to_string()]).collect();
            let is_public = outer.is_public && is_public_item(&module.vis, &module.attrs);
            around.push(Around { path, items: items_of(module), is_public });
        }
        let uses = Uses::of(module.to_token_stream());
        Some(Self { path, module, around, library, uses })
    }

    /// The items of the exploration.
    pub(super) fn items(&self) -> &'a [Item] {
        items_of(self.module)
    }

    /// Where an import of a module leads.
    pub(super) fn origin(&self, leaf: &Leaf, module: &[String]) -> Place {
        let Leaf { path, .. } = leaf;
        match self.absolute(path, module) {
            Some(path) => self.place(&path),
            None if path[0] == GLASSBOX => Place::Glassbox(path[1..].to_vec()),
            None => Place::Same(path.clone()),
        }
    }

    /// A path of a module from the crate on, if it is one in the crate.
    pub(super) fn absolute(&self, path: &[String], module: &[String]) -> Option<Vec<String>> {
        let n_up = path.iter().take_while(|name| *name == "super").count();
        match path[0].as_str() {
            "crate" => Some([&module[..1], &path[1..]].concat()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => Some([&module[..module.len().saturating_sub(n_up).max(1)], &path[n_up..]].concat()),
            first => self.is_around(module, first).then(|| [module, path].concat()),
        }
    }

    fn is_around(&self, module: &[String], name: &str) -> bool {
        let level = self.around.iter().find(|around| around.path == module);
        level.is_some_and(|around| around.items.iter().any(|item| name_of(item).is_some_and(|it| it == name)))
    }

    /// Where a path of the crate leads.
    pub(super) fn place(&self, path: &[String]) -> Place {
        if let Some(rest) = path.strip_prefix(self.path.as_slice()) {
            return Place::Same(rest.to_vec());
        }
        for (level, around) in self.around.iter().enumerate().rev() {
            let Some([head, rest @ ..]) = path.strip_prefix(around.path.as_slice()) else { continue };
            if let Some(index) = around.index_of(head) {
                return self.item((level, index), path, &path[around.path.len()..]);
            }
            if let Some(leaf) = around.leaves().find(|leaf| leaf.name().is_some_and(|name| name == head)) {
                return with_rest(self.origin(&leaf, &around.path), rest);
            }
        }
        self.elsewhere(path)
    }

    fn item(&self, spot: Spot, path: &[String], inside: &[String]) -> Place {
        let item = &self.around[spot.0].items[spot.1];
        if self.is_importable(spot) {
            Place::Library { path: path.to_vec(), is_public: true }
        } else if matches!(item, Item::Mod(module) if module.content.is_none()) {
            self.elsewhere(path)
        } else {
            Place::Copied(spot, inside.to_vec())
        }
    }

    fn elsewhere(&self, path: &[String]) -> Place {
        match self.library {
            Some(library) => Place::Library { path: path.to_vec(), is_public: library.has_public(&path[1..]) },
            None => Place::Nowhere(path.to_vec()),
        }
    }

    /// Whether a test can use an item, as far as the exploration uses it.
    fn is_importable(&self, (level, index): Spot) -> bool {
        let around = &self.around[level];
        let item = &around.items[index];
        let Some((vis, attrs)) = visibility(item) else { return false };
        around.is_public && is_public_item(vis, attrs) && !self.uses_private_parts(around.items, item)
    }

    /// Whether the exploration uses fields or functions of a type that are not public.
    fn uses_private_parts(&self, items: &[Item], item: &Item) -> bool {
        let Item::Struct(structure) = item else { return false };
        let name = structure.ident.to_string();
        let private: Vec<String> = members(&structure.fields)
            .filter(|(_, vis)| !matches!(vis, Visibility::Public(_)))
            .map(|(name, _)| name)
            .collect();
        let opens = self.uses.opened.contains(&name) && !private.is_empty();
        let functions = impls_of(items, &name).flat_map(|(_, item)| &item.items);
        let mut calls = functions.filter_map(|item| match item {
            ImplItem::Fn(function) if !matches!(function.vis, Visibility::Public(_)) => Some(&function.sig.ident),
            _ => None,
        });
        opens
            || private.iter().any(|field| self.uses.fields.contains(field))
            || calls.any(|function| self.uses.calls.contains(&function.to_string()))
    }
}

impl Around<'_> {
    /// The number of an item that is no import. If none has the name, some macro may make it.
    fn index_of(&self, name: &str) -> Option<usize> {
        let has_name = |item: &Item| name_of(item).is_some_and(|it| it == name);
        let makes_it = |item: &Item| matches!(item, Item::Macro(item) if item.ident.is_none() && mentions(item.mac.tokens.clone(), &[name]));
        self.items.iter().position(has_name).or_else(|| self.items.iter().position(makes_it))
    }

    /// Names that macros may define: types and constants that they mention.
    pub(super) fn made_by_macros(&self) -> Vec<String> {
        let macros = self.items.iter().filter_map(|item| match item {
            Item::Macro(item) if item.ident.is_none() => Some(Uses::of(item.mac.tokens.clone()).names),
            _ => None,
        });
        macros
            .flatten()
            .filter(|name| name.starts_with(char::is_uppercase) && !PRELUDE.contains(&name.as_str()))
            .collect()
    }

    /// All imports.
    pub(super) fn leaves(&self) -> impl Iterator<Item = Leaf> {
        self.items.iter().flat_map(leaves)
    }
}

pub(super) fn items_of(module: &ItemMod) -> &[Item] {
    module.content.as_ref().map_or(&[], |(_, items)| items)
}

fn find(items: &[Item], line: usize) -> Option<(Vec<&ItemMod>, &ItemMod)> {
    let modules = items.iter().filter_map(|item| if let Item::Mod(module) = item { Some(module) } else { None });
    modules.into_iter().find_map(|module| {
        if module.ident.span().start().line == line {
            return Some((Vec::new(), module));
        }
        let (mut around, found) = find(items_of(module), line)?;
        around.insert(0, module);
        Some((around, found))
    })
}

fn with_rest(place: Place, rest: &[String]) -> Place {
    let longer = |path: Vec<String>| [path.as_slice(), rest].concat();
    match place {
        Place::Glassbox(path) => Place::Glassbox(longer(path)),
        Place::Same(path) => Place::Same(longer(path)),
        Place::Copied(spot, path) => Place::Copied(spot, longer(path)),
        Place::Library { path, is_public } => Place::Library { path: longer(path), is_public },
        Place::Nowhere(path) => Place::Nowhere(longer(path)),
    }
}

fn has_cfg(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attribute| attribute.path().is_ident("cfg"))
}

pub(super) fn is_public_item(vis: &Visibility, attrs: &[Attribute]) -> bool {
    matches!(vis, Visibility::Public(_)) && !has_cfg(attrs)
}

// --- Items ---

/// The name of an item, if it has one and is no import.
pub(super) fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.unraw().to_string())
}

pub(super) fn visibility(item: &Item) -> Option<(&Visibility, &[Attribute])> {
    match item {
        Item::Const(item) => Some((&item.vis, &item.attrs)),
        Item::Enum(item) => Some((&item.vis, &item.attrs)),
        Item::Fn(item) => Some((&item.vis, &item.attrs)),
        Item::Mod(item) => Some((&item.vis, &item.attrs)),
        Item::Static(item) => Some((&item.vis, &item.attrs)),
        Item::Struct(item) => Some((&item.vis, &item.attrs)),
        Item::Trait(item) => Some((&item.vis, &item.attrs)),
        Item::Type(item) => Some((&item.vis, &item.attrs)),
        Item::Union(item) => Some((&item.vis, &item.attrs)),
        _ => None,
    }
}

/// The fields of a structure.
pub(super) fn members(fields: &Fields) -> impl Iterator<Item = (String, &Visibility)> {
    let name = |(index, field): (usize, &syn::Field)| {
        field.ident.as_ref().map_or_else(|| index.to_string(), |name| name.unraw().to_string())
    };
    fields.iter().enumerate().map(move |(index, field)| (name((index, field)), &field.vis))
}

/// What is implemented for a type, or of a trait.
pub(super) fn impls_of<'a>(items: &'a [Item], name: &str) -> impl Iterator<Item = (usize, &'a syn::ItemImpl)> {
    let is_it = move |item: &syn::ItemImpl| {
        let of = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        named(&item.self_ty).is_some_and(|(ident, _)| ident == name) || of.is_some_and(|of| of.ident == name)
    };
    items.iter().enumerate().filter_map(move |(index, item)| match item {
        Item::Impl(item) if is_it(item) => Some((index, item)),
        _ => None,
    })
}

// --- Imports ---

/// One name of an import.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Its path; without the star of a glob.
    pub(super) path: Vec<String>,
    pub(super) kind: LeafKind,
}

/// What an import does with what its path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LeafKind {
    Name,
    Renamed(String),
    Glob,
}

impl Leaf {
    /// The name that it gives.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.kind {
            LeafKind::Name => self.path.last().map(String::as_str),
            LeafKind::Renamed(name) => Some(name),
            LeafKind::Glob => None,
        }
    }

    /// As an import from this path.
    pub(super) fn import(&self, path: &[String]) -> String {
        let path = path.join("::");
        match &self.kind {
            LeafKind::Name => format!("use {path};"),
            LeafKind::Renamed(name) => format!("use {path} as {name};"),
            LeafKind::Glob => format!("use {path}::*;"),
        }
    }
}

/// The names of an import; none of other items.
pub(super) fn leaves(item: &Item) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    if let Item::Use(item) = item {
        add_leaves(&item.tree, &[], &mut leaves);
    }
    leaves
}

fn add_leaves(tree: &UseTree, before: &[String], leaves: &mut Vec<Leaf>) {
    let with = |name: &syn::Ident| -> Vec<String> {
        // `a::{self}` is `a`.
        let name = (name != "self" || before.is_empty()).then(|| name.unraw().to_string());
        before.iter().cloned().chain(name).collect()
    };
    match tree {
        UseTree::Path(path) => add_leaves(&path.tree, &with(&path.ident), leaves),
        UseTree::Name(name) => leaves.push(Leaf { path: with(&name.ident), kind: LeafKind::Name }),
        UseTree::Rename(rename) => {
            let kind = LeafKind::Renamed(rename.rename.to_string());
            leaves.push(Leaf { path: with(&rename.ident), kind });
        }
        UseTree::Glob(_) => leaves.push(Leaf { path: before.to_vec(), kind: LeafKind::Glob }),
        UseTree::Group(group) => group.items.iter().for_each(|tree| add_leaves(tree, before, leaves)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::PathBuf;

    use glassbox_engine::catalog::{CheckKind, Location};

    use super::*;

    /// An exploration at a line of `src/lib.rs`.
    pub(in crate::check::emit) fn exploration(path: &str, line: u32) -> Check {
        Check {
            kind: CheckKind::Exploration,
            package: "demo".to_owned(),
            path: path.to_owned(),
            location: Location { file: "src/lib.rs".to_owned(), line, column: 1 },
            doc: String::new(),
            args: Vec::new(),
            bounds: Vec::new(),
        }
    }

    /// A library whose source nobody can read.
    pub(in crate::check::emit) fn library() -> Library {
        Library { name: "demo".to_owned(), source: PathBuf::from("none") }
    }

    #[track_caller]
    pub(in crate::check::emit) fn with_scope(source: &str, path: &str, line: u32, then: impl FnOnce(&Scope<'_>)) {
        let file = syn::parse_file(source).unwrap();
        then(&Scope::find(&file, &exploration(path, line), Some(&library())).unwrap());
    }

    const SOURCE: &str = "
use std::rc::Rc as Shared;
pub struct Open { pub a: u8 }
struct Closed;
pub struct Half { a: u8, b: u8 }
mod node;
mod outer {
    use super::Closed;
    mod m {
        fn f(half: &Half) -> u8 { half.b }
    }
}
";

    #[track_caller]
    fn check(import: &str, expect: &Place) {
        let item: Item = syn::parse_str(&format!("use {import};")).unwrap();
        with_scope(SOURCE, "demo::outer::m", 9, |scope| {
            assert_eq!(scope.origin(&leaves(&item)[0], &scope.path), *expect, "{import}");
        });
    }

    #[test]
    fn names_lead_to_the_library_or_to_a_copy() {
        let path = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<String>>();
        let library = |names: &str, is_public| Place::Library { path: path(names), is_public };
        check("super::super::Open", &library("demo::Open", true));
        check("crate::Open", &library("demo::Open", true));
        check("crate::Closed", &Place::Copied((0, 2), path("Closed")));
        check("super::Closed", &Place::Copied((0, 2), path("Closed")));
        // It looks into it.
        check("crate::Half", &Place::Copied((0, 3), path("Half")));
        check("crate::Shared", &Place::Same(path("std::rc::Rc")));
        check("crate::node::Node", &library("demo::node::Node", false));
        check("self::f", &Place::Same(path("f")));
        check("std::rc::Rc", &Place::Same(path("std::rc::Rc")));
        check("glassbox::Val", &Place::Glassbox(path("Val")));
    }
}
