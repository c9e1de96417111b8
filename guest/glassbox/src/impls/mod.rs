//! Implementations of the traits: for the types of the standard library that structures are made of, and for `Key` and
//! `Val`.
//!
//! - `numbers`: integers, `bool`, `char`
//! - `compounds`: `()`, tuples, arrays, `Option`, `MaybeUninit`, `PhantomData`
//! - `owners`: `Box`, `Vec`
//! - `pointers`: raw pointers, `NonNull`, and `Option`s of links
//! - `opaque`: `Key`, `Val`
//! - `summaries`: the summaries behind links
//!
//! Types that share or hide their contents (`Rc`, `HashMap`, `dyn Trait`) have no `Structure`, on purpose: glassbox
//! cannot list their values.

mod compounds;
mod numbers;
mod opaque;
mod owners;
mod pointers;
mod summaries;
