//! Generics: associated types, const generics, operator traits, blanket impls and a generic heap.

use std::fmt::{Debug, Display, Write};
use std::ops::{Add, AddAssign, Index, IndexMut, Mul};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Vector<T, const N: usize>([T; N]);

impl<T: Copy + Add<Output = T>, const N: usize> Add for Vector<T, N> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl<T: Copy + Default + AddAssign + Mul<Output = T>, const N: usize> Mul for Vector<T, N> {
    type Output = T;

    fn mul(self, other: Self) -> T {
        let mut sum = T::default();
        for i in 0..N {
            sum += self.0[i] * other.0[i];
        }
        sum
    }
}

/// A heap whose order is a type parameter.
struct Heap<T, O> {
    items: Vec<T>,
    order: O,
}

trait Order<T> {
    fn before(&self, a: &T, b: &T) -> bool;
}

struct Smallest;

struct By<F>(F);

impl<T: PartialOrd> Order<T> for Smallest {
    fn before(&self, a: &T, b: &T) -> bool {
        a < b
    }
}

impl<T, K: PartialOrd, F: Fn(&T) -> K> Order<T> for By<F> {
    fn before(&self, a: &T, b: &T) -> bool {
        (self.0)(a) < (self.0)(b)
    }
}

impl<T, O: Order<T>> Heap<T, O> {
    fn push(&mut self, item: T) {
        self.items.push(item);
        let mut at = self.items.len() - 1;
        while at > 0 && self.order.before(&self.items[at], &self.items[(at - 1) / 2]) {
            self.items.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    fn pop(&mut self) -> Option<T> {
        let last = self.items.len().checked_sub(1)?;
        self.items.swap(0, last);
        let least = self.items.pop();
        let mut at = 0;
        loop {
            let children = [2 * at + 1, 2 * at + 2].into_iter().filter(|&i| i < self.items.len());
            let best = children.reduce(|a, b| if self.order.before(&self.items[b], &self.items[a]) { b } else { a });
            match best {
                Some(child) if self.order.before(&self.items[child], &self.items[at]) => self.items.swap(at, child),
                _ => return least,
            }
            at = best.unwrap_or(at);
        }
    }
}

struct Grid<T, const W: usize, const H: usize>([[T; W]; H]);

impl<T, const W: usize, const H: usize> Index<(usize, usize)> for Grid<T, W, H> {
    type Output = T;

    fn index(&self, (x, y): (usize, usize)) -> &T {
        &self.0[y][x]
    }
}

impl<T, const W: usize, const H: usize> IndexMut<(usize, usize)> for Grid<T, W, H> {
    fn index_mut(&mut self, (x, y): (usize, usize)) -> &mut T {
        &mut self.0[y][x]
    }
}

trait Describe {
    fn describe(&self) -> String;
}

impl<T: Debug + Display> Describe for T {
    fn describe(&self) -> String {
        format!("{self}/{self:?}")
    }
}

fn sorted<T, O: Order<T>>(items: impl IntoIterator<Item = T>, order: O) -> Vec<T> {
    let mut heap = Heap { items: Vec::new(), order };
    items.into_iter().for_each(|item| heap.push(item));
    std::iter::from_fn(|| heap.pop()).collect()
}

pub fn run() -> String {
    let mut out = String::new();
    let a = Vector([1, 2, 3, 4]);
    let sum = (0..10).fold(a, |sum, _| sum + a);
    let dot = Vector([0.5, 0.25]) * Vector([8.0, 4.0]);
    writeln!(out, "{sum:?} {} {dot}", a * sum).unwrap();

    let numbers = (0..90).map(|i| i * 41 % 97);
    let up = sorted(numbers.clone(), Smallest);
    let by_digit = sorted(numbers.map(|n| (n % 10, n)), By(|pair: &(i32, i32)| (9 - pair.0, pair.1)));
    writeln!(out, "{} {:?} {:?}", up.is_sorted(), &up[..5], &by_digit[..5]).unwrap();
    let words = sorted(
        "many small words in no order at all".split(' ').map(str::to_owned),
        By(|w: &String| (w.len(), w.clone())),
    );
    writeln!(out, "{words:?}").unwrap();

    let mut grid = Grid([[0_u16; 7]; 5]);
    for i in 0..200_usize {
        grid[(i * 3 % 7, i * 2 % 5)] += (i % 11) as u16;
    }
    write!(out, "{:?} {} {}", grid.0, 'x'.describe(), "q\"".describe()).unwrap();
    out
}
