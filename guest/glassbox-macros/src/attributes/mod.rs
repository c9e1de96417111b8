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

/// A setting that there is. The book's table is made from these.
struct Known {
    name: &'static str,
    /// The items that it is allowed on.
    places: &'static [Place],
    /// An example.
    form: &'static str,
    /// What it says, for the book.
    #[cfg_attr(not(test), expect(dead_code, reason = "only a test writes the book's table"))]
    about: &'static str,
}

const fn known(name: &'static str, places: &'static [Place], form: &'static str, about: &'static str) -> Known {
    Known { name, places, form, about }
}

/// Every setting.
const SETTINGS: [Known; 19] = [
    known("tree", &[Place::Field], "tree", "a link to the node at this position, or nowhere"),
    known("parent", &[Place::Field], "parent", "a link to the node whose link leads here; null in the first node"),
    known("prev", &[Place::Field], "prev", "another word for `parent`, for lists"),
    known("alias", &[Place::Field], "alias", "a link to any node of its type, or null"),
    known("nil", &[Place::Field], "nil = Node::sentinel", "a node that stands for null, made from its own address"),
    known("holes", &[Place::Field], "holes", "the nodes that links below lead to lie in these slots"),
    known(
        "values",
        &[Place::Field, Place::Argument],
        "values = 0..3",
        "one of these values; the type needs no `Structure`",
    ),
    known(
        "domain",
        &[Place::Type, Place::Field, Place::Argument],
        "domain(u8 = 0..3)",
        "the values of every number or enum of this type below; the innermost domain counts",
    ),
    known("any", &[Place::Field], "any", "every value of the integer; nothing that is decided may depend on it"),
    known("skip", &[Place::Field], "skip = expression", "always this value; every verdict mentions it"),
    known("count", &[Place::Field], "count(Node)", "the number of nodes of this type below"),
    known("len", &[Place::Field], "len = field", "so many elements of the array are in use"),
    known("filled", &[Place::Field], "filled = |len, i| i < len", "which slots of the array are in use"),
    known("capacities", &[Place::Field], "capacities = [8, 16]", "more capacities that the vector can have"),
    known("item", &[Place::Field], "item", "its numbers are contents, which effects are about"),
    known(
        "sorted",
        &[Place::Type, Place::Variant],
        "sorted(left, key, right)",
        "keys increase strictly in this order of fields",
    ),
    known("no_invariant", &[Place::Type], "no_invariant", "every value is valid"),
    known("new", &[Place::Argument], "new = Tree::new()", "the constructor of a structure without `Default`"),
    known("no_drop", &[Place::Argument], "no_drop", "the structure is not dropped after the check"),
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
    let Some(Known { places, form, .. }) = SETTINGS.iter().find(|known| name == known.name) else {
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
    let here = SETTINGS.iter().filter(|known| known.places.contains(&place)).map(|known| known.name);
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
        for Known { name, places, form, .. } in SETTINGS {
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

    /// The book's page, with a table of all settings.
    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/attributes.md");

    #[test]
    fn the_book_lists_every_setting() {
        // A published package has no book.
        let Ok(page) = std::fs::read_to_string(PAGE) else { return };
        let row = |known: &Known| {
            let places = known.places.iter().map(|place| noun(*place).split(' ').nth(1).unwrap_or_default());
            let places: Vec<&str> = places.collect();
            let Known { name, form, about, .. } = known;
            format!("| [`{}`](#{name}) | {} | {about} |\n", form.replace('|', "\\|"), places.join(", "))
        };
        let rows: String = SETTINGS.iter().map(row).collect();
        let table = format!("| setting | on | says |\n|---|---|---|\n{rows}");
        let (begin, end) = ("<!-- table: settings -->\n", "<!-- end of table -->");
        let (before, rest) = page.split_once(begin).expect("the table begins");
        let (there, after) = rest.split_once(end).expect("the table ends");
        if std::env::var_os("GLASSBOX_BLESS").is_some() {
            std::fs::write(PAGE, format!("{before}{begin}\n{table}\n{end}{after}")).expect("the page can be written");
            return;
        }
        assert_eq!(there.trim(), table.trim(), "write the page with GLASSBOX_BLESS=1");
        for known in &SETTINGS {
            let heading = format!("\n### {}\n", known.name);
            let section = page.split_once(&heading).unwrap_or_else(|| panic!("no section about `{}`", known.name)).1;
            let section = section.split("\n### ").next().unwrap_or(section);
            assert!(section.contains("```rust") && section.contains(known.name), "no example of `{}`", known.name);
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
