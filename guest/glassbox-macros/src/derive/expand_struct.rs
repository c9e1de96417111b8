//! The functions of `Structure` for a struct.
//!
//! Its fields do not overlap, so each is a variable of its own even if the struct has few values: a run that reads one
//! field does not depend on the others. The values are listed for enums that contain the struct.

use syn::Ident;

use super::filled;
use super::functions::Functions;
use super::model::Variant;
use super::site::Site;
use super::variant;
use crate::code::code;

/// The bodies of the functions.
pub(crate) fn functions(name: &Ident, only: &Variant) -> Functions {
    let place = |number: usize| {
        let member = &only.fields[number].member;
        code!(unsafe { &raw mut (*at).#member })
    };
    let closures = filled::closures(std::slice::from_ref(only));
    let describe = Site { fields: &only.fields, place: &place }.describe(only);
    let place = |number: usize| {
        let member = &only.fields[number].member;
        code!(&raw const (*this).#member)
    };
    let site = Site { fields: &only.fields, place: &place };
    let (visit, show) = (site.visit(only), site.show());
    Functions {
        possible: variant::possible(only),
        values: variant::all_values(std::slice::from_ref(only)),
        sample: variant::sample(only),
        describe: code!(#closures #describe),
        visit: code!(#closures unsafe { #visit }),
        show: code!(#closures unsafe { #show }),
        label: variant::labels(name, std::slice::from_ref(only)),
    }
}
