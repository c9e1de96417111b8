//! Bounds up to which every state of every check can be run, one by one.

use std::sync::Arc;

use glassbox_engine::result::Bounds;
use glassbox_vm::module::Module;

use crate::compare::Question;

/// Names and values of bounds.
type Sizes = &'static [(&'static str, u32)];

/// Size of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Takes seconds to minutes.
    Full,
    /// Takes less than a second.
    Quick,
}

/// The bounds of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The package.
    pub package: &'static str,
    full: Sizes,
    quick: Sizes,
    /// Checks, by the ends of their paths, that need other bounds: full ones and quick ones.
    except: &'static [(&'static str, Sizes, Sizes)],
    /// The most pairs of state and arguments of a check, full and quick. If there are more within the bounds, only some
    /// of the states are compared: where bounds are part of a type, there is no other way.
    most: [u32; 2],
    /// Checks that are left out, by the ends of their paths: they always panic, to show a state to a test.
    left_out: &'static [&'static str],
    /// Whether some of its checks are wrong on purpose, without a planted bug.
    pub is_wrong: bool,
}

impl Case {
    const fn new(package: &'static str, full: Sizes, quick: Sizes) -> Self {
        Self { package, full, quick, except: &[], most: [40_000, 1_000], left_out: &[], is_wrong: false }
    }

    /// The question for a check of this module; none if it is left out.
    pub fn question(&self, module: &Arc<Module>, path: &str, size: Size) -> Option<Question> {
        let name = path.rsplit("::").next().unwrap_or(path);
        if self.left_out.contains(&name) {
            return None;
        }
        let except = self.except.iter().find(|(check, ..)| *check == name);
        let (full, quick) = except.map_or((self.full, self.quick), |(_, full, quick)| (*full, *quick));
        let (bounds, most) = if size == Size::Full { (full, self.most[0]) } else { (quick, self.most[1]) };
        let bounds: Bounds = bounds.iter().copied().collect();
        Some(Question { module: module.clone(), path: path.to_owned(), bounds, most })
    }
}

/// Checks with two keys as arguments: millions of pairs within the bounds of the other checks.
const TWO_KEYS: &[(&str, Sizes, Sizes)] = &[
    ("insert_keeps_others", &[("height", 3)], &[("height", 2)]),
    ("remove_keeps_others", &[("height", 3)], &[("height", 2)]),
];

/// Such checks of structures with several keys in a node.
const TWO_KEYS_OF_MANY: &[(&str, Sizes, Sizes)] = &[
    ("insert_keeps_others", &[("height", 2)], &[("height", 1)]),
    ("remove_keeps_others", &[("height", 2)], &[("height", 1)]),
];

/// All cases. Those that take longest come first, so that they do not delay the end.
pub const CASES: &[Case] = &[
    Case {
        except: &[
            ("scribble_twice", &[("height", 3)], &[("height", 1)]),
            ("scribble_at_random", &[("height", 4)], &[("height", 3)]),
            ("relink", &[("height", 4)], &[("height", 2)]),
            ("relink_twice", &[("height", 3)], &[("height", 1)]),
        ],
        most: [250_000, 15_000],
        is_wrong: true,
        ..Case::new("scribbled-tree", &[("height", 3)], &[("height", 2)])
    },
    Case { except: TWO_KEYS, ..Case::new("red-black-tree", &[("height", 4)], &[("height", 3)]) },
    Case { except: TWO_KEYS_OF_MANY, ..Case::new("b-tree", &[("height", 3)], &[("height", 2)]) },
    Case { except: TWO_KEYS, ..Case::new("avl-tree", &[("height", 4)], &[("height", 3)]) },
    Case::new("nary-tree", &[("height", 2), ("len", 2)], &[("height", 2), ("len", 1)]),
    Case { most: [4_000, 600], ..Case::new("file-system", &[], &[]) },
    Case::new("directory-tree", &[("height", 2)], &[("height", 1)]),
    Case::new("stack", &[("height", 4)], &[("height", 3)]),
    Case::new("singly-linked-list", &[("height", 5)], &[("height", 3)]),
    Case::new("doubly-linked-list", &[("height", 5)], &[("height", 3)]),
    Case::new("queue", &[("len", 3), ("height", 3)], &[("len", 2), ("height", 2)]),
    Case::new("binary-heap", &[("len", 5)], &[("len", 3)]),
    Case::new("enum-tree", &[("height", 3)], &[("height", 2)]),
    Case::new("arena-tree", &[("len", 3)], &[("len", 2)]),
    Case::new("lru-cache", &[("height", 3)], &[("height", 2)]),
    Case::new("union-find", &[], &[]),
    Case::new("std-fields", &[], &[]),
    Case::new("uninit-ring", &[], &[]),
    Case::new("gap-buffer", &[("len", 3)], &[("len", 2)]),
    Case::new("slab", &[("len", 2)], &[("len", 2)]),
    Case::new("interner", &[("len", 2)], &[("len", 1)]),
    Case::new("small-vector", &[("len", 3)], &[("len", 2)]),
    Case::new("generational-arena", &[("len", 2)], &[("len", 1)]),
    Case::new("sparse-set", &[("len", 3)], &[("len", 2)]),
    Case::new("indexed-heap", &[("len", 3)], &[("len", 2)]),
    Case::new("trie", &[("height", 3)], &[("height", 2)]),
    Case::new("open-addressing", &[], &[]),
    Case::new("hashed-cache", &[("len", 2)], &[("len", 1)]),
    Case::new("graph", &[("len", 2)], &[("len", 1)]),
    Case::new("ring-buffer", &[], &[]),
    Case { left_out: &["show", "show_many"], is_wrong: true, ..Case::new("layouts", &[], &[]) },
    Case { is_wrong: true, ..Case::new("oddities", &[], &[]) },
    Case { is_wrong: true, ..Case::new("outsiders", &[], &[]) },
    // One takes too many steps to run all states, and one is wrong in another layout only.
    Case {
        left_out: &["takes_long", "asks_for_addresses"],
        is_wrong: true,
        ..Case::new("traversals", &[("height", 3)], &[("height", 3)])
    },
    Case { is_wrong: true, ..Case::new("gates", &[], &[]) },
    Case { is_wrong: true, ..Case::new("disturbed", &[], &[]) },
    Case { is_wrong: true, ..Case::new("assumptions", &[], &[]) },
];

/// Subjects whose checks cannot be decided, on purpose: they do not depend on the state alone.
pub const UNDECIDED: [&str; 2] = ["address-order", "hidden-counter"];

/// Subjects that are explored: they have no described states.
pub const EXPLORED: [&str; 2] = ["explorations", "shared-tree"];
