//! Integers, `bool`, `char`: nothing but their domain.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};

use crate::links::Links;
use crate::plan::Plan;
use crate::structure::Structure;
use crate::values::MOST_VALUES;

/// Types with too many values to list them all: the user says which. `$sample` is used where only some value is
/// needed.
macro_rules! number {
    ($($ty:ty = $sample:expr;)*) => { $(
        // SAFETY: the one cell is the number itself, with numbers of this type as patterns.
        unsafe impl Structure for $ty {
            fn values(plan: &mut Plan) -> Option<Vec<Self>> {
                let values = plan.domain::<Self>();
                (values.len() <= MOST_VALUES).then_some(values)
            }

            fn sample(plan: &mut Plan) -> Self {
                let values = plan.env::<Self>().into_iter().flatten().next();
                values.unwrap_or($sample)
            }

            unsafe fn lay(at: *mut Self, plan: &mut Plan) {
                let values = plan.domain::<Self>();
                let labels = values.iter().map(ToString::to_string).collect();
                plan.labelled(at, values, labels);
            }

            unsafe fn links(_: *const Self, _: &mut Links) {}

            fn label(&self) -> String {
                self.to_string()
            }
        }
    )* };
}

number! {
    u8 = 0; u16 = 0; u32 = 0; u64 = 0; u128 = 0; usize = 0;
    i8 = 0; i16 = 0; i32 = 0; i64 = 0; i128 = 0; isize = 0;
    NonZeroU8 = Self::MIN; NonZeroU16 = Self::MIN; NonZeroU32 = Self::MIN; NonZeroU64 = Self::MIN;
    NonZeroU128 = Self::MIN; NonZeroUsize = Self::MIN;
    NonZeroI8 = Self::MIN; NonZeroI16 = Self::MIN; NonZeroI32 = Self::MIN; NonZeroI64 = Self::MIN;
    NonZeroI128 = Self::MIN; NonZeroIsize = Self::MIN;
    char = '\0';
}

// SAFETY: the one cell is the value itself.
unsafe impl Structure for bool {
    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        Some(plan.env().unwrap_or_else(|| vec![false, true]))
    }

    fn sample(_: &mut Plan) -> Self {
        false
    }

    unsafe fn lay(at: *mut Self, plan: &mut Plan) {
        let small = plan.flat(at);
        debug_assert!(small, "a `bool` has few values, unless the user repeats them");
    }

    unsafe fn links(_: *const Self, _: &mut Links) {}

    fn label(&self) -> String {
        self.to_string()
    }
}
