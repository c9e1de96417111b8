//! Subjects and bounds whose limit is measured.

use glassbox_engine::result::Bounds;

/// A subject with operations, and the bounds that they are measured at.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) package: &'static str,
    /// The bound that grows.
    pub(crate) bound: &'static str,
    pub(crate) bounds: &'static [u32],
    /// Bounds that stay.
    fixed: &'static [(&'static str, u32)],
    /// The ends of the checks' paths.
    pub(crate) checks: &'static [&'static str],
}

impl Case {
    pub(crate) fn all_bounds(&self, bound: u32) -> Bounds {
        self.fixed.iter().copied().chain([(self.bound, bound)]).collect()
    }
}

/// All cases, each from its smallest bound on.
pub(crate) const CASES: [Case; 6] = [
    Case {
        package: "red-black-tree",
        bound: "height",
        bounds: &[4, 5, 6, 7, 8, 9],
        fixed: &[("gaps", 0)],
        checks: &["get", "insert", "remove"],
    },
    Case {
        package: "binary-heap",
        bound: "len",
        bounds: &[6, 8, 10, 12, 14, 16],
        fixed: &[("capacity", 1)],
        checks: &["insert_if_room", "extract_min"],
    },
    Case {
        package: "queue",
        bound: "height",
        bounds: &[8, 32, 128],
        fixed: &[],
        checks: &["linked_enqueue", "linked_dequeue"],
    },
    Case { package: "b-tree", bound: "height", bounds: &[2, 3], fixed: &[], checks: &["contains", "insert", "remove"] },
    Case { package: "avl-tree", bound: "height", bounds: &[3, 4, 5, 6], fixed: &[], checks: &["insert", "remove"] },
    Case {
        package: "doubly-linked-list",
        bound: "height",
        bounds: &[4, 6],
        fixed: &[],
        checks: &["push_front", "push_back", "pop_front", "pop_back", "insert", "remove"],
    },
];
