//! Imports: the names that `use` items bring into a module.

use syn::ext::IdentExt;
use syn::{Item, UseTree};

/// One name that a `use` item imports.
#[derive(Clone, Debug)]
pub(crate) struct ImportedName {
    /// Its path, without the star of a glob.
    pub(crate) path: Vec<String>,
    pub(crate) kind: ImportKind,
}

/// How an import names the item that its path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ImportKind {
    /// With its own name.
    Name,
    /// With another name: `use a as b`.
    Renamed(String),
    /// All items of a module: `use a::*`.
    Glob,
}

impl ImportedName {
    /// The name in the importing module; none for a glob.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.kind {
            ImportKind::Name => self.path.last().map(String::as_str),
            ImportKind::Renamed(name) => Some(name),
            ImportKind::Glob => None,
        }
    }

    /// The `use` item that imports the name from another path.
    pub(crate) fn import_from(&self, path: &[String]) -> String {
        let path = path.join("::");
        match &self.kind {
            ImportKind::Name => format!("use {path};"),
            ImportKind::Renamed(name) => format!("use {path} as {name};"),
            ImportKind::Glob => format!("use {path}::*;"),
        }
    }
}

/// The names that an item imports; none if it is no `use` item.
pub(crate) fn imported_names(item: &Item) -> Vec<ImportedName> {
    let mut names = Vec::new();
    if let Item::Use(item) = item {
        add_names(&item.tree, &[], &mut names);
    }
    names
}

fn add_names(tree: &UseTree, before: &[String], names: &mut Vec<ImportedName>) {
    let with = |name: &syn::Ident| -> Vec<String> {
        // `a::{self}` is `a`.
        let name = (name != "self" || before.is_empty()).then(|| name.unraw().to_string());
        before.iter().cloned().chain(name).collect()
    };
    match tree {
        UseTree::Path(path) => add_names(&path.tree, &with(&path.ident), names),
        UseTree::Name(name) => names.push(ImportedName { path: with(&name.ident), kind: ImportKind::Name }),
        UseTree::Rename(rename) => {
            let kind = ImportKind::Renamed(rename.rename.to_string());
            names.push(ImportedName { path: with(&rename.ident), kind });
        }
        UseTree::Glob(_) => names.push(ImportedName { path: before.to_vec(), kind: ImportKind::Glob }),
        UseTree::Group(group) => group.items.iter().for_each(|tree| add_names(tree, before, names)),
    }
}
