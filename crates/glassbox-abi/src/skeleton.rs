//! The skeleton: the guest's description of the states of a check.
//!
//! The guest lays out the largest state within the bounds once, in its own memory, and describes it: its cells, the
//! byte patterns that each can hold, and the choices under which it exists. The host makes variables and states from
//! it. Nothing here describes a type; patterns are real values, copied by the guest.
//!
//! Patterns are addresses, not bytes: some of their bytes may be undefined (padding), which the guest may copy but not
//! inspect. The host reads them in place, together with their undefined bits.
//!
//! Encoding: a version, then every list as a count and its items, in the order of the fields. Integers are 32 bits,
//! little-endian; a string is its length and its UTF-8 bytes; an option is 0, or 1 and the value.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Version of the encoding. Raise it with every change.
pub const SKELETON_VERSION: u32 = 10;

/// The largest state within the bounds, and how smaller ones differ from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skeleton {
    /// The bounds in force, in the order of their names.
    pub bounds: Vec<Bound>,
    /// One for each argument of the check, in order.
    pub arguments: Vec<Argument>,
    /// Variables. A variable comes before every condition that mentions it.
    pub variables: Vec<Variable>,
    /// Cells, in the order of writing: where two overlap, the later one that exists counts.
    pub cells: Vec<Cell>,
    /// Positions: a parent comes before its children.
    pub nodes: Vec<Node>,
    /// Memory that belongs to the state.
    pub blocks: Vec<Block>,
    /// Types of nodes.
    pub types: Vec<NodeType>,
    /// Numbers that follow from the shape.
    pub counts: Vec<Count>,
    /// Sizes of vectors.
    pub vectors: Vec<Vector>,
    /// Fields with the same value in all states, as declared by the user: path and value, as text.
    pub skipped: Vec<String>,
    /// Declared effect of the operation on the contents, if any.
    pub effect: Option<Effect>,
    /// Whether values of fields depend on the bounds (1), so that larger states have other values (else 0).
    pub values_depend_on_bounds: u32,
    /// Whether the operation may leave the states that are checked (1), as declared by the user (else 0).
    pub may_leave: u32,
    /// 1 if a panic of a callback leaves the structure as valid as it was, 0 if nothing is asked of it then but memory safety.
    pub panic_safe: u32,
}

/// Effect of an operation on the contents of the structure. Arguments are given by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Kind of effect.
    pub kind: EffectKind,
    /// Arguments: the key, if the structure has keys, and the value that is put in, if any.
    pub arguments: Vec<u32>,
}

/// Kind of effect on the contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// Nothing.
    Nothing,
    /// Nothing, and it returns whether the key is there, or its value.
    Finds,
    /// Puts in an entry, unless its key is there already.
    Adds,
    /// Puts in an entry; one that had the key is gone, and its value returned.
    Replaces,
    /// Takes out the entry with the key and returns its value; without a key, some entry if there is one.
    Removes,
}

/// Item that a visited node holds. The numbers are part of the calls between guest and host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    /// A key in a `sorted` list.
    SortedKey,
    /// A key elsewhere.
    Key,
    /// A token: a value that is dropped exactly once.
    Token,
    /// A number that the user marked as an item.
    Number,
    /// No item: the items of an element of a vector or an array follow.
    Begin,
    /// No item: the end of an element.
    End,
}

impl ItemKind {
    /// All kinds; the index is the number.
    pub const ALL: [Self; 6] = [Self::SortedKey, Self::Key, Self::Token, Self::Number, Self::Begin, Self::End];
}

/// Field that a node shows. The numbers are part of the calls between guest and host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShownKind {
    /// A value, as text.
    Value,
    /// A key.
    Key,
    /// A number of nodes.
    Count,
    /// A token.
    Token,
    /// A tree link.
    Tree,
    /// A link to any node.
    Alias,
}

impl ShownKind {
    /// All kinds; the index is the number.
    pub const ALL: [Self; 6] = [Self::Value, Self::Key, Self::Count, Self::Token, Self::Tree, Self::Alias];
}

/// Result of an operation. The numbers are part of the calls between guest and host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// A result that says nothing about the contents.
    Nothing,
    /// A `bool`: the value is 0 or 1.
    Bool,
    /// `None`.
    Absent,
    /// `Some` of something whose number is not known.
    Present,
    /// A key, maybe in a `Some`.
    Key,
    /// A token or a number, maybe in a `Some`.
    Value,
}

impl Returned {
    /// All kinds; the index is the number.
    pub const ALL: [Self; 6] = [Self::Nothing, Self::Bool, Self::Absent, Self::Present, Self::Key, Self::Value];
}

