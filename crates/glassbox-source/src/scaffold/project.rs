//! The user's package with its library's source and the edits that its Cargo.toml needs.

use std::path::{Path, PathBuf};

use super::error::ScaffoldError;
use super::file_change::{Edit, FileChange, WrittenFiles, write};
use super::manifest::{self, GlassboxOrigin, Needs};
use super::note::Note;
use crate::read::library_source::LibrarySource;
use crate::read::{PackageQuery, ReadError, SelectedPackage, is_built_for_machine};

/// The package that gets checks or an exploration.
#[derive(Debug, Default)]
pub struct ProjectQuery {
    /// The package.
    pub package: PackageQuery,
    /// Folder of the crate `glassbox`; without it, the crate comes from crates.io.
    pub glassbox: Option<PathBuf>,
}

/// Files to write, and what to tell the user about them.
#[derive(Debug)]
pub struct Scaffold {
    /// Folder of the package.
    pub folder: PathBuf,
    /// The files; none if nothing is missing.
    pub changes: Vec<FileChange>,
    /// Assumptions and omissions.
    pub notes: Vec<Note>,
}

impl Scaffold {
    /// The new file with an exploration, if there is one.
    pub fn harness(&self) -> Option<&FileChange> {
        let is_harness = |change: &&FileChange| change.edits.iter().any(|edit| matches!(edit, Edit::Exploration(_)));
        self.changes.iter().find(is_harness)
    }

    /// Writes all files. If one cannot be written, none is changed.
    pub fn write(&self) -> Result<WrittenFiles, ScaffoldError> {
        write(&self.changes)
    }
}

/// A package that has been read.
pub(super) struct Project {
    pub(super) selected: SelectedPackage,
    pub(super) source: LibrarySource,
    /// Edits of Cargo.toml.
    pub(super) manifests: Vec<FileChange>,
}

impl Project {
    /// Finds the package, reads its library and plans the edits of its manifest.
    pub(super) fn read(query: &ProjectQuery) -> Result<Self, ScaffoldError> {
        let selected = SelectedPackage::find(&query.package)?;
        let origin = origin(query.glassbox.as_deref(), selected.folder())?;
        let source = LibrarySource::read(&selected.library_root)?;
        let needs = Needs { glassbox: origin, random_bytes: is_built_for_machine(&query.package, "getrandom", "0.2.") };
        let manifests = manifest::changes(&selected.package, &selected.workspace_manifest, &needs)?;
        Ok(Self { selected, source, manifests })
    }

    /// The result, with these changes behind those of the manifests.
    pub(super) fn scaffold(&self, changes: Vec<FileChange>, notes: Vec<Note>) -> Scaffold {
        let folder = self.selected.folder().to_owned();
        Scaffold { folder, changes: self.manifests.iter().cloned().chain(changes).collect(), notes }
    }
}

/// The origin of glassbox, as a path from the folder of the package if the user gave a relative one.
fn origin(glassbox: Option<&Path>, folder: &Path) -> Result<GlassboxOrigin, ScaffoldError> {
    let Some(path) = glassbox else { return Ok(GlassboxOrigin::Release) };
    if !manifest::is_glassbox(path) {
        return Err(ScaffoldError::NotGlassbox { path: path.to_owned() });
    }
    if path.is_absolute() {
        return Ok(GlassboxOrigin::Folder(path.to_owned()));
    }
    let real = |path: &Path| path.canonicalize().map_err(|source| ReadError::File { path: path.to_owned(), source });
    Ok(GlassboxOrigin::Folder(relative(&real(folder)?, &real(path)?)))
}

/// The relative path from a folder to a place: paths in Cargo.toml begin at its folder, not at the current one.
fn relative(folder: &Path, place: &Path) -> PathBuf {
    let n_shared = folder.components().zip(place.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(n_shared).map(|_| "..");
    up.map(PathBuf::from).chain(place.components().skip(n_shared).map(|it| PathBuf::from(it.as_os_str()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_goes_up_to_the_shared_folder() {
        assert_eq!(relative(Path::new("/a/b/c"), Path::new("/a/d")), Path::new("../../d"));
        assert_eq!(relative(Path::new("/a"), Path::new("/a/d")), Path::new("d"));
    }
}
