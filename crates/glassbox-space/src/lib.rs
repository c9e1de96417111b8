//! Sets of states: the valid states, and the states that still have to be checked.
//!
//! A state has one choice for every base variable. A set of states is stored as a decision diagram, because sets have
//! up to 10^50 members. The interface of this crate consists of variables, choices and sets; it hides the diagram
//! nodes.
//!
//! - [`Space`]: variables and their guards, and operations on sets.
//! - [`Diagram`]: the trait of set engines. Use [`Bdd`]; [`Explicit`] lists members and is for tests.
//! - [`Partitions`]: the values of a term, each with the set of states in which the term has it. The caller defines the
//!   terms.
//!
//! An operation that needs too many nodes returns [`OutOfMemory`], and the caller reports 'unknown'. Like the machine,
//! the crate never reads files, clocks, the environment or unseeded randomness.
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
mod memory_gate;
mod partition;
mod space;
mod var;

pub use diagram::{Bdd, BddSet, Diagram, DiagramStatistics, Explicit, ExplicitSet, States, Weights};
pub use error::{LoadError, OutOfMemory};
pub use memory_gate::ask_before_growing;
pub use num_bigint::BigUint;
pub use partition::{Expressions, Form, Operands, Partition, PartitionLimits, PartitionStatistics, Partitions};
pub use space::Space;
pub use var::{State, VariableId};
