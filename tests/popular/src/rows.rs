//! The crates and types to measure.

/// A type of a published crate or of std.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its name here.
    pub(crate) name: &'static str,
    /// The crate; none for a type of std.
    pub(crate) package: Option<&'static str>,
    /// The path for `init --explore`.
    pub(crate) type_path: &'static str,
    /// Other features of the crate.
    pub(crate) features: &'static [&'static str],
}

const fn row(name: &'static str, package: &'static str, type_path: &'static str) -> Row {
    Row { name, package: Some(package), type_path, features: &[] }
}

const fn of_std(name: &'static str, type_path: &'static str) -> Row {
    Row { name, package: None, type_path, features: &[] }
}

/// All rows.
pub(crate) const ROWS: &[Row] = &[
    row("smallvec", "smallvec", "smallvec::SmallVec"),
    row("arrayvec", "arrayvec", "arrayvec::ArrayVec"),
    Row { features: &["alloc"], ..row("tinyvec", "tinyvec", "tinyvec::TinyVec") },
    row("indexmap", "indexmap", "indexmap::IndexMap"),
    row("hashbrown", "hashbrown", "hashbrown::HashMap"),
    row("slab", "slab", "slab::Slab"),
    row("slotmap", "slotmap", "slotmap::SlotMap"),
    row("lru", "lru", "lru::LruCache"),
    row("petgraph-graph", "petgraph", "petgraph::graph::Graph"),
    row("petgraph-stable", "petgraph", "petgraph::stable_graph::StableGraph"),
    row("petgraph-map", "petgraph", "petgraph::graphmap::GraphMap"),
    row("bitvec", "bitvec", "bitvec::vec::BitVec"),
    row("fixedbitset", "fixedbitset", "fixedbitset::FixedBitSet"),
    row("heapless-vec", "heapless", "heapless::Vec"),
    row("heapless-deque", "heapless", "heapless::Deque"),
    row("im", "im", "im::Vector"),
    row("imbl", "imbl", "imbl::OrdMap"),
    row("rpds", "rpds", "rpds::RedBlackTreeMap"),
    row("priority-queue", "priority-queue", "priority_queue::PriorityQueue"),
    row("linked-hash-map", "linked-hash-map", "linked_hash_map::LinkedHashMap"),
    row("hashlink", "hashlink", "hashlink::LinkedHashMap"),
    row("radix_trie", "radix_trie", "radix_trie::Trie"),
    row("bytes", "bytes", "bytes::BytesMut"),
    row("roaring", "roaring", "roaring::RoaringBitmap"),
    row("intrusive-collections", "intrusive-collections", "intrusive_collections::LinkedList"),
    row("generational-arena", "generational-arena", "generational_arena::Arena"),
    row("thunderdome", "thunderdome", "thunderdome::Arena"),
    row("dashmap", "dashmap", "dashmap::DashMap"),
    Row { features: &["collections"], ..row("bumpalo", "bumpalo", "bumpalo::Bump") },
    row("typed-arena", "typed-arena", "typed_arena::Arena"),
    row("vec_map", "vec_map", "vec_map::VecMap"),
    row("ringbuf", "ringbuf", "ringbuf::HeapRb"),
    row("circular-buffer", "circular-buffer", "circular_buffer::FixedCircularBuffer"),
    of_std("std-vec-deque", "std::collections::VecDeque"),
    of_std("std-btree-map", "std::collections::BTreeMap"),
    of_std("std-linked-list", "std::collections::LinkedList"),
    of_std("std-binary-heap", "std::collections::BinaryHeap"),
    of_std("std-hash-map", "std::collections::HashMap"),
    of_std("std-string", "std::string::String"),
];
