//! The files of the repository, as text.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Every text file of the repository, by its path from the root.
pub(crate) struct Tree {
    files: BTreeMap<String, String>,
}

impl Tree {
    /// Reads the files that git tracks or would track.
    pub(crate) fn of_repository() -> Result<Self, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent folder")?;
        let list = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()
            .map_err(|error| format!("could not run git: {error}"))?;
        if !list.status.success() {
            return Err(format!("git: {}", String::from_utf8_lossy(&list.stderr).trim()));
        }
        let paths = String::from_utf8_lossy(&list.stdout).into_owned();
        let mut files = BTreeMap::new();
        for path in paths.split('\0').filter(|path| !path.is_empty()) {
            // Skips tracked files that do not exist, and files that are not text.
            if let Ok(text) = std::fs::read_to_string(root.join(path)) {
                files.insert(path.to_owned(), text);
            }
        }
        Ok(Self { files })
    }

    /// All files, sorted by path.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Files whose name ends with `extension`, without the crates under `testdata`, which are users' code.
    pub(crate) fn ours(&self, extension: &str) -> impl Iterator<Item = (&str, &str)> {
        self.files().filter(move |(path, _)| path.ends_with(extension) && !path.contains("/testdata/"))
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Whether there is a file or folder of this name.
    pub(crate) fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        self.files.contains_key(path)
            || self.files.range(folder.clone()..).next().is_some_and(|(p, _)| p.starts_with(&folder))
    }

    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self { files: files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect() }
    }
}
