//! Decides checks and explorations.
//!
//! [`decide`](decide::decide) is the way in: a [`Request`](decide::Request) names a module and a check or an exploration of
//! it, and the [`Outcome`](result::Outcome) is everything that is found out. An [`Observer`](observer::Observer) hears of
//! every step.
//!
//! The engine stands between the machine, which runs one state, and the space, which knows the states left. It judges;
//! strategies only choose. It never reads files, clocks, the environment or unseeded randomness, and it tells what happened
//! through values, not through text.

pub mod audit;
pub mod catalog;
pub mod collection;
pub mod decide;
pub mod explore;
pub mod guest;
pub mod hidden;
pub mod ids;
mod imports;
pub mod invariant;
pub mod judge;
pub mod limits;
pub mod lookalikes;
pub mod observer;
pub mod picture;
pub mod reachable;
pub mod result;
pub mod search;
pub mod skeleton;
pub mod states;
