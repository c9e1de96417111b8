//! A file system as a tree, a classic of the model-checking literature: a directory has a fixed number of entries, each
//! of which is empty, a file, or another directory.
//!
//! Names are the numbers of entries. Files and directories are found by paths, that is by one name after the other: an
//! operation walks down one path and changes one directory, so it has little to do with all the rest, however large
//! that is.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::{mem, ptr};

pub mod checks;

/// How many entries a directory has.
pub const DEGREE: usize = 2;

/// A tree of directories.
#[derive(Debug, glassbox::Structure)]
pub struct FileSystem {
    root: Box<Directory>,
}

#[derive(Debug, glassbox::Structure)]
struct Directory {
    entries: [Entry; DEGREE],
    /// The directory that this one is in, null for the root.
    #[glassbox(parent)]
    above: *mut Directory,
}

#[derive(Debug, glassbox::Structure)]
enum Entry {
    Empty,
    File,
    Directory(Box<Directory>),
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A directory.
    Directory,
}

/// Why an operation did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Directories have no such entry.
    BadName,
    /// There is nothing of that name.
    NotFound,
    /// There is something of that name already.
    Exists,
    /// It is not a directory.
    NotADirectory,
    /// It is a directory.
    IsADirectory,
    /// There is something in the directory.
    NotEmpty,
}

impl FileSystem {
    /// An empty root directory.
    pub fn new() -> Self {
        Self { root: Box::new(Directory::new(ptr::null_mut())) }
    }

    /// What the path leads to. A path without names leads to the root.
    pub fn lookup(&self, path: impl IntoIterator<Item = u8>) -> Result<Kind, Error> {
        let mut directory = &self.root;
        let mut names = path.into_iter();
        while let Some(name) = names.next() {
            let slot = if cfg!(feature = "bug-lookup-ignores-names") { 0 } else { slot(name)? };
            match &directory.entries[slot] {
                Entry::Empty => return Err(Error::NotFound),
                Entry::File if cfg!(feature = "bug-lookup-ends-at-file") => return Ok(Kind::File),
                Entry::File if names.next().is_none() => return Ok(Kind::File),
                Entry::File => return Err(Error::NotADirectory),
                Entry::Directory(inner) => directory = inner,
            }
        }
        Ok(Kind::Directory)
    }

    /// How many directories are above the one that a path leads to.
    pub fn depth(&self, path: impl IntoIterator<Item = u8>) -> Result<usize, Error> {
        let mut directory = &*self.root;
        for name in path {
            match &directory.entries[slot(name)?] {
                Entry::Empty => return Err(Error::NotFound),
                Entry::File => return Err(Error::NotADirectory),
                Entry::Directory(inner) => directory = inner,
            }
        }
        let mut depth = 0;
        // SAFETY: the directory that this one is in, which is alive as long as this one, or null.
        while let Some(above) = unsafe { directory.above.as_ref() } {
            (directory, depth) = (above, depth + 1);
        }
        Ok(depth)
    }

    /// Makes an empty file.
    pub fn create(&mut self, path: impl IntoIterator<Item = u8>) -> Result<(), Error> {
        let (directory, slot) = self.walk(path, Error::Exists)?;
        directory.put(slot, Entry::File)
    }

    /// Makes an empty directory.
    pub fn mkdir(&mut self, path: impl IntoIterator<Item = u8>) -> Result<(), Error> {
        let (directory, slot) = self.walk(path, Error::Exists)?;
        let above = if cfg!(feature = "bug-mkdir-stale-parent") { directory.above } else { &raw mut *directory };
        let made = Entry::Directory(Box::new(Directory::new(above)));
        directory.put(slot, if cfg!(feature = "bug-mkdir-makes-file") { Entry::File } else { made })
    }

    /// Removes a file.
    pub fn unlink(&mut self, path: impl IntoIterator<Item = u8>) -> Result<(), Error> {
        let (directory, slot) = self.walk(path, Error::IsADirectory)?;
        match &directory.entries[slot] {
            Entry::Empty => return Err(Error::NotFound),
            Entry::Directory(_) if !cfg!(feature = "bug-unlink-removes-directories") => {
                return Err(Error::IsADirectory);
            }
            _ => {}
        }
        if !cfg!(feature = "bug-unlink-forgets-entry") {
            directory.clear(slot);
        }
        Ok(())
    }

