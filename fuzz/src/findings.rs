//! Files of modules and texts on which a fuzzer found a failure.

use std::path::{Path, PathBuf};

/// The folder for findings without `--save`.
pub fn default_folder() -> PathBuf {
    std::env::temp_dir().join("glassbox-fuzz")
}

/// Writes a module to `folder`. Returns its path, or a note why it could not be written.
pub fn save(folder: &Path, name: &str, bytes: &[u8]) -> String {
    save_as(folder, name, "wasm", bytes)
}

/// Writes bytes to a file in `folder`. Returns its path, or a note why it could not be written.
pub fn save_as(folder: &Path, name: &str, extension: &str, bytes: &[u8]) -> String {
    let path = folder.join(format!("{name}.{extension}"));
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, bytes));
    match written {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("(not saved to {}: {error})", path.display()),
    }
}
