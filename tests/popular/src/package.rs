//! A package for a type: an empty library that depends on the crate.

use std::fs;
use std::path::{Path, PathBuf};

use crate::rows::Row;

/// Writes the package below `folder`. Returns its path. Results of an earlier run are removed, except the lock file: it keeps
/// the versions until the user removes it.
pub(crate) fn make(row: &Row, folder: &Path) -> Result<PathBuf, String> {
    let package = folder.join(row.name);
    for part in ["src", "tests"] {
        match fs::remove_dir_all(package.join(part)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.to_string()),
            _ => {}
        }
    }
    write(&package.join("Cargo.toml"), &manifest(row))?;
    write(&package.join("src/lib.rs"), "//! Uses it.\n")?;
    Ok(package)
}

fn manifest(row: &Row) -> String {
    let Row { name, package, features, .. } = row;
    let dependency = package.map(|package| format!("{package} = {{ version = \"*\", features = {features:?} }}\n"));
    let dependency = dependency.unwrap_or_default();
    format!(
        "[package]\nname = \"popular-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{dependency}\n[workspace]\n"
    )
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().ok_or("a file without a folder")?;
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// The folder of the workspace.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder in the user's cache.
pub(crate) fn default_folder() -> Result<PathBuf, String> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = cache.or_else(home).ok_or("there is no home folder; use `--folder`")?;
    Ok(cache.join("glassbox-popular"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::ROWS;

    #[test]
    fn a_package_depends_on_the_newest_version_or_on_std_only() {
        let manifest = |name: &str| manifest(ROWS.iter().find(|row| row.name == name).expect("a row"));
        assert!(manifest("tinyvec").contains("tinyvec = { version = \"*\", features = [\"alloc\"] }\n"));
        assert!(manifest("std-string").ends_with("[dependencies]\n\n[workspace]\n"));
    }

    #[test]
    fn names_are_unique() {
        for (at, row) in ROWS.iter().enumerate() {
            assert!(ROWS[..at].iter().all(|earlier| earlier.name != row.name), "{}", row.name);
        }
    }
}
