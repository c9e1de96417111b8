//! Numbers that need no list: fields that count nodes or elements, and those that may have any value.

use std::any::TypeId;

use glassbox_abi::skeleton::{CellKind, Role};

use super::cells::Choice;
use super::condition::Condition;
use super::description::Count;
use super::domain::Domain;
use super::{Plan, Scope};
use crate::type_id::type_id_of;

/// An integer type that can hold a count.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold a number of elements",
    label = "not an integer type",
    note = "lengths and counts are integers of at most 64 bits"
)]
pub trait Counter: Sized {
    /// The number, if it fits.
    fn from_count(count: u32) -> Option<Self>;
}

macro_rules! counter {
    ($($ty:ty)*) => { $(
        impl Counter for $ty {
            fn from_count(count: u32) -> Option<Self> {
                Self::try_from(count).ok()
            }
        }
    )* };
}

counter! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

impl Plan {
    /// `#[glassbox(count(T))]`: describes the number of nodes of type `T` in the subtree of the current node.
    ///
    /// # Safety
    ///
    /// `at` is a place for a number that nothing else describes.
    pub unsafe fn count<T>(&mut self, at: *mut impl Counter) {
        fn count_later<T, N: Counter>(plan: &mut Plan, at: *mut u8) {
            plan.count_now::<T, N>(at);
        }
        fn describe<T, N: Counter>(_: *mut N) -> fn(&mut Plan, *mut u8) {
            count_later::<T, N>
        }
        self.defer(at.cast(), describe::<T, _>(at));
    }

    /// Describes a number of elements from 0 to `max`, and returns the choice that the elements depend on.
    pub fn length<N: Counter>(&mut self, at: *mut N, max: u32) -> Choice {
        let values: Vec<N> = (0..=max).map(|count| self.fitting(count)).collect();
        let labels = (0..=max).map(|count| count.to_string().into()).collect();
        self.vary(at.cast(), Domain::of(values).labels(labels).role(Role::Length).kind(CellKind::Length))
    }

    /// `#[glassbox(any)]`: describes a number that may have any value. One value stands for all: nothing that is decided may
    /// depend on it, which the host checks.
    ///
    /// # Panics
    ///
    /// If it is part of an element, a variant or an argument: its bytes must be there whenever its node is.
    pub fn any<T: Counter + Default>(&mut self, at: *mut T) {
        let of_node = self.scope.node.map(|node| self.nodes[node].condition);
        let is_direct = self.has_one_place(at.cast()) && of_node == Some(self.scope.condition);
        if !is_direct {
            self.refuse(
                "`any` is for fields of nodes, not for parts of elements or variants: list some values instead",
            );
        }
        self.fixed(at, T::default(), CellKind::Any);
    }

    fn count_now<T, N: Counter>(&mut self, at: *mut u8) {
        let id = type_id_of::<T>();
        let below = (self.first_node..self.nodes.len()).filter(|node| self.is_below(*node, self.scope.node));
        let counted: Vec<Condition> = below
            .map(|node| &self.nodes[node])
            .filter(|node| self.types[node.ty].id == id)
            .map(|node| node.condition)
            .collect();
        let Some(ty) = self.types.iter().position(|ty| ty.id == id) else {
            let name = std::any::type_name::<T>();
            self.refuse(&format!("`count({name})`: there is no such node below this one"));
        };
        self.counts_all_of_its_node(&id);
        let most = u32::try_from(counted.len()).expect("fewer than 2^32 nodes");
        let _: N = self.fitting(most);
        self.each_place(at, |plan, at, condition| {
            let Scope { path, node, place, .. } = plan.scope;
            let counted = counted.clone();
            plan.counts.push(Count { path, at, len: size_of::<N>(), node, condition, counted, ty, place });
        });
    }

    /// Refuses a count in a struct that is only a part of its node, if other parts of the node lead to such nodes, too.
    fn counts_all_of_its_node(&self, id: &TypeId) {
        let path = self.path();
        let owner = path.rsplit_once('.').map_or("", |(owner, _)| owner);
        let is_inside =
            |path: &str| path.strip_prefix(owner).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let below = (self.first_node..self.nodes.len()).filter(|node| self.is_below(*node, self.scope.node));
        let mut counted = below.map(|node| &self.nodes[node]).filter(|node| self.types[node.ty].id == *id);
        // The node itself may be counted.
        let top = self.scope.node.map(|node| self.nodes[node].path).unwrap_or_default();
        if let Some(other) = counted.find(|node| node.path != top && !is_inside(&self.paths.text(node.path))) {
            let (top, other) = (self.paths.text(top), self.paths.text(other.path));
            self.refuse(&format!(
                "it counts all nodes below `{top}`, also `{other}`, which is not below `{owner}`: make `{owner}` a node of its own, \
                 or list the values of the field and write an invariant"
            ));
        }
    }

    /// Whether `node` is in the subtree of `top`; without a top all are.
    fn is_below(&self, node: usize, top: Option<usize>) -> bool {
        let chain = std::iter::successors(Some(node), |node| self.nodes[*node].parent);
        top.is_none_or(|top| chain.into_iter().any(|node| node == top))
    }

    fn fitting<N: Counter>(&self, count: u32) -> N {
        let too_small = || {
            panic!("`{}` is a {}, too small to count to {count}", self.path(), std::any::type_name::<N>());
        };
        N::from_count(count).unwrap_or_else(too_small)
    }
}
