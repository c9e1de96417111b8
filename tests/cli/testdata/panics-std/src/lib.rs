//! Collections of std, whose callbacks panic. `std::collections` is full of `unsafe` code that is right.
#![cfg(glassbox)]

/// A closure's answer, after it may have panicked.
fn answer() -> bool {
    glassbox::panic_point();
    glassbox::choose(2) == 1
}

#[glassbox::explore(operations = 3, elements = 3)]
mod vec {
    use glassbox::Val;

    use super::answer;

    pub fn new(#[glassbox(values = 0..3)] n: usize, value: Val) -> Vec<Val> {
        vec![value; n]
    }

    pub fn push(items: &mut Vec<Val>, value: Val) {
        items.push(value);
    }

    pub fn insert(items: &mut Vec<Val>, #[glassbox(values = 0..=items.len())] at: usize, value: Val) {
        items.insert(at, value);
    }

    pub fn truncate(items: &mut Vec<Val>, #[glassbox(values = 0..=items.len())] len: usize) {
        items.truncate(len);
    }

    pub fn clear(items: &mut Vec<Val>) {
        items.clear();
    }

    pub fn retain(items: &mut Vec<Val>) {
        items.retain(|_| answer());
    }

    pub fn retain_mut(items: &mut Vec<Val>) {
        items.retain_mut(|_| answer());
    }

    pub fn dedup(items: &mut Vec<Val>) {
        items.dedup();
    }

    pub fn dedup_by(items: &mut Vec<Val>) {
        items.dedup_by(|_, _| answer());
    }

    pub fn dedup_by_key(items: &mut Vec<Val>) {
        items.dedup_by_key(|_| answer());
    }

    pub fn drain(
        items: &mut Vec<Val>,
        #[glassbox(values = 0..=items.len())] from: usize,
        #[glassbox(values = 0..3)] n: usize,
    ) {
        items.drain(from..).take(n).for_each(drop);
    }

    pub fn extract_if(items: &mut Vec<Val>, #[glassbox(values = 0..3)] n: usize) {
        items.extract_if(.., |_| answer()).take(n).for_each(drop);
    }

    pub fn splice(items: &mut Vec<Val>, #[glassbox(values = 0..=items.len())] from: usize, a: Val, b: Val) {
        let new = [a, b].into_iter().inspect(|_| glassbox::panic_point());
        items.splice(from.., new).for_each(drop);
    }

