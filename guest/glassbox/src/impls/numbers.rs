//! Integers, `bool`, `char`: one cell with their domain.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};

use crate::node::{Show, Visitor};
use crate::plan::Plan;
use crate::structure::Structure;
use crate::values::MOST_VALUES;

/// Types with too many values to list them all: the user says which. `$sample` is used where any value will do.
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

            unsafe fn describe(at: *mut Self, plan: &mut Plan) {
                let values = plan.domain::<Self>();
                let labels = values.iter().map(ToString::to_string).collect();
                plan.labelled(at, values, labels);
            }

            unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
                visitor.part(this);
                // SAFETY: the same promise.
                visitor.number(|| unsafe { number_at(this) });
            }

            unsafe fn show(this: *const Self, show: &mut Show) {
                // SAFETY: the same promise.
                show.text(unsafe { this.read_unaligned() });
            }

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

/// The bytes of a number as one of 32 bits.
///
/// # Safety
///
/// `this` is the address of a valid number, maybe unaligned.
unsafe fn number_at<T>(this: *const T) -> u32 {
    let mut number = 0u32;
    assert!(size_of::<T>() <= size_of_val(&number), "an item has at most 32 bits: use `u32` or `glassbox::Val`");
    // SAFETY: valid by the caller's promise, and no longer than the number. Numbers have no undefined bytes.
    unsafe { this.cast::<u8>().copy_to_nonoverlapping((&raw mut number).cast(), size_of::<T>()) };
    number
}

// SAFETY: the one cell is the value itself.
unsafe impl Structure for bool {
    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        Some(plan.env().unwrap_or_else(|| vec![false, true]))
    }

    fn sample(_: &mut Plan) -> Self {
        false
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let small = plan.flat(at);
        debug_assert!(small, "a `bool` has few values, unless the user repeats them");
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: the same promise.
        show.text(unsafe { this.read_unaligned() });
    }

    fn label(&self) -> String {
        self.to_string()
    }
}
