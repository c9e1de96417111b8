//! The reason why a node breaks its invariant.

use std::fmt;

/// The error of an invariant: which part of it a node breaks.
///
/// ```
/// use glassbox::Broken;
///
/// let broken = Broken::new("the left child is red");
/// assert_eq!(broken.what(), "the left child is red");
/// assert_eq!(broken, Broken::from("the left child is red"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    what: &'static str,
}

impl Broken {
    /// An error with this text, which reports print after 'the invariant of .. is broken:'.
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

/// Returns `Err` with this text unless the condition holds.
///
/// ```
/// use glassbox::{Broken, ensure};
///
/// fn check(black: bool) -> Result<u8, Broken> {
///     ensure(black, "the root is red")?;
///     Ok(1)
/// }
///
/// assert_eq!(check(true), Ok(1));
/// assert_eq!(check(false), Err(Broken::new("the root is red")));
/// ```
pub fn ensure(condition: bool, what: &'static str) -> Result<(), Broken> {
    if condition { Ok(()) } else { Err(Broken::new(what)) }
}
