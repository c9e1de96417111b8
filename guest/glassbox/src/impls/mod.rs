//! Implementations of the traits: for the types of the standard library that structures are made of, and for `Key` and
//! `Val`.
//!
//! - `numbers`: integers, `bool`, `char`
//! - `compounds`: `()`, tuples, arrays, `Option`, `MaybeUninit`, `PhantomData`
//! - `owners`: `Box`, `Vec`
//! - `cells`: `Cell`, `RefCell`
//! - `collections`: collections of the standard library whose values are listed as a whole
//! - `pointers`: raw pointers, `NonNull`, and `Option`s of links
//! - `opaque`: `Key`, `Val`
//! - `plain`: the invariants of numbers, keys and values
//! - `summaries`: the summaries behind links
//!
//! Types that share or hide their contents (`Rc`, `dyn Trait`) have no `Structure`, on purpose: glassbox cannot list their
//! values.

mod cells;
mod collections;
mod compounds;
mod numbers;
mod opaque;
mod owners;
mod plain;
mod pointers;
mod summaries;
