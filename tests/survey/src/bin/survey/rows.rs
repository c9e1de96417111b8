//! The crates and types to measure.

use std::fs;
use std::path::Path;

/// A type of a published crate or of std.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Its name here.
    pub(crate) name: String,
    /// The crate; none for a type of std.
    pub(crate) package: Option<String>,
    /// The versions of the crate that may be taken, as in a manifest.
    pub(crate) requirement: String,
    /// The argument of `init --explore`: the path of a type, or the name of the crate.
    pub(crate) explored: String,
    /// Other features of the crate.
    pub(crate) features: &'static [&'static str],
}

/// The crates of a file.
pub(crate) fn listed(list: &Path) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
    parsed(&text).map_err(|error| format!("{}: {error}", list.display()))
}

/// The crates of a list: lines with a name and a version. Lines that begin with `#` are comments.
pub(crate) fn parsed(text: &str) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [name, version] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(format!("`{line}` is not a name and a version"));
        };
        if rows.iter().any(|row| row.name == name) {
            return Err(format!("`{name}` is there twice"));
        }
        rows.push(Row {
            name: name.to_owned(),
            package: Some(name.to_owned()),
            requirement: format!("={version}"),
            explored: name.replace('-', "_"),
            features: &[],
        });
    }
    Ok(rows)
}

/// The types of popular crates, in their newest versions, and those of std.
pub(crate) fn popular() -> Vec<Row> {
    let rows = POPULAR.iter().map(|(name, package, explored, features)| Row {
        name: (*name).to_owned(),
        package: package.map(str::to_owned),
        requirement: "*".to_owned(),
        explored: (*explored).to_owned(),
        features,
    });
    rows.collect()
}

/// A name, the crate, the type, and features of the crate.
type Popular = (&'static str, Option<&'static str>, &'static str, &'static [&'static str]);

const POPULAR: &[Popular] = &[
    ("smallvec", Some("smallvec"), "smallvec::SmallVec", &[]),
    ("arrayvec", Some("arrayvec"), "arrayvec::ArrayVec", &[]),
    ("tinyvec", Some("tinyvec"), "tinyvec::TinyVec", &["alloc"]),
    ("indexmap", Some("indexmap"), "indexmap::IndexMap", &[]),
    ("hashbrown", Some("hashbrown"), "hashbrown::HashMap", &[]),
    ("slab", Some("slab"), "slab::Slab", &[]),
    ("slotmap", Some("slotmap"), "slotmap::SlotMap", &[]),
    ("lru", Some("lru"), "lru::LruCache", &[]),
    ("petgraph-graph", Some("petgraph"), "petgraph::graph::Graph", &[]),
    ("petgraph-stable", Some("petgraph"), "petgraph::stable_graph::StableGraph", &[]),
    ("petgraph-map", Some("petgraph"), "petgraph::graphmap::GraphMap", &[]),
    ("bitvec", Some("bitvec"), "bitvec::vec::BitVec", &[]),
    ("fixedbitset", Some("fixedbitset"), "fixedbitset::FixedBitSet", &[]),
    ("heapless-vec", Some("heapless"), "heapless::Vec", &[]),
    ("heapless-deque", Some("heapless"), "heapless::Deque", &[]),
    ("im", Some("im"), "im::Vector", &[]),
    ("imbl", Some("imbl"), "imbl::OrdMap", &[]),
    ("rpds", Some("rpds"), "rpds::RedBlackTreeMap", &[]),
    ("priority-queue", Some("priority-queue"), "priority_queue::PriorityQueue", &[]),
    ("linked-hash-map", Some("linked-hash-map"), "linked_hash_map::LinkedHashMap", &[]),
    ("hashlink", Some("hashlink"), "hashlink::LinkedHashMap", &[]),
    ("radix_trie", Some("radix_trie"), "radix_trie::Trie", &[]),
    ("bytes", Some("bytes"), "bytes::BytesMut", &[]),
    ("roaring", Some("roaring"), "roaring::RoaringBitmap", &[]),
    ("intrusive-collections", Some("intrusive-collections"), "intrusive_collections::LinkedList", &[]),
    ("generational-arena", Some("generational-arena"), "generational_arena::Arena", &[]),
    ("thunderdome", Some("thunderdome"), "thunderdome::Arena", &[]),
    ("dashmap", Some("dashmap"), "dashmap::DashMap", &[]),
    ("bumpalo", Some("bumpalo"), "bumpalo::Bump", &["collections"]),
    ("typed-arena", Some("typed-arena"), "typed_arena::Arena", &[]),
    ("vec_map", Some("vec_map"), "vec_map::VecMap", &[]),
    ("ringbuf", Some("ringbuf"), "ringbuf::HeapRb", &[]),
    ("circular-buffer", Some("circular-buffer"), "circular_buffer::FixedCircularBuffer", &[]),
    ("std-vec-deque", None, "std::collections::VecDeque", &[]),
    ("std-btree-map", None, "std::collections::BTreeMap", &[]),
    ("std-linked-list", None, "std::collections::LinkedList", &[]),
    ("std-binary-heap", None, "std::collections::BinaryHeap", &[]),
    ("std-hash-map", None, "std::collections::HashMap", &[]),
    ("std-string", None, "std::string::String", &[]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (at, (name, ..)) in POPULAR.iter().enumerate() {
            assert!(POPULAR[..at].iter().all(|(earlier, ..)| earlier != name), "{name}");
        }
    }

    #[test]
    fn a_list_has_names_and_versions() {
        let rows = parsed("# Some\nbit-set 0.11.1\n\navl 0.8.0\n").expect("a list");
        assert_eq!((rows[0].explored.as_str(), rows[0].requirement.as_str()), ("bit_set", "=0.11.1"));
        assert_eq!(rows.len(), 2);
        assert_eq!(parsed("avl").unwrap_err(), "`avl` is not a name and a version");
        assert_eq!(parsed("a 1\na 2").unwrap_err(), "`a` is there twice");
    }
}
