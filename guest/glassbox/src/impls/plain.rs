//! Invariants of numbers, keys and values: all are valid, also behind a link, as in `Box<u8>`.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};

use crate::broken::Broken;
use crate::children::Children;
use crate::invariant::Invariant;
use crate::key::Key;
use crate::val::Val;

macro_rules! plain {
    ($($ty:ty),*) => { $(
        impl Invariant for $ty {
            type Summary = ();

            const IS_PLAIN: bool = true;

            fn check(&self, _: &Children) -> Result<(), Broken> {
                Ok(())
            }
        }
    )* };
}

plain! {
    u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64,
    NonZeroU128, NonZeroUsize, NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, char, bool, Key,
    Val
}
