//! The code for the values of a struct or a variant as a whole.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::Ident;
use syn::ext::IdentExt;

use super::field;
use super::link;
use super::model::{Role, Variant};
use crate::code::code;

/// The condition under which there is a value within the bounds; `None` if there always is one.
pub(crate) fn possible(variant: &Variant) -> Option<TokenStream> {
    let mut conditions: Vec<TokenStream> = Vec::new();
    for condition in variant.fields.iter().filter_map(|field| field::possible(field, &variant.fields)) {
        // Fields of the same type have the same condition.
        if !conditions.iter().any(|earlier| earlier.to_string() == condition.to_string()) {
            conditions.push(condition);
        }
    }
    let (first, rest) = conditions.split_first()?;
    let nils = variant.fields.iter().filter(|field| matches!(field.role, Role::Nil(_)));
    Some(nils.fold(code!(#first #(&& #rest)*), |condition, nil| link::with_nil(&nil.ty, &condition)))
}

/// A sample.
pub(crate) fn sample(variant: &Variant) -> TokenStream {
    let samples: Vec<TokenStream> = variant.fields.iter().map(|field| field::sample(field, &variant.fields)).collect();
    construct(variant, &samples)
}

/// The code for the values of a struct or a variant that may be one variable.
struct Values {
    /// Lists the values of the fields and their combinations; returns `None` if there are too many.
    ask: TokenStream,
    /// The number of values.
    count: TokenStream,
    /// Pushes the values to `all`.
    push: TokenStream,
}

/// All values; `None` if the type can never be one variable. `number` tells variants apart.
///
/// The pushed values are copies that must not be dropped, so the code must not return early after the first.
fn values(variant: &Variant, number: usize) -> Option<Values> {
    let asked: Vec<TokenStream> = variant.fields.iter().map(field::values).collect::<Option<_>>()?;
    let names = names(&format!("values_{number}"), variant);
    let span = proc_macro2::Span::mixed_site();
    let picks = format_ident!("picks_{number}", span = span);
    let picked: Vec<TokenStream> =
        names.iter().enumerate().map(|(i, name)| code!(unsafe { #name.get(pick[#i]) })).collect();
    let value = construct(variant, &picked);
    Some(Values {
        ask: code! {
            #(let #names = (#asked)?;)*
            let #picks = ::glassbox::__private::combinations(&[#(#names.len()),*])?;
        },
        count: code!(#picks.len()),
        push: code!(for pick in #picks { all.push(#value); }),
    })
}

/// The body of `values`, for all variants together.
pub(crate) fn all_values(variants: &[Variant]) -> Option<TokenStream> {
    let values: Vec<Values> =
        variants.iter().enumerate().map(|(i, variant)| values(variant, i)).collect::<Option<_>>()?;
    let ask = values.iter().map(|values| &values.ask);
    let counts = values.iter().map(|values| &values.count);
    let push = values.iter().map(|values| &values.push);
    Some(code! {
        #(#ask)*
        if #(#counts)+* > ::glassbox::__private::MOST_VALUES {
            return ::core::option::Option::None;
        }
        let mut all = ::glassbox::__private::Vec::new();
        #(#push)*
        ::core::option::Option::Some(all)
    })
}

/// The body of `label`, if the type may be one variable.
pub(crate) fn labels(name: &Ident, variants: &[Variant]) -> Option<TokenStream> {
    all_values(variants)?;
    let arms: Vec<TokenStream> = variants.iter().map(|variant| label(name, variant)).collect();
    (!arms.is_empty()).then(|| code!(match self { #(#arms)* }))
}

/// `Variant(1, true)`.
fn label(name: &Ident, variant: &Variant) -> TokenStream {
    let (pattern, fields) = destructure(variant);
    let name = variant.ident.as_ref().unwrap_or(name).unraw().to_string();
    if fields.is_empty() {
        return code!(#pattern => ::glassbox::__private::String::from(#name),);
    }
    let texts = variant.fields.iter().zip(&fields).map(|(field, name)| {
        let ty = &field.ty;
        // Listed values can be of any type.
        let is_described = matches!(field.role, Role::Plain);
        let label = is_described.then(|| code!(text.push_str(&<#ty as ::glassbox::Structure>::label(#name));));
        label.unwrap_or_else(|| code!(text.push_str("..");))
    });
    let commas = std::iter::once("").chain(std::iter::repeat(", "));
    let texts = commas.zip(texts).map(|(comma, text)| code!(text.push_str(#comma); #text));
    code!(#pattern => {
        let mut text = ::glassbox::__private::String::from(#name);
        text.push('(');
        #(#texts)*
        text.push(')');
        text
    })
}

/// The value with these fields.
pub(crate) fn construct(variant: &Variant, values: &[TokenStream]) -> TokenStream {
    let path = path(variant);
    let members = variant.fields.iter().map(|field| &field.member);
    code!(#path { #(#members: #values),* })
}

/// A pattern that binds every field to a name, and the names.
pub(crate) fn destructure(variant: &Variant) -> (TokenStream, Vec<Ident>) {
    let (path, names) = (path(variant), names("field", variant));
    let members = variant.fields.iter().map(|field| &field.member);
    (code!(#path { #(#members: #names),* }), names)
}

fn path(variant: &Variant) -> TokenStream {
    match &variant.ident {
        None => code!(Self),
        Some(ident) => code!(Self::#ident),
    }
}

fn names(stem: &str, variant: &Variant) -> Vec<Ident> {
    let span = proc_macro2::Span::mixed_site();
    (0..variant.fields.len()).map(|number| format_ident!("{stem}_{number}", span = span)).collect()
}
