//! The code for a field that is the length of others.
//!
//! Its values are those that the user lists, or all up to the length of the shortest array. Where the arrays can have
//! no elements, because the height is used up, only lengths remain for which they need none.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::Ident;

use super::model::{Field, Role, Slots};
use crate::code::{code, collected, first, possible_value};

/// The condition under which a length is possible within the bounds.
pub(crate) fn possible(field: &Field, fields: &[Field]) -> Option<TokenStream> {
    if let Some(lengths) = listed(field, fields) {
        return Some(code!((!#lengths.is_empty())));
    }
    let mut needed = arrays(field, fields)
        .filter(|slots| slots.uninit && slots.more > 0)
        .map(|slots| possible_value(&slots.element));
    let first = needed.next()?;
    Some(code!(#first #(&& #needed)*))
}

/// A sample of a length.
pub(crate) fn sample(field: &Field, fields: &[Field]) -> TokenStream {
    let listed = listed(field, fields);
    listed.map_or_else(|| code!(::core::default::Default::default()), |lengths| first(&lengths, &field.label))
}

/// Describes a length at `place`, and keeps the lengths and the choice in the variables of [`names`], for the arrays
/// that depend on it.
pub(crate) fn describe(number: usize, fields: &[Field], place: &TokenStream) -> TokenStream {
    let field = &fields[number];
    let Field { ty, label, .. } = field;
    let (in_use, chosen) = names(number);
    if let Some(lengths) = listed(field, fields) {
        return code! {
            let lengths = #lengths;
            let #in_use = lengths
                .iter()
                .map(|length| <usize as ::core::convert::TryFrom<#ty>>::try_from(*length).unwrap_or(0))
                .collect::<::glassbox::__private::Vec<usize>>();
            let #chosen = p.field(#label, |p| p.lengths::<#ty>(#place, lengths));
        };
    }
    let longest = longest(field, fields);
    code! {
        let longest = #longest;
        let #in_use = (0..=longest).collect::<::glassbox::__private::Vec<usize>>();
        let longest = <u32 as ::core::convert::TryFrom<usize>>::try_from(longest).expect("fewer than 2^32 elements");
        let #chosen = p.field(#label, |p| p.length::<#ty>(#place, longest));
    }
}

/// The names of two variables: the lengths, one for each choice, and the choice.
pub(crate) fn names(number: usize) -> (Ident, Ident) {
    let span = proc_macro2::Span::mixed_site();
    (format_ident!("lengths_{number}", span = span), format_ident!("length_{number}", span = span))
}

/// The greatest length.
fn longest(field: &Field, fields: &[Field]) -> TokenStream {
    let limits = arrays(field, fields).map(|Slots { element, uninit, capacity, more, .. }| {
        let limit = code!(longest = ::core::cmp::Ord::min(longest, usize::saturating_sub(#capacity, #more)););
        let possible = possible_value(element);
        let empty = (*uninit && *more == 0).then(|| code!(if !#possible { longest = 0; }));
        code!(#limit #empty)
    });
    code!({ let mut longest = usize::MAX; #(#limits)* longest })
}

/// The lengths that the user lists, without those that need elements where none is possible.
fn listed(field: &Field, fields: &[Field]) -> Option<TokenStream> {
    let Role::Values(values) = &field.role else { return None };
    let (ty, values) = (&field.ty, collected(values));
    let retained = arrays(field, fields).filter(|slots| slots.uninit).map(|Slots { element, more, .. }| {
        let possible = possible_value(element);
        code! {
            if !#possible {
                lengths.retain(|length| {
                    <usize as ::core::convert::TryFrom<#ty>>::try_from(*length).is_ok_and(|n| n + #more == 0)
                });
            }
        }
    });
    Some(code!({ let mut lengths: ::glassbox::__private::Vec<#ty> = #values; #(#retained)* lengths }))
}

/// The arrays that depend on this length.
fn arrays<'a>(field: &'a Field, fields: &'a [Field]) -> impl Iterator<Item = &'a Slots> {
    field.length_of.iter().filter_map(|&number| fields[number].slots())
}
