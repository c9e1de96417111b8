//! A package for a type: an empty library that depends on the crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::entry::short;
use crate::rows::Row;

/// The folder with builds is removed when it is larger: a crate leaves about 50 MB there.
const LARGEST_TARGET: u64 = 6 << 30;

/// Writes the package below `folder`. Returns its path. Results of an earlier run are removed, except the lock file: it keeps
/// the versions until the user removes it.
pub(crate) fn make(row: &Row, folder: &Path) -> Result<PathBuf, String> {
    let package = folder.join(&row.name);
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
    let Row { name, package, requirement, features, .. } = row;
    let dependency = package
        .as_ref()
        .map(|package| format!("{package} = {{ version = \"{requirement}\", features = {features:?} }}\n"));
    let dependency = dependency.unwrap_or_default();
    format!(
        "[package]\nname = \"survey-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{dependency}\n[workspace]\n"
    )
}

/// Downloads the crate and its dependencies. An error has cargo's message.
pub(crate) fn fetch(package: &Path) -> Result<(), String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let output = command.args(["fetch", "--color=never"]).current_dir(package).output();
    let output = output.map_err(|error| format!("cargo does not run: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(short(&String::from_utf8_lossy(&output.stderr))) }
}

/// The version of the crate that the lock file names; empty for std.
pub(crate) fn version(row: &Row, package: &Path) -> Result<String, String> {
    let lock = package.join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    Ok(row.package.as_ref().and_then(|name| locked_version(&lock, name)).unwrap_or_default())
}

fn locked_version(lock: &str, name: &str) -> Option<String> {
    let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\"")).skip(1);
    Some(lines.next()?.strip_prefix("version = \"")?.trim_end_matches('"').to_owned())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().ok_or("a file without a folder")?;
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Removes the folder with builds when it has grown large.
pub(crate) fn remove_large_target(target: &Path) -> Result<(), String> {
    if size(target) > LARGEST_TARGET {
        fs::remove_dir_all(target).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    Ok(())
}

/// Bytes of all files below a folder; those that cannot be read do not count.
fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => size(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

/// A folder in the user's cache.
pub(crate) fn default_folder() -> Result<PathBuf, String> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = cache.or_else(home).ok_or("there is no home folder; use `--folder`")?;
    Ok(cache.join("glassbox-survey"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{parsed, popular};

    #[test]
    fn a_package_depends_on_the_newest_version_or_on_std_only() {
        let manifest = |name: &str| manifest(popular().iter().find(|row| row.name == name).expect("a row"));
        assert!(manifest("tinyvec").contains("tinyvec = { version = \"*\", features = [\"alloc\"] }\n"));
        assert!(manifest("std-string").ends_with("[dependencies]\n\n[workspace]\n"));
    }

    #[test]
    fn a_package_of_a_list_depends_on_the_version_there() {
        let rows = parsed("avl 0.8.0\n").expect("a list");
        assert!(manifest(&rows[0]).contains("avl = { version = \"=0.8.0\", features = [] }\n"));
    }

    #[test]
    fn versions_are_those_of_the_lock_file() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.2.3\"\n\n[[package]]\nname = \"b\"\nversion = \"2.0.0\"\n";
        assert_eq!(locked_version(lock, "b").as_deref(), Some("2.0.0"));
        assert_eq!(locked_version(lock, "c"), None);
    }
}
