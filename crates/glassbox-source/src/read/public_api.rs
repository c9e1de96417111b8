//! The public items of a library.

use std::path::{Path, PathBuf};

use syn::{File, Item};

use super::imports::{ImportKind, imported_names};
use super::items::{is_public_item, item_name, items_of, visibility};
use super::package::Library;

/// Whether other crates can certainly use the item that a path leads to. Items that macros define, and items that a glob
/// exports, are not known.
pub(super) fn is_public_in(library: &Library, path: &[String]) -> bool {
    let folder = library.root.parent().map(PathBuf::from).unwrap_or_default();
    parsed(&library.root).is_some_and(|file| is_public(&file.items, &folder, path))
}

fn parsed(path: &Path) -> Option<File> {
    syn::parse_file(&std::fs::read_to_string(path).ok()?).ok()
}

/// Whether a path in a module leads to a public item. The files of the module's children are in `folder`.
fn is_public(items: &[Item], folder: &Path, path: &[String]) -> bool {
    let Some((name, rest)) = path.split_first() else { return true };
    let exports = items.iter().filter(|item| matches!(item, Item::Use(item) if is_public_item(&item.vis, &item.attrs)));
    let is_exported =
        exports.flat_map(imported_names).any(|it| it.kind != ImportKind::Glob && it.name() == Some(name.as_str()));
    let named = items.iter().filter(|item| item_name(item).as_ref() == Some(name));
    let mut public = named.filter(|item| visibility(item).is_some_and(|(vis, attrs)| is_public_item(vis, attrs)));
    is_exported
        || public.any(|item| match item {
            Item::Mod(module) if module.content.is_some() => is_public(items_of(module), &folder.join(name), rest),
            Item::Mod(_) => {
                let files = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
                let file = files.iter().find_map(|file| parsed(file));
                file.is_some_and(|file| is_public(&file.items, &folder.join(name), rest))
            }
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_public_if_all_modules_around_them_are() {
        let source = "
            mod a { pub struct Hidden; }
            pub use a::Hidden as Shown;
            pub mod b { pub struct Open; struct Closed; }
            pub mod c;
            #[cfg(test)]
            pub struct Sometimes;
            pub enum Choice { One }
        ";
        let file = syn::parse_file(source).unwrap();
        let check = |path: &str| {
            let path: Vec<String> = path.split("::").map(str::to_owned).collect();
            is_public(&file.items, Path::new("none"), &path)
        };
        assert!(check("Shown") && check("b") && check("b::Open") && check("Choice::One"));
        assert!(!check("a::Hidden") && !check("b::Closed") && !check("c::X") && !check("Sometimes") && !check("X"));
    }
}