    pub fn extend(items: &mut Vec<Val>, a: Val, b: Val) {
        items.extend([a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn extend_from_within(items: &mut Vec<Val>) {
        items.extend_from_within(..);
    }

    pub fn extend_from_slice(items: &mut Vec<Val>, value: Val) {
        items.extend_from_slice(&[value]);
    }

    pub fn resize(items: &mut Vec<Val>, #[glassbox(values = 0..4)] len: usize, value: Val) {
        items.resize(len, value);
    }

    pub fn resize_with(items: &mut Vec<Val>, #[glassbox(values = 0..4)] len: usize, a: Val, b: Val) {
        let mut new = vec![a, b, items.first().cloned().unwrap_or_else(|| panic_with(0))].into_iter();
        items.resize_with(len, || {
            glassbox::panic_point();
            new.next().unwrap_or_else(|| panic_with(1))
        });
    }

    /// Gives up: there is no value.
    fn panic_with(_: u32) -> Val {
        glassbox::assume(false);
        unreachable!("the operation is given up")
    }

    pub fn clone_from(items: &mut Vec<Val>, a: Val, b: Val) {
        items.clone_from(&vec![a, b]);
    }

    pub fn clone_and_swap(items: &mut Vec<Val>) {
        let copy = items.clone();
        *items = copy;
    }

    pub fn sort_by(items: &mut Vec<Val>) {
        items.sort_by(|_, _| if answer() { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater });
    }

    pub fn sort_unstable_by(items: &mut Vec<Val>) {
        items.sort_unstable_by(|_, _| if answer() { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater });
    }

    pub fn into_iter(items: Vec<Val>, #[glassbox(values = 0..3)] n: usize) {
        items.into_iter().take(n).for_each(drop);
    }

    pub fn map_in_place(items: Vec<Val>) -> Vec<Val> {
        items.into_iter().inspect(|_| glassbox::panic_point()).filter(|_| answer()).collect()
    }

    pub fn into_slice(items: Vec<Val>) {
        drop(items.into_boxed_slice());
    }

    pub fn into_rc(items: Vec<Val>) {
        drop(std::rc::Rc::<[Val]>::from(items));
    }
}

/// Operations that move items, or the buffer, as a whole.
#[glassbox::explore(operations = 3, elements = 3)]
mod vec_moves {
    use std::mem::ManuallyDrop;
    use std::ops::{Deref, DerefMut};

    use glassbox::Val;

    use super::answer;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    /// From arrays, without a copy.
    pub fn into_flattened(a: Val, b: Val) -> Vec<Val> {
        vec![[a, b]].into_flattened()
    }

    pub fn push_mut(items: &mut Vec<Val>, value: Val) -> &mut Val {
        items.push_mut(value)
    }

    pub fn insert_mut(items: &mut Vec<Val>, #[glassbox(values = 0..=items.len())] at: usize, value: Val) -> &mut Val {
        items.insert_mut(at, value)
    }

    pub fn pop(items: &mut Vec<Val>) -> Option<Val> {
        items.pop()
    }

    pub fn pop_if(items: &mut Vec<Val>) {
        items.pop_if(|_| answer());
    }

    pub fn remove(items: &mut Vec<Val>, #[glassbox(values = 0..items.len())] at: usize) {
        items.remove(at);
    }

    pub fn swap_remove(items: &mut Vec<Val>, #[glassbox(values = 0..items.len())] at: usize) {
        items.swap_remove(at);
    }

    pub fn append(items: &mut Vec<Val>, a: Val, b: Val) {
        items.append(&mut vec![a, b]);
    }

    /// One part is dropped.
    pub fn split_off(items: &mut Vec<Val>, #[glassbox(values = 0..=items.len())] at: usize, swapped: bool) {
        let mut end = items.split_off(at);
        if swapped {
            std::mem::swap(items, &mut end);
        }
    }

    pub fn spare_capacity_and_set_len(items: &mut Vec<Val>, value: Val) {
        items.reserve(1);
        items.spare_capacity_mut()[0].write(value);
        // SAFETY: the item behind the last one was just written, and there is room for it.
        unsafe { items.set_len(items.len() + 1) };
    }

    pub fn set_len_to_less(items: &mut Vec<Val>) {
        glassbox::assume(!items.is_empty());
        let last = items.len() - 1;
        // SAFETY: the items before the last one are there.
        unsafe { items.set_len(last) };
        // SAFETY: the last item is there, and does not belong to the vector any more.
        drop(unsafe { items.as_ptr().add(last).read() });
    }

    pub fn deref(items: &mut Vec<Val>) {
        let [first, .., last] = Vec::deref(items) else { return };
        let _ = first == last;
    }

    pub fn deref_mut(items: &mut Vec<Val>) {
        Vec::deref_mut(items).reverse();
    }

    pub fn extend_trusted(items: &mut Vec<Val>, a: Val, b: Val) {
        items.extend([a, b].into_iter().map(|value| {
            glassbox::panic_point();
            value
        }));
    }

    /// The iterator does not say how many items it has.
    pub fn extend_desugared(items: &mut Vec<Val>, a: Val, b: Val) {
        items.extend([a, b].into_iter().filter(|_| answer()));
    }

    pub fn extend_with_into_iter(items: &mut Vec<Val>, a: Val, b: Val, #[glassbox(values = 0..2)] n: usize) {
        let mut new = vec![a, b].into_iter();
        new.by_ref().take(n).for_each(drop);
        items.extend(new);
    }

    pub fn extend_with_references(items: &mut Vec<Val>, a: Val, b: Val) {
        let copies = [a, b];
        items.extend(copies.iter().cloned());
    }

    pub fn into_raw_parts(items: Vec<Val>) -> Vec<Val> {
        let (first, len, capacity) = items.into_raw_parts();
        // SAFETY: these are the parts of a vector that was given up.
        unsafe { Vec::from_raw_parts(first, len, capacity) }
    }

    /// Only a part of the items, and the others are dropped by hand.
    pub fn from_raw_parts(items: Vec<Val>, #[glassbox(values = 0..=items.len())] len: usize) -> Vec<Val> {
        let mut items = ManuallyDrop::new(items);
        let (first, all, capacity) = (items.as_mut_ptr(), items.len(), items.capacity());
        // SAFETY: the parts are those of a vector that is never dropped, and the first `len` items are there.
        let part = unsafe { Vec::from_raw_parts(first, len, capacity) };
        for index in len..all {
            // SAFETY: the item is there, and `part` does not have it.
            drop(unsafe { first.add(index).read() });
        }
        part
    }

    pub fn leak(items: Vec<Val>) -> Vec<Val> {
        let capacity = items.capacity();
        let leaked = items.leak();
        let (first, len) = (leaked.as_mut_ptr(), leaked.len());
        // SAFETY: the vector was leaked, and these are its parts.
        unsafe { Vec::from_raw_parts(first, len, capacity) }
    }

    pub fn into_boxed_slice(items: Vec<Val>) -> Vec<Val> {
        items.into_boxed_slice().into_vec()
    }

    pub fn try_from(items: Vec<Val>) -> Vec<Val> {
        match <[Val; 2]>::try_from(items) {
            Ok([a, b]) => vec![b, a],
            Err(items) => items,
        }
    }

    pub fn into_vec_deque(items: Vec<Val>) {
        drop(std::collections::VecDeque::from(items));
    }
}

/// The buffer of vectors and deques, `RawVec`: as large as asked for, larger, smaller, or too large.
#[glassbox::explore(operations = 3, elements = 3)]
mod vec_capacity {
    use glassbox::Val;

    pub fn with_capacity(#[glassbox(values = 0..3)] n: usize) -> Vec<Val> {
        Vec::with_capacity(n)
    }

    pub fn push(items: &mut Vec<Val>, value: Val) {
        items.push(value);
    }

    pub fn pop(items: &mut Vec<Val>) {
        items.pop();
    }

    pub fn reserve(items: &mut Vec<Val>, #[glassbox(values = [1, 5])] n: usize) {
        items.reserve(n);
    }

    pub fn reserve_exact(items: &mut Vec<Val>, #[glassbox(values = [1, 5])] n: usize) {
        items.reserve_exact(n);
    }

    pub fn try_reserve(items: &mut Vec<Val>, #[glassbox(values = [1, 5, usize::MAX])] n: usize) {
        let _ = items.try_reserve(n);
    }

    pub fn try_reserve_exact(items: &mut Vec<Val>, #[glassbox(values = [1, 5, usize::MAX])] n: usize) {
        let _ = items.try_reserve_exact(n);
    }

    pub fn shrink_to(items: &mut Vec<Val>, #[glassbox(values = 0..4)] n: usize) {
        items.shrink_to(n);
    }

    pub fn shrink_to_fit(items: &mut Vec<Val>) {
        items.shrink_to_fit();
    }

    /// The second vector gets the items, in a buffer with room for one more.
    pub fn split_off(items: &mut Vec<Val>, #[glassbox(values = 0..=items.len())] at: usize) {
        let mut end = items.split_off(at);
        end.reserve_exact(1);
    }

    pub fn into_boxed_slice(items: Vec<Val>) -> Vec<Val> {
        items.into_boxed_slice().into_vec()
    }

    pub fn capacity_is_enough(items: &Vec<Val>) -> bool {
        items.len() <= items.capacity()
    }
}

/// `IntoIter` of a vector. It may be half read when it is dropped, cloned or turned into something else.
#[glassbox::explore(operations = 3, elements = 3)]
mod vec_into_iter {
    use std::collections::VecDeque;
    use std::vec::IntoIter;

    use glassbox::Val;

    use super::answer;

    pub fn new(#[glassbox(values = 0..4)] n: usize, a: Val, b: Val, c: Val) -> IntoIter<Val> {
        let mut items = vec![a, b, c];
        items.truncate(n);
        items.into_iter()
    }

    pub fn next(items: &mut IntoIter<Val>) -> Option<Val> {
        items.next()
    }

    pub fn next_back(items: &mut IntoIter<Val>) -> Option<Val> {
        items.next_back()
    }

    /// Calls `advance_by`.
    pub fn nth(items: &mut IntoIter<Val>, #[glassbox(values = 0..3)] n: usize) {
        items.nth(n);
    }

    /// Calls `advance_back_by`.
    pub fn nth_back(items: &mut IntoIter<Val>, #[glassbox(values = 0..3)] n: usize) {
        items.nth_back(n);
    }

    pub fn try_fold(items: &mut IntoIter<Val>) {
        let _ = items.try_fold(0, |n, _| answer().then_some(n + 1));
    }

    pub fn as_slice(items: &mut IntoIter<Val>) -> &[Val] {
        items.as_slice()
    }

    pub fn as_mut_slice(items: &mut IntoIter<Val>) {
        items.as_mut_slice().reverse();
    }

    pub fn clone_and_swap(items: &mut IntoIter<Val>) {
        let copy = items.clone();
        *items = copy;
    }

    pub fn fold(items: IntoIter<Val>) {
        items.fold(0, |n, _| {
            glassbox::panic_point();
            n + 1
        });
    }

    pub fn count(items: IntoIter<Val>) {
        items.count();
    }

    pub fn last(items: IntoIter<Val>) {
        items.last();
    }

    /// Takes the buffer back, if enough of it is used.
    pub fn collect(items: IntoIter<Val>) -> IntoIter<Val> {
        items.collect::<Vec<_>>().into_iter()
    }

    /// Writes into the same buffer, and gives up the iterator's: `forget_allocation_drop_remaining`.
    pub fn collect_in_place(items: IntoIter<Val>) -> IntoIter<Val> {
        let mapped = items.map_while(|value| answer().then_some(value));
        mapped.collect::<Vec<_>>().into_iter()
    }

    /// Not in place: nothing is known about the number of items.
    pub fn collect_by_default(items: IntoIter<Val>) -> IntoIter<Val> {
        let mut items = items;
        let new = std::iter::from_fn(|| {
            glassbox::panic_point();
            items.next()
        });
        new.collect::<Vec<_>>().into_iter()
    }

    pub fn extend(items: IntoIter<Val>, value: Val) -> IntoIter<Val> {
        let mut all = vec![value];
        all.extend(items);
        all.into_iter()
    }

    /// `into_vecdeque`
    pub fn into_vec_deque(items: IntoIter<Val>) {
        let mut deque: VecDeque<Val> = items.collect();
        deque.rotate_left(deque.len() / 2);
    }

    pub fn size_hint_is_right(items: &IntoIter<Val>) -> bool {
        items.size_hint() == (items.as_slice().len(), Some(items.len()))
    }
}

/// Vectors of bytes and of other types that are copied, for which std has other code.
#[glassbox::explore(operations = 2)]
mod vec_of_bytes {
    pub fn from_elem(#[glassbox(values = 0..4)] n: usize, #[glassbox(values = [0, 7])] byte: u8) -> Vec<u8> {
        vec![byte; n]
    }

    pub fn from_elem_of_i8(items: &mut Vec<u8>, #[glassbox(values = [0, -1])] byte: i8) {
        let bytes = vec![byte; items.len()];
        items.extend(bytes.iter().map(|byte| {
            glassbox::panic_point();
            byte.cast_unsigned()
        }));
    }

    pub fn from_elem_of_nothing(items: &mut Vec<u8>, #[glassbox(values = [0, 2])] n: usize) {
        let nothing = vec![(); n];
        items.extend(nothing.into_iter().map(|()| {
            glassbox::panic_point();
            1
        }));
    }

    /// All at once, without an iterator.
    pub fn extend_with_references(items: &mut Vec<u8>) {
        items.extend(&[1, 2, 3]);
    }

    pub fn extend_from_slice(items: &mut Vec<u8>) {
        items.extend_from_slice(&[4]);
    }

    /// Also calls `split_at_spare_mut`.
    pub fn extend_from_within(items: &mut Vec<u8>, #[glassbox(values = 0..=items.len())] from: usize) {
        items.extend_from_within(from..);
    }

    /// `__iterator_get_unchecked`, for the shorter of both.
    pub fn zip(items: Vec<u8>, #[glassbox(values = 0..4)] n: usize) -> Vec<u8> {
        let pairs = items.into_iter().zip(vec![9; n].into_iter());
        pairs.inspect(|_| glassbox::panic_point()).map(|(a, b)| a ^ b).collect()
    }

    pub fn zip_in_place(items: Vec<u8>, #[glassbox(values = 0..4)] n: usize) -> Vec<u8> {
        let pairs = items.into_iter().zip(vec![3; n]);
        pairs
            .map(|(a, b)| {
                glassbox::panic_point();
                a ^ b
            })
            .collect()
    }

    /// All bytes are written.
    pub fn is_equal_to_its_clone(items: &Vec<u8>) -> bool {
        *items == items.clone()
    }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod vec_deque {
    use std::collections::VecDeque;

    use glassbox::Val;

    use super::answer;

    pub fn new() -> VecDeque<Val> {
        VecDeque::new()
    }

    pub fn push_back(items: &mut VecDeque<Val>, value: Val) {
        items.push_back(value);
    }

    pub fn push_front(items: &mut VecDeque<Val>, value: Val) {
        items.push_front(value);
    }

    pub fn insert(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] at: usize, value: Val) {
        items.insert(at, value);
    }

    pub fn truncate(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] len: usize) {
        items.truncate(len);
    }

    pub fn clear(items: &mut VecDeque<Val>) {
        items.clear();
    }

    pub fn retain(items: &mut VecDeque<Val>) {
        items.retain(|_| answer());
    }

    pub fn drain(
        items: &mut VecDeque<Val>,
        #[glassbox(values = 0..=items.len())] from: usize,
        #[glassbox(values = 0..3)] n: usize,
    ) {
        items.drain(from..).take(n).for_each(drop);
    }

    pub fn extend(items: &mut VecDeque<Val>, a: Val, b: Val) {
        items.extend([a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn resize(items: &mut VecDeque<Val>, #[glassbox(values = 0..4)] len: usize, value: Val) {
        items.resize(len, value);
    }

    pub fn clone_from(items: &mut VecDeque<Val>, a: Val, b: Val) {
        items.clone_from(&VecDeque::from([a, b]));
    }

    pub fn clone_and_swap(items: &mut VecDeque<Val>) {
        let copy = items.clone();
        *items = copy;
    }

    pub fn into_iter(items: VecDeque<Val>, #[glassbox(values = 0..3)] n: usize) {
        items.into_iter().take(n).for_each(drop);
    }
}

/// The items of a deque may begin anywhere in the buffer, and go on at its start.
#[glassbox::explore(operations = 2, elements = 4)]
mod vec_deque_ring {
    use std::collections::VecDeque;

    use glassbox::Val;

    use super::answer;

    /// With room for four. The first item is the first in the buffer, or the last.
    pub fn new(
        #[glassbox(values = [0, 3])] head: usize,
        #[glassbox(values = [2, 4])] len: usize,
        a: Val,
        b: Val,
        c: Val,
        d: Val,
    ) -> VecDeque<Val> {
        let mut items = VecDeque::with_capacity(4);
        items.push_back(a);
        for _ in 0..head {
            let Some(item) = items.pop_front() else { break };
            items.push_back(item);
        }
        items.push_back(b);
        items.extend([c, d].into_iter().take(len - 2));
        items
    }

    /// Calls `grow` if it is full.
    pub fn push_back(items: &mut VecDeque<Val>, value: Val) -> &mut Val {
        items.push_back_mut(value)
    }

    pub fn push_front(items: &mut VecDeque<Val>, value: Val) -> &mut Val {
        items.push_front_mut(value)
    }

    pub fn pop_back(items: &mut VecDeque<Val>) -> Option<Val> {
        items.pop_back()
    }

    pub fn pop_front(items: &mut VecDeque<Val>) -> Option<Val> {
        items.pop_front()
    }

    pub fn pop_back_if(items: &mut VecDeque<Val>) {
        items.pop_back_if(|_| answer());
    }

    pub fn pop_front_if(items: &mut VecDeque<Val>) {
        items.pop_front_if(|_| answer());
    }

    pub fn get(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] at: usize) -> Option<&Val> {
        items.get(at)
    }

    pub fn get_mut(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] at: usize, value: Val) {
        if let Some(item) = items.get_mut(at) {
            *item = value;
        }
    }

    pub fn swap(
        items: &mut VecDeque<Val>,
        #[glassbox(values = 0..items.len())] a: usize,
        #[glassbox(values = 0..items.len())] b: usize,
    ) {
        items.swap(a, b);
    }

    /// Calls `wrap_copy`.
    pub fn insert(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] at: usize, value: Val) {
        items.insert(at, value);
    }

    pub fn remove(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] at: usize) {
        items.remove(at);
    }

    pub fn swap_remove(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] at: usize, front: bool) {
        if front {
            items.swap_remove_front(at)
        } else {
            items.swap_remove_back(at)
        };
    }

