//! Rejects types that cannot be described, if their syntax shows it.
//!
//! It looks for syntax of the language only. `Rc`, `LinkedList` and the like are names, which may also be those of the
//! user's own types; the compiler finds that they lack `Structure`, and the error says what to do.

use syn::spanned::Spanned;
use syn::{Error, Ident, Result, Type};

use super::types::{argument_of, is_box, is_pointer, parts, plain};
use crate::type_text::type_text;

const WAY_OUT: &str = "list the field's values with `#[glassbox(values = [..])]`, fix it with \
    `#[glassbox(skip = expression)]`, or check the type with `#[glassbox::explore]`, which needs no description";

/// Rejects a field without a role whose type does not describe its values.
pub(crate) fn undescribed(ty: &Type, owner: &Ident) -> Result<()> {
    for part in parts(ty) {
        let message = if is_pointer(part) {
            without_a_role(part)
        } else if let Some(what) = what(part) {
            format!("{what}: {WAY_OUT}")
        } else {
            continue;
        };
        return Err(Error::new(part.span(), message));
    }
    nodes_in_a_vector(ty, owner)
}

fn without_a_role(pointer: &Type) -> String {
    format!(
        "`{}` may point anywhere: say where with `#[glassbox(tree)]` (to a node that only this field owns), \
         `#[glassbox(parent)]` (to the node that owns this one) or `#[glassbox(alias)]` (to any node), or fix it with \
         `#[glassbox(skip = expression)]`",
        type_text(pointer)
    )
}

fn what(part: &Type) -> Option<&'static str> {
    Some(match part {
        Type::Reference(_) => "glassbox cannot build the target of a reference",
        Type::TraitObject(_) => "a trait object can be of any type",
        Type::FnPtr(_) => "a function pointer can lead to any function",
        Type::Slice(_) => "a slice has no known length",
        _ => return None,
    })
}

/// Rejects a vector of the type that contains it: its description would not end. As nodes, its elements count as
/// height.
fn nodes_in_a_vector(ty: &Type, owner: &Ident) -> Result<()> {
    for vector in parts(ty) {
        let Some(element) = argument_of(vector, "Vec").filter(|element| holds_inline(element, owner)) else { continue };
        let text = type_text(vector);
        let message = if is(element, owner) {
            format!("`{text}` contains the type that it is in: make its elements nodes with `#[glassbox(tree)]`")
        } else {
            format!("`{text}` contains the type that it is in: use a `Box`, `Box<{owner}>`")
        };
        return Err(Error::new(vector.span(), message));
    }
    Ok(())
}

/// Whether the type is `owner`.
fn is(ty: &Type, owner: &Ident) -> bool {
    let Type::Path(path) = plain(ty) else { return false };
    let mut segments = path.path.segments.iter();
    let named = segments.next().is_some_and(|segment| segment.ident == *owner || segment.ident == "Self");
    path.qself.is_none() && named && segments.next().is_none()
}

/// Whether a value of the type contains an `owner` that is not behind a link.
fn holds_inline(ty: &Type, owner: &Ident) -> bool {
    match plain(ty) {
        _ if is_box(ty) => false,
        _ if is(ty, owner) => true,
        Type::Path(_) => {
            ["Option", "Vec"].iter().any(|name| argument_of(ty, name).is_some_and(|ty| holds_inline(ty, owner)))
        }
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| holds_inline(ty, owner)),
        Type::Array(array) => holds_inline(&array.elem, owner),
        _ => false,
    }
}
