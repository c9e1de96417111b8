//! Nodes, their memory, and the height that is left for their types.

use std::alloc::Layout;
use std::rc::Rc;

use glassbox_abi::place;

use super::description::{Block, Node};
use super::places::ArenaSlots;
use super::{DEFAULT_BOUND, Plan};
use crate::invariant::Invariant;
use crate::node::NodeType;
use crate::structure::Structure;
use crate::type_id::type_id_of;

/// The place of a position.
pub(super) struct Place<T> {
    pub(super) at: *mut T,
    /// The slot that it is in, if it has no block of its own.
    slot: Option<(Rc<ArenaSlots>, u32)>,
}

impl Plan {
    /// Whether a tree link to a `T` is possible here: there is height left, and a `T` within the rest of it.
    pub fn can_enter<T: Structure>(&mut self) -> bool {
        self.height_left::<T>() > 0 && self.below::<T, _>(|plan| T::possible(plan))
    }

    /// Describes a new position of type `T` below the current node.
    pub fn child<T: Invariant>(&mut self) -> *mut T {
        let place = self.place::<T>();
        self.child_in(&place);
        place.at
    }

    /// Describes a position of type `T` below the current node, inside a block that is already described.
    ///
    /// # Safety
    ///
    /// `at` is a place for a `T` that nothing else describes.
    pub unsafe fn child_at<T: Invariant>(&mut self, at: *mut T) {
        let only_place = self.has_one_place(at.cast());
        assert!(only_place, "`{}`: a node in a vector needs `#[glassbox(tree)]` on the vector", self.path());
        self.node(at, |plan| {
            plan.below::<T, _>(|plan| {
                plan.is_node = true;
                // SAFETY: the same promise.
                unsafe { T::describe(at, plan) }
            });
        });
    }

    /// The parent of the current node, if it is a `T`.
    pub fn parent<T>(&self) -> Option<*mut T> {
        let parent = &self.nodes[self.nodes[self.scope.node?].parent?];
        (self.types[parent.ty].id == type_id_of::<T>()).then_some(parent.at.cast())
    }

    /// Allocates memory for a sample, which is never part of the state.
    pub fn scratch<T>(&mut self) -> *mut T {
        self.scratch.allocate(Layout::new::<T>()).cast()
    }

    /// Takes a place for a position: the next slot, if such nodes lie in an arena, or new memory.
    pub(super) fn place<T: Invariant>(&mut self) -> Place<T> {
        match self.next_slot::<T>() {
            Some((slots, index)) => Place { at: slots.arena.node(index).cast(), slot: Some((slots, index)) },
            None => Place { at: self.room(), slot: None },
        }
    }

    /// Describes the position at a place, under the current condition.
    pub(super) fn child_in<T: Invariant>(&mut self, place: &Place<T>) {
        let at = place.at;
        self.node(at, |plan| {
            match &place.slot {
                Some((slots, index)) => (slots.describe_used)(plan, slots.arena.slot(*index)),
                None => plan.block(at.cast(), Layout::new::<T>()),
            }
            // A description computes the addresses of fields, which needs memory, even if nothing is written.
            let is_counting = place.slot.as_ref().is_some_and(|(slots, _)| slots.is_counting);
            let described = if is_counting { plan.scratch() } else { at };
            plan.below::<T, _>(|plan| {
                plan.is_node = true;
                // SAFETY: the block, slot or scratch memory was taken for this position.
                unsafe { T::describe(described, plan) }
            });
        });
    }

    /// Describes a node without a parent.
    pub(super) fn root<T: Invariant>(&mut self, at: *mut T) -> usize {
        self.node(at, |plan| {
            plan.block(at.cast(), Layout::new::<T>());
            plan.is_node = true;
            // SAFETY: as for a child. A root is entered through no link, so that it costs no height.
            unsafe { T::describe(at, plan) }
        })
    }

    /// Allocates memory for a position. [`block`](Self::block) makes it a block of the state.
    pub(super) fn room<T>(&mut self) -> *mut T {
        self.memory.allocate(Layout::new::<T>()).cast()
    }

    /// Adds a block that belongs to the current node, under the current condition.
    pub(super) fn block(&mut self, at: *mut u8, layout: Layout) {
        if layout.size() > 0 {
            let condition = self.scope.condition;
            self.blocks.push(Block { at, layout, node: self.scope.node, condition });
        }
    }

    /// The number of a type of nodes. Types whose nodes do not fit the bounds have a number, too: an operation may make
    /// such nodes.
    pub(super) fn node_type<T: Invariant>(&mut self) -> usize {
        let known = self.types.iter().position(|ty| ty.id == type_id_of::<T>());
        known.unwrap_or_else(|| {
            self.types.push(NodeType::of::<T>());
            self.types.len() - 1
        })
    }

    /// Adds a node at `at` to which all belongs that `f` describes, and returns its number.
    fn node<T: Invariant>(&mut self, at: *mut T, f: impl FnOnce(&mut Self)) -> usize {
        let number = self.nodes.len();
        let ty = self.node_type::<T>();
        let (path, condition) = (self.scope.path, self.scope.condition);
        self.nodes.push(Node { path, at: at.cast(), ty, parent: self.scope.node, condition });
        let above = self.scope.node.replace(number);
        let place = std::mem::replace(&mut self.scope.place, place::NODE);
        self.unsorted(f);
        self.scope.place = place;
        self.scope.node = above;
        number
    }

    fn height_left<T>(&mut self) -> u32 {
        let left = self.budget.iter().rev().find(|(id, _)| *id == type_id_of::<T>());
        match left {
            Some((_, left)) => *left,
            None => self.size_bound("height", DEFAULT_BOUND),
        }
    }

    /// Calls `f` with the height for `T` reduced by one.
    fn below<T, R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let left = self.height_left::<T>();
        self.budget.push((type_id_of::<T>(), left - 1));
        let result = f(self);
        self.budget.pop();
        result
    }
}
