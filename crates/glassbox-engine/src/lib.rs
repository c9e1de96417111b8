//! Decides checks. Today it can say which checks a module offers ([`catalog`]), and which states take the path of
//! one run ([`lookalikes`]), which states are valid ([`states`], from [`skeleton`] and [`invariant`]), and whether a check
//! holds on all of them ([`search`]).
//!
//! The engine stands between the machine, which runs one state, and the space, which knows the states
//! left. It judges; strategies only choose. It never reads files, clocks, the environment or unseeded
//! randomness, and it tells what happened through values, not through text.

pub mod audit;
pub mod catalog;
pub mod collection;
pub mod explore;
pub mod finding;
pub mod guest;
pub mod hidden;
mod imports;
pub mod invariant;
pub mod judge;
pub mod lookalikes;
mod pictures;
pub mod reachable;
pub mod search;
pub mod skeleton;
pub mod states;
