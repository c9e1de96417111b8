//! Writes a plain `#[test]` for each check or exploration that failed (`--emit-tests`).
//!
//! The test of a check is inserted behind the check. The test of an exploration is a new file under `tests/` that needs only
//! the crate and std, so that it can be part of a bug report: it has its own copies of the functions that it calls, and
//! stand-ins for items of glassbox.
//!
//! | file | purpose |
//! |---|---|
//! | `failure.rs` | a check or exploration that failed |
//! | `emit_tests.rs` | writes the tests |
//! | `emitted_test.rs` | the result for one failure: where its test is |
//! | `check_insertion.rs` | inserts tests behind checks |
//! | `check_test.rs` | the text of the test of a check |
//! | `exploration_file.rs` | writes the file of an exploration's test |
//! | `exploration_test.rs` | the text of that file |
//! | `call_writer.rs` | the calls in that file |
//! | `argument_expression.rs` | arguments of calls as expressions |
//! | `harness_parts.rs` | the items of the exploration that the file needs |
//! | `rewriter.rs` | changes paths and attributes of these items |
//! | `stand_in.rs` | stand-ins for items of glassbox |
//! | `doc_comment.rs` | the doc comment of a test |
//! | `files.rs` | reads and writes files |
//! | `error.rs` | reasons why a test cannot be written |

mod argument_expression;
mod call_writer;
mod check_insertion;
mod check_test;
mod doc_comment;
mod emit_tests;
mod emitted_test;
mod error;
mod exploration_file;
mod exploration_test;
mod failure;
mod files;
mod harness_parts;
mod rewriter;
mod stand_in;

pub use emit_tests::emit_tests;
pub use emitted_test::EmittedTest;
pub use error::EmitError;
pub use failure::{Failure, FailureCase};
