//! The directory tree of a small file system: inodes in a table of fixed size, hard links, rename.
//!
//! The link count of a file is the number of its names. That of a directory is two more than the number of directories
//! in it: its name, its `.`, and the `..` of each of those.

#[cfg(any(test, glassbox))]
mod checks;
#[cfg(test)]
mod tests;

/// A name in a directory.
pub type Name = u8;
/// The number of an inode.
pub type Ino = u8;

/// The inode of the root directory.
pub const ROOT: Ino = 0;
/// Marks an unused entry. No entry leads to the root.
const UNUSED: Ino = ROOT;

/// A file system with up to `I` inodes and `E` entries in a directory.
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
pub struct FileSystem<const I: usize, const E: usize> {
    inodes: [Inode<E>; I],
}

#[derive(Clone, Copy)]
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
struct Inode<const E: usize> {
    kind: Kind,
    #[cfg_attr(any(test, glassbox), glassbox(values = 0..5))]
    links: u8,
    /// The directory that has this directory: its `..`.
    #[cfg_attr(any(test, glassbox), glassbox(values = 0..3))]
    parent: Ino,
    entries: [Entry; E],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
pub enum Kind {
    Free,
    File,
    Directory,
}

impl<const E: usize> Inode<E> {
    fn used_entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.ino != UNUSED)
    }
}

/// A name, or an unused place: then `ino` is `UNUSED`, and the name does not matter.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
struct Entry {
    #[cfg_attr(any(test, glassbox), glassbox(values = 0..2))]
    name: Name,
    #[cfg_attr(any(test, glassbox), glassbox(values = 0..3))]
    ino: Ino,
}

/// Reasons for which an operation changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    NotFound,
    NotADirectory,
    IsADirectory,
    Exists,
    NotEmpty,
    /// The table of inodes or the directory is full.
    NoSpace,
    /// A directory cannot be moved into itself.
    Invalid,
}

impl<const I: usize, const E: usize> Default for FileSystem<I, E> {
    fn default() -> Self {
        let free = Inode { kind: Kind::Free, links: 0, parent: ROOT, entries: [Entry { name: 0, ino: UNUSED }; E] };
        let mut inodes = [free; I];
        inodes[usize::from(ROOT)] = Inode { kind: Kind::Directory, links: 2, ..free };
        Self { inodes }
    }
}

impl<const I: usize, const E: usize> FileSystem<I, E> {
    /// Makes a file system with an empty root directory.
    pub fn new() -> Self {
        Self::default()
    }

    /// The inode with a name.
    pub fn lookup(&self, directory: Ino, name: Name) -> Option<Ino> {
        let inode = self.directory(directory).ok()?;
        inode.used_entries().find(|entry| entry.name == name).map(|entry| entry.ino)
    }

    /// Kind and link count of an inode.
    pub fn stat(&self, ino: Ino) -> (Kind, u8) {
        let inode = &self.inodes[usize::from(ino)];
        (inode.kind, inode.links)
    }

    /// Makes an empty file.
    pub fn create(&mut self, directory: Ino, name: Name) -> Result<Ino, Error> {
        self.make(directory, name, Kind::File, 1)
    }

    /// Makes an empty directory.
    pub fn mkdir(&mut self, directory: Ino, name: Name) -> Result<Ino, Error> {
        let ino = self.make(directory, name, Kind::Directory, 2)?;
        self.inodes[usize::from(directory)].links += 1;
        Ok(ino)
    }

    /// Gives a file one more name.
    pub fn link(&mut self, file: Ino, directory: Ino, name: Name) -> Result<(), Error> {
        match self.inodes[usize::from(file)].kind {
            Kind::Free => return Err(Error::NotFound),
            Kind::Directory => return Err(Error::IsADirectory),
            Kind::File => {}
        }
        self.add_entry(directory, name, file)?;
        self.inodes[usize::from(file)].links += 1;
        Ok(())
    }

