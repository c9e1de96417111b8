//! `#[glassbox(..)]`: parses its settings.
//!
//! An attribute holds settings, separated by commas. Each is a word (`tree`), a word with a value (`values = 0..3`) or
//! a word with a list (`domain(u8 = 0..3)`). The macros check whether settings fit together and fit the type. `value`
//! parses what follows the word.

mod value;

use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, Ident, Result, Token};

pub(crate) use value::{Domain, Length, Sorted, Value, span_of};

use crate::errors::Errors;
use crate::suggest::{listed, nearest};

/// One setting.
pub(crate) struct Setting {
    /// The word, as written; errors point at it.
    pub(crate) name: Ident,
    pub(crate) value: Value,
}

/// The kind of item that an attribute is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Type,
    Variant,
    Field,
    Argument,
}

/// Every setting: its name, the items that it is allowed on, and an example.
const SETTINGS: [(&str, &[Place], &str); 19] = [
    ("tree", &[Place::Field], "tree"),
    ("parent", &[Place::Field], "parent"),
    ("prev", &[Place::Field], "prev"),
    ("alias", &[Place::Field], "alias"),
    ("any", &[Place::Field], "any"),
    ("count", &[Place::Field], "count(Node)"),
    ("values", &[Place::Field, Place::Argument], "values = 0..3"),
    ("domain", &[Place::Type, Place::Field, Place::Argument], "domain(u8 = 0..3)"),
    ("new", &[Place::Argument], "new = Tree::new()"),
    ("no_drop", &[Place::Argument], "no_drop"),
    ("skip", &[Place::Field], "skip = expression"),
    ("item", &[Place::Field], "item"),
    ("len", &[Place::Field], "len = field"),
    ("filled", &[Place::Field], "filled = |len, i| i < len"),
    ("capacities", &[Place::Field], "capacities = [8, 16]"),
    ("nil", &[Place::Field], "nil = Node::sentinel"),
    ("holes", &[Place::Field], "holes"),
    ("sorted", &[Place::Type, Place::Variant], "sorted(left, key, right)"),
    ("no_invariant", &[Place::Type], "no_invariant"),
];

/// The settings of all `#[glassbox(..)]` among the attributes; each occurs once.
pub(crate) fn settings(attributes: &[Attribute], place: Place, errors: &mut Errors) -> Vec<Setting> {
    let mut settings: Vec<Setting> = Vec::new();
    let parse = |input: ParseStream<'_>| parse_list(input, place);
    for attribute in attributes.iter().filter(|attribute| is_ours(attribute)) {
        let parsed = attribute.meta.require_list().and_then(|list| parse.parse2(list.tokens.clone()));
        for setting in errors.take(parsed).into_iter().flatten() {
            if settings.iter().any(|earlier| earlier.same_as(&setting)) {
                errors.push(setting.error(format!("`{}` is given twice", setting.name)));
            } else {
                settings.push(setting);
            }
        }
    }
    settings
}

/// Whether it is `#[glassbox(..)]`.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    attribute.path().is_ident("glassbox")
}

impl Setting {
    /// An error about this setting.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::new(self.name.span(), message)
    }

    /// `prev` is another name of `parent`.
    fn same_as(&self, other: &Self) -> bool {
        std::mem::discriminant(&self.value) == std::mem::discriminant(&other.value)
    }
}

fn parse_list(input: ParseStream<'_>, place: Place) -> Result<Vec<Setting>> {
    let mut settings = Vec::new();
    while !input.is_empty() {
        settings.push(setting(input, place)?);
        input.parse::<Option<Token![,]>>()?;
    }
    Ok(settings)
}

fn setting(input: ParseStream<'_>, place: Place) -> Result<Setting> {
    let name = input.call(Ident::parse_any)?;
    let Some((_, places, form)) = SETTINGS.iter().find(|(known, ..)| name == known) else {
        return Err(Error::new(name.span(), unknown(&name, place)));
    };
    if !places.contains(&place) {
        return Err(Error::new(name.span(), misplaced(&name, places, place)));
    }
    // The parser's message is about tokens; an example helps more.
    let value = Value::parse(&name, input).map_err(|error| Error::new(error.span(), format!("write `{form}`")))?;
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(input.error(format!("write `{form}`")));
    }
    Ok(Setting { name, value })
}

// --- Messages ---

fn unknown(name: &Ident, place: Place) -> String {
    let here = SETTINGS.iter().filter(|(_, places, _)| places.contains(&place)).map(|(name, ..)| *name);
    let here: Vec<&str> = here.collect();
    match nearest(&name.to_string(), here.iter().copied()) {
        Some(meant) => format!("unknown setting `{name}`; did you mean `{meant}`?"),
        None => format!("unknown setting `{name}`; {} can have {}", noun(place), listed(here)),
    }
}

