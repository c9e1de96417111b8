//! Results of checks and explorations, as typed values.
//!
//! A check and an exploration end in the same [`Outcome`], and all reports read only that value. Nothing here is text:
//! `glassbox-report` makes text from these values, once.
//!
//! | file | holds |
//! |---|---|
//! | `outcome.rs` | the whole result, which only [`decide`](crate::decide) can make |
//! | `verdict.rs` | `Holds`, `Fails`, `Unknown`, and the evidence of a failure |
//! | `finding.rs` | bugs |
//! | `reason.rs` | reasons for `Unknown` |
//! | `search_end.rs` | how a search ended, before the last gates |
//! | `code.rs` | stable codes of findings and reasons |
//! | `coverage.rs` | numbers of states and calls that were covered |
//! | `assumption.rs` | assumptions of a verdict |
//! | `bounds.rs` | bounds on the size of states and the length of histories |
//! | `history.rs` | calls that lead to a state |
//! | `error.rs` | errors |

mod assumption;
mod bounds;
mod broken_memory;
mod code;
mod coverage;
mod error;
mod finding;
mod history;
mod outcome;
mod reason;
mod search_end;
mod verdict;

pub use assumption::Assumption;
pub use bounds::{Bounds, is_size};
pub use broken_memory::BrokenMemory;
pub use code::{AssumptionCode, FindingCode, ReasonCode};
pub use coverage::{CheckCoverage, Coverage, ExplorationCoverage, NotReached, Reached};
pub use error::{DecideError, HarnessError, InvariantError, PlanError, StatesError};
pub use finding::{
    ChildSummary, ContentsProblem, Extent, Finding, LeakTime, LinkTarget, NativeResult, NodeName, OtherLayout,
    Undecided, ValueProblem,
};
pub use glassbox_abi::Disturbance;
pub use history::{Argument, Call, Role};
pub(crate) use outcome::Parts;
pub use outcome::{Outcome, Statistics};
pub use reason::{
    AddressDependence, Difference, HiddenState, Leaving, LeftValue, Mistake, OutsideCause, Outsider, Reason, StopCause,
    StoppedAt, Unfinished, Unsupported,
};
pub use search_end::SearchEnd;
pub use verdict::{Evidence, FailingHistory, FailingState, Failure, Verdict, Way};