    /// Removes a name of a file, or an empty directory. A file without names is freed.
    pub fn remove(&mut self, directory: Ino, name: Name) -> Result<(), Error> {
        let ino = self.lookup(directory, name).ok_or(Error::NotFound)?;
        let inode = &self.inodes[usize::from(ino)];
        if inode.kind == Kind::Directory {
            if inode.used_entries().next().is_some() {
                return Err(Error::NotEmpty);
            }
            self.inodes[usize::from(directory)].links -= 1;
            self.inodes[usize::from(ino)].kind = Kind::Free;
        } else {
            self.release(ino);
        }
        self.remove_entry(directory, name);
        Ok(())
    }

    /// Moves an entry, also to another directory. If the new name is that of a file, a file replaces it.
    pub fn rename(&mut self, from: Ino, name: Name, to: Ino, new_name: Name) -> Result<(), Error> {
        let moved = self.lookup(from, name).ok_or(Error::NotFound)?;
        self.directory(to)?;
        let is_directory = self.inodes[usize::from(moved)].kind == Kind::Directory;
        if is_directory && self.is_inside(to, moved) {
            return Err(Error::Invalid);
        }
        if let Some(replaced) = self.lookup(to, new_name) {
            if replaced == moved {
                return Ok(());
            }
            if is_directory || self.inodes[usize::from(replaced)].kind == Kind::Directory {
                return Err(Error::Exists);
            }
            self.remove_entry(to, new_name);
            if !cfg!(feature = "bug-replaced-file-stays") {
                self.release(replaced);
            }
        } else if from != to && self.directory(to)?.used_entries().count() == E {
            return Err(Error::NoSpace);
        }
        self.remove_entry(from, name);
        self.add_entry(to, new_name, moved)?;
        if is_directory {
            self.inodes[usize::from(moved)].parent = to;
            if !cfg!(feature = "bug-rename-link-count") {
                self.inodes[usize::from(from)].links -= 1;
                self.inodes[usize::from(to)].links += 1;
            }
        }
        Ok(())
    }

    /// Whether a directory is `outer` or somewhere below it.
    fn is_inside(&self, mut directory: Ino, outer: Ino) -> bool {
        while directory != outer && directory != ROOT {
            if cfg!(feature = "bug-rename-into-itself") {
                return false;
            }
            directory = self.inodes[usize::from(directory)].parent;
        }
        directory == outer
    }

    fn make(&mut self, directory: Ino, name: Name, kind: Kind, links: u8) -> Result<Ino, Error> {
        let ino = self.inodes.iter().position(|inode| inode.kind == Kind::Free).ok_or(Error::NoSpace)?;
        self.add_entry(directory, name, ino as Ino)?;
        self.inodes[ino] = Inode { kind, links, parent: directory, entries: [Entry { name: 0, ino: UNUSED }; E] };
        Ok(ino as Ino)
    }

    /// Takes one name from a file, and frees it after the last one.
    fn release(&mut self, file: Ino) {
        let inode = &mut self.inodes[usize::from(file)];
        inode.links -= 1;
        if inode.links == 0 {
            inode.kind = Kind::Free;
        }
    }

    fn directory(&self, ino: Ino) -> Result<&Inode<E>, Error> {
        let inode = &self.inodes[usize::from(ino)];
        if inode.kind == Kind::Directory { Ok(inode) } else { Err(Error::NotADirectory) }
    }

    fn add_entry(&mut self, directory: Ino, name: Name, ino: Ino) -> Result<(), Error> {
        self.directory(directory)?;
        if self.lookup(directory, name).is_some() {
            return Err(Error::Exists);
        }
        let entries = &mut self.inodes[usize::from(directory)].entries;
        let entry = entries.iter_mut().find(|entry| entry.ino == UNUSED).ok_or(Error::NoSpace)?;
        *entry = Entry { name, ino };
        Ok(())
    }

    fn remove_entry(&mut self, directory: Ino, name: Name) {
        for entry in &mut self.inodes[usize::from(directory)].entries {
            if entry.name == name {
                entry.ino = UNUSED;
            }
        }
    }
}
