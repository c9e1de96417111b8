//! Values of settings.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, ExprClosure, Ident, LitInt, Member, Result, Token, Type, parenthesized};

/// A setting with its value.
pub(crate) enum Value {
    Tree,
    Parent,
    Alias,
    Any,
    Holes,
    Item,
    NoInvariant,
    Count(Type),
    Values(Expr),
    New(ExprCall),
    Skip(Expr),
    NoDrop,
    Nil(Expr),
    Len(Length),
    Filled(ExprClosure),
    Capacities(Expr),
    Domain(Vec<Domain>),
    Sorted(Vec<Sorted>),
}

/// `T = expr`: the values of every `T` below the field or type.
#[derive(Clone)]
pub(crate) struct Domain {
    pub(crate) ty: Type,
    pub(crate) values: Expr,
}

/// `field` or `field + 1`.
pub(crate) struct Length {
    pub(crate) field: Member,
    pub(crate) more: usize,
}

/// A part of `sorted(..)`.
pub(crate) enum Sorted {
    Field(Member),
    Interleave(Member, Member),
}

impl Sorted {
    /// The fields that it names.
    pub(crate) fn names(&self) -> Vec<&Member> {
        match self {
            Self::Field(name) => vec![name],
            Self::Interleave(first, second) => vec![first, second],
        }
    }
}

impl Value {
    /// Parses the value of the setting `word`, which is one of the known settings.
    pub(super) fn parse(word: &Ident, input: ParseStream<'_>) -> Result<Self> {
        Ok(match word.to_string().as_str() {
            "tree" => Self::Tree,
            "parent" | "prev" => Self::Parent,
            "alias" => Self::Alias,
            "any" => Self::Any,
            "holes" => Self::Holes,
            "item" => Self::Item,
            "no_invariant" => Self::NoInvariant,
            "no_drop" => Self::NoDrop,
            "count" => Self::Count(in_parentheses(input, Type::parse)?),
            "values" => Self::Values(after_equals(input)?),
            "new" => Self::New(after_equals(input)?),
            "skip" => Self::Skip(after_equals(input)?),
            "nil" => Self::Nil(after_equals(input)?),
            "len" => Self::Len(after_equals(input)?),
            "filled" => Self::Filled(after_equals(input)?),
            "capacities" => Self::Capacities(after_equals(input)?),
            "domain" => Self::Domain(list(input)?),
            _ => Self::Sorted(list(input)?),
        })
    }
}

// --- Forms ---

fn after_equals<T: Parse>(input: ParseStream<'_>) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

fn in_parentheses<T>(input: ParseStream<'_>, parse: impl FnOnce(ParseStream<'_>) -> Result<T>) -> Result<T> {
    let content;
    parenthesized!(content in input);
    let parsed = parse(&content)?;
    if content.is_empty() { Ok(parsed) } else { Err(content.error("unexpected")) }
}

/// One or more, separated by commas.
fn list<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    let items = in_parentheses(input, Punctuated::<T, Token![,]>::parse_terminated)?;
    if items.is_empty() { Err(input.error("empty")) } else { Ok(items.into_iter().collect()) }
}

impl Parse for Domain {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        Ok(Self { ty: input.parse()?, values: after_equals(input)? })
    }
}

impl Parse for Length {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let field = input.parse()?;
        if input.parse::<Option<Token![+]>>()?.is_none() {
            return Ok(Self { field, more: 0 });
        }
        Ok(Self { field, more: input.parse::<LitInt>()?.base10_parse()? })
    }
}

impl Parse for Sorted {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let member: Member = input.parse()?;
        if !input.peek(syn::token::Paren) {
            return Ok(Self::Field(member));
        }
        if !matches!(&member, Member::Named(name) if name == "interleave") {
            return Err(input.error("only `interleave` takes fields"));
        }
        in_parentheses(input, |input| {
            let first = input.parse()?;
            input.parse::<Token![,]>()?;
            let second = input.parse()?;
            input.parse::<Option<Token![,]>>()?;
            Ok(Self::Interleave(first, second))
        })
    }
}

/// The place at which a field is named.
pub(crate) fn span_of(member: &Member) -> Span {
    match member {
        Member::Named(name) => name.span(),
        Member::Unnamed(index) => index.span,
    }
}
