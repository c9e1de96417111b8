//! Turns the engine's results into text for users.
//!
//! | module | holds |
//! |---|---|
//! | [`words`] | the text of typed results, made once |
//! | [`subject_report`] | what a report is made from |
//! | [`terminal`] | a screen |
//! | [`document`] | everything as plain data, for programs |
//! | [`json`], [`junit`], [`sarif`], [`github`] | the document in the formats that programs read |
//! | [`html`] | the document as a page for people |
//! | [`draw`] | pictures of states |
//! | [`explain`] | a page for each code and each word of a verdict |
//! | [`frames`] | the user's calls of a trace |
//!
//! A format reads reports, each with the engine's [`Outcome`](glassbox_engine::result::Outcome), and nothing else, and writes to the writer it is
//! given: it opens no files and asks no terminal. Colours are always written; the owner of the stream strips them.

pub mod document;
pub mod draw;
pub mod explain;
pub mod frames;
pub mod github;
pub mod html;
pub mod json;
pub mod junit;
mod markup;
pub mod sarif;
pub mod subject_report;
pub mod terminal;
pub mod why_slow;
pub mod words;
