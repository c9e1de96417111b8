//! Disjoint sets: each element leads to another of its set, and at the end to the one that stands for all.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

mod checks;

/// A partition of the numbers below `N`.
#[derive(Clone, Debug, PartialEq, Eq, glassbox::Structure)]
pub struct UnionFind<const N: usize> {
    /// Where an element leads; the one that stands for its set leads to itself.
    #[glassbox(domain(usize = 0..N))]
    parents: [usize; N],
    /// An upper bound of the length of the paths that lead to an element. It grows along every path.
    #[glassbox(domain(u8 = 0..=highest_rank(N)))]
    ranks: [u8; N],
}

impl<const N: usize> UnionFind<N> {
    /// Every number is alone.
    pub fn new() -> Self {
        Self { parents: std::array::from_fn(|element| element), ranks: [0; N] }
    }

    /// The element that stands for the set; all elements on the way lead to their grandparents afterwards.
    pub fn find(&mut self, mut element: usize) -> usize {
        while self.parents[element] != element {
            let parent = self.parents[element];
            if cfg!(feature = "bug-find-stops-at-parent") {
                return parent;
            }
            let above = if cfg!(feature = "bug-find-cuts-path") { element } else { self.parents[parent] };
            self.parents[element] = above;
            if cfg!(feature = "bug-find-turns-path") {
                self.parents[parent] = element;
            }
            if !cfg!(feature = "bug-find-never-climbs") {
                element = parent;
            }
        }
        element
    }

    /// Whether two elements are in the same set.
    pub fn same(&mut self, a: usize, b: usize) -> bool {
        if cfg!(feature = "bug-same-compares-parents") {
            return self.parents[a] == self.parents[b];
        }
        self.find(a) == self.find(b)
    }

    /// Makes one set of two; says whether they were different.
    pub fn union(&mut self, a: usize, b: usize) -> bool {
        let element = b;
        let (a, b) = (self.find(a), self.find(b));
        if a == b && !cfg!(feature = "bug-union-forgets-same") {
            return false;
        }
        // The lower one goes below the higher one, so that paths grow only if both are equal.
        let a_is_low = self.ranks[a] < self.ranks[b] || cfg!(feature = "bug-union-ignores-rank");
        let (low, high) = if a_is_low { (a, b) } else { (b, a) };
        let low = if cfg!(feature = "bug-union-moves-element") && low == b { element } else { low };
        self.parents[low] = high;
        let equal = self.ranks[low] == self.ranks[high] && !cfg!(feature = "bug-union-forgets-rank");
        if equal || cfg!(feature = "bug-union-always-raises-rank") {
            self.ranks[if cfg!(feature = "bug-union-raises-wrong-rank") { low } else { high }] += 1;
        }
        !cfg!(feature = "bug-union-always-says-same")
    }
}

/// A set has at least 2^r elements if r is the rank of the one that stands for it.
#[expect(clippy::cast_possible_truncation, reason = "the logarithm of a number of 64 bits")]
const fn highest_rank(elements: usize) -> u8 {
    elements.ilog2() as u8
}

impl<const N: usize> Default for UnionFind<N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