/// Parts that a visit of a node reports, as bits of a number.
pub mod visit {
    /// Tree links.
    pub const LINKS: u32 = 1;
    /// Keys, tokens, and numbers that are items.
    pub const ITEMS: u32 = 2;
    /// Links to the node above.
    pub const PARENTS: u32 = 4;
    /// All bytes that mean something, cell by cell, and the blocks that the node owns.
    pub const PARTS: u32 = 8;
}

/// What is known of a tree link, as bits of a number.
pub mod link_flags {
    /// It is part of a `sorted` list.
    pub const IN_ORDER: u32 = 1;
    /// Its target has no block of its own: it lies in a buffer that another node owns.
    pub const IN_PLACE: u32 = 2;
}

/// A bound that the layout depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Its name.
    pub name: String,
    /// Its value in this run.
    pub value: u32,
}

/// An argument of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Address of its value, which the host passes to the check.
    pub address: u32,
    /// The node at that address, if the argument is a structure or a reference to one.
    pub root: Option<u32>,
    /// Whether the check takes it by value, so that nothing of it is left afterwards.
    pub by_value: bool,
}

/// A choice that states differ in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Path, from the argument's name: `tree.root.left.color`.
    pub path: String,
    /// Number of choices; at least 2.
    pub choices: u32,
    /// Condition under which it varies; elsewhere the variable has its first choice.
    pub condition: Condition,
    /// The node that it belongs to; none for arguments that are not structures.
    pub node: Option<u32>,
    /// A label for each choice, or empty.
    pub labels: Vec<String>,
    /// Role of the variable.
    pub role: Role,
}

/// Role of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A value.
    Value,
    /// Whether a tree link leads to its child (1) or nowhere (0).
    Tree,
    /// Target of a link that is not a tree link.
    Alias,
    /// A variant of an enum.
    Variant,
    /// A length or a capacity.
    Length,
}

/// A conjunction of requirements.
pub type Condition = Vec<Requirement>;

/// Requirement that the variable has one of the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Number of the variable.
    pub variable: u32,
    /// Its choices, ascending.
    pub choices: Vec<u32>,
}

/// A place in memory with its possible contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Path, from the argument's name.
    pub path: String,
    /// Its first byte.
    pub address: u32,
    /// Number of bytes.
    pub len: u32,
    /// The variable that chooses the pattern; none if there is only one.
    pub variable: Option<u32>,
    /// Addresses of the patterns, one for each choice.
    pub patterns: Vec<u32>,
    /// Condition under which it exists. Begins with the condition of its node.
    pub condition: Condition,
    /// The node that it belongs to; none for arguments that are not structures.
    pub node: Option<u32>,
    /// Kind of contents, which decides what the host checks after a run.
    pub kind: CellKind,
    /// Its place in its node: the same for the same field of all nodes of a type ([`place`](crate::place)).
    pub place: u32,
    /// The function that drops such a value, in the table, if it is a listed value that does something when dropped.
    pub drop: Option<u32>,
}

/// Kind of contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Anything.
    Data,
    /// A variant of an enum: a sample of it, over which the cells of its fields lie.
    Variant,
    /// A length.
    Length,
    /// A vector: its buffer, length and capacity.
    Vector,
    /// A vector in whose slots nodes lie.
    Slots,
    /// A listed value that owns memory.
    Owning,
    /// A tree link.
    Tree,
    /// A link that the position determines: to the parent, or to the previous node.
    Parent,
    /// A link to any position.
    Alias,
    /// A key whose value is its rank among all positions.
    Rank,
    /// Another key.
    Key,
    /// A number that the user marked as an item.
    Item,
    /// A value that must be dropped exactly once.
    Token,
    /// The only value that the user allows; it must not change.
    Fixed,
    /// A field that the user excluded.
    Skipped,
    /// An element that is not in use: undefined in the machine. The value is for native code.
    Unused,
    /// A number that may have any value. The one of the pattern stands for all.
    Any,
}

impl CellKind {
    /// Whether it is a key.
    pub fn is_key(self) -> bool {
        matches!(self, Self::Rank | Self::Key)
    }
}

/// A position: the target of a tree link, or a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Path, from the argument's name.
    pub path: String,
    /// Its address.
    pub address: u32,
    /// Number of its type.
    pub node_type: u32,
    /// The node with the tree link to it; none for a root.
    pub parent: Option<u32>,
    /// Condition under which it exists. Begins with the condition of its parent.
    pub condition: Condition,
}

/// Memory that belongs to the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its first byte.
    pub address: u32,
    /// Number of bytes.
    pub len: u32,
    /// Its alignment.
    pub align: u32,
    /// The node that it belongs to: the one that lies in it, or the one whose buffer it is.
    pub node: Option<u32>,
    /// Condition under which it exists.
    pub condition: Condition,
}

