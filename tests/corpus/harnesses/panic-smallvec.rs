//! `SmallVec`, with callbacks that panic.
#![cfg(glassbox)]

/// A closure's answer, after it may have panicked.
fn answer() -> bool {
    glassbox::panic_point();
    glassbox::choose(2) == 1
}

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use glassbox::Val;
    use smallvec::SmallVec;

    use super::answer;

    type Vec = SmallVec<[Val; 2]>;

    pub fn new() -> Vec {
        Vec::new()
    }

    pub fn from_iter(a: Val, b: Val) -> Vec {
        [a, b].into_iter().inspect(|_| glassbox::panic_point()).collect()
    }

    pub fn push(vec: &mut Vec, value: Val) {
        vec.push(value);
    }

    pub fn pop(vec: &mut Vec) {
        vec.pop();
    }

    pub fn insert(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] index: usize, value: Val) {
        vec.insert(index, value);
    }

    pub fn remove(vec: &mut Vec, #[glassbox(values = 0..vec.len())] index: usize) {
        vec.remove(index);
    }

    pub fn swap_remove(vec: &mut Vec, #[glassbox(values = 0..vec.len())] index: usize) {
        vec.swap_remove(index);
    }

    pub fn truncate(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] len: usize) {
        vec.truncate(len);
    }

    pub fn clear(vec: &mut Vec) {
        vec.clear();
    }

    pub fn retain(vec: &mut Vec) {
        vec.retain(|_| answer());
    }

    pub fn dedup(vec: &mut Vec) {
        vec.dedup();
    }

    pub fn dedup_by(vec: &mut Vec) {
        vec.dedup_by(|_, _| answer());
    }

    pub fn drain(vec: &mut Vec, #[glassbox(values = 0..3)] n: usize) {
        vec.drain().take(n).for_each(drop);
    }

    pub fn insert_many(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] index: usize, a: Val, b: Val) {
        vec.insert_many(index, [a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn shrink_to_fit(vec: &mut Vec) {
        vec.shrink_to_fit();
    }

    pub fn extend(vec: &mut Vec, a: Val, b: Val) {
        vec.extend([a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn resize(vec: &mut Vec, #[glassbox(values = 0..4)] len: usize, value: Val) {
        vec.resize(len, value);
    }

    pub fn clone_and_swap(vec: &mut Vec) {
        let copy = vec.clone();
        *vec = copy;
    }

    pub fn into_iter(vec: Vec, #[glassbox(values = 0..3)] n: usize) {
        vec.into_iter().take(n).for_each(drop);
    }

    pub fn into_vec(vec: Vec) {
        drop(vec.into_vec());
    }
}
