//! `InsertMany`, more operations of `Vec`, with callbacks that panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use glassbox::Val;
    use insert_many::InsertMany;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(vec: &mut Vec<Val>, value: Val) {
        vec.push(value);
    }

    pub fn pop(vec: &mut Vec<Val>) {
        vec.pop();
    }

    pub fn insert_many(vec: &mut Vec<Val>, #[glassbox(values = 0..=vec.len())] index: usize, a: Val, b: Val) {
        vec.insert_many(index, [a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn insert_clones(vec: &mut Vec<Val>, #[glassbox(values = 0..=vec.len())] index: usize, value: Val) {
        vec.insert_many(index, [value].iter().cloned());
    }
}
