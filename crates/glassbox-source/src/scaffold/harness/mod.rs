//! `cargo glassbox init --explore`: an exploration harness from the public methods of a type.
//!
//! | file | purpose |
//! |---|---|
//! | `exploration.rs` | from the name of a type to the new and edited files |
//! | `type_lookup.rs` | finds the type, also in a dependency |
//! | `type_choice.rs` | chooses the type's arguments |
//! | `subject.rs` | the type with its arguments |
//! | `functions.rs` | a function for each method |
//! | `call_arguments.rs` | the arguments of a method call |
//! | `composite_arguments.rs` | arguments that consist of several parts |
//! | `panic_guards.rs` | conditions under which a method does not panic on purpose |
//! | `laws.rs` | properties that should hold in every state |
//! | `function.rs` | a function and its text |
//! | `harness_file.rs` | the text of the new file |
//! | `layout.rs` | comments and indentation |

mod call_arguments;
mod composite_arguments;
mod exploration;
mod function;
mod functions;
mod harness_file;
mod laws;
mod layout;
mod panic_guards;
mod subject;
mod type_choice;
mod type_lookup;

pub use exploration::exploration;
