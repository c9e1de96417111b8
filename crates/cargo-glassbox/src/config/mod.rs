//! `glassbox.toml` beside the workspace's Cargo.toml: defaults for flags, and bounds of single checks. Its text is read by `glassbox-files`.
//!
//! | file | holds |
//! |---|---|
//! | `file.rs` | the file of a workspace |
//! | `names.rs` | comparison of names in the settings with the checks that there are |
//! | `effective.rs` | flags, settings and defaults together |
//! | `command.rs` | `cargo glassbox config` |

pub(crate) mod command;
pub(crate) mod effective;
pub(crate) mod file;
pub(crate) mod names;
