//! A set of small numbers: `dense` has them in any order, and `sparse` says where each is. Places of other numbers mean nothing.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A set of numbers below `N`.
#[derive(Clone, Debug, Structure)]
pub struct SparseSet<const N: usize> {
    /// The numbers.
    #[glassbox(domain(usize = 0..N))]
    dense: Vec<usize>,
    /// Where they are in `dense`.
    #[glassbox(domain(usize = 0..N))]
    sparse: [usize; N],
}

impl<const N: usize> Default for SparseSet<N> {
    fn default() -> Self {
        Self { dense: Vec::new(), sparse: [0; N] }
    }
}

impl<const N: usize> SparseSet<N> {
    /// Whether a number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        let Some(&place) = self.sparse.get(number) else { return false };
        if cfg!(feature = "bug-contains-trusts-sparse") {
            return place < self.dense.len();
        }
        self.dense.get(place) == Some(&number)
    }

    /// Adds a number; says whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        if number >= N || self.contains(number) {
            return false;
        }
        self.sparse[number] = self.dense.len();
        self.dense.push(number);
        true
    }

    /// Removes a number; says whether it was there. The last one takes its place.
    pub fn remove(&mut self, number: usize) -> bool {
        if !self.contains(number) {
            return false;
        }
        let place = self.sparse[number];
        self.dense.swap_remove(place);
        if let Some(&moved) = self.dense.get(place)
            && !cfg!(feature = "bug-remove-forgets-moved")
        {
            self.sparse[moved] = place;
        }
        true
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.dense.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.dense.is_empty()
    }
}

impl<const N: usize> Invariant for SparseSet<N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let is_right = |(place, number): (usize, &usize)| self.sparse[*number] == place;
        ensure(self.dense.iter().enumerate().all(is_right), "a number is at another place")
    }
}

#[glassbox::check(len = 3)]
fn insert(
    set: &mut SparseSet<3>,
    #[glassbox(values = 0..3)] number: usize,
    #[glassbox(values = 0..5)] other: usize,
) -> bool {
    let (had, has_other, len) = (set.contains(number), set.contains(other), set.len());
    set.insert(number) != had
        && set.contains(number)
        && set.len() == len + usize::from(!had)
        && !set.is_empty()
        && (other == number || set.contains(other) == has_other)
}

#[glassbox::check(len = 3)]
fn remove(
    set: &mut SparseSet<3>,
    #[glassbox(values = 0..3)] number: usize,
    #[glassbox(values = 0..5)] other: usize,
) -> bool {
    let (had, has_other, len) = (set.contains(number), set.contains(other), set.len());
    set.remove(number) == had
        && !set.contains(number)
        && set.len() == len - usize::from(had)
        && set.is_empty() == set.dense.is_empty()
        && (other == number || set.contains(other) == has_other)
        && (other < 3 || !has_other)
}
