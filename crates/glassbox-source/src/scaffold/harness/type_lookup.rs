//! Finds the type that the user named, in the library or in one of its dependencies.

use std::collections::BTreeSet;

use syn::Visibility;

use super::found_type::FoundType;
use super::main_type::{MainType, main_type};
use crate::read::library_source::LibrarySource;
use crate::read::method::mutating_impls;
use crate::read::type_syntax;
use crate::read::{PackageQuery, dependency_names, dependency_root, std_roots};
use crate::scaffold::error::ScaffoldError;
use crate::scaffold::project::Project;

/// Names of the crates of std.
const OF_STD: [&str; 3] = ["std", "alloc", "core"];

/// A type with the source that it is in.
pub(super) struct Lookup {
    pub(super) found: FoundType,
    /// The source of the dependency that has it; none for the library.
    pub(super) foreign: Option<LibrarySource>,
    /// Paths of the other types that could be explored, if the user named only a crate.
    pub(super) others: Option<Vec<String>>,
}

impl Lookup {
    fn of_dependency(foreign: LibrarySource, found: FoundType) -> Self {
        Self { found, foreign: Some(foreign), others: None }
    }
}

/// Finds a type by its name or path: `Queue`, `queue::Queue` or `smallvec::SmallVec`. For the name of a dependency it is the
/// type of that crate that most likely is meant.
pub(super) fn find_type(project: &Project, query: &PackageQuery, typed: &str) -> Result<Lookup, ScaffoldError> {
    let (own, package) = (&project.source, &project.selected.package);
    let path = typed.split('<').next().unwrap_or(typed).trim();
    let mut segments: Vec<&str> = path.split("::").map(str::trim).filter(|it| !it.is_empty()).collect();
    let library = package.name.replace('-', "_");
    if segments.len() > 1 && (segments[0] == "crate" || segments[0] == library) {
        segments.remove(0);
    }
    let candidates = named(own, &segments, false);
    if let Some(of) = only(own, &candidates, &segments, typed, "")? {
        return Ok(Lookup { found: FoundType { of, path: None, alias: None }, foreign: None, others: None });
    }
    let [first, rest @ ..] = &segments[..] else { return Err(unknown(project, typed)) };
    if OF_STD.contains(first) && !rest.is_empty() {
        return find_in_std(&segments, typed);
    }
    let Some(root) = dependency_root(query, package, first)? else { return Err(unknown(project, typed)) };
    let foreign = LibrarySource::read_foreign(&root)?;
    if rest.is_empty() {
        let MainType { found, others } = main_type(&foreign, first)?;
        return Ok(Lookup { found, foreign: Some(foreign), others: Some(others) });
    }
    let mut candidates = named(&foreign, rest, true);
    if candidates.is_empty() {
        // The public path may be a re-export, so only the name counts.
        candidates = named(&foreign, &rest[rest.len() - 1..], true);
    }
    if let Some((alias, of)) = aliased(&foreign, rest).filter(|_| candidates.is_empty()) {
        let found = FoundType { alias: Some(alias), ..FoundType::foreign(of, segments.join("::")) };
        return Ok(Lookup::of_dependency(foreign, found));
    }
    if candidates.is_empty() {
        candidates = renamed(&foreign, rest[rest.len() - 1]);
    }
    let of = only(&foreign, &candidates, rest, typed, &format!("{first}::"))?;
    let of = of.ok_or_else(|| {
        let known =
            (0..foreign.types.len()).filter(|&of| foreign.is_public(of) && !mutating_impls(&foreign, of).is_empty());
        let known: BTreeSet<String> = known.map(|of| format!("{first}::{}", foreign.types[of].ident)).collect();
        ScaffoldError::NoType { name: typed.to_owned(), known: known.into_iter().collect(), crates: Vec::new() }
    })?;
    Ok(Lookup::of_dependency(foreign, FoundType::foreign(of, segments.join("::"))))
}

/// A type of std, from the source that comes with the compiler.
fn find_in_std(segments: &[&str], typed: &str) -> Result<Lookup, ScaffoldError> {
    let rest = &segments[1..];
    for root in std_roots()? {
        let foreign = LibrarySource::read_foreign(&root)?;
        let by_path = named(&foreign, rest, true);
        let by_name = || named(&foreign, &rest[rest.len() - 1..], true);
        let candidates = if by_path.is_empty() { by_name() } else { by_path };
        if let Some(of) = only(&foreign, &candidates, rest, typed, "std::")? {
            return Ok(Lookup::of_dependency(foreign, FoundType::foreign(of, segments.join("::"))));
        }
    }
    Err(ScaffoldError::NoType { name: typed.to_owned(), known: Vec::new(), crates: Vec::new() })
}

/// The alias of this name, and the type that it stands for.
fn aliased(source: &LibrarySource, segments: &[&str]) -> Option<(usize, usize)> {
    let name = segments.last()?;
    source.aliases.iter().enumerate().find_map(|(at, (module, alias))| {
        let is_it = alias.ident == name && matches!(alias.vis, Visibility::Public(_));
        let (target, _) = type_syntax::named(&alias.ty).filter(|_| is_it)?;
        Some((at, source.find_type(*module, target)?))
    })
}

/// The types that the library exports under another name, which is this one.
fn renamed(source: &LibrarySource, name: &str) -> Vec<usize> {
    let exported = source.exports.iter().filter(|(_, it)| it.name() == Some(name));
    let names: BTreeSet<&str> = exported.filter_map(|(_, it)| it.path.last().map(String::as_str)).collect();
    names.iter().flat_map(|name| named(source, &[name], true)).collect()
}

/// The types with the last segment as name, in modules whose paths end with the other segments.
fn named(source: &LibrarySource, segments: &[&str], only_public: bool) -> Vec<usize> {
    let Some((last, modules)) = segments.split_last() else { return Vec::new() };
    let matches = |&of: &usize| {
        let definition = &source.types[of];
        let path = &source.modules[definition.module].context.path;
        let ends = path.len() >= modules.len() && path.iter().rev().zip(modules.iter().rev()).all(|(a, b)| a == b);
        definition.ident == last && ends && !definition.for_tests && (!only_public || source.is_public(of))
    };
    (0..source.types.len()).filter(matches).collect()
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
