//! Union-find with path halving and sizes; Kruskal's spanning tree; islands in a picture.

use std::cell::Cell;
use std::fmt::Write;

struct Sets {
    parents: Vec<Cell<usize>>,
    sizes: Vec<usize>,
    n_sets: usize,
}

impl Sets {
    fn new(n: usize) -> Self {
        Self { parents: (0..n).map(Cell::new).collect(), sizes: vec![1; n], n_sets: n }
    }

    fn root(&self, mut at: usize) -> usize {
        while self.parents[at].get() != at {
            let grandparent = self.parents[self.parents[at].get()].get();
            self.parents[at].set(grandparent);
            at = grandparent;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) -> bool {
        let (mut a, mut b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        if self.sizes[a] < self.sizes[b] {
            (a, b) = (b, a);
        }
        self.parents[b].set(a);
        self.sizes[a] += self.sizes[b];
        self.n_sets -= 1;
        true
    }
}

const PICTURE: [&str; 8] = [
    "##...##.#..###..",
    "#..#....##...#..",
    "..###..#....##.#",
    "#...#.###.#....#",
    "##....#...##.###",
    ".#.##...#......#",
    "...#..###.####..",
    "###..#....#..#.#",
];

fn islands() -> (usize, Option<usize>) {
    let (width, land) = (16, |x: usize, y: usize| PICTURE[y].as_bytes()[x] == b'#');
    let mut sets = Sets::new(width * 8);
    for y in 0..8 {
        for x in 0..width {
            if x > 0 && land(x, y) && land(x - 1, y) {
                sets.join(y * width + x, y * width + x - 1);
            }
            if y > 0 && land(x, y) && land(x, y - 1) {
                sets.join(y * width + x, (y - 1) * width + x);
            }
        }
    }
    let roots = (0..width * 8).filter(|&i| sets.root(i) == i && land(i % width, i / width));
    (roots.clone().count(), roots.map(|root| sets.sizes[root]).max())
}

pub fn run() -> String {
    let mut out = String::new();
    let mut sets = Sets::new(200);
    let joined = (0..150_usize).filter(|i| sets.join(i * 7 % 200, i * i * 3 % 200)).count();
    let largest = (0..200).map(|i| sets.sizes[sets.root(i)]).max();
    writeln!(out, "{joined} joined, {} sets, largest {largest:?}", sets.n_sets).unwrap();

    let mut edges: Vec<(u32, usize, usize)> =
        (0..300_usize).map(|i| ((i * 7919 % 1009) as u32, i % 60, i * i % 59)).collect();
    edges.sort_unstable();
    let mut forest = Sets::new(60);
    let tree: Vec<(u32, usize, usize)> = edges.into_iter().filter(|&(_, a, b)| forest.join(a, b)).collect();
    let cost: u32 = tree.iter().map(|edge| edge.0).sum();
    writeln!(out, "{} edges cost {cost}, last {:?}", tree.len(), tree.last()).unwrap();
    write!(out, "{:?} islands", islands()).unwrap();
    out
}
