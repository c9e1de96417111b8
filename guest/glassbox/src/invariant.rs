//! What must hold in every state.

use std::fmt::Debug;

use std::fmt;

use crate::children::Children;
use crate::structure::Structure;

/// What holds for every node of a type, and what a parent may know about the subtree below it.
///
/// The target of every tree link has one; so has the type of a check's reference argument.
///
/// ```
/// # use glassbox::{Broken, Children, Invariant, Structure, ensure, __private::{Links, Plan}};
/// struct Node { left: Option<Box<Node>>, right: Option<Box<Node>> }
/// # unsafe impl Structure for Node {
/// #     fn sample(_: &mut Plan) -> Self { Node { left: None, right: None } }
/// #     unsafe fn lay(_: *mut Self, _: &mut Plan) {}
/// #     unsafe fn links(_: *const Self, _: &mut Links) {}
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

/// What is broken in an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    what: &'static str,
}

impl Broken {
    /// `what` completes the sentence 'it is broken that …' in reports: `the left child is red`.
    pub const fn new(what: &'static str) -> Self {
        Self { what }
    }

    /// The text.
    pub const fn what(&self) -> &'static str {
        self.what
    }
}

impl From<&'static str> for Broken {
    fn from(what: &'static str) -> Self {
        Self::new(what)
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }
}

impl std::error::Error for Broken {}

/// `Err` with this text unless the condition holds.
pub fn ensure(condition: bool, what: &'static str) -> Result<(), Broken> {
    if condition { Ok(()) } else { Err(Broken::new(what)) }
}
