//! A struct drops the buffer before the view into it, and the view's drop looks at the buffer.

use std::hint::black_box;

struct View(*const u8);

impl Drop for View {
    fn drop(&mut self) {
        black_box(unsafe { self.0.read_volatile() }); //~ ERROR use-after-free-read
    }
}

struct Owner {
    _buffer: Box<[u8]>,
    _view: View,
}

pub fn run() {
    let buffer: Box<[u8]> = black_box(Box::new([9; 32]));
    let view = View(black_box(buffer.as_ptr()));
    drop(black_box(Owner { _buffer: buffer, _view: view }));
}
