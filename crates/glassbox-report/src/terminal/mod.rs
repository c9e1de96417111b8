//! Text for a terminal.
//!
//! | file | writes |
//! |---|---|
//! | `verdict.rs` | the line of a check or an exploration, and reasons |
//! | `failure.rs` | a failure below it |
//! | `summary.rs` | the closing line, and `SLOW` |
//! | `replay.rs` | a replayed state or history |
//! | `list.rs`, `states.rs` | what `list` and `states` print |
//! | `style.rs` | nothing: it has the colours |

mod failure;
mod list;
mod replay;
mod states;
mod style;
mod summary;
mod verdict;

pub use list::{PackageChecks, write_list};
pub use replay::{ReplayStep, StateReplay, write_history_replay, write_state_replay};
pub use states::{StatesReport, write_no_states, write_states};
pub use style::{ERROR, GOOD, HELP};
pub use summary::{SlowReport, Summary, write_slow, write_summary};
pub use verdict::{Ending, SubjectReport, write_note, write_verdict};

use std::io::{self, Write};

fn write_indented(text: &str, out: &mut dyn Write) -> io::Result<()> {
    text.lines().try_for_each(|line| writeln!(out, "    {line}"))
}
