//! The code that reads a live value: its cells, links, keys and values, at the places of their descriptions.
//!
//! Within the code `v` is the visitor and `i` the number of an element.

use proc_macro2::TokenStream;

use super::link;
use super::model::{Filled, Links, Part, Role, Step, Variant};
use super::site::Site;
use super::types::array;
use crate::code::code;

impl Site<'_> {
    /// Visits all fields, in the order of description: keys in order.
    pub(crate) fn visit(&self, variant: &Variant) -> TokenStream {
        // Links by index need the address of the slots, so slots come first.
        let frames = variant.frames.iter().map(|number| self.visit_field(*number));
        let steps = variant.steps.iter().map(|step| match step {
            Step::Field(number) => self.visit_field(*number),
            Step::Decide(first) => {
                let deciding = self.fields[*first].filled().map(Filled::deciding).unwrap_or_default();
                deciding.into_iter().map(|number| self.visit_field(number)).collect()
            }
            Step::Sorted(parts) => {
                let parts = parts.iter().map(|part| match part {
                    Part::Field(number) => self.visit_field(*number),
                    Part::Interleave(first, second) => self.visit_interleaved(*first, *second),
                });
                code!(v.sorted(|v| { #(#parts)* });)
            }
        });
        frames.chain(steps).collect()
    }

    fn visit_field(&self, number: usize) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let ty = &field.ty;
        let visited = match &field.role {
            _ if !field.length_of.is_empty() || !field.decides.is_empty() => code!(v.part::<#ty>(#place);),
            Role::Filled(_) => self.visit_filled(number),
            Role::Plain => code!(<#ty as ::glassbox::Structure>::visit(#place, v);),
            Role::Values(_) if field.is_item => code!(<#ty as ::glassbox::Structure>::visit(#place, v);),
            Role::Values(_) | Role::Count(_) | Role::Any | Role::Skip(_) | Role::Alias(Links::One) => {
                code!(v.part::<#ty>(#place);)
            }
            Role::Tree(Links::One) => link::visit(&code!(tree), ty, &place),
            Role::Parent(Links::One) => link::visit(&code!(up), ty, &place),
            Role::Nil(_) => link::visit(&code!(sentinel), ty, &place),
            Role::Tree(Links::Array(_)) | Role::Parent(Links::Array(_)) | Role::Alias(Links::Array(_)) => {
                return self.visit_elements(number);
            }
            Role::Slots(slots) => {
                let (length, elements) = ((self.place)(slots.length), self.visit_elements(number));
                return code!(v.scope(#length, |v| { #elements }););
            }
            Role::TreeVec(element) => {
                code!(let _ = <#element as ::glassbox::Invariant>::ok; v.tree_vec::<#element>(#place);)
            }
            Role::Holes(slot) => code!(v.slots::<#slot>(#place);),
        };
        self.at_field(number, visited)
    }

    /// Visits something at the place of a field.
    fn at_field(&self, number: usize, visited: TokenStream) -> TokenStream {
        let field = &self.fields[number];
        let label = &field.label;
        let visited = if field.is_item { code!(v.items(|v| { #visited });) } else { visited };
        code!(v.field(const { ::glassbox::__private::place::field(#label) }, |v| { #visited });)
    }

    fn visit_elements(&self, number: usize) -> TokenStream {
        let (n, element) = (self.n_elements(number), self.visit_element(number));
        code!({ let n: usize = #n; for i in 0..n { #element } })
    }

    /// Visits element `i`.
    fn visit_element(&self, number: usize) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let visited = match &field.role {
            Role::Tree(Links::Array(array)) => {
                let ty = &array.0;
                link::visit(&code!(tree), ty, &code!((#place).cast::<#ty>().add(i)))
            }
            Role::Parent(Links::Array(array)) => {
                let ty = &array.0;
                link::visit(&code!(up), ty, &code!((#place).cast::<#ty>().add(i)))
            }
            Role::Alias(Links::Array(array)) => {
                let ty = &array.0;
                code!(v.part::<#ty>((#place).cast::<#ty>().add(i));)
            }
            Role::Slots(slots) => {
                let (element, in_use) = (&slots.element, self.n_in_use(slots));
                let links = code!(<#element as ::glassbox::Structure>::visit((#place).cast::<#element>().add(i), v));
                code!({ let in_use: usize = #in_use; if i < in_use { #links } else if ::core::mem::needs_drop::<#element>() { v.unused(|v| #links) } })
            }
            _ => {
                let element = array(&field.ty).map(|(element, _)| element);
                code!(<#element as ::glassbox::Structure>::visit((#place).cast::<#element>().add(i), v);)
            }
        };
        self.at_field(number, code!(v.element(|v| { #visited });))
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
