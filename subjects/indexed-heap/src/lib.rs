//! A heap of items whose priorities can be changed: `places` says where an item is.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// Items below `N`, by priority. The item with the smallest number comes first.
#[derive(Clone, Debug, Structure)]
pub struct IndexedHeap<const N: usize> {
    /// Items; none comes before the one at half of its place.
    #[glassbox(domain(usize = 0..N))]
    heap: Vec<usize>,
    /// Where each item is; `N` if it is not there.
    #[glassbox(domain(usize = 0..=N))]
    places: [usize; N],
    /// Priorities of the items.
    #[glassbox(domain(u8 = 0..3))]
    priorities: [u8; N],
}

impl<const N: usize> Default for IndexedHeap<N> {
    fn default() -> Self {
        Self { heap: Vec::new(), places: [N; N], priorities: [0; N] }
    }
}

impl<const N: usize> IndexedHeap<N> {
    /// Adds an item, or changes its priority.
    pub fn set(&mut self, item: usize, priority: u8) {
        self.priorities[item] = priority;
        if self.places[item] == N {
            self.places[item] = self.heap.len();
            self.heap.push(item);
        }
        self.rise(self.places[item]);
        if !cfg!(feature = "bug-change-only-rises") {
            self.sink(self.places[item]);
        }
    }

    /// Removes the first item.
    pub fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        self.swap(0, self.heap.len() - 1);
        self.heap.pop();
        self.places[first] = N;
        self.priorities[first] = 0;
        if !self.heap.is_empty() {
            self.sink(0);
        }
        Some(first)
    }

    /// The priority of an item.
    pub fn priority(&self, item: usize) -> Option<u8> {
        (self.places[item] != N).then(|| self.priorities[item])
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.places[self.heap[a]] = a;
        if !cfg!(feature = "bug-swap-forgets-place") {
            self.places[self.heap[b]] = b;
        }
    }

    fn comes_before(&self, a: usize, b: usize) -> bool {
        self.priorities[self.heap[a]] < self.priorities[self.heap[b]]
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.comes_before(place, (place - 1) / 2) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let below = [2 * place + 1, 2 * place + 2].into_iter().filter(|below| *below < self.heap.len());
            let first = below.min_by_key(|below| self.priorities[self.heap[*below]]);
            let Some(first) = first.filter(|first| self.comes_before(*first, place)) else { return };
            self.swap(place, first);
            place = first;
        }
    }
}

impl<const N: usize> Invariant for IndexedHeap<N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        for place in 1..self.heap.len() {
            ensure(!self.comes_before(place, (place - 1) / 2), "an item is below a later one")?;
        }
        for (place, item) in self.heap.iter().enumerate() {
            ensure(self.places[*item] == place, "an item is at another place")?;
        }
        for item in 0..N {
            let is_there = self.places[item] != N;
            ensure(!is_there || self.heap.get(self.places[item]) == Some(&item), "an item is not at its place")?;
            ensure(is_there || self.priorities[item] == 0, "an item that is not there has a priority")?;
        }
        Ok(())
    }
}

#[glassbox::check(len = 3)]
fn set(
    heap: &mut IndexedHeap<3>,
    #[glassbox(values = 0..3)] item: usize,
    #[glassbox(values = 0..3)] priority: u8,
) -> bool {
    let mut expected: [Option<u8>; 3] = std::array::from_fn(|item| heap.priority(item));
    expected[item] = Some(priority);
    heap.set(item, priority);
    std::array::from_fn(|item| heap.priority(item)) == expected
}

#[glassbox::check(len = 3)]
fn pop(heap: &mut IndexedHeap<3>) -> bool {
    let mut expected: [Option<u8>; 3] = std::array::from_fn(|item| heap.priority(item));
    let least = expected.iter().flatten().min().copied();
    let first = heap.pop().and_then(|item| expected[item].take());
    first == least && std::array::from_fn(|item| heap.priority(item)) == expected
}
