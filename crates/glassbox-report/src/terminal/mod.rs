//! Text for a terminal.
//!
//! | file | writes |
//! |---|---|
//! | `verdict.rs` | the line of a check or an exploration, and reasons |
//! | `failure.rs` | a failure below it |
//! | `summary.rs` | the closing line, and `SLOW` |
//! | `replay.rs` | a replayed state or history |
//! | `list.rs`, `states.rs` | the output of `list` and `states` |
//! | `lines.rs` | lines that several of them share |
//! | `style.rs` | nothing: it holds the colours |

mod failure;
mod lines;
mod list;
mod replay;
mod states;
mod style;
mod summary;
mod verdict;

pub use list::{PackageChecks, write_list};
pub use replay::{ReplayStep, StateReplay, write_history_replay, write_state_replay};
pub use states::{StatesReport, write_no_states, write_states};
pub(crate) use style::{CHECK, FAINT};
pub use style::{ERROR, GOOD, HELP};
pub use summary::{SlowReport, Summary, write_slow, write_summary};
pub use verdict::{write_assumptions, write_less, write_note, write_verdict};
