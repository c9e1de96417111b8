//! `derive(Structure)` on real types: every state within small bounds, compared with the values that a program built
//! for the purpose lists. Nothing here knows how a state is laid out; only that all of them are there, and once each.

mod arena;
mod arguments;
mod attributes;
mod b_tree;
mod enums;
mod generics;
mod layout;
mod lists;
mod red_black;
mod states;
mod variants;
mod vectors;
