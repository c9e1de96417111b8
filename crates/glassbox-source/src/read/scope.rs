//! The meaning of names in an exploration, as far as its file tells, for a test under `tests/`.
//!
//! Such a test can import public items of the library. Of other items that stand around the exploration in its file, the
//! test needs a copy. Items of other files are not copied.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{ImplItem, Item, ItemMod, Visibility};

use super::attributes::GLASSBOX;
use super::imports::{ImportedName, imported_names};
use super::items::{has_cfg, impls_of, is_public_item, item_name, items_of, members, visibility};
use super::mentioned_names::MentionedNames;
use super::package::Library;
use super::public_api::is_public_in;
use super::type_syntax::mentions;

/// Names of the prelude.
const PRELUDE: [&str; 10] = ["Box", "Err", "None", "Ok", "Option", "Result", "Self", "Some", "String", "Vec"];

/// An exploration and the modules around it.
pub(crate) struct Scope<'a> {
    /// Its path: crate, modules and its own name.
    pub(crate) path: Vec<String>,
    pub(crate) module: &'a ItemMod,
    /// The modules around it in its file, from the file itself inwards.
    pub(crate) around: Vec<EnclosingModule<'a>>,
    /// Its crate, if that is a library, which tests can use.
    library: Option<&'a Library>,
    /// Names in the exploration.
    mentioned: MentionedNames,
}

/// A module around an exploration, in the same file.
pub(crate) struct EnclosingModule<'a> {
    pub(crate) path: Vec<String>,
    pub(crate) items: &'a [Item],
    /// Tests can import from it.
    is_public: bool,
}

/// An item around an exploration: the position of its module in [`Scope::around`], and its own in that module.
pub(crate) type ItemPosition = (usize, usize);

/// The item that a name refers to, as a test can use it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NameOrigin {
    /// An item of glassbox; its path in that crate.
    Glassbox(Vec<String>),
    /// An item of another crate, or of the exploration: a test uses the same path.
    Same(Vec<String>),
    /// An item around the exploration that tests cannot import: they need a copy. Its path in the test.
    Copied(ItemPosition, Vec<String>),
    /// An item of the library.
    Library {
        path: Vec<String>,
        /// It is known to be public.
        is_public: bool,
    },
    /// An item of a crate that tests cannot use.
    Unavailable(Vec<String>),
}

impl<'a> Scope<'a> {
    /// Finds the exploration with this path, whose name is on this line. `library` is the library that the file belongs to, if
    /// it does.
    pub(crate) fn find(file: &'a syn::File, path: &str, line: u32, library: Option<&'a Library>) -> Option<Self> {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        let (modules, module) = find(&file.items, usize::try_from(line).ok()?)?;
        let n_around = modules.len() + 1;
        let file_path = path[..path.len().checked_sub(n_around)?].to_vec();
        let is_public = library.is_some() && file_path.len() == 1 && !has_cfg(&file.attrs);
        let mut around = vec![EnclosingModule { path: file_path, items: &file.items, is_public }];
        for module in modules {
            let outer = around.last().expect("the file is the outermost");
            let path = outer.path.iter().cloned().chain([module.ident.unraw().to_string()]).collect();
            let is_public = outer.is_public && is_public_item(&module.vis, &module.attrs);
            around.push(EnclosingModule { path, items: items_of(module), is_public });
        }
        let mentioned = MentionedNames::of(module.to_token_stream());
        Some(Self { path, module, around, library, mentioned })
    }

    /// The items of the exploration.
    pub(crate) fn items(&self) -> &'a [Item] {
        items_of(self.module)
    }

    /// The item that an import in a module refers to.
    pub(crate) fn origin(&self, import: &ImportedName, module: &[String]) -> NameOrigin {
        let path = &import.path;
        match self.absolute(path, module) {
            Some(path) => self.origin_of_path(&path),
            None if path[0] == GLASSBOX => NameOrigin::Glassbox(path[1..].to_vec()),
            None => NameOrigin::Same(path.clone()),
        }
    }

    /// The path from the root of the crate, if a path in a module leads to an item of the crate.
    pub(crate) fn absolute(&self, path: &[String], module: &[String]) -> Option<Vec<String>> {
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
        level.is_some_and(|around| around.items.iter().any(|item| item_name(item).is_some_and(|it| it == name)))
    }

    /// The item that a path from the root of the crate refers to.
    fn origin_of_path(&self, path: &[String]) -> NameOrigin {
        if let Some(rest) = path.strip_prefix(self.path.as_slice()) {
            return NameOrigin::Same(rest.to_vec());
        }
        for (level, around) in self.around.iter().enumerate().rev() {
            let Some([head, rest @ ..]) = path.strip_prefix(around.path.as_slice()) else { continue };
            if let Some(index) = around.index_of(head) {
                return self.item((level, index), path, &path[around.path.len()..]);
            }
            if let Some(import) = around.imports().find(|import| import.name().is_some_and(|name| name == head)) {
                return with_rest(self.origin(&import, &around.path), rest);
            }
        }
        self.elsewhere(path)
    }

    fn item(&self, position: ItemPosition, path: &[String], inside: &[String]) -> NameOrigin {
        let item = &self.around[position.0].items[position.1];
        if self.is_importable(position) {
            NameOrigin::Library { path: path.to_vec(), is_public: true }
        } else if matches!(item, Item::Mod(module) if module.content.is_none()) {
            self.elsewhere(path)
        } else {
            NameOrigin::Copied(position, inside.to_vec())
        }
    }

    fn elsewhere(&self, path: &[String]) -> NameOrigin {
        match self.library {
            Some(library) => NameOrigin::Library { path: path.to_vec(), is_public: is_public_in(library, &path[1..]) },
            None => NameOrigin::Unavailable(path.to_vec()),
        }
    }

    /// Whether a test can import an item and use it like the exploration does.
    fn is_importable(&self, (level, index): ItemPosition) -> bool {
        let around = &self.around[level];
        let item = &around.items[index];
        let Some((vis, attrs)) = visibility(item) else { return false };
        around.is_public && is_public_item(vis, attrs) && !self.uses_private_parts(around.items, item)
    }

    /// Whether the exploration uses private fields or functions of a type.
    fn uses_private_parts(&self, items: &[Item], item: &Item) -> bool {
        let Item::Struct(structure) = item else { return false };
        let name = structure.ident.to_string();
        let private: Vec<String> = members(&structure.fields)
            .filter(|(_, vis)| !matches!(vis, Visibility::Public(_)))
            .map(|(name, _)| name)
            .collect();
        let opens = self.mentioned.opened.contains(&name) && !private.is_empty();
        let functions = impls_of(items, &name).flat_map(|(_, item)| &item.items);
        let mut calls = functions.filter_map(|item| match item {
            ImplItem::Fn(function) if !matches!(function.vis, Visibility::Public(_)) => Some(&function.sig.ident),
            _ => None,
        });
        opens
            || private.iter().any(|field| self.mentioned.fields.contains(field))
            || calls.any(|function| self.mentioned.calls.contains(&function.to_string()))
    }
}

