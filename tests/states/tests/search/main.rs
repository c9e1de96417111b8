//! The search: strategies, smallest states, deepening, several workers, and doubting itself.

mod audit;
mod common;
mod counts;
mod deepen;
mod hidden;
mod jobs;
mod smallest;
mod strategies;
