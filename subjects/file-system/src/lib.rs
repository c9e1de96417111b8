//! A small file system in the manner of Daisy, a verification challenge: inodes, directory entries, blocks.
//!
//! Everything is in tables, as on a disk. Inodes are files or directories. An entry gives an inode a name in a
//! directory; there are no hard links, so that the directories form a tree. A file may own a block, and a bitmap says
//! which blocks are owned.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

mod checks;

const EMPTY_FILE: Inode = Inode::File { block: None };

/// The root directory's inode.
pub const ROOT: u8 = 0;

/// A disk with so many inodes, the root directory among them, so many names in all directories together, and so many
/// blocks.
#[derive(Clone, Debug, PartialEq, Eq, glassbox::Structure)]
pub struct FileSystem<const INODES: usize, const ENTRIES: usize, const BLOCKS: usize> {
    #[glassbox(domain(u8 = 0..number(BLOCKS)))]
    inodes: [Inode; INODES],
    #[glassbox(domain(u8 = 0..number(INODES)))]
    entries: [Option<Entry>; ENTRIES],
    /// Whether a file owns the block.
    in_use: [bool; BLOCKS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, glassbox::Structure)]
enum Inode {
    Free,
    Directory,
    File { block: Option<u8> },
}

/// A name in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, glassbox::Structure)]
struct Entry {
    directory: u8,
    #[glassbox(values = 0..2)]
    name: u8,
    inode: u8,
}

/// Why an operation did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no such name, or no such inode.
    NotFound,
    /// There is such a name already.
    Exists,
    /// It is not a directory.
    NotADirectory,
    /// It is a directory.
    IsADirectory,
    /// There are names in the directory.
    NotEmpty,
    /// All inodes, entries or blocks are taken.
    NoSpace,
}

impl<const INODES: usize, const ENTRIES: usize, const BLOCKS: usize> FileSystem<INODES, ENTRIES, BLOCKS> {
    /// An empty root directory.
    pub const fn new() -> Self {
        let mut inodes = [Inode::Free; INODES];
        inodes[ROOT as usize] = Inode::Directory;
        Self { inodes, entries: [None; ENTRIES], in_use: [false; BLOCKS] }
    }

    /// The inode with this name.
    pub fn lookup(&self, directory: u8, name: u8) -> Result<u8, Error> {
        self.check_directory(directory)?;
        let directory = if cfg!(feature = "bug-lookup-always-in-root") { ROOT } else { directory };
        let (_, entry) = self.find(directory, name).ok_or(Error::NotFound)?;
        Ok(entry.inode)
    }

    /// Makes an empty file.
    pub fn create(&mut self, directory: u8, name: u8) -> Result<u8, Error> {
        self.make(directory, name, EMPTY_FILE)
    }

    /// Makes an empty directory.
    pub fn mkdir(&mut self, directory: u8, name: u8) -> Result<u8, Error> {
        self.make(directory, name, if cfg!(feature = "bug-mkdir-makes-file") { EMPTY_FILE } else { Inode::Directory })
    }

    /// Removes a file.
    pub fn unlink(&mut self, directory: u8, name: u8) -> Result<(), Error> {
        self.check_directory(directory)?;
        let (slot, entry) = self.find(directory, name).ok_or(Error::NotFound)?;
        if cfg!(feature = "bug-unlink-removes-directories") {
            let _ = self.truncate(entry.inode);
        } else if !cfg!(feature = "bug-unlink-keeps-block") {
            self.truncate(entry.inode)?;
        } else {
            self.block_of(entry.inode)?;
        }
        if !cfg!(feature = "bug-unlink-keeps-inode") {
            self.inodes[usize::from(entry.inode)] = Inode::Free;
        }
        if !cfg!(feature = "bug-unlink-keeps-entry") {
            self.entries[slot] = None;
        }
        Ok(())
    }

