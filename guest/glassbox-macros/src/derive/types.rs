//! Looks at types as they are written.
//!
//! A macro sees names, not types: an alias of `Vec` is not recognised, a type of the user's called `Vec` is.
//! So these functions only decide which code is generated and which hint is given; the compiler checks whether the code
//! is right for the type.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Expr, GenericArgument, PathArguments, Type};

/// The type without parentheses and without the invisible groups of macros.
pub(crate) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => plain(&inner.elem),
        Type::Group(inner) => plain(&inner.elem),
        ty => ty,
    }
}

/// `T`, if the type is `name<T>`, with any path before the name.
pub(crate) fn argument_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = plain(ty) else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if last.ident == name => match arguments.args.first()? {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

/// `T`, if the type is `Box<[T]>`.
pub(crate) fn boxed_slice(ty: &Type) -> Option<&Type> {
    match plain(argument_of(ty, "Box")?) {
        Type::Slice(slice) => Some(&slice.elem),
        _ => None,
    }
}

/// `T` and `N`, if the type is `[T; N]`.
pub(crate) fn array(ty: &Type) -> Option<(&Type, &Expr)> {
    match plain(ty) {
        Type::Array(array) => Some((&array.elem, &array.len)),
        _ => None,
    }
}

/// Whether the type is a pointer or an `Option` of one.
pub(crate) fn is_pointer(ty: &Type) -> bool {
    matches!(plain(ty), Type::Ptr(_))
        || argument_of(ty, "NonNull").is_some()
        || argument_of(ty, "Option").is_some_and(is_pointer)
}

/// Whether the type is a box or an `Option` of one.
pub(crate) fn is_box(ty: &Type) -> bool {
    argument_of(ty, "Box").is_some() || argument_of(ty, "Option").is_some_and(is_box)
}

/// Whether one of `names` occurs among the tokens.
pub(crate) fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&ident.to_string()),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

/// The types that occur in the type, itself first, without those inside a `PhantomData`.
pub(crate) fn parts(ty: &Type) -> Vec<&Type> {
    let mut found = vec![ty];
    let inner: Vec<&Type> = match ty {
        Type::Paren(inner) => vec![&inner.elem],
        Type::Group(inner) => vec![&inner.elem],
        Type::Array(inner) => vec![&inner.elem],
        Type::Tuple(inner) => inner.elems.iter().collect(),
        // A boxed slice has a known length.
        Type::Path(_) if boxed_slice(ty).is_some() => boxed_slice(ty).into_iter().collect(),
        Type::Path(path) if argument_of(ty, "PhantomData").is_none() => {
            path.path.segments.iter().flat_map(|segment| arguments(&segment.arguments)).collect()
        }
        _ => Vec::new(),
    };
    found.extend(inner.into_iter().flat_map(parts));
    found
}

fn arguments(arguments: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use super::*;
    use crate::type_text::type_text;

    #[test]
    fn arguments_are_found_behind_any_path() {
        for ty in [parse_quote!(Vec<u8>), parse_quote!((std::vec::Vec<u8>)), parse_quote!(Vec<u8, A>)] {
            assert_eq!(argument_of(&ty, "Vec").map(type_text).as_deref(), Some("u8"));
        }
        for ty in [parse_quote!(Vec), parse_quote!(Box<u8>), parse_quote!([u8; 3]), parse_quote!(Vec<'a>)] {
            assert!(argument_of(&ty, "Vec").is_none());
        }
    }

    #[test]
    fn pointers_and_boxes_may_be_optional() {
        for ty in [parse_quote!(*mut T), parse_quote!(NonNull<T>), parse_quote!(Option<core::ptr::NonNull<T>>)] {
            assert!(is_pointer(&ty) && !is_box(&ty));
        }
        assert!(is_box(&parse_quote!(Option<Box<T>>)));
        assert!(!is_pointer(&parse_quote!(Vec<*mut T>)));
    }

    #[test]
    fn names_are_found_at_any_depth() {
        let names = ["K".to_owned()];
        assert!(mentions(quote!([Option<(u8, K)>; 3]), &names));
        assert!(!mentions(quote!(Option<Key>), &names));
    }

    #[test]
    fn parts_stop_at_markers() {
        let ty: Type = parse_quote!((Option<&'a u8>, [PhantomData<*mut K>; 2]));
        let parts: Vec<String> = parts(&ty).into_iter().map(type_text).collect();
        assert_eq!(
            parts,
            [
                "(Option<&'a u8>, [PhantomData<*mut K>; 2])",
                "Option<&'a u8>",
                "&'a u8",
                "[PhantomData<*mut K>; 2]",
                "PhantomData<*mut K>"
            ]
        );
    }
}
