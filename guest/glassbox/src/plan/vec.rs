//! Vectors: length and capacity.
//!
//! A push into a full vector moves the elements, a push into a vector with room does not, and code may ask for the
//! capacity. So a state chooses length and capacity together. The capacities are those that vectors within the bound get:
//! none, exactly as much as there were elements at some time, what a full vector grows to, and those that the user adds. Each has a
//! buffer of its own; the elements' variables exist once and are written to the buffer that the state uses.

use std::alloc::Layout;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use glassbox_abi::skeleton::{CellKind, Role, Size};

use super::cells::Choice;
use super::description::Vector;
use super::domain::Domain;
use super::places::Mirror;
use super::{DEFAULT_BOUND, Plan};
use crate::invariant::Invariant;
use crate::structure::Structure;

/// A vector or boxed slice whose sizes are described, without its elements.
pub struct Buffers<T> {
    pub(super) choice: Choice,
    /// For each choice.
    pub(super) sizes: Vec<Size>,
    /// By capacity.
    pub(super) starts: BTreeMap<u32, *mut T>,
}

impl Plan {
    /// Whether vectors always have the capacity of the bound. The host asks for it with the bound `capacity = 1`.
    pub fn fixed_capacity(&mut self) -> bool {
        self.size_bound("capacity", 0) == 1
    }

    /// The bound `len` for collections that are listed as a whole: their values depend on it.
    pub(crate) fn longest(&mut self) -> u32 {
        self.bound("len", DEFAULT_BOUND)
    }

    /// The capacities that a vector of at most `most` elements gets.
    pub(crate) fn capacities<T>(&mut self, most: u32) -> Vec<usize> {
        let sizes = if size_of::<T>() == 0 || self.fixed_capacity() { roomy(most) } else { grown::<T>(most, &[]) };
        let capacities: BTreeSet<u32> = sizes.into_iter().map(|size| size.capacity).collect();
        capacities.into_iter().map(|capacity| capacity as usize).collect()
    }

    /// `#[glassbox(capacities = ..)]`: describes a field that is a vector, which can have these capacities as well.
    ///
    /// # Panics
    ///
    /// If `describe` describes no vector.
    pub fn with_capacities(&mut self, capacities: Vec<u32>, describe: impl FnOnce(&mut Self)) {
        self.capacities = Some(capacities);
        describe(self);
        let is_used = self.capacities.take().is_none();
        assert!(is_used, "`capacities` has no effect on `{}`: it is no `Vec`", self.path());
    }

    /// Describes a vector whose elements are not nodes.
    ///
    /// # Safety
    ///
    /// `at` is a place for a vector that nothing else describes.
    pub unsafe fn vec<T: Structure>(&mut self, at: *mut Vec<T>) {
        // Those of the elements are their own.
        let added = self.capacities.take().unwrap_or_default();
        let max = if T::possible(self) { self.size_bound("len", DEFAULT_BOUND) } else { 0 };
        // Without a size there is no buffer and no capacity.
        let sizes = if size_of::<T>() == 0 || self.fixed_capacity() { roomy(max) } else { grown::<T>(max, &added) };
        let buffers = self.buffers(at, sizes);
        for index in 0..max {
            self.element_of(&buffers, index);
        }
    }

    /// `#[glassbox(tree)]` on a vector: describes a vector whose elements are nodes. A position has one address, so
    /// there is only one buffer, with the capacity that an empty vector grows to until the bound fits, or none at all.
    ///
    /// # Safety
    ///
    /// As for [`vec`](Self::vec).
    pub unsafe fn tree_vec<T: Invariant>(&mut self, at: *mut Vec<T>) {
        self.node_type::<T>();
        let max = if self.can_enter::<T>() { self.size_bound("len", DEFAULT_BOUND) } else { 0 };
        let is_fixed = self.fixed_capacity() || size_of::<T>() == 0;
        let sizes = if is_fixed { roomy(max) } else { none_or_roomy::<T>(max) };
        let buffers = self.buffers(at, sizes);
        for index in 0..max {
            let start = buffers.starts.values().next_back().expect("there is an element, so there is a buffer");
            let place = start.wrapping_add(index as usize);
            let choices = buffers.choices(|size| size.len > index);
            // SAFETY: the place of an element in the buffer, which nothing else describes.
            self.when(&buffers.choice, choices, |plan| plan.element(index, |plan| unsafe { plan.child_at(place) }));
        }
    }

