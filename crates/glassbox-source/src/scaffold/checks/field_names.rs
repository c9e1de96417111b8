//! Names of types and fields that say what a field is for.

/// Number types. They need a domain.
pub(super) const NUMBERS: [&str; 13] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "char"];

/// Pointers to nodes that this node owns.
pub(super) const DOWN: [&str; 18] = [
    "next",
    "left",
    "right",
    "child",
    "children",
    "first_child",
    "down",
    "below",
    "sibling",
    "next_sibling",
    "head",
    "root",
    "first",
    "front",
    "top",
    "start",
    "begin",
    "link",
];

/// Pointers to the node that owns this one.
pub(super) const UP: [&str; 9] = ["prev", "previous", "parent", "up", "above", "back", "before", "pred", "owner"];

/// Pointers to nodes that another node owns.
pub(super) const ELSEWHERE: [&str; 9] =
    ["tail", "last", "end", "back", "bottom", "rear", "cursor", "current", "newest"];

/// Numbers that count nodes.
pub(super) const COUNTS: [&str; 7] = ["len", "length", "size", "count", "num", "n", "n_nodes"];

/// Links to smaller keys.
pub(super) const SMALLER: [&str; 8] = ["left", "l", "less", "smaller", "lower", "low", "lo", "small"];
