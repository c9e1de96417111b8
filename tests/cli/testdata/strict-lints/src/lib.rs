//! A crate with the strictest settings one meets.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused, unreachable_pub, missing_debug_implementations)]

/// A number.
#[derive(Debug)]
#[cfg_attr(test, derive(glassbox::Structure), glassbox(no_invariant))]
pub struct Number(#[cfg_attr(test, glassbox(values = 0..3))] pub u8);

#[cfg(test)]
mod checks {
    use crate::Number;

    /// Holds.
    #[glassbox::check]
    fn same<'a>(a: &'a mut Number, b: &'a Number) -> bool
    where
        'a: 'a,
    {
        a.0 == b.0 || a.0 != b.0
    }

    #[glassbox::check]
    fn r#move(_number: Number) {}

    #[test]
    fn works() {
        assert!(same(&mut Number(1), &Number(2)));
        r#move(Number(3));
    }
}
