//! Text for a terminal.

mod list;
mod style;

pub use list::{PackageChecks, write_list};
pub use style::{ERROR, HELP};
