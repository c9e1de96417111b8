//! `must_panic_if = at > list.len(), must_panic = "out of bounds", unchanged` for a check, or an operation of an exploration.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Ident, LitStr, Result, Token};

use crate::attributes::is_ours;

/// When a function must panic.
pub(crate) struct MustPanic {
    /// The condition on its arguments; none if it always must.
    pub(crate) condition: Option<Expr>,
    /// The message; none for any.
    pub(crate) message: Option<String>,
    /// The word that says that the subject must be as it was before.
    pub(crate) unchanged: Option<Ident>,
}

/// Whether an attribute is only `#[glassbox(skip)]`.
pub(crate) fn is_skip(attribute: &Attribute) -> Result<bool> {
    Ok(attribute.meta.require_list()?.tokens.to_string() == "skip")
}

/// What the attributes of a function say.
pub(crate) fn must_panic(attributes: &[Attribute]) -> Result<Option<MustPanic>> {
    let mut written: Vec<Setting> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| is_ours(attribute)) {
        if is_skip(attribute)? {
            continue;
        }
        for setting in attribute.parse_args_with(Punctuated::<Setting, Token![,]>::parse_terminated)? {
            if written.iter().any(|earlier| earlier.name == setting.name) {
                return Err(Error::new(setting.name.span(), format!("`{}` is given twice", setting.name)));
            }
            written.push(setting);
        }
    }
    collect(written)
}

/// What settings say together, each of which is there once.
pub(crate) fn collect(written: Vec<Setting>) -> Result<Option<MustPanic>> {
    let Some(first) = written.first().map(|setting| setting.name.clone()) else { return Ok(None) };
    let (mut condition, mut message, mut unchanged, mut must_panic) = (None, None, None, false);
    for Setting { name, value } in written {
        must_panic |= !matches!(value, Value::Unchanged);
        match value {
            Value::If(expression) => condition = Some(expression),
            Value::Message(text) => message = text,
            Value::Unchanged => unchanged = Some(name),
        }
    }
    if !must_panic {
        return Err(Error::new(first.span(), "`unchanged` goes with `must_panic` or `must_panic_if`"));
    }
    Ok(Some(MustPanic { condition, message, unchanged }))
}

/// A part of what is said about a panic.
pub(crate) struct Setting {
    pub(crate) name: Ident,
    value: Value,
}

/// Whether a name begins such a part.
pub(crate) fn is_setting(name: &Ident) -> bool {
    ["must_panic", "must_panic_if", "unchanged"].iter().any(|known| name == known)
}

enum Value {
    Message(Option<String>),
    If(Expr),
    Unchanged,
}

impl Parse for Setting {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: Ident = input.parse()?;
        let value = match name.to_string().as_str() {
            "must_panic" if input.peek(Token![=]) => {
                input.parse::<Token![=]>()?;
                Value::Message(Some(input.parse::<LitStr>()?.value()))
            }
            "must_panic" => Value::Message(None),
            "must_panic_if" => {
                input.parse::<Token![=]>()?;
                Value::If(input.parse()?)
            }
            "unchanged" => Value::Unchanged,
            _ => {
                let message = "a function of an exploration can have `skip`, `must_panic = \"message\"`, \
                               `must_panic_if = condition` and `unchanged`";
                return Err(Error::new(name.span(), message));
            }
        };
        Ok(Self { name, value })
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[track_caller]
    fn rejects(attribute: Attribute, expect: &str) {
        assert_eq!(must_panic(&[attribute]).err().expect("accepted").to_string(), expect);
    }

    #[test]
    fn settings_are_read() {
        let attribute: Attribute =
            parse_quote!(#[glassbox(must_panic_if = at > list.len(), must_panic = "far", unchanged)]);
        let found = must_panic(&[attribute]).expect("it is right").expect("it is there");
        assert!(found.condition.is_some());
        assert_eq!((found.message.as_deref(), found.unchanged.is_some()), (Some("far"), true));
        assert!(
            must_panic(&[parse_quote!(#[glassbox(skip)]), parse_quote!(#[inline])]).expect("it is right").is_none()
        );
        let always = must_panic(&[parse_quote!(#[glassbox(must_panic)])]).expect("it is right").expect("it is there");
        assert!(always.condition.is_none() && always.message.is_none() && always.unchanged.is_none());
    }

    #[test]
    fn wrong_settings_are_named() {
        rejects(parse_quote!(#[glassbox(unchanged)]), "`unchanged` goes with `must_panic` or `must_panic_if`");
        rejects(parse_quote!(#[glassbox(must_panic, must_panic)]), "`must_panic` is given twice");
        rejects(
            parse_quote!(#[glassbox(panics)]),
            "a function of an exploration can have `skip`, `must_panic = \"message\"`, `must_panic_if = condition` and `unchanged`",
        );
    }
}
