//! Text for a terminal.

mod list;
mod states;
mod style;

pub use list::{PackageChecks, write_list};
pub use states::{StatesReport, write_states};
pub use style::{ERROR, HELP};
