//! The summaries of a node's tree children: what an invariant may know about the subtrees below a node.
//!
//! [`Children::summary`] takes every shape of link. The shape follows from the argument's type: [`Summaries`] has a
//! marker for each, so that the compiler can tell a node from a link to a node. The implementations for types of the
//! standard library are in `impls/summaries.rs`.

#[cfg(not(all(glassbox, target_family = "wasm")))]
use std::{
    any::{Any, TypeId},
    cell::RefCell,
    collections::BTreeMap,
    rc::Rc,
};

/// The summaries of the tree children of the node being checked, as their [`Invariant::check`] returned them.
///
/// ```
/// use glassbox::{Broken, Children, Invariant, Structure};
///
/// #[derive(Structure)]
/// struct Node {
///     first: Option<Box<Node>>,
///     #[glassbox(tree)]
///     others: Vec<Node>,
/// }
///
/// impl Invariant for Node {
///     type Summary = usize; // the number of nodes
///
///     fn check(&self, children: &Children) -> Result<usize, Broken> {
///         let others: Vec<usize> = children.summary(&self.others);
///         Ok(1 + children.summary_or(&self.first, 0) + others.iter().sum::<usize>())
///     }
/// }
/// ```
///
/// [`Invariant::check`]: crate::Invariant::check
#[derive(Default)]
pub struct Children {
    /// By the child's address and type: a node and its first field share an address.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    known: RefCell<BTreeMap<(usize, TypeId), Rc<dyn Any>>>,
}

impl Children {
    /// The summary of the tree child behind a link, or of a child that lies in this node.
    ///
    /// | `link` | result |
    /// |---|---|
    /// | `&Box<T>`, `&NonNull<T>` | `T::Summary` |
    /// | `&*const T`, `&*mut T` | `Option<T::Summary>`: `None` if the pointer is null or leads to the [`nil`] sentinel |
    /// | `&T`: an element of a `#[glassbox(tree)]` vector | `T::Summary` |
    /// | `&Option<L>` | `Option` of the result for `L` |
    /// | `&Vec<L>`, `&[L]` | `Vec` of the results for `L` |
    /// | `&[L; N]` | array of the results for `L` |
    /// | `&L`, where `L` is a link of your own | [`L::Out`](Summarise::Out) |
    ///
    /// For a `NonNull` that may lead to the sentinel write `children.summary(&self.next.as_ptr())`.
    ///
    /// ```
    /// # use glassbox::{Broken, Children, Invariant, Structure, ensure};
    /// #[derive(Structure)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// impl Invariant for Tree {
    ///     type Summary = u32; // the height
    ///
    ///     fn check(&self, children: &Children) -> Result<u32, Broken> {
    ///         let Tree::Node(left, right) = self else { return Ok(0) };
    ///         let (left, right) = (children.summary(left), children.summary(right));
    ///         ensure(left == right, "the subtrees differ in height")?;
    ///         Ok(1 + left)
    ///     }
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// Natively, if the argument is not a tree child of the node being checked. In the machine such a call ends the run
    /// with an error.
    ///
    /// [`nil`]: derive@crate::Structure
    pub fn summary<L, Shape>(&self, link: &L) -> L::Out
    where
        L: Summaries<Shape> + ?Sized,
    {
        link.summaries(self)
    }

    /// The summary behind a link, or `none` if the link is null or leads to the sentinel that stands for null.
    ///
    /// The result equals `children.summary(link).unwrap_or(none)`, but the run does not decide whether the child
    /// exists. States with and without the child stay alike until a difference between the two summaries matters, so
    /// the check takes fewer runs.
    ///
    /// ```
    /// # use glassbox::{Broken, Children, Invariant, Structure, ensure};
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
    pub fn summary_or<L: Nullable>(&self, link: &L, none: L::Summary) -> L::Summary {
        link.summary_or(self, none)
    }

    /// Adds the summary of a child.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn learn(&self, node: *const u8, node_type: TypeId, summary: Rc<dyn Any>) {
        self.known.borrow_mut().insert((node.addr(), node_type), summary);
    }

    /// The summary of the child with this address and type, if it is known.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn lookup(&self, node: *const u8, node_type: TypeId) -> Option<Rc<dyn Any>> {
        self.known.borrow().get(&(node.addr(), node_type)).cloned()
    }
}

/// A link whose target has a summary. Implement it for link types of your own, beside [`Link`](crate::Link).
///
/// ```
/// use glassbox::{Broken, Children, Invariant, Structure, Summarise};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Node(bool);
///
/// struct Handle(Box<Node>);
///
/// impl Summarise for Handle {
///     type Out = <Node as Invariant>::Summary;
///
///     fn summarise(&self, children: &Children) -> Self::Out {
///         children.summary(&self.0)
///     }
/// }
/// ```
pub trait Summarise {
    /// The summary, or an `Option` of it if the link can lead nowhere.
    type Out;

    /// Looks the summary up.
    fn summarise(&self, children: &Children) -> Self::Out;
}

/// A link that may be null, for [`Children::summary_or`].
///
/// ```
/// use glassbox::{Broken, Children, Invariant, Nullable, Structure};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Node(bool);
///
/// struct Handle(*mut Node);
///
/// impl Nullable for Handle {
///     type Summary = <Node as Invariant>::Summary;
///
///     fn summary_or(&self, children: &Children, none: Self::Summary) -> Self::Summary {
///         children.summary_or(&self.0, none)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a link that may be null",
    label = "cannot be null",
    note = "`children.summary_or` takes `*mut T`, `*const T`, `Option<Box<T>>` or `Option<NonNull<T>>`; for other links write `children.summary(..)`"
)]
pub trait Nullable {
    /// The summary of the link's target.
    type Summary;

    /// The summary of the link's target, or `none` if the link is null.
    fn summary_or(&self, children: &Children, none: Self::Summary) -> Self::Summary;
}

/// All that [`Children::summary`] takes. `Shape` is one of the types in [`shape`]: it keeps the implementations apart,
/// and the compiler infers it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no summary",
    label = "neither a link nor a node",
    note = "`children.summary` takes a link (`Box<T>`, `*mut T`, `NonNull<T>`, ..), a node with an `Invariant`, or an `Option`, `Vec` or array of these",
    note = "for a link type of your own write `impl glassbox::Summarise`"
)]
pub trait Summaries<Shape> {
    /// The summaries, arranged as the links are.
    type Out;

    /// Looks the summaries up.
    fn summaries(&self, children: &Children) -> Self::Out;
}

/// Markers for [`Summaries`].
pub mod shape {
    use std::marker::PhantomData;

    /// A type with [`Summarise`](super::Summarise).
    pub struct Link;

    /// A node that lies in the node being checked.
    pub struct Node;

    /// A reference, an `Option` or a collection of links or nodes.
    pub struct Several<Shape>(PhantomData<Shape>);
}
