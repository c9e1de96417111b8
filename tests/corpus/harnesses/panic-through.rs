//! `through` and `through_and`, which replace a value by the result of a closure, with closures that panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use glassbox::Val;
    use through::{through, through_and};

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(vec: &mut Vec<Val>, value: Val) {
        vec.push(value);
    }

    pub fn replace(vec: &mut Vec<Val>, #[glassbox(values = 0..vec.len())] index: usize, value: Val) {
        through(&mut vec[index], |_| value);
    }

    pub fn replace_by_clone(vec: &mut Vec<Val>, #[glassbox(values = 0..vec.len())] index: usize) {
        through(&mut vec[index], |value| value.clone());
    }

    pub fn push_through(vec: &mut Vec<Val>, value: Val) {
        through(vec, |mut vec| {
            vec.push(value);
            glassbox::panic_point();
            vec
        });
    }

    pub fn pop_through(vec: &mut Vec<Val>) {
        through_and(vec, |mut vec| {
            glassbox::panic_point();
            let last = vec.pop();
            (vec, last)
        });
    }
}
