//! Texts that glassbox reads, damaged: replay texts, `glassbox.lock`, `glassbox.toml`, entries of the cache, saved sets.
//!
//! | file | holds |
//! |---|---|
//! | `reader.rs` | the readers, and what must be true of every text that one accepts |
//! | `answer.rs` | whether a text was accepted |
//! | `settings_text.rs` | settings written again, to compare |
//! | `saved_sets.rs` | sets of states, saved and loaded in two engines |
//! | `seeds.rs` | texts of real runs to begin with: `fuzz/texts` |
//! | `damage.rs` | damage to a text: bytes, tokens, lines, numbers, characters, nesting, length |

mod answer;
mod damage;
mod reader;
mod saved_sets;
mod seeds;
mod settings_text;

pub use answer::Answer;
pub use damage::damage;
pub use reader::{Reader, Readers};
pub use seeds::Seeds;