    /// Removes an empty directory.
    pub fn rmdir(&mut self, path: impl IntoIterator<Item = u8>) -> Result<(), Error> {
        let (directory, slot) = self.walk(path, Error::NotEmpty)?;
        match &directory.entries[slot] {
            Entry::Empty => return Err(Error::NotFound),
            Entry::File if !cfg!(feature = "bug-rmdir-removes-files") => return Err(Error::NotADirectory),
            Entry::Directory(inner) if !inner.is_empty() => return Err(Error::NotEmpty),
            _ => {}
        }
        directory.clear(slot);
        Ok(())
    }

    /// The directory that the last name of a path is in, or would be in, and its entry there.
    fn walk(
        &mut self,
        path: impl IntoIterator<Item = u8>,
        without_name: Error,
    ) -> Result<(&mut Directory, usize), Error> {
        let mut directory = &mut self.root;
        let mut names = path.into_iter().peekable();
        loop {
            if cfg!(feature = "bug-walk-never-ends") && directory.is_empty() {
                continue;
            }
            let slot = slot(names.next().ok_or(without_name)?)?;
            if names.peek().is_none() {
                return Ok((directory, slot));
            }
            let wrong = cfg!(feature = "bug-walk-ignores-names");
            directory = match &mut directory.entries[if wrong { 0 } else { slot }] {
                Entry::Empty => return Err(Error::NotFound),
                Entry::File => return Err(Error::NotADirectory),
                Entry::Directory(inner) => inner,
            };
        }
    }
}

impl Directory {
    const fn new(above: *mut Self) -> Self {
        Self { entries: [const { Entry::Empty }; DEGREE], above }
    }

    fn is_empty(&self) -> bool {
        let looked_at = if cfg!(feature = "bug-rmdir-ignores-last-entry") { DEGREE - 1 } else { DEGREE };
        self.entries[..looked_at].iter().all(|entry| matches!(entry, Entry::Empty))
    }

    /// Fills an entry that is empty.
    fn put(&mut self, slot: usize, entry: Entry) -> Result<(), Error> {
        if !matches!(self.entries[slot], Entry::Empty) && !cfg!(feature = "bug-put-replaces-entry") {
            return Err(Error::Exists);
        }
        self.entries[if cfg!(feature = "bug-put-takes-first-entry") { 0 } else { slot }] = entry;
        if cfg!(feature = "bug-put-links-twice")
            && let Entry::Directory(inner) = &mut self.entries[slot]
        {
            // SAFETY: none. Two boxes own one directory: that is the bug.
            let again = Entry::Directory(unsafe { Box::from_raw(&raw mut **inner) });
            mem::forget(mem::replace(&mut self.entries[DEGREE - 1 - slot], again));
        }
        Ok(())
    }

    /// Makes an entry empty.
    fn clear(&mut self, slot: usize) {
        let slot = if cfg!(feature = "bug-clear-takes-wrong-entry") { DEGREE - 1 - slot } else { slot };
        let entry = mem::replace(&mut self.entries[slot], Entry::Empty);
        if cfg!(feature = "bug-clear-leaks-directory") {
            mem::forget(entry);
        } else if cfg!(feature = "bug-clear-keeps-link")
            && let Entry::Directory(mut inner) = entry
        {
            // SAFETY: none. Two boxes own one directory, and one of them is dropped: that is the bug.
            self.entries[slot] = Entry::Directory(unsafe { Box::from_raw(&raw mut *inner) });
        }
    }
}

/// The entry with this name.
fn slot(name: u8) -> Result<usize, Error> {
    let slot = usize::from(name);
    if slot < DEGREE || cfg!(feature = "bug-slot-beyond-last") { Ok(slot) } else { Err(Error::BadName) }
}

impl Default for FileSystem {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
