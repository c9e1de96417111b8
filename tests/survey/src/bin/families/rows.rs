//! The families of structures, each with two planted bugs.

/// A family of structures: a subject.
#[derive(Debug)]
pub(crate) struct Family {
    /// Name of the subject.
    pub(crate) package: &'static str,
    /// The type that `init` is asked for.
    pub(crate) type_name: &'static str,
    /// Features that plant a bug each.
    pub(crate) bugs: [&'static str; 2],
}

const fn family(package: &'static str, type_name: &'static str, bugs: [&'static str; 2]) -> Family {
    Family { package, type_name, bugs }
}

/// All families.
pub(crate) const FAMILIES: [Family; 16] = [
    family("uninit-ring", "Ring", ["bug-push-forgets-to-wrap", "bug-pop-keeps-head"]),
    family("gap-buffer", "GapBuffer", ["bug-delete-misses-start", "bug-grow-keeps-gap"]),
    family("slab", "Slab", ["bug-insert-keeps-free", "bug-remove-twice"]),
    family("generational-arena", "Arena", ["bug-remove-keeps-generation", "bug-remove-ignores-generation"]),
    family("arena-tree", "Tree", ["bug-find-goes-wrong-way", "bug-remove-leaks-slot"]),
    family("sparse-set", "SparseSet", ["bug-remove-forgets-moved", "bug-contains-trusts-sparse"]),
    family("indexed-heap", "IndexedHeap", ["bug-swap-forgets-place", "bug-change-only-rises"]),
    family("union-find", "UnionFind", ["bug-find-cuts-path", "bug-union-forgets-rank"]),
    family("trie", "Trie", ["bug-remove-leaves-branch", "bug-insert-forgets-end"]),
    family("b-tree", "Tree", ["bug-insert-puts-key-last", "bug-merge-drops-separator"]),
    family("open-addressing", "Table", ["bug-remove-empties-slot", "bug-insert-takes-first-slot"]),
    family("hashed-cache", "Cache", ["bug-get-keeps-order", "bug-put-forgets-index"]),
    family("interner", "Interner", ["bug-intern-twice", "bug-intern-numbers-from-one"]),
    family("small-vector", "SmallVec", ["bug-push-loses-inline", "bug-pop-keeps-len"]),
    family("graph", "Graph", ["bug-connect-one-way", "bug-remove-forgets-back-edge"]),
    family("shared-tree", "Tree", ["bug-add-owns-parent", "bug-adopt-forgets-parent"]),
];

#[cfg(test)]
mod tests {
    use std::fs;

    use glassbox_states::repository;

    use super::*;

    #[test]
    fn every_bug_is_a_feature_of_its_subject() {
        for family in &FAMILIES {
            let manifest = repository().join("subjects").join(family.package).join("Cargo.toml");
            let manifest = fs::read_to_string(manifest).expect("a manifest");
            for bug in family.bugs {
                assert!(manifest.contains(&format!("\n{bug} = [")), "{}: {bug}", family.package);
            }
        }
    }
}
