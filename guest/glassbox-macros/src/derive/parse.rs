//! Parses a type into the model; every error says what to write instead.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, Member, Result};

use super::filled;
use super::members::{find, text};
use super::model::{Body, Field, Role, Subject, Variant};
use super::order::order;
use super::reject;
use super::role::{FieldSettings, role};
use super::types::mentions;
use crate::attributes::{Domain, Place, Setting, Sorted, Value, settings};
use crate::errors::Errors;

/// Parses a type that derives `Structure`.
pub(crate) fn structure(item: TokenStream) -> Result<Subject> {
    let DeriveInput { attrs, ident, generics, data, .. } = syn::parse2(item)?;
    let mut errors = Errors::default();
    let settings = settings(&attrs, Place::Type, &mut errors);
    let body = match data {
        Data::Struct(data) => Body::Struct(variant(None, &data.fields, &settings, &ident, &mut errors)),
        Data::Enum(data) => {
            errors.take(no_order_on_an_enum(&settings));
            let variants = data.variants.iter().map(|inner| enum_variant(inner, &ident, &mut errors));
            Body::Enum(variants.collect())
        }
        Data::Union(data) => {
            return Err(Error::new(
                data.union_token.span,
                "a union does not say which of its fields is in use: make it an enum, or leave it without \
                 `Structure` and list its values where it is used, `#[glassbox(values = [..])]`",
            ));
        }
    };
    errors.finish()?;
    let no_invariant = settings.iter().any(|setting| matches!(setting.value, Value::NoInvariant));
    Ok(Subject { ident, generics, body, domains: domains(&settings), packed: is_packed(&attrs), no_invariant })
}

fn is_packed(attributes: &[Attribute]) -> bool {
    let mut reprs = attributes.iter().filter(|attribute| attribute.path().is_ident("repr"));
    reprs.any(|repr| mentions(repr.meta.to_token_stream(), &["packed".to_owned()]))
}

fn enum_variant(inner: &syn::Variant, owner: &Ident, errors: &mut Errors) -> Variant {
    let settings = settings(&inner.attrs, Place::Variant, errors);
    variant(Some(&inner.ident), &inner.fields, &settings, owner, errors)
}

fn no_order_on_an_enum(settings: &[Setting]) -> Result<()> {
    let sorted = settings.iter().find(|setting| matches!(setting.value, Value::Sorted(_)));
    sorted
        .map_or(Ok(()), |setting| Err(setting.error("each variant has fields of its own: put `sorted` on the variant")))
}

/// A struct or a variant. The result is valid only if `errors` gets no error.
fn variant(
    ident: Option<&Ident>,
    fields: &Fields,
    settings: &[Setting],
    owner: &Ident,
    errors: &mut Errors,
) -> Variant {
    let members: Vec<Member> = fields.members().collect();
    let mut fields: Vec<Field> = fields
        .iter()
        .zip(&members)
        .filter_map(|(inner, member)| field(inner, member, ident, &members, owner, errors))
        .collect();
    let sorted = settings.iter().find_map(|setting| match &setting.value {
        Value::Sorted(parts) => Some(parts.as_slice()),
        _ => None,
    });
    let sorted = sorted.unwrap_or_default();
    let mut steps = Vec::new();
    if fields.len() == members.len() {
        connect(&mut fields);
        errors.take(filled::connect(&mut fields));
        steps = errors.take(order(&fields, sorted)).unwrap_or_default();
    } else {
        // Without all fields there is no order, but names can be looked up.
        for name in sorted.iter().flat_map(Sorted::names) {
            errors.take(find(name, &members));
        }
    }
    let frames = (0..fields.len()).filter(|&number| fields[number].is_frame()).collect();
    Variant { ident: ident.cloned(), fields, frames, steps }
}

fn field(
    inner: &syn::Field,
    member: &Member,
    variant: Option<&Ident>,
    members: &[Member],
    owner: &Ident,
    errors: &mut Errors,
) -> Option<Field> {
    let settings = settings(&inner.attrs, Place::Field, errors);
    let field = FieldSettings { ty: &inner.ty, settings: &settings, member, members };
    let role = errors.take(role(&field))?;
    if matches!(role, Role::Plain) {
        errors.take(reject::undescribed(&inner.ty, owner))?;
    }
    let label = label(variant, member);
    let (ty, domains) = (inner.ty.clone(), domains(&settings));
    let is_item = settings.iter().any(|setting| matches!(setting.value, Value::Item));
    let capacities = settings.iter().find_map(|setting| match &setting.value {
        Value::Capacities(capacities) => Some(capacities.clone()),
        _ => None,
    });
    Some(Field {
        member: member.clone(),
        label,
        ty,
        role,
        domains,
        is_item,
        capacities,
        length_of: Vec::new(),
        decides: Vec::new(),
    })
}

/// Sets `length_of` of every field that is a length.
fn connect(fields: &mut [Field]) {
    for number in 0..fields.len() {
        if let Role::Slots(slots) = &fields[number].role {
            let length = slots.length;
            fields[length].length_of.push(number);
        }
    }
}

