//! A package for a version: the harness as its library, the crate and `glassbox` as dependencies.

use std::fs;
use std::path::{Path, PathBuf};

use glassbox_states::repository;

use crate::rows::Row;

/// Source of crates, as lock files name it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Writes the package below `folder`. Returns its path.
pub(crate) fn make(row: &Row, version: &str, folder: &Path) -> Result<PathBuf, String> {
    let package = folder.join(format!("{}-{version}", row.name));
    let harness = repository().join("tests/corpus/harnesses").join(format!("{}.rs", row.harness));
    let harness = fs::read_to_string(&harness).map_err(|error| format!("{}: {error}", harness.display()))?;
    write(&package.join("src/lib.rs"), &harness)?;
    write(&package.join("Cargo.toml"), &manifest(row, version))?;
    // Tests from an earlier run must not count for this one.
    match fs::remove_dir_all(package.join("tests")) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.to_string()),
        _ => {}
    }
    let lock = package.join("Cargo.lock");
    // Cargo has added more to an existing lock file.
    if !lock.exists() {
        write(&lock, &lock_file(row.package, version))?;
    }
    Ok(package)
}

fn manifest(row: &Row, version: &str) -> String {
    let Row { name, package, default_features, features, other_dependencies, .. } = row;
    let other_dependencies: String = other_dependencies.iter().flat_map(|line| [line, "\n"]).collect();
    let guest = repository().join("guest/glassbox");
    format!(
        r#"[package]
name = "corpus-{name}"
version = "0.0.0"
edition = "2024"

[dependencies]
{package} = {{ version = "={version}", default-features = {default_features}, features = {features:?} }}
{other_dependencies}
[target.'cfg(glassbox)'.dependencies]
glassbox = {{ path = {guest:?} }}

[lints.rust]
unexpected_cfgs = {{ level = "warn", check-cfg = ["cfg(glassbox)"] }}

[workspace]
"#
    )
}

/// Names the crate and its version: cargo takes a yanked version only from a lock file.
fn lock_file(package: &str, version: &str) -> String {
    format!("version = 4\n\n[[package]]\nname = \"{package}\"\nversion = \"{version}\"\nsource = \"{REGISTRY}\"\n")
}

/// Writes a file unless it has this text already, so that nothing is rebuilt.
fn write(path: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = path.parent().ok_or("a file without a folder")?;
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::ROWS;

    #[test]
    fn every_row_has_a_harness_and_every_harness_a_row() {
        let folder = repository().join("tests/corpus/harnesses");
        let files = fs::read_dir(&folder).expect("the folder of harnesses");
        let files = files.map(|file| file.expect("a file").file_name().into_string().expect("a name in Unicode"));
        let mut files: Vec<String> = files.collect();
        let mut named: Vec<String> = ROWS.iter().map(|row| format!("{}.rs", row.harness)).collect();
        files.sort();
        named.sort();
        named.dedup();
        assert_eq!(files, named);
    }

    #[test]
    fn a_manifest_has_features_and_other_dependencies() {
        let of = |name: &str| {
            let row = ROWS.iter().find(|row| row.name == name).expect("a row");
            manifest(row, row.buggy)
        };
        let manifest = of("petgraph-matrix");
        assert!(manifest.contains("features = [\"matrix_graph\"] }\n\n[target"), "{manifest}");
        let manifest = of("sized-chunks");
        assert!(manifest.contains("features = [] }\ntypenum = \"1\"\n\n[target"), "{manifest}");
    }

    #[test]
    fn a_manifest_names_the_version_and_a_lock_file_the_registry() {
        let row = ROWS.iter().find(|row| row.name == "heapless-heap").expect("a row");
        let manifest = manifest(row, row.buggy);
        assert!(
            manifest.contains("heapless = { version = \"=0.7.10\", default-features = false, features = [] }"),
            "{manifest}"
        );
        assert_eq!(
            lock_file(row.package, row.buggy),
            "version = 4\n\n[[package]]\nname = \"heapless\"\nversion = \"0.7.10\"\n\
             source = \"registry+https://github.com/rust-lang/crates.io-index\"\n"
        );
    }
}