    /// Describes length and capacity, and the buffers.
    fn buffers<T>(&mut self, at: *mut Vec<T>, sizes: Vec<Size>) -> Buffers<T> {
        let starts = self.starts::<T>(&sizes);
        let vecs = sizes.iter().map(|Size { len, capacity }| {
            // SAFETY: the buffer was allocated for this capacity. That its elements are not there yet does not
            // matter, because the vector is only taken apart into bytes.
            unsafe { Vec::from_raw_parts(starts[capacity], *len as usize, *capacity as usize) }
        });
        let labels = sizes.iter().map(|size| format!("{} of {}", size.len, size.capacity).into()).collect();
        let domain = Domain::of(vecs).labels(labels).role(Role::Length).kind(CellKind::Vector);
        let choice = self.vary(at.cast(), domain);
        if !self.fixed_capacity() {
            self.vector_sizes(sizes.clone());
        }
        let buffers = Buffers { choice, sizes, starts };
        self.own_blocks(&buffers, |capacity| Layout::array::<T>(capacity as usize).expect("it was allocated above"));
        buffers
    }

    /// A block for each capacity.
    fn starts<T>(&mut self, sizes: &[Size]) -> BTreeMap<u32, *mut T> {
        let mut starts: BTreeMap<u32, *mut T> = BTreeMap::new();
        for Size { capacity, .. } in sizes {
            let layout = Layout::array::<T>(*capacity as usize).expect("a vector within the bounds fits into memory");
            starts.entry(*capacity).or_insert_with(|| self.memory.allocate(layout).cast());
        }
        starts
    }

    /// Blocks for sizes that a choice decides.
    pub(super) fn blocks_for<T>(&mut self, choice: Choice, sizes: Vec<Size>) -> Buffers<T> {
        let starts = self.starts::<T>(&sizes);
        Buffers { choice, sizes, starts }
    }

    /// Describes which blocks there are with which choices.
    pub(super) fn own_blocks<T>(&mut self, buffers: &Buffers<T>, layout: impl Fn(u32) -> Layout) {
        for (capacity, start) in &buffers.starts {
            let choices = buffers.choices(|size| size.capacity == *capacity);
            let layout = layout(*capacity);
            self.when(&buffers.choice, choices, |plan| plan.block(start.cast(), layout));
        }
    }

    /// Tells the host the sizes of the vector that is being described.
    pub(super) fn vector_sizes(&mut self, sizes: Vec<Size>) {
        let (node, place) = (self.scope.node, self.scope.place);
        self.vectors.push(Vector { node, place, sizes });
    }

    /// Describes an element once, for all buffers that it can lie in.
    fn element_of<T: Structure>(&mut self, buffers: &Buffers<T>, index: u32) {
        self.element_where(buffers, index, &|choice| buffers.sizes[choice].len > index);
    }