    /// One part is dropped.
    pub fn split_off(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] at: usize, swapped: bool) {
        let mut end = items.split_off(at);
        if swapped {
            std::mem::swap(items, &mut end);
        }
    }

    /// Calls `copy_slice`, once for each half of the other one.
    pub fn append(items: &mut VecDeque<Val>, a: Val, b: Val) {
        let mut other = VecDeque::with_capacity(2);
        other.push_back(b);
        other.push_front(a);
        items.append(&mut other);
    }

    pub fn truncate(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] len: usize) {
        items.truncate(len);
    }

    pub fn drain(
        items: &mut VecDeque<Val>,
        #[glassbox(values = 0..=items.len())] from: usize,
        #[glassbox(values = 0..=items.len())] to: usize,
        #[glassbox(values = 0..2)] n: usize,
    ) {
        glassbox::assume(from <= to);
        items.drain(from..to).take(n).for_each(drop);
    }

    pub fn as_slices(items: &mut VecDeque<Val>) -> (&[Val], &[Val]) {
        items.as_slices()
    }

    pub fn as_mut_slices(items: &mut VecDeque<Val>) {
        let (front, back) = items.as_mut_slices();
        front.reverse();
        back.reverse();
    }

    pub fn range(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] from: usize) {
        items.range(from..).for_each(|item| {
            let _ = item == item;
        });
    }

    pub fn range_mut(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] to: usize) {
        items.range_mut(..to).rev().for_each(|item| *item = item.clone());
    }
}

