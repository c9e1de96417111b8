//! `cargo glassbox init --explore`: an exploration harness from the public methods of a type.
//!
//! | file | purpose |
//! |---|---|
//! | `exploration.rs` | from the name of a type to the new and edited files |
//! | `type_lookup.rs` | finds the type, also in a dependency |
//! | `found_type.rs` | a type that was found |
//! | `main_type.rs` | the type that the name of a crate stands for |
//! | `type_choice.rs` | chooses the type's arguments |
//! | `aliased_type.rs` | the arguments of an alias |
//! | `own_traits.rs` | traits of the crate that the arguments must have |
//! | `type_pattern.rs` | matches types of `impl` blocks with the explored type |
//! | `subject.rs` | the type with its arguments |
//! | `plan.rs` | the type with the functions of its harness |
//! | `functions.rs` | a function for each method |
//! | `call_arguments.rs` | the arguments of a method call |
//! | `composite_arguments.rs` | arguments that consist of several parts |
//! | `handles.rs` | keys and indices that methods return and take |
//! | `results.rs` | what a function does with the result of a call |
//! | `panic_guards.rs` | conditions under which a method does not panic on purpose |
//! | `entry_assertions.rs` | assertions about arguments at the entry of a method |
//! | `meant_panics.rs` | panics that a method means |
//! | `models/` | collections of std that stand beside the type, to be compared |
//! | `laws.rs` | properties that should hold in every state |
//! | `function.rs` | a function and its text |
//! | `harness_file.rs` | the text of the new file |
//! | `left_out_list.rs` | the comment with the methods that are left out |
//! | `settings.rs` | what an earlier attempt to compile the harness has shown |
//! | `layout.rs` | comments and indentation |

mod aliased_type;
mod call_arguments;
mod composite_arguments;
mod entry_assertions;
mod exploration;
mod found_type;
mod function;
mod functions;
mod handles;
mod harness_file;
mod laws;
mod layout;
mod left_out_list;
mod main_type;
mod meant_panics;
mod models;
mod own_traits;
mod panic_guards;
mod plan;
mod results;
mod settings;
mod subject;
mod type_choice;
mod type_lookup;
mod type_pattern;

pub use exploration::Exploration;
pub use left_out_list::n_left_out;
pub use models::CandidateModel;
pub use settings::{HarnessSettings, Models, Rejected};
