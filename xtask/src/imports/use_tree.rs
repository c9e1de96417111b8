//! The imports of one `use` item, each with its whole path.

use syn::UseTree;

/// One import of a `use` item.
pub(super) struct Import {
    /// Segments of the path, without the last one if that is `self`. For a glob, the path before `*`.
    pub(super) path: Vec<String>,
    pub(super) binds: Binding,
}

/// The names that an import brings into scope.
pub(super) enum Binding {
    /// `use a::b` or `use a::b as c`.
    Name(String),
    /// `use a::b as _`.
    Nothing,
    /// `use a::*`.
    All,
}

/// All imports of an item; none if it begins with `::`, which always names another package.
pub(super) fn imports(item: &syn::ItemUse) -> Vec<Import> {
    let mut imports = Vec::new();
    if item.leading_colon.is_none() {
        flatten(&item.tree, &mut Vec::new(), &mut imports);
    }
    imports
}

fn flatten(tree: &UseTree, prefix: &mut Vec<String>, imports: &mut Vec<Import>) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            flatten(&path.tree, prefix, imports);
            prefix.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, prefix, imports)),
        UseTree::Glob(_) => imports.push(Import { path: prefix.clone(), binds: Binding::All }),
        UseTree::Name(name) => {
            let path = extended(prefix, &name.ident);
            let binds = path.last().map_or(Binding::Nothing, |name| Binding::Name(name.clone()));
            imports.push(Import { path, binds });
        }
        UseTree::Rename(rename) => {
            let path = extended(prefix, &rename.ident);
            let binds = if rename.rename == "_" { Binding::Nothing } else { Binding::Name(rename.rename.to_string()) };
            imports.push(Import { path, binds });
        }
    }
}

/// `prefix::last`; just `prefix` for `prefix::{self}`.
fn extended(prefix: &[String], last: &syn::Ident) -> Vec<String> {
    let mut path = prefix.to_vec();
    if last != "self" || path.is_empty() {
        path.push(last.to_string());
    }
    path
}
