//! Attributes of items: `cfg`, `path`, `derive`, doc comments, attributes of glassbox.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Expr, Lit, Meta};

use super::type_syntax::{mentions, text};

/// The name of the crate `glassbox` in source code.
pub(crate) const GLASSBOX: &str = "glassbox";

/// Whether the last name of the attribute's path is this one: `check`, in `#[check]` and `#[glassbox::check]`.
pub(crate) fn has_last_name(attr: &Attribute, name: &str) -> bool {
    attr.path().segments.last().is_some_and(|last| last.ident == name)
}

/// Whether an item is compiled only for tests or for the machine.
pub(crate) fn is_for_tests(attrs: &[Attribute]) -> bool {
    let words = ["test", "glassbox"];
    let is_negated = |attr: &Attribute| text(&attr.meta).replace(' ', "").contains("not(test)");
    attrs
        .iter()
        .any(|attr| attr.path().is_ident("cfg") && mentions(attr.meta.to_token_stream(), &words) && !is_negated(attr))
}

/// The `cfg` attributes of an item, as text.
pub(crate) fn conditions(attrs: &[Attribute]) -> impl Iterator<Item = String> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).map(|attr| attr.meta.to_token_stream().to_string())
}

/// The file that `#[path = ".."]` names.
pub(crate) fn explicit_path(attrs: &[Attribute]) -> Option<String> {
    attrs.iter().filter(|attr| attr.path().is_ident("path")).find_map(string_value)
}

/// Whether a `derive` attribute lists the trait.
pub(crate) fn derives(attrs: &[Attribute], name: &str) -> bool {
    let mut derives = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
    derives.any(|attr| mentions(attr.meta.to_token_stream(), &[name]))
}

/// The text of the doc comment.
pub(crate) fn documentation(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc")).filter_map(string_value);
    lines.map(|line| line + "\n").collect()
}

/// Whether the tokens inside `#[..]` are for glassbox: `glassbox(..)`, `cfg(glassbox)`, `cfg_attr(glassbox, ..)`.
pub(crate) fn is_for_glassbox(attribute: &TokenStream) -> bool {
    let mut tokens = attribute.clone().into_iter();
    let Some(TokenTree::Ident(first)) = tokens.next() else { return false };
    first == GLASSBOX
        || ((first == "cfg" || first == "cfg_attr")
            && tokens.any(|token| matches!(token, TokenTree::Group(group) if mentions(group.stream(), &[GLASSBOX]))))
}

/// Whether the tokens inside `#[..]` are a `derive`.
pub(crate) fn is_derive(attribute: &TokenStream) -> bool {
    matches!(attribute.clone().into_iter().next(), Some(TokenTree::Ident(first)) if first == "derive")
}

/// `text`, in `#[name = "text"]`.
fn string_value(attr: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attr.meta else { return None };
    let Expr::Lit(literal) = &pair.value else { return None };
    match &literal.lit {
        Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}