fn domains(settings: &[Setting]) -> Vec<Domain> {
    let domains = settings.iter().filter_map(|setting| match &setting.value {
        Value::Domain(domains) => Some(domains.clone()),
        _ => None,
    });
    domains.flatten().collect()
}

fn label(variant: Option<&Ident>, member: &Member) -> String {
    let field = text(member);
    variant.map_or_else(|| field.clone(), |variant| format!("{}.{field}", variant.unraw()))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::super::model::{Part, Step};
    use super::*;

    /// Parses a type and compares the errors, joined by newlines, with `expect`.
    #[track_caller]
    fn rejects(item: TokenStream, expect: &str) {
        let error = structure(item).err().expect("accepted");
        let messages: Vec<String> = error.into_iter().map(|e| e.to_string()).collect();
        assert_eq!(messages.join("\n"), expect);
    }

    /// The order of description of a struct.
    #[track_caller]
    fn steps(item: TokenStream) -> Vec<Step> {
        let subject = structure(item).unwrap_or_else(|error| panic!("{error}"));
        subject.body.variants()[0].steps.clone()
    }

    #[test]
    fn lengths_come_first_then_what_is_sorted_then_the_rest() {
        let order = steps(quote! {
            #[glassbox(sorted(b, interleave(f, d)))]
            struct S {
                a: u8,
                b: bool,
                c: bool,
                #[glassbox(len = e)]
                d: [MaybeUninit<K>; 3],
                e: u8,
                f: [Option<Box<S>>; 4],
            }
        });
        let sorted = Step::Sorted(vec![Part::Field(1), Part::Interleave(5, 3)]);
        assert_eq!(order, [Step::Field(4), sorted, Step::Field(0), Step::Field(2)]);
    }

    #[test]
    fn fields_are_laid_out_as_declared() {
        let order = steps(quote!(
            struct S(u8, bool);
        ));
        assert_eq!(order, [Step::Field(0), Step::Field(1)]);
        assert_eq!(
            steps(quote!(
                struct S;
            )),
            []
        );
    }

    #[test]
    fn settings_of_the_type_are_understood() {
        let subject = structure(quote! {
            #[glassbox(no_invariant, domain(u8 = 0..3, Color = [Color::Red]))]
            #[repr(C, packed)]
            struct S;
        });
        let subject = subject.unwrap_or_else(|error| panic!("{error}"));
        assert!(subject.no_invariant && subject.packed);
        assert_eq!(subject.domains.len(), 2);
    }

    #[test]
    fn labels_name_the_variant() {
        let subject = structure(quote!(
            enum E {
                r#V { r#type: bool },
                W(bool),
            }
        ));
        let subject = subject.unwrap_or_else(|error| panic!("{error}"));
        let labels: Vec<&str> =
            subject.body.variants().iter().map(|variant| variant.fields[0].label.as_str()).collect();
        assert_eq!(labels, ["V.type", "W.0"]);
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once() {
        rejects(
            quote! {
                #[glassbox(sorted(kei))]
                struct S {
                    key: bool,
                    #[glassbox(len = n)]
                    slots: [u8; 3],
                    #[glassbox(tree, alias)]
                    link: *mut S,
                }
            },
            "no field `n`; the fields are `key`, `slots` and `link`\n\
             `alias` contradicts `tree`: a field has one role\n\
             no field `kei`; did you mean `key`?",
        );
    }

    #[test]
    fn an_order_is_of_fields_that_can_have_one() {
        rejects(
            quote! {
                #[glassbox(sorted(a, a))]
                struct S { a: bool }
            },
            "`sorted` contains this field twice",
        );
        rejects(
            quote! {
                #[glassbox(sorted(n))]
                struct S { n: u8, #[glassbox(len = n)] a: [bool; 3] }
            },
            "other fields depend on this one, so `sorted` cannot contain it",
        );
        rejects(
            quote! {
                #[glassbox(sorted(interleave(a, b)))]
                struct S { a: [bool; 3], b: Vec<bool> }
            },
            "`interleave` takes arrays: `[Option<Box<Node>>; 4]` and `[MaybeUninit<K>; 3]`",
        );
    }

    #[test]
    fn capacities_are_those_of_vectors() {
        let accepted = structure(quote! {
            struct S { #[glassbox(capacities = [8, 16], domain(u8 = 0..2))] items: std::vec::Vec<u8>, others: Vec<u8> }
        });
        let accepted = accepted.unwrap_or_else(|error| panic!("{error}"));
        let fields = &accepted.body.variants()[0].fields;
        assert!(fields[0].capacities.is_some() && fields[1].capacities.is_none());
        rejects(
            quote! {
                struct S { #[glassbox(capacities = [8])] items: [u8; 3] }
            },
            "`capacities` is for a `Vec`, and this is `[u8; 3]`",
        );
        rejects(
            quote! {
                struct S { #[glassbox(tree, capacities = [8])] items: Vec<S> }
            },
            "`capacities` has no effect beside `tree`: remove one of them",
        );
    }

    #[test]
    fn markers_may_name_anything() {
        let marker = quote!(
            struct S<'a> {
                marker: PhantomData<(*mut u8, &'a dyn Fn())>,
            }
        );
        assert!(structure(marker).is_ok());
    }
}
