//! Former names of the public API, for code written against an earlier version. They will be removed.

use crate::children::{Children, Nullable, Summaries};
use crate::invariant::Invariant;
use crate::node::Visitor;

/// Former name of [`Visitor`].
pub type Links = Visitor;

/// Former name of [`Children`].
pub type Kids = Children;

/// Former names of [`Children::summary`] and [`Children::summary_or`].
impl Children {
    /// Former name of [`summary`](Self::summary) for links.
    #[doc(hidden)]
    pub fn of<L, Shape>(&self, link: &L) -> L::Out
    where
        L: Summaries<Shape> + ?Sized,
    {
        self.summary(link)
    }

    /// Former name of [`summary`](Self::summary) for nodes in a vector.
    #[doc(hidden)]
    pub fn at<T: Invariant>(&self, child: *const T) -> T::Summary {
        self.child(child)
    }

    /// Former name of [`summary_or`](Self::summary_or).
    #[doc(hidden)]
    pub fn of_or<L: Nullable>(&self, link: &L, none: L::Summary) -> L::Summary {
        self.summary_or(link, none)
    }
}