/// A type of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeType {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u32,
    /// Its alignment.
    pub align: u32,
    /// Size of its summary in bytes.
    pub summary_size: u32,
    /// Table index of `fn(node, summary) -> i32`: checks the node, writes its summary and returns 1, or sends a message
    /// ([`BROKEN`](crate::names::BROKEN)) and returns 0.
    pub check: u32,
    /// Table index of `fn(node) -> i32`: the global invariant; 1 if it holds.
    pub ok: u32,
    /// Table index of `fn(node, what)`: reports the requested parts of the node to the host ([`visit`]), fields in a
    /// `sorted` list in their order.
    pub links: u32,
    /// Table index of `fn(node)`: sends the node's fields as text to the host ([`SHOWN`](crate::names::SHOWN)).
    pub show: u32,
    /// Table index of `fn(summary)`: sends a summary as text to the host in the same way.
    pub show_summary: u32,
}

/// The sizes that a vector has in the states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The node that it belongs to; none for arguments that are not structures.
    pub node: Option<u32>,
    /// Its place in its node.
    pub place: u32,
    /// The sizes.
    pub sizes: Vec<Size>,
}

/// A length with a capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Number of elements.
    pub len: u32,
    /// Number of elements that the buffer has room for.
    pub capacity: u32,
}

/// A field that must equal the number of conditions that hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Path, from the argument's name.
    pub path: String,
    /// Its first byte.
    pub address: u32,
    /// Number of bytes: it is an unsigned number of this size.
    pub len: u32,
    /// Its place in its node, as for cells.
    pub place: u32,
    /// The node that it belongs to.
    pub node: Option<u32>,
    /// Condition under which it exists.
    pub condition: Condition,
    /// The conditions.
    pub counted: Vec<Condition>,
    /// The type of the nodes that it counts.
    pub node_type: u32,
}

// --- Encoding (guest) ---

impl Skeleton {
    /// The record.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        SKELETON_VERSION.put(&mut out);
        self.put(&mut out);
        out
    }

    /// Decodes a record.
    pub fn decode(bytes: &[u8]) -> Result<Self, SkeletonError> {
        let mut rest = bytes;
        match u32::take(&mut rest) {
            Some(SKELETON_VERSION) => {}
            Some(found) => return Err(SkeletonError::Version { found }),
            None => return Err(SkeletonError::Malformed),
        }
        Self::take(&mut rest).filter(|_| rest.is_empty()).ok_or(SkeletonError::Malformed)
    }
}

/// Error when decoding a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkeletonError {
    /// The record has another layout: guest and host have different versions.
    Version {
        /// The guest's version.
        found: u32,
    },
    /// It ends early, goes on after its end, or has an unknown tag.
    Malformed,
}

impl fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { found } => write!(f, "the skeleton has version {found}, not {SKELETON_VERSION}"),
            Self::Malformed => f.write_str("malformed skeleton"),
        }
    }
}

impl core::error::Error for SkeletonError {}

/// A type with an encoding.
trait Code: Sized {
    fn put(&self, out: &mut Vec<u8>);
    /// Decodes it from the front; none if it is not there.
    fn take(rest: &mut &[u8]) -> Option<Self>;
}

impl Code for u32 {
    fn put(&self, out: &mut Vec<u8>) {
        // Guests encode records in the machine, where byte by byte is slow.
        out.extend_from_slice(&self.to_le_bytes());
    }

    fn take(rest: &mut &[u8]) -> Option<Self> {
        let (bytes, tail) = rest.split_first_chunk()?;
        *rest = tail;
        Some(Self::from_le_bytes(*bytes))
    }
}

impl Code for bool {
    fn put(&self, out: &mut Vec<u8>) {
        u32::from(*self).put(out);
    }

    fn take(rest: &mut &[u8]) -> Option<Self> {
        match u32::take(rest)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Code for String {
    fn put(&self, out: &mut Vec<u8>) {
        count(self.len()).put(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn take(rest: &mut &[u8]) -> Option<Self> {
        let len = u32::take(rest)? as usize;
        let (text, tail) = rest.split_at_checked(len)?;
        *rest = tail;
        Self::from_utf8(text.into()).ok()
    }
}

impl<T: Code> Code for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        count(self.len()).put(out);
        for item in self {
            item.put(out);
        }
    }

    /// Grows as it reads: a count alone must not make it allocate.
    fn take(rest: &mut &[u8]) -> Option<Self> {
        let n = u32::take(rest)?;
        (0..n).map(|_| T::take(rest)).collect()
    }
}

impl<T: Code> Code for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        u32::from(self.is_some()).put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(rest: &mut &[u8]) -> Option<Self> {
        match u32::take(rest)? {
            0 => Some(None),
            1 => T::take(rest).map(Some),
            _ => None,
        }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("a skeleton has less than 2^32 of anything")
}

macro_rules! code_struct {
    ($($ty:ident { $($field:ident),* })*) => { $(
        impl Code for $ty {
            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)*
            }

            fn take(rest: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: Code::take(rest)?),* })
            }
        }
    )* };
}

