//! Text for values whose type may be primitive.

use std::any::TypeId;

use crate::type_id::type_id_of;

/// The text of `value` in reports; empty if it is not of a primitive type.
///
/// Lists of values (`values = [..]`) hold values of any type, so there is no trait bound.
pub(crate) fn primitive<T>(value: &T) -> String {
    macro_rules! print_if {
        ($($ty:ty)*) => { $(
            if type_id_of::<T>() == TypeId::of::<$ty>() {
                // SAFETY: `T` is this type, which has no lifetimes in which the two could differ.
                return unsafe { &*std::ptr::from_ref(value).cast::<$ty>() }.to_string();
            }
        )* };
    }
    print_if! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::primitive;

    #[test]
    fn primitives_print_and_nothing_else_does() {
        assert_eq!(primitive(&7u8), "7");
        assert_eq!(primitive(&i128::MIN), i128::MIN.to_string());
        assert_eq!(primitive(&true), "true");
        assert_eq!(primitive(&Some(7u8)), "");
        assert_eq!(primitive(&&7u8), "");
    }
}
