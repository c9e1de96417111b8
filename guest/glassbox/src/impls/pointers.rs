//! Pointers as links. They have no `Structure`: only the owner knows the role of a pointer.

use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use crate::invariant::Invariant;
use crate::link::Link;

macro_rules! raw_pointer {
    ($($mutability:ident, $null:path, $to_mut:expr;)*) => { $(
        // SAFETY: a pointer holds the address it is given.
        unsafe impl<T: Invariant> Link for *$mutability T {
            type Target = T;

            const IS_POINTER: bool = true;

            fn null() -> Option<Self> {
                Some($null())
            }

            unsafe fn put(slot: *mut Self, target: *mut T) {
                // SAFETY: the caller has room for a pointer.
                unsafe { slot.write_unaligned(target) }
            }

            unsafe fn target(this: *const Self) -> Option<*mut T> {
                // SAFETY: valid by the caller's promise.
                let target = unsafe { this.read_unaligned() };
                (!target.is_null()).then_some($to_mut(target))
            }
        }
    )* };
}

raw_pointer! {
    mut, ptr::null_mut, std::convert::identity;
    const, ptr::null, <*const T>::cast_mut;
}

// SAFETY: a pointer holds the address it is given.
unsafe impl<T: Invariant> Link for NonNull<T> {
    type Target = T;

    const IS_POINTER: bool = true;

    fn null() -> Option<Self> {
        None
    }

    unsafe fn put(slot: *mut Self, target: *mut T) {
        // SAFETY: the caller has room for a pointer, and no position is at address 0.
        unsafe { slot.write_unaligned(NonNull::new_unchecked(target)) }
    }

    unsafe fn target(this: *const Self) -> Option<*mut T> {
        // SAFETY: valid by the caller's promise.
        Some(unsafe { this.read_unaligned() }.as_ptr())
    }
}

// SAFETY: `put` writes `Some` of a link that leads to the target, and `target` looks into it.
unsafe impl<L: Link> Link for Option<L> {
    type Target = L::Target;

    const IS_POINTER: bool = L::IS_POINTER && size_of::<Self>() == size_of::<*mut ()>();

    fn null() -> Option<Self> {
        Some(None)
    }

    unsafe fn put(slot: *mut Self, target: *mut L::Target) {
        let mut some = MaybeUninit::<Self>::uninit();
        let mut link = MaybeUninit::<L>::uninit();
        // SAFETY: the caller's promise about the target; the slot is a local one.
        unsafe { L::put(link.as_mut_ptr(), target) };
        // SAFETY: the link has just been written. Its copy is never dropped.
        some.write(Some(unsafe { link.assume_init() }));
        // SAFETY: it has just been written.
        let payload = unsafe { some.assume_init_ref() }.as_ref().expect("it was written as `Some`");
        let offset = ptr::from_ref(payload).addr() - some.as_ptr().addr();
        // That wrote all bytes of the option. A typed link may have made claims on its target while it was moved
        // (a `Box` does); written again in place it makes none.
        // SAFETY: the place of the payload inside the option; the slot has room for the whole.
        unsafe {
            L::put(some.as_mut_ptr().byte_add(offset).cast(), target);
            slot.cast::<MaybeUninit<Self>>().write_unaligned(some);
        }
    }

    unsafe fn target(this: *const Self) -> Option<*mut L::Target> {
        // SAFETY: valid by the caller's promise; the copy is aligned and never dropped.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid value, which is only looked into.
        let link = unsafe { &*copy.as_ptr() }.as_ref()?;
        // SAFETY: the payload of a valid value is valid.
        unsafe { L::target(link) }
    }
}
