//! Subjects that are counted, and published counts.

use glassbox_engine::result::Bounds;
use glassbox_engine::search::Strategy;

/// A subject with the operations that are counted together.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) package: &'static str,
    /// The bound that grows.
    pub(crate) bound: &'static str,
    /// Bounds that stay.
    pub(crate) fixed: &'static [(&'static str, u32)],
    /// Number of positions in a structure of some bound, if that is simple.
    pub(crate) positions: Option<fn(u32) -> f64>,
    /// The ends of the checks' paths.
    pub(crate) checks: &'static [&'static str],
    /// Runs that Darga and Boyapati published in 2006, for the bound 1, 2, 3 and so on.
    pub(crate) published: &'static [u64],
    /// Runs of a prototype in another language, in `paths` (and `tree`) and in `values`.
    pub(crate) prototype: [&'static [u64]; 2],
    /// The largest bounds for `paths` (and `tree`), `values` and `off` within seconds.
    pub(crate) most: [u32; 3],
    /// The same within minutes.
    pub(crate) full: [u32; 3],
    /// The bound at which all are compared.
    pub(crate) compared_at: u32,
}

impl Row {
    /// The values of the bound that grows. Above 16 they double.
    pub(crate) fn bounds(&self, strategy: Strategy, full: bool) -> impl Iterator<Item = u32> {
        let most = if full { self.full } else { self.most }[column(strategy)];
        (1..=most).filter(|bound| *bound <= 16 || bound.is_power_of_two())
    }

    /// All bounds.
    pub(crate) fn all_bounds(&self, bound: u32) -> Bounds {
        self.fixed.iter().copied().chain([(self.bound, bound)]).collect()
    }

    /// Published runs for a bound, if known.
    pub(crate) fn published_at(&self, bound: u32) -> Option<u64> {
        self.published.get(bound as usize - 1).copied()
    }

    /// Runs of the prototype for a bound, if known.
    pub(crate) fn prototype_at(&self, bound: u32, strategy: Strategy) -> Option<u64> {
        self.prototype.get(column(strategy))?.get(bound as usize - 1).copied()
    }
}

fn column(strategy: Strategy) -> usize {
    match strategy {
        Strategy::Paths | Strategy::Tree => 0,
        Strategy::Values => 1,
        Strategy::Off => 2,
    }
}

fn in_a_row(bound: u32) -> f64 {
    bound.into()
}

fn in_a_binary_tree(height: u32) -> f64 {
    f64::from(height).exp2() - 1.0
}

/// All rows.
pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "stack",
        package: "stack",
        bound: "height",
        fixed: &[],
        positions: Some(in_a_row),
        checks: &["push", "pop"],
        published: &[],
        prototype: [&[3, 3, 3, 3], &[4, 5, 5, 5]],
        most: [8, 8, 4],
        full: [128, 64, 5],
        compared_at: 6,
    },
    Row {
        name: "queue of two stacks",
        package: "queue",
        bound: "height",
        fixed: &[],
        positions: None,
        checks: &["linked_enqueue", "linked_dequeue"],
        published: &[],
        prototype: [&[4, 5, 6, 7, 8, 9, 10, 11], &[5, 7, 8, 9, 10, 11, 12, 13]],
        most: [8, 8, 5],
        full: [128, 64, 5],
        compared_at: 7,
    },
    Row {
        name: "heap in an array",
        package: "binary-heap",
        bound: "len",
        fixed: &[("capacity", 1)],
        positions: Some(in_a_row),
        checks: &["insert_if_room", "extract_min"],
        published: &[4, 7, 11, 17, 24, 34, 45, 57, 70, 86, 103, 122, 142, 165],
        prototype: [
            &[4, 7, 11, 17, 24, 34, 45, 57, 70, 86, 103, 122, 142, 165, 189, 213],
            &[4, 9, 33, 137, 603, 2659, 8846, 28977],
        ],
        most: [10, 5, 5],
        full: [14, 7, 6],
        compared_at: 7,
    },
    Row {
        name: "red-black tree, keys at positions only",
        package: "red-black-tree",
        bound: "height",
        fixed: &[("gaps", 0)],
        positions: Some(in_a_binary_tree),
        checks: &["get", "insert", "remove"],
        published: &[6, 28, 108, 366, 1094, 2968, 7524],
        prototype: [&[6, 28, 103, 314, 897, 2320, 5799, 13750], &[6, 30, 125, 492, 1814, 5824, 16961]],
        most: [6, 5, 3],
        full: [9, 6, 4],
        compared_at: 4,
    },
    Row {
        name: "red-black tree",
        package: "red-black-tree",
        bound: "height",
        fixed: &[],
        positions: None,
        checks: &["get", "insert", "remove"],
        published: &[],
        prototype: [&[12, 48, 143, 426, 1121, 2896, 6951], &[]],
        most: [6, 5, 3],
        full: [7, 6, 4],
        compared_at: 4,
    },
    Row {
        name: "AVL tree",
        package: "avl-tree",
        bound: "height",
        fixed: &[],
        positions: Some(in_a_binary_tree),
        checks: &["insert", "remove"],
        published: &[],
        prototype: [&[8, 39, 137, 451, 1421, 4487, 14073], &[10, 61, 334, 1747, 8818]],
        most: [5, 4, 3],
        full: [6, 5, 4],
        compared_at: 4,
    },
    Row {
        name: "directory tree",
        package: "directory-tree",
        bound: "height",
        fixed: &[],
        positions: Some(in_a_binary_tree),
        checks: &["lookup", "create", "mkdir", "unlink", "rmdir"],
        published: &[],
        prototype: [&[], &[]],
        most: [6, 5, 2],
        full: [10, 8, 3],
        compared_at: 3,
    },
    Row {
        name: "doubly linked list",
        package: "doubly-linked-list",
        bound: "height",
        fixed: &[],
        positions: None,
        checks: &["push_front", "push_back", "pop_front", "pop_back", "insert", "remove"],
        published: &[],
        prototype: [&[], &[]],
        most: [6, 6, 6],
        full: [6, 6, 6],
        compared_at: 6,
    },
    Row {
        name: "B-tree",
        package: "b-tree",
        bound: "height",
        fixed: &[],
        positions: None,
        checks: &["contains", "insert", "remove"],
        published: &[],
        prototype: [&[], &[]],
        most: [3, 2, 2],
        full: [3, 3, 3],
        compared_at: 3,
    },
    Row {
        name: "n-ary tree",
        package: "nary-tree",
        bound: "height",
        fixed: &[("len", 2), ("capacity", 1)],
        positions: None,
        checks: &["contains", "insert", "remove"],
        published: &[],
        prototype: [&[], &[]],
        most: [3, 2, 2],
        full: [3, 3, 2],
        compared_at: 2,
    },
    Row {
        name: "LRU cache",
        package: "lru-cache",
        bound: "height",
        fixed: &[],
        positions: None,
        checks: &["get", "put", "remove", "pop"],
        published: &[],
        prototype: [&[], &[]],
        most: [3, 3, 3],
        full: [3, 3, 3],
        compared_at: 3,
    },
];
