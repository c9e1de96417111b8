//! The code for the values of one field: whether there are any, all of them, and a sample.
//!
//! Within the code `p` is the plan. Every trait function is named in the form `<Type as Trait>::function` with the
//! type's own tokens. So an unmet bound is reported once, at the user's field, although several functions would report
//! it: messages that are equal in every respect are printed once.

use proc_macro2::TokenStream;

use super::length;
use super::link;
use super::model::{Field, Links, Role, Slots};
use crate::code::{code, collected, first, possible_value, within};

/// The condition under which the field has a value within the bounds; `None` if it always has one.
pub(crate) fn possible(field: &Field, fields: &[Field]) -> Option<TokenStream> {
    match &field.role {
        _ if !field.length_of.is_empty() => length::possible(field, fields),
        Role::Plain => Some(possible_value(&field.ty)),
        Role::Slots(slots) if !slots.uninit => Some(possible_value(&slots.element)),
        Role::Tree(links) => Some(link::possible(links.link_type(field))),
        _ => None,
    }
}

/// All values, as an `Option<Values<_>>`; `None` if the field can never be a part of a type that is one variable.
pub(crate) fn values(field: &Field) -> Option<TokenStream> {
    let Field { ty, label, .. } = field;
    match &field.role {
        _ if !field.length_of.is_empty() || !field.decides.is_empty() => None,
        Role::Plain => {
            let values =
                code!(<#ty as ::glassbox::Structure>::values(p).and_then(::glassbox::__private::Values::listed));
            Some(within(&field.domains, code!(p.field(#label, |p| #values))))
        }
        Role::Values(values) => {
            let values = collected(values);
            Some(code!(::glassbox::__private::Values::<#ty>::listed(#values)))
        }
        _ => None,
    }
}

/// A sample.
pub(crate) fn sample(field: &Field, fields: &[Field]) -> TokenStream {
    let Field { ty, label, .. } = field;
    match &field.role {
        _ if !field.length_of.is_empty() => length::sample(field, fields),
        Role::Plain => within(&field.domains, code!(p.field(#label, |p| <#ty as ::glassbox::Structure>::sample(p)))),
        Role::Values(values) => {
            let values = collected(values);
            first(&code!({ let values: ::glassbox::__private::Vec<#ty> = #values; values }), label)
        }
        Role::Skip(value) => code!({ let value: #ty = #value; value }),
        Role::Count(_) | Role::Any | Role::TreeVec(_) | Role::Holes(_) => code!(::core::default::Default::default()),
        Role::Tree(links) | Role::Parent(links) | Role::Alias(links) => sample_links(field, links),
        Role::Nil(_) => sample_links(field, &Links::One),
        Role::Filled(filled) => {
            let (element, capacity) = (&filled.element, filled.capacity.as_ref());
            capacity.map_or_else(
                || code!(::core::default::Default::default()),
                |capacity| code!([const { ::core::mem::MaybeUninit::<#element>::uninit() }; #capacity]),
            )
        }
        Role::Slots(Slots { uninit: true, element, capacity, .. }) => {
            code!([const { ::core::mem::MaybeUninit::<#element>::uninit() }; #capacity])
        }
        Role::Slots(Slots { element, .. }) => {
            let sample = code!(p.field(#label, |p| <#element as ::glassbox::Structure>::sample(p)));
            within(&field.domains, code!(::core::array::from_fn(|_| #sample)))
        }
    }
}

fn sample_links(field: &Field, links: &Links) -> TokenStream {
    let sample = link::sample(links.link_type(field));
    match links {
        Links::One => sample,
        Links::Array(..) => code!(::core::array::from_fn(|_| #sample)),
    }
}
