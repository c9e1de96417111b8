//! Items of the module that may be public functions, but that the macro cannot see into.

use quote::ToTokens;
use syn::{Attribute, Error, ForeignItem, Item, Path, Result, UseTree, Visibility};

use super::model::Unseen;
use crate::attributes::is_ours;
use crate::must_panic::is_skip;

/// The longest arguments of a macro that are shown.
const MOST_SHOWN: usize = 40;

/// The names in an item that may be functions.
pub(crate) fn unseen(item: &Item) -> Vec<Unseen> {
    let texts = match item {
        Item::Macro(item) if item.ident.is_none() && !is_known(&item.mac.path) => {
            let tokens = item.mac.tokens.to_string();
            let tokens = if tokens.len() > MOST_SHOWN { "..".to_owned() } else { tokens };
            vec![format!("{}!({tokens})", path_text(&item.mac.path))]
        }
        Item::Use(item) if is_public(&item.vis) => {
            let mut texts = Vec::new();
            imports(&item.tree, "pub use ", &mut texts);
            texts
        }
        Item::ForeignMod(module) => {
            let functions = module.items.iter().filter_map(|item| match item {
                ForeignItem::Fn(item) if is_public(&item.vis) => Some(format!("extern fn {}", item.sig.ident)),
                _ => None,
            });
            functions.collect()
        }
        _ => Vec::new(),
    };
    let cfgs = configured(attributes(item));
    texts.into_iter().map(|text| Unseen { text, cfgs: cfgs.clone() }).collect()
}

/// Whether the user leaves an item out on purpose, with `#[glassbox(skip)]`.
pub(crate) fn is_skipped(item: &Item) -> Result<bool> {
    let mut is_skipped = false;
    for attribute in attributes(item).iter().filter(|attribute| is_ours(attribute)) {
        if !is_skip(attribute)? {
            // A function may have others.
            if matches!(item, Item::Fn(_)) {
                continue;
            }
            let message = "only `#[glassbox(skip)]` is allowed here: it leaves the item out of the exploration";
            return Err(Error::new_spanned(attribute, message));
        }
        is_skipped = true;
    }
    Ok(is_skipped)
}

/// Removes our attributes from an item that may be skipped.
pub(crate) fn strip_skip(item: &mut Item) {
    let attributes = match item {
        Item::Fn(item) => &mut item.attrs,
        Item::Macro(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        Item::ForeignMod(item) => &mut item.attrs,
        _ => return,
    };
    attributes.retain(|attribute| !is_ours(attribute));
}

/// The `#[cfg(..)]` attributes among these.
pub(crate) fn configured(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect()
}

/// Whether it counts as public for an exploration.
pub(crate) fn is_public(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}

/// The attributes of an item that may be skipped.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether a macro is one of std that makes no functions.
fn is_known(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "thread_local")
}

fn path_text(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// Adds the imported names that may be functions: those in snake case, and globs. Types have names in camel case.
fn imports(tree: &UseTree, before: &str, texts: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => imports(&path.tree, &format!("{before}{}::", path.ident), texts),
        UseTree::Group(group) => group.items.iter().for_each(|tree| imports(tree, before, texts)),
        UseTree::Glob(_) => texts.push(format!("{before}*")),
        UseTree::Name(name) if may_be_function(&name.ident.to_string()) => {
            texts.push(format!("{before}{}", name.ident));
        }
        UseTree::Rename(rename) if may_be_function(&rename.rename.to_string()) => {
            texts.push(format!("{before}{} as {}", rename.ident, rename.rename));
        }
        UseTree::Name(_) | UseTree::Rename(_) => {}
    }
}

/// `self` imports a module, and `_` no name.
fn may_be_function(name: &str) -> bool {
    name != "self" && name.trim_start_matches("r#").trim_start_matches('_').starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn items_that_may_be_functions_are_named() {
        let cases: [(Item, &[&str]); 11] = [
            (parse_quote!(operation!(add);), &["operation!(add)"]),
            (parse_quote!(a::operations! { a, b, c, d, e, f, g, h, i, j, k, l, m, n }), &["a::operations!(..)"]),
            (parse_quote!(thread_local! { static A: u8 = 0; }), &[]),
            (
                parse_quote!(
                    macro_rules! operation {
                        () => {};
                    }
                ),
                &[],
            ),
            (
                parse_quote!(
                    use super::ops::add;
                ),
                &[],
            ),
            (
                parse_quote!(
                    pub use super::ops::{add, Set, self};
                ),
                &["pub use super::ops::add"],
            ),
            (
                parse_quote!(
                    pub(crate) use super::ops::*;
                ),
                &["pub use super::ops::*"],
            ),
            (
                parse_quote!(
                    pub use super::Add as add;
                ),
                &["pub use super::Add as add"],
            ),
            (
                parse_quote!(
                    pub use super::add as _;
                ),
                &[],
            ),
            (
                parse_quote!(
                    extern "C" {
                        pub fn add(s: &mut u8);
                        fn other();
                    }
                ),
                &["extern fn add"],
            ),
            (
                parse_quote!(
                    pub mod inner {
                        pub fn add(s: &mut u8) {}
                    }
                ),
                &[],
            ),
        ];
        for (item, expect) in cases {
            let texts: Vec<String> = unseen(&item).into_iter().map(|it| it.text).collect();
            assert_eq!(texts, expect, "{}", item.to_token_stream());
        }
    }

    #[test]
    fn items_can_be_skipped() {
        let mut item: Item = parse_quote!(
            #[glassbox(skip)]
            #[cfg(unix)]
            operation!(add);
        );
        assert!(is_skipped(&item).unwrap());
        assert_eq!(unseen(&item)[0].cfgs.len(), 1);
        strip_skip(&mut item);
        assert!(!is_skipped(&item).unwrap());
        let wrong: Item = parse_quote!(
            #[glassbox(tree)]
            pub use other::f;
        );
        assert!(is_skipped(&wrong).is_err());
    }
}
