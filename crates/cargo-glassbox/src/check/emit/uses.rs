//! What code mentions, as far as its tokens tell.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::{Item, TraitItem};

use super::scope::{GLASSBOX, name_of};
use crate::init::types::mentions;

/// What code mentions.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// Names that stand for themselves, or begin a path.
    pub(super) names: BTreeSet<String>,
    /// Names that begin a path, and are not all of it.
    prefixes: BTreeSet<String>,
    /// `.field`
    pub(super) fields: BTreeSet<String>,
    /// `.function(` and `::function(`
    pub(super) calls: BTreeSet<String>,
    /// `Type {`
    pub(super) opened: BTreeSet<String>,
}

impl Uses {
    pub(super) fn of(tokens: TokenStream) -> Self {
        let mut uses = Self::default();
        uses.add(tokens);
        uses
    }

    pub(super) fn add(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let is_behind = |c: char| at > 0 && is_punct(tokens.get(at - 1), c);
            match token {
                TokenTree::Group(group)
                    if is_behind('#') && (is_ours(&group.stream()) || is_derive(&group.stream())) => {}
                TokenTree::Group(group) => self.add(group.stream()),
                TokenTree::Ident(ident) => self.add_name(ident.unraw().to_string(), &tokens, at),
                TokenTree::Literal(literal) if is_behind('.') => {
                    self.fields.insert(literal.to_string());
                }
                _ => {}
            }
        }
    }

    fn add_name(&mut self, name: String, tokens: &[TokenTree], at: usize) {
        let is_at = |at: Option<usize>, c: char| at.is_some_and(|at| is_punct(tokens.get(at), c));
        let (before, before_that) = (at.checked_sub(1), at.checked_sub(2));
        // `..name` is the end of a range.
        let is_member = is_at(before, '.') && !is_at(before_that, '.');
        let is_in_path = is_at(before, ':') && is_at(before_that, ':');
        let group = match tokens.get(at + 1) {
            Some(TokenTree::Group(group)) => Some(group.delimiter()),
            _ => None,
        };
        if (is_member || is_in_path) && group == Some(Delimiter::Parenthesis) {
            self.calls.insert(name.clone());
        } else if is_member {
            self.fields.insert(name.clone());
        }
        let is_type = !is_at(before, '>') && !before.is_some_and(|before| is_keyword(&tokens[before]));
        if group == Some(Delimiter::Brace) && is_type {
            self.opened.insert(name.clone());
        }
        if !is_member && !is_in_path {
            if is_at(Some(at + 1), ':') && is_at(Some(at + 2), ':') {
                self.prefixes.insert(name.clone());
            }
            self.names.insert(name);
        }
    }

    /// Whether an item of a module around may be meant.
    pub(super) fn mention(&self, item: &Item) -> bool {
        let Some(name) = name_of(item) else { return false };
        match item {
            Item::Mod(_) => self.prefixes.contains(&name),
            Item::Trait(item) => {
                let mut functions = item.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(function) => Some(function.sig.ident.unraw().to_string()),
                    _ => None,
                });
                // Functions of a trait are there without its name.
                let is_called = |name: String| self.calls.contains(&name) || self.fields.contains(&name);
                self.names.contains(&name) || functions.any(is_called)
            }
            _ => self.names.contains(&name),
        }
    }
}

fn is_keyword(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(ident) if ["impl", "for", "mod", "trait", "struct", "enum"].iter().any(|it| ident == it))
}

pub(super) fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

fn is_derive(attribute: &TokenStream) -> bool {
    matches!(attribute.clone().into_iter().next(), Some(TokenTree::Ident(first)) if first == "derive")
}

/// Whether an attribute is for glassbox: `#[glassbox(..)]`, `#[cfg(glassbox)]`, `#[cfg_attr(glassbox, ..)]`.
pub(super) fn is_ours(attribute: &TokenStream) -> bool {
    let mut tokens = attribute.clone().into_iter();
    let Some(TokenTree::Ident(first)) = tokens.next() else { return false };
    first == GLASSBOX
        || ((first == "cfg" || first == "cfg_attr")
            && tokens.any(|token| matches!(token, TokenTree::Group(group) if mentions(group.stream(), &[GLASSBOX]))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_end_with_names_and_fields_begin_with_dots() {
        let uses = Uses::of("0..n + a.b.c(d::e::f()) + T { g: 1 }.0".parse().unwrap());
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
        assert_eq!(uses.names, set(&["n", "a", "d", "T", "g"]));
        assert_eq!((uses.prefixes, uses.fields), (set(&["d"]), set(&["b", "0"])));
        assert_eq!((uses.calls, uses.opened), (set(&["c", "f"]), set(&["T"])));
    }
}
