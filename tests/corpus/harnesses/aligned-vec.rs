//! `AVec` of aligned-vec, with elements that own memory.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3)]
mod vec {
    use aligned_vec::AVec;

    pub fn new() -> AVec<String> {
        AVec::new(8)
    }

    pub fn push(vec: &mut AVec<String>) {
        vec.push("a".to_owned());
    }

    pub fn pop(vec: &mut AVec<String>) {
        vec.pop();
    }

    pub fn truncate(vec: &mut AVec<String>, #[glassbox(values = 0..=vec.len())] len: usize) {
        vec.truncate(len);
    }

    pub fn clear(vec: &mut AVec<String>) {
        vec.clear();
    }

    pub fn reserve(vec: &mut AVec<String>, #[glassbox(values = [1, 4])] additional: usize) {
        vec.reserve(additional);
    }

    pub fn extend_from_slice(vec: &mut AVec<String>, #[glassbox(values = 1..=2)] len: usize) {
        glassbox::assume(vec.len() < 3);
        vec.extend_from_slice(&["b".to_owned(), "c".to_owned()][..len]);
    }

    pub fn clone_and_drop(vec: &mut AVec<String>) {
        assert_eq!(vec.clone(), *vec);
    }

    pub fn texts_are_short(vec: &AVec<String>) -> bool {
        vec.iter().all(|text| text.len() == 1)
    }
}
