//! The type that the user of a crate most likely means by the name of the crate.

use super::found_type::FoundType;
use super::functions::Functions;
use super::handles::with_handles;
use super::settings::HarnessSettings;
use super::subject::Subject;
use super::type_choice::Items;
use crate::read::library_source::LibrarySource;
use crate::read::method::mutating_impls;
use crate::scaffold::error::ScaffoldError;

/// The chosen type of a crate.
pub(super) struct MainType {
    pub(super) found: FoundType,
    /// Paths of the other types that could be explored, those with the most operations first.
    pub(super) others: Vec<String>,
}

/// A type that could be explored.
struct Candidate {
    found: FoundType,
    path: String,
    /// It has the name of the crate: `SmallVec` in `smallvec`.
    has_name_of_crate: bool,
    /// Number of methods with `&mut self` that a harness can call.
    n_operations: usize,
}

/// Chooses a type of the crate `name`: the one with the name of the crate, else the one with the most operations.
pub(super) fn main_type(source: &LibrarySource, name: &str) -> Result<MainType, ScaffoldError> {
    let types = (0..source.types.len()).filter(|&of| source.is_public(of) && !mutating_impls(source, of).is_empty());
    let (mut candidates, mut known) = (Vec::new(), Vec::new());
    for of in types {
        let definition = &source.types[of];
        let home = &source.modules[definition.module].context.path;
        let ident = definition.ident.to_string();
        let Some(path) = source.public_path(&ident, &[], home) else { continue };
        let path = format!("{name}::{}", path.join("::"));
        known.push(path.clone());
        let found = FoundType::foreign(of, path.clone());
        let Some(n_operations) = n_operations(source, &found) else { continue };
        let has_name_of_crate = letters(&ident) == letters(name);
        candidates.push(Candidate { found, path, has_name_of_crate, n_operations });
    }
    // The sort is stable, so that of equal types the first one counts.
    candidates.sort_by_key(|it| (!it.has_name_of_crate, usize::MAX - it.n_operations));
    let mut candidates = candidates.into_iter();
    let Some(Candidate { found, path, .. }) = candidates.next() else {
        known.sort_unstable();
        known.dedup();
        return Err(ScaffoldError::NoType { name: name.to_owned(), known, crates: Vec::new() });
    };
    let mut others: Vec<String> = Vec::new();
    for Candidate { path: other, .. } in candidates {
        if other != path && !others.contains(&other) {
            others.push(other);
        }
    }
    Ok(MainType { found, others })
}

/// How many methods with `&mut self` a harness for the type calls; none if there can be no harness.
fn n_operations(source: &LibrarySource, found: &FoundType) -> Option<usize> {
    let settings = HarnessSettings { is_compiled: true, ..HarnessSettings::default() };
    let subject = Subject::new(source, found, settings.is_compiled, Items::Best).ok()?;
    let subject = with_handles(subject.with_deref_target());
    let functions = Functions::of(&subject, &settings);
    functions.missing(&subject).is_none().then(|| functions.n_called()).filter(|count| *count > 0)
}

/// The letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}
