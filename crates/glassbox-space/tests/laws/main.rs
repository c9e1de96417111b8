//! Property tests: random cases, compared with a simple implementation.

mod files;
mod groups;
mod partitions;
mod sets;
mod steps;
