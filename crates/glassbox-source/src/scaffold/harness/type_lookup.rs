//! Finds the type that the user named, in the library or in one of its dependencies.

use std::collections::BTreeSet;

use syn::Visibility;

use crate::read::library_source::LibrarySource;
use crate::read::method::mutating_impls;
use crate::read::{PackageQuery, dependency_names, dependency_root};
use crate::scaffold::error::ScaffoldError;
use crate::scaffold::project::Project;

/// A type of the library or of a dependency.
pub(super) struct FoundType {
    /// The source of the dependency that has it; none for the library.
    pub(super) foreign: Option<LibrarySource>,
    /// Its position among the types there.
    pub(super) of: usize,
    /// The path to import it from a dependency.
    pub(super) path: String,
}

/// Finds a type by its name or path: `Queue`, `queue::Queue` or `smallvec::SmallVec`.
pub(super) fn find_type(project: &Project, query: &PackageQuery, typed: &str) -> Result<FoundType, ScaffoldError> {
    let (own, package) = (&project.source, &project.selected.package);
    let path = typed.split('<').next().unwrap_or(typed).trim();
    let mut segments: Vec<&str> = path.split("::").map(str::trim).filter(|it| !it.is_empty()).collect();
    let library = package.name.replace('-', "_");
    if segments.len() > 1 && (segments[0] == "crate" || segments[0] == library) {
        segments.remove(0);
    }
    let candidates = named(own, &segments, false);
    if let Some(of) = only(own, &candidates, &segments, typed, "")? {
        return Ok(FoundType { foreign: None, of, path: String::new() });
    }
    let [first, rest @ ..] = &segments[..] else { return Err(unknown(project, typed)) };
    let Some(root) = dependency_root(query, package, first)?.filter(|_| !rest.is_empty()) else {
        return Err(unknown(project, typed));
    };
    let foreign = LibrarySource::read(&root)?;
    let mut candidates = named(&foreign, rest, true);
    if candidates.is_empty() {
        // The public path may be a re-export, so only the name counts.
        candidates = named(&foreign, &rest[rest.len() - 1..], true);
    }
    let of = only(&foreign, &candidates, rest, typed, &format!("{first}::"))?;
    let of = of.ok_or_else(|| {
        let known =
            (0..foreign.types.len()).filter(|&of| is_public(&foreign, of) && !mutating_impls(&foreign, of).is_empty());
        let known: BTreeSet<String> = known.map(|of| format!("{first}::{}", foreign.types[of].ident)).collect();
        ScaffoldError::NoType { name: typed.to_owned(), known: known.into_iter().collect(), crates: Vec::new() }
    })?;
    Ok(FoundType { foreign: Some(foreign), of, path: segments.join("::") })
}

/// The types with the last segment as name, in modules whose paths end with the other segments.
fn named(source: &LibrarySource, segments: &[&str], only_public: bool) -> Vec<usize> {
    let Some((last, modules)) = segments.split_last() else { return Vec::new() };
    let matches = |&of: &usize| {
        let definition = &source.types[of];
        let path = &source.modules[definition.module].context.path;
        let ends = path.len() >= modules.len() && path.iter().rev().zip(modules.iter().rev()).all(|(a, b)| a == b);
        definition.ident == last && ends && !definition.for_tests && (!only_public || is_public(source, of))
    };
    (0..source.types.len()).filter(matches).collect()
}

fn is_public(source: &LibrarySource, of: usize) -> bool {
    !source.types[of].for_tests && matches!(source.types[of].vis, Visibility::Public(_))
}

/// The only candidate, or the one with exactly this path; an error if there are several.
fn only(
    source: &LibrarySource,
    candidates: &[usize],
    segments: &[&str],
    typed: &str,
    before: &str,
) -> Result<Option<usize>, ScaffoldError> {
    let mut paths: Vec<String> = candidates.iter().map(|&of| path_of(source, of)).collect();
    let exact = paths.iter().position(|path| *path == segments.join("::"));
    paths.sort_unstable();
    paths.dedup();
    match (exact, &paths[..]) {
        (Some(at), _) => Ok(Some(candidates[at])),
        // Several definitions under one path are for different platforms.
        (None, [] | [_]) => Ok(candidates.first().copied()),
        _ => {
            let known = paths.iter().map(|path| format!("{before}{path}")).collect();
            Err(ScaffoldError::SeveralTypes { name: typed.to_owned(), known })
        }
    }
}

/// The path of a type in its library: `queue::Queue`.
fn path_of(source: &LibrarySource, of: usize) -> String {
    let definition = &source.types[of];
    let modules = source.modules[definition.module].context.path.iter().cloned();
    modules.chain([definition.ident.to_string()]).collect::<Vec<_>>().join("::")
}

fn unknown(project: &Project, typed: &str) -> ScaffoldError {
    let own = &project.source;
    let known = (0..own.types.len()).filter(|&of| !own.types[of].for_tests).map(|of| path_of(own, of)).collect();
    ScaffoldError::NoType { name: typed.to_owned(), known, crates: dependency_names(&project.selected.package) }
}
