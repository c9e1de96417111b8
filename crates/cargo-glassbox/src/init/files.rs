//! Writes files, all or none.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::InitError;

/// A file that is to be written.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) path: PathBuf,
    pub(super) text: String,
    /// What was done, for the user.
    pub(super) what: Vec<String>,
    /// It was not there before.
    pub(super) is_new: bool,
}

/// Writes all changes. If one cannot be written, those before it are taken back.
pub(super) fn write(changes: &[Change]) -> Result<(), InitError> {
    let mut done: Vec<(&Path, Option<Vec<u8>>)> = Vec::new();
    for change in changes {
        let before = fs::read(&change.path).ok();
        if let Err(source) = write_one(change) {
            for (path, before) in done.into_iter().rev() {
                // Nothing more can be done if this fails, too.
                let _ = match before {
                    Some(bytes) => fs::write(path, bytes),
                    None => fs::remove_file(path),
                };
            }
            return Err(InitError::Write { path: change.path.clone(), source });
        }
        done.push((&change.path, before));
    }
    Ok(())
}

/// A file is there as a whole or not at all: it is written under another name first.
fn write_one(change: &Change) -> std::io::Result<()> {
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
    fn what_was_written_is_taken_back() {
        let folder = std::env::temp_dir().join(format!("glassbox-init-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("old"), "before").expect("a file");
        let change =
            |name: &str| Change { path: folder.join(name), text: "after".into(), what: Vec::new(), is_new: false };
        // A file is no folder.
        let changes = [change("old"), change("new"), change("old/below")];
        assert!(write(&changes).is_err());
        assert_eq!(fs::read_to_string(folder.join("old")).expect("still there"), "before");
        assert!(!folder.join("new").exists());
        fs::remove_dir_all(&folder).expect("gone");
    }
}
