//! The subjects, and the bounds of their checks.

/// A subject whose mutants are decided.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) package: &'static str,
    /// Bounds of its checks.
    pub(crate) bounds: &'static [(&'static str, u32)],
    /// Operations are run natively in states up to this size, which all are within the bounds.
    pub(crate) most: usize,
    /// The most operations of a native run.
    pub(crate) length: usize,
}

const fn row(package: &'static str, bounds: &'static [(&'static str, u32)], most: usize, length: usize) -> Row {
    Row { package, bounds, most, length }
}

/// All of them. The exploration of each is in `beside/`.
pub(crate) const ROWS: &[Row] = &[
    row("arena-tree", &[("len", 2)], 2, 5),
    row("avl-tree", &[("height", 2)], 3, 5),
    row("b-tree", &[("height", 2)], 3, 6),
    row("binary-heap", &[("len", 3)], 3, 7),
    row("directory-tree", &[("height", 2)], 2, 3),
    row("doubly-linked-list", &[("height", 3)], 3, 4),
    row("enum-tree", &[("height", 2)], 2, 5),
    row("file-system", &[], 9, 3),
    row("gap-buffer", &[("len", 3)], 3, 7),
    row("generational-arena", &[("len", 2)], 2, 6),
    row("graph", &[("len", 2)], 9, 4),
    row("hashed-cache", &[("len", 2)], 2, 5),
    row("indexed-heap", &[("len", 3)], 3, 4),
    row("interner", &[("len", 2)], 2, 6),
    row("lru-cache", &[("height", 2)], 2, 4),
    row("nary-tree", &[("height", 2), ("len", 2)], 7, 4),
    row("open-addressing", &[], 4, 5),
    row("queue", &[("len", 3), ("height", 3)], 3, 9),
    row("red-black-tree", &[("height", 2)], 3, 5),
    row("ring-buffer", &[], 3, 6),
    row("singly-linked-list", &[("height", 3)], 3, 4),
    row("slab", &[("len", 2)], 2, 6),
    row("small-vector", &[("len", 3)], 3, 9),
    row("sparse-set", &[("len", 3)], 3, 6),
    row("stack", &[("height", 2)], 2, 8),
    row("trie", &[("height", 3)], 7, 4),
    row("uninit-ring", &[], 3, 9),
    row("union-find", &[], 9, 4),
];
