//! Text for a terminal.

mod check;
mod list;
mod states;
mod style;

pub use check::{
    CheckOutcome, CheckReport, Failure, Frame, HistoryFailure, ReplayReport, ReplayStep, SlowReport, Summary,
    write_check, write_note, write_replay, write_slow, write_summary,
};
pub use list::{PackageChecks, write_list};
pub use states::{StatesReport, write_states};
pub use style::{ERROR, GOOD, HELP};
