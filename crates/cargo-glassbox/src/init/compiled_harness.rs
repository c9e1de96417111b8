//! Compiles a harness and finds the functions with errors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticSpan};
use glassbox_source::scaffold::Rejected;

use crate::args::build_options::BuildOptions;
use crate::build;
use crate::console;
use crate::error::Error;
use crate::target_folder::TargetFolder;
use crate::toolchain::Rustc;
use crate::workspace::Workspace;

/// Result of compiling a harness.
pub(super) enum CompiledHarness {
    /// It compiles.
    Compiles,
    /// These functions do not.
    Rejected {
        functions: Vec<Rejected>,
        /// Types that have traits which arguments lack, by the name of the trait.
        implementors: BTreeMap<String, Vec<String>>,
    },
}

/// Builds the library with the harness in the file `path`. It is an error if it has errors outside the functions of the
/// harness.
pub(super) fn compile(
    rustc: &Rustc,
    options: &BuildOptions,
    path: &Path,
    text: &str,
) -> Result<CompiledHarness, Error> {
    let workspace = Workspace::load(rustc, options)?;
    let folder = TargetFolder::open(workspace.target_dir())?;
    let selection = workspace.select(&options.packages, rustc)?;
    let (mut functions, mut implementors) = (Vec::new(), BTreeMap::new());
    for (package, _) in selection.users {
        let Err(errors) = build::try_library(rustc, &workspace, &folder, package, options)? else { continue };
        let found = rejected_functions(&errors, &workspace.root(), path, text);
        if found.is_empty() {
            let rendered = errors.iter().filter_map(|error| error.rendered.as_deref());
            rendered.for_each(console::print_diagnostic);
            let (package, failed_dependencies) = (package.name.to_string(), Vec::new());
            return Err(Error::Build { package, failed_dependencies, with_dev_dependencies: false });
        }
        functions.extend(found);
        let notes = errors.iter().flat_map(|error| &error.children);
        implementors.extend(notes.filter_map(|note| implementors_in(&note.message)));
    }
    Ok(if functions.is_empty() {
        CompiledHarness::Compiles
    } else {
        CompiledHarness::Rejected { functions, implementors }
    })
}

/// The functions of the harness in which errors are, each once; of a function with getters, each line.
fn rejected_functions(errors: &[Diagnostic], root: &Path, path: &Path, text: &str) -> Vec<Rejected> {
    let is_harness = |span: &DiagnosticSpan| real(&root.join(&span.file_name)) == real(path);
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for error in errors {
        let mut spans: Vec<&DiagnosticSpan> = error.spans.iter().collect();
        spans.sort_by_key(|span| !span.is_primary);
        spans.extend(error.children.iter().flat_map(|child| &child.spans));
        let origins = spans.iter().flat_map(|span| origins(span));
        let place = origins
            .filter(|span| is_harness(span))
            .find_map(|span| Rejected::at(text, span.line_start, &message_of(error)));
        all.extend(place.filter(|it| seen.insert((it.module.clone(), it.function.clone(), it.line.clone()))));
    }
    // One error is enough to take a function out.
    let mut functions = BTreeSet::new();
    all.retain(|it: &Rejected| it.has_lines() || functions.insert((it.module.clone(), it.function.clone())));
    all
}

/// The trait in a note of the compiler that lists types which have it, and these types.
fn implementors_in(note: &str) -> Option<(String, Vec<String>)> {
    let several = note.strip_prefix("the following other types implement trait `");
    let (name, types): (&str, Vec<String>) = if let Some(rest) = several {
        let (name, types) = rest.split_once("`:")?;
        (name, types.lines().map(|line| line.trim().trim_matches('`').to_owned()).collect())
    } else {
        let (name, rest) = note.strip_prefix("the trait `")?.split_once("` is implemented for `")?;
        (name, vec![rest.split('`').next()?.to_owned()])
    };
    let name = name.split('<').next()?.rsplit("::").next()?.to_owned();
    let types = types.into_iter().filter(|ty| !ty.is_empty() && !ty.contains(' ')).collect();
    Some((name, types))
}

/// The place of a span, and those of the macro calls that it comes from.
fn origins(span: &DiagnosticSpan) -> Vec<&DiagnosticSpan> {
    std::iter::successors(Some(span), |span| span.expansion.as_ref().map(|expansion| &expansion.span)).collect()
}

/// The message in one line.
fn message_of(error: &Diagnostic) -> String {
    // The method is in the source and not in this build.
    if error.code.as_ref().is_some_and(|code| code.code == "E0599") && error.message.starts_with("no method named") {
        return Rejected::ABSENT.to_owned();
    }
    error.message.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn real(path: &Path) -> std::path::PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_lists_types_that_have_a_trait() {
        let check = |note: &str| implementors_in(note).map(|(name, types)| format!("{name}: {}", types.join(", ")));
        let several = "the following other types implement trait `a::Index<T>`:\n  `u16`\n  u32\nand 8 others";
        assert_eq!(check(several).as_deref(), Some("Index: u16, u32"));
        assert_eq!(check("the trait `Store` is implemented for `Small`").as_deref(), Some("Store: Small"));
        assert_eq!(check("consider importing this struct"), None);
    }
}
