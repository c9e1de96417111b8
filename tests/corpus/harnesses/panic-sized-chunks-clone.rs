//! `Chunk`, with callbacks that panic. Drops do not panic.
#![cfg(glassbox)]

/// An element. Its clone may panic, its drop does not.
#[derive(Debug)]
pub struct Item(Box<u8>);

impl Clone for Item {
    fn clone(&self) -> Self {
        glassbox::panic_point();
        Self(self.0.clone())
    }
}

impl glassbox::Argument for Item {
    fn any() -> Self {
        Self(Box::new(0))
    }
}

#[glassbox::explore(operations = 3)]
mod boxes {
    use sized_chunks::Chunk as Sized;
    use typenum::U4;

    use super::Item;

    type Chunk = Sized<Item, U4>;

    pub fn new() -> Chunk {
        Chunk::new()
    }

    pub fn pair(a: Item, b: Item) -> Chunk {
        Chunk::pair(a, b)
    }

    pub fn collect_from(a: Item, b: Item) -> Chunk {
        Chunk::collect_from(&mut [a, b].into_iter().inspect(|_| glassbox::panic_point()), 2)
    }

    pub fn push_back(chunk: &mut Chunk, value: Item) {
        glassbox::assume(!chunk.is_full());
        chunk.push_back(value);
    }

    pub fn push_front(chunk: &mut Chunk, value: Item) {
        glassbox::assume(!chunk.is_full());
        chunk.push_front(value);
    }

    pub fn pop_back(chunk: &mut Chunk) {
        glassbox::assume(!chunk.is_empty());
        chunk.pop_back();
    }

    pub fn pop_front(chunk: &mut Chunk) {
        glassbox::assume(!chunk.is_empty());
        chunk.pop_front();
    }

    pub fn clear(chunk: &mut Chunk) {
        chunk.clear();
    }

    pub fn drop_left(chunk: &mut Chunk, #[glassbox(values = 0..=chunk.len())] index: usize) {
        chunk.drop_left(index);
    }

    pub fn drop_right(chunk: &mut Chunk, #[glassbox(values = 0..=chunk.len())] index: usize) {
        chunk.drop_right(index);
    }

    pub fn split_off(chunk: &mut Chunk, #[glassbox(values = 0..=chunk.len())] index: usize) {
        drop(chunk.split_off(index));
    }

    pub fn append(chunk: &mut Chunk, value: Item) {
        glassbox::assume(!chunk.is_full());
        chunk.append(&mut Chunk::unit(value));
    }

    pub fn set(chunk: &mut Chunk, #[glassbox(values = 0..chunk.len())] index: usize, value: Item) {
        chunk.set(index, value);
    }

    pub fn insert(chunk: &mut Chunk, #[glassbox(values = 0..=chunk.len())] index: usize, value: Item) {
        glassbox::assume(!chunk.is_full());
        chunk.insert(index, value);
    }

    pub fn insert_from(chunk: &mut Chunk, #[glassbox(values = 0..=chunk.len())] index: usize, a: Item, b: Item) {
        glassbox::assume(chunk.len() <= 2);
        chunk.insert_from(index, [a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn remove(chunk: &mut Chunk, #[glassbox(values = 0..chunk.len())] index: usize) {
        chunk.remove(index);
    }

    pub fn drain(chunk: &mut Chunk, #[glassbox(values = 0..3)] n: usize) {
        chunk.drain().take(n).for_each(drop);
    }

    pub fn extend(chunk: &mut Chunk, a: Item, b: Item) {
        glassbox::assume(chunk.len() <= 2);
        chunk.extend([a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn clone_and_swap(chunk: &mut Chunk) {
        let copy = chunk.clone();
        *chunk = copy;
    }

    pub fn into_iter(chunk: Chunk, #[glassbox(values = 0..3)] n: usize) {
        chunk.into_iter().take(n).for_each(drop);
    }
}
