//! The functions of `Structure`, as code.

use proc_macro2::TokenStream;

/// The bodies of the functions of `Structure`; without a body, the trait's default is used.
///
/// In them `p` is the plan, `at` and `this` point to the value, `v` is the visitor, and `o` collects text.
pub(crate) struct Functions {
    pub(crate) possible: Option<TokenStream>,
    pub(crate) values: Option<TokenStream>,
    pub(crate) sample: TokenStream,
    pub(crate) describe: TokenStream,
    pub(crate) visit: TokenStream,
    pub(crate) show: TokenStream,
    pub(crate) label: Option<TokenStream>,
}
