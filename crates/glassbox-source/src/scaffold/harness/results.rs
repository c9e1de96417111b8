//! What a function of the harness does with the result of a call: it keeps handles, reads some items of an iterator, and
//! returns anything else of which it can write the type, so that glassbox looks at it.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

use super::call_arguments::CallArguments;
use super::handles::{handle_type, returned_handle};
use crate::read::type_syntax::{replaced, text};

/// Types of std that a harness can name.
const KNOWN: [&str; 22] = [
    "Option", "Result", "bool", "char", "str", "String", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
    "i32", "i64", "i128", "isize", "f32", "f64", "Val", "Key",
];

/// The end of a function: its last statement, and the type that it returns.
pub(super) struct CallEnd {
    pub(super) statement: String,
    pub(super) output: Option<String>,
}

/// The end of a function that makes this call.
pub(super) fn call_end(arguments: &CallArguments<'_>, call: &str) -> CallEnd {
    let (subject, method) = (arguments.subject, &arguments.method);
    let without = |statement: String| CallEnd { statement, output: None };
    let Some(output) = method.output() else { return without(format!("{call};")) };
    let returned = returned_handle(output);
    let handle = handle_type(subject, method, returned, &arguments.choices);
    if let Some(handle) = subject.handles.iter().find(|known| Some(&known.ty) == handle.as_ref()) {
        let handles = format!("&mut {}.{}", arguments.subject_parameter, handle.field);
        let new = if text(returned) == text(output) { format!("Some({call})") } else { call.to_owned() };
        return without(format!("keep({handles}, {new});"));
    }
    if subject.is_iterator(output) {
        return without(format!("read_some({call});"));
    }
    if method.is_self(output) && !subject.has_handles() {
        return CallEnd { statement: call.to_owned(), output: Some(subject.short_type()) };
    }
    match returned_type(arguments, output) {
        Some(ty) => CallEnd { statement: call.to_owned(), output: Some(ty) },
        None => without(format!("let _ = {call};")),
    }
}

/// The type of a result as the harness writes it; none if it is not made of types of std, values and keys.
fn returned_type(arguments: &CallArguments<'_>, output: &Type) -> Option<String> {
    if !arguments.subject.is_compiled {
        return None;
    }
    let names: BTreeMap<String, TokenStream> = arguments
        .choices
        .iter()
        .filter_map(|(name, choice)| Some((name.clone(), choice.text()?.parse().ok()?)))
        .collect();
    let ty = replaced(output, &names);
    let is_known = is_known(ty.to_token_stream());
    is_known.then(|| text(&without_lifetimes(ty.to_token_stream())).replace("&'_ ", "&"))
}

fn is_known(tokens: TokenStream) -> bool {
    let mut is_lifetime = false;
    tokens.into_iter().all(|token| match token {
        TokenTree::Punct(punct) => {
            is_lifetime = punct.as_char() == '\'';
            matches!(punct.as_char(), '<' | '>' | ',' | '&' | '\'')
        }
        TokenTree::Ident(ident) if std::mem::take(&mut is_lifetime) => ident != "static",
        TokenTree::Ident(ident) => ident == "mut" || KNOWN.iter().any(|known| ident == known),
        TokenTree::Group(group) => is_known(group.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// The tokens without names of lifetimes: all results borrow from the subject.
fn without_lifetimes(tokens: TokenStream) -> TokenStream {
    let mut is_lifetime = false;
    let keep = |token: TokenTree| match token {
        TokenTree::Punct(punct) if punct.as_char() == '\'' => {
            is_lifetime = true;
            None
        }
        TokenTree::Ident(_) if std::mem::take(&mut is_lifetime) => None,
        TokenTree::Group(group) => {
            let inner = proc_macro2::Group::new(group.delimiter(), without_lifetimes(group.stream()));
            Some(TokenTree::Group(inner))
        }
        token => Some(token),
    };
    tokens.into_iter().filter_map(keep).collect()
}
