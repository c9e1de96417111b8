//! The role of a field, from its settings.

use syn::spanned::Spanned;
use syn::{Error, Member, Result, Type};

use super::filled;
use super::members::find;
use super::model::{Links, Role, Slots};
use super::types::{argument_of, array, is_box, is_pointer};
use crate::attributes::{Length, Setting, Value};
use crate::type_text::type_text;

/// The type and the settings of a field, and the names of all fields.
pub(crate) struct FieldSettings<'a> {
    pub(crate) ty: &'a Type,
    pub(crate) settings: &'a [Setting],
    /// Its name.
    pub(crate) member: &'a Member,
    /// All fields, this one included.
    pub(crate) members: &'a [Member],
}

/// The role of a field.
pub(crate) fn role(field: &FieldSettings<'_>) -> Result<Role> {
    let mut roles = field.settings.iter().filter(|setting| is_role(&setting.value));
    let given = roles.next();
    if let (Some(first), Some(second)) = (given, roles.next()) {
        return Err(second.error(format!("`{}` contradicts `{}`: a field has one role", second.name, first.name)));
    }
    fits(given, field.settings)?;
    item_fits(given, field.settings)?;
    capacities_fit(given, field)?;
    given.map_or(Ok(Role::Plain), |setting| match &setting.value {
        Value::Tree => tree(field.ty, setting),
        Value::Parent => Ok(Role::Parent(links(field.ty))),
        Value::Alias => Ok(Role::Alias(links(field.ty))),
        Value::Any => Ok(Role::Any),
        Value::Count(ty) => Ok(Role::Count(ty.clone())),
        Value::Values(values) => Ok(Role::Values(values.clone())),
        Value::Skip(value) => Ok(Role::Skip(value.clone())),
        Value::Len(length) => slots(field, length),
        Value::Filled(closure) => filled::role(field.ty, field.member, field.members, closure),
        Value::Nil(make) => Ok(Role::Nil(make.clone())),
        Value::Holes => holes(field.ty, setting),
        _ => Ok(Role::Plain),
    })
}

fn is_role(value: &Value) -> bool {
    matches!(
        value,
        Value::Tree
            | Value::Parent
            | Value::Alias
            | Value::Any
            | Value::Count(_)
            | Value::Values(_)
            | Value::Skip(_)
            | Value::Len(_)
            | Value::Filled(_)
            | Value::Nil(_)
            | Value::Holes
    )
}

/// Rejects a domain on a field with nothing below it.
fn fits(role: Option<&Setting>, settings: &[Setting]) -> Result<()> {
    let Some(domain) = settings.iter().find(|setting| matches!(setting.value, Value::Domain(_))) else { return Ok(()) };
    match role {
        Some(role) if !matches!(role.value, Value::Tree | Value::Len(_) | Value::Filled(_)) => {
            Err(domain.error(format!("`domain` has no effect beside `{}`: remove one of them", role.name)))
        }
        _ => Ok(()),
    }
}

/// Rejects items on a field that consists of links.
fn item_fits(role: Option<&Setting>, settings: &[Setting]) -> Result<()> {
    let item = settings.iter().find(|setting| matches!(setting.value, Value::Item));
    match (item, role) {
        (Some(item), Some(role)) if !matches!(role.value, Value::Values(_) | Value::Len(_) | Value::Filled(_)) => {
            Err(item.error(format!("`item` has no effect beside `{}`: remove one of them", role.name)))
        }
        _ => Ok(()),
    }
}

/// Rejects capacities on a field that is no vector, or whose vector has one buffer.
fn capacities_fit(role: Option<&Setting>, field: &FieldSettings<'_>) -> Result<()> {
    let capacities = field.settings.iter().find(|setting| matches!(setting.value, Value::Capacities(_)));
    let Some(capacities) = capacities else { return Ok(()) };
    if argument_of(field.ty, "Vec").is_none() {
        return Err(capacities.error(format!("`capacities` is for a `Vec`, and this is `{}`", type_text(field.ty))));
    }
    match role {
        Some(role) => {
            Err(capacities.error(format!("`capacities` has no effect beside `{}`: remove one of them", role.name)))
        }
        None => Ok(()),
    }
}

fn tree(ty: &Type, setting: &Setting) -> Result<Role> {
    let Some(element) = argument_of(ty, "Vec") else { return Ok(Role::Tree(links(ty))) };
    if is_box(element) {
        return Err(setting.error(format!("the boxes in `{}` are links already: remove `tree`", type_text(ty))));
    }
    if is_pointer(element) {
        let message = "glassbox cannot build a vector of pointers: make it a `Vec<Box<..>>`, or an array";
        return Err(Error::new(element.span(), message));
    }
    Ok(Role::TreeVec(element.clone()))
}

fn holes(ty: &Type, setting: &Setting) -> Result<Role> {
    let slot = argument_of(ty, "Vec").cloned();
    slot.map(Role::Holes).ok_or_else(|| setting.error("`holes` is for a vector of slots: `Vec<Option<Node>>`"))
}

fn links(ty: &Type) -> Links {
    array(ty).map_or(Links::One, |(element, capacity)| Links::Array(Box::new((element.clone(), capacity.clone()))))
}

fn slots(field: &FieldSettings<'_>, length: &Length) -> Result<Role> {
    let number = find(&length.field, field.members)?;
    let Some((element, capacity)) = array(field.ty) else {
        let message = "`len` is for arrays of which only the first elements are in use: `[MaybeUninit<T>; 8]`";
        return Err(Error::new(field.ty.span(), message));
    };
    let initialised = argument_of(element, "MaybeUninit");
    Ok(Role::Slots(Slots {
        element: initialised.unwrap_or(element).clone(),
        uninit: initialised.is_some(),
        capacity: capacity.clone(),
        length: number,
        more: length.more,
    }))
}
