//! New contents of files, written all or none.

use std::fs;
use std::path::PathBuf;

use super::error::ScaffoldError;

/// A file with its new contents.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// The file.
    pub path: PathBuf,
    /// Its new contents.
    pub text: String,
    /// The differences to the old contents.
    pub edits: Vec<Edit>,
    /// The file does not exist yet.
    pub is_new: bool,
}

/// One difference between the old and the new contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Cargo.toml: glassbox is a dependency of the build for the machine.
    DependencyForMachine,
    /// Cargo.toml: glassbox is a dependency of the user's tests.
    DependencyForTests,
    /// Cargo.toml: `getrandom` 0.2 gets its bytes from glassbox.
    RandomBytes,
    /// Cargo.toml: rustc knows the name `glassbox` in `cfg`.
    CfgName,
    /// The type of this name derives `Structure`.
    DescribedType(String),
    /// A module of this name is declared.
    DeclaredModule(String),
    /// Checks of these operations.
    Checks(Vec<String>),
    /// An exploration with these operations.
    Exploration(Vec<String>),
}

/// Files that were written, with their old contents.
#[derive(Debug, Default)]
pub struct WrittenFiles {
    /// Each file, and its contents before; none if it did not exist.
    before: Vec<(PathBuf, Option<Vec<u8>>)>,
}

impl WrittenFiles {
    /// Restores all files.
    pub fn undo(self) {
        for (path, before) in self.before.into_iter().rev() {
            // If this fails, there is nothing left to try.
            let _ = match before {
                Some(bytes) => fs::write(path, bytes),
                None => fs::remove_file(path),
            };
        }
    }
}

/// Writes all files. If one cannot be written, those before it are restored.
pub(super) fn write(changes: &[FileChange]) -> Result<WrittenFiles, ScaffoldError> {
    let mut written = WrittenFiles::default();
    for change in changes {
        let before = fs::read(&change.path).ok();
        if let Err(source) = write_one(change) {
            written.undo();
            return Err(ScaffoldError::Write { path: change.path.clone(), source });
        }
        written.before.push((change.path.clone(), before));
    }
    Ok(written)
}

/// Writes a file under another name first, so that it never exists in part.
fn write_one(change: &FileChange) -> std::io::Result<()> {
    if let Some(folder) = change.path.parent() {
        fs::create_dir_all(folder)?;
    }
    let draft = change.path.with_extension("glassbox-draft");
    let written = fs::write(&draft, &change.text).and_then(|()| {
        if let Ok(metadata) = fs::metadata(&change.path) {
            fs::set_permissions(&draft, metadata.permissions())?;
        }
        fs::rename(&draft, &change.path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_files_are_restored_after_a_failure() {
        let folder = std::env::temp_dir().join(format!("glassbox-init-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("old"), "before").expect("a file");
        let change =
            |name: &str| FileChange { path: folder.join(name), text: "after".into(), edits: Vec::new(), is_new: false };
        // `old` is a file, so nothing can be written below it.
        let changes = [change("old"), change("new"), change("old/below")];
        assert!(write(&changes).is_err());
        assert_eq!(fs::read_to_string(folder.join("old")).expect("still there"), "before");
        assert!(!folder.join("new").exists());
        fs::remove_dir_all(&folder).expect("gone");
    }
}
