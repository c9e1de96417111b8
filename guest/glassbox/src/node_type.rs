//! Types of nodes: what can be done with a node of which only the address is known.

use std::any::TypeId;

use crate::invariant::Invariant;
use crate::type_id::type_id_of;

/// A type of nodes.
#[derive(Clone, Copy)]
pub(crate) struct NodeType {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
    pub(crate) size: usize,
    pub(crate) summary_size: usize,
    pub(crate) entries: Entries,
}

impl NodeType {
    /// The type `T`.
    pub(crate) fn of<T: Invariant>() -> Self {
        Self {
            id: type_id_of::<T>(),
            name: std::any::type_name::<T>(),
            size: size_of::<T>(),
            summary_size: size_of::<T::Summary>(),
            entries: Entries::of::<T>(),
        }
    }
}

#[cfg(all(glassbox, target_family = "wasm"))]
mod machine {
    use std::any::{TypeId, type_name};
    use std::cell::Cell;
    use std::hint::black_box;

    use super::NodeType;
    use crate::children::Children;
    use crate::host;
    use crate::invariant::Invariant;
    use crate::links::Links;
    use crate::show::Show;
    use crate::type_id::type_id_of;

    /// Table indices of functions that the host calls.
    #[derive(Clone, Copy)]
    pub(crate) struct Entries {
        pub(crate) check: u32,
        pub(crate) ok: u32,
        pub(crate) links: u32,
        pub(crate) same_summary: u32,
        pub(crate) show: u32,
        pub(crate) show_summary: u32,
    }

    impl Entries {
        pub(super) fn of<T: Invariant>() -> Self {
            Self {
                check: table_index(check::<T> as *const ()),
                ok: table_index(ok::<T> as *const ()),
                links: table_index(links::<T> as *const ()),
                same_summary: table_index(same_summary::<T> as *const ()),
                show: table_index(show::<T> as *const ()),
                show_summary: table_index(show_summary::<T> as *const ()),
            }
        }
    }

    /// On this target the address of a function is its index in the table.
    fn table_index(function: *const ()) -> u32 {
        u32::try_from(function.addr()).expect("addresses have 32 bits")
    }

    unsafe extern "C" fn check<T: Invariant>(node: *const T, summary: *mut T::Summary) -> u32 {
        // The index of this function tells the host a node's type. At high opt-levels the compiler makes one function of
        // two with the same code, so the code has the type's name in it.
        black_box(type_name::<T>());
        // SAFETY: the host passes the address of a live node of this type, as the plan or `links` named it.
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

    unsafe extern "C" fn links<T: Invariant>(node: *const T, what: u32) {
        // SAFETY: as for `check`.
        unsafe { T::links(node, &mut Links::new(what)) }
    }

    unsafe extern "C" fn same_summary<T: Invariant>(a: *const T::Summary, b: *const T::Summary) -> u32 {
        // SAFETY: the host passes two summaries that `check` of this type wrote; they are `Copy`.
        let (a, b) = unsafe { (a.read_unaligned(), b.read_unaligned()) };
        u32::from(a == b)
    }

    unsafe extern "C" fn show<T: Invariant>(node: *const T) {
        let mut show = Show::default();
        // SAFETY: as for `check`.
        unsafe { T::show(node, &mut show) };
        for shown in show.finish() {
            host::shown(&shown);
        }
    }

    unsafe extern "C" fn show_summary<T: Invariant>(summary: *const T::Summary) {
        // SAFETY: as for `same_summary`.
        let summary = unsafe { summary.read_unaligned() };
        let mut show = Show::default();
        show.text(format_args!("{summary:?}"));
        for shown in show.finish() {
            host::shown(&shown);
        }
    }

    thread_local! {
        static CHECKS: Cell<&'static [(TypeId, u32)]> = const { Cell::new(&[]) };
    }

    /// Fixes which index stands for which type. The same function may have several addresses, one for each crate
    /// that uses it.
    pub(crate) fn remember(types: &[NodeType]) {
        let checks: Vec<_> = types.iter().map(|ty| (ty.id, ty.entries.check)).collect();
        for (number, (_, check)) in checks.iter().enumerate() {
            let twin = checks[..number].iter().any(|(_, earlier)| earlier == check);
            assert!(!twin, "the compiler has merged the checks of two types: build with `--release-opt 1`");
        }
        CHECKS.set(checks.leak());
    }

    /// The table index that tells the host a node's type.
    pub(crate) fn check_index<T: Invariant>() -> u32 {
        let known = CHECKS.get().iter().find(|(id, _)| *id == type_id_of::<T>());
        known.map_or_else(|| table_index(check::<T> as *const ()), |(_, check)| *check)
    }
}

#[cfg(not(all(glassbox, target_family = "wasm")))]
mod native {
    use std::any::Any;
    use std::rc::Rc;

    use crate::children::Children;
    use crate::invariant::{Broken, Invariant};
    use crate::links::Links;

    type Check = unsafe fn(*const u8, &Children) -> Result<Rc<dyn Any>, Broken>;

    /// Functions that take the address of a node of their type.
    #[derive(Clone, Copy)]
    pub(crate) struct Entries {
        pub(crate) check: Check,
        pub(crate) ok: unsafe fn(*const u8) -> bool,
        pub(crate) links: unsafe fn(*const u8, &mut Links),
        pub(crate) drop: unsafe fn(*mut u8),
    }

    impl Entries {
        pub(super) fn of<T: Invariant>() -> Self {
            Self { check: check::<T>, ok: ok::<T>, links: links::<T>, drop: drop::<T> }
        }
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

    unsafe fn links<T: Invariant>(node: *const u8, links: &mut Links) {
        // SAFETY: as for `check`.
        unsafe { T::links(node.cast(), links) }
    }

    unsafe fn drop<T: Invariant>(node: *mut u8) {
        // SAFETY: as for `check`; nobody uses the node afterwards.
        unsafe { std::ptr::drop_in_place(node.cast::<T>()) }
    }
}

#[cfg(all(glassbox, target_family = "wasm"))]
pub(crate) use machine::*;
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use native::*;
