//! Where subjects are in the type of a result.

use quote::ToTokens;
use syn::{
    AssocType, Error, GenericArgument, PathArguments, PathSegment, Result, ReturnType, Signature, Type, TypeParamBound,
};

/// A type that contains a subject, or any other type.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Contains no subject.
    Other,
    /// The subject itself.
    Subject,
    Option(Box<Shape>),
    /// The shapes of the value and of the error.
    Result(Box<Shape>, Box<Shape>),
    /// A `Vec`, a `VecDeque` or an array.
    List(Box<Shape>),
    Boxed(Box<Shape>),
    Tuple(Vec<Shape>),
}

/// Whether two types are written in the same way.
pub(crate) fn same(a: &Type, b: &Type) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}

/// The shape of a function's result; none if it returns nothing. The output of a future is optional.
pub(crate) fn of_output(signature: &Signature, subject: &Type) -> Result<Option<Shape>> {
    let optional = |shape: Shape| if shape == Shape::Other { shape } else { Shape::Option(Box::new(shape)) };
    let is_async = signature.asyncness.is_some();
    match &signature.output {
        ReturnType::Default => Ok(is_async.then_some(Shape::Other)),
        ReturnType::Type(_, ty) => match (future_output(ty), &**ty) {
            (_, Type::Tuple(tuple)) if tuple.elems.is_empty() && !is_async => Ok(None),
            (Some(output), _) => Shape::of(output, subject).map(|shape| Some(optional(shape))),
            (None, ty) if is_async => Shape::of(ty, subject).map(|shape| Some(optional(shape))),
            (None, ty) => Shape::of(ty, subject).map(Some),
        },
    }
}

impl Shape {
    /// The shape of a type.
    pub(crate) fn of(ty: &Type, subject: &Type) -> Result<Self> {
        if same(ty, subject) {
            return Ok(Self::Subject);
        }
        if !owns(ty, subject) {
            return Ok(Self::Other);
        }
        let of = |ty: &Type| Self::of(ty, subject);
        let boxed = |ty: &Type| of(ty).map(Box::new);
        match ty {
            Type::Paren(inner) => of(&inner.elem),
            Type::Group(inner) => of(&inner.elem),
            Type::Array(array) => Ok(Self::List(boxed(&array.elem)?)),
            Type::Tuple(tuple) => tuple.elems.iter().map(of).collect::<Result<Vec<Self>>>().map(Self::Tuple),
            Type::Path(path) => {
                let last = path.path.segments.last();
                let name = last.map(|last| last.ident.to_string()).unwrap_or_default();
                match (name.as_str(), last.map(arguments).unwrap_or_default().as_slice()) {
                    ("Option", [ty]) => Ok(Self::Option(boxed(ty)?)),
                    ("Result", [ty]) => Ok(Self::Result(boxed(ty)?, Box::new(Self::Other))),
                    ("Result", [ty, error]) => Ok(Self::Result(boxed(ty)?, boxed(error)?)),
                    ("Vec" | "VecDeque", [ty]) => Ok(Self::List(boxed(ty)?)),
                    ("Box", [ty]) => Ok(Self::Boxed(boxed(ty)?)),
                    _ => unknown(ty, subject),
                }
            }
            _ => unknown(ty, subject),
        }
    }
}

/// Types of std with values that are seldom subjects, even if the subject is one of them.
const NUMBERS: [&str; 14] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool", "char"];

/// The shape of a type from which subjects cannot be taken.
fn unknown(ty: &Type, subject: &Type) -> Result<Shape> {
    if NUMBERS.contains(&subject.to_token_stream().to_string().as_str()) {
        return Ok(Shape::Other);
    }
    let message = "glassbox cannot take the subject out of this type: return it in an `Option`, `Result`, `Vec`, `Box`, \
                   tuple or array, or drop it in the function";
    Err(Error::new_spanned(ty, message))
}

/// Whether values of a type contain subjects. Subjects behind references do not count: they are not the result's.
fn owns(ty: &Type, subject: &Type) -> bool {
    if same(ty, subject) {
        return true;
    }
    let in_bounds = |bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
        bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.iter().any(|segment| in_segment(segment, subject)),
            _ => false,
        })
    };
    match ty {
        Type::Paren(inner) => owns(&inner.elem, subject),
        Type::Group(inner) => owns(&inner.elem, subject),
        Type::Array(array) => owns(&array.elem, subject),
        Type::Slice(slice) => owns(&slice.elem, subject),
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| owns(ty, subject)),
        Type::Path(path) => path.path.segments.iter().any(|segment| in_segment(segment, subject)),
        Type::ImplTrait(bounds) => in_bounds(&bounds.bounds),
        Type::TraitObject(bounds) => in_bounds(&bounds.bounds),
        _ => false,
    }
}

