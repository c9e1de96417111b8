//! The search: strategies, smallest states, deepening, several workers, and doubting itself.

mod common;
mod smallest;
mod strategies;
