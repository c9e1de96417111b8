//! Vectors: length and capacity.
//!
//! A push into a full vector moves the elements, a push into a vector with room does not: both must occur. So a state
//! chooses length and capacity together: no buffer at all, exactly as much as there are elements, or the whole bound.
//! Each capacity has a buffer of its own; the elements' variables exist once and are written to the buffer that the
//! state uses.

use std::alloc::Layout;
use std::collections::BTreeMap;
use std::rc::Rc;

use glassbox_abi::skeleton::Role;

use super::cells::Choice;
use super::domain::Domain;
use super::places::Mirror;
use super::{DEFAULT_BOUND, Plan};
use crate::invariant::Invariant;
use crate::structure::Structure;

/// A length with a capacity.
#[derive(Clone, Copy)]
struct Size {
    len: u32,
    capacity: u32,
}

/// A vector whose sizes are described, without its elements.
struct Buffers<T> {
    choice: Choice,
    sizes: Vec<Size>,
    /// By capacity.
    starts: BTreeMap<u32, *mut T>,
}

impl Plan {
    /// Whether vectors always have the capacity of the bound. The host asks for it with the bound `capacity = 1`.
    pub fn fixed_capacity(&mut self) -> bool {
        self.bound("capacity", 0) == 1
    }

    /// Describes a vector whose elements are not nodes.
    ///
    /// # Safety
    ///
    /// `at` is a place for a vector that nothing else describes.
    pub unsafe fn vec<T: Structure>(&mut self, at: *mut Vec<T>) {
        let max = if T::possible(self) { self.bound("len", DEFAULT_BOUND) } else { 0 };
        // Without a size there is no buffer and no capacity.
        let sizes = if size_of::<T>() == 0 || self.fixed_capacity() { roomy(max) } else { none_tight_or_roomy(max) };
        let buffers = self.buffers(at, sizes);
        for index in 0..max {
            self.element(&buffers, index);
        }
    }

    /// `#[glassbox(tree)]` on a vector: describes a vector whose elements are nodes. A position has one address, so
    /// there is only one buffer, with the capacity of the bound, or none at all.
    ///
    /// # Safety
    ///
    /// As for [`vec`](Self::vec).
    pub unsafe fn tree_vec<T: Invariant>(&mut self, at: *mut Vec<T>) {
        self.node_type::<T>();
        let max = if self.can_enter::<T>() { self.bound("len", DEFAULT_BOUND) } else { 0 };
        let sizes = if self.fixed_capacity() { roomy(max) } else { none_or_roomy(max) };
        let buffers = self.buffers(at, sizes);
        for index in 0..max {
            let place = buffers.starts[&max].wrapping_add(index as usize);
            let choices = buffers.choices(|size| size.len > index);
            // SAFETY: the place of an element in the buffer, which nothing else describes.
            self.when(&buffers.choice, choices, |plan| plan.field(index, |plan| unsafe { plan.child_at(place) }));
        }
    }

    /// Describes length and capacity, and the buffers.
    fn buffers<T>(&mut self, at: *mut Vec<T>, sizes: Vec<Size>) -> Buffers<T> {
        let mut starts: BTreeMap<u32, *mut T> = BTreeMap::new();
        for Size { capacity, .. } in &sizes {
            let layout = Layout::array::<T>(*capacity as usize).expect("a vector within the bounds fits into memory");
            starts.entry(*capacity).or_insert_with(|| self.memory.allocate(layout).cast());
        }
        let vecs = sizes.iter().map(|Size { len, capacity }| {
            // SAFETY: the buffer was allocated for this capacity. That its elements are not there yet does not
            // matter, because the vector is only taken apart into bytes.
            unsafe { Vec::from_raw_parts(starts[capacity], *len as usize, *capacity as usize) }
        });
        let labels = sizes.iter().map(|size| format!("{} of {}", size.len, size.capacity)).collect();
        let choice = self.vary(at.cast(), &Domain::of(vecs).labels(labels).role(Role::Length));
        let buffers = Buffers { choice, sizes, starts };
        for (capacity, start) in &buffers.starts {
            let choices = buffers.choices(|size| size.capacity == *capacity);
            let len = *capacity as usize * size_of::<T>();
            self.when(&buffers.choice, choices, |plan| plan.block(start.cast(), len));
        }
        buffers
    }

    /// Describes an element once, for all buffers that it can lie in.
    fn element<T: Structure>(&mut self, buffers: &Buffers<T>, index: u32) {
        let requirement = self.scope.condition.len();
        let place = |start: &*mut T| start.wrapping_add(index as usize);
        let copies: Vec<(*mut u8, Rc<[u32]>)> = buffers
            .starts
            .iter()
            .filter(|(capacity, _)| **capacity > index)
            .map(|(capacity, start)| {
                let choices = buffers.choices(|size| size.capacity == *capacity && size.len > index);
                (place(start).cast(), choices.into())
            })
            .collect();
        let at = buffers.starts.values().next_back().map(place).expect("there is an element, so there is a buffer");
        let mirror = Mirror { at: at.cast(), size: size_of::<T>(), requirement, copies };
        self.when(&buffers.choice, buffers.choices(|size| size.len > index), |plan| {
            plan.scope.mirrors.push(Rc::new(mirror));
            // SAFETY: the place is in the buffer, which nothing else describes.
            plan.field(index, |plan| unsafe { T::describe(at, plan) });
            plan.scope.mirrors.pop();
        });
    }
}

impl<T> Buffers<T> {
    /// The choices with such a size.
    fn choices(&self, wanted: impl Fn(&Size) -> bool) -> Vec<u32> {
        (0..).zip(&self.sizes).filter(|(_, size)| wanted(size)).map(|(choice, _)| choice).collect()
    }
}

/// Always the capacity of the bound.
fn roomy(max: u32) -> Vec<Size> {
    (0..=max).map(|len| Size { len, capacity: max }).collect()
}

/// No buffer, or the capacity of the bound.
fn none_or_roomy(max: u32) -> Vec<Size> {
    let none = (max > 0).then_some(Size { len: 0, capacity: 0 });
    none.into_iter().chain(roomy(max)).collect()
}

/// No buffer, exactly enough, or the capacity of the bound; shorter vectors first.
fn none_tight_or_roomy(max: u32) -> Vec<Size> {
    let both = |len| [Size { len, capacity: len }, Size { len, capacity: max }];
    let full = Size { len: max, capacity: max };
    (0..max).flat_map(both).chain([full]).collect()
}
