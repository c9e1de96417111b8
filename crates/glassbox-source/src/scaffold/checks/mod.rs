//! `cargo glassbox init`: the first checks of a type.
//!
//! | file | purpose |
//! |---|---|
//! | `first_checks.rs` | from the package to the new and edited files |
//! | `candidate.rs` | chooses the type to check |
//! | `type_arguments.rs` | chooses the type's arguments |
//! | `description.rs` | the attributes that the type and its fields need |
//! | `describer.rs` | finds them |
//! | `inference.rs` | sorted keys, lists and links by index |
//! | `learned.rs` | what runs of earlier drafts have shown |
//! | `conditions.rs` | conditions that all reached states satisfy |
//! | `field_names.rs` | names of fields that say what a field is for |
//! | `operations.rs` | the methods to check, and their arguments |
//! | `source_edits.rs` | edits of the user's files |
//! | `checks_file.rs` | the text of the new file |

mod candidate;
mod checks_file;
mod conditions;
mod describer;
mod description;
mod field_names;
mod first_checks;
mod inference;
mod learned;
mod operations;
mod source_edits;
mod type_arguments;

pub use first_checks::first_checks;
pub use learned::Learned;
