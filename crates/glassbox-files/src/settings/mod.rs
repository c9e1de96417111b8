//! `glassbox.toml` beside the workspace's Cargo.toml: defaults for flags, and bounds of single checks.
//!
//! | file | holds |
//! |---|---|
//! | `model.rs` | the settings of a file, each with its line |
//! | `pattern.rs` | names of checks: a path, or its beginning and `*` |
//! | `parse.rs` | text to settings |
//! | `problem.rs` | reasons why a file is refused |

mod model;
mod parse;
mod pattern;
mod problem;

pub use model::{CheckSettings, NAME, Placed, PlacedBound, Settings};
pub use parse::parse;
pub use pattern::Pattern;
pub use problem::ConfigProblem;
