//! Which type is meant by a path, and where its source is: in the library, or in one of its dependencies.

use std::collections::BTreeSet;

use syn::Visibility;

use super::super::error::InitError;
use super::super::operations::blocks;
use super::super::package::{self, Meant};
use super::super::source::Source;
use crate::args::resolved::InitOptions;
use crate::error::Error;
use crate::suggest::nearest;

/// A type that was found.
pub(super) struct Found {
    /// Where its source is, if it is not the library's.
    pub(super) foreign: Option<Source>,
    /// Its number among the types there.
    pub(super) of: usize,
    /// How to import it, if it is not the library's.
    pub(super) path: String,
}

/// Finds the type that is meant by `queue::Queue`, `Queue` or `smallvec::SmallVec`.
pub(super) fn find(own: &Source, meant: &Meant, options: &InitOptions, typed: &str) -> Result<Found, Error> {
    let path = typed.split('<').next().unwrap_or(typed).trim();
    let mut segments: Vec<&str> = path.split("::").map(str::trim).filter(|it| !it.is_empty()).collect();
    let library = meant.package.name.replace('-', "_");
    if segments.len() > 1 && (segments[0] == "crate" || segments[0] == library) {
        segments.remove(0);
    }
    let candidates = named(own, &segments, false);
    if let Some(of) = only(own, &candidates, &segments, typed, "")? {
        return Ok(Found { foreign: None, of, path: String::new() });
    }
    let [first, rest @ ..] = &segments[..] else { return Err(unknown(own, meant, typed).into()) };
    let Some(root) = package::dependency(options, &meant.package, first)?.filter(|_| !rest.is_empty()) else {
        return Err(unknown(own, meant, typed).into());
    };
    let foreign = Source::read(&root)?;
    let mut candidates = named(&foreign, rest, true);
    if candidates.is_empty() {
        // What is public under one path may stand under another.
        candidates = named(&foreign, &rest[rest.len() - 1..], true);
    }
    let of = only(&foreign, &candidates, rest, typed, &format!("{first}::"))?;
    let of = of.ok_or_else(|| {
        let known = (0..foreign.types.len()).filter(|&of| is_public(&foreign, of) && !blocks(&foreign, of).is_empty());
        let known: BTreeSet<String> = known.map(|of| format!("{first}::{}", foreign.types[of].ident)).collect();
        no_type(typed, known.into_iter().collect(), Vec::new())
    })?;
    Ok(Found { foreign: Some(foreign), of, path: segments.join("::") })
}

/// The types of this name, in a module whose path ends like this.
fn named(source: &Source, segments: &[&str], only_public: bool) -> Vec<usize> {
    let Some((last, modules)) = segments.split_last() else { return Vec::new() };
    let is_meant = |&of: &usize| {
        let definition = &source.types[of];
        let path = &source.modules[definition.module].around.path;
        let ends = path.len() >= modules.len() && path.iter().rev().zip(modules.iter().rev()).all(|(a, b)| a == b);
        definition.ident == last && ends && !definition.for_tests && (!only_public || is_public(source, of))
    };
    (0..source.types.len()).filter(is_meant).collect()
}

fn is_public(source: &Source, of: usize) -> bool {
    !source.types[of].for_tests && matches!(source.types[of].vis, Visibility::Public(_))
}

/// The only one, or the one in exactly this module.
fn only(
    source: &Source,
    candidates: &[usize],
    segments: &[&str],
    typed: &str,
    before: &str,
) -> Result<Option<usize>, InitError> {
    let mut paths: Vec<String> = candidates.iter().map(|&of| path_of(source, of)).collect();
    let exact = paths.iter().position(|path| *path == segments.join("::"));
    paths.sort_unstable();
    paths.dedup();
    match (exact, &paths[..]) {
        (Some(at), _) => Ok(Some(candidates[at])),
        // Several under one path: each for another platform.
        (None, [] | [_]) => Ok(candidates.first().copied()),
        _ => {
            let known = paths.iter().map(|path| format!("{before}{path}")).collect();
            Err(InitError::SeveralTypes { name: typed.to_owned(), known })
        }
    }
}

/// `queue::Queue`.
fn path_of(source: &Source, of: usize) -> String {
    let definition = &source.types[of];
    let modules = source.modules[definition.module].around.path.iter().cloned();
    modules.chain([definition.ident.to_string()]).collect::<Vec<_>>().join("::")
}

fn unknown(own: &Source, meant: &Meant, typed: &str) -> InitError {
    let known = (0..own.types.len()).filter(|&of| !own.types[of].for_tests).map(|of| path_of(own, of)).collect();
    no_type(typed, known, package::dependencies(&meant.package))
}

fn no_type(typed: &str, known: Vec<String>, crates: Vec<String>) -> InitError {
    let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
    let names: Vec<String> = known.iter().map(|path| last(path)).collect();
    let by_name = || {
        let meant = nearest(&last(typed), names.iter().map(String::as_str))?;
        names.iter().position(|name| name == meant).map(|at| known[at].clone())
    };
    let meant = nearest(typed, known.iter().map(String::as_str)).map(str::to_owned).or_else(by_name);
    InitError::NoType { name: typed.to_owned(), known, crates, meant }
}
