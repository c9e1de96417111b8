//! Types of nodes, as data.

use std::any::TypeId;

/// A type of nodes.
#[derive(Clone, Copy)]
pub(crate) struct NodeType {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
    pub(crate) size: usize,
    pub(crate) align: usize,
    pub(crate) summary_size: usize,
    pub(crate) entries: Entries,
}

#[cfg(all(glassbox, target_family = "wasm"))]
mod machine {
    use std::any::TypeId;
    use std::cell::Cell;

    use super::NodeType;

    /// Table indices of functions that the host calls.
    #[derive(Clone, Copy)]
    pub(crate) struct Entries {
        pub(crate) check: u32,
        pub(crate) ok: u32,
        pub(crate) links: u32,
        pub(crate) show: u32,
        pub(crate) show_summary: u32,
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

    /// The index that [`remember`] fixed for a type.
    pub(in crate::node) fn remembered(id: TypeId) -> Option<u32> {
        CHECKS.get().iter().find(|(known, _)| *known == id).map(|(_, check)| *check)
    }
}

#[cfg(not(all(glassbox, target_family = "wasm")))]
mod native {
    use std::any::Any;
    use std::rc::Rc;

    use glassbox_abi::skeleton::ItemKind;

    use super::NodeType;
    use crate::broken::Broken;
    use crate::children::Children;

    type Check = unsafe fn(*const u8, &Children) -> Result<Rc<dyn Any>, Broken>;

    /// Functions that take the address of a node of their type.
    #[derive(Clone, Copy)]
    pub(crate) struct Entries {
        /// Checks the node and returns its summary.
        pub(crate) check: Check,
        /// Checks the global invariant.
        pub(crate) ok: unsafe fn(*const u8) -> bool,
        /// Visits the node. The number selects links, parents and items, as bits of `glassbox_abi::skeleton::visit`.
        pub(crate) visit: unsafe fn(*const u8, u32) -> Vec<Visited>,
        pub(crate) drop: unsafe fn(*mut u8),
    }

    /// Something that a node has, as a [`Visitor`](crate::node::Visitor) saw it.
    pub(crate) enum Visited {
        /// A tree link, and whether it has a place in a `sorted` list.
        Link { target: *const u8, ty: NodeType, in_order: bool },
        /// A link to the parent node; null if it leads nowhere.
        Parent { target: *const u8, ty: NodeType },
        /// A key, a token, or a number that is an item.
        Item { kind: ItemKind, value: u32 },
    }
}

#[cfg(all(glassbox, target_family = "wasm"))]
pub(super) use machine::remembered;
#[cfg(all(glassbox, target_family = "wasm"))]
pub(crate) use machine::{Entries, remember};
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use native::{Entries, Visited};
