//! Results have types: no reasons as text, no unnamed pairs of numbers.
//!
//! 1. In `crates`, no variant `Unknown(String)` and no variant `Host(String)`: callers would have to compare texts to
//!    tell reasons apart.
//! 2. In `crates/glassbox-engine`, no `(u32, u32)` where others can see it: as a type alias, in the type of a field
//!    that is not private, or in the signature of a function that is not private. Also inside other types, such as
//!    `Vec<(u32, u32)>`.
//!
//! Tests do not count.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Fields, ImplItem, Item, Type, Visibility};

use super::problem::Problem;
use crate::syntax::{attributes, is_for_tests};
use crate::tree::Tree;

/// Files that still break the rule. Remove a file once it keeps it.
const NOT_YET: [&str; 0] = [];

/// The crate in which pairs of numbers are looked for.
const ENGINE: &str = "crates/glassbox-engine/src/";

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    check_except(tree, &NOT_YET)
}

fn check_except(tree: &Tree, not_yet: &[&str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let in_crates = |path: &str| path.strip_prefix("crates/").is_some_and(|path| path.contains("/src/"));
    for (path, text) in tree.ours(".rs").filter(|(path, _)| in_crates(path)) {
        let found = problems_of(path, text);
        match (found.is_empty(), not_yet.contains(&path)) {
            (true, true) => {
                let message = "keeps the rule: remove it from NOT_YET in xtask/src/tidy/typed_results.rs";
                problems.push(Problem::new(path, 0, message));
            }
            (_, true) => {}
            (_, false) => problems.extend(found),
        }
    }
    let gone = not_yet.iter().filter(|path| !tree.exists(path));
    problems.extend(gone.map(|path| {
        Problem::new("xtask/src/tidy/typed_results.rs", 0, format!("NOT_YET names {path}, which does not exist"))
    }));
    problems
}

fn problems_of(path: &str, text: &str) -> Vec<Problem> {
    // Parsing takes most of the time, and most files have none of these.
    if !["u32, u32", "Unknown(", "Host("].iter().any(|word| text.contains(word)) {
        return Vec::new();
    }
    let syntax = match syn::parse_file(text) {
        Ok(syntax) => syntax,
        Err(error) => return vec![Problem::new(path, 0, format!("does not parse: {error}"))],
    };
    let mut finder = Finder { path, is_engine: path.starts_with(ENGINE), problems: Vec::new() };
    finder.visit_file(&syntax);
    finder.problems
}

struct Finder<'a> {
    path: &'a str,
    is_engine: bool,
    problems: Vec<Problem>,
}

impl Finder<'_> {
    fn report(&mut self, at: &impl Spanned, message: &str) {
        self.problems.push(Problem::new(self.path, at.span().start().line, message));
    }

    fn refuse_pairs(&mut self, ty: &Type) {
        if self.is_engine && has_pair(ty) {
            self.report(
                ty,
                "`(u32, u32)` has no names: use a struct with named fields, such as a key of a node with its \
                 address and its type",
            );
        }
    }

    fn refuse_pairs_in_signature(&mut self, visibility: &Visibility, signature: &syn::Signature) {
        if matches!(visibility, Visibility::Inherited) {
            return;
        }
        for parameter in &signature.inputs {
            if let syn::FnArg::Typed(parameter) = parameter {
                self.refuse_pairs(&parameter.ty);
            }
        }
        if let syn::ReturnType::Type(_, ty) = &signature.output {
            self.refuse_pairs(ty);
        }
    }
}

