//! The parts of a description: variables, cells, nodes, blocks, counts and arguments.

use std::alloc::Layout;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use std::any::TypeId;
use std::borrow::Cow;
use std::mem::MaybeUninit;

use glassbox_abi::skeleton::{CellKind, Role, Size};

use super::condition::Condition;
use super::path::Path;
use crate::label;

/// A byte that may be undefined. It may be copied, never read.
pub(crate) type Byte = MaybeUninit<u8>;

/// A choice that states differ in.
pub(crate) struct Variable {
    pub(crate) path: Path,
    pub(crate) choices: u32,
    pub(crate) condition: Condition,
    pub(crate) node: Option<usize>,
    pub(crate) labels: Vec<Label>,
    pub(crate) role: Role,
}

/// A text for a choice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Label {
    Text(Cow<'static, str>),
    /// The path of a position.
    Path(Path),
}

impl Label {
    /// For a link that leads nowhere.
    pub(super) const NULL: Self = Self::Text(Cow::Borrowed("null"));

    /// The texts of these values.
    pub(super) fn of_all<T>(values: &[T]) -> Vec<Self> {
        values.iter().map(|value| label::primitive(value).into()).collect()
    }

    /// Whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// A place in memory with a pattern for each choice. Cells are in the order in which they are written.
pub(crate) struct Cell {
    pub(crate) path: Path,
    pub(crate) at: *mut u8,
    pub(crate) len: usize,
    pub(crate) variable: Option<usize>,
    /// The number of its patterns in the plan, shared with the copies in other buffers.
    pub(crate) patterns: usize,
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
    pub(crate) path: Path,
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
    pub(crate) path: Path,
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
