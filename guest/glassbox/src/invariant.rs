//! What must hold in every state.

use std::fmt::Debug;

use crate::broken::Broken;
use crate::children::Children;
use crate::structure::Structure;

/// What holds for every node of a type, and what a parent may know about the subtree below it.
///
/// The target of every tree link has one; so has the type of a check's reference argument.
///
/// ```
/// # use glassbox::{Broken, Children, Invariant, Structure, ensure, __private::{Plan, Visitor}};
/// struct Node { left: Option<Box<Node>>, right: Option<Box<Node>> }
/// # unsafe impl Structure for Node {
/// #     fn sample(_: &mut Plan) -> Self { Node { left: None, right: None } }
/// #     unsafe fn describe(_: *mut Self, _: &mut Plan) {}
/// #     unsafe fn visit(_: *const Self, _: &mut Visitor) {}
/// # }
///
/// impl Invariant for Node {
///     type Summary = u32; // the height
///
///     fn check(&self, children: &Children) -> Result<u32, Broken> {
///         let (left, right) = (children.summary_or(&self.left, 0), children.summary_or(&self.right, 0));
///         ensure(left.abs_diff(right) <= 1, "the subtrees' heights differ by more than 1")?;
///         Ok(1 + left.max(right))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no invariant",
    label = "a check's structure and the target of a tree link need one",
    note = "write `impl glassbox::Invariant for {Self}`, or put `#[glassbox(no_invariant)]` on the type"
)]
pub trait Invariant: Structure {
    /// What a parent may know about the subtree, its height for example.
    type Summary: Copy + PartialEq + Debug + 'static;

    /// Checks one node and gives its summary. It may read the node itself, its tree children, and the children's
    /// summaries: nothing else.
    fn check(&self, children: &Children) -> Result<Self::Summary, Broken>;

    /// A global invariant: it may read everything. Asked for roots only; what it reads counts as relevant in every
    /// run, so prefer [`check`](Self::check).
    fn ok(&self) -> bool {
        true
    }
}