/// Operations that change where the items of a deque lie.
#[glassbox::explore(operations = 2, elements = 4)]
mod vec_deque_layout {
    use std::collections::VecDeque;

    use glassbox::Val;

    use super::answer;

    pub fn new(
        #[glassbox(values = [0, 3])] head: usize,
        #[glassbox(values = [2, 4])] len: usize,
        a: Val,
        b: Val,
        c: Val,
        d: Val,
    ) -> VecDeque<Val> {
        super::vec_deque_ring::new(head, len, a, b, c, d)
    }

    /// Takes the buffer of the vector, of which the first item is gone: `from_contiguous_raw_parts_in`.
    pub fn from_into_iter(a: Val, b: Val) -> VecDeque<Val> {
        let mut items = vec![a, b].into_iter();
        items.next();
        items.collect()
    }

    /// Larger by so much that `handle_capacity_increase` moves the end, or the front.
    pub fn reserve(items: &mut VecDeque<Val>, #[glassbox(values = [1, 3, 8])] n: usize) {
        items.reserve(n);
    }

    pub fn reserve_exact(items: &mut VecDeque<Val>, #[glassbox(values = [1, 3, 8])] n: usize) {
        items.reserve_exact(n);
    }

    pub fn try_reserve(items: &mut VecDeque<Val>, #[glassbox(values = [1, 3, usize::MAX])] n: usize) {
        let _ = items.try_reserve(n);
    }

    pub fn try_reserve_exact(items: &mut VecDeque<Val>, #[glassbox(values = [1, 3, usize::MAX])] n: usize) {
        let _ = items.try_reserve_exact(n);
    }

    pub fn shrink_to(items: &mut VecDeque<Val>, #[glassbox(values = 0..4)] n: usize) {
        items.shrink_to(n);
    }

