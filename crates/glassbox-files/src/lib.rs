//! The files that glassbox has in a user's workspace: `glassbox.toml` and `glassbox.lock`, as text and as values.
//!
//! [`settings`] reads `glassbox.toml`; [`lock`] reads and writes `glassbox.lock`, and compares a run with it; [`shard_file`] is the file of a shard. [`values`] and
//! [`run_limits`] read single values, which flags of the command line have, too. [`toml_lines`] is TOML with lines, so that a
//! problem names the line that it is in; [`suggest`] finds the name that was meant.
//!
//! Texts come from people, version control and merges, so every text is read without a panic, in time and memory that grow with its length:
//! `cargo xtask fuzz-texts` tries it. Nothing here opens a file.

pub mod lock;
pub mod run_limits;
pub mod settings;
pub mod shard_file;
pub mod suggest;
pub mod toml_lines;
pub mod values;