    /// Removes an empty directory.
    pub fn rmdir(&mut self, directory: u8, name: u8) -> Result<(), Error> {
        self.check_directory(directory)?;
        let (slot, entry) = self.find(directory, name).ok_or(Error::NotFound)?;
        if !cfg!(feature = "bug-rmdir-removes-files") {
            self.check_directory(entry.inode)?;
        }
        let is_inside = |inner: &Entry| inner.directory == entry.inode;
        if self.entries.iter().flatten().any(is_inside) && !cfg!(feature = "bug-rmdir-removes-full-directories") {
            return Err(Error::NotEmpty);
        }
        let wrong = cfg!(feature = "bug-rmdir-frees-outer-directory");
        self.inodes[usize::from(if wrong { directory } else { entry.inode })] = Inode::Free;
        self.entries[slot] = None;
        Ok(())
    }

    /// The block of a file; an empty file gets one.
    pub fn write(&mut self, file: u8) -> Result<u8, Error> {
        if let Some(block) = self.block_of(file)?
            && !cfg!(feature = "bug-write-forgets-old-block")
        {
            return Ok(block);
        }
        let block = self.in_use.iter().position(|in_use| !in_use || cfg!(feature = "bug-write-shares-block"));
        let block = block.ok_or(Error::NoSpace)?;
        if !cfg!(feature = "bug-write-forgets-bitmap") {
            self.in_use[block] = true;
        }
        let block = number(block);
        self.inodes[usize::from(file)] = Inode::File { block: Some(block) };
        Ok(block)
    }

    /// Makes a file empty.
    pub fn truncate(&mut self, file: u8) -> Result<(), Error> {
        if let Some(block) = self.block_of(file)? {
            if !cfg!(feature = "bug-truncate-forgets-bitmap") {
                self.in_use[usize::from(block)] = false;
            }
            if !cfg!(feature = "bug-truncate-keeps-block") {
                self.inodes[usize::from(file)] = EMPTY_FILE;
            }
        }
        Ok(())
    }

    // --- Tables ---

    fn make(&mut self, directory: u8, name: u8, inode: Inode) -> Result<u8, Error> {
        if !cfg!(feature = "bug-make-inside-files") {
            self.check_directory(directory)?;
        }
        if self.find(directory, name).is_some() && !cfg!(feature = "bug-make-repeats-name") {
            return Err(Error::Exists);
        }
        // Both must be found before either is taken: there is no way back.
        let free = self.inodes.iter().position(|inode| *inode == Inode::Free).ok_or(Error::NoSpace)?;
        let slot = self.entries.iter().position(Option::is_none).ok_or(Error::NoSpace)?;
        self.inodes[free] = inode;
        let directory = if cfg!(feature = "bug-make-always-in-root") { ROOT } else { directory };
        self.entries[slot] = Some(Entry { directory, name, inode: number(free) });
        Ok(number(free))
    }

    /// The entry with this name, and its slot.
    fn find(&self, directory: u8, name: u8) -> Option<(usize, Entry)> {
        let mut slots = self.entries.iter().enumerate();
        slots.find_map(|(slot, entry)| match entry {
            Some(entry) if entry.directory == directory && entry.name == name => Some((slot, *entry)),
            _ => None,
        })
    }

    fn check_directory(&self, inode: u8) -> Result<(), Error> {
        match self.inodes.get(usize::from(inode)) {
            Some(Inode::Directory) => Ok(()),
            Some(Inode::File { .. }) => Err(Error::NotADirectory),
            Some(Inode::Free) | None => Err(Error::NotFound),
        }
    }

    fn block_of(&self, inode: u8) -> Result<Option<u8>, Error> {
        match self.inodes.get(usize::from(inode)) {
            Some(Inode::File { block }) => Ok(*block),
            Some(Inode::Directory) => Err(Error::IsADirectory),
            Some(Inode::Free) | None => Err(Error::NotFound),
        }
    }
}

fn number(index: usize) -> u8 {
    u8::try_from(index).expect("the tables are small")
}

impl<const INODES: usize, const ENTRIES: usize, const BLOCKS: usize> Default for FileSystem<INODES, ENTRIES, BLOCKS> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
