//! The bugs, and what is known to become of them.

/// A bug in a published crate.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its name here.
    pub(crate) name: &'static str,
    /// The file with the operations, without its ending.
    pub(crate) harness: &'static str,
    /// The crate.
    pub(crate) package: &'static str,
    /// A version with the bug.
    pub(crate) buggy: &'static str,
    /// The first version in which the harness should find nothing; empty if there is none yet.
    pub(crate) fixed: &'static str,
    /// Whether the crate is used with its default features.
    pub(crate) default_features: bool,
    /// Whether debug assertions are on, with those of std. If not, the note says why.
    pub(crate) debug_assertions: bool,
    /// What the message must contain.
    pub(crate) message: &'static str,
    /// An operation that must be in the history.
    pub(crate) through: &'static str,
    /// How many operations a shortest history has.
    pub(crate) operations: usize,
    /// Why it is not found, if it is known not to be.
    pub(crate) missed: Option<&'static str>,
    /// What else there is to say.
    pub(crate) note: Option<&'static str>,
}

impl Row {
    /// Whether the newest release has the bug.
    pub(crate) fn is_unfixed(&self) -> bool {
        self.fixed.is_empty()
    }
}

/// Most rows are like this in what they do not say.
const ROW: Row = Row {
    name: "",
    harness: "",
    package: "",
    buggy: "",
    fixed: "",
    default_features: true,
    debug_assertions: true,
    message: "",
    through: "",
    operations: 0,
    missed: None,
    note: None,
};

