//! The bounds in the attribute: `height = 4, len = 3`.

use glassbox_abi::names::BOUNDS;
use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitInt, Result, Token};

use super::model::Bound;

/// Parses the bounds; each occurs once.
pub(super) fn bounds(attr: TokenStream) -> Result<Vec<Bound>> {
    let bounds = Punctuated::<Bound, Token![,]>::parse_terminated.parse2(attr)?;
    for (i, bound) in bounds.iter().enumerate() {
        if bounds.iter().take(i).any(|earlier| earlier.name == bound.name) {
            return Err(Error::new(bound.name.span(), format!("bound `{}` is given twice", bound.name)));
        }
    }
    Ok(bounds.into_iter().collect())
}

impl Parse for Bound {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: Ident = input.parse()?;
        if !BOUNDS.iter().any(|known| name == known) {
            return Err(Error::new(
                name.span(),
                format!("`{name}` is not a bound; the bounds are: {}", BOUNDS.map(|b| format!("`{b}`")).join(", ")),
            ));
        }
        input.parse::<Token![=]>().map_err(|error| Error::new(error.span(), format!("write `{name} = 3`")))?;
        let literal: LitInt = input
            .parse()
            .map_err(|error| Error::new(error.span(), format!("a bound is a whole number: `{name} = 3`")))?;
        let value = literal.base10_parse::<u32>().map_err(|error| {
            Error::new(literal.span(), format!("{error}: a bound is at most {}; try `{name} = 3`", u32::MAX))
        })?;
        if value == 0 {
            return Err(Error::new(
                literal.span(),
                format!("bound `{name}` is 0, so there is nothing to check; try `{name} = 3`"),
            ));
        }
        Ok(Self { name, value })
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[track_caller]
    fn rejects(attr: TokenStream, expect: &str) {
        assert_eq!(bounds(attr).expect_err("accepted").to_string(), expect);
    }

    #[test]
    fn bad_bounds_are_rejected_with_a_correction() {
        rejects(quote!(heigth = 4), "`heigth` is not a bound; the bounds are: `height`, `len`");
        rejects(quote!(len = 0), "bound `len` is 0, so there is nothing to check; try `len = 3`");
        rejects(quote!(len = "3"), "a bound is a whole number: `len = 3`");
        rejects(quote!(len(3)), "write `len = 3`");
        rejects(quote!(len = 3, len = 4), "bound `len` is given twice");
        rejects(
            quote!(len = 4294967296),
            "number too large to fit in target type: a bound is at most 4294967295; try `len = 3`",
        );
    }
}
