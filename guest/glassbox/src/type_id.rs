//! Identity of types, also of types that borrow.

use std::any::TypeId;
use std::marker::PhantomData;

/// The identity of a type, lifetimes aside.
///
/// `TypeId::of` asks for `'static`; a structure with a lifetime parameter would then need bounds that its author
/// has no other use for. Names are no identity: two versions of a crate share them.
pub(crate) fn type_id_of<T: ?Sized>() -> TypeId {
    trait Identify {
        fn identify(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T: ?Sized> Identify for PhantomData<T> {
        fn identify(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let marker = PhantomData::<T>;
    let borrowed: &dyn Identify = &marker;
    // SAFETY: only the bound on the object's lifetime changes. The function reads no data, and lifetimes do not exist
    // at run time: it returns the identity of the type with all lifetimes made static.
    unsafe { std::mem::transmute::<&dyn Identify, &(dyn Identify + 'static)>(borrowed) }.identify()
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use super::type_id_of;

    fn with_lifetime<'a>(_: &'a str) -> TypeId {
        type_id_of::<&'a str>()
    }

    #[test]
    fn lifetimes_make_no_difference_and_types_do() {
        assert_eq!(with_lifetime(""), TypeId::of::<&'static str>());
        assert_ne!(type_id_of::<u8>(), type_id_of::<i8>());
        assert_eq!(type_id_of::<[u8]>(), TypeId::of::<[u8]>());
    }
}
