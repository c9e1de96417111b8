//! A failure as a plain `#[test]`.
//!
//! | file | holds |
//! |---|---|
//! | `check.rs` | of a check: builds the state natively and runs the check on it |
//! | `history.rs` | of an exploration: a file of its own that needs nothing but the crate |
//! | `stand_in.rs` | what stands in for glassbox there |

mod check;
mod history;
mod stand_in;

pub use check::{RustTest, call};
pub use history::{HistoryTest, Statement};
pub use stand_in::{MODULE, StandIn};

use glassbox_engine::finding::Natively;

/// What to know before running a test, if there is something to know.
fn advice(natively: Natively) -> Option<&'static str> {
    match natively {
        Natively::Fails => None,
        Natively::OnlyInMemory => {
            Some("Ordinary memory may not show it: `cargo +nightly miri test` or a sanitizer does.")
        }
        Natively::NeverEnds => Some("As long as the bug is there, this does not end."),
    }
}

/// Lines as a doc comment.
fn doc(lines: Vec<String>) -> String {
    let lines: Vec<String> = lines.into_iter().map(|line| format!("/// {line}").trim_end().to_owned()).collect();
    lines.join("\n")
}
