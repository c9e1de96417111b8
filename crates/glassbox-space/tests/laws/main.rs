//! Property tests: random cases, compared with a simple implementation.

mod files;
mod partitions;
mod sets;
mod steps;