impl EnclosingModule<'_> {
    /// The position of the item with this name, except imports; else of a macro call that may define it.
    fn index_of(&self, name: &str) -> Option<usize> {
        let has_name = |item: &Item| item_name(item).is_some_and(|it| it == name);
        let may_define = |item: &Item| matches!(item, Item::Macro(item) if item.ident.is_none() && mentions(item.mac.tokens.clone(), &[name]));
        self.items.iter().position(has_name).or_else(|| self.items.iter().position(may_define))
    }

    /// Names that macro calls may define: types and constants that they mention.
    pub(crate) fn names_in_macros(&self) -> Vec<String> {
        let macros = self.items.iter().filter_map(|item| match item {
            Item::Macro(item) if item.ident.is_none() => Some(MentionedNames::of(item.mac.tokens.clone()).names),
            _ => None,
        });
        macros
            .flatten()
            .filter(|name| name.starts_with(char::is_uppercase) && !PRELUDE.contains(&name.as_str()))
            .collect()
    }

    /// All imports.
    fn imports(&self) -> impl Iterator<Item = ImportedName> {
        self.items.iter().flat_map(imported_names)
    }
}

/// The inline module whose name is on this line, and the modules around it.
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

/// The origin of a path that goes on behind a name.
fn with_rest(origin: NameOrigin, rest: &[String]) -> NameOrigin {
    let longer = |path: Vec<String>| [path.as_slice(), rest].concat();
    match origin {
        NameOrigin::Glassbox(path) => NameOrigin::Glassbox(longer(path)),
        NameOrigin::Same(path) => NameOrigin::Same(longer(path)),
        NameOrigin::Copied(position, path) => NameOrigin::Copied(position, longer(path)),
        NameOrigin::Library { path, is_public } => NameOrigin::Library { path: longer(path), is_public },
        NameOrigin::Unavailable(path) => NameOrigin::Unavailable(longer(path)),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A library whose source cannot be read.
    pub(crate) fn library() -> Library {
        Library { name: "demo".to_owned(), root: PathBuf::from("none") }
    }

    /// Calls the function with the exploration on this line of a library.
    #[track_caller]
    pub(crate) fn with_scope(source: &str, path: &str, line: u32, then: impl FnOnce(&Scope<'_>)) {
        let file = syn::parse_file(source).unwrap();
        then(&Scope::find(&file, path, line, Some(&library())).unwrap());
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
    fn check(import: &str, expect: &NameOrigin) {
        let item: Item = syn::parse_str(&format!("use {import};")).unwrap();
        with_scope(SOURCE, "demo::outer::m", 9, |scope| {
            assert_eq!(scope.origin(&imported_names(&item)[0], &scope.path), *expect, "{import}");
        });
    }

    #[test]
    fn names_lead_to_the_library_or_to_a_copy() {
        let path = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<String>>();
        let library = |names: &str, is_public| NameOrigin::Library { path: path(names), is_public };
        check("super::super::Open", &library("demo::Open", true));
        check("crate::Open", &library("demo::Open", true));
        check("crate::Closed", &NameOrigin::Copied((0, 2), path("Closed")));
        check("super::Closed", &NameOrigin::Copied((0, 2), path("Closed")));
        // The exploration uses a private field.
        check("crate::Half", &NameOrigin::Copied((0, 3), path("Half")));
        check("crate::Shared", &NameOrigin::Same(path("std::rc::Rc")));
        check("crate::node::Node", &library("demo::node::Node", false));
        check("self::f", &NameOrigin::Same(path("f")));
        check("std::rc::Rc", &NameOrigin::Same(path("std::rc::Rc")));
        check("glassbox::Val", &NameOrigin::Glassbox(path("Val")));
    }
}
