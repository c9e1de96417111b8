//! The code for a field that is the length of others.
//!
//! Its values are those that the user lists, or all up to the shortest of the others. Where the others can have no
//! elements at all, because the height is used up, only lengths remain for which they need none.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::Ident;

use super::model::{Field, Role, Slots};
use crate::code::{code, collected, first, possible_value};

/// A condition on the bounds without which no length is possible.
pub(crate) fn possible(field: &Field, fields: &[Field]) -> Option<TokenStream> {
    if let Some(lengths) = listed(field, fields) {
        return Some(code!((!#lengths.is_empty())));
    }
    let mut needed =
        ends(field, fields).filter(|slots| slots.uninit && slots.more > 0).map(|slots| possible_value(&slots.element));
    let first = needed.next()?;
    Some(code!(#first #(&& #needed)*))
}

/// Some length.
pub(crate) fn sample(field: &Field, fields: &[Field]) -> TokenStream {
    let listed = listed(field, fields);
    listed.map_or_else(|| code!(::core::default::Default::default()), |lengths| first(&lengths, &field.label))
}

/// Lays out a length at `place`, and keeps under [`names`] what the fields that end there need to know.
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
            let #chosen = p.field(#label, |p| p.choice::<#ty>(#place, lengths));
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

/// The names of the variables that hold, for each choice of the length, the number itself; and the choice.
pub(crate) fn names(number: usize) -> (Ident, Ident) {
    let span = proc_macro2::Span::mixed_site();
    (format_ident!("lengths_{number}", span = span), format_ident!("length_{number}", span = span))
}

/// How many elements there are at most.
fn longest(field: &Field, fields: &[Field]) -> TokenStream {
    let limits = ends(field, fields).map(|Slots { element, uninit, capacity, more, .. }| {
        let limit = code!(longest = ::core::cmp::Ord::min(longest, usize::saturating_sub(#capacity, #more)););
        let possible = possible_value(element);
        let empty = (*uninit && *more == 0).then(|| code!(if !#possible { longest = 0; }));
        code!(#limit #empty)
    });
    code!({ let mut longest = usize::MAX; #(#limits)* longest })
}

/// The lengths that the user lists, without those for which elements are needed that cannot be.
fn listed(field: &Field, fields: &[Field]) -> Option<TokenStream> {
    let Role::Values(values) = &field.role else { return None };
    let (ty, values) = (&field.ty, collected(values));
    let retained = ends(field, fields).filter(|slots| slots.uninit).map(|Slots { element, more, .. }| {
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

/// The fields that end there.
fn ends<'a>(field: &'a Field, fields: &'a [Field]) -> impl Iterator<Item = &'a Slots> {
    field.length_of.iter().filter_map(|&number| fields[number].slots())
}
