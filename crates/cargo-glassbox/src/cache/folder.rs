//! Entries as files in a folder.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::SystemTime;

/// How much a folder may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    /// Of more files, the older half is removed.
    files: usize,
    /// The largest file that is read: entries are smaller.
    bytes: u64,
}

/// Results take some megabytes together.
pub(super) const MOST_KEPT: Most = Most { files: 20_000, bytes: 1 << 20 };

/// An unfinished search has sets of states in it, or a million states of an exploration.
pub(super) const MOST_UNFINISHED: Most = Most { files: 200, bytes: 1 << 30 };

/// A folder of entries. It need not exist.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    most: Most,
    n_written: AtomicUsize,
}

impl Folder {
    pub(super) fn new(path: PathBuf, most: Most) -> Self {
        let folder = Self { path, most, n_written: AtomicUsize::new(0) };
        folder.remove_old();
        folder
    }

    pub(super) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.path.join(name);
        let is_small = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() <= self.most.bytes);
        is_small.then(|| fs::read(path).ok()).flatten()
    }

    /// Writes an entry beside its place and moves it there: another process reads all of it, or nothing.
    pub(super) fn put(&self, name: &str, entry: &[u8]) {
        let number = self.n_written.fetch_add(1, Relaxed);
        let beside = self.path.join(format!("{name}.{}.{number}.new", std::process::id()));
        let written = fs::create_dir_all(&self.path)
            .and_then(|()| fs::write(&beside, entry))
            .and_then(|()| fs::rename(&beside, self.path.join(name)));
        if written.is_err() {
            // What is not kept is made again.
            let _ = fs::remove_file(beside);
        }
    }

    pub(super) fn remove(&self, name: &str) {
        // If it stays, it is found again, and is as right as before.
        let _ = fs::remove_file(self.path.join(name));
    }

    /// Removes the older half if there are too many files.
    fn remove_old(&self) {
        let Ok(files) = fs::read_dir(&self.path) else { return };
        let age = |file: &fs::DirEntry| file.metadata().and_then(|file| file.modified());
        let mut files: Vec<(SystemTime, PathBuf)> =
            files.flatten().filter_map(|file| Some((age(&file).ok()?, file.path()))).collect();
        if files.len() > self.most.files {
            files.sort_unstable();
            files.iter().take(files.len() / 2).for_each(|(_, path)| drop(fs::remove_file(path)));
        }
    }
}
