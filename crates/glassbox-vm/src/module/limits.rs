//! What the machines of a module may use.

/// Limits on what a guest may use. They are the same on every host machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of pages (64 KiB) of linear memory.
    pub memory_pages: u32,
    /// Maximum number of elements of a table.
    pub table_elements: u32,
    /// Number of slots of the value stack.
    pub stack_slots: usize,
    /// Maximum depth of nested calls.
    pub call_depth: usize,
    /// Maximum number of steps of every run, whatever the host sets.
    pub steps: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory_pages: 1024, table_elements: 1 << 20, stack_slots: 1 << 18, call_depth: 1 << 14, steps: None }
    }
}