fn in_segment(segment: &PathSegment, subject: &Type) -> bool {
    let named = named_arguments(segment).map(|it| &it.ty);
    arguments(segment).into_iter().chain(named).any(|ty| owns(ty, subject))
}

fn generic_arguments(segment: &PathSegment) -> impl Iterator<Item = &GenericArgument> {
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments.args.iter()),
        PathArguments::None | PathArguments::Parenthesized(_) => None,
    }
    .into_iter()
    .flatten()
}

/// The types in `Name<A, B>`.
fn arguments(segment: &PathSegment) -> Vec<&Type> {
    let types = generic_arguments(segment).filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// The types in `Name<Item = A>`.
fn named_arguments(segment: &PathSegment) -> impl Iterator<Item = &AssocType> {
    generic_arguments(segment).filter_map(|argument| match argument {
        GenericArgument::AssocType(named) => Some(named),
        _ => None,
    })
}

/// `T` in `impl Future<Output = T>`.
fn future_output(ty: &Type) -> Option<&Type> {
    let Type::ImplTrait(bounds) = ty else { return None };
    bounds.bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last().filter(|last| last.ident == "Future")?;
            named_arguments(last).find(|named| named.ident == "Output").map(|named| &named.ty)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn shape(signature: &Signature) -> Result<Option<Shape>> {
        of_output(signature, &parse_quote!(Set<u8>))
    }

    #[test]
    fn subjects_are_found_in_results() {
        let one = || Box::new(Shape::Subject);
        let cases: [(Signature, Option<Shape>); 14] = [
            (parse_quote!(fn f()), None),
            (parse_quote!(fn f() -> ()), None),
            (parse_quote!(async fn f()), Some(Shape::Other)),
            (parse_quote!(fn f() -> Option<u8>), Some(Shape::Other)),
            (parse_quote!(fn f() -> &mut Set<u8>), Some(Shape::Other)),
            (parse_quote!(fn f() -> impl Iterator<Item = &Set<u8>>), Some(Shape::Other)),
            (parse_quote!(fn f() -> Set<u8>), Some(Shape::Subject)),
            (parse_quote!(fn f() -> std::option::Option<Set<u8>>), Some(Shape::Option(one()))),
            (parse_quote!(fn f() -> Result<Set<u8>, E>), Some(Shape::Result(one(), Box::new(Shape::Other)))),
            (parse_quote!(fn f() -> Result<u8, Set<u8>>), Some(Shape::Result(Box::new(Shape::Other), one()))),
            (parse_quote!(fn f() -> [Box<Set<u8>>; 2]), Some(Shape::List(Box::new(Shape::Boxed(one()))))),
            (parse_quote!(fn f() -> (u8, Vec<Set<u8>>)), Some(Shape::Tuple(vec![Shape::Other, Shape::List(one())]))),
            (parse_quote!(async fn f() -> Set<u8>), Some(Shape::Option(one()))),
            (parse_quote!(fn f() -> impl Future<Output = Set<u8>>), Some(Shape::Option(one()))),
        ];
        for (signature, expect) in cases {
            assert_eq!(shape(&signature).unwrap(), expect, "{}", signature.to_token_stream());
        }
    }

    #[test]
    fn subjects_that_cannot_be_taken_out_are_errors() {
        let cases: [Signature; 4] = [
            parse_quote!(fn f() -> Rc<Set<u8>>),
            parse_quote!(fn f() -> HashMap<u8, Set<u8>>),
            parse_quote!(fn f() -> Option<impl Iterator<Item = Set<u8>>>),
            parse_quote!(fn f() -> Box<dyn Iterator<Item = Set<u8>>>),
        ];
        for signature in cases {
            let message = shape(&signature).expect_err("accepted").to_string();
            assert!(message.starts_with("glassbox cannot take the subject out of this type"), "{message}");
        }
        let items: Signature = parse_quote!(fn f() -> impl Iterator<Item = u8>);
        assert_eq!(of_output(&items, &parse_quote!(u8)).unwrap(), Some(Shape::Other), "numbers are no subjects");
    }
}
