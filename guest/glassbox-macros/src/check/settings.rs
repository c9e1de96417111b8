//! Settings of the attribute: bounds, `height = 4, len = 3`, and an effect.

use glassbox_abi::names::BOUNDS;
use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitInt, Result, Token};

use super::effects::{self, WrittenEffect};
use super::model::Bound;
use crate::disturbances::WORDS;
use crate::must_panic::{self, MustPanic};

/// Bounds, each once, at most one effect, words, each once, and when the check must panic.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) bounds: Vec<Bound>,
    pub(super) effect: Option<WrittenEffect>,
    /// Settings that are words alone.
    pub(super) words: Vec<Ident>,
    pub(super) must_panic: Option<MustPanic>,
}

/// Parses the attribute.
pub(super) fn settings(attr: TokenStream) -> Result<Settings> {
    let mut settings = Settings::default();
    let mut panics: Vec<must_panic::Setting> = Vec::new();
    for setting in Punctuated::<Setting, Token![,]>::parse_terminated.parse2(attr)? {
        match setting {
            Setting::Bound(bound) if settings.bounds.iter().any(|earlier| earlier.name == bound.name) => {
                return Err(Error::new(bound.name.span(), format!("bound `{}` is given twice", bound.name)));
            }
            Setting::Bound(bound) => settings.bounds.push(bound),
            Setting::Effect(effect) if settings.effect.is_some() => {
                let message = "a check declares one effect: write two checks";
                return Err(Error::new(effect.name.span(), message));
            }
            Setting::Effect(effect) => settings.effect = Some(effect),
            Setting::Panic(panic) if panics.iter().any(|earlier| earlier.name == panic.name) => {
                return Err(Error::new(panic.name.span(), format!("`{}` is given twice", panic.name)));
            }
            Setting::Panic(panic) => panics.push(panic),
            Setting::Word(word) if settings.words.contains(&word) => {
                return Err(Error::new(word.span(), format!("`{word}` is given twice")));
            }
            Setting::Word(word) => settings.words.push(word),
        }
    }
    settings.must_panic = must_panic::collect(panics)?;
    Ok(settings)
}

/// The word that lets an operation leave the states that are checked.
pub(super) const MAY_LEAVE: &str = "may_leave";

/// The word that asks for a valid structure after a panic of a callback.
pub(super) const PANIC_SAFE: &str = "panic_safe";

enum Setting {
    Bound(Bound),
    Effect(WrittenEffect),
    Word(Ident),
    Panic(must_panic::Setting),
}

impl Parse for Setting {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: Ident = input.fork().parse()?;
        if effects::is_effect(&name) {
            input.parse::<Ident>()?;
            return effects::parse(name, input).map(Self::Effect);
        }
        if name == MAY_LEAVE || name == PANIC_SAFE || WORDS.iter().any(|word| name == word) {
            let word = input.parse()?;
            return if input.is_empty() || input.peek(Token![,]) {
                Ok(Self::Word(word))
            } else {
                Err(input.error(format!("write `{name}`")))
            };
        }
        if must_panic::is_setting(&name) {
            return input.parse().map(Self::Panic);
        }
        input.parse().map(Self::Bound)
    }
}

impl Parse for Bound {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: Ident = input.parse()?;
        if !BOUNDS.iter().any(|known| name == known) {
            return Err(Error::new(
                name.span(),
                format!(
                    "`{name}` is neither a bound nor an effect; the bounds are: {}; the effects are: {}; and there are `may_leave`, `panic_safe`, `panics`, \
                     `hostile`, `alloc_failures`, `must_panic`, `must_panic_if` and `unchanged`",
                    BOUNDS.map(|b| format!("`{b}`")).join(", "),
                    effects::names()
                ),
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
        assert_eq!(settings(attr).err().expect("accepted").to_string(), expect);
    }

    #[test]
    fn bad_bounds_are_rejected_with_a_correction() {
        rejects(
            quote!(heigth = 4),
            "`heigth` is neither a bound nor an effect; the bounds are: `height`, `len`; the effects are: `nothing`, `finds`, \
             `adds`, `replaces` and `removes`; and there are `may_leave`, `panic_safe`, `panics`, `hostile`, `alloc_failures`, `must_panic`, \
             `must_panic_if` and `unchanged`",
        );
        rejects(quote!(len = 0), "bound `len` is 0, so there is nothing to check; try `len = 3`");
        rejects(quote!(len = "3"), "a bound is a whole number: `len = 3`");
        rejects(quote!(may_leave = 1), "write `may_leave`");
        rejects(quote!(may_leave, may_leave), "`may_leave` is given twice");
        rejects(quote!(panic_safe, panic_safe), "`panic_safe` is given twice");
        rejects(quote!(panics, hostile, panics), "`panics` is given twice");
        rejects(quote!(panics = true), "write `panics`");
        rejects(quote!(must_panic, must_panic), "`must_panic` is given twice");
        rejects(quote!(unchanged), "`unchanged` goes with `must_panic` or `must_panic_if`");
        rejects(quote!(len(3)), "write `len = 3`");
        rejects(quote!(len = 3, len = 4), "bound `len` is given twice");
        rejects(
            quote!(len = 4294967296),
            "number too large to fit in target type: a bound is at most 4294967295; try `len = 3`",
        );
    }
}