    pub fn rotate_left(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] n: usize) {
        items.rotate_left(n);
    }

    pub fn rotate_right(items: &mut VecDeque<Val>, #[glassbox(values = 0..=items.len())] n: usize) {
        items.rotate_right(n);
    }

    pub fn make_contiguous(items: &mut VecDeque<Val>) -> &mut [Val] {
        items.make_contiguous()
    }

    pub fn retain_mut(items: &mut VecDeque<Val>) {
        items.retain_mut(|_| answer());
    }

    pub fn resize_with(items: &mut VecDeque<Val>, #[glassbox(values = 0..6)] len: usize, value: Val) {
        items.resize_with(len, || value.clone());
    }

    /// `write_iter_wrapping`: the number of items is known.
    pub fn extend_trusted(items: &mut VecDeque<Val>, a: Val, b: Val) {
        items.extend([a, b].into_iter().map(|value| {
            glassbox::panic_point();
            value
        }));
    }

    /// `push_unchecked`: the number of items is not known.
    pub fn extend_desugared(items: &mut VecDeque<Val>, a: Val, b: Val) {
        items.extend([a, b].into_iter().filter(|_| answer()));
    }

    /// `copy_slice`
    pub fn extend_with_into_iter(items: &mut VecDeque<Val>, a: Val, b: Val) {
        items.extend(vec![a, b]);
    }

    pub fn into_vec(items: VecDeque<Val>) {
        drop(Vec::from(items));
    }

    pub fn into_iter_and_back(items: VecDeque<Val>, #[glassbox(values = 0..3)] n: usize) -> VecDeque<Val> {
        let mut items = items.into_iter();
        items.by_ref().take(n).for_each(drop);
        items.collect()
    }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod linked_list {
    use std::collections::LinkedList;

    use glassbox::Val;

    use super::answer;

    pub fn new() -> LinkedList<Val> {
        LinkedList::new()
    }

    pub fn push_back(items: &mut LinkedList<Val>, value: Val) {
        items.push_back(value);
    }

    pub fn push_front(items: &mut LinkedList<Val>, value: Val) {
        items.push_front(value);
    }

    pub fn pop_front(items: &mut LinkedList<Val>) {
        items.pop_front();
    }

    pub fn pop_back(items: &mut LinkedList<Val>) {
        items.pop_back();
    }

    pub fn front_mut(items: &mut LinkedList<Val>, value: Val) {
        if let Some(item) = items.front_mut() {
            *item = value;
        }
    }

    pub fn iter_mut(items: &mut LinkedList<Val>) {
        items.iter_mut().rev().for_each(|item| *item = item.clone());
    }

    /// One part is dropped.
    pub fn split_off(items: &mut LinkedList<Val>, #[glassbox(values = 0..=items.len())] at: usize, swapped: bool) {
        let mut end = items.split_off(at);
        if swapped {
            std::mem::swap(items, &mut end);
        }
    }

    pub fn append(items: &mut LinkedList<Val>, a: Val, b: Val) {
        items.append(&mut LinkedList::from([a, b]));
    }

    /// Takes nodes out where they are, as `remove`, `retain` and `retain_mut` do, which are not stable.
    pub fn extract_if(items: &mut LinkedList<Val>, #[glassbox(values = 0..3)] n: usize) {
        items.extract_if(|_| answer()).take(n).for_each(drop);
    }

    pub fn clear(items: &mut LinkedList<Val>) {
        items.clear();
    }

    pub fn contains(items: &mut LinkedList<Val>, value: Val) {
        items.contains(&value);
    }

    pub fn extend(items: &mut LinkedList<Val>, a: Val, b: Val) {
        items.extend([a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn clone_from(items: &mut LinkedList<Val>, a: Val, b: Val) {
        items.clone_from(&LinkedList::from([a, b]));
    }

    pub fn into_iter(items: LinkedList<Val>, #[glassbox(values = 0..3)] n: usize) {
        items.into_iter().take(n).for_each(drop);
    }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod btree_map {
    use std::collections::BTreeMap;

    use glassbox::{Key, Val};

    use super::answer;

    pub fn new() -> BTreeMap<Key, Val> {
        BTreeMap::new()
    }

    pub fn insert(map: &mut BTreeMap<Key, Val>, key: Key, value: Val) {
        map.insert(key, value);
    }

    pub fn remove(map: &mut BTreeMap<Key, Val>, key: Key) {
        map.remove(&key);
    }

    pub fn entry(map: &mut BTreeMap<Key, Val>, key: Key, value: Val) {
        map.entry(key).and_modify(|_| glassbox::panic_point()).or_insert_with(|| {
            glassbox::panic_point();
            value
        });
    }

    pub fn retain(map: &mut BTreeMap<Key, Val>) {
        map.retain(|_, _| answer());
    }

    pub fn extract_if(map: &mut BTreeMap<Key, Val>, #[glassbox(values = 0..3)] n: usize) {
        map.extract_if(.., |_, _| answer()).take(n).for_each(drop);
    }

    pub fn split_off(map: &mut BTreeMap<Key, Val>, key: Key) {
        drop(map.split_off(&key));
    }

    pub fn append(map: &mut BTreeMap<Key, Val>, key: Key, value: Val) {
        map.append(&mut BTreeMap::from([(key, value)]));
    }

    pub fn extend(map: &mut BTreeMap<Key, Val>, key: Key, value: Val) {
        map.extend([(key, value)].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn clear(map: &mut BTreeMap<Key, Val>) {
        map.clear();
    }

    pub fn clone_from(map: &mut BTreeMap<Key, Val>, key: Key, value: Val) {
        map.clone_from(&BTreeMap::from([(key, value)]));
    }

    pub fn clone_and_swap(map: &mut BTreeMap<Key, Val>) {
        let copy = map.clone();
        *map = copy;
    }

    pub fn into_iter(map: BTreeMap<Key, Val>, #[glassbox(values = 0..3)] n: usize) {
        map.into_iter().take(n).for_each(drop);
    }

    pub fn pop_first(map: &mut BTreeMap<Key, Val>) {
        map.pop_first();
    }

    pub fn pop_last(map: &mut BTreeMap<Key, Val>) {
        map.pop_last();
    }

    pub fn first_entry(map: &mut BTreeMap<Key, Val>, value: Val) {
        if let Some(mut entry) = map.first_entry() {
            entry.insert(value);
        }
    }

    pub fn last_entry(map: &mut BTreeMap<Key, Val>) {
        map.last_entry().map(|entry| entry.remove());
    }

    pub fn get_mut(map: &mut BTreeMap<Key, Val>, key: Key, value: Val) {
        if let Some(old) = map.get_mut(&key) {
            *old = value;
        }
    }

    pub fn range(map: &mut BTreeMap<Key, Val>, key: Key) {
        map.range(&key..).for_each(|(_, value)| {
            let _ = value == value;
        });
    }

    pub fn range_mut(map: &mut BTreeMap<Key, Val>, key: Key) {
        map.range_mut(..=key).rev().for_each(|(_, value)| *value = value.clone());
    }

    pub fn into_values(map: BTreeMap<Key, Val>, #[glassbox(values = 0..3)] n: usize) {
        map.into_values().rev().take(n).for_each(drop);
    }
}

/// Keys and values for maps with many of them. With so many `Val`s, and a panic in each, it would take long.
mod owned {
    use std::borrow::Borrow;
    use std::cell::Cell;
    use std::cmp::Ordering;

    thread_local! {
        /// Whether no comparison panics now, while a map is built.
        static IS_QUIET: Cell<bool> = const { Cell::new(false) };
    }

    /// Runs a function in which no comparison panics.
    pub fn quietly<T>(body: impl FnOnce() -> T) -> T {
        IS_QUIET.set(true);
        let result = body();
        IS_QUIET.set(false);
        result
    }

    /// May panic for every tenth number, which is every fifth of a map.
    pub fn may_panic(number: u16) {
        if number.is_multiple_of(10) {
            glassbox::panic_point();
        }
    }

    /// A key that is a number. Every comparison may panic, and some clones.
    #[derive(PartialEq, Eq)]
    pub struct Number(pub u16);

    /// Comparisons of numbers never panic.
    impl Borrow<u16> for Number {
        fn borrow(&self) -> &u16 {
            &self.0
        }
    }

    impl Clone for Number {
        fn clone(&self) -> Self {
            may_panic(self.0);
            Self(self.0)
        }
    }

    impl PartialOrd for Number {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Number {
        fn cmp(&self, other: &Self) -> Ordering {
            if !IS_QUIET.get() {
                glassbox::panic_point();
            }
            self.0.cmp(&other.0)
        }
    }

    /// A value with memory of its own. If it is lost, the block is; if it is dropped twice, the block is freed twice. Some of them may panic
    /// when they are cloned or dropped.
    pub struct Owned(Box<u16>);

    impl Owned {
        pub fn new(number: u16) -> Self {
            Self(Box::new(number))
        }
    }

    impl Clone for Owned {
        fn clone(&self) -> Self {
            may_panic(*self.0);
            Self(self.0.clone())
        }
    }

    impl Drop for Owned {
        fn drop(&mut self) {
            may_panic(*self.0);
        }
    }
}

/// Maps with more than one node: a node has at most 11 keys, and at least 5 if it is not the root.
///
/// Every operation searches: `NodeRef::{keys, into_leaf, len}` and `Handle::descend`. What else of `btree::node` it reaches, is written
/// beside it.
#[glassbox::explore(operations = 2)]
mod btree_nodes {
    use std::collections::BTreeMap;

    use super::owned::{Number, Owned, quietly};

    type Map = BTreeMap<Number, Owned>;

    /// Two leaves below a root. The keys are even, so that there is room between them.
    ///
    /// Inserted one after the other, 6 of them are in the first leaf; collected, it is full, or has lent to the second.
    /// `LeafNode::new`, `NodeRef::new_internal`, `NodeRef::push`, `NodeRef::{last_edge, last_kv}`, `BalancingContext::bulk_steal_left`.
    pub fn new(grown: bool, #[glassbox(values = [12, 17, 18])] n: u16) -> Map {
        let pairs = (0..n).map(|key| (Number(2 * key), Owned::new(2 * key)));
        if !grown {
            return pairs.collect();
        }
        let mut map = Map::new();
        quietly(|| pairs.for_each(|(key, value)| drop(map.insert(key, value))));
        map
    }

    /// `Handle::insert_recursing`, and `NodeRef::ascend` if the leaf is full.
    pub fn insert(map: &mut Map, #[glassbox(values = [0, 1, 13, 35])] key: u16) {
        map.insert(Number(key), Owned::new(key));
    }

    /// `Handle::{left_kv, right_kv}`, `BalancingContext::{steal_left, steal_right, merge_tracking_child_edge, do_merge}`,
    /// `NodeRef::pop_internal_level`. The key of the root is 12 or 22.
    pub fn remove(map: &mut Map, #[glassbox(values = [0, 2, 12, 14, 22])] key: u16) {
        map.remove(&Number(key));
    }
}

/// One operation on larger maps, too: with three levels of nodes, also inner nodes are split, merged and lend to each other.
#[glassbox::explore(operations = 1)]
mod btree_levels {
    use std::collections::BTreeMap;

    use super::owned::{Number, Owned, may_panic};

    type Map = BTreeMap<Number, Owned>;

    /// Two levels, or three. If there are 90, removal of the key 100 merges leaves, then inner nodes, and the root is empty.
    pub fn new(#[glassbox(values = [18, 90, 97])] n: u16) -> Map {
        let mut map = super::btree_nodes::new(true, n);
        if n == 90 {
            map.remove(&98);
        }
        map
    }

    /// `NodeRef::as_internal_mut`, to correct the links of children.
    pub fn remove(map: &mut Map, #[glassbox(values = [0, 12, 96, 100])] key: u16) {
        map.remove(&Number(key));
    }

    /// `Handle::{key_mut, kv_mut, into_val_mut}` are also called by `entry` and by the replacement of a value.
    pub fn entry(map: &mut Map, #[glassbox(values = [0, 1, 12, 221])] key: u16) {
        *map.entry(Number(key)).or_insert_with(|| {
            glassbox::panic_point();
            Owned::new(0)
        }) = Owned::new(0);
    }

    pub fn pop_first(map: &mut Map) {
        map.pop_first();
    }

    pub fn pop_last(map: &mut Map) {
        map.pop_last();
    }

    /// `Handle::kv_mut`
    pub fn first_entry(map: &mut Map) {
        if let Some(mut entry) = map.first_entry() {
            *entry.get_mut() = Owned::new(0);
        }
    }

    /// `Handle::into_val_mut`
    pub fn last_entry(map: &mut Map) {
        if let Some(entry) = map.last_entry() {
            *entry.into_mut() = Owned::new(0);
        }
    }

    /// `NodeRef::{first_kv, last_kv}`, `BalancingContext::{bulk_steal_left, bulk_steal_right}`, `NodeRef::{first_edge, last_edge}`.
    ///
    /// The search is for a number, which does not panic: if a comparison of `split_off` panics, the map is broken. That is issue 158165
    /// of Rust. Later versions end the program there.
    pub fn split_off(map: &mut Map, #[glassbox(values = [0, 20, 80, 172, 192])] key: u16) {
        drop(map.split_off(&key));
    }

    pub fn append(map: &mut Map, #[glassbox(values = [0, 15])] from: u16) {
        map.append(&mut (from..from + 3).map(|key| (Number(key), Owned::new(key))).collect());
    }

    /// `Handle::into_kv`
    pub fn range(map: &mut Map, #[glassbox(values = [0, 12, 97])] from: u16) -> usize {
        map.range(Number(from)..).step_by(5).count()
    }

    /// `Handle::into_kv_valmut`
    pub fn range_mut(map: &mut Map, #[glassbox(values = [12, 97])] to: u16) {
        map.range_mut(..Number(to)).rev().step_by(7).for_each(|(_, value)| *value = Owned::new(0));
    }

    /// `Handle::kv_mut`
    pub fn extract_if(map: &mut Map, #[glassbox(values = [2, 100])] n: usize) {
        let taken = map.extract_if(.., |key, _| {
            may_panic(key.0);
            key.0.is_multiple_of(6)
        });
        taken.take(n).for_each(drop);
    }

    pub fn retain(map: &mut Map) {
        map.retain(|key, _| {
            may_panic(key.0);
            key.0.is_multiple_of(8)
        });
    }

    pub fn clone(map: &mut Map) {
        let copy = map.clone();
        *map = copy;
    }

    /// `NodeRef::as_leaf_dying`, `NodeRef::ascend`
    pub fn into_iter(map: Map, #[glassbox(values = [0, 8, 13])] n: usize) {
        map.into_iter().take(n).for_each(drop);
    }

    pub fn is_sorted(map: &Map) -> bool {
        map.len() == map.iter().count() && map.keys().is_sorted_by(|a, b| a.0 < b.0)
    }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod btree_set {
    use std::collections::BTreeSet;

    use glassbox::Key;

    use super::answer;

    pub fn new() -> BTreeSet<Key> {
        BTreeSet::new()
    }

    pub fn insert(set: &mut BTreeSet<Key>, key: Key) {
        set.insert(key);
    }

    pub fn replace(set: &mut BTreeSet<Key>, key: Key) {
        set.replace(key);
    }

    pub fn take(set: &mut BTreeSet<Key>, key: Key) {
        set.take(&key);
    }

    pub fn retain(set: &mut BTreeSet<Key>) {
        set.retain(|_| answer());
    }

    pub fn union(set: &mut BTreeSet<Key>, key: Key) {
        *set = &*set | &BTreeSet::from([key]);
    }

    pub fn clone_from(set: &mut BTreeSet<Key>, key: Key) {
        set.clone_from(&BTreeSet::from([key]));
    }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod binary_heap {
    use std::collections::BinaryHeap;

    use glassbox::Key;

    use super::answer;

    pub fn new() -> BinaryHeap<Key> {
        BinaryHeap::new()
    }

    pub fn push(heap: &mut BinaryHeap<Key>, key: Key) {
        heap.push(key);
    }

    pub fn pop(heap: &mut BinaryHeap<Key>) {
        heap.pop();
    }

    pub fn peek_mut(heap: &mut BinaryHeap<Key>, key: Key) {
        if let Some(mut top) = heap.peek_mut() {
            *top = key;
        }
    }

    pub fn append(heap: &mut BinaryHeap<Key>, a: Key, b: Key) {
        heap.append(&mut BinaryHeap::from([a, b]));
    }

    pub fn extend(heap: &mut BinaryHeap<Key>, a: Key, b: Key) {
        heap.extend([a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn retain(heap: &mut BinaryHeap<Key>) {
        heap.retain(|_| answer());
    }

    pub fn clone_from(heap: &mut BinaryHeap<Key>, key: Key) {
        heap.clone_from(&BinaryHeap::from([key]));
    }

    pub fn into_sorted_vec(heap: BinaryHeap<Key>) {
        drop(heap.into_sorted_vec());
    }
}

#[glassbox::explore(operations = 2, elements = 2)]
mod hash_map {
    use std::collections::HashMap;

    use glassbox::{Key, Val};

    use super::answer;

    pub fn new() -> HashMap<Key, Val> {
        HashMap::new()
    }

    pub fn insert(map: &mut HashMap<Key, Val>, key: Key, value: Val) {
        map.insert(key, value);
    }

    pub fn remove(map: &mut HashMap<Key, Val>, key: Key) {
        map.remove(&key);
    }

    pub fn entry(map: &mut HashMap<Key, Val>, key: Key, value: Val) {
        map.entry(key).or_insert_with(|| {
            glassbox::panic_point();
            value
        });
    }

    pub fn retain(map: &mut HashMap<Key, Val>) {
        map.retain(|_, _| answer());
    }

    pub fn extract_if(map: &mut HashMap<Key, Val>, #[glassbox(values = 0..3)] n: usize) {
        map.extract_if(|_, _| answer()).take(n).for_each(drop);
    }

    pub fn drain(map: &mut HashMap<Key, Val>, #[glassbox(values = 0..3)] n: usize) {
        map.drain().take(n).for_each(drop);
    }

    pub fn reserve(map: &mut HashMap<Key, Val>) {
        map.reserve(8);
    }

    pub fn clear(map: &mut HashMap<Key, Val>) {
        map.clear();
    }

    pub fn clone_and_swap(map: &mut HashMap<Key, Val>) {
        let copy = map.clone();
        *map = copy;
    }

    pub fn clone_from(map: &mut HashMap<Key, Val>, key: Key, value: Val) {
        map.clone_from(&HashMap::from([(key, value)]));
    }
}

#[glassbox::explore(operations = 3)]
mod string {
    use super::answer;

    pub fn new() -> String {
        String::from("aé")
    }

    pub fn push(text: &mut String, #[glassbox(values = ['b', 'ß'])] letter: char) {
        text.push(letter);
    }

    pub fn retain(text: &mut String) {
        text.retain(|_| answer());
    }

    pub fn extend(text: &mut String) {
        text.extend(['x', 'é'].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn drain(text: &mut String, #[glassbox(values = 0..3)] n: usize) {
        text.drain(..).take(n).for_each(|_| glassbox::panic_point());
    }

    pub fn is_valid(text: &String) -> bool {
        std::str::from_utf8(text.as_bytes()).is_ok()
    }
}

/// Every place of a short text, with letters of one and two bytes.
#[glassbox::explore(operations = 2)]
mod string_edits {
    pub fn new() -> String {
        String::from("aé")
    }

    pub fn from_utf16(#[glassbox(values = [0xe9, 0xd800])] unit: u16) -> String {
        String::from_utf16(&[0x61, unit]).unwrap_or_default()
    }

    pub fn from_utf16_lossy(#[glassbox(values = [0xe9, 0xd800])] unit: u16) -> String {
        String::from_utf16_lossy(&[0x61, unit])
    }

    pub fn pop(text: &mut String) -> Option<char> {
        text.pop()
    }

    pub fn remove(text: &mut String, #[glassbox(values = places(text))] at: usize) {
        glassbox::assume(at < text.len());
        text.remove(at);
    }

    pub fn insert(text: &mut String, #[glassbox(values = places(text))] at: usize) {
        text.insert(at, 'ß');
    }

    pub fn insert_str(text: &mut String, #[glassbox(values = places(text))] at: usize) {
        text.insert_str(at, "cß");
    }

    pub fn truncate(text: &mut String, #[glassbox(values = places(text))] len: usize) {
        text.truncate(len);
    }

    /// One part is dropped.
    pub fn split_off(text: &mut String, #[glassbox(values = places(text))] at: usize, swapped: bool) {
        let mut end = text.split_off(at);
        if swapped {
            std::mem::swap(text, &mut end);
        }
    }

    pub fn drain(
        text: &mut String,
        #[glassbox(values = places(text))] from: usize,
        #[glassbox(values = places(text))] to: usize,
        #[glassbox(values = 0..2)] n: usize,
    ) {
        glassbox::assume(from <= to);
        text.drain(from..to).take(n).for_each(|_| glassbox::panic_point());
    }

    pub fn replace_range(
        text: &mut String,
        #[glassbox(values = places(text))] from: usize,
        #[glassbox(values = places(text))] to: usize,
        #[glassbox(values = ["", "€"])] with: &'static str,
    ) {
        glassbox::assume(from <= to);
        text.replace_range(from..to, with);
    }

    pub fn extend_from_within(text: &mut String, #[glassbox(values = places(text))] from: usize) {
        text.extend_from_within(from..);
    }

    pub fn into_boxed_str(text: String) -> String {
        text.into_boxed_str().into_string()
    }

    pub fn leak(text: String) -> String {
        let capacity = text.capacity();
        let leaked = text.leak();
        let (first, len) = (leaked.as_mut_ptr(), leaked.len());
        // SAFETY: the text was leaked, and these are its parts.
        unsafe { String::from_raw_parts(first, len, capacity) }
    }

    pub fn is_valid(text: &String) -> bool {
        std::str::from_utf8(text.as_bytes()).is_ok()
    }

    /// Where a letter begins, and the end.
    fn places(text: &str) -> Vec<usize> {
        (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect()
    }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod rc {
    use std::rc::{Rc, Weak};

    use glassbox::Val;

    pub fn new(value: Val) -> Rc<Val> {
        Rc::new(value)
    }

    pub fn make_mut(rc: &mut Rc<Val>) {
        Rc::make_mut(rc);
    }

    pub fn make_mut_of_shared(rc: &mut Rc<Val>) {
        let other = rc.clone();
        Rc::make_mut(rc);
        drop(other);
    }

    pub fn make_mut_with_weak(rc: &mut Rc<Val>) {
        let weak = Rc::downgrade(rc);
        Rc::make_mut(rc);
        drop(weak.upgrade());
    }

    pub fn replace(rc: &mut Rc<Val>, value: Val) {
        *rc = Rc::new(value);
    }

    pub fn new_cyclic(rc: &mut Rc<Val>, value: Val) {
        *rc = Rc::new_cyclic(|weak: &Weak<Val>| {
            glassbox::panic_point();
            assert!(weak.upgrade().is_none());
            value
        });
    }

    pub fn slice(rc: &mut Rc<Val>, n: Val) {
        let slice: Rc<[Val]> = [n].into_iter().inspect(|_| glassbox::panic_point()).chain([Val::clone(rc)]).collect();
        drop(slice);
    }

    pub fn clone_of_slice(rc: &mut Rc<Val>) {
        let slice = Rc::<[Val]>::from(&[Val::clone(rc), Val::clone(rc)][..]);
        drop(slice);
    }

    pub fn try_unwrap(rc: Rc<Val>) {
        drop(Rc::try_unwrap(rc));
    }
}

/// Strong and weak pointers to one value, or to several.
#[glassbox::explore(operations = 3, elements = 3)]
mod rc_and_weak {
    use std::rc::{Rc, Weak};

    use glassbox::Val;

    /// The pointers that there are.
    pub struct Pointers {
        strong: Vec<Rc<Val>>,
        weak: Vec<Weak<Val>>,
    }

    impl Pointers {
        /// One of the strong pointers: the first or the last.
        fn one(&mut self, last: bool) -> &mut Rc<Val> {
            glassbox::assume(!self.strong.is_empty());
            let index = if last { self.strong.len() - 1 } else { 0 };
            &mut self.strong[index]
        }

        /// Takes the last strong pointer.
        fn taken(&mut self) -> Rc<Val> {
            glassbox::assume(!self.strong.is_empty());
            self.strong.swap_remove(self.strong.len() - 1)
        }

        /// Takes the last weak pointer.
        fn taken_weak(&mut self) -> Weak<Val> {
            glassbox::assume(!self.weak.is_empty());
            self.weak.swap_remove(self.weak.len() - 1)
        }
    }

    pub fn new(value: Val) -> Pointers {
        Pointers { strong: vec![Rc::new(value)], weak: vec![Weak::new()] }
    }

    pub fn pin(value: Val) -> Pointers {
        Pointers { strong: vec![std::pin::Pin::into_inner(Rc::pin(value))], weak: Vec::new() }
    }

    pub fn clone(pointers: &mut Pointers, last: bool) {
        let copy = pointers.one(last).clone();
        pointers.strong.push(copy);
    }

    pub fn drop_one(pointers: &mut Pointers) {
        drop(pointers.taken());
    }

    pub fn downgrade(pointers: &mut Pointers) {
        let weak = Rc::downgrade(pointers.one(true));
        pointers.weak.push(weak);
    }

    pub fn upgrade(pointers: &mut Pointers) {
        glassbox::assume(!pointers.weak.is_empty());
        pointers.strong.extend(pointers.weak.last().and_then(Weak::upgrade));
    }

    pub fn clone_weak(pointers: &mut Pointers) {
        glassbox::assume(!pointers.weak.is_empty());
        pointers.weak.extend_from_within(..1);
    }

    pub fn drop_weak(pointers: &mut Pointers) {
        drop(pointers.taken_weak());
    }

    pub fn replace(pointers: &mut Pointers, value: Val) {
        *pointers.one(true) = Rc::new(value);
    }

    pub fn get_mut(pointers: &mut Pointers, value: Val) {
        if let Some(old) = Rc::get_mut(pointers.one(true)) {
            *old = value;
        }
    }

    pub fn make_mut(pointers: &mut Pointers, last: bool, value: Val) {
        *Rc::make_mut(pointers.one(last)) = value;
    }

    pub fn try_unwrap(pointers: &mut Pointers) {
        if let Err(shared) = Rc::try_unwrap(pointers.taken()) {
            pointers.strong.push(shared);
        }
    }

    pub fn into_inner(pointers: &mut Pointers) {
        drop(Rc::into_inner(pointers.taken()));
    }

    pub fn unwrap_or_clone(pointers: &mut Pointers) {
        drop(Rc::unwrap_or_clone(pointers.taken()));
    }

    pub fn from_raw(pointers: &mut Pointers) {
        let place = Rc::into_raw(pointers.taken());
        // SAFETY: the pointer comes from `into_raw`, once.
        pointers.strong.push(unsafe { Rc::from_raw(place) });
    }

    pub fn as_ptr(pointers: &mut Pointers) -> &Val {
        // SAFETY: the value is alive, and nothing changes it while the reference is.
        unsafe { &*Rc::as_ptr(pointers.one(true)) }
    }

    /// One pointer becomes two.
    pub fn increment_strong_count(pointers: &mut Pointers) {
        let place = Rc::into_raw(pointers.taken());
        // SAFETY: the pointer comes from `into_raw`, and its count is still there.
        unsafe { Rc::increment_strong_count(place) };
        // SAFETY: there is a count for each of them.
        let both = unsafe { [Rc::from_raw(place), Rc::from_raw(place)] };
        pointers.strong.extend(both);
    }

    pub fn decrement_strong_count(pointers: &mut Pointers) {
        let place = Rc::into_raw(pointers.taken());
        // SAFETY: the pointer comes from `into_raw`, and its count is given up.
        unsafe { Rc::decrement_strong_count(place) };
    }

    pub fn weak_from_raw(pointers: &mut Pointers) {
        let weak = pointers.taken_weak();
        let same = weak.as_ptr();
        let place = weak.into_raw();
        assert!(std::ptr::eq(place, same));
        // SAFETY: the pointer comes from `into_raw`, once.
        pointers.weak.push(unsafe { Weak::from_raw(place) });
    }

    pub fn compare(pointers: &mut Pointers, value: Val) {
        let _ = *pointers.one(false) == Rc::new(value);
    }

    pub fn downcast(pointers: &mut Pointers, right: bool) {
        let any: Rc<dyn std::any::Any> = pointers.taken();
        if !right {
            drop(any.downcast::<u8>().expect_err("it is a `Val`"));
        } else if let Ok(value) = any.downcast::<Val>() {
            pointers.strong.push(value);
        }
    }

    pub fn new_uninit(pointers: &mut Pointers, value: Val) {
        let mut new = Rc::<Val>::new_uninit();
        glassbox::panic_point();
        Rc::get_mut(&mut new).expect("it is the only one").write(value);
        // SAFETY: the value was just written.
        pointers.strong.push(unsafe { new.assume_init() });
    }

    pub fn from_box(pointers: &mut Pointers, value: Val) {
        pointers.strong.push(Rc::from(Box::new(value)));
    }

    pub fn counts_are_right(pointers: &Pointers) -> bool {
        let (strong, weak) = (pointers.strong.len(), pointers.weak.len());
        pointers.strong.iter().all(|rc| (1..=strong).contains(&Rc::strong_count(rc)) && Rc::weak_count(rc) <= weak)
    }
}

/// Slices, texts and values that have a default.
#[glassbox::explore(operations = 2, elements = 3)]
mod rc_slices {
    use std::rc::Rc;

    use glassbox::Val;

    use super::answer;

    /// A value whose default may panic.
    pub struct Fresh(Box<u8>);

    impl Default for Fresh {
        fn default() -> Self {
            glassbox::panic_point();
            Self(Box::new(1))
        }
    }

    pub fn new(a: Val, b: Val) -> Rc<[Val]> {
        Rc::from([a, b])
    }

    /// `to_rc_slice`, and the number of items is known.
    pub fn collect_trusted(a: Val, b: Val) -> Rc<[Val]> {
        let items = [a, b].into_iter().map(|value| {
            glassbox::panic_point();
            value
        });
        items.collect()
    }

    /// `to_rc_slice`, by way of a vector.
    pub fn collect_by_default(a: Val, b: Val) -> Rc<[Val]> {
        [a, b].into_iter().filter(|_| answer()).collect()
    }

    pub fn from_vec(a: Val, b: Val) -> Rc<[Val]> {
        let mut items = Vec::with_capacity(5);
        items.extend([a, b]);
        Rc::from(items)
    }

    /// `RcFromSlice`, which clones.
    pub fn from_slice(items: &mut Rc<[Val]>) {
        *items = Rc::from(&items[..]);
    }

    /// `RcFromSlice`, which copies.
    pub fn from_slice_of_bytes(_: &mut Rc<[Val]>) -> u8 {
        Rc::<[u8]>::from(&[1, 2, 3][..])[2]
    }

    pub fn new_uninit_slice(items: &mut Rc<[Val]>) {
        let mut new = Rc::<[Val]>::new_uninit_slice(items.len());
        let places = Rc::get_mut(&mut new).expect("it is the only one");
        // If a clone panics, those before it are leaked.
        for (place, item) in places.iter_mut().zip(items.iter()) {
            place.write(item.clone());
        }
        // SAFETY: all of them were written.
        *items = unsafe { new.assume_init() };
    }

    pub fn new_zeroed(_: &mut Rc<[Val]>) -> u32 {
        let zeros = Rc::<[u32; 2]>::new_zeroed();
        glassbox::panic_point();
        // SAFETY: zeros are numbers.
        let zeros = unsafe { zeros.assume_init() };
        zeros[1]
    }

    pub fn new_zeroed_slice(_: &mut Rc<[Val]>, #[glassbox(values = 0..3)] n: usize) -> u32 {
        let zeros = Rc::<[u32]>::new_zeroed_slice(n);
        glassbox::panic_point();
        // SAFETY: zeros are numbers.
        let zeros = unsafe { zeros.assume_init() };
        zeros.iter().sum()
    }

    pub fn make_mut(items: &mut Rc<[Val]>, value: Val, shared: bool) {
        let other = shared.then(|| items.clone());
        if let Some(first) = Rc::make_mut(items).first_mut() {
            *first = value;
        }
        drop(other);
    }

    pub fn make_mut_with_weak(items: &mut Rc<[Val]>) {
        let weak = Rc::downgrade(items);
        Rc::make_mut(items).reverse();
        drop(weak);
    }

    pub fn from_raw(items: Rc<[Val]>) -> Rc<[Val]> {
        let place = Rc::into_raw(items);
        // SAFETY: the pointer comes from `into_raw`, once.
        unsafe { Rc::from_raw(place) }
    }

    pub fn try_from(items: Rc<[Val]>) -> Rc<[Val]> {
        match Rc::<[Val; 2]>::try_from(items) {
            Ok(pair) => pair,
            Err(items) => items,
        }
    }

    pub fn from_box(items: Rc<[Val]>) -> Rc<[Val]> {
        Rc::from(items.to_vec().into_boxed_slice())
    }

    /// Also a text, and a slice without items.
    pub fn default(_: &mut Rc<[Val]>) -> u8 {
        let empty = Rc::<[Val]>::default().len() + Rc::<str>::default().len();
        assert_eq!(empty, 0);
        *Rc::<Fresh>::default().0
    }

    pub fn from_str(_: &mut Rc<[Val]>) -> u8 {
        let text: Rc<str> = Rc::from("aé");
        let bytes: Rc<[u8]> = Rc::from(text.clone());
        drop(text);
        bytes[2]
    }
}
