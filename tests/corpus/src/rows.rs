//! The bugs, and their known results.

/// A bug in a published crate.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the bug by itself")]
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
    /// Whether it is one of the further bugs, outside the benchmark.
    pub(crate) is_further: bool,
    /// Whether the crate is used with its default features.
    pub(crate) default_features: bool,
    /// Other features of it.
    pub(crate) features: &'static [&'static str],
    /// Other dependencies of the harness, as lines of a manifest.
    pub(crate) other_dependencies: &'static [&'static str],
    /// Whether debug assertions are on, with those of std. If not, the note has the reason.
    pub(crate) debug_assertions: bool,
    /// Whether callbacks panic: the option `--panics`.
    pub(crate) panics: bool,
    /// Part of the compiler's message, if the types of the fixed version do not allow what the harness does.
    pub(crate) refused: Option<&'static str>,
    /// Part of the expected message.
    pub(crate) message: &'static str,
    /// An operation or a constructor that must be in the history.
    pub(crate) through: &'static str,
    /// Number of operations of a shortest history.
    pub(crate) operations: usize,
    /// The reason why it is not found, if it is known not to be.
    pub(crate) missed: Option<&'static str>,
    /// The reason why the fixed version is not clean, if it is known not to be.
    pub(crate) not_clean: Option<&'static str>,
    /// A remark.
    pub(crate) note: Option<&'static str>,
}

impl Row {
    /// Whether the newest release has the bug.
    pub(crate) fn is_unfixed(&self) -> bool {
        self.fixed.is_empty()
    }
}

/// Defaults of a row.
const ROW: Row = Row {
    name: "",
    harness: "",
    package: "",
    buggy: "",
    fixed: "",
    is_further: false,
    default_features: true,
    features: &[],
    other_dependencies: &[],
    debug_assertions: true,
    panics: false,
    refused: None,
    message: "",
    through: "",
    operations: 0,
    missed: None,
    not_clean: None,
    note: None,
};

/// Defaults of a bug outside the benchmark.
const FURTHER: Row = Row { is_further: true, ..ROW };

/// Defaults of a bug that needs a callback that panics.
const PANICS: Row = Row { panics: true, ..FURTHER };