impl<'s> Visit<'s> for Finder<'_> {
    fn visit_item(&mut self, item: &'s Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_type(&mut self, item: &'s syn::ItemType) {
        self.refuse_pairs(&item.ty);
    }

    fn visit_item_struct(&mut self, item: &'s syn::ItemStruct) {
        for field in item.fields.iter().filter(|field| !matches!(field.vis, Visibility::Inherited)) {
            self.refuse_pairs(&field.ty);
        }
    }

    fn visit_item_fn(&mut self, item: &'s syn::ItemFn) {
        self.refuse_pairs_in_signature(&item.vis, &item.sig);
    }

    fn visit_impl_item(&mut self, item: &'s ImplItem) {
        if let ImplItem::Fn(item) = item
            && !is_for_tests(&item.attrs)
        {
            self.refuse_pairs_in_signature(&item.vis, &item.sig);
        }
    }

    fn visit_variant(&mut self, variant: &'s syn::Variant) {
        let Fields::Unnamed(fields) = &variant.fields else { return };
        let is_text = fields.unnamed.len() == 1 && is_string(&fields.unnamed[0].ty);
        if is_text && variant.ident == "Unknown" {
            self.report(
                variant,
                "`Unknown(String)`: use an enum with a variant for each reason, and print it in Display",
            );
        }
        if is_text && variant.ident == "Host" {
            self.report(
                variant,
                "`Host(String)`: use an enum with a variant for each refusal, like `Refusal` of the vm",
            );
        }
    }
}

/// Does the type contain `(u32, u32)`?
fn has_pair(ty: &Type) -> bool {
    struct Pairs(bool);
    impl Visit<'_> for Pairs {
        fn visit_type_tuple(&mut self, tuple: &syn::TypeTuple) {
            self.0 |= tuple.elems.len() == 2 && tuple.elems.iter().all(|element| is_named(element, "u32"));
            visit::visit_type_tuple(self, tuple);
        }
    }
    let mut pairs = Pairs(false);
    pairs.visit_type(ty);
    pairs.0
}

fn is_string(ty: &Type) -> bool {
    is_named(ty, "String")
}

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], not_yet: &[&str], expected: &[&str]) {
        let problems = check_except(&Tree::of(files), not_yet);
        let places: Vec<String> = problems
            .iter()
            .map(|problem| problem.to_string().split(": ").take(2).collect::<Vec<_>>().join(": "))
            .collect();
        let short: Vec<&str> = places.iter().map(|place| place.split(['`', ',']).next().unwrap_or_default()).collect();
        assert_eq!(short, expected);
    }

    #[test]
    fn reasons_as_text_are_found() {
        let source = "pub enum Verdict {\n Holds,\n Unknown(String),\n Other(String),\n}
            enum Stop { Host(String), Trap(Trap) }
            enum Fine { Unknown(Reason), Host { text: String } }
            #[cfg(test)] mod tests { enum E { Unknown(String) } }";
        check(
            &[("crates/a/src/lib.rs", source), ("tests/b/src/lib.rs", source), ("crates/a/tests/c.rs", source)],
            &[],
            &["crates/a/src/lib.rs:3: ", "crates/a/src/lib.rs:6: "],
        );
    }

    #[test]
    fn pairs_that_others_can_see_are_found_in_the_engine() {
        let source = "type Key = (u32, u32);
            pub struct A { pub a: Vec<(u32, u32)>,
                           b: (u32, u32), pub c: (u32, u64) }
            pub(super) fn f(x: &[(u32, u32)]) { let y: (u32, u32); }
            fn g(x: (u32, u32)) {}
            impl A { pub fn h(&self) -> Option<(u32, u32)> { None } fn i() -> (u32, u32) {} }";
        let path = "crates/glassbox-engine/src/a.rs";
        let expected = [1, 2, 4, 6].map(|line| format!("{path}:{line}: "));
        check(&[(path, source), ("crates/other/src/a.rs", source)], &[], &expected.each_ref().map(String::as_str));
    }

    #[test]
    fn exceptions_that_are_not_needed_are_found() {
        let broken = "enum V { Unknown(String) }";
        check(&[("crates/a/src/a.rs", broken)], &["crates/a/src/a.rs"], &[]);
        check(
            &[("crates/a/src/a.rs", "")],
            &["crates/a/src/a.rs", "crates/a/src/gone.rs"],
            &[
                "crates/a/src/a.rs: keeps the rule",
                "xtask/src/tidy/typed_results.rs: NOT_YET names crates/a/src/gone.rs",
            ],
        );
    }
}
