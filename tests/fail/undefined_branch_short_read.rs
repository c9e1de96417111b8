//! A reader fills part of a buffer, and the caller does not look at how much.

use std::hint::black_box;

struct Reader(&'static [u8]);

impl Reader {
    fn read(&mut self, buffer: *mut u8, len: usize) -> usize {
        let n = self.0.len().min(len);
        unsafe { std::ptr::copy_nonoverlapping(self.0.as_ptr(), buffer, n) };
        n
    }
}

pub fn run() {
    let mut buffer: Vec<u8> = Vec::with_capacity(black_box(16));
    black_box(Reader(b"short")).read(black_box(buffer.as_mut_ptr()), 16);
    unsafe { buffer.set_len(16) };
    let text = String::from_utf8(black_box(buffer)); //~ ERROR undefined-branch
    black_box(text.is_ok());
}
