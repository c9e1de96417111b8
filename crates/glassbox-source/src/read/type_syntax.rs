//! Types as they are written. Only names are compared: type aliases are not resolved here.

use std::collections::BTreeMap;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Ident, PathArguments, Type};

/// The type without parentheses.
pub(crate) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => plain(&inner.elem),
        Type::Group(inner) => plain(&inner.elem),
        ty => ty,
    }
}

/// The last segment of a path, and its type arguments.
pub(crate) fn named(ty: &Type) -> Option<(&Ident, Vec<&Type>)> {
    let Type::Path(path) = plain(ty) else { return None };
    let last = path.path.segments.last().filter(|_| path.qself.is_none())?;
    let arguments = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().filter_map(type_argument).collect(),
        _ => Vec::new(),
    };
    Some((&last.ident, arguments))
}

fn type_argument(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// `T`, if the type is `name<T>`.
pub(crate) fn argument_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let (ident, arguments) = named(ty)?;
    arguments.first().copied().filter(|_| ident == name)
}

/// The target type of a raw pointer or `NonNull`, also inside an `Option`.
pub(crate) fn pointee(ty: &Type) -> Option<&Type> {
    match plain(ty) {
        Type::Ptr(pointer) => Some(&pointer.elem),
        _ => argument_of(ty, "NonNull").or_else(|| argument_of(ty, "Option").and_then(pointee)),
    }
}

/// Whether one of `names` occurs among the tokens.
pub(crate) fn mentions(tokens: TokenStream, names: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

/// The type with some identifiers replaced.
pub(crate) fn replaced(ty: &Type, names: &BTreeMap<String, TokenStream>) -> Type {
    syn::parse2(replaced_tokens(ty.to_token_stream(), names)).unwrap_or_else(|_| ty.clone())
}

fn replaced_tokens(tokens: TokenStream, names: &BTreeMap<String, TokenStream>) -> TokenStream {
    let replace = |token: TokenTree| match token {
        TokenTree::Ident(ident) => names.get(&ident.to_string()).cloned().unwrap_or_else(|| ident.into_token_stream()),
        TokenTree::Group(group) => {
            Group::new(group.delimiter(), replaced_tokens(group.stream(), names)).into_token_stream()
        }
        token => token.into_token_stream(),
    };
    tokens.into_iter().map(replace).collect()
}

/// The source text of a type or other syntax, with the usual spacing.
pub(crate) fn text(ty: &impl ToTokens) -> String {
    let mut text = ty.to_token_stream().to_string();
    for (spaced, tight) in [
        (" < ", "<"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" ,", ","),
        (" ;", ";"),
        (" :: ", "::"),
        (":: ", "::"),
        (" : ", ": "),
        ("& ", "&"),
        ("* ", "*"),
        ("- >", "->"),
        (" (", "("),
    ] {
        text = text.replace(spaced, tight);
    }
    text
}
