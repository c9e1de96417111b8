//! Subjects, and the bounds up to which they are measured.

use glassbox_engine::catalog;
use glassbox_engine::result::Bounds;

/// A subject, and a check whose structure is counted.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The package.
    pub package: &'static str,
    /// The end of the check's path.
    pub check: &'static str,
    /// The bound that grows.
    pub bound: &'static str,
    /// Bounds that stay.
    pub fixed: &'static [(&'static str, u32)],
    /// The largest value of the growing bound.
    pub most: u32,
    /// Valid states for the bound 1, 2, 3 and so on, where known.
    pub expected: &'static [&'static str],
}

impl Subject {
    /// All bounds, with this value for the one that grows.
    pub fn bounds(&self, bound: u32) -> Bounds {
        self.fixed.iter().copied().chain([(self.bound, bound)]).collect()
    }
}

/// The full path of the subject's check in its module.
pub fn check_path(module: &[u8], subject: &Subject) -> Result<String, String> {
    let checks = catalog::read(module).map_err(|error| error.to_string())?;
    let is_it = |check: &&catalog::Subject| check.path.rsplit("::").next() == Some(subject.check);
    let check = checks.iter().find(is_it);
    check.map(|check| check.path.clone()).ok_or_else(|| format!("there is no check `{}`", subject.check))
}

/// All subjects. The last four have no bound that grows: their sizes are part of their types.
pub const SUBJECTS: &[Subject] = &[
    Subject {
        package: "stack",
        check: "push_then_pop",
        bound: "height",
        fixed: &[],
        most: 4,
        expected: &["6", "31", "156", "781"],
    },
    Subject {
        package: "singly-linked-list",
        check: "push_front",
        bound: "height",
        fixed: &[],
        most: 6,
        expected: &["2", "3", "4", "5", "6", "7"],
    },
    Subject {
        package: "doubly-linked-list",
        check: "push_front",
        bound: "height",
        fixed: &[],
        most: 6,
        expected: &["2", "3", "4", "5", "6", "7"],
    },
    Subject {
        package: "queue",
        check: "enqueue",
        bound: "len",
        fixed: &[("capacity", 1)],
        most: 5,
        expected: &["9", "49", "225", "961", "3969"],
    },
    Subject {
        package: "queue",
        check: "linked_enqueue",
        bound: "height",
        fixed: &[],
        most: 5,
        expected: &["9", "49", "225", "961", "3969"],
    },
    Subject {
        package: "binary-heap",
        check: "insert",
        bound: "len",
        fixed: &[("capacity", 1)],
        most: 8,
        expected: &["2", "6", "24", "110", "664", "4515", "41696", "344571"],
    },
    Subject {
        package: "red-black-tree",
        check: "insert",
        bound: "height",
        fixed: &[],
        most: 6,
        expected: &["2", "6", "31", "1082", "1509360", "2508655324507"],
    },
    Subject {
        package: "avl-tree",
        check: "insert",
        bound: "height",
        fixed: &[],
        most: 6,
        expected: &["2", "5", "20", "335", "109010", "11878829885"],
    },
    Subject {
        package: "enum-tree",
        check: "insert",
        bound: "height",
        fixed: &[],
        most: 4,
        expected: &["6", "36", "112", "172"],
    },
    Subject {
        package: "arena-tree",
        check: "insert",
        bound: "len",
        fixed: &[("capacity", 1)],
        most: 3,
        expected: &["5", "25", "115"],
    },
    Subject {
        package: "nary-tree",
        check: "insert",
        bound: "height",
        fixed: &[("len", 2), ("capacity", 1)],
        most: 3,
        expected: &["8", "128", "32768"],
    },
    Subject {
        package: "b-tree",
        check: "insert",
        bound: "height",
        fixed: &[],
        most: 3,
        expected: &["3", "15", "1887"],
    },
    Subject { package: "lru-cache", check: "put", bound: "height", fixed: &[], most: 3, expected: &["15", "39", "63"] },
    Subject { package: "std-fields", check: "put", bound: "height", fixed: &[], most: 2, expected: &["6", "9"] },
    Subject { package: "std-fields", check: "push", bound: "len", fixed: &[], most: 1, expected: &["16"] },
    Subject { package: "std-fields", check: "add", bound: "len", fixed: &[], most: 1, expected: &["7"] },
    Subject { package: "std-fields", check: "push_letter", bound: "len", fixed: &[], most: 1, expected: &["9"] },
    Subject { package: "std-fields", check: "grow", bound: "len", fixed: &[], most: 3, expected: &["3", "7", "15"] },
    Subject { package: "std-fields", check: "set", bound: "len", fixed: &[], most: 2, expected: &["8", "12"] },
    Subject { package: "gap-buffer", check: "delete", bound: "len", fixed: &[], most: 3, expected: &["6", "23", "72"] },
    Subject { package: "uninit-ring", check: "push", bound: "len", fixed: &[], most: 1, expected: &["12"] },
    Subject { package: "union-find", check: "find", bound: "len", fixed: &[], most: 1, expected: &["133"] },
    Subject { package: "ring-buffer", check: "push_back", bound: "len", fixed: &[], most: 1, expected: &["20"] },
    Subject { package: "file-system", check: "create", bound: "len", fixed: &[], most: 1, expected: &["5329"] },
];
