//! The search: strategies, smallest states, deepening, several workers, and audits.

mod audit;
mod common;
mod continuations;
mod counts;
mod deepen;
mod hidden;
mod jobs;
mod progress;
mod smallest;
mod strategies;
