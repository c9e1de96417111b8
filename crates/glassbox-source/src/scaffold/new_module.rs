//! A new module in a file of its own, declared in an existing file.

use super::error::ScaffoldError;
use super::file_change::{Edit, FileChange};
use super::insertion::{Insertions, newline};
use crate::read::library_source::{InsertionPoint, LibrarySource, Module};

/// The condition for generated code: it is compiled for tests and for the machine.
pub(super) const CONDITION: &str = "any(test, glassbox)";

/// A new file with this text, and the file that declares it as a module.
pub(super) fn declared_file(
    source: &LibrarySource,
    module: usize,
    name: &str,
    text: &str,
    edit: Edit,
) -> Vec<FileChange> {
    let module = &source.modules[module];
    let file = &source.files[module.file];
    let mut insertions = Insertions::default();
    let declared = declare(&mut insertions, &file.text, module, name);
    let edited = FileChange {
        path: file.path.clone(),
        text: insertions.apply(&file.text),
        edits: vec![declared],
        is_new: false,
    };
    vec![edited, new_file(module, &file.text, name, text, edit)]
}

/// Inserts the declaration of a child module into the text of `module`.
pub(super) fn declare(insertions: &mut Insertions, text: &str, module: &Module, name: &str) -> Edit {
    let place = module.insertion_point.unwrap_or(InsertionPoint::After(text.len()));
    insertions.declaration(text, place, &[format!("#[cfg({CONDITION})]"), format!("mod {name};")]);
    Edit::DeclaredModule(name.to_owned())
}

/// The file of a new child module, with the line endings of the file that declares it.
pub(super) fn new_file(module: &Module, declaring_text: &str, name: &str, text: &str, edit: Edit) -> FileChange {
    let text = text.trim_end().to_owned() + "\n";
    FileChange {
        path: module.folder.join(format!("{name}.rs")),
        text: text.replace('\n', newline(declaring_text)),
        edits: vec![edit],
        is_new: true,
    }
}

/// A name for a new child module that is not in use: the short one, the long one, or the long one with a number.
pub(super) fn free_name(module: &Module, short: &str, long: &str) -> String {
    let is_free = |name: &String| !module.children.contains(name) && !module.folder.join(format!("{name}.rs")).exists();
    let numbered = (2..).map(|number| format!("{long}_{number}"));
    let mut names = [short.to_owned(), long.to_owned()].into_iter().chain(numbered);
    names.find(is_free).unwrap_or_else(|| long.to_owned())
}

/// Checks that all Rust files among the changes can be parsed.
pub(super) fn ensure_parseable(changes: &[FileChange]) -> Result<(), ScaffoldError> {
    for change in changes.iter().filter(|change| change.path.extension().is_some_and(|it| it == "rs")) {
        let parsed: syn::Result<syn::File> = syn::parse_str(change.text.trim_start_matches('\u{feff}'));
        parsed.map_err(|error| ScaffoldError::InvalidRust { path: change.path.clone(), message: error.to_string() })?;
    }
    Ok(())
}
