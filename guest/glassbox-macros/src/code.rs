//! Writes tokens whose local variables cannot clash with the user's.
//!
//! Attributes hold expressions of the user's (`values = 0..limit()`), which end up between generated
//! statements. With `Span::mixed_site` a generated variable is invisible to them.

use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{Expr, Type};

use crate::attributes::Domain;

/// Like `quote!`, but generated variables are invisible to the user's expressions and the other way round.
macro_rules! code {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned! { ::proc_macro2::Span::mixed_site()=> $($tokens)* }
    };
}

/// Like [`code`], with errors pointing at `span` in the user's code, not at the name of the macro. Lints still know
/// that the user did not write it.
macro_rules! code_at {
    ($span:expr, $($tokens:tt)*) => {{
        let span = ::proc_macro2::Span::mixed_site().located_at($span);
        ::quote::quote_spanned! { span=> $($tokens)* }
    }};
}

pub(crate) use {code, code_at};

/// The values of an expression of the user's, collected into the type that the context expects.
pub(crate) fn collected(values: &Expr) -> TokenStream {
    code_at!(values.span(), ::core::iter::Iterator::collect(::core::iter::IntoIterator::into_iter(#values)))
}

/// `inner`, with the domains given to the plan `p`.
pub(crate) fn within(domains: &[Domain], inner: TokenStream) -> TokenStream {
    domains.iter().rev().fold(inner, |inner, Domain { ty, values }| {
        let values = collected(values);
        code!(p.with::<#ty, _>(#values, |p| { #inner }))
    })
}

/// Whether there is a value of the type within the bounds.
pub(crate) fn possible_value(ty: &Type) -> TokenStream {
    code!(<#ty as ::glassbox::Structure>::possible(p))
}

/// The first of the values; the generated code panics if there is none.
pub(crate) fn first(values: &TokenStream, label: &str) -> TokenStream {
    let message = format!("`{label}` has no values");
    code!(#values.into_iter().next().expect(#message))
}
