//! What a node may know about its tree children: their summaries.

#[cfg(not(all(glassbox, target_family = "wasm")))]
use std::{
    any::{Any, TypeId},
    cell::RefCell,
    collections::BTreeMap,
    rc::Rc,
};

use crate::invariant::Invariant;
use crate::nil;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use crate::type_id::type_id_of;

/// The summaries of the tree children of the node being checked.
#[derive(Default)]
pub struct Kids {
    /// By the child's address and type: a node and its first field share an address.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    known: RefCell<BTreeMap<(usize, TypeId), Rc<dyn Any>>>,
}

impl Kids {
    /// The summary behind a link; for an `Option`, `Vec` or array of links an `Option`, `Vec` or array of summaries.
    pub fn of<L: Summarise>(&self, link: &L) -> L::Out {
        link.summarise(self)
    }

    /// The summary of a node that lies in a `Vec` of this node, or behind a pointer that is not null.
    pub fn at<T: Invariant>(&self, child: *const T) -> T::Summary {
        self.summary(child)
    }

    /// As [`at`](Self::at), or none if the link is null or leads to the sentinel that plays null.
    pub fn behind<T: Invariant>(&self, child: *const T) -> Option<T::Summary> {
        (!child.is_null() && !nil::is(child)).then(|| self.summary(child))
    }

    /// The summary behind a link, or `none` if it is null or leads to the sentinel that plays null.
    ///
    /// Says the same as `of(link).unwrap_or(none)`, but whether there is a child is not asked: states with and without it
    /// stay alike for as long as only what both summaries have in common matters. So it takes fewer runs.
    pub fn of_or<L: Nullable>(
        &self,
        link: &L,
        none: <L::Target as Invariant>::Summary,
    ) -> <L::Target as Invariant>::Summary {
        let child = link.address();
        if nil::is_any() { self.behind(child).unwrap_or(none) } else { self.summary_or(child, none) }
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "a value of this type is the permission to ask")]
    fn summary_or<T: Invariant>(&self, child: *const T, none: T::Summary) -> T::Summary {
        let mut summary = std::mem::MaybeUninit::new(none);
        crate::host::summary_or(child.cast(), summary.as_mut_ptr().cast());
        // SAFETY: it was initialised, and the host writes nothing but a summary that this type's `check` gave.
        unsafe { summary.assume_init() }
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn summary_or<T: Invariant>(&self, child: *const T, none: T::Summary) -> T::Summary {
        if child.is_null() { none } else { self.summary(child) }
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "a value of this type is the permission to ask")]
    fn summary<T: Invariant>(&self, child: *const T) -> T::Summary {
        let mut summary = std::mem::MaybeUninit::<T::Summary>::uninit();
        crate::host::summary(child.cast(), summary.as_mut_ptr().cast());
        // SAFETY: the host has written the summary that this type's `check` gave for the child; it stops the run if
        // there is none.
        unsafe { summary.assume_init() }
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn summary<T: Invariant>(&self, child: *const T) -> T::Summary {
        let known = self.known.borrow();
        let found = known.get(&(child.addr(), type_id_of::<T>())).and_then(|summary| summary.downcast_ref());
        *found.expect("this is not a tree child of the node: use a summary or a global invariant")
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn learn(&self, node: *const u8, node_type: TypeId, summary: Rc<dyn Any>) {
        self.known.borrow_mut().insert((node.addr(), node_type), summary);
    }
}

/// From links to the summaries behind them.
#[diagnostic::on_unimplemented(
    message = "there are no summaries behind `{Self}`",
    label = "not a link",
    note = "`kids.of` takes a link (`Box<T>`, `*mut T`, `NonNull<T>`, ..), or an `Option`, `Vec` or array of links",
    note = "for nodes that lie in a `Vec<T>` write `kids.at(&self.nodes[i])`"
)]
pub trait Summarise {
    /// The summaries, arranged as the links are.
    type Out;

    /// Asks for them.
    fn summarise(&self, kids: &Kids) -> Self::Out;
}

/// Links that may be null, for [`Kids::of_or`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no link that may be null",
    label = "not a link that may be null",
    note = "`kids.of_or` takes `*mut T`, `*const T`, `Option<Box<T>>` or `Option<NonNull<T>>`; for others write `kids.of(..)`"
)]
pub trait Nullable {
    /// What it leads to.
    type Target: Invariant;

    /// Where it leads, or null.
    fn address(&self) -> *const Self::Target;
}
