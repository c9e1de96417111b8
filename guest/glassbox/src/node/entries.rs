//! The functions of a [`NodeType`], made for each type with an [`Invariant`].

use super::node_type::{Entries, NodeType};
use crate::invariant::Invariant;
use crate::type_id::type_id_of;

impl NodeType {
    /// The type `T`.
    pub(crate) fn of<T: Invariant>() -> Self {
        Self {
            id: type_id_of::<T>(),
            name: std::any::type_name::<T>(),
            size: size_of::<T>(),
            align: align_of::<T>(),
            summary_size: size_of::<T::Summary>(),
            entries: entries::<T>(),
        }
    }
}

#[cfg(all(glassbox, target_family = "wasm"))]
mod machine {
    use std::any::type_name;
    use std::hint::black_box;

    use super::Entries;
    use crate::children::Children;
    use crate::host;
    use crate::invariant::Invariant;
    use crate::node::node_type::remembered;
    use crate::node::{Show, Visitor};
    use crate::type_id::type_id_of;

    pub(super) fn entries<T: Invariant>() -> Entries {
        Entries {
            check: table_index(check::<T> as *const ()),
            ok: table_index(ok::<T> as *const ()),
            links: table_index(visit::<T> as *const ()),
            show: table_index(show::<T> as *const ()),
            show_summary: table_index(show_summary::<T> as *const ()),
        }
    }

    /// The table index that tells the host a node's type.
    pub(in crate::node) fn check_index<T: Invariant>() -> u32 {
        remembered(type_id_of::<T>()).unwrap_or_else(|| table_index(check::<T> as *const ()))
    }

    /// On this target the address of a function is its index in the table.
    fn table_index(function: *const ()) -> u32 {
        u32::try_from(function.addr()).expect("addresses have 32 bits")
    }

    unsafe extern "C" fn check<T: Invariant>(node: *const T, summary: *mut T::Summary) -> u32 {
        // The index of this function tells the host a node's type. At high opt-levels the compiler makes one function
        // of two with the same code, so the code has the type's name in it.
        black_box(type_name::<T>());
        // SAFETY: the host passes the address of a live node of this type, as the plan or `visit` named it.
        match unsafe { &*node }.check(&Children::default()) {
            Ok(value) => {
                // SAFETY: the host passes memory of the size of a summary; nothing is said about its alignment.
                unsafe { summary.write_unaligned(value) };
                1
            }
            Err(broken) => {
                host::broken(broken.what());
                0
            }
        }
    }

    unsafe extern "C" fn ok<T: Invariant>(node: *const T) -> u32 {
        // SAFETY: as for `check`.
        u32::from(unsafe { &*node }.ok())
    }

    unsafe extern "C" fn visit<T: Invariant>(node: *const T, what: u32) {
        // SAFETY: as for `check`.
        unsafe { T::visit(node, &mut Visitor::new(what)) }
    }

    unsafe extern "C" fn show<T: Invariant>(node: *const T) {
        let mut show = Show::default();
        // SAFETY: as for `check`.
        unsafe { T::show(node, &mut show) };
        show.send();
    }

    unsafe extern "C" fn show_summary<T: Invariant>(summary: *const T::Summary) {
        // SAFETY: the host passes a summary that `check` of this type wrote; it is `Copy`.
        let summary = unsafe { summary.read_unaligned() };
        let mut show = Show::default();
        show.text(format_args!("{summary:?}"));
        show.send();
    }
}

#[cfg(not(all(glassbox, target_family = "wasm")))]
mod native {
    use std::any::Any;
    use std::rc::Rc;

    use super::Entries;
    use crate::broken::Broken;
    use crate::children::Children;
    use crate::invariant::Invariant;
    use crate::node::Visitor;
    use crate::node::node_type::Visited;

    pub(super) fn entries<T: Invariant>() -> Entries {
        Entries { check: check::<T>, ok: ok::<T>, visit: visit::<T>, drop: drop::<T> }
    }

    unsafe fn check<T: Invariant>(node: *const u8, children: &Children) -> Result<Rc<dyn Any>, Broken> {
        // SAFETY: the caller passes the address of a live node of this type.
        let node = unsafe { &*node.cast::<T>() };
        node.check(children).map(|summary| Rc::new(summary) as Rc<dyn Any>)
    }

    unsafe fn ok<T: Invariant>(node: *const u8) -> bool {
        // SAFETY: as for `check`.
        unsafe { &*node.cast::<T>() }.ok()
    }

    unsafe fn visit<T: Invariant>(node: *const u8, what: u32) -> Vec<Visited> {
        let mut visitor = Visitor::new(what);
        // SAFETY: as for `check`.
        unsafe { T::visit(node.cast(), &mut visitor) };
        visitor.finish()
    }

    unsafe fn drop<T: Invariant>(node: *mut u8) {
        // SAFETY: as for `check`; the caller does not use the node afterwards.
        unsafe { std::ptr::drop_in_place(node.cast::<T>()) }
    }
}

#[cfg(all(glassbox, target_family = "wasm"))]
pub(super) use machine::check_index;
#[cfg(all(glassbox, target_family = "wasm"))]
use machine::entries;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use native::entries;
