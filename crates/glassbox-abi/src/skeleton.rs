//! The skeleton: the guest's description of the states of a check.
//!
//! The guest lays out the largest state within the bounds once, in its own memory, and describes it: its cells, the
//! byte patterns that each can hold, and the choices under which it exists. The host makes variables and states from
//! it. Nothing here describes a type; patterns are real values, copied by the guest.
//!
//! Patterns are addresses, not bytes: some of their bytes may be undefined (padding), which the guest may copy but not
//! inspect. The host reads them in place, together with their undefined bits.
//!
//! [`record`](crate::record) has its encoding.

use alloc::string::String;
use alloc::vec::Vec;

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

impl EffectKind {
    /// All of them; the index is the number in records.
    pub const ALL: [Self; 5] = [Self::Nothing, Self::Finds, Self::Adds, Self::Replaces, Self::Removes];
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

impl Role {
    /// All of them; the index is the number in records.
    pub const ALL: [Self; 5] = [Self::Value, Self::Tree, Self::Alias, Self::Variant, Self::Length];
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
    /// All of them; the index is the number in records.
    pub const ALL: [Self; 17] = [
        Self::Data,
        Self::Variant,
        Self::Length,
        Self::Vector,
        Self::Slots,
        Self::Owning,
        Self::Tree,
        Self::Parent,
        Self::Alias,
        Self::Rank,
        Self::Key,
        Self::Item,
        Self::Token,
        Self::Fixed,
        Self::Skipped,
        Self::Unused,
        Self::Any,
    ];

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
