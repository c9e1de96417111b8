//! A package with the source of a subject, without glassbox.

use std::fs;
use std::path::{Path, PathBuf};

use glassbox_states::repository;

use crate::plain_source::plain_source;
use crate::rows::Family;

/// Writes the package below `folder`. Returns its path.
pub(crate) fn make(family: &Family, folder: &Path) -> Result<PathBuf, String> {
    let subject = repository().join("subjects").join(family.package);
    let package = folder.join(family.package);
    match fs::remove_dir_all(&package) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.to_string()),
        _ => {}
    }
    let source = plain_source(&read(&subject.join("src/lib.rs"))?)?;
    // Lints of the workspace are not those of a crate outside.
    let source = format!("#![allow(clippy::disallowed_types, unfulfilled_lint_expectations)]\n{source}");
    write(&package.join("src/lib.rs"), &source)?;
    let features = family.bugs.map(|bug| format!("{bug} = []\n")).concat();
    let name = family.package;
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[features]\n{features}\n[workspace]\n"
    );
    write(&package.join("Cargo.toml"), &manifest)?;
    Ok(package)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().ok_or("a file without a folder")?;
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
