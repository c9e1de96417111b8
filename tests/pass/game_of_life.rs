//! Game of Life on a torus, with two buffers that are swapped: a glider comes back, an acorn grows.

use std::fmt::Write;

struct World {
    width: usize,
    height: usize,
    cells: Vec<bool>,
    next: Vec<bool>,
}

impl World {
    fn new(width: usize, height: usize, picture: &[&str]) -> Self {
        let mut cells = vec![false; width * height];
        for (y, row) in picture.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                cells[(y + 2) * width + x + 2] = c == '#';
            }
        }
        Self { width, height, next: cells.clone(), cells }
    }

    fn neighbours(&self, x: usize, y: usize) -> u8 {
        let (w, h) = (self.width, self.height);
        let mut count = 0;
        for row in [(y + h - 1) % h, y, (y + 1) % h] {
            let row = &self.cells[row * w..][..w];
            count += u8::from(row[(x + w - 1) % w]) + u8::from(row[x]) + u8::from(row[(x + 1) % w]);
        }
        count - u8::from(self.cells[y * w + x])
    }

    fn step(&mut self) {
        for y in 0..self.height {
            for x in 0..self.width {
                let at = y * self.width + x;
                self.next[at] = matches!((self.cells[at], self.neighbours(x, y)), (true, 2) | (_, 3));
            }
        }
        std::mem::swap(&mut self.cells, &mut self.next);
    }

    fn alive(&self) -> usize {
        self.cells.iter().filter(|cell| **cell).count()
    }

    fn picture(&self) -> String {
        let row = |row: &[bool]| row.iter().map(|cell| if *cell { '#' } else { '.' }).collect::<String>();
        self.cells.chunks(self.width).map(row).collect::<Vec<_>>().join("\n")
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut glider = World::new(6, 6, &[".#.", "..#", "###"]);
    let start = glider.cells.clone();
    let period = (1..40).find(|_| {
        glider.step();
        glider.cells == start
    });
    writeln!(out, "the glider is back after {period:?} steps").unwrap();
    let mut acorn = World::new(16, 10, &[".#.....", "...#...", "##..###"]);
    let sizes: Vec<usize> = (0..12)
        .map(|_| {
            acorn.step();
            acorn.alive()
        })
        .collect();
    write!(out, "{sizes:?}\n{}", acorn.picture()).unwrap();
    out
}
