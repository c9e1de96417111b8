//! The parts of a description: variables, cells, nodes, blocks, counts and arguments.

use std::alloc::Layout;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use std::any::TypeId;
use std::mem::MaybeUninit;
use std::rc::Rc;

use glassbox_abi::skeleton::{CellKind, Role, Size};

use super::condition::Condition;

/// A byte that may be undefined. It may be copied, never read.
pub(crate) type Byte = MaybeUninit<u8>;

/// A choice that states differ in.
pub(crate) struct Variable {
    pub(crate) path: String,
    pub(crate) choices: u32,
    pub(crate) condition: Condition,
    pub(crate) node: Option<usize>,
    pub(crate) labels: Vec<String>,
    pub(crate) role: Role,
}

/// A place in memory with a pattern for each choice. Cells are in the order in which they are written.
pub(crate) struct Cell {
    pub(crate) path: String,
    pub(crate) at: *mut u8,
    pub(crate) len: usize,
    pub(crate) variable: Option<usize>,
    /// One after the other; shared with the copies in other buffers.
    pub(crate) patterns: Rc<[Byte]>,
    pub(crate) condition: Condition,
    pub(crate) node: Option<usize>,
    pub(crate) kind: CellKind,
    /// Its place in its node.
    pub(crate) place: u32,
    /// Drops such a value, if it is a listed one that does something when dropped.
    pub(crate) drop: Option<unsafe fn(*mut u8)>,
}

/// A position.
pub(crate) struct Node {
    pub(crate) path: String,
    pub(crate) at: *mut u8,
    /// The number of its type in the plan.
    pub(crate) ty: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) condition: Condition,
}

/// Memory that belongs to the state.
pub(crate) struct Block {
    pub(crate) at: *mut u8,
    pub(crate) layout: Layout,
    pub(crate) node: Option<usize>,
    pub(crate) condition: Condition,
}

/// The sizes that a vector can have.
pub(crate) struct Vector {
    pub(crate) node: Option<usize>,
    pub(crate) place: u32,
    pub(crate) sizes: Vec<Size>,
}

/// A field that equals the number of conditions that hold.
pub(crate) struct Count {
    pub(crate) path: String,
    pub(crate) at: *mut u8,
    pub(crate) len: usize,
    pub(crate) node: Option<usize>,
    pub(crate) condition: Condition,
    pub(crate) counted: Vec<Condition>,
    /// The number of the counted type in the plan.
    pub(crate) ty: usize,
    /// Its place in its node.
    pub(crate) place: u32,
}

/// An argument of the check.
pub(crate) struct Argument {
    pub(crate) at: *mut u8,
    /// Its node, if it is a structure or a reference to one.
    pub(crate) root: Option<usize>,
    /// Whether the check takes it by value.
    pub(crate) by_value: bool,
    /// Its type, so that [`Space::pointer`](crate::native::Space::pointer) gives out no pointer to another.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) type_id: TypeId,
}
