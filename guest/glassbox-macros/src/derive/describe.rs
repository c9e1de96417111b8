//! The code that describes the fields of a value to the plan.
//!
//! Within the code `p` is the plan and `i` the number of an element. Expressions of the user's stay outside of every
//! `unsafe` block, so that the compiler checks them.

use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{Expr, Type};

use super::length;
use super::link;
use super::model::{Field, Links, Part, Role, Slots, Step, Variant};
use super::site::Site;
use super::types::{argument_of, array};
use crate::code::{code, code_at, collected, within};

impl Site<'_> {
    /// Describes all fields, in the order of description.
    pub(crate) fn describe(&self, variant: &Variant) -> TokenStream {
        let steps = variant.steps.iter().map(|step| self.describe_step(step)).collect();
        variant.frames.iter().fold(steps, |inner, frame| self.describe_frame(*frame, &inner))
    }

    /// Describes a field that encloses the description of all others.
    fn describe_frame(&self, number: usize, inner: &TokenStream) -> TokenStream {
        let (Field { ty, label, role, .. }, place) = (&self.fields[number], (self.place)(number));
        match role {
            Role::Nil(make) => code! {
                let nil = p.field(#label, |p| __glassbox_sentinel::<#ty>(p, #place, #make));
                p.with_nil(nil, |p| { #inner });
            },
            Role::Holes(slot) => code! {
                let slots = #place;
                let inner = |p: &mut ::glassbox::__private::Plan| { #inner };
                unsafe { p.slots::<#slot, _>(slots, inner) };
            },
            _ => inner.clone(),
        }
    }

    fn describe_step(&self, step: &Step) -> TokenStream {
        match step {
            Step::Field(number) => self.describe_field(*number),
            Step::Decide(first) => self.describe_deciding(*first),
            Step::Sorted(parts) => {
                let parts = parts.iter().map(|part| match part {
                    Part::Field(number) => self.describe_field(*number),
                    Part::Interleave(first, second) => self.describe_interleaved(*first, *second),
                });
                code!(p.sorted(|p| { #(#parts)* });)
            }
        }
    }

    fn describe_field(&self, number: usize) -> TokenStream {
        let field = &self.fields[number];
        let (Field { ty, label, .. }, place) = (field, (self.place)(number));
        let described = match &field.role {
            _ if !field.length_of.is_empty() => return length::describe(number, self.fields, &place),
            Role::Plain => {
                let described = code!(unsafe { <#ty as ::glassbox::Structure>::describe(#place, p) });
                match &field.capacities {
                    Some(capacities) => with_capacities(ty, capacities, &described),
                    None => described,
                }
            }
            Role::TreeVec(element) => {
                code!({ let _ = <#element as ::glassbox::Invariant>::ok; unsafe { p.tree_vec::<#element>(#place) } })
            }
            Role::Any => code_at!(ty.span(), p.any::<#ty>(#place)),
            Role::Count(counted) => code_at!(ty.span(), unsafe { p.count::<#counted>((#place).cast::<#ty>()) }),
            Role::Values(values) => {
                let values = collected(values);
                code!(p.choice::<#ty>(#place, #values))
            }
            Role::Skip(value) => {
                code!({ let value: #ty = #value; p.skip_as(#place, value, ::core::stringify!(#value)) })
            }
            // `describe_frame` describes these.
            Role::Nil(_) | Role::Holes(_) => return TokenStream::new(),
            Role::Slots(slots) => return self.describe_elements(number, &slots.capacity),
            Role::Filled(_) => return self.describe_filled(number),
            Role::Tree(links) | Role::Parent(links) | Role::Alias(links) => match links {
                Links::One => link::describe(field, ty, &place),
                Links::Array(array) => return self.describe_elements(number, &array.1),
            },
        };
        let described = if field.is_item { code!(p.items(|p| #described)) } else { described };
        let described = within(&field.domains, code!(p.field(#label, |p| #described)));
        code!(#described;)
    }

    // --- Arrays ---

    fn describe_elements(&self, number: usize, capacity: &Expr) -> TokenStream {
        let element = self.describe_element(number);
        code!(for i in 0..(#capacity) { #element })
    }

    /// Describes the elements of two arrays in turn.
    fn describe_interleaved(&self, first: usize, second: usize) -> TokenStream {
        let (describe_first, describe_second) = (self.describe_element(first), self.describe_element(second));
        let (n_first, n_second) = (self.capacity(first), self.capacity(second));
        code! {
            for i in 0..::core::cmp::Ord::max(#n_first, #n_second) {
                if i < (#n_first) { #describe_first }
                if i < (#n_second) { #describe_second }
            }
        }
    }

    fn describe_element(&self, number: usize) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let label = &field.label;
        let described = match &field.role {
            Role::Slots(slots) => describe_slot(slots, &place),
            Role::Tree(links) | Role::Parent(links) | Role::Alias(links) => {
                let ty = links.link_type(field);
                link::describe(field, ty, &code!((#place).cast::<#ty>().add(i)))
            }
            _ => {
                let element = array(&field.ty).map(|(element, _)| element);
                code!(unsafe { <#element as ::glassbox::Structure>::describe((#place).cast::<#element>().add(i), p) })
            }
        };
        let described = if field.is_item { code!(p.items(|p| #described)) } else { described };
        let described = within(&field.domains, code!(p.field(#label, |p| p.element(i, |p| #described))));
        code!(#described;)
    }
}

/// Describes a vector that can have these capacities as well.
fn with_capacities(ty: &Type, capacities: &Expr, described: &TokenStream) -> TokenStream {
    let element = argument_of(ty, "Vec");
    let capacities = collected(capacities);
    code!({
        const { ::core::assert!(::core::mem::size_of::<#element>() > 0, "elements without a size have no capacities") };
        p.with_capacities(#capacities, |p| #described)
    })
}

/// Describes an element that exists if the length is large enough.
fn describe_slot(slots: &Slots, place: &TokenStream) -> TokenStream {
    let Slots { element, uninit, length, more, .. } = slots;
    let (lengths, chosen) = length::names(*length);
    // An element that is not in use is undefined if it may be; if not, it holds a sample.
    let unused =
        (!uninit).then(|| code!(let unused = <#element as ::glassbox::Structure>::sample(p); p.unused(slot, unused);));
    code!({
        let slot = unsafe { (#place).cast::<#element>().add(i) };
        #unused
        let enough = (0u32..).zip(#lengths.iter()).filter(|(_, n)| i < n.saturating_add(#more));
        let enough = enough.map(|(choice, _)| choice);
        p.when(&#chosen, enough, |p| unsafe { <#element as ::glassbox::Structure>::describe(slot, p) })
    })
}
