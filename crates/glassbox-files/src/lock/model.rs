//! The contents of a lock.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::assumption::LockedAssumption;

/// The name of the file.
pub const NAME: &str = "glassbox.lock";

/// Version of the format. It grows if older commands would misread the file. Version 1 has no operations.
pub(crate) const VERSION: i64 = 2;

/// Version of locks without operations.
pub(crate) const WITHOUT_OPERATIONS: i64 = 1;

/// The last line of the file: without it, a part of the file is lost.
pub(crate) const END: &str = "# end";

/// What is proved of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// The checks and explorations that hold.
    pub checks: BTreeMap<CheckName, Proof>,
    /// The public operations of the types that are checked; none in a lock of version 1, which does not know them.
    pub types: Option<BTreeMap<CheckName, Operations>>,
}

/// The public operations of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Those that a check or an exploration calls.
    pub checked: BTreeSet<String>,
    /// Those that none calls.
    pub unchecked: BTreeSet<String>,
}

/// A check, an exploration, or a type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckName {
    /// Its package.
    pub package: String,
    /// Its path, from the name of the crate on.
    pub path: String,
}

/// What is proved of a check or an exploration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// How far it reaches.
    pub bounds: BTreeMap<String, Reach>,
    /// What it assumes.
    pub assumptions: BTreeSet<LockedAssumption>,
    /// Functions of an exploration.
    pub functions: BTreeSet<String>,
}

/// How far a bound reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Up to this value.
    UpTo(u32),
    /// To every value.
    Any,
}

impl Reach {
    /// The word for [`Reach::Any`] in the file.
    pub(crate) const ANY: &str = "any";
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UpTo(value) => write!(f, "{value}"),
            Self::Any => f.write_str(Self::ANY),
        }
    }
}
