//! Explorations: of std's collections, of structures with known numbers of states, and of careless code.

#![allow(
    clippy::disallowed_types,
    clippy::linkedlist,
    clippy::vec_box,
    reason = "what is explored is what users may write"
)]

mod black_box;
mod careless;
mod careless_results;
mod needed;
mod renaming;
mod std_collections;
mod unfinished;