/// All of them.
pub(crate) const ROWS: &[Row] = &[
    // `clear` and `clone` touch removed elements.
    Row {
        name: "stable-vec",
        harness: "stable-vec",
        package: "stable-vec",
        buggy: "0.3.0",
        fixed: "0.3.1",
        message: "double free",
        through: "clear",
        operations: 2,
        note: Some("without `extend`, after which the number of elements can be wrong in 0.3.2, too"),
        ..ROW
    },
    // `split_before` leaves a link to the nodes that are split off.
    Row {
        name: "intrusive-list",
        harness: "intrusive-list",
        package: "intrusive-collections",
        buggy: "0.10.0",
        fixed: "0.10.1",
        message: "after free",
        through: "split_before",
        operations: 3,
        ..ROW
    },
    // `drain` yields slots that are free.
    Row {
        name: "slotmap-hop-drain",
        harness: "slotmap-hop",
        package: "slotmap",
        buggy: "1.0.3",
        fixed: "1.0.5",
        message: "panicked",
        through: "drain",
        operations: 4,
        note: Some("1.0.4 repairs `drain` and not `retain`, which is the next row"),
        ..ROW
    },
    // `retain` visits slots that are free.
    Row {
        name: "slotmap-hop-retain",
        harness: "slotmap-hop",
        package: "slotmap",
        buggy: "1.0.4",
        fixed: "1.0.5",
        message: "uninitialised",
        through: "retain",
        operations: 4,
        ..ROW
    },
    // Elements are dropped twice.
    Row {
        name: "heapless-heap",
        harness: "heapless-heap",
        package: "heapless",
        buggy: "0.7.10",
        fixed: "0.7.11",
        default_features: false,
        message: "double free",
        through: "push",
        operations: 1,
        ..ROW
    },
    // `grow` to the capacity that it has frees the elements.
    Row {
        name: "smallvec",
        harness: "smallvec",
        package: "smallvec",
        buggy: "0.6.9",
        fixed: "0.6.10",
        message: "after free",
        through: "grow",
        operations: 2,
        ..ROW
    },
    // `remove_col` reads beyond the end.
    Row {
        name: "toodee",
        harness: "toodee",
        package: "toodee",
        buggy: "0.5.0",
        fixed: "0.6.0",
        message: "out-of-bounds read",
        through: "remove_col",
        operations: 1,
        ..ROW
    },
    // A copy of an iterator copies what was taken.
    Row {
        name: "heapless-vec",
        harness: "heapless-vec",
        package: "heapless",
        buggy: "0.6.0",
        fixed: "0.6.1",
        debug_assertions: false,
        message: "after free",
        through: "into_iter",
        operations: 2,
        note: Some("without debug assertions: `truncate` breaks a precondition of std in 0.6.1, too"),
        ..ROW
    },
    // A copy points to the texts of the original.
    Row {
        name: "string-interner",
        harness: "string-interner",
        package: "string-interner",
        buggy: "0.7.0",
        fixed: "0.7.1",
        message: "after free",
        through: "become_clone",
        operations: 2,
        ..ROW
    },
    // `get_disjoint_mut` reads slots that were never written.
    Row {
        name: "slab",
        harness: "slab",
        package: "slab",
        buggy: "0.4.10",
        fixed: "0.4.11",
        message: "uninitialised",
        through: "get_disjoint_mut",
        operations: 1,
        note: Some("`get2_mut` panics for keys beyond the end in 0.4.11, too"),
        ..ROW
    },
    // `append` of an empty vector writes beyond the end.
    Row {
        name: "thin-vec",
        harness: "thin-vec",
        package: "thincollections",
        buggy: "0.5.2",
        fixed: "0.5.3",
        debug_assertions: false,
        message: "out of bounds",
        through: "append",
        operations: 1,
        note: Some(
            "without debug assertions: `append` breaks a precondition of std in 0.5.3, too; some operations are left out",
        ),
        ..ROW
    },
    // `extend` drops a type without size twice.
    Row {
        name: "arrayvec",
        harness: "arrayvec",
        package: "arrayvec",
        buggy: "0.7.6",
        fixed: "0.7.7",
        message: "law",
        through: "extend",
        operations: 1,
        ..ROW
    },
    // `clear` and `resize` lose values.
    Row {
        name: "lru",
        harness: "lru",
        package: "lru",
        buggy: "0.6.2",
        fixed: "0.6.3",
        message: "leaked",
        through: "clear",
        operations: 2,
        ..ROW
    },
    // `clone_from` loses values.
    Row {
        name: "slotmap-clone-from",
        harness: "slotmap-clone-from",
        package: "slotmap",
        buggy: "1.0.7",
        fixed: "1.1.0",
        message: "leaked",
        through: "clone_from",
        operations: 2,
        ..ROW
    },
    // The focus takes an index one beyond the end.
    Row {
        name: "imbl-vector",
        harness: "imbl-vector",
        package: "imbl",
        buggy: "7.0.0",
        fixed: "7.0.1",
        message: "accepted",
        through: "focus_and_swap",
        operations: 1,
        ..ROW
    },
    // `extend_with_edges` does not see that a node is gone.
    Row {
        name: "petgraph-stable",
        harness: "petgraph-stable",
        package: "petgraph",
        buggy: "0.5.1",
        fixed: "0.6.0",
        message: "panicked",
        through: "extend_with_edges",
        operations: 3,
        ..ROW
    },
    // A new node has edges.
    Row {
        name: "petgraph-csr",
        harness: "petgraph-csr",
        package: "petgraph",
        buggy: "0.4.13",
        fixed: "0.5.0",
        message: "panicked",
        through: "add_node",
        operations: 2,
        ..ROW
    },
    // `remove` of a key that is not there removes others.
    Row {
        name: "radix-trie",
        harness: "radix-trie",
        package: "radix_trie",
        buggy: "0.1.4",
        fixed: "0.1.5",
        message: "law",
        through: "remove",
        operations: 2,
        ..ROW
    },
    // The greatest is wrong after `change_priority`.
    Row {
        name: "priority-queue",
        harness: "priority-queue",
        package: "priority-queue",
        buggy: "1.3.0",
        fixed: "1.3.1",
        message: "law",
        through: "change_priority",
        operations: 5,
        ..ROW
    },
    // `remove` panics.
    Row {
        name: "rb-tree",
        harness: "rb-tree",
        package: "rb_tree",
        buggy: "0.3.2",
        fixed: "0.3.5",
        message: "panicked",
        through: "remove",
        operations: 7,
        note: Some("0.3.3 and 0.3.4 panic after the same calls, on other lines"),
        ..ROW
    },
    // Not repaired in the newest release.
    Row {
        name: "aligned-vec",
        harness: "aligned-vec",
        package: "aligned-vec",
        buggy: "0.6.4",
        message: "free",
        through: "extend_from_slice",
        operations: 1,
        ..ROW
    },
    // `truncate` moves other entries out of their chains. Not repaired in the newest release.
    Row {
        name: "heapless-index-map",
        harness: "heapless-index-map",
        package: "heapless",
        buggy: "0.9.3",
        default_features: false,
        message: "law",
        through: "truncate",
        operations: 4,
        ..ROW
    },
    // What fails takes a free place and keeps it. Not repaired in the newest release.
    Row {
        name: "petgraph-stable-counts",
        harness: "petgraph-stable-counts",
        package: "petgraph",
        buggy: "0.8.3",
        message: "law",
        through: "try_add_edge",
        operations: 4,
        ..ROW
    },
];
