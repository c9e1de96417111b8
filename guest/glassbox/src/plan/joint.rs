//! Fields that one variable decides together, and slots that are filled as these fields say.
//!
//! Conditions are conjunctions of 'this variable has one of these choices'. Whether a slot of a ring is filled depends on two
//! fields at once, and is no such conjunction. So these fields get one variable over all combinations of their values, and
//! whether a slot is filled is one requirement on it.

use std::alloc::Layout;
use std::mem::MaybeUninit;

use glassbox_abi::skeleton::{CellKind, Role, Size};

use super::cells::Choice;
use super::counts::Counter;
use super::description::Label;
use super::domain::Domain;
use super::vec::Buffers;
use super::{DEFAULT_BOUND, Plan};
use crate::label;
use crate::structure::Structure;

/// The most combinations of values of the fields that decide which slots are filled.
const MOST_COMBINATIONS: usize = 4096;

impl Plan {
    /// The values of a number that decides which of `n_slots` slots are filled: those that the user gives, or all up to the
    /// number of slots.
    pub fn numbers_up_to<T: Clone + Counter + 'static>(&self, n_slots: usize) -> Vec<T> {
        let all = || (0..=n_slots).filter_map(|number| T::from_count(u32::try_from(number).ok()?)).collect();
        self.env::<T>().unwrap_or_else(all)
    }

    /// The lengths of a boxed slice: up to the bound `len`. The values of the fields that decide which slots are filled depend on it.
    pub fn lengths_of_box(&mut self) -> Vec<usize> {
        (0..=self.bound("len", DEFAULT_BOUND) as usize).collect()
    }

    /// All ways to take one value of each field, given the number of values of each.
    pub fn combinations(&self, sizes: &[usize]) -> Vec<Vec<usize>> {
        let total = sizes.iter().try_fold(1_usize, |total, size| total.checked_mul(*size));
        if total.is_none_or(|total| total > MOST_COMBINATIONS) {
            self.refuse(&format!(
                "the fields that decide which slots are filled have more than {MOST_COMBINATIONS} combinations of values: list \
                 fewer, or lower the bound `len`"
            ));
        }
        let mut all = vec![Vec::new()];
        for &size in sizes {
            let longer = |one: &Vec<usize>| (0..size).map(|next| one.iter().copied().chain([next]).collect()).collect();
            all = all.iter().flat_map(|one| -> Vec<Vec<usize>> { longer(one) }).collect();
        }
        all
    }

    /// Texts of the values of a field.
    pub fn texts<T>(values: &[T]) -> Vec<String> {
        values.iter().map(label::primitive).collect()
    }

    /// Adds a variable for several fields, with their names. `texts` has the texts of each field's values, `picks` the numbers
    /// of the values that each choice takes.
    pub fn joint(&mut self, names: &str, texts: &[Vec<String>], picks: &[Vec<usize>]) -> Choice {
        let text = |pick: &Vec<usize>| {
            let parts: Vec<&str> = pick.iter().zip(texts).map(|(value, texts)| texts[*value].as_str()).collect();
            parts.join(", ")
        };
        let labels = picks.iter().map(|pick| text(pick).into()).collect();
        let domain = Domain::of(picks.iter().map(|_| ())).labels(labels).role(Role::Length).kind(CellKind::Length);
        self.field(names, |plan| plan.vary(std::ptr::null_mut(), domain))
    }

    /// Describes a field that the choice decides, with its value for each.
    pub fn member<T>(&mut self, choice: &Choice, at: *mut T, values: Vec<T>) {
        let labels = Label::of_all(&values);
        let domain = Domain::of(values).labels(labels).role(Role::Length).kind(CellKind::Length);
        self.cell_of(choice, at.cast(), domain);
    }

    /// Describes a boxed slice whose length the choice decides, without its elements.
    ///
    /// # Safety
    ///
    /// `at` is a place for a box that nothing else describes.
    pub unsafe fn boxed_slots<T>(
        &mut self,
        choice: &Choice,
        at: *mut Box<[MaybeUninit<T>]>,
        lengths: &[usize],
    ) -> Buffers<T> {
        let number = |length: &usize| u32::try_from(*length).expect("fewer than 2^32 slots");
        let sizes = lengths.iter().map(number).map(|len| Size { len, capacity: len }).collect();
        self.boxes(choice.clone(), at.cast(), sizes)
    }

    /// Describes slot `index` of a boxed slice, which is filled with the choices that `filled` has.
    pub fn boxed_slot<T: Structure>(&mut self, slots: &Buffers<T>, index: usize, filled: &[bool]) {
        let index = u32::try_from(index).expect("fewer than 2^32 slots");
        self.element_where(slots, index, &|choice| filled.get(choice).copied().unwrap_or(false));
    }

    /// Describes a boxed slice.
    ///
    /// # Safety
    ///
    /// As for [`boxed_slots`](Self::boxed_slots).
    pub(crate) unsafe fn boxed<T: Structure>(&mut self, at: *mut Box<[T]>) {
        let max = if T::possible(self) { self.size_bound("len", DEFAULT_BOUND) } else { 0 };
        let sizes: Vec<Size> = (0..=max).map(|len| Size { len, capacity: len }).collect();
        let domain = Domain::of(sizes.iter().map(|_| ())).role(Role::Length);
        let labels = sizes.iter().map(|size| size.len.to_string().into()).collect();
        let choice = self.vary(std::ptr::null_mut(), domain.labels(labels));
        let buffers = self.boxes::<T>(choice, at.cast(), sizes);
        for index in 0..max {
            self.element_where(&buffers, index, &|choice| choice > index as usize);
        }
    }

    /// Describes a boxed slice that has one of these lengths with each choice, and its blocks.
    fn boxes<T>(&mut self, choice: Choice, at: *mut u8, sizes: Vec<Size>) -> Buffers<T> {
        let buffers = self.blocks_for::<T>(choice, sizes);
        // A box is the address and the length of its slice, which the language promises.
        let boxes = buffers.sizes.iter().map(|size| {
            let start = buffers.starts[&size.capacity];
            std::ptr::slice_from_raw_parts_mut(start, size.len as usize)
        });
        let domain = Domain::of(boxes).role(Role::Length).kind(CellKind::Vector);
        self.cell_of(&buffers.choice, at, domain);
        self.vector_sizes(buffers.sizes.clone());
        self.own_blocks(&buffers, |capacity| {
            Layout::array::<T>(capacity as usize).expect("a slice within the bounds fits into memory")
        });
        buffers
    }
}
