//! Conditions that every valid state meets.

use std::fmt::Debug;

use crate::broken::Broken;
use crate::children::Children;
use crate::structure::Structure;

/// The condition that every node of a type meets, and the summary of the subtree below a node.
///
/// The type behind a check's reference argument has one, and so has the target of every tree link.
///
/// ```
/// use glassbox::{Broken, Children, Invariant, Structure, ensure};
///
/// #[derive(Structure)]
/// struct Node {
///     left: Option<Box<Node>>,
///     right: Option<Box<Node>>,
/// }
///
/// impl Invariant for Node {
///     type Summary = u32; // the height
///
///     fn check(&self, children: &Children) -> Result<u32, Broken> {
///         let (left, right) = (children.summary_or(&self.left, 0), children.summary_or(&self.right, 0));
///         ensure(left.abs_diff(right) <= 1, "the heights of the subtrees differ by more than 1")?;
///         Ok(1 + left.max(right))
///     }
/// }
/// ```
///
/// A type of which every value is valid needs no implementation: `#[glassbox(no_invariant)]` writes it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no invariant",
    label = "a check's structure and the target of a tree link need one",
    note = "write `impl glassbox::Invariant for {Self}`, or put `#[glassbox(no_invariant)]` on the type"
)]
pub trait Invariant: Structure {
    /// Everything that a parent may know about the subtree, for example its height.
    type Summary: Copy + PartialEq + Debug + 'static;

    /// Checks one node and returns its summary. It may read the node itself, its tree children, and the summaries of
    /// the children, but nothing else.
    fn check(&self, children: &Children) -> Result<Self::Summary, Broken>;

    /// The global invariant, which may read everything. It is checked for roots only, and every run depends on all that
    /// it reads, so prefer [`check`](Self::check).
    fn ok(&self) -> bool {
        true
    }

    /// Whether the type is a number or the like: as an argument, it is a value and not a structure.
    #[doc(hidden)]
    const IS_PLAIN: bool = false;
}
