//! What an invariant says about a node that breaks it.

use std::fmt;

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
