//! `compact::Vec`, with callbacks that panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use glassbox::Val;
    use ordnung::compact::Vec;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn from_iter(a: Val, b: Val) -> Vec<Val> {
        [a, b].into_iter().inspect(|_| glassbox::panic_point()).collect()
    }

    pub fn push(vec: &mut Vec<Val>, value: Val) {
        vec.push(value);
    }

    pub fn pop(vec: &mut Vec<Val>) {
        vec.pop();
    }

    pub fn remove(vec: &mut Vec<Val>, #[glassbox(values = 0..vec.len())] index: usize) {
        vec.remove(index);
    }

    pub fn clear(vec: &mut Vec<Val>) {
        vec.clear();
    }

    pub fn clone_and_swap(vec: &mut Vec<Val>) {
        let copy = vec.clone();
        *vec = copy;
    }

    pub fn into_iter(vec: Vec<Val>, #[glassbox(values = 0..3)] n: usize) {
        vec.into_iter().take(n).for_each(drop);
    }
}
