//! A type that was found by its name.

use crate::read::library_source::LibrarySource;

/// A type of the library or of a dependency.
pub(super) struct FoundType {
    /// Its position among the types there.
    pub(super) of: usize,
    /// The path to import it from a dependency; none for the library.
    pub(super) path: Option<String>,
    /// The alias that the user named, as a position among the aliases there.
    pub(super) alias: Option<usize>,
}

impl FoundType {
    /// A type of a dependency.
    pub(super) fn foreign(of: usize, path: String) -> Self {
        Self { of, path: Some(path), alias: None }
    }

    /// Whether it belongs to a dependency.
    pub(super) fn is_foreign(&self) -> bool {
        self.path.is_some()
    }

    /// The name that the user gave: that of the type or of the alias.
    pub(super) fn name(&self, source: &LibrarySource) -> String {
        let of_type = || source.types[self.of].ident.to_string();
        self.alias.map_or_else(of_type, |alias| source.aliases[alias].1.ident.to_string())
    }
}
