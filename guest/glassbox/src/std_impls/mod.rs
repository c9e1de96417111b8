//! The types of the standard library that structures are made of.
//!
//! - `numbers`: integers, `bool`, `char`
//! - `compounds`: `()`, tuples, arrays, `Option`, `MaybeUninit`, `PhantomData`
//! - `owners`: `Box`, `Vec`
//! - `pointers`: raw pointers, `NonNull`, and `Option`s of links
//!
//! What shares or hides its contents (`Rc`, `HashMap`, `dyn Trait`) has no description and is left out on purpose.

mod compounds;
mod numbers;
mod owners;
mod pointers;
