//! Items of a module: names, visibility, fields, `impl` blocks.

use syn::ext::IdentExt;
use syn::{Attribute, Fields, Item, ItemMod, Visibility};

use super::type_syntax::named;

/// The name of an item, unless it has none or is an import.
pub(crate) fn item_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.unraw().to_string())
}

/// The visibility and the attributes of an item that has a name.
pub(crate) fn visibility(item: &Item) -> Option<(&Visibility, &[Attribute])> {
    match item {
        Item::Const(item) => Some((&item.vis, &item.attrs)),
        Item::Enum(item) => Some((&item.vis, &item.attrs)),
        Item::Fn(item) => Some((&item.vis, &item.attrs)),
        Item::Mod(item) => Some((&item.vis, &item.attrs)),
        Item::Static(item) => Some((&item.vis, &item.attrs)),
        Item::Struct(item) => Some((&item.vis, &item.attrs)),
        Item::Trait(item) => Some((&item.vis, &item.attrs)),
        Item::Type(item) => Some((&item.vis, &item.attrs)),
        Item::Union(item) => Some((&item.vis, &item.attrs)),
        _ => None,
    }
}

/// Name or position, and visibility, of the fields of a struct.
pub(crate) fn members(fields: &Fields) -> impl Iterator<Item = (String, &Visibility)> {
    let name = |(index, field): (usize, &syn::Field)| {
        field.ident.as_ref().map_or_else(|| index.to_string(), |name| name.unraw().to_string())
    };
    fields.iter().enumerate().map(move |(index, field)| (name((index, field)), &field.vis))
}

/// The `impl` blocks for a type or of a trait, with their positions among the items.
pub(crate) fn impls_of<'a>(items: &'a [Item], name: &str) -> impl Iterator<Item = (usize, &'a syn::ItemImpl)> {
    let is_it = move |item: &syn::ItemImpl| {
        let of = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        named(&item.self_ty).is_some_and(|(ident, _)| ident == name) || of.is_some_and(|of| of.ident == name)
    };
    items.iter().enumerate().filter_map(move |(index, item)| match item {
        Item::Impl(item) if is_it(item) => Some((index, item)),
        _ => None,
    })
}

/// The items of an inline module; none if the module has its own file.
pub(crate) fn items_of(module: &ItemMod) -> &[Item] {
    module.content.as_ref().map_or(&[], |(_, items)| items)
}

/// Whether an item exists only under a condition.
pub(crate) fn has_cfg(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attribute| attribute.path().is_ident("cfg"))
}

/// Whether an item is `pub` under all conditions.
pub(crate) fn is_public_item(vis: &Visibility, attrs: &[Attribute]) -> bool {
    matches!(vis, Visibility::Public(_)) && !has_cfg(attrs)
}
