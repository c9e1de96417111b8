//! Sets of states: which ones are valid, which still have to be checked.
//!
//! A state gives one choice to every base variable; a set of states is held as a decision diagram, because the
//! sets have up to 10^50 members. The rest of glassbox talks to this crate in variables, choices and sets, never
//! in diagram nodes.
//!
//! - [`Space`]: variables and their guards, and operations on sets.
//! - [`Diagram`]: what that needs of a set engine; [`Bdd`] is the one to use, [`Explicit`] lists members, for
//!   tests.
//! - [`Partitions`]: which values a term takes, and on which sets of states, for terms of somebody else's making.
//!
//! Running out of room is a value, [`OutOfMemory`], that a caller turns into 'unknown'. Like the machine, the
//! crate never reads files, clocks, the environment or unseeded randomness.
//!
//! ```
//! use glassbox_space::{Bdd, OutOfMemory, Space};
//!
//! # fn main() -> Result<(), OutOfMemory> {
//! let mut space = Space::new(Bdd::with_capacity(1 << 16, 1 << 10));
//! let colour = space.add_variable(3)?;
//! let size = space.add_variable(10)?;
//! let small_or_first = space.or(&space.guard(size, 0), &space.guard(colour, 0))?;
//! assert_eq!(space.count(&small_or_first), 12_u32.into());
//! let rest = space.complement(&small_or_first)?;
//! assert_eq!(space.least(&rest).unwrap().choices(), [1, 1]);
//! # Ok(())
//! # }
//! ```

mod diagram;
mod error;
mod partition;
mod space;
mod var;

pub use diagram::{Bdd, BddSet, Diagram, DiagramStatistics, Explicit, ExplicitSet, States, Weights};
pub use error::{LoadError, OutOfMemory};
pub use num_bigint::BigUint;
pub use partition::{Expressions, Form, Operands, Partition, PartitionLimits, PartitionStatistics, Partitions};
pub use space::Space;
pub use var::{State, VariableId};
