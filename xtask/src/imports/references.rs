//! The paths that the code of a module names.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, ItemUse, Macro, Meta, Path, TraitItem, VisRestricted, Visibility};

use super::use_tree::imports;
use crate::syntax::{attributes, is_for_tests};

/// Macros whose arguments are a template for code of another crate. The last two are our own.
const TEMPLATES: [&str; 5] = ["quote", "quote_spanned", "parse_quote", "code", "code_at"];

/// A path in the code of a module.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reference {
    pub(super) path: Vec<String>,
    /// From 1.
    pub(super) line: usize,
    /// Does it come from a `use` item that is visible outside of its module?
    pub(super) is_reexport: bool,
}

/// All paths that the items name, in the order of the source.
pub(super) fn references(items: &[Item]) -> Vec<Reference> {
    let mut collector = Collector::default();
    for item in items {
        collector.visit_item(item);
    }
    collector.found
}

#[derive(Default)]
struct Collector {
    found: Vec<Reference>,
}

impl Collector {
    fn push(&mut self, path: Vec<String>, line: usize) {
        self.found.push(Reference { path, line, is_reexport: false });
    }

    /// Paths in tokens that syn does not parse, because their meaning is up to a macro.
    fn scan(&mut self, tokens: TokenStream, counts: fn(&[String]) -> bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.scan(group.stream(), counts),
                TokenTree::Ident(ident) if begins_a_path(&tokens, at) => {
                    let line = ident.span().start().line;
                    let (path, end) = read_path(&tokens, at);
                    if counts(&path) {
                        self.push(path, line);
                    }
                    at = end;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }
}

impl<'s> Visit<'s> for Collector {
    fn visit_item(&mut self, item: &'s Item) {
        // Modules are visited by themselves.
        if !is_for_tests(attributes(item)) && !matches!(item, Item::Mod(_)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'s ImplItem) {
        let attributes = match item {
            ImplItem::Const(item) => &item.attrs[..],
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            ImplItem::Macro(item) => &item.attrs,
            _ => &[],
        };
        if !is_for_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'s TraitItem) {
        if !matches!(item, TraitItem::Fn(item) if is_for_tests(&item.attrs)) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'s ItemUse) {
        let line = item.use_token.span.start().line;
        let is_reexport = !matches!(item.vis, Visibility::Inherited);
        self.found.extend(imports(item).into_iter().map(|import| Reference { path: import.path, line, is_reexport }));
    }

    fn visit_path(&mut self, path: &'s Path) {
        if let (None, Some(first)) = (path.leading_colon, path.segments.first()) {
            let line = first.ident.span().start().line;
            self.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect(), line);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'s Macro) {
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        self.visit_path(&call.path);
        if !TEMPLATES.contains(&name.as_str()) {
            self.scan(call.tokens.clone(), |_| true);
        }
    }

    fn visit_attribute(&mut self, attribute: &'s Attribute) {
        // Single words are mostly keywords of the attribute.
        if let Meta::List(list) = &attribute.meta {
            self.scan(list.tokens.clone(), |path| path.len() > 1);
        }
    }

    fn visit_vis_restricted(&mut self, _: &'s VisRestricted) {}
}

/// Not a field, a method, a lifetime, a variable of a macro, or the middle of a path.
fn begins_a_path(tokens: &[TokenTree], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).and_then(|at| punctuation(tokens, at));
    match before(1) {
        // `0..LEN` is a range, `a.len` a field.
        Some('.') => before(2) == Some('.'),
        Some('\'') => false,
        Some('$') => tokens[at].to_string() == "crate",
        Some(':') => before(2) != Some(':'),
        _ => true,
    }
}

/// The path at `at`, and the index of the token behind it. `module::$name` is read as far as that, too.
fn read_path(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut path = vec![tokens[at].to_string()];
    at += 1;
    while is_path_separator(tokens, at) {
        match (tokens.get(at + 2), tokens.get(at + 3)) {
            (Some(TokenTree::Ident(segment)), _) => {
                path.push(segment.to_string());
                at += 3;
            }
            (Some(TokenTree::Punct(dollar)), Some(TokenTree::Ident(variable))) if dollar.as_char() == '$' => {
                path.push(format!("${variable}"));
                return (path, at + 4);
            }
            (Some(TokenTree::Group(group)), _) if group.delimiter() == Delimiter::None => {
                path.push(group.to_string());
                return (path, at + 3);
            }
            _ => break,
        }
    }
    (path, at)
}

fn is_path_separator(tokens: &[TokenTree], at: usize) -> bool {
    let joint = matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.spacing() == Spacing::Joint);
    joint && punctuation(tokens, at) == Some(':') && punctuation(tokens, at + 1) == Some(':')
}

fn punctuation(tokens: &[TokenTree], at: usize) -> Option<char> {
    match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
        _ => None,
    }
}
