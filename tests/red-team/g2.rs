//! Constants that operations read or write, and states that differ far from the root: what is laid out from another state, and what a
//! diagram with a part for each subtree must not lose.

#![allow(dead_code)]

/// Wrong: the table is a constant by its type, but one operation writes it.
pub mod constant {
    use glassbox::Structure;
    use std::hint::black_box;
    static TABLE: [u8; 4] = [1, 1, 1, 1];
    #[derive(Structure, Default)]
    #[glassbox(no_invariant)]
    pub struct Cell {
        at: bool,
        item: Option<Box<bool>>,
    }
    #[glassbox::check]
    fn writes(cell: &mut Cell) {
        if cell.at {
            unsafe { (black_box(TABLE.as_ptr()) as *mut u8).add(1).write_volatile(0) }
        }
    }
    #[glassbox::check]
    fn reads(cell: &mut Cell) -> bool {
        black_box(&TABLE)[black_box(usize::from(cell.at))] == 1
    }
}
/// Wrong: a constant is read, and a counter that others change.
pub mod mixed {
    use glassbox::Structure;
    use std::hint::black_box;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static TABLE: [u8; 8] = [1, 1, 1, 0, 1, 1, 1, 1];
    static N: AtomicU32 = AtomicU32::new(0);
    #[derive(Structure, Default)]
    #[glassbox(no_invariant)]
    pub struct Cell {
        at: bool,
    }
    #[glassbox::check]
    fn counts(cell: &mut Cell) {
        N.fetch_add(1, Relaxed);
        cell.at = !cell.at;
    }
    #[glassbox::check]
    fn reads(cell: &mut Cell) -> bool {
        let _ = cell.at;
        black_box(&TABLE)[(N.load(Relaxed) % 8) as usize] == 1
    }
}
/// Wrong only where both subtrees are as they must be.
pub mod far {
    use glassbox::Structure;
    #[derive(Structure, Default)]
    #[glassbox(no_invariant)]
    pub struct Node {
        left: Option<Box<Node>>,
        right: Option<Box<Node>>,
        bit: bool,
    }
    #[glassbox::check(height = 3)]
    fn far(root: &mut Node) -> bool {
        let ll = root.left.as_ref().and_then(|n| n.right.as_ref());
        let rr = root.right.as_ref().and_then(|n| n.left.as_ref());
        match (ll, rr) {
            (Some(a), Some(b)) => !(a.bit && !b.bit && root.bit && root.left.as_ref().unwrap().left.is_none()),
            _ => true,
        }
    }
    /// Keeps where the node lies, in a node far from the root.
    #[glassbox::check(height = 3)]
    fn keeps(root: &mut Node) {
        if let Some(n) = root.right.as_mut().and_then(|n| n.right.as_mut()) {
            n.bit = (std::hint::black_box(&raw const *n) as usize >> 3) & 1 == 1;
        }
    }
}