fn misplaced(name: &Ident, places: &[Place], place: Place) -> String {
    let places: Vec<&str> = places.iter().map(|place| noun(*place)).collect();
    format!("`{name}` goes on {}, not on {}", places.join(" or "), noun(place))
}

fn noun(place: Place) -> &'static str {
    match place {
        Place::Type => "a type",
        Place::Variant => "a variant",
        Place::Field => "a field",
        Place::Argument => "an argument of a check",
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[track_caller]
    fn rejects(place: Place, attribute: Attribute, expect: &str) {
        let mut errors = Errors::default();
        settings(&[attribute], place, &mut errors);
        let messages: Vec<String> = errors.finish().expect_err("accepted").into_iter().map(|e| e.to_string()).collect();
        assert_eq!(messages.join("\n"), expect);
    }

    #[test]
    fn every_form_in_the_table_is_accepted_where_the_table_says() {
        for (name, places, form) in SETTINGS {
            for place in places {
                let tokens: proc_macro2::TokenStream = form.parse().expect("tokens");
                let attribute: Attribute = parse_quote!(#[glassbox(#tokens,)]);
                let mut errors = Errors::default();
                let settings = settings(&[parse_quote!(#[doc = "other"]), attribute], *place, &mut errors);
                errors.finish().expect(form);
                assert_eq!(settings.len(), 1, "{form}");
                assert_eq!(settings[0].name, name);
            }
        }
    }

    #[test]
    fn unknown_and_misplaced_settings_are_named_with_a_way_out() {
        rejects(Place::Field, parse_quote!(#[glassbox(tre)]), "unknown setting `tre`; did you mean `tree`?");
        rejects(
            Place::Type,
            parse_quote!(#[glassbox(colour)]),
            "unknown setting `colour`; a type can have `domain`, `sorted` and `no_invariant`",
        );
        rejects(
            Place::Field,
            parse_quote!(#[glassbox(sorted(a))]),
            "`sorted` goes on a type or a variant, not on a field",
        );
        rejects(
            Place::Argument,
            parse_quote!(#[glassbox(tree)]),
            "`tree` goes on a field, not on an argument of a check",
        );
    }

    #[test]
    fn a_wrong_form_is_answered_with_the_right_one() {
        let cases: [(Attribute, &str); 13] = [
            (parse_quote!(#[glassbox(filled = len)]), "write `filled = |len, i| i < len`"),
            (parse_quote!(#[glassbox(capacities(8))]), "write `capacities = [8, 16]`"),
            (parse_quote!(#[glassbox(tree = 3)]), "write `tree`"),
            (parse_quote!(#[glassbox(tree(left))]), "write `tree`"),
            (parse_quote!(#[glassbox(count)]), "write `count(Node)`"),
            (parse_quote!(#[glassbox(count(A, B))]), "write `count(Node)`"),
            (parse_quote!(#[glassbox(values(1, 2))]), "write `values = 0..3`"),
            (parse_quote!(#[glassbox(values = )]), "write `values = 0..3`"),
            (parse_quote!(#[glassbox(domain = 0..3)]), "write `domain(u8 = 0..3)`"),
            (parse_quote!(#[glassbox(domain())]), "write `domain(u8 = 0..3)`"),
            (parse_quote!(#[glassbox(len = 3 + x)]), "write `len = field`"),
            (parse_quote!(#[glassbox(skip)]), "write `skip = expression`"),
            (parse_quote!(#[glassbox(nil)]), "write `nil = Node::sentinel`"),
        ];
        for (attribute, expect) in cases {
            rejects(Place::Field, attribute, expect);
        }
        rejects(Place::Argument, parse_quote!(#[glassbox(new = Tree::new)]), "write `new = Tree::new()`");
        rejects(Place::Type, parse_quote!(#[glassbox(sorted())]), "write `sorted(left, key, right)`");
        rejects(Place::Type, parse_quote!(#[glassbox(sorted(zip(a, b)))]), "write `sorted(left, key, right)`");
    }

    #[test]
    fn a_setting_given_twice_is_an_error_under_either_name() {
        rejects(Place::Field, parse_quote!(#[glassbox(tree, tree)]), "`tree` is given twice");
        rejects(Place::Field, parse_quote!(#[glassbox(parent, prev)]), "`prev` is given twice");
    }

    #[test]
    fn an_attribute_without_settings_is_an_error() {
        let mut errors = Errors::default();
        settings(&[parse_quote!(#[glassbox])], Place::Field, &mut errors);
        assert!(errors.finish().is_err());
    }
}