code_struct! {
    Skeleton { bounds, arguments, variables, cells, nodes, blocks, types, counts, vectors, skipped, effect, values_depend_on_bounds, may_leave, panic_safe }
    Effect { kind, arguments }
    Bound { name, value }
    Vector { node, place, sizes }
    Size { len, capacity }
    Argument { address, root, by_value }
    Variable { path, choices, condition, node, labels, role }
    Requirement { variable, choices }
    Cell { path, address, len, variable, patterns, condition, node, kind, place, drop }
    Node { path, address, node_type, parent, condition }
    Block { address, len, align, node, condition }
    NodeType { name, size, align, summary_size, check, ok, links, show, show_summary }
    Count { path, address, len, place, node, condition, counted, node_type }
}

macro_rules! code_enum {
    ($($ty:ident { $($variant:ident),* })*) => { $(
        impl Code for $ty {
            fn put(&self, out: &mut Vec<u8>) {
                (*self as u32).put(out);
            }

            fn take(rest: &mut &[u8]) -> Option<Self> {
                let tag = u32::take(rest)?;
                [$(Self::$variant),*].into_iter().find(|variant| *variant as u32 == tag)
            }
        }
    )* };
}

code_enum! {
    Role { Value, Tree, Alias, Variant, Length }
    CellKind { Data, Variant, Length, Vector, Slots, Owning, Tree, Parent, Alias, Rank, Key, Item, Token, Fixed, Skipped, Unused, Any }
    EffectKind { Nothing, Finds, Adds, Replaces, Removes }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec;

    use super::*;

    fn example() -> Skeleton {
        let condition = vec![Requirement { variable: 0, choices: vec![1, 2] }];
        Skeleton {
            bounds: vec![Bound { name: "height".to_string(), value: 3 }],
            arguments: vec![
                Argument { address: 16, root: Some(0), by_value: false },
                Argument { address: 32, root: None, by_value: true },
            ],
            variables: vec![Variable {
                path: "tree.root".to_string(),
                choices: 3,
                condition: Vec::new(),
                node: Some(0),
                labels: vec!["a".to_string(), "ü".to_string(), String::new()],
                role: Role::Variant,
            }],
            cells: vec![Cell {
                path: "x".to_string(),
                address: 1,
                len: 2,
                variable: Some(0),
                patterns: vec![4, 5, 6],
                condition: condition.clone(),
                node: None,
                kind: CellKind::Token,
                place: 7,
                drop: Some(3),
            }],
            nodes: vec![Node { path: String::new(), address: 16, node_type: 0, parent: None, condition: Vec::new() }],
            blocks: vec![Block { address: 16, len: 8, align: 4, node: Some(0), condition: condition.clone() }],
            types: vec![NodeType {
                name: "T".to_string(),
                size: 8,
                align: 4,
                summary_size: 1,
                check: 7,
                ok: 8,
                links: 9,
                show: 11,
                show_summary: 12,
            }],
            counts: vec![Count {
                path: "len".to_string(),
                address: 20,
                len: 4,
                place: 8,
                node: Some(0),
                condition: Vec::new(),
                counted: vec![condition],
                node_type: 0,
            }],
            vectors: vec![Vector { node: None, place: 3, sizes: vec![Size { len: 1, capacity: 2 }] }],
            skipped: vec!["hasher = 0".to_string()],
            effect: Some(Effect { kind: EffectKind::Removes, arguments: vec![1, 0] }),
            values_depend_on_bounds: 1,
            may_leave: 1,
            panic_safe: 1,
        }
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        assert_eq!(Skeleton::decode(&example().encode()), Ok(example()));
        assert_eq!(Skeleton::decode(&Skeleton::default().encode()), Ok(Skeleton::default()));
    }

    #[test]
    fn every_truncation_and_every_addition_is_an_error() {
        let record = example().encode();
        for len in 0..record.len() {
            assert!(Skeleton::decode(&record[..len]).is_err(), "{len} bytes decoded");
        }
        assert_eq!(Skeleton::decode(&[record, vec![0]].concat()), Err(SkeletonError::Malformed));
    }

    #[test]
    fn every_changed_bit_changes_what_is_read() {
        let record = example().encode();
        for at in 0..record.len() {
            for bit in 0..8 {
                let mut record = record.clone();
                record[at] ^= 1 << bit;
                assert_ne!(Skeleton::decode(&record), Ok(example()), "byte {at} is not looked at");
            }
        }
    }
}