/// All rows.
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
    // Ranges that touch stay apart.
    Row {
        name: "rangemap",
        harness: "rangemap",
        package: "rangemap",
        buggy: "0.1.8",
        fixed: "1.0.3",
        message: "law",
        through: "insert",
        operations: 3,
        note: Some("0.1.9 repairs `insert`; `gaps` is wrong until 1.0.3"),
        ..FURTHER
    },
    // `gaps` gives one between ranges that touch.
    Row {
        name: "rangemap-inclusive",
        harness: "rangemap-inclusive",
        package: "rangemap",
        buggy: "1.0.1",
        fixed: "1.0.2",
        message: "panicked",
        through: "gaps",
        operations: 3,
        ..FURTHER
    },
    // Maps are equal that differ in the ends of their ranges.
    Row {
        name: "rangemap-pair",
        harness: "rangemap-pair",
        package: "rangemap",
        buggy: "1.3.0",
        fixed: "1.3.1",
        message: "law",
        through: "insert",
        operations: 2,
        ..FURTHER
    },
    // The same, of ranges that contain their end.
    Row {
        name: "rangemap-inclusive-pair",
        harness: "rangemap-inclusive-pair",
        package: "rangemap",
        buggy: "1.7.0",
        fixed: "1.7.1",
        message: "law",
        through: "insert",
        operations: 2,
        ..FURTHER
    },
    // `retain` counts too few.
    Row {
        name: "generational-arena",
        harness: "generational-arena",
        package: "generational-arena",
        buggy: "0.2.6",
        fixed: "0.2.7",
        message: "law",
        through: "retain",
        operations: 3,
        note: Some(
            "without `drain`, after which the number of elements is wrong in 0.2.7, too; `clear` gives indices out again in both",
        ),
        ..FURTHER
    },
    // The key and the value that make room are lost.
    Row {
        name: "lru-put",
        harness: "lru-put",
        package: "lru",
        buggy: "0.5.0",
        fixed: "0.5.1",
        message: "leaked",
        through: "put",
        operations: 2,
        note: Some(
            "without `clear` and `resize`, which lose values until 0.6.3, and capacity 0, which is a row of its own",
        ),
        ..FURTHER
    },
    // A cache without capacity uses what is not there.
    Row {
        name: "lru-capacity",
        harness: "lru-capacity",
        package: "lru",
        buggy: "0.5.2",
        fixed: "0.5.3",
        message: "uninitialised",
        through: "put",
        operations: 1,
        note: Some("without `clear` and `resize`, which lose values until 0.6.3"),
        ..FURTHER
    },
    // `pop` loses the key.
    Row {
        name: "lru-keys",
        harness: "lru-keys",
        package: "lru",
        buggy: "0.6.3",
        fixed: "0.6.4",
        message: "leaked",
        through: "pop",
        operations: 2,
        ..FURTHER
    },
    // The iterator may outlive the entries: its lifetime has nothing to do with that of the cache.
    Row {
        name: "lru-iter",
        harness: "lru-iter",
        package: "lru",
        buggy: "0.7.0",
        fixed: "0.7.1",
        refused: Some("borrowed data escapes"),
        message: "after free",
        through: "next",
        operations: 4,
        ..FURTHER
    },
    // Free slots are in no list.
    Row {
        name: "slab-from-iter",
        harness: "slab-from-iter",
        package: "slab",
        buggy: "0.4.3",
        fixed: "0.4.4",
        message: "panicked",
        through: "from_iter",
        operations: 2,
        ..FURTHER
    },
    // A key without values has no first one.
    Row {
        name: "multimap",
        harness: "multimap",
        package: "multimap",
        buggy: "0.8.3",
        fixed: "0.9.1",
        message: "panicked",
        through: "pop_of_vec",
        operations: 2,
        ..FURTHER
    },
    // `shrink_to_fit` hashes with a hasher that is none.
    Row {
        name: "hashlink",
        harness: "hashlink",
        package: "hashlink",
        buggy: "0.7.0",
        fixed: "0.9.0",
        message: "panicked",
        through: "shrink_to_fit",
        operations: 2,
        note: Some("0.8.0 repairs `shrink_to_fit`; `reserve` panics in the same way until 0.9.0"),
        ..FURTHER
    },
    // `remove_subtree` leaves nodes.
    Row {
        name: "indextree",
        harness: "indextree",
        package: "indextree",
        buggy: "4.3.1",
        fixed: "4.4.0",
        message: "law",
        through: "remove_subtree",
        operations: 1,
        note: Some("without `prepend` of the first child, which panics in 4.4.0, too"),
        ..FURTHER
    },
    // The last child is lost when it is appended again.
    Row {
        name: "ego-tree",
        harness: "ego-tree",
        package: "ego-tree",
        buggy: "0.9.0",
        fixed: "0.10.0",
        message: "law",
        through: "append_id",
        operations: 3,
        note: Some(
            "without `insert_id_before` and `insert_id_after` of what is there already, which lose nodes in 0.10.0, too",
        ),
        ..FURTHER
    },
    // An item that is pushed again does not rise.
    Row {
        name: "priority-queue-single",
        harness: "priority-queue-single",
        package: "priority-queue",
        buggy: "0.4.3",
        fixed: "0.4.5",
        message: "law",
        through: "push",
        operations: 5,
        ..FURTHER
    },
    // `remove` of a key that is not there panics.
    Row {
        name: "radix-trie-absent",
        harness: "radix-trie",
        package: "radix_trie",
        buggy: "0.1.3",
        fixed: "0.1.5",
        message: "panicked",
        through: "remove",
        operations: 2,
        note: Some("in 0.1.4 it removes others, which is a row of the benchmark"),
        ..FURTHER
    },
    // `insert_many` writes beyond the end if the iterator has more than it says.
    Row {
        name: "smallvec-1",
        harness: "smallvec-1",
        package: "smallvec",
        buggy: "1.6.0",
        fixed: "1.6.1",
        message: "panicked",
        through: "insert_many",
        operations: 2,
        ..FURTHER
    },
    // `keep_rest` moves nothing if there is no place inline.
    Row {
        name: "smallvec-drain-filter",
        harness: "smallvec-drain-filter",
        package: "smallvec",
        buggy: "1.15.1",
        fixed: "1.15.2",
        features: &["drain_keep_rest"],
        message: "after free",
        through: "keep_rest",
        operations: 3,
        ..FURTHER
    },
    // `remove_prefix` removes keys without the prefix, and does not count.
    Row {
        name: "qp-trie",
        harness: "qp-trie",
        package: "qp-trie",
        buggy: "0.7.5",
        fixed: "0.7.6",
        message: "law",
        through: "remove_prefix",
        operations: 2,
        note: Some("without `entry` and `clear`, which do not count in 0.7.6, either"),
        ..FURTHER
    },
    // Ids without values.
    Row {
        name: "id-map",
        harness: "id-map",
        package: "id-map",
        buggy: "0.2.1",
        fixed: "0.2.2",
        message: "uninitialised",
        through: "from_iter",
        operations: 0,
        note: Some("without `into_iter` where the first id is not 0, which panics in 0.2.2, too"),
        ..FURTHER
    },
    // Elements are still there after `clear`.
    Row {
        name: "stable-vec-inline",
        harness: "stable-vec-inline",
        package: "stable-vec",
        buggy: "0.4.0",
        fixed: "0.4.1",
        debug_assertions: false,
        message: "law",
        through: "clear",
        operations: 2,
        note: Some(
            "without debug assertions, and `insert` only into holes: `get` breaks a precondition of std in 0.4.0, too, and `insert` beyond the end is not seen by iterators; both would be found first",
        ),
        ..FURTHER
    },
    // Columns without rows.
    Row {
        name: "grid",
        harness: "grid",
        package: "grid",
        buggy: "0.8.0",
        fixed: "0.8.1",
        message: "law",
        through: "init",
        operations: 0,
        ..FURTHER
    },
    // A capacity is not looked at.
    Row {
        name: "sized-chunks",
        harness: "sized-chunks",
        package: "sized-chunks",
        buggy: "0.6.2",
        fixed: "0.6.3",
        other_dependencies: &["typenum = \"1\""],
        message: "where no block begins",
        through: "unit",
        operations: 0,
        ..FURTHER
    },
    // What was drained is still there if the iterator is forgotten.
    Row {
        name: "http",
        harness: "http",
        package: "http",
        buggy: "0.1.19",
        fixed: "0.1.20",
        message: "panicked",
        through: "drain_and_forget",
        operations: 2,
        ..FURTHER
    },
    // A range goes beyond its end.
    Row {
        name: "im-ordmap",
        harness: "im-ordmap",
        package: "im",
        buggy: "15.0.0",
        fixed: "15.1.0",
        message: "panicked",
        through: "insert",
        operations: 1,
        ..FURTHER
    },
    // An interval that is removed stays, with its end before its start.
    Row {
        name: "roaring",
        harness: "roaring",
        package: "roaring",
        buggy: "0.11.4",
        fixed: "0.12.0",
        message: "panicked",
        through: "remove_smallest",
        operations: 3,
        ..FURTHER
    },
    // `remove_node` leaves edges.
    Row {
        name: "petgraph-graph-map",
        harness: "petgraph-graph-map",
        package: "petgraph",
        buggy: "0.5.1",
        fixed: "0.6.0",
        message: "law",
        through: "remove_node",
        operations: 2,
        ..FURTHER
    },
    // Edges are lost when the matrix grows.
    Row {
        name: "petgraph-matrix",
        harness: "petgraph-matrix",
        package: "petgraph",
        buggy: "0.5.1",
        fixed: "0.6.0",
        features: &["matrix_graph"],
        message: "law",
        through: "add_edge",
        operations: 2,
        note: Some(
            "without `remove_node`, which counts wrong in the newest release, too, and `has_edge` of edges that are not there, which panics in 0.5.1",
        ),
        ..FURTHER
    },
    // The box points to what was freed.
    Row {
        name: "bitvec",
        harness: "bitvec",
        package: "bitvec",
        buggy: "0.17.3",
        fixed: "0.17.4",
        message: "after free",
        through: "become_boxed_and_back",
        operations: 2,
        not_clean: Some("operations decide by an address as a number, so the verdict is UNKNOWN"),
        note: Some("without boxes that are empty, which break a precondition of std in 0.17.4, too"),
        ..FURTHER
    },
    // `remove` panics.
    Row {
        name: "skiplist",
        harness: "skiplist",
        package: "skiplist",
        buggy: "0.3.0",
        fixed: "0.4.0",
        message: "panicked",
        through: "remove",
        operations: 4,
        missed: Some("`new` asks the system for random numbers, which there are none of in the machine"),
        not_clean: Some("it does not build for the machine, for the same reason"),
        ..FURTHER
    },
    // `remove` does not let the last item rise; seven items are needed.
    Row {
        name: "priority-queue-seven",
        harness: "priority-queue-seven",
        package: "priority-queue",
        buggy: "1.0.3",
        fixed: "1.0.5",
        message: "panicked",
        through: "remove",
        operations: 2,
        ..FURTHER
    },
    // The same, in another crate.
    Row {
        name: "keyed-priority-queue",
        harness: "keyed-priority-queue",
        package: "keyed_priority_queue",
        buggy: "0.3.1",
        fixed: "0.3.2",
        message: "panicked",
        through: "remove",
        operations: 2,
        ..FURTHER
    },
    // Maps that differ in a second leaf are equal; 17 entries are needed.
    Row {
        name: "imbl-ordmap",
        harness: "imbl-ordmap",
        package: "imbl",
        buggy: "7.0.1",
        fixed: "7.0.2",
        message: "law",
        through: "insert",
        operations: 1,
        ..FURTHER
    },
    // A drop that panics in `clear` leaves the elements that were dropped.
    Row {
        name: "panic-thin-vec",
        harness: "panic-thin-vec",
        package: "thin-vec",
        buggy: "0.2.15",
        fixed: "0.2.16",
        message: "dropped twice",
        through: "clear",
        operations: 1,
        ..PANICS
    },
    // A drop that panics in `truncate_back` leaves the elements that were dropped.
    Row {
        name: "panic-circular-buffer",
        harness: "panic-circular-buffer",
        package: "circular-buffer",
        buggy: "2.0.0",
        fixed: "2.0.1",
        message: "dropped twice",
        through: "truncate_back",
        operations: 1,
        ..PANICS
    },
    // A drop that panics in `clear` leaves the elements that were dropped. Not repaired in the newest release.
    Row {
        name: "panic-sized-chunks",
        harness: "panic-sized-chunks",
        package: "sized-chunks",
        buggy: "0.7.0",
        message: "dropped twice",
        through: "clear",
        operations: 1,
        ..PANICS
    },
    // `clone` counts elements that were not yet cloned.
    Row {
        name: "panic-sized-chunks-clone",
        harness: "panic-sized-chunks-clone",
        package: "sized-chunks",
        buggy: "0.6.2",
        fixed: "0.6.3",
        other_dependencies: &["typenum = \"1\""],
        message: "uninitialised",
        through: "clone_and_swap",
        operations: 1,
        note: Some("drops do not panic here: `clear` is wrong in all releases, which is the row before"),
        ..PANICS
    },
    // `clone_from` drops an element that was not yet cloned.
    Row {
        name: "panic-hashbrown",
        harness: "panic-hashbrown",
        package: "hashbrown",
        buggy: "0.14.3",
        fixed: "0.14.5",
        default_features: false,
        message: "uninitialised",
        through: "clone_from",
        operations: 1,
        ..PANICS
    },
    // If the drop of a key panics, `pop` leaves links to the entry.
    Row {
        name: "panic-lru",
        harness: "panic-lru",
        package: "lru",
        buggy: "0.18.1",
        fixed: "0.18.2",
        message: "after free",
        through: "pop",
        operations: 3,
        ..PANICS
    },
    // A drop that panics in `clear` leaves links to the entries. Not repaired in the newest release.
    Row {
        name: "panic-linked-hash-map",
        harness: "panic-linked-hash-map",
        package: "linked-hash-map",
        buggy: "0.5.6",
        message: "after free",
        through: "clear",
        operations: 2,
        ..PANICS
    },
    // `insert_many` counts elements that are not there yet.
    Row {
        name: "panic-smallvec",
        harness: "panic-smallvec",
        package: "smallvec",
        buggy: "0.6.2",
        fixed: "0.6.3",
        message: "uninitialised",
        through: "insert_many",
        operations: 1,
        note: Some("without `grow`, which frees the elements until 0.6.10"),
        ..PANICS
    },
    // `insert_row` moves elements and leaves copies of them.
    Row {
        name: "panic-toodee",
        harness: "panic-toodee",
        package: "toodee",
        buggy: "0.2.4",
        fixed: "0.6.2",
        message: "dropped twice",
        through: "insert_row",
        operations: 1,
        note: Some(
            "0.3.0 repairs it, and has the bug of the next row, as all releases before 0.6.2; without `remove_col`, which reads beyond the end before 0.6.0",
        ),
        ..PANICS
    },
    // `insert_row` drops elements and leaves the number of rows as it was.
    Row {
        name: "panic-toodee-size",
        harness: "panic-toodee",
        package: "toodee",
        buggy: "0.6.1",
        fixed: "0.6.2",
        message: "out-of-bounds read",
        through: "insert_row",
        operations: 2,
        ..PANICS
    },
    // `insert_slice_clone` moves elements and leaves copies of them.
    Row {
        name: "panic-qwutils",
        harness: "panic-qwutils",
        package: "qwutils",
        buggy: "0.3.0",
        fixed: "0.3.1",
        message: "dropped twice",
        through: "insert_slice_clone",
        operations: 2,
        ..PANICS
    },
    // `insert_many` moves elements and leaves copies of them. Not repaired in the newest release.
    Row {
        name: "panic-insert-many",
        harness: "panic-insert-many",
        package: "insert_many",
        buggy: "0.1.1",
        message: "dropped twice",
        through: "insert_many",
        operations: 2,
        ..PANICS
    },
    // A value that the closure has dropped is still there. Not repaired in the newest release.
    Row {
        name: "panic-through",
        harness: "panic-through",
        package: "through",
        buggy: "0.1.0",
        message: "dropped twice",
        through: "replace",
        operations: 2,
        ..PANICS
    },
    // `remove` and `clear` drop the elements while the vector still has them. Not repaired in the newest release.
    Row {
        name: "panic-ordnung",
        harness: "panic-ordnung",
        package: "ordnung",
        buggy: "0.0.1",
        message: "dropped twice",
        through: "clear",
        operations: 1,
        missed: Some(
            "`Vec` packs its length and its capacity into a `usize` of 64 bits; in the machine it has 32 bits, and every constructor panics",
        ),
        ..PANICS
    },
    // `extend` trusts the length that an iterator reports.
    Row {
        name: "panic-stackvector",
        harness: "panic-stackvector",
        package: "stackvector",
        buggy: "1.0.8",
        fixed: "1.0.9",
        message: "out-of-bounds write",
        through: "extend",
        operations: 1,
        note: Some(
            "needs no panic: the iterator reports a wrong length; without `insert_many`, which trusts the length in 1.0.9, too",
        ),
        ..PANICS
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures in the README are those of the table, which `cargo xtask corpus` compares with what it finds.
    #[test]
    fn the_readme_has_the_figures_of_the_table() {
        let readme =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).expect("it is there");
        let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
        let (benchmark, others): (Vec<&Row>, Vec<&Row>) =
            ROWS.iter().partition(|row| !row.is_further && !row.is_unfixed());
        let is_all = benchmark.iter().all(|row| row.missed.is_none() && row.not_clean.is_none());
        assert!(is_all && benchmark.len() == 20 && readme.contains("finds all twenty bugs of the benchmark"));
        let found = others.iter().filter(|row| row.missed.is_none()).count();
        let further = format!("Of {} others it finds {found}.", others.len());
        assert!(readme.contains(&further), "not in the README: {further}");
    }
}
