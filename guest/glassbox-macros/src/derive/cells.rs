//! The code that lays out the fields of a value and that reports their links.
//!
//! Within the code `p` is the plan, `v` the visitor of links, `i` the number of an element. Expressions of the user's
//! stay outside of every `unsafe` block: what they call must be safe, or be called safe by the user.

use proc_macro2::TokenStream;
use syn::Expr;
use syn::spanned::Spanned;

use super::length;
use super::link;
use super::model::{Field, Links, Part, Role, Slots, Step, Variant};
use super::types::array;
use crate::code::{code, code_at, collected, within};

/// The fields of a value, and where they are.
pub(crate) struct Site<'a> {
    pub(crate) fields: &'a [Field],
    /// From the number of a field to a raw pointer to it.
    pub(crate) place: &'a dyn Fn(usize) -> TokenStream,
}

impl Site<'_> {
    /// Lays out all fields, in the order of laying.
    pub(crate) fn lay(&self, variant: &Variant) -> TokenStream {
        let steps = variant.steps.iter().map(|step| self.lay_step(step)).collect();
        variant.frames.iter().fold(steps, |inner, frame| self.lay_frame(*frame, &inner))
    }

    /// Lays out a field that all others are laid out within.
    fn lay_frame(&self, number: usize, inner: &TokenStream) -> TokenStream {
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

    fn lay_step(&self, step: &Step) -> TokenStream {
        match step {
            Step::Field(number) => self.lay_field(*number),
            Step::Sorted(parts) => {
                let parts = parts.iter().map(|part| match part {
                    Part::Field(number) => self.lay_field(*number),
                    Part::Interleave(first, second) => self.lay_interleaved(*first, *second),
                });
                code!(p.sorted(|p| { #(#parts)* });)
            }
        }
    }

    fn lay_field(&self, number: usize) -> TokenStream {
        let field = &self.fields[number];
        let (Field { ty, label, .. }, place) = (field, (self.place)(number));
        let laid = match &field.role {
            _ if !field.length_of.is_empty() => return length::lay(number, self.fields, &place),
            Role::Plain => code!(unsafe { <#ty as ::glassbox::Structure>::lay(#place, p) }),
            Role::TreeVec(element) => {
                code!({ let _ = <#element as ::glassbox::Invariant>::ok; unsafe { p.tree_vec::<#element>(#place) } })
            }
            Role::Count(counted) => code_at!(ty.span(), unsafe { p.count::<#counted>((#place).cast::<#ty>()) }),
            Role::Values(values) => {
                let values = collected(values);
                code!(p.choice::<#ty>(#place, #values))
            }
            Role::Skip(value) => {
                code!({ let value: #ty = #value; p.skip_as(#place, value, ::core::stringify!(#value)) })
            }
            // These are laid out around all others.
            Role::Nil(_) | Role::Holes(_) => return TokenStream::new(),
            Role::Slots(slots) => return self.lay_elements(number, &slots.capacity),
            Role::Tree(links) | Role::Parent(links) | Role::Alias(links) => match links {
                Links::One => link::lay(field, ty, &place),
                Links::Array(array) => return self.lay_elements(number, &array.1),
            },
        };
        let laid = if field.is_item { code!(p.items(|p| #laid)) } else { laid };
        let laid = within(&field.domains, code!(p.field(#label, |p| #laid)));
        code!(#laid;)
    }

    // --- Arrays ---

    fn lay_elements(&self, number: usize, capacity: &Expr) -> TokenStream {
        let element = self.lay_element(number);
        code!(for i in 0..(#capacity) { #element })
    }

    /// An element of one array and an element of the other in turn.
    fn lay_interleaved(&self, first: usize, second: usize) -> TokenStream {
        let (lay_first, lay_second) = (self.lay_element(first), self.lay_element(second));
        let (n_first, n_second) = (self.capacity(first), self.capacity(second));
        code! {
            for i in 0..::core::cmp::Ord::max(#n_first, #n_second) {
                if i < (#n_first) { #lay_first }
                if i < (#n_second) { #lay_second }
            }
        }
    }

    fn capacity(&self, number: usize) -> Option<&Expr> {
        array(&self.fields[number].ty).map(|(_, capacity)| capacity)
    }

    fn lay_element(&self, number: usize) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let label = &field.label;
        let laid = match &field.role {
            Role::Slots(slots) => lay_slot(slots, &place),
            Role::Tree(links) | Role::Parent(links) | Role::Alias(links) => {
                let ty = links.link_type(field);
                link::lay(field, ty, &code!((#place).cast::<#ty>().add(i)))
            }
            _ => {
                let element = array(&field.ty).map(|(element, _)| element);
                code!(unsafe { <#element as ::glassbox::Structure>::lay((#place).cast::<#element>().add(i), p) })
            }
        };
        let laid = if field.is_item { code!(p.items(|p| #laid)) } else { laid };
        let laid = within(&field.domains, code!(p.field(#label, |p| p.field(i, |p| #laid))));
        code!(#laid;)
    }

    // --- Links ---

    /// Reports links, keys and values of all fields, in the order of laying: keys in order.
    pub(crate) fn links(&self, variant: &Variant) -> TokenStream {
        // Links by index must know where the slots are, so these come first.
        let frames = variant.frames.iter().filter_map(|number| self.field_links(*number));
        let steps = variant.steps.iter().filter_map(|step| match step {
            Step::Field(number) => self.field_links(*number),
            Step::Sorted(parts) => {
                let parts = parts.iter().filter_map(|part| match part {
                    Part::Field(number) => self.field_links(*number),
                    Part::Interleave(first, second) => Some(self.interleaved_links(*first, *second)),
                });
                Some(code!(v.sorted(|v| { #(#parts)* });))
            }
        });
        frames.chain(steps).collect()
    }

    fn field_links(&self, number: usize) -> Option<TokenStream> {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let ty = &field.ty;
        let links = match &field.role {
            _ if !field.length_of.is_empty() => None,
            Role::Plain => Some(code!(<#ty as ::glassbox::Structure>::links(#place, v);)),
            Role::Values(_) => field.is_item.then(|| code!(<#ty as ::glassbox::Structure>::links(#place, v);)),
            Role::Tree(Links::One) => Some(link::report(ty, &place)),
            Role::Parent(Links::One) => Some(link::report_parent(ty, &place)),
            Role::Tree(Links::Array(_)) | Role::Parent(Links::Array(_)) | Role::Slots(_) => {
                let (n, element) = (self.n_elements(number), self.element_links(number));
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

    /// The links of element `i`.
    fn element_links(&self, number: usize) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        match &field.role {
            Role::Tree(Links::Array(array)) => {
                let ty = &array.0;
                link::report(ty, &code!((#place).cast::<#ty>().add(i)))
            }
            Role::Parent(Links::Array(array)) => {
                let ty = &array.0;
                link::report_parent(ty, &code!((#place).cast::<#ty>().add(i)))
            }
            Role::Slots(slots) => {
                let (element, in_use) = (&slots.element, self.n_in_use(slots));
                let links = code!(<#element as ::glassbox::Structure>::links((#place).cast::<#element>().add(i), v));
                code!({ let in_use: usize = #in_use; if i < in_use { #links } else { v.unused(|v| #links) } })
            }
            _ => {
                let element = array(&field.ty).map(|(element, _)| element);
                code!(<#element as ::glassbox::Structure>::links((#place).cast::<#element>().add(i), v);)
            }
        }
    }

    fn interleaved_links(&self, first: usize, second: usize) -> TokenStream {
        let (links_first, links_second) = (self.element_links(first), self.element_links(second));
        let (n_first, n_second) = (self.n_elements(first), self.n_elements(second));
        code! {{
            let (n_first, n_second): (usize, usize) = (#n_first, #n_second);
            for i in 0..::core::cmp::Ord::max(n_first, n_second) {
                if i < n_first { #links_first }
                if i < n_second { #links_second }
            }
        }}
    }

    // --- For people ---

    /// Names all fields with what is in them, in the order of the source.
    pub(crate) fn show(&self) -> TokenStream {
        let is_arena = |number: &usize| matches!(self.fields[*number].role, Role::Holes(_));
        let (arenas, others): (Vec<usize>, Vec<usize>) = (0..self.fields.len()).partition(is_arena);
        // Links by index must know where the slots are.
        arenas.into_iter().chain(others).filter_map(|number| self.show_field(number)).collect()
    }

    fn show_field(&self, number: usize) -> Option<TokenStream> {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let Field { ty, label, .. } = field;
        let shown = match &field.role {
            _ if !field.length_of.is_empty() => code!(o.primitive::<#ty>(#place)),
            Role::Plain => code!(<#ty as ::glassbox::Structure>::show(#place, o)),
            Role::Values(_) => code!(o.primitive::<#ty>(#place)),
            Role::Count(_) => code!(o.count::<#ty>(#place)),
            Role::Tree(Links::One) | Role::Alias(Links::One) => link::show(field, ty, &place),
            Role::Tree(Links::Array(array)) | Role::Alias(Links::Array(array)) => {
                let (link, capacity) = (&array.0, &array.1);
                let shown = link::show(field, link, &code!((#place).cast::<#link>().add(i)));
                code!(for i in 0..(#capacity) { o.field(i, |o| #shown) })
            }
            Role::Slots(slots) => {
                let (element, in_use) = (&slots.element, self.n_in_use(slots));
                let shown = code!(<#element as ::glassbox::Structure>::show((#place).cast::<#element>().add(i), o));
                code!({ let in_use: usize = #in_use; for i in 0..in_use { o.field(i, |o| #shown) } })
            }
            Role::TreeVec(element) => {
                code!(let _ = <#element as ::glassbox::Invariant>::ok; o.tree_vec::<#element>(#place))
            }
            Role::Holes(slot) => return Some(code!(o.slots::<#slot>(#place);)),
            Role::Parent(_) | Role::Nil(_) | Role::Skip(_) => return None,
        };
        Some(code!(o.field(#label, |o| { #shown });))
    }

    /// How many elements of an array hold something. Elements that cannot be undefined own what they hold whether they
    /// are in use or not.
    fn n_elements(&self, number: usize) -> TokenStream {
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

    fn n_in_use(&self, slots: &Slots) -> TokenStream {
        let Slots { length, capacity, more, .. } = slots;
        let (length_type, length) = (&self.fields[*length].ty, (self.place)(*length));
        code!({
            let length = (#length).read_unaligned();
            let length = <usize as ::core::convert::TryFrom<#length_type>>::try_from(length).unwrap_or(0);
            ::core::cmp::Ord::min(#capacity, length.saturating_add(#more))
        })
    }
}

/// Lays out an element that is there only if the length says so.
fn lay_slot(slots: &Slots, place: &TokenStream) -> TokenStream {
    let Slots { element, uninit, length, more, .. } = slots;
    let (lengths, chosen) = length::names(*length);
    // A slot that is not in use is undefined if it may be; else it holds some value.
    let unused =
        (!uninit).then(|| code!(let unused = <#element as ::glassbox::Structure>::sample(p); p.one(slot, unused);));
    code!({
        let slot = unsafe { (#place).cast::<#element>().add(i) };
        #unused
        let enough = (0u32..).zip(#lengths.iter()).filter(|(_, n)| i < n.saturating_add(#more));
        let enough = enough.map(|(choice, _)| choice);
        p.when(&#chosen, enough, |p| unsafe { <#element as ::glassbox::Structure>::lay(slot, p) })
    })
}
