//! Names that code mentions, as far as its tokens tell.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::{Item, TraitItem};

use super::attributes::{is_derive, is_for_glassbox};
use super::items::item_name;

/// Names that code mentions, by how it uses them.
#[derive(Debug, Default)]
pub(crate) struct MentionedNames {
    /// Single names, and first names of paths.
    pub(crate) names: BTreeSet<String>,
    /// First names of paths with several names.
    prefixes: BTreeSet<String>,
    /// Fields: `.name`.
    pub(crate) fields: BTreeSet<String>,
    /// Functions: `.name(` and `::name(`.
    pub(crate) calls: BTreeSet<String>,
    /// Types before a brace: `Name {`.
    pub(crate) opened: BTreeSet<String>,
}

impl MentionedNames {
    /// The names in these tokens.
    pub(crate) fn of(tokens: TokenStream) -> Self {
        let mut mentioned = Self::default();
        mentioned.add(tokens);
        mentioned
    }

    /// Adds the names in these tokens, except those in derives and attributes of glassbox.
    pub(crate) fn add(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let is_behind = |c: char| at > 0 && is_punct(tokens.get(at - 1), c);
            match token {
                TokenTree::Group(group)
                    if is_behind('#') && (is_for_glassbox(&group.stream()) || is_derive(&group.stream())) => {}
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
        // Behind `..` is the end of a range, not a field.
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

    /// Whether the code may refer to an item.
    pub(crate) fn may_refer_to(&self, item: &Item) -> bool {
        let Some(name) = item_name(item) else { return false };
        match item {
            Item::Mod(_) => self.prefixes.contains(&name),
            Item::Trait(item) => {
                let mut functions = item.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(function) => Some(function.sig.ident.unraw().to_string()),
                    _ => None,
                });
                // Methods of a trait can be called without its name.
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

/// Whether a token is this punctuation character.
pub(crate) fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_their_use() {
        let mentioned = MentionedNames::of("0..n + a.b.c(d::e::f()) + T { g: 1 }.0".parse().unwrap());
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
        assert_eq!(mentioned.names, set(&["n", "a", "d", "T", "g"]));
        assert_eq!((mentioned.prefixes, mentioned.fields), (set(&["d"]), set(&["b", "0"])));
        assert_eq!((mentioned.calls, mentioned.opened), (set(&["c", "f"]), set(&["T"])));
    }
}
