//! Decides checks and explorations.
//!
//! [`decide`](decide::decide) is the entry point: a [`Request`](decide::Request) names a module and a check or an
//! exploration of it, and the [`Outcome`](result::Outcome) is the whole result. An [`Observer`](observer::Observer)
//! receives every event.
//!
//! The engine connects the machine, which runs one state, and the space, which holds the states left. It judges;
//! strategies only choose. It never reads files, clocks, the environment or unseeded randomness, and it reports through
//! values, not through text.

pub mod audit;
pub mod catalog;
pub mod collection;
pub mod decide;
mod descriptions;
mod disturbed;
mod drops;
pub mod explore;
pub mod guest;
pub mod hidden;
pub mod ids;
mod imports;
pub mod invariant;
pub mod judge;
pub mod kept;
mod kept_lists;
mod laid;
mod layouts;
pub mod limits;
pub mod lookalikes;
pub mod observer;
pub mod oracle;
pub mod picture;
mod planned;
pub mod reachable;
pub mod result;
pub mod rules;
pub mod search;
mod seed;
pub mod skeleton;
pub mod states;
mod statics;
#[doc(hidden)]
pub mod texts;
mod user_function;
mod warm_up;
