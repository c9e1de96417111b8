//! Arguments of functions: values that the host chooses.

use proc_macro2::TokenStream;
use quote::quote;

use super::model::{Arg, Values};
use crate::code::{code, code_at, collected};

/// Code that picks a value for an argument.
pub(super) fn pick(subject: &syn::Type, arg: &Arg) -> TokenStream {
    let ty = &arg.ty;
    match &arg.values {
        None => {
            let span = syn::spanned::Spanned::span(ty);
            code_at!(span, <#ty as ::glassbox::Argument>::any())
        }
        Some(Values { expression, subject: name }) => {
            let values = collected(expression);
            let asked = name.as_ref().map(|name| {
                quote! {
                    #[allow(unused_variables, reason = "not every expression asks the subject")]
                    let #name = unsafe { &*subject.cast::<#subject>() };
                }
            });
            let pick = code!(::glassbox::__private::pick::<#ty>(#values));
            quote!({ #asked #pick })
        }
    }
}
