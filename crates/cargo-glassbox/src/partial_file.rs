//! Files that are written beside their places and then moved there, so that nobody reads half of one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is not in its place yet.
#[derive(Debug)]
pub(crate) struct PartialFile {
    path: PathBuf,
    partial: PathBuf,
}

impl PartialFile {
    /// Makes it, empty.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.partial", std::process::id()));
        let partial = path.with_file_name(name);
        File::create(&partial)?;
        Ok(Self { path: path.to_owned(), partial })
    }

    /// Its place.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes all of it, and moves it to its place.
    pub(crate) fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = BufWriter::new(File::create(&self.partial)?);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&self.partial, &self.path)
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // It was moved, unless the command failed.
        let _ = fs::remove_file(&self.partial);
    }
}
