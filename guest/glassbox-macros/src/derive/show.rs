//! The code that shows the fields of a value as text.
//!
//! Within the code `o` collects the text and `i` is the number of an element.

use proc_macro2::TokenStream;

use super::link;
use super::model::{Field, Links, Role};
use super::site::Site;
use crate::code::code;

impl Site<'_> {
    /// Shows all fields, in the order of the source.
    pub(crate) fn show(&self) -> TokenStream {
        let is_arena = |number: &usize| matches!(self.fields[*number].role, Role::Holes(_));
        let (arenas, others): (Vec<usize>, Vec<usize>) = (0..self.fields.len()).partition(is_arena);
        // Links by index need the address of the slots, so slots come first.
        arenas.into_iter().chain(others).filter_map(|number| self.show_field(number)).collect()
    }

    fn show_field(&self, number: usize) -> Option<TokenStream> {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let Field { ty, label, .. } = field;
        let shown = match &field.role {
            _ if !field.length_of.is_empty() || !field.decides.is_empty() => code!(o.primitive::<#ty>(#place)),
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
            Role::Filled(_) => self.show_filled(number),
            Role::TreeVec(element) => {
                code!(let _ = <#element as ::glassbox::Invariant>::ok; o.tree_vec::<#element>(#place))
            }
            Role::Holes(slot) => return Some(code!(o.slots::<#slot>(#place);)),
            Role::Parent(_) | Role::Nil(_) | Role::Any | Role::Skip(_) => return None,
        };
        Some(code!(o.field(#label, |o| { #shown });))
    }
}
