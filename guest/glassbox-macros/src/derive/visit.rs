//! The code that visits the links, keys and values of a value.
//!
//! Within the code `v` is the visitor and `i` the number of an element.

use proc_macro2::TokenStream;

use super::link;
use super::model::{Links, Part, Role, Step, Variant};
use super::site::Site;
use super::types::array;
use crate::code::code;

impl Site<'_> {
    /// Visits links, keys and values of all fields, in the order of description: keys in order.
    pub(crate) fn visit(&self, variant: &Variant) -> TokenStream {
        // Links by index need the address of the slots, so slots come first.
        let frames = variant.frames.iter().filter_map(|number| self.visit_field(*number));
        let steps = variant.steps.iter().filter_map(|step| match step {
            Step::Field(number) => self.visit_field(*number),
            Step::Sorted(parts) => {
                let parts = parts.iter().filter_map(|part| match part {
                    Part::Field(number) => self.visit_field(*number),
                    Part::Interleave(first, second) => Some(self.visit_interleaved(*first, *second)),
                });
                Some(code!(v.sorted(|v| { #(#parts)* });))
            }
        });
        frames.chain(steps).collect()
    }

    fn visit_field(&self, number: usize) -> Option<TokenStream> {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let ty = &field.ty;
        let links = match &field.role {
            _ if !field.length_of.is_empty() => None,
            Role::Plain => Some(code!(<#ty as ::glassbox::Structure>::visit(#place, v);)),
            Role::Values(_) => field.is_item.then(|| code!(<#ty as ::glassbox::Structure>::visit(#place, v);)),
            Role::Tree(Links::One) => Some(link::visit(ty, &place)),
            Role::Parent(Links::One) => Some(link::visit_parent(ty, &place)),
            Role::Tree(Links::Array(_)) | Role::Parent(Links::Array(_)) | Role::Slots(_) => {
                let (n, element) = (self.n_elements(number), self.visit_element(number));
                Some(code!({ let n: usize = #n; for i in 0..n { #element } }))
            }
            Role::TreeVec(element) => {
                Some(code!(let _ = <#element as ::glassbox::Invariant>::ok; v.tree_vec::<#element>(#place);))
            }
            Role::Holes(slot) => Some(code!(v.slots::<#slot>(#place);)),
            Role::Alias(_) | Role::Nil(_) | Role::Count(_) | Role::Skip(_) => None,
        }?;
        Some(if field.is_item { code!(v.items(|v| { #links });) } else { links })
    }

    /// Visits element `i`.
    fn visit_element(&self, number: usize) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        match &field.role {
            Role::Tree(Links::Array(array)) => {
                let ty = &array.0;
                link::visit(ty, &code!((#place).cast::<#ty>().add(i)))
            }
            Role::Parent(Links::Array(array)) => {
                let ty = &array.0;
                link::visit_parent(ty, &code!((#place).cast::<#ty>().add(i)))
            }
            Role::Slots(slots) => {
                let (element, in_use) = (&slots.element, self.n_in_use(slots));
                let links = code!(<#element as ::glassbox::Structure>::visit((#place).cast::<#element>().add(i), v));
                code!({ let in_use: usize = #in_use; if i < in_use { #links } else { v.unused(|v| #links) } })
            }
            _ => {
                let element = array(&field.ty).map(|(element, _)| element);
                code!(<#element as ::glassbox::Structure>::visit((#place).cast::<#element>().add(i), v);)
            }
        }
    }

    fn visit_interleaved(&self, first: usize, second: usize) -> TokenStream {
        let (visit_first, visit_second) = (self.visit_element(first), self.visit_element(second));
        let (n_first, n_second) = (self.n_elements(first), self.n_elements(second));
        code! {{
            let (n_first, n_second): (usize, usize) = (#n_first, #n_second);
            for i in 0..::core::cmp::Ord::max(n_first, n_second) {
                if i < n_first { #visit_first }
                if i < n_second { #visit_second }
            }
        }}
    }
}
