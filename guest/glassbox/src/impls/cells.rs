//! `Cell` and `RefCell`, which are described as what is in them.

use std::cell::{Cell, RefCell};
use std::mem::MaybeUninit;

use crate::children::{Children, Nullable, Summaries, shape};
use crate::link::Link;
use crate::node::{Show, Visitor};
use crate::plan::Plan;
use crate::structure::Structure;

// --- Cell ---

// SAFETY: a `Cell<T>` has the layout of a `T`, which the language promises.
unsafe impl<T: Structure> Structure for Cell<T> {
    fn possible(plan: &mut Plan) -> bool {
        T::possible(plan)
    }

    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        T::values(plan).map(|values| values.into_iter().map(Cell::new).collect())
    }

    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        T::listed(plan).map(|values| values.into_iter().map(Cell::new).collect())
    }

    fn sample(plan: &mut Plan) -> Self {
        Cell::new(T::sample(plan))
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the same promise, and the same layout.
        unsafe { T::describe(at.cast(), plan) }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: as above.
        unsafe { T::visit(this.cast(), visitor) }
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: as above.
        unsafe { T::show(this.cast(), show) }
    }

    fn is_link() -> bool {
        T::is_link()
    }

    fn is_number() -> bool {
        T::is_number()
    }

    fn label(&self) -> String {
        // SAFETY: the value is read while nobody writes it: labels are made before any check and in reports.
        unsafe { &*self.as_ptr() }.label()
    }
}

// SAFETY: a `Cell<L>` has the layout of an `L`.
unsafe impl<L: Link> Link for Cell<L> {
    type Target = L::Target;

    const IS_POINTER: bool = L::IS_POINTER;

    fn null() -> Option<Self> {
        L::null().map(Cell::new)
    }

    unsafe fn put(slot: *mut Self, target: *mut L::Target) {
        // SAFETY: the same promise, and the same layout.
        unsafe { L::put(slot.cast(), target) }
    }

    unsafe fn target(this: *const Self) -> Option<*mut L::Target> {
        // SAFETY: as above.
        unsafe { L::target(this.cast()) }
    }
}

// --- RefCell ---

/// The place of the value in a `RefCell` at `at`.
fn inside<T>(at: *const RefCell<T>) -> *mut T {
    let sample = MaybeUninit::<RefCell<T>>::uninit();
    // SAFETY: `as_ptr` computes an address inside the cell and reads nothing. All that it refers to are the cell's own bytes,
    // which may be undefined as long as nobody reads them.
    let place = unsafe { &*sample.as_ptr() }.as_ptr();
    at.wrapping_byte_add(place.addr() - sample.as_ptr().addr()).cast_mut().cast()
}

// SAFETY: the first cell is a whole `RefCell` that nobody borrows; the value in it is described over it, at the place that the
// type itself names.
unsafe impl<T: Structure> Structure for RefCell<T> {
    fn possible(plan: &mut Plan) -> bool {
        T::possible(plan)
    }

    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        T::listed(plan).map(|values| values.into_iter().map(RefCell::new).collect())
    }

    fn sample(plan: &mut Plan) -> Self {
        RefCell::new(T::sample(plan))
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let sample = Self::sample(plan);
        plan.around(at, sample);
        // SAFETY: the place of the value inside the cell.
        plan.payload(|plan| unsafe { T::describe(inside(at), plan) });
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        if visitor.part(this) || (T::is_link() && !visitor.wants_links()) {
            return;
        }
        // SAFETY: the value in a valid cell is valid.
        visitor.payload(|visitor| unsafe { T::visit(inside(this), visitor) });
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: as above.
        unsafe { T::show(inside(this), show) }
    }

    fn is_link() -> bool {
        T::is_link()
    }

    fn label(&self) -> String {
        // SAFETY: as for `Cell`.
        unsafe { &*self.as_ptr() }.label()
    }
}

// SAFETY: `put` writes a cell that nobody borrows, with a link that leads to the target.
unsafe impl<L: Link> Link for RefCell<L> {
    type Target = L::Target;

    fn null() -> Option<Self> {
        L::null().map(RefCell::new)
    }

    unsafe fn put(slot: *mut Self, target: *mut L::Target) {
        let mut link = MaybeUninit::<L>::uninit();
        // SAFETY: the caller's promise about the target; the slot is a local one.
        unsafe { L::put(link.as_mut_ptr(), target) };
        // SAFETY: the link has just been written. Its copy is never dropped.
        let cell = MaybeUninit::new(RefCell::new(unsafe { link.assume_init() }));
        // SAFETY: the slot has room for a cell. Written again in place, the link makes no claim on its target.
        unsafe {
            slot.cast::<MaybeUninit<Self>>().write_unaligned(cell);
            L::put(inside(slot), target);
        }
    }

    unsafe fn target(this: *const Self) -> Option<*mut L::Target> {
        // SAFETY: the link in a valid cell is valid.
        unsafe { L::target(inside(this)) }
    }
}

// --- Summaries ---

macro_rules! summaries {
    ($($cell:ident)*) => { $(
        impl<L: Summaries<S>, S> Summaries<shape::Several<S>> for $cell<L> {
            type Out = L::Out;

            fn summaries(&self, children: &Children) -> L::Out {
                // SAFETY: invariants only read, so nobody writes to the link while it is read.
                unsafe { &*self.as_ptr() }.summaries(children)
            }
        }

        impl<L: Nullable> Nullable for $cell<L> {
            type Summary = L::Summary;

            fn summary_or(&self, children: &Children, none: L::Summary) -> L::Summary {
                // SAFETY: as above.
                unsafe { &*self.as_ptr() }.summary_or(children, none)
            }
        }
    )* };
}

summaries! { Cell RefCell }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_in_a_cell_is_found() {
        let cell = RefCell::new(0x1234_u16);
        // SAFETY: the place of a live value.
        assert_eq!(unsafe { *inside(&raw const cell) }, 0x1234);
    }
}
