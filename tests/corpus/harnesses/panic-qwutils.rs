//! `VecExt`, more operations of `Vec`, with callbacks that panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use glassbox::Val;
    use qwutils::imp::vec::VecExt;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(vec: &mut Vec<Val>, value: Val) {
        vec.push(value);
    }

    pub fn push_option(vec: &mut Vec<Val>, value: Option<Val>) {
        vec.push_option(value);
    }

    pub fn grow_to(vec: &mut Vec<Val>, #[glassbox(values = 0..4)] len: usize, value: Val) {
        vec.grow_to(len, value);
    }

    pub fn grow_to_with(vec: &mut Vec<Val>, #[glassbox(values = 0..4)] len: usize, value: Val) {
        vec.grow_to_with(len, || {
            glassbox::panic_point();
            value.clone()
        });
    }

    pub fn insert_slice_clone(vec: &mut Vec<Val>, #[glassbox(values = 0..=vec.len())] index: usize, a: Val, b: Val) {
        vec.insert_slice_clone(index, &[a, b]);
    }
}
