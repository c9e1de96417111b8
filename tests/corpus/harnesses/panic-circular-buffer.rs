//! `FixedCircularBuffer`, with callbacks that panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use circular_buffer::FixedCircularBuffer;
    use glassbox::Val;

    type Buffer = FixedCircularBuffer<Val, 3>;

    pub fn new() -> Buffer {
        Buffer::new()
    }

    pub fn from_array(a: Val, b: Val) -> Buffer {
        Buffer::from([a, b])
    }

    pub fn from_iter(a: Val, b: Val) -> Buffer {
        [a, b].into_iter().inspect(|_| glassbox::panic_point()).collect()
    }

    pub fn push_back(buffer: &mut Buffer, value: Val) {
        buffer.push_back(value);
    }

    pub fn push_front(buffer: &mut Buffer, value: Val) {
        buffer.push_front(value);
    }

    pub fn pop_back(buffer: &mut Buffer) {
        buffer.pop_back();
    }

    pub fn pop_front(buffer: &mut Buffer) {
        buffer.pop_front();
    }

    pub fn remove(buffer: &mut Buffer, #[glassbox(values = 0..buffer.len())] index: usize) {
        buffer.remove(index);
    }

    pub fn swap_remove_back(buffer: &mut Buffer, #[glassbox(values = 0..buffer.len())] index: usize) {
        buffer.swap_remove_back(index);
    }

    pub fn truncate_back(buffer: &mut Buffer, #[glassbox(values = 0..=buffer.len())] len: usize) {
        buffer.truncate_back(len);
    }

    pub fn truncate_front(buffer: &mut Buffer, #[glassbox(values = 0..=buffer.len())] len: usize) {
        buffer.truncate_front(len);
    }

    pub fn clear(buffer: &mut Buffer) {
        buffer.clear();
    }

    pub fn fill(buffer: &mut Buffer, value: Val) {
        buffer.fill(value);
    }

    pub fn fill_spare(buffer: &mut Buffer, value: Val) {
        buffer.fill_spare(value);
    }

    pub fn fill_spare_with(buffer: &mut Buffer, value: Val) {
        buffer.fill_spare_with(|| {
            glassbox::panic_point();
            value.clone()
        });
    }

    pub fn drain(
        buffer: &mut Buffer,
        #[glassbox(values = 0..=buffer.len())] from: usize,
        #[glassbox(values = 0..3)] n: usize,
    ) {
        buffer.drain(from..).take(n).for_each(drop);
    }

    pub fn make_contiguous(buffer: &mut Buffer) {
        buffer.make_contiguous();
    }

    pub fn extend(buffer: &mut Buffer, a: Val, b: Val) {
        buffer.extend([a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn extend_from_slice(buffer: &mut Buffer, a: Val, b: Val) {
        buffer.extend_from_slice(&[a, b]);
    }

    pub fn clone_from(buffer: &mut Buffer, a: Val, b: Val) {
        buffer.clone_from(&Buffer::from([a, b]));
    }

    pub fn clone_and_swap(buffer: &mut Buffer) {
        let copy = buffer.clone();
        *buffer = copy;
    }

    pub fn into_iter(buffer: Buffer, #[glassbox(values = 0..3)] n: usize) {
        buffer.into_iter().take(n).for_each(drop);
    }
}
