//! The source of a subject without glassbox, as a crate would have it that never heard of it.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, Meta};

/// Takes out checks, explorations, invariants, attributes and derives of glassbox, and modules with checks and tests.
pub(crate) fn plain_source(text: &str) -> Result<String, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut cut = Cut { text, ranges: Vec::new() };
    cut.visit_file(&file);
    let mut ranges = cut.ranges;
    ranges.sort_by_key(|range| range.start);
    let mut plain = String::new();
    let mut at = 0;
    for range in ranges {
        if range.start >= at {
            plain += &text[at..range.start];
        }
        at = at.max(range.end);
    }
    Ok(plain + &text[at..])
}

/// Collects what is to be taken out.
struct Cut<'a> {
    text: &'a str,
    ranges: Vec<Range<usize>>,
}

impl Cut<'_> {
    fn add(&mut self, span: Span) {
        self.ranges.push(span.byte_range());
    }

    /// Takes out an item with its comments.
    fn add_item(&mut self, item: &Item) {
        let range = item.span().byte_range();
        self.ranges.push(range);
    }

    /// Takes out one of the traits that are derived, with its comma.
    fn add_derived(&mut self, attribute: &Attribute) {
        let range = attribute.span().byte_range();
        let names = self.text[range.clone()].trim_start_matches("#[derive(").trim_end_matches(")]");
        let kept: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.ends_with("Structure")).collect();
        let start = range.start + "#[derive(".len();
        match kept.len() {
            0 => self.ranges.push(range),
            count if count == names.split(',').count() => {}
            // The kept names stay where they are as far as possible: `Structure` is the last one.
            _ => self.ranges.push(start + kept.join(", ").len()..range.end - 2),
        }
    }
}

fn is_of_glassbox(attribute: &Attribute) -> bool {
    attribute.path().segments.first().is_some_and(|first| first.ident == "glassbox")
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        _ => &[],
    }
}

fn uses_glassbox(item: &ItemUse) -> bool {
    matches!(&item.tree, syn::UseTree::Path(path) if path.ident == "glassbox")
}

impl<'ast> Visit<'ast> for Cut<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let is_marked = attributes(item).iter().any(|it| is_of_glassbox(it) && it.path().segments.len() > 1);
        let is_cut = match item {
            Item::Mod(it) => is_marked || it.ident == "checks" || it.ident == "tests",
            Item::Fn(_) => is_marked,
            Item::Use(it) => uses_glassbox(it),
            Item::Impl(it) => it.trait_.as_ref().is_some_and(|(path, _)| {
                let last = path.segments.last();
                last.is_some_and(|it| it.ident == "Invariant" || it.ident == "Structure")
            }),
            _ => false,
        };
        if is_cut {
            self.add_item(item);
        } else {
            visit::visit_item(self, item);
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if is_of_glassbox(attribute) {
            self.add(attribute.span());
        } else if let Meta::List(list) = &attribute.meta
            && list.path.is_ident("derive")
        {
            self.add_derived(attribute);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_glassbox_is_left() {
        let text = "use glassbox::{Structure, ensure};\n\n/// A.\n#[derive(Debug, Structure)]\n#[glassbox(domain(u8 = 0..2))]\n\
                    pub struct A {\n    #[glassbox(count)]\n    len: usize,\n}\n\nimpl Invariant for A {}\n\n\
                    /// Checks.\n#[glassbox::check(len = 2)]\nfn push(a: &mut A, #[glassbox(values = 0..2)] b: u8) {}\n\n\
                    mod checks;\n\nfn rest() {}\n";
        let plain = plain_source(text).expect("a source");
        let words: Vec<&str> = plain.split_whitespace().collect();
        let expected = "/// A. #[derive(Debug)] pub struct A { len: usize, } fn rest() {}";
        assert_eq!(words.join(" "), expected);
    }
}
