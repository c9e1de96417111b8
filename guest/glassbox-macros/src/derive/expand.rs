//! Writes the implementations for a type.

use proc_macro2::TokenStream;

use super::functions::Functions;
use super::model::{Body, Subject};
use super::{expand_enum, expand_struct, link, where_clauses};
use crate::code::{code, within};

/// The code for a type that derives `Structure`.
pub(crate) fn structure(subject: &Subject) -> TokenStream {
    let (structure, finite, invariant) = (structure_impl(subject), finite_impl(subject), invariant_impl(subject));
    let helpers = link::helpers(subject);
    code! {
        const _: () = {
            #helpers
            #structure
            #finite
            #invariant
        };
    }
}

fn structure_impl(subject: &Subject) -> TokenStream {
    let functions = match &subject.body {
        Body::Struct(only) => expand_struct::functions(&subject.ident, only),
        Body::Enum(variants) => expand_enum::functions(&subject.ident, variants),
    };
    let Functions { possible, values, sample, describe, visit, show, label } = functions;
    let possible = possible.map(|body| code!(fn possible(p: &mut ::glassbox::__private::Plan) -> bool { #body }));
    let values = values.map(|body| {
        let body = within(&subject.domains, body);
        code! {
            fn values(
                p: &mut ::glassbox::__private::Plan,
            ) -> ::core::option::Option<::glassbox::__private::Vec<Self>> {
                #body
            }
        }
    });
    // Printing a field takes a reference to it, which is not possible in a packed type.
    let label =
        label.filter(|_| !subject.packed).map(|body| code!(fn label(&self) -> ::glassbox::__private::String { #body }));
    let (sample, describe) = (within(&subject.domains, sample), within(&subject.domains, describe));
    let has_invariant = if subject.no_invariant { code!(false) } else { has_invariant() };
    let name = &subject.ident;
    let generics = where_clauses::for_structure(subject);
    let (parameters, arguments, conditions) = generics.split_for_impl();
    code! {
        #[automatically_derived]
        #[allow(
            deprecated, irrefutable_let_patterns, unreachable_code, unused, clippy::all, clippy::pedantic,
            reason = "one code for all types: some of it is idle for some of them"
        )]
        // SAFETY: the cells are described by the types of the fields, or as the user says.
        unsafe impl #parameters ::glassbox::Structure for #name #arguments #conditions {
            #possible
            #values
            fn sample(p: &mut ::glassbox::__private::Plan) -> Self { #sample }
            unsafe fn describe(at: *mut Self, p: &mut ::glassbox::__private::Plan) {
                p.begin::<Self>(#has_invariant);
                #describe
            }
            unsafe fn visit(this: *const Self, v: &mut ::glassbox::__private::Visitor) { #visit }
            unsafe fn show(this: *const Self, o: &mut ::glassbox::__private::Show) { #show }
            #label
        }
    }
}

/// Whether the type has an invariant of the user's. Method lookup prefers a method of `Ask` itself, which it has only if the
/// type has one, to a method of a reference to it.
fn has_invariant() -> TokenStream {
    code!({
        struct Ask<T>(::core::marker::PhantomData<T>);
        trait HasNone {
            fn has_invariant(&self) -> bool {
                false
            }
        }
        impl<T> HasNone for &Ask<T> {}
        impl<T: ::glassbox::Invariant> Ask<T> {
            fn has_invariant(&self) -> bool {
                true
            }
        }
        (&Ask::<Self>(::core::marker::PhantomData)).has_invariant()
    })
}

/// The implementation of `Finite`, for an enum without fields.
fn finite_impl(subject: &Subject) -> Option<TokenStream> {
    let Body::Enum(variants) = &subject.body else { return None };
    if variants.iter().any(|variant| !variant.fields.is_empty()) {
        return None;
    }
    let (name, all) = (&subject.ident, expand_enum::all(variants));
    let (parameters, arguments, conditions) = subject.generics.split_for_impl();
    Some(code! {
        #[automatically_derived]
        impl #parameters ::glassbox::Finite for #name #arguments #conditions {
            fn all() -> ::glassbox::__private::Vec<Self> { #all }
        }
    })
}

fn invariant_impl(subject: &Subject) -> Option<TokenStream> {
    let name = &subject.ident;
    let generics = where_clauses::for_invariant(subject);
    let (parameters, arguments, conditions) = generics.split_for_impl();
    subject.no_invariant.then(|| {
        code! {
            #[automatically_derived]
            impl #parameters ::glassbox::Invariant for #name #arguments #conditions {
                type Summary = ();
                fn check(&self, _: &::glassbox::Children) -> ::core::result::Result<(), ::glassbox::Broken> {
                    ::core::result::Result::Ok(())
                }
            }
        }
    })
}
