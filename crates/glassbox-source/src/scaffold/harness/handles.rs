//! Handles: values of the crate's own types that some methods return and others take, such as keys and indices.
//!
//! The harness keeps those that were returned in a `Vec` beside the explored value, and offers all of them to later calls, also
//! those whose item is gone.

use std::collections::{BTreeMap, BTreeSet};

use syn::{FnArg, GenericArgument, PathArguments, Type};

use super::subject::{Handle, Subject};
use super::type_choice::TypeChoice;
use crate::read::method::{Method, Receiver};
use crate::read::type_syntax::{argument_of, named, plain, text};
use crate::scaffold::naming::snake_case;

/// The subject with its types of handles.
pub(super) fn with_handles(mut subject: Subject<'_>) -> Subject<'_> {
    subject.handles = handles(&subject);
    subject
}

fn handles(subject: &Subject<'_>) -> Vec<Handle> {
    let (mut returned, mut taken) = (BTreeSet::new(), BTreeSet::new());
    for method in &subject.methods {
        let is_usable = matches!(method.receiver(), Receiver::Mutable | Receiver::Reference)
            && method.ensure_callable(subject.is_compiled).is_ok();
        let Some(choices) = subject.choices_for(method).ok().filter(|_| is_usable) else { continue };
        let resolve = |ty: &Type| handle_type(subject, method, ty, &choices);
        returned.extend(method.output().and_then(|output| resolve(returned_handle(output))));
        taken.extend(method.function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => resolve(taken_handle(&typed.ty)),
            FnArg::Receiver(_) => None,
        }));
    }
    let types: Vec<&String> = returned.intersection(&taken).collect();
    let field = |ty: &str| match types.len() {
        1 => "handles".to_owned(),
        _ => format!("{}_handles", snake_case(ty.split('<').next().unwrap_or(ty))),
    };
    types.iter().map(|ty| Handle { ty: (*ty).clone(), field: field(ty) }).collect()
}

/// The handle in a result: also in an `Option` or `Result`.
pub(super) fn returned_handle(output: &Type) -> &Type {
    argument_of(output, "Option").or_else(|| argument_of(output, "Result")).unwrap_or(output)
}

fn taken_handle(input: &Type) -> &Type {
    match plain(input) {
        Type::Reference(it) => &it.elem,
        input => input,
    }
}

/// The text of a type that may be one of handles.
pub(super) fn handle_type(
    subject: &Subject<'_>,
    method: &Method<'_>,
    ty: &Type,
    choices: &BTreeMap<String, TypeChoice>,
) -> Option<String> {
    let known = choices.get(&text(ty));
    if let Some(TypeChoice::Given(given)) = known {
        let is_own = !given.contains('<') && !["u", "i", "String", "Vec"].iter().any(|it| given.starts_with(it));
        return Some(given.clone()).filter(|_| is_own);
    }
    let (ident, _) = named(ty).filter(|_| known.is_none() && !method.is_self(ty))?;
    let definition = subject.source.types.iter().find(|it| it.ident == *ident)?;
    // Not an associated type of a parameter: `A::Id`.
    let is_associated = matches!(plain(ty), Type::Path(path) if path.path.segments.len() > 1
        && choices.contains_key(&path.path.segments[0].ident.to_string()));
    let is_own = !definition.is_plain_enum()
        && !is_associated
        && subject.has_trait(definition, "Clone")
        && subject.has_trait(definition, "Debug")
        && !subject.is_iterator(ty)
        && subject.source.public_path(&ident.to_string(), &[], &[]).is_some();
    if !is_own {
        return None;
    }
    let Type::Path(path) = plain(ty) else { return None };
    let arguments = match &path.path.segments.last()?.arguments {
        PathArguments::AngleBracketed(it) => {
            it.args.iter().map(|it| argument(it, choices)).collect::<Option<Vec<_>>>()?
        }
        _ => Vec::new(),
    };
    let written: Vec<String> = arguments.into_iter().filter(|it| !it.is_empty()).collect();
    Some(if written.is_empty() { ident.to_string() } else { format!("{ident}<{}>", written.join(", ")) })
}

/// The text of an argument; empty for a default.
fn argument(argument: &GenericArgument, choices: &BTreeMap<String, TypeChoice>) -> Option<String> {
    let GenericArgument::Type(ty) = argument else { return None };
    choices.get(&text(ty)).map(|choice| choice.text().unwrap_or_default())
}
