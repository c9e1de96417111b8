//! The fields of a value, and their places.

use proc_macro2::TokenStream;
use syn::Expr;

use super::model::{Field, Role, Slots};
use super::types::array;
use crate::code::code;

/// The fields of a value, with their places.
pub(crate) struct Site<'a> {
    pub(crate) fields: &'a [Field],
    /// From the number of a field to a raw pointer to it.
    pub(crate) place: &'a dyn Fn(usize) -> TokenStream,
}

impl Site<'_> {
    /// The length of an array.
    pub(super) fn capacity(&self, number: usize) -> Option<&Expr> {
        array(&self.fields[number].ty).map(|(_, capacity)| capacity)
    }

    /// The number of elements that hold a value. Elements that cannot be undefined hold one whether they are in use or
    /// not.
    pub(super) fn n_elements(&self, number: usize) -> TokenStream {
        match &self.fields[number].role {
            Role::Slots(slots) if slots.uninit => self.n_in_use(slots),
            Role::Slots(slots) => {
                let capacity = &slots.capacity;
                code!((#capacity))
            }
            _ => {
                let capacity = self.capacity(number);
                code!((#capacity))
            }
        }
    }

    /// The number of elements in use.
    pub(super) fn n_in_use(&self, slots: &Slots) -> TokenStream {
        let Slots { length, capacity, more, .. } = slots;
        let (length_type, length) = (&self.fields[*length].ty, (self.place)(*length));
        code!({
            let length = (#length).read_unaligned();
            let length = <usize as ::core::convert::TryFrom<#length_type>>::try_from(length).unwrap_or(0);
            ::core::cmp::Ord::min(#capacity, length.saturating_add(#more))
        })
    }
}
