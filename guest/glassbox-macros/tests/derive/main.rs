//! `derive(Structure)` on real types: every state within small bounds, compared with the values that a program built
//! for the purpose lists. The tests do not depend on the layout of states, only on that every state occurs exactly
//! once.

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
