//! `ThinVec`, with callbacks that panic.
#![cfg(glassbox)]

/// A closure's answer, after it may have panicked.
fn answer() -> bool {
    glassbox::panic_point();
    glassbox::choose(2) == 1
}

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use glassbox::Val;
    use thin_vec::ThinVec;

    use super::answer;

    pub fn new() -> ThinVec<Val> {
        ThinVec::new()
    }

    pub fn from_iter(a: Val, b: Val) -> ThinVec<Val> {
        [a, b].into_iter().inspect(|_| glassbox::panic_point()).collect()
    }

    pub fn push(vec: &mut ThinVec<Val>, value: Val) {
        vec.push(value);
    }

    pub fn pop(vec: &mut ThinVec<Val>) {
        vec.pop();
    }

    pub fn insert(vec: &mut ThinVec<Val>, #[glassbox(values = 0..=vec.len())] index: usize, value: Val) {
        vec.insert(index, value);
    }

    pub fn remove(vec: &mut ThinVec<Val>, #[glassbox(values = 0..vec.len())] index: usize) {
        vec.remove(index);
    }

    pub fn swap_remove(vec: &mut ThinVec<Val>, #[glassbox(values = 0..vec.len())] index: usize) {
        vec.swap_remove(index);
    }

    pub fn truncate(vec: &mut ThinVec<Val>, #[glassbox(values = 0..=vec.len())] len: usize) {
        vec.truncate(len);
    }

    pub fn clear(vec: &mut ThinVec<Val>) {
        vec.clear();
    }

    pub fn retain(vec: &mut ThinVec<Val>) {
        vec.retain(|_| answer());
    }

    pub fn dedup(vec: &mut ThinVec<Val>) {
        vec.dedup();
    }

    pub fn dedup_by(vec: &mut ThinVec<Val>) {
        vec.dedup_by(|_, _| answer());
    }

    pub fn split_off(vec: &mut ThinVec<Val>, #[glassbox(values = 0..=vec.len())] at: usize) {
        drop(vec.split_off(at));
    }

    pub fn drain(
        vec: &mut ThinVec<Val>,
        #[glassbox(values = 0..=vec.len())] from: usize,
        #[glassbox(values = 0..3)] n: usize,
    ) {
        vec.drain(from..).take(n).for_each(drop);
    }

    pub fn splice(vec: &mut ThinVec<Val>, #[glassbox(values = 0..=vec.len())] from: usize, a: Val, b: Val) {
        let new = [a, b].into_iter().inspect(|_| glassbox::panic_point());
        vec.splice(from.., new).for_each(drop);
    }

    pub fn extend(vec: &mut ThinVec<Val>, a: Val, b: Val) {
        vec.extend([a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn extend_from_slice(vec: &mut ThinVec<Val>, value: Val) {
        vec.extend_from_slice(&[value]);
    }

    pub fn resize(vec: &mut ThinVec<Val>, #[glassbox(values = 0..4)] len: usize, value: Val) {
        vec.resize(len, value);
    }

    pub fn clone_and_swap(vec: &mut ThinVec<Val>) {
        let copy = vec.clone();
        *vec = copy;
    }

    pub fn into_iter(vec: ThinVec<Val>, #[glassbox(values = 0..3)] n: usize) {
        vec.into_iter().take(n).for_each(drop);
    }
}
