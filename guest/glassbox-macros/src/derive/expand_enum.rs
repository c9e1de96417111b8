//! The functions of `Structure` for an enum.
//!
//! A value is one cell over its whole size, with a sample of every possible variant as patterns. The fields follow
//! as cells of their own, at their places in the sample. The code does not depend on where the compiler puts the tag.

use proc_macro2::TokenStream;
use syn::Ident;
use syn::ext::IdentExt;

use super::filled;
use super::functions::Functions;
use super::model::Variant;
use super::site::Site;
use super::variant;
use crate::code::code;

/// The bodies of the functions.
pub(crate) fn functions(name: &Ident, variants: &[Variant]) -> Functions {
    if variants.iter().all(|variant| variant.fields.is_empty()) {
        return fieldless(name, variants);
    }
    let closures = filled::closures(variants);
    let (describe, visit, show) = (describe(variants), visit(variants), show(variants));
    Functions {
        possible: possible(variants),
        values: variant::all_values(variants),
        sample: sample(name, variants),
        describe: code!(#closures #describe),
        visit: code!(#closures #visit),
        show: code!(#closures #show),
        label: variant::labels(name, variants),
    }
}

/// All values of an enum without fields; as an expression for `Finite`.
pub(crate) fn all(variants: &[Variant]) -> TokenStream {
    let values = variants.iter().map(|variant| variant::construct(variant, &[]));
    code!(::glassbox::__private::Vec::from([#(#values),*]))
}

/// One variable over the values that were given for the type, or over all.
fn fieldless(name: &Ident, variants: &[Variant]) -> Functions {
    let given = given();
    Functions {
        possible: variants.is_empty().then(|| code!(false)),
        values: Some(code!(::core::option::Option::Some(#given.unwrap_or_else(<Self as ::glassbox::Finite>::all)))),
        sample: sample(name, variants),
        describe: code! {
            let values = <Self as ::glassbox::Structure>::values(p).unwrap_or_default();
            let labels = values.iter().map(<Self as ::glassbox::Structure>::label).collect();
            p.labelled(at, values, labels);
        },
        visit: code!(v.part(this);),
        show: show(variants),
        label: variant::labels(name, variants),
    }
}

/// The values that were given for the type, as an `Option`.
///
/// A type that is not `Clone` can have no given values. Method lookup prefers a method of `Ask` itself to one of a
/// reference to it; if the type is not `Clone`, there is only the latter.
fn given() -> TokenStream {
    code!({
        struct Ask<T>(::core::marker::PhantomData<T>);
        trait Given<T> {
            fn given(&self, p: &::glassbox::__private::Plan) -> ::core::option::Option<::glassbox::__private::Vec<T>>;
        }
        impl<T: ::core::clone::Clone + 'static> Given<T> for Ask<T> {
            fn given(&self, p: &::glassbox::__private::Plan) -> ::core::option::Option<::glassbox::__private::Vec<T>> {
                p.env()
            }
        }
        impl<T> Given<T> for &Ask<T> {
            fn given(&self, _: &::glassbox::__private::Plan) -> ::core::option::Option<::glassbox::__private::Vec<T>> {
                ::core::option::Option::None
            }
        }
        (&Ask::<Self>(::core::marker::PhantomData)).given(p)
    })
}

fn possible(variants: &[Variant]) -> Option<TokenStream> {
    let conditions: Option<Vec<TokenStream>> = variants.iter().map(variant::possible).collect();
    let conditions = conditions?;
    Some(code!(#((#conditions))||*))
}

/// A variant that is always possible, or the first that is possible here.
fn sample(name: &Ident, variants: &[Variant]) -> TokenStream {
    if let Some(always) = variants.iter().find(|variant| variant::possible(variant).is_none()) {
        return variant::sample(always);
    }
    let message = format!("no variant of `{name}` is possible within the bounds");
    let tries = variants.iter().map(|variant| {
        let (possible, sample) = (variant::possible(variant), variant::sample(variant));
        code!(if #possible { return #sample; })
    });
    code!(#(#tries)* ::core::panic!(#message))
}

fn describe(variants: &[Variant]) -> TokenStream {
    let added = variants.iter().map(|variant| {
        let (label, sample) = (label(variant), variant::sample(variant));
        let add = code!(let sample = #sample; samples.add(p, #label, sample););
        variant::possible(variant).map_or_else(|| code!({ #add }), |possible| code!(if #possible { #add }))
    });
    let described = variants.iter().filter(|variant| !variant.fields.is_empty()).map(describe_fields);
    code! {
        // A few values without links are one variable: no cell overlaps another.
        if p.flat(at) { return; }
        let mut samples = p.variants(at);
        #(#added)*
        let tag = samples.done(p);
        #(#described)*
    }
}

fn describe_fields(variant: &Variant) -> TokenStream {
    let (label, (pattern, names)) = (label(variant), variant::destructure(variant));
    let place = |number: usize| {
        let name = &names[number];
        code!(#name)
    };
    let described = Site { fields: &variant.fields, place: &place }.describe(variant);
    code! {
        if let ::core::option::Option::Some(sample) = tag.sample(#label) {
            if let #pattern = sample {
                let (#(#names,)*) = (#(tag.place(sample, #names),)*);
                tag.when(p, #label, |p| { #described });
            }
        }
    }
}

/// The value may be unaligned, so the code looks for the variant in a copy, which is not dropped, and visits the fields
/// in the value itself.
fn visit(variants: &[Variant]) -> TokenStream {
    let arms = variants.iter().map(|variant| {
        let (pattern, names) = variant::destructure(variant);
        if variant.fields.is_empty() {
            return code!(#pattern => {});
        }
        let place = |number: usize| {
            let name = &names[number];
            code!(#name)
        };
        let visit = Site { fields: &variant.fields, place: &place }.visit(variant);
        code! {
            #pattern => {
                let (#(#names,)*) = (#(::glassbox::__private::same_place(this, copy.as_ptr(), #names),)*);
                v.scope(this, |v| unsafe { #visit });
            }
        }
    });
    code! {
        if v.part(this) { return; }
        let copy = unsafe { this.cast::<::core::mem::MaybeUninit<Self>>().read_unaligned() };
        match unsafe { &*copy.as_ptr() } {
            #(#arms)*
        }
    }
}

/// As [`visit`].
fn show(variants: &[Variant]) -> TokenStream {
    let arms = variants.iter().map(|variant| {
        let (pattern, names) = variant::destructure(variant);
        let place = |number: usize| {
            let name = &names[number];
            code!(::core::ptr::from_ref(#name))
        };
        let (label, show) = (label(variant), Site { fields: &variant.fields, place: &place }.show());
        code!(#pattern => o.variant(#label, |o| unsafe { #show }),)
    });
    code! {
        let copy = unsafe { this.cast::<::core::mem::MaybeUninit<Self>>().read_unaligned() };
        match unsafe { &*copy.as_ptr() } {
            #(#arms)*
            #[allow(unreachable_patterns)]
            _ => {}
        }
    }
}

fn label(variant: &Variant) -> String {
    variant.ident.as_ref().map(|ident| ident.unraw().to_string()).unwrap_or_default()
}
