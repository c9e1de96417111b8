//! Code that uses the result of an operation: looks at it, runs futures and iterators, and takes subjects out.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Type;

use super::shape::Shape;

/// A call on a subject that is an operation or a consumer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// `&mut`.
    Reference,
    /// By value.
    Value,
}

/// Code that makes the call and evaluates to the address of the subject afterwards. The old subject is at `subject`.
pub(crate) fn used(subject: &Type, takes: Takes, call: &TokenStream, shape: Option<&Shape>) -> TokenStream {
    let old = match takes {
        Takes::Reference => quote!(::glassbox::__private::address(subject)),
        Takes::Value => quote!(0),
    };
    let Some(shape) = shape else { return quote!({ #call; #old }) };
    let result = quote! {
        #[allow(unused_imports, reason = "which of them is needed depends on the traits of the result")]
        use ::glassbox::__private::{
            IfDebugResult as _, IfFuture as _, IfIterator as _, IfPlain as _, IfRange as _, IfReference as _,
            NoFuture as _, NoIterator as _, ResultType, Unlooked as _, Use,
        };
        let mut usage = Use::default();
        let result = #call;
        let result = (&&ResultType::of(&result)).ready(result, &mut usage);
    };
    if *shape == Shape::Other {
        return quote!({
            #result
            (&&&&ResultType::of(&result)).look(&result, &usage);
            (&&&ResultType::of(&result)).read(result, |item| (&&&&ResultType::of(item)).look(item, &Use::PART));
            #old
        });
    }
    let found = found(shape, &quote!(&result), 0);
    let given = given(shape, &quote!(result), &quote!(usage.expression()), 0);
    let has_old = takes == Takes::Reference;
    let chosen = if has_old { quote!(unsafe { subjects.or_old(subject) }) } else { quote!(subjects.or_none()) };
    quote!({
        #result
        let mut subjects = ::glassbox::__private::Subjects::<#subject>::new();
        #found
        subjects.choose(#has_old);
        #given
        #chosen
    })
}

/// Names for the parts of a tuple.
fn parts(depth: usize, n: usize) -> Vec<proc_macro2::Ident> {
    (0..n).map(|at| format_ident!("part_{depth}_{at}")).collect()
}

/// Code that counts the subjects behind a reference, and looks at everything else there.
fn found(shape: &Shape, value: &TokenStream, depth: usize) -> TokenStream {
    let part = format_ident!("part_{depth}");
    let inner = |shape: &Shape| found(shape, &quote!(#part), depth + 1);
    match shape {
        Shape::Other => quote! {
            let #part = #value;
            (&&&&ResultType::of(#part)).look(#part, &Use::PART);
        },
        Shape::Subject => quote! {
            let _ = #value;
            subjects.found();
        },
        Shape::Option(shape) => {
            let inner = inner(shape);
            quote!(if let ::std::option::Option::Some(#part) = #value { #inner })
        }
        Shape::Result(ok, err) => {
            let (ok, err) = (inner(ok), inner(err));
            quote!(match #value {
                ::std::result::Result::Ok(#part) => { #ok }
                ::std::result::Result::Err(#part) => { #err }
            })
        }
        Shape::List(shape) => {
            let inner = inner(shape);
            quote!(for #part in (#value).iter() { #inner })
        }
        Shape::Boxed(shape) => {
            let inner = inner(shape);
            quote! {
                let #part = &**(#value);
                #inner
            }
        }
        Shape::Tuple(shapes) => {
            let parts = parts(depth, shapes.len());
            let inner = shapes.iter().zip(&parts).map(|(shape, part)| found(shape, &quote!(#part), depth + 1));
            quote! {
                let (#(#parts,)*) = #value;
                #({ #inner })*
            }
        }
    }
}

/// Code that gives away the subjects of a value in the same order, and drops everything else. `text` is an expression for
/// the text of the value.
fn given(shape: &Shape, value: &TokenStream, text: &TokenStream, depth: usize) -> TokenStream {
    let part = format_ident!("part_{depth}");
    let inner = |shape: &Shape, text: &TokenStream| given(shape, &quote!(#part), text, depth + 1);
    let behind = |method: &str| quote!((#text + #method));
    match shape {
        Shape::Other => quote!(::core::mem::drop(#value);),
        Shape::Subject => quote!(subjects.give(#value, || #text);),
        Shape::Option(shape) => {
            let inner = inner(shape, &behind(".unwrap()"));
            quote!(if let ::std::option::Option::Some(#part) = #value { #inner })
        }
        Shape::Result(ok, err) => {
            let (ok, err) = (inner(ok, &behind(".ok().unwrap()")), inner(err, &behind(".err().unwrap()")));
            quote!(match #value {
                ::std::result::Result::Ok(#part) => { #ok }
                ::std::result::Result::Err(#part) => { #err }
            })
        }
        Shape::List(shape) => {
            let at = format_ident!("at_{depth}");
            let inner = inner(shape, &quote!((#text + &::std::format!(".into_iter().nth({}).unwrap()", #at))));
            quote!(for (#at, #part) in ::std::iter::IntoIterator::into_iter(#value).enumerate() { #inner })
        }
        Shape::Boxed(shape) => {
            let inner = inner(shape, &quote!(::std::format!("(*{})", #text)));
            quote! {
                let #part = *#value;
                #inner
            }
        }
        Shape::Tuple(shapes) => {
            let parts = parts(depth, shapes.len());
            let inner = shapes
                .iter()
                .zip(&parts)
                .enumerate()
                .map(|(at, (shape, part))| given(shape, &quote!(#part), &behind(&format!(".{at}")), depth + 1));
            quote! {
                let (#(#parts,)*) = #value;
                #({ #inner })*
            }
        }
    }
}
