//! The type that the user of a crate most likely means by the name of the crate.

use std::cmp::Reverse;

use super::found_type::FoundType;
use super::plan::Plan;
use super::settings::HarnessSettings;
use super::subject::is_conditional;
use crate::read::library_source::LibrarySource;
use crate::read::method::{Method, Receiver};
use crate::scaffold::error::ScaffoldError;

/// The chosen type of a crate.
pub(super) struct MainType {
    pub(super) found: FoundType,
    /// Paths of the other types that could be explored, those with the most operations first.
    pub(super) others: Vec<String>,
}

/// A type with methods.
struct Candidate {
    found: FoundType,
    path: String,
    /// It has the name of the crate: `SmallVec` in `smallvec`.
    has_name_of_crate: bool,
    /// Number of its methods with `&mut self`, and with any `self`, that a harness can call; or the reasons why there is no harness.
    n_operations: Result<(usize, usize), Vec<String>>,
    n_methods: usize,
    /// It may not exist with these features.
    is_conditional: bool,
}

/// Chooses a type of the crate `name`: the one with the name of the crate, else the one with the most operations. The error has
/// the reasons why that one has no harness.
pub(super) fn main_type(source: &LibrarySource, name: &str) -> Result<MainType, ScaffoldError> {
    let mut candidates = Vec::new();
    for of in (0..source.types.len()).filter(|&of| source.is_public(of)) {
        let definition = &source.types[of];
        let methods = source.inherent_impls(of).flat_map(|block| Method::callable(block, false, true));
        let n_methods = methods.filter(|method| method.receiver() != Receiver::Nothing).count();
        let home = &source.modules[definition.module].context.path;
        let ident = definition.ident.to_string();
        let Some(path) = source.public_path(&ident, &[], home).filter(|_| n_methods > 0) else { continue };
        let path = format!("{name}::{}", path.join("::"));
        let found = FoundType::foreign(of, path.clone());
        let has_name_of_crate = letters(&ident) == letters(name);
        let n_operations = n_operations(source, &found);
        // Several definitions are for different features, and one of them is there.
        let n_definitions = (0..source.types.len())
            .filter(|&other| source.types[other].ident == ident && source.types[other].module == definition.module);
        let is_conditional = is_conditional(source, of) && n_definitions.count() == 1;
        candidates.push(Candidate { found, path, has_name_of_crate, n_operations, n_methods, is_conditional });
    }
    // The sort is stable, so that of equal types the first one counts.
    candidates.sort_by_key(|it| {
        let n_operations = it.n_operations.clone();
        let is_first = (n_operations.is_err(), it.is_conditional, !it.has_name_of_crate);
        (is_first, Reverse(n_operations.ok()), Reverse(it.n_methods))
    });
    let mut candidates = candidates.into_iter();
    let first = candidates.next().ok_or_else(|| ScaffoldError::NoMethods { name: name.to_owned() })?;
    if let Err(problems) = first.n_operations {
        return Err(ScaffoldError::NotExplored { name: first.path, problems });
    }
    let mut others: Vec<String> = Vec::new();
    for Candidate { path, .. } in candidates.filter(|it| it.n_operations.is_ok()) {
        if path != first.path && !others.contains(&path) {
            others.push(path);
        }
    }
    Ok(MainType { found: first.found, others })
}

/// How many methods with `&mut self`, and with any `self`, a harness for the type calls; or the reasons why there can be none.
fn n_operations(source: &LibrarySource, found: &FoundType) -> Result<(usize, usize), Vec<String>> {
    let settings = HarnessSettings { is_compiled: true, ..HarnessSettings::default() };
    let Plan { functions, .. } = Plan::new(source, found, &settings)?;
    Ok((functions.n_called(), functions.operations.len()))
}

/// The letters and digits of a name in lower case, without the plural's ending.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
    letters.collect::<String>().trim_end_matches('s').to_owned()
}