    /// Describes an element that exists with some of the choices.
    pub(super) fn element_where<T: Structure>(
        &mut self,
        buffers: &Buffers<T>,
        index: u32,
        exists: &dyn Fn(usize) -> bool,
    ) {
        let choices_with = |wanted: &dyn Fn(&Size) -> bool| -> Vec<u32> {
            let choices = (0..).zip(buffers.sizes.iter().enumerate());
            choices.filter(|(_, (choice, size))| exists(*choice) && wanted(size)).map(|(choice, _)| choice).collect()
        };
        let all = choices_with(&|size| size.capacity > index);
        if all.is_empty() {
            return;
        }
        let place = |start: &*mut T| start.wrapping_add(index as usize);
        let copies: Vec<(*mut u8, Vec<u32>)> = buffers
            .starts
            .iter()
            .filter(|(capacity, _)| **capacity > index)
            .map(|(capacity, start)| (place(start).cast(), choices_with(&|size| size.capacity == *capacity)))
            .filter(|(_, choices)| !choices.is_empty())
            .collect();
        let at = buffers.starts.values().next_back().map(place).expect("there is an element, so there is a buffer");
        // Also if all sizes have the element: the copies differ in this requirement.
        let outer = self.scope.condition;
        let requirement = buffers.choice.variable.map(|_| self.conditions.len(outer));
        let inside = match buffers.choice.variable {
            Some(variable) => self.conditions.require(outer, variable, &all),
            None => outer,
        };
        let mirror = Mirror { at: at.cast(), size: size_of::<T>(), requirement, copies, last: RefCell::default() };
        self.scope.condition = inside;
        self.scope.mirrors.push(Rc::new(mirror));
        // SAFETY: the place is in the buffer, which nothing else describes.
        self.element(index, |plan| unsafe { T::describe(at, plan) });
        self.scope.mirrors.pop();
        self.scope.condition = outer;
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

/// No buffer, or the capacity that an empty vector grows to until the bound fits.
fn none_or_roomy<T>(max: u32) -> Vec<Size> {
    let mut capacity = 0;
    while capacity < max {
        capacity = grow::<T>(capacity);
    }
    let none = (max > 0).then_some(Size { len: 0, capacity: 0 });
    none.into_iter().chain((0..=max).map(|len| Size { len, capacity })).collect()
}

/// All capacities that a vector gets that is never longer than the bound, and those that the user adds, with all lengths;
/// shorter vectors first, and those with less room.
fn grown<T>(max: u32, added: &[u32]) -> Vec<Size> {
    let tight = 0..=max;
    // An operation may push onto a full vector and pop again.
    let capacities = tight.clone().chain((0..=max).map(grow::<T>)).chain(added.iter().copied());
    let capacities: BTreeSet<u32> = capacities.collect();
    let sizes = tight.flat_map(|len| capacities.range(len..).map(move |&capacity| Size { len, capacity }));
    sizes.collect()
}

/// The capacity of a full vector after a push, as the standard library has it.
fn grow<T>(capacity: u32) -> u32 {
    let least = match size_of::<T>() {
        0..=1 => 8,
        2..=1024 => 4,
        _ => 1,
    };
    capacity.saturating_mul(2).max(capacity + 1).max(least)
}

#[cfg(test)]
mod tests {
    use std::mem::MaybeUninit;

    use crate::plan::Plan;

    /// A boxed slice of `bool`s that has one of these lengths, and the slots that are filled with each. Returns the number of
    /// combinations of choices with which each cell of an element exists.
    fn existing(lengths: &[usize], filled: &[&[bool]]) -> Vec<usize> {
        let mut plan = Plan::new(&[]);
        let at: *mut Box<[MaybeUninit<bool>]> = plan.scratch();
        let texts = [lengths.iter().map(ToString::to_string).collect()];
        let picks: Vec<Vec<usize>> = (0..lengths.len()).map(|pick| vec![pick]).collect();
        let joint = plan.joint("len", &texts, &picks);
        let n_before = plan.cells.len();
        // SAFETY: new memory for the box.
        let slots = unsafe { plan.boxed_slots::<bool>(&joint, at, lengths) };
        for (index, filled) in filled.iter().enumerate() {
            plan.boxed_slot::<bool>(&slots, index, filled);
        }
        let mut all = vec![Vec::new()];
        for variable in &plan.variables {
            let longer =
                |choices: &Vec<u32>| (0..variable.choices).map(|next| [&choices[..], &[next]].concat()).collect();
            all = all.iter().flat_map(|choices| -> Vec<Vec<u32>> { longer(choices) }).collect();
        }
        // The first cell is the box itself.
        let elements = plan.cells[n_before + 1..].iter();
        elements
            .map(|cell| all.iter().filter(|choices| plan.conditions.hold(cell.condition, choices)).count())
            .collect()
    }

    #[test]
    fn an_element_has_a_cell_in_each_buffer_that_it_can_lie_in() {
        // With the second length only: two values of each element, and so four combinations.
        assert_eq!(existing(&[1, 2], &[&[false, true], &[false, true]]), [4, 4]);
        // With both lengths: a cell in each of two buffers, each with one length and two values.
        assert_eq!(existing(&[1, 2], &[&[true, true]]), [2, 2]);
    }

    #[test]
    fn an_element_of_a_slice_with_one_length_has_a_cell() {
        assert_eq!(existing(&[1], &[&[true]]), [2]);
        assert_eq!(existing(&[2], &[&[true], &[true]]), [4, 4]);
    }
}
