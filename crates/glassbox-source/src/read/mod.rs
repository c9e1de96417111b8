//! Reads the user's crate. Nothing here writes files.
//!
//! | file | purpose |
//! |---|---|
//! | `package.rs` | the cargo package, its library and its dependencies |
//! | `target.rs` | the compilation target of the machine |
//! | `library_source.rs` | all modules, types and `impl` blocks of a library |
//! | `library_reader.rs` | parses the files of a library, from `lib.rs` on |
//! | `scope.rs` | the meaning of names in an exploration |
//! | `public_api.rs` | the public items of a library |
//! | `imports.rs` | names that `use` items import |
//! | `items.rs` | names, visibility and fields of items |
//! | `mentioned_names.rs` | names that code mentions |
//! | `method.rs` | signature and documentation of a method |
//! | `generics.rs` | type parameters and their trait bounds |
//! | `attributes.rs` | `cfg`, `derive`, doc comments and other attributes |
//! | `type_syntax.rs` | types as they are written |
//! | `marked_items.rs` | checks and explorations as they are written, built or not |
//! | `operations.rs` | public operations of checked types, and which of them a check calls |
//! | `std_source.rs` | the source of std |
//! | `error.rs` | reasons why reading fails |

pub(crate) mod attributes;
mod error;
pub(crate) mod generics;
pub(crate) mod imports;
pub(crate) mod items;
mod library_reader;
pub(crate) mod library_source;
mod marked_items;
pub(crate) mod mentioned_names;
pub(crate) mod method;
mod operations;
mod package;
mod public_api;
pub(crate) mod scope;
mod std_source;
pub(crate) mod target;
pub(crate) mod type_syntax;

pub use error::ReadError;
pub use marked_items::{MarkedItem, MarkedItems};
pub use operations::TypeOperations;
pub use package::{Library, PackageLayout, PackageQuery, library_target};
pub(crate) use package::{SelectedPackage, dependency_names, dependency_root, is_built_for_machine};
pub(crate) use std_source::std_roots;
pub use target::TARGET;
