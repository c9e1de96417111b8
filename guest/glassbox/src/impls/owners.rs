//! `Box`, `Vec` and `Box<[T]>`, which own their targets.

use std::mem::MaybeUninit;

use crate::invariant::Invariant;
use crate::link::Link;
use crate::node::{Show, Visitor};
use crate::plan::Plan;
use crate::structure::Structure;

// --- Box ---

// SAFETY: the one cell is the box, with boxes of positions as patterns.
unsafe impl<T: Invariant> Structure for Box<T> {
    fn possible(plan: &mut Plan) -> bool {
        plan.can_enter::<T>()
    }

    fn sample(plan: &mut Plan) -> Self {
        let target = plan.scratch::<T>();
        // SAFETY: the address is aligned and not null. There is no value behind it, but a sample is only copied.
        unsafe { Box::from_raw(target) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the same promise.
        unsafe { plan.tree(at) }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the same promise.
        unsafe { visitor.tree(this) };
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: the same promise.
        unsafe { show.tree(this) };
    }

    fn is_link() -> bool {
        true
    }

    unsafe fn describe_option(at: *mut Option<Self>, plan: &mut Plan) -> bool {
        // SAFETY: the same promise.
        unsafe { plan.tree(at) };
        true
    }
}

// SAFETY: a box is the address of its target; writing it as a raw pointer makes no claim on the target, which others
// go on writing.
unsafe impl<T: Invariant> Link for Box<T> {
    type Target = T;

    const IS_POINTER: bool = true;

    fn null() -> Option<Self> {
        None
    }

    unsafe fn put(slot: *mut Self, target: *mut T) {
        // SAFETY: room for a box is room for a pointer.
        unsafe { slot.cast::<*mut T>().write_unaligned(target) }
    }

    unsafe fn target(this: *const Self) -> Option<*mut T> {
        // SAFETY: a valid box is a valid pointer.
        Some(unsafe { this.cast::<*mut T>().read_unaligned() })
    }
}

// --- Vec ---

// SAFETY: the cell is the vector itself, with vectors over the plan's buffers as patterns; each element is described
// where the length admits it.
unsafe impl<T: Structure> Structure for Vec<T> {
    fn sample(_: &mut Plan) -> Self {
        Vec::new()
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the same promise.
        unsafe { plan.vec(at) }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: valid by the caller's promise; the copy is aligned and never dropped.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid vector, which is only asked for its three numbers.
        let vec = unsafe { &*copy.as_ptr() };
        visitor.vector(this, vec);
        visitor.scope(this, |visitor| {
            for index in 0..vec.len() {
                // SAFETY: the elements of a valid vector are valid.
                visitor.element(|visitor| unsafe { T::visit(vec.as_ptr().add(index), visitor) });
            }
        });
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: as for `links`.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: as for `links`.
        let vec = unsafe { &*copy.as_ptr() };
        show.text(format_args!("{} of {}", vec.len(), vec.capacity()));
        for index in 0..vec.len() {
            // SAFETY: the elements of a valid vector are valid.
            show.field(index, |show| unsafe { T::show(vec.as_ptr().add(index), show) });
        }
    }
}

// --- Box<[T]> ---

// SAFETY: the cell is the box itself, with boxes over the plan's buffers as patterns; each element is described where the length
// admits it.
unsafe impl<T: Structure> Structure for Box<[T]> {
    fn sample(_: &mut Plan) -> Self {
        Box::new([])
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the same promise.
        unsafe { plan.boxed(at) }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: valid by the caller's promise; a box is the address and the length of its slice.
        let slice = unsafe { this.cast::<*const [T]>().read_unaligned() };
        visitor.boxed(this, slice);
        visitor.scope(this, |visitor| {
            for index in 0..slice.len() {
                // SAFETY: the elements of a valid slice are valid.
                visitor.element(|visitor| unsafe { T::visit(slice.cast::<T>().add(index), visitor) });
            }
        });
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: as for `visit`.
        let slice = unsafe { this.cast::<*const [T]>().read_unaligned() };
        show.text(slice.len());
        for index in 0..slice.len() {
            // SAFETY: the elements of a valid slice are valid.
            show.field(index, |show| unsafe { T::show(slice.cast::<T>().add(index), show) });
        }
    }
}
