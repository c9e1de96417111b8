//! `StableVec`: a vector whose elements keep their places when others are removed.
#![cfg(glassbox)]

// Not `extend`: after `pop` and `make_compact` it makes the number of elements wrong, in every version 0.3.
#[glassbox::explore(operations = 6)]
mod boxes {
    use stable_vec::StableVec;

    pub fn new() -> StableVec<Box<u8>> {
        StableVec::new()
    }

    pub fn from_vec() -> StableVec<Box<u8>> {
        StableVec::from_vec(vec![Box::new(0), Box::new(1)])
    }

    pub fn push(vec: &mut StableVec<Box<u8>>, #[glassbox(values = 0..2)] value: u8) {
        glassbox::assume(vec.next_index() < 3);
        vec.push(Box::new(value));
    }

    pub fn pop(vec: &mut StableVec<Box<u8>>) -> Option<Box<u8>> {
        vec.pop()
    }

    pub fn remove(vec: &mut StableVec<Box<u8>>, #[glassbox(values = 0..vec.next_index())] index: usize) {
        vec.remove(index);
    }

    pub fn insert_into_hole(vec: &mut StableVec<Box<u8>>, #[glassbox(values = 0..vec.next_index())] index: usize) {
        let _ = vec.insert_into_hole(index, Box::new(1));
    }

    pub fn retain_ones(vec: &mut StableVec<Box<u8>>) {
        vec.retain(|value| **value == 1);
    }

    pub fn make_compact(vec: &mut StableVec<Box<u8>>) {
        vec.make_compact();
    }

    pub fn reordering_make_compact(vec: &mut StableVec<Box<u8>>) {
        vec.reordering_make_compact();
    }

    pub fn shrink_to_fit(vec: &mut StableVec<Box<u8>>) {
        vec.shrink_to_fit();
    }

    pub fn reserve(vec: &mut StableVec<Box<u8>>) {
        vec.reserve(1);
    }

    pub fn clear(vec: &mut StableVec<Box<u8>>) {
        vec.clear();
    }

    pub fn clone_and_drop(vec: &mut StableVec<Box<u8>>) {
        let copy = vec.clone();
        assert!(copy.iter().eq(vec.iter()));
    }

    pub fn into_vec(vec: StableVec<Box<u8>>) -> Vec<Box<u8>> {
        vec.into_vec()
    }

    pub fn len_is_right(vec: &StableVec<Box<u8>>) -> bool {
        vec.num_elements() == vec.iter().count() && vec.keys().all(|index| vec.get(index).is_some())
    }
}
