//! The summaries of links, nodes and collections of them: what [`Children::summary`] gives for each shape.

#[cfg(all(glassbox, target_family = "wasm"))]
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use crate::children::{Children, Nullable, Summaries, Summarise, shape};
#[cfg(all(glassbox, target_family = "wasm"))]
use crate::host;
use crate::invariant::Invariant;
use crate::nil;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use crate::type_id::type_id_of;

/// Typed access to the summaries.
impl Children {
    /// The summary of the child at this address.
    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "a value of this type is the permission to ask")]
    pub(crate) fn child<T: Invariant>(&self, child: *const T) -> T::Summary {
        let mut summary = MaybeUninit::<T::Summary>::uninit();
        host::summary(child.cast(), summary.as_mut_ptr().cast());
        // SAFETY: the host has written the summary that this type's `check` gave for the child; it stops the run if
        // there is none.
        unsafe { summary.assume_init() }
    }

    /// The summary of the child at this address.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn child<T: Invariant>(&self, child: *const T) -> T::Summary {
        let found = self.lookup(child.cast(), type_id_of::<T>());
        let summary = found.as_ref().and_then(|summary| summary.downcast_ref());
        *summary.expect("this is not a tree child of the node: use a summary or a global invariant")
    }

    /// The summary of the child behind a pointer; `None` if that is null or leads to a sentinel.
    fn behind<T: Invariant>(&self, pointer: *const T) -> Option<T::Summary> {
        (!pointer.is_null() && !nil::is(pointer)).then(|| self.child(pointer))
    }

    /// As [`behind`](Self::behind), with `none` in place of `None`, and without a decision if there is no sentinel.
    fn behind_or<T: Invariant>(&self, pointer: *const T, none: T::Summary) -> T::Summary {
        if nil::is_any() { self.behind(pointer).unwrap_or(none) } else { self.child_or(pointer, none) }
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "a value of this type is the permission to ask")]
    fn child_or<T: Invariant>(&self, child: *const T, none: T::Summary) -> T::Summary {
        let mut summary = MaybeUninit::new(none);
        host::summary_or(child.cast(), summary.as_mut_ptr().cast());
        // SAFETY: it was initialised, and the host writes nothing but a summary that this type's `check` gave.
        unsafe { summary.assume_init() }
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn child_or<T: Invariant>(&self, child: *const T, none: T::Summary) -> T::Summary {
        if child.is_null() { none } else { self.child(child) }
    }
}

// --- Links ---

impl<T: Invariant> Summarise for Box<T> {
    type Out = T::Summary;

    fn summarise(&self, children: &Children) -> T::Summary {
        children.child(&raw const **self)
    }
}

impl<T: Invariant> Summarise for NonNull<T> {
    type Out = T::Summary;

    fn summarise(&self, children: &Children) -> T::Summary {
        children.child(self.as_ptr())
    }
}

macro_rules! raw_pointer {
    ($($mutability:ident)*) => { $(
        impl<T: Invariant> Summarise for *$mutability T {
            type Out = Option<T::Summary>;

            fn summarise(&self, children: &Children) -> Self::Out {
                children.behind(*self)
            }
        }

        impl<T: Invariant> Nullable for *$mutability T {
            type Summary = T::Summary;

            fn summary_or(&self, children: &Children, none: T::Summary) -> T::Summary {
                children.behind_or(*self, none)
            }
        }
    )* };
}

raw_pointer! { mut const }

macro_rules! optional {
    ($($link:ident)*) => { $(
        impl<T: Invariant> Nullable for Option<$link<T>> {
            type Summary = T::Summary;

            fn summary_or(&self, children: &Children, none: T::Summary) -> T::Summary {
                // A `match` would be a branch, and so a decision.
                // SAFETY: `None` is the null pointer, and `Some` is its pointer: the language promises that.
                let child = unsafe { ptr::from_ref(self).cast::<*const T>().read() };
                children.behind_or(child, none)
            }
        }
    )* };
}

optional! { Box NonNull }

impl<L: Summarise> Summaries<shape::Link> for L {
    type Out = L::Out;

    fn summaries(&self, children: &Children) -> L::Out {
        self.summarise(children)
    }
}

// --- Nodes ---

impl<T: Invariant> Summaries<shape::Node> for T {
    type Out = T::Summary;

    fn summaries(&self, children: &Children) -> T::Summary {
        children.child(self)
    }
}

// --- Collections ---

impl<L: Summaries<S> + ?Sized, S> Summaries<shape::Several<S>> for &L {
    type Out = L::Out;

    fn summaries(&self, children: &Children) -> L::Out {
        (**self).summaries(children)
    }
}

impl<L: Summaries<S>, S> Summaries<shape::Several<S>> for Option<L> {
    type Out = Option<L::Out>;

    fn summaries(&self, children: &Children) -> Self::Out {
        self.as_ref().map(|link| link.summaries(children))
    }
}

impl<L: Summaries<S>, S> Summaries<shape::Several<S>> for [L] {
    type Out = Vec<L::Out>;

    fn summaries(&self, children: &Children) -> Self::Out {
        self.iter().map(|link| link.summaries(children)).collect()
    }
}

impl<L: Summaries<S>, S> Summaries<shape::Several<S>> for Vec<L> {
    type Out = Vec<L::Out>;

    fn summaries(&self, children: &Children) -> Self::Out {
        self.as_slice().summaries(children)
    }
}

impl<L: Summaries<S>, S> Summaries<shape::Several<S>> for Box<[L]> {
    type Out = Vec<L::Out>;

    fn summaries(&self, children: &Children) -> Self::Out {
        (**self).summaries(children)
    }
}

impl<L: Summaries<S>, S, const N: usize> Summaries<shape::Several<S>> for [L; N] {
    type Out = [L::Out; N];

    fn summaries(&self, children: &Children) -> Self::Out {
        self.each_ref().map(|link| link.summaries(children))
    }
}
