//! What goes wrong around a check or an exploration in every run: words of their attributes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The words.
pub(crate) const WORDS: [&str; 3] = ["panics", "hostile", "alloc_failures"];

/// The code of a `DisturbanceChoice` with those that are among these words.
pub(crate) fn choice(words: &[Ident]) -> TokenStream {
    let [panics, hostile, alloc_failures] = WORDS.map(|word| words.iter().any(|written| written == word));
    quote! {
        ::glassbox::__private::DisturbanceChoice {
            panics: #panics,
            hostile: #hostile,
            alloc_failures: #alloc_failures,
        }
    }
}
