//! The effect in the attribute: `adds(key, value)`.

use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Error, Ident, Result, Token, parenthesized};

use super::model::{Arg, Effect};
use crate::suggest::listed;

/// Every effect: its name, the variant of `EffectKind`, the least and greatest number of arguments, and an example.
const EFFECTS: [(&str, &str, usize, usize, &str); 5] = [
    ("nothing", "Nothing", 0, 0, "nothing"),
    ("finds", "Finds", 1, 1, "finds(key)"),
    ("adds", "Adds", 1, 2, "adds(key, value)"),
    ("replaces", "Replaces", 2, 2, "replaces(key, value)"),
    ("removes", "Removes", 0, 1, "removes(key)"),
];

/// An effect as written: its name, and the names of arguments.
pub(super) struct WrittenEffect {
    pub(super) name: Ident,
    arguments: Vec<Ident>,
}

/// Whether the name is that of an effect.
pub(super) fn is_effect(name: &Ident) -> bool {
    EFFECTS.iter().any(|(known, ..)| name == known)
}

/// All effects, for messages.
pub(super) fn names() -> String {
    listed(EFFECTS.iter().map(|(name, ..)| *name))
}

/// Parses the arguments of an effect.
pub(super) fn parse(name: Ident, input: ParseStream<'_>) -> Result<WrittenEffect> {
    let mut arguments = Vec::new();
    if input.peek(syn::token::Paren) {
        let content;
        parenthesized!(content in input);
        let list = Punctuated::<Ident, Token![,]>::parse_terminated(&content);
        arguments.extend(list.map_err(|error| Error::new(error.span(), form(&name)))?);
    } else if input.peek(Token![=]) {
        return Err(input.error(form(&name)));
    }
    Ok(WrittenEffect { name, arguments })
}

fn form(name: &Ident) -> String {
    let form = EFFECTS.iter().find(|(known, ..)| name == known).map_or("", |(.., form)| *form);
    format!("write `{form}`")
}

/// Looks up the arguments of an effect.
pub(super) fn resolve(written: WrittenEffect, args: &[Arg]) -> Result<Effect> {
    let WrittenEffect { name, arguments } = written;
    let known = EFFECTS.iter().find(|(known, ..)| name == known);
    let Some((_, kind, least, most, _)) = known else { return Err(Error::new(name.span(), form(&name))) };
    if !(*least..=*most).contains(&arguments.len()) {
        return Err(Error::new(name.span(), form(&name)));
    }
    let number = |argument: &Ident| {
        let found = args.iter().position(|arg| arg.name == *argument);
        found.ok_or_else(|| Error::new(argument.span(), format!("the check has no argument `{argument}`")))
    };
    let arguments = arguments.iter().map(number).collect::<Result<_>>()?;
    Ok(Effect { kind: Ident::new(kind, Span::call_site()), arguments })
}
