//! Attribute macros of the `glassbox` crate; users reach them through its re-exports.
//!
//! Each macro goes through the same three steps, one file each: `parse` turns tokens into a model and
//! rejects what cannot be checked, `model` says what a check is, `expand` writes the code. `type_text`
//! prints a type as a person would write it.

mod expand;
mod model;
mod parse;
mod type_text;

use proc_macro::TokenStream;

/// Marks a function as a check.
///
/// Documented where users meet it: `glassbox::check`.
#[proc_macro_attribute]
pub fn check(attr: TokenStream, item: TokenStream) -> TokenStream {
    // The function itself is kept even if it cannot be a check, so that the only errors the user sees
    // are about what is wrong with it, not about a function that has vanished.
    let original = proc_macro2::TokenStream::from(item.clone());
    match parse::check(attr.into(), item.into()) {
        Ok(check) => expand::check(&check).into(),
        Err(error) => {
            let error = error.into_compile_error();
            quote::quote!(#original #error).into()
        }
    }
}
