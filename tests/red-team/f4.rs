//! Values inside of other values that have no text of their own: the judge must not take what is not shown for what is not read.

#![allow(dead_code, unused)]

/// A type without a description.
#[derive(Clone, Copy, PartialEq)]
pub struct Plain(u8, u8);

/// A listed value of that type, or nothing.
#[derive(Clone, Copy, glassbox::Structure)]
pub enum Inner {
    Some(#[glassbox(values = [Plain(0, 0), Plain(1, 1)])] Plain),
    Nothing,
}

/// A float beside a truth value.
#[derive(Clone, Copy, glassbox::Structure)]
pub struct Weighed {
    #[glassbox(values = [1.5, 2.5])]
    weight: f32,
    flag: bool,
}

/// Both.
#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Outer {
    inner: Inner,
    weighed: Option<Weighed>,
}

/// Wrong: the second number is not listed.
#[glassbox::check]
pub fn plain(outer: &mut Outer) {
    if let Inner::Some(plain) = &mut outer.inner {
        plain.1 = 9;
    }
}

/// Wrong: the float is not listed.
#[glassbox::check]
pub fn weight(outer: &mut Outer) {
    if let Some(weighed) = &mut outer.weighed {
        weighed.weight = 9.5;
    }
}

/// Wrong: the truth value beside the float is none.
#[glassbox::check]
pub fn flag(outer: &mut Outer) {
    if let Some(weighed) = &mut outer.weighed {
        unsafe { (&raw mut weighed.flag).cast::<u8>().write(5) };
    }
}
