//! Turns the engine's results into text for users.
//!
//! | module | holds |
//! |---|---|
//! | [`words`] | the text of typed results, made once |
//! | [`terminal`] | a screen |
//! | [`draw`] | pictures of states |
//! | [`explain`] | a page for each code and each word of a verdict |
//! | [`frames`] | the user's calls of a trace |
//!
//! A format reads the engine's [`Outcome`](glassbox_engine::result::Outcome) and nothing else, and writes to the writer it is
//! given: it opens no files and asks no terminal. Colours are always written; the owner of the stream strips them.

pub mod draw;
pub mod explain;
pub mod frames;
pub mod terminal;
pub mod words;
