//! A grid that is wider than high mixes up row and column.

use std::hint::black_box;

struct Grid {
    cells: Vec<u8>,
    width: usize,
}

impl Grid {
    fn set(&mut self, x: usize, y: usize, value: u8) {
        let at = x * self.width + y;
        let cell = black_box(self.cells.as_mut_ptr()).wrapping_add(at);
        unsafe { cell.write_volatile(value) }; //~ ERROR out-of-bounds-write
    }
}

pub fn run() {
    let mut grid = black_box(Grid { cells: vec![0; 3 * 4], width: 4 });
    grid.set(3, 2, 1);
    black_box(&grid.cells);
}
