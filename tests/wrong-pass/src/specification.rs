//! What says what is right: checks, invariants, descriptions and tests. Mutants leave it as it is.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item};

/// Traits whose implementations are specifications, or only print.
const TRAITS: [&str; 4] = ["Invariant", "Structure", "Debug", "Display"];

/// Whether an item is a specification.
fn is_specification(item: &Item) -> bool {
    match item {
        Item::Fn(it) => is_of_glassbox(&it.attrs),
        Item::Mod(it) => it.ident == "checks" || it.ident == "tests",
        Item::Impl(it) => it.trait_.as_ref().is_some_and(|(path, _)| {
            path.segments.last().is_some_and(|last| TRAITS.iter().any(|name| last.ident == name))
        }),
        _ => false,
    }
}

fn is_of_glassbox(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().segments.first().is_some_and(|first| first.ident == "glassbox"))
}

/// Whether a file is one.
pub(crate) fn is_specification_file(file: &str) -> bool {
    ["/checks.rs", "/tests.rs"].iter().any(|end| file.ends_with(end))
}

/// Where a source has specifications, in bytes.
pub(crate) fn specifications(source: &str) -> Result<Vec<Range<usize>>, String> {
    struct Search(Vec<Range<usize>>);
    impl<'ast> Visit<'ast> for Search {
        fn visit_item(&mut self, item: &'ast Item) {
            if is_specification(item) {
                self.0.push(item.span().byte_range());
            } else {
                visit::visit_item(self, item);
            }
        }
    }
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let mut search = Search(Vec::new());
    search.visit_file(&file);
    // Behind the first check of a file are others, and functions that they use.
    let is_check = |item: &&Item| matches!(item, Item::Fn(it) if is_of_glassbox(&it.attrs));
    let first = file.items.iter().find(is_check).map(|item| item.span().byte_range().start);
    search.0.extend(first.map(|first| first..source.len()));
    Ok(search.0)
}

/// Whether a text is about bugs that are planted already.
pub(crate) fn is_about_bugs(text: &str) -> bool {
    text.contains("\"bug-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_are_found_where_they_are() {
        let source = "fn a() {} impl Invariant for X {} impl X {} #[glassbox::check] fn b() {} fn used_by_b() {}";
        let found: Vec<&str> = specifications(source).expect("Rust").into_iter().map(|it| &source[it]).collect();
        let check = "#[glassbox::check] fn b() {}";
        assert_eq!(found, ["impl Invariant for X {}", check, &format!("{check} fn used_by_b() {{}}")]);
    }
}
