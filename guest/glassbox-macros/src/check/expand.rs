//! From the model to code.
//!
//! Beside the function stands an anonymous constant with three items: the description of the check, an
//! entry function with one address per argument, and a function that describes the states. The macros of
//! `glassbox::__private` decide what becomes of them: for the machine the functions are exported and the
//! description lands in a custom section; natively they are only type-checked, so that a check that would
//! not build for the machine does not build natively either. The decision is taken in the `glassbox` crate
//! because a `cfg` in generated code would be looked up in the user's crate, and warned about there.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::model::{Arg, Check, Pass};
use crate::code::{code, collected, within};
use crate::type_text::type_text;

/// The code for a check.
pub(crate) fn check(check: &Check) -> TokenStream {
    let Check { function, cfgs, doc, args, bounds, effect } = check;
    let name = &function.sig.ident;
    let name_text = name.unraw().to_string();
    // `line!()` reports where its own token comes from, so give it the place of the function's name.
    let span = name.span();
    let (file, line, column) =
        (quote_spanned!(span=> file!()), quote_spanned!(span=> line!()), quote_spanned!(span=> column!()));
    let path = quote!(concat!(module_path!(), "::", #name_text));

    let arg_records = args.iter().map(|Arg { name, ty, .. }| {
        let (name, ty) = (name.unraw().to_string(), type_text(ty));
        quote!(::glassbox::__private::Arg { name: #name, ty: #ty })
    });
    let bound_records = bounds.iter().map(|bound| {
        let (name, value) = (bound.name.to_string(), u64::from(bound.value));
        quote!(::glassbox::__private::Bound { name: #name, value: #value })
    });
    let params: Vec<_> = (0..args.len()).map(|i| quote::format_ident!("address_{i}")).collect();
    let values = args.iter().zip(&params).map(|(arg, address)| match &arg.pass {
        Pass::Shared(ty) => quote!(&*#address.cast::<#ty>()),
        Pass::Mutable(ty) => quote!(&mut *#address.cast::<#ty>()),
        Pass::Value(ty) => quote!(#address.cast::<#ty>().read()),
    });
    let plan = plan(check);
    let outcome = effect.as_ref().map_or_else(|| quote!(outcome), |_| quote!(returned));
    let lifetimes = &function.sig.generics;
    let where_clause = &function.sig.generics.where_clause;

    quote! {
        #function

        #(#cfgs)*
        const _: () = {
            const __GLASSBOX_CHECK: ::glassbox::__private::Check<'static> = ::glassbox::__private::Check {
                package: env!("CARGO_PKG_NAME"),
                path: #path,
                file: #file,
                line: #line,
                column: #column,
                doc: #doc,
                args: ::glassbox::__private::Cow::Borrowed(&[#(#arg_records),*]),
                bounds: ::glassbox::__private::Cow::Borrowed(&[#(#bound_records),*]),
            };
            ::glassbox::__private::export! {
                __GLASSBOX_CHECK, #path,
                unsafe extern "C" fn __glassbox_entry #lifetimes (#(#params: *mut u8),*) -> u32 #where_clause {
                    ::glassbox::__private::start();
                    // SAFETY: the host passes, for each argument, the address of a live value of its type
                    // that nothing else uses during the call, and never drops the moved ones itself.
                    unsafe { ::glassbox::__private::#outcome(#name(#(#values),*)) }
                }
            }
            ::glassbox::__private::export_plan! {
                #path,
                extern "C" fn __glassbox_plan #lifetimes () #where_clause { #plan }
            }
        };
    }
}

/// The body of the function that describes the states.
fn plan(check: &Check) -> TokenStream {
    let bounds = check.bounds.iter().map(|bound| {
        let (name, value) = (bound.name.to_string(), bound.value);
        code!((#name, #value))
    });
    let args = check.args.iter().map(|arg| {
        let described = described(arg);
        let described = within(&arg.domains, described);
        code!(#described;)
    });
    let effect = check.effect.as_ref().map(|effect| {
        let (kind, arguments) = (&effect.kind, &effect.arguments);
        code!(p.effect(::glassbox::__private::EffectKind::#kind, &[#(#arguments),*]);)
    });
    code! {
        ::glassbox::__private::start();
        ::glassbox::__private::plan(&[#(#bounds),*], |p| { #(#args)* #effect });
    }
}

/// What is behind a reference is a structure; anything else is a value.
fn described(arg: &Arg) -> TokenStream {
    let name = arg.name.unraw().to_string();
    match (&arg.pass, &arg.values) {
        (Pass::Shared(ty) | Pass::Mutable(ty), _) => code!(p.structure::<#ty>(#name)),
        (Pass::Value(ty), None) => code!(p.argument::<#ty>(#name)),
        (Pass::Value(ty), Some(values)) => {
            let values = collected(values);
            code!(p.argument_values::<#ty>(#name, #values))
        }
    }
}
