//! `glassbox::replay!`: calls the function that runs a check on one state.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Path, Token};

use crate::check::replay_name;

/// A check, and a state as text.
pub(crate) struct Replay {
    check: Path,
    state: Expr,
}

impl Parse for Replay {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let check = input.parse()?;
        input.parse::<Token![,]>()?;
        let state = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { check, state })
    }
}

pub(crate) fn expand(replay: Replay) -> TokenStream {
    let Replay { mut check, state } = replay;
    if let Some(last) = check.segments.last_mut() {
        last.ident = replay_name(&last.ident);
    }
    quote!(#check(#state))
}
