//! `StackVec`, with callbacks that panic, and iterators that report a wrong length.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use glassbox::Val;
    use stackvector::StackVec;

    type Vec = StackVec<[Val; 2]>;

    /// An iterator that reports any length.
    struct Any<I> {
        inner: I,
        hint: (usize, Option<usize>),
    }

    impl<I: Iterator> Iterator for Any<I> {
        type Item = I::Item;

        fn next(&mut self) -> Option<I::Item> {
            glassbox::panic_point();
            self.inner.next()
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            self.hint
        }
    }

    /// A closure's answer, after it may have panicked.
    fn answer() -> bool {
        glassbox::panic_point();
        glassbox::choose(2) == 1
    }

    pub fn new() -> Vec {
        Vec::new()
    }

    pub fn push(vec: &mut Vec, value: Val) {
        glassbox::assume(vec.len() < vec.capacity());
        vec.push(value);
    }

    pub fn pop(vec: &mut Vec) {
        vec.pop();
    }

    pub fn insert(vec: &mut Vec, #[glassbox(values = 0..vec.len())] index: usize, value: Val) {
        glassbox::assume(vec.len() < vec.capacity());
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

    pub fn extend(
        vec: &mut Vec,
        value: Val,
        #[glassbox(values = [0, 1, 2, 4])] n: usize,
        #[glassbox(values = [0, 2, 4])] least: usize,
        #[glassbox(values = [0, 2, 4])] most: usize,
    ) {
        glassbox::may_panic("assertion failed: self.len() < self.capacity()");
        glassbox::may_panic("assertion failed: self.len() + upper_bound <= self.capacity()");
        vec.extend(Any { inner: std::iter::repeat_n(value, n), hint: (least, Some(most)) });
    }

    pub fn resize(vec: &mut Vec, #[glassbox(values = 0..=2)] len: usize, value: Val) {
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
