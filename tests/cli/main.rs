//! The command as users run it: `cargo glassbox ..` in a crate of their own, outside this workspace.
//!
//! Each story is a small tree under `testdata/`, copied to a temporary folder first. Screens are compared
//! with `snapshots/`; run with `INSTA_UPDATE=always` to accept new ones, then read the diff.

mod cache;
mod check;
mod completions;
mod config;
mod disturbances;
mod doctor;
mod documentation;
mod emit;
mod errors;
mod explain;
mod explanations;
mod explore;
mod hostile;
mod init;
mod init_explore;
mod left_out;
mod list;
#[cfg(unix)]
mod live;
mod lock;
mod new_user;
mod panics;
mod replay;
mod reports;
mod shards;
mod states;
mod story;
#[cfg(unix)]
mod terminal;
mod trace;
mod why_slow;
