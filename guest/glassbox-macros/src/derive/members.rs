//! Looks fields up by name.

use syn::ext::IdentExt;
use syn::{Error, Member, Result};

use crate::attributes::span_of;
use crate::suggest::{listed, nearest};

/// The name or number of a field.
pub(crate) fn text(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// The number of the field called `name`.
pub(crate) fn find(name: &Member, members: &[Member]) -> Result<usize> {
    members.iter().position(|member| member == name).ok_or_else(|| {
        let (name_text, names) = (text(name), members.iter().map(text).collect::<Vec<_>>());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let hint = match nearest(&name_text, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the fields are {}", listed(names)),
        };
        Error::new(span_of(name), format!("no field `{name_text}`; {hint}"))
    })
}
