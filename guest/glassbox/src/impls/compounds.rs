//! Types made of others in place.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use glassbox_abi::place;

use crate::node::{Show, Visitor, same_place};
use crate::plan::Plan;
use crate::structure::Structure;
use crate::values::{Values, combinations};

// SAFETY: there is one value and nothing to describe.
unsafe impl Structure for () {
    fn values(_: &mut Plan) -> Option<Vec<Self>> {
        Some(vec![()])
    }

    fn sample(_: &mut Plan) -> Self {}

    unsafe fn describe(_: *mut Self, _: &mut Plan) {}

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

// SAFETY: there is one value and nothing to describe.
unsafe impl<T: ?Sized> Structure for PhantomData<T> {
    fn values(_: &mut Plan) -> Option<Vec<Self>> {
        Some(vec![PhantomData])
    }

    fn sample(_: &mut Plan) -> Self {
        PhantomData
    }

    unsafe fn describe(_: *mut Self, _: &mut Plan) {}

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

// SAFETY: it is never described.
unsafe impl<T: Structure> Structure for MaybeUninit<T> {
    fn possible(plan: &mut Plan) -> bool {
        T::possible(plan)
    }

    fn sample(_: &mut Plan) -> Self {
        MaybeUninit::uninit()
    }

    /// Only the owner knows whether there is a value: it describes and visits the value itself.
    unsafe fn describe(_: *mut Self, plan: &mut Plan) {
        plan.refuse(
            "nothing says whether there is a value in this `MaybeUninit`: make it an array with `#[glassbox(len = ..)]`",
        );
    }

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

// SAFETY: either all values are listed, or a sample of each variant is overlaid by the payload's cells.
unsafe impl<T: Structure> Structure for Option<T> {
    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        let values = Values::<T>::of(plan)?;
        let cases = combinations(&[values.len() + 1])?;
        // SAFETY: the copies are returned as values, which are never dropped.
        let value = |case: usize| case.checked_sub(1).map(|index| unsafe { values.get(index) });
        Some(cases.into_iter().map(|case| value(case[0])).collect())
    }

    fn sample(_: &mut Plan) -> Self {
        None
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the same promise.
        if unsafe { T::describe_option(at, plan) } || plan.flat(at) {
            return;
        }
        let mut variants = plan.variants(at);
        variants.add(plan, "None", None);
        if T::possible(plan) {
            let sample = Some(T::sample(plan));
            variants.add(plan, "Some", sample);
        }
        let tag = variants.done(plan);
        if let Some(sample @ Some(payload)) = tag.sample("Some") {
            let payload = tag.place(sample, payload);
            // SAFETY: the place of the payload inside the value, described only where there is one.
            tag.when(plan, "Some", |plan| plan.payload(|plan| unsafe { T::describe(payload, plan) }));
        }
    }

    fn is_link() -> bool {
        T::is_link()
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        if visitor.part(this) || (T::is_link() && !visitor.wants_links()) {
            return;
        }
        // SAFETY: valid by the caller's promise; the copy is aligned and never dropped.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid value, which is only looked into.
        if let Some(payload) = unsafe { &*copy.as_ptr() } {
            let payload = same_place(this, copy.as_ptr(), payload);
            visitor.scope(this, |visitor| {
                // SAFETY: the payload of a valid value is valid.
                visitor.payload(|visitor| unsafe { T::visit(payload, visitor) });
            });
        }
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: as for `links`.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: as for `links`.
        match unsafe { &*copy.as_ptr() } {
            None if T::is_link() => show.no_child(),
            None => show.text("None"),
            // SAFETY: the payload of a valid value is valid.
            Some(payload) if T::is_link() => unsafe { T::show(payload, show) },
            // SAFETY: as above.
            Some(payload) => show.variant("Some", |show| unsafe { T::show(payload, show) }),
        }
    }

    fn label(&self) -> String {
        self.as_ref().map_or_else(|| "None".to_owned(), |payload| format!("Some({})", payload.label()))
    }
}

// SAFETY: either all values are listed, or each element is described.
unsafe impl<T: Structure, const N: usize> Structure for [T; N] {
    fn possible(plan: &mut Plan) -> bool {
        N == 0 || T::possible(plan)
    }

    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        if N == 0 {
            return Some(vec![std::array::from_fn(|_| unreachable!("there is no element"))]);
        }
        let values = Values::<T>::of(plan)?;
        let cases = combinations(&[values.len(); N])?;
        // SAFETY: the copies are returned as values, which are never dropped.
        let array = |case: Vec<usize>| std::array::from_fn(|index| unsafe { values.get(case[index]) });
        Some(cases.into_iter().map(array).collect())
    }

    fn sample(plan: &mut Plan) -> Self {
        std::array::from_fn(|_| T::sample(plan))
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        if plan.flat(at) {
            return;
        }
        for index in 0..N {
            // SAFETY: the place of an element.
            plan.element(index, |plan| unsafe { T::describe(at.cast::<T>().add(index), plan) });
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        if visitor.part(this) {
            return;
        }
        for index in 0..N {
            // SAFETY: the elements of a valid array are valid.
            visitor.element(|visitor| unsafe { T::visit(this.cast::<T>().add(index), visitor) });
        }
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        for index in 0..N {
            // SAFETY: the elements of a valid array are valid.
            show.field(index, |show| unsafe { T::show(this.cast::<T>().add(index), show) });
        }
    }

    fn label(&self) -> String {
        format!("[{}]", self.each_ref().map(Structure::label).join(", "))
    }
}

macro_rules! tuple {
    ($($ty:ident $values:ident $index:tt),*) => {
        // SAFETY: either all values are listed, or each field is described.
        unsafe impl<$($ty: Structure),*> Structure for ($($ty,)*) {
            fn possible(plan: &mut Plan) -> bool {
                $($ty::possible(plan))&&*
            }

            fn values(plan: &mut Plan) -> Option<Vec<Self>> {
                $(let $values = plan.field($index, Values::<$ty>::of)?;)*
                let cases = combinations(&[$($values.len()),*])?;
                // SAFETY: the copies are returned as values, which are never dropped.
                let tuple = |case: Vec<usize>| unsafe { ($($values.get(case[$index]),)*) };
                Some(cases.into_iter().map(tuple).collect())
            }

            fn sample(plan: &mut Plan) -> Self {
                ($($ty::sample(plan),)*)
            }

            unsafe fn describe(at: *mut Self, plan: &mut Plan) {
                if plan.flat(at) {
                    return;
                }
                // SAFETY: the places of the fields.
                $(plan.field($index, |plan| unsafe { $ty::describe(&raw mut (*at).$index, plan) });)*
            }

            unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
                if visitor.part(this) {
                    return;
                }
                $(visitor.field(
                    const { place::field(stringify!($index)) },
                    // SAFETY: the fields of a valid tuple are valid.
                    |visitor| unsafe { $ty::visit(&raw const (*this).$index, visitor) },
                );)*
            }

            unsafe fn show(this: *const Self, show: &mut Show) {
                // SAFETY: the fields of a valid tuple are valid.
                $(show.field($index, |show| unsafe { $ty::show(&raw const (*this).$index, show) });)*
            }

            fn label(&self) -> String {
                format!("({})", [$(self.$index.label()),*].join(", "))
            }
        }
    };
}

tuple!(A a 0);
tuple!(A a 0, B b 1);
tuple!(A a 0, B b 1, C c 2);
tuple!(A a 0, B b 1, C c 2, D d 3);
tuple!(A a 0, B b 1, C c 2, D d 3, E e 4);
tuple!(A a 0, B b 1, C c 2, D d 3, E e 4, F f 5);
