//! The functions of `Structure` for a struct.
//!
//! Its fields do not overlap, so each is a variable of its own even where the struct has few values: a run that looks
//! at one field then says nothing about the others. The values are listed for enums that the struct is a part of.

use syn::Ident;

use super::cells::Site;
use super::expand::Functions;
use super::model::Variant;
use super::variant;
use crate::code::code;

/// The bodies of the functions.
pub(crate) fn functions(name: &Ident, only: &Variant) -> Functions {
    let place = |number: usize| {
        let member = &only.fields[number].member;
        code!(unsafe { &raw mut (*at).#member })
    };
    let lay = Site { fields: &only.fields, place: &place }.lay(only);
    let place = |number: usize| {
        let member = &only.fields[number].member;
        code!(&raw const (*this).#member)
    };
    let site = Site { fields: &only.fields, place: &place };
    let (links, show) = (site.links(only), site.show());
    Functions {
        possible: variant::possible(only),
        values: variant::all_values(std::slice::from_ref(only)),
        sample: variant::sample(only),
        lay,
        links: code!(unsafe { #links }),
        show: code!(unsafe { #show }),
        label: variant::labels(name, std::slice::from_ref(only)),
    }
}
