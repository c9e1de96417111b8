//! Random cases, compared with the obvious way to do it.

mod files;
mod partitions;
mod sets;
mod steps;
