//! Tells people and programs what the engine knows: [`terminal`] on a screen, [`draw`] as pictures of states.
//!
//! A format reads the engine's values and nothing else, and writes to the writer it is given: it opens
//! no files and asks no terminal. Colours are always written; whoever owns the stream strips them.

pub mod draw;
pub mod terminal;
