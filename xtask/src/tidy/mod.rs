//! `cargo xtask tidy`: rules about the repository that neither rustc nor clippy check.
//!
//! Each rule is a file with a function `check` and an entry in the list of `rules.rs`. A rule reads a [`Tree`] in
//! memory, so that its tests can show it trees that break it.
//!
//! [`Tree`]: crate::tree::Tree

mod crate_readmes;
mod dependencies;
mod doc_paths;
mod import_circles;
mod limits;
mod machine_paths;
mod module_docs;
mod packages;
mod problem;
mod rules;
mod typed_results;
mod verdict_makers;

pub(crate) use rules::run;
