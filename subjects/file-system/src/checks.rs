//! What `fsck` would look for, and the checks.
//!
//! The tables refer to each other by number, so that the invariant has to look at all of them. There are two names.
//! With 2 inodes, 1 entry and 1 block there are 7 valid disks, with 3, 2 and 1 there are 105, with 4, 3 and 2
//! there are 5329.

use glassbox::{Broken, Children, Invariant};

use crate::{Entry, Error, FileSystem, Inode, ROOT};

/// What the checks run on: two levels of directories fit, and files compete for blocks.
type Disk = FileSystem<4, 3, 2>;

impl<const INODES: usize, const ENTRIES: usize, const BLOCKS: usize> Invariant for FileSystem<INODES, ENTRIES, BLOCKS> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }

    fn ok(&self) -> bool {
        self.inodes[usize::from(ROOT)] == Inode::Directory
            && (0..INODES).all(|inode| self.is_named_once(inode))
            && (0..ENTRIES).all(|slot| self.is_unique(slot))
            && self.entries.into_iter().flatten().all(|entry| self.leads_up_to_root(entry))
            && (0..BLOCKS).all(|block| self.is_counted(block))
    }
}

impl<const INODES: usize, const ENTRIES: usize, const BLOCKS: usize> FileSystem<INODES, ENTRIES, BLOCKS> {
    /// An inode that is in use has one name; a free one, and the root, have none.
    fn is_named_once(&self, inode: usize) -> bool {
        let names = self.entries.iter().flatten().filter(|entry| usize::from(entry.inode) == inode).count();
        let is_named = inode != usize::from(ROOT) && self.inodes[inode] != Inode::Free;
        names == usize::from(is_named)
    }

    /// A name occurs once in a directory.
    fn is_unique(&self, slot: usize) -> bool {
        let Some(entry) = self.entries[slot] else { return true };
        self.find(entry.directory, entry.name).is_some_and(|(first, _)| first == slot)
    }

    /// A name is in a directory, and directories do not contain each other.
    fn leads_up_to_root(&self, entry: Entry) -> bool {
        let mut directory = entry.directory;
        for _ in 0..INODES {
            if self.inodes[usize::from(directory)] != Inode::Directory {
                return false;
            }
            if directory == ROOT {
                return true;
            }
            let Some(above) = self.entries.iter().flatten().find(|above| above.inode == directory) else {
                return false;
            };
            directory = above.directory;
        }
        false
    }

    /// A block is marked exactly if a file owns it, and no two do.
    fn is_counted(&self, block: usize) -> bool {
        let owns = |inode: &&Inode| matches!(inode, Inode::File { block: Some(owned) } if usize::from(*owned) == block);
        self.inodes.iter().filter(owns).count() == usize::from(self.in_use[block])
    }
}

/// Looking up changes nothing.
#[glassbox::check]
fn lookup(disk: &Disk, #[glassbox(values = 0..5)] directory: u8, #[glassbox(values = 0..2)] name: u8) {
    let _ = disk.lookup(directory, name);
}

/// A new file has its name.
#[glassbox::check]
fn create(disk: &mut Disk, #[glassbox(values = 0..5)] directory: u8, #[glassbox(values = 0..2)] name: u8) -> bool {
    let made = disk.create(directory, name);
    made.is_err() || disk.lookup(directory, name) == made
}

/// A new directory has its name.
#[glassbox::check]
fn mkdir(disk: &mut Disk, #[glassbox(values = 0..5)] directory: u8, #[glassbox(values = 0..2)] name: u8) -> bool {
    let made = disk.mkdir(directory, name);
    made.is_err() || disk.lookup(directory, name) == made
}

/// A file that was removed is gone, with its block.
#[glassbox::check]
fn unlink(disk: &mut Disk, #[glassbox(values = 0..5)] directory: u8, #[glassbox(values = 0..2)] name: u8) -> bool {
    disk.unlink(directory, name).is_err() || disk.lookup(directory, name).is_err()
}

/// A directory that was removed is gone; nothing was in it.
#[glassbox::check]
fn rmdir(disk: &mut Disk, #[glassbox(values = 0..5)] directory: u8, #[glassbox(values = 0..2)] name: u8) -> bool {
    disk.rmdir(directory, name).is_err() || disk.lookup(directory, name).is_err()
}

/// Writing takes a block for the file alone.
#[glassbox::check]
fn write(disk: &mut Disk, #[glassbox(values = 0..5)] file: u8) -> bool {
    let written = disk.write(file);
    written.is_err() || disk.write(file) == written
}

/// A file that was made empty owns no block.
#[glassbox::check]
fn truncate(disk: &mut Disk, #[glassbox(values = 0..5)] file: u8) -> bool {
    disk.truncate(file).is_err() || disk.block_of(file) == Ok(None)
}

/// Making a file and removing it changes nothing.
#[glassbox::check]
fn create_then_unlink(
    disk: &mut Disk,
    #[glassbox(values = 0..5)] directory: u8,
    #[glassbox(values = 0..2)] name: u8,
) -> bool {
    let before = disk.clone();
    if disk.create(directory, name).is_ok() {
        assert!(disk.unlink(directory, name).is_ok());
    }
    *disk == before
}

/// What is made, file or directory, is what it was to be, and it leaves all other names alone.
#[glassbox::check]
fn make_keeps_others(
    disk: &mut Disk,
    #[glassbox(values = 0..2)] name: u8,
    directories: bool,
    #[glassbox(values = 0..4)] other: u8,
    #[glassbox(values = 0..2)] other_name: u8,
) -> bool {
    let before = disk.lookup(other, other_name);
    let made = if directories { disk.mkdir(ROOT, name) } else { disk.create(ROOT, name) };
    let right = made.is_err() || disk.check_directory(disk.lookup(ROOT, name).unwrap_or(ROOT)).is_ok() == directories;
    let is_new = made.is_ok() && ((other, other_name) == (ROOT, name) || Ok(other) == made);
    right && (is_new || disk.lookup(other, other_name) == before)
}

/// Making a directory and removing it changes nothing.
#[glassbox::check]
fn mkdir_then_rmdir(
    disk: &mut Disk,
    #[glassbox(values = 0..5)] directory: u8,
    #[glassbox(values = 0..2)] name: u8,
) -> bool {
    let before = disk.clone();
    if disk.mkdir(directory, name).is_ok() {
        assert!(disk.rmdir(directory, name).is_ok());
    }
    *disk == before
}

/// Every operation on a name succeeds exactly if it can, and says else why not.
#[glassbox::check]
fn results_are_right(
    disk: &mut Disk,
    #[glassbox(values = 0..5)] directory: u8,
    #[glassbox(values = 0..2)] name: u8,
    #[glassbox(values = 0..5)] operation: u8,
) -> bool {
    let expected = expected(disk, directory, name, operation);
    let result = match operation {
        0 => disk.create(directory, name).map(|_| ()),
        1 => disk.mkdir(directory, name).map(|_| ()),
        2 => disk.unlink(directory, name),
        3 => disk.rmdir(directory, name),
        _ => disk.lookup(directory, name).map(|_| ()),
    };
    result == expected
}

fn expected(disk: &Disk, directory: u8, name: u8, operation: u8) -> Result<(), Error> {
    match disk.inodes.get(usize::from(directory)) {
        Some(Inode::Directory) => {}
        Some(Inode::File { .. }) => return Err(Error::NotADirectory),
        Some(Inode::Free) | None => return Err(Error::NotFound),
    }
    let mut entries = disk.entries.iter().flatten();
    let found = entries.find(|entry| entry.directory == directory && entry.name == name);
    let is_full = disk.entries.iter().all(Option::is_some) || disk.inodes.iter().all(|inode| *inode != Inode::Free);
    let Some(found) = found else {
        return match operation {
            0 | 1 if is_full => Err(Error::NoSpace),
            0 | 1 => Ok(()),
            _ => Err(Error::NotFound),
        };
    };
    let is_directory = disk.inodes[usize::from(found.inode)] == Inode::Directory;
    let is_used = disk.entries.iter().flatten().any(|inner| inner.directory == found.inode);
    match operation {
        0 | 1 => Err(Error::Exists),
        2 if is_directory => Err(Error::IsADirectory),
        3 if !is_directory => Err(Error::NotADirectory),
        3 if is_used => Err(Error::NotEmpty),
        _ => Ok(()),
    }
}

/// The blocks of files are as the tables say: a file keeps its block, and an empty one gets one that is free.
#[glassbox::check]
fn blocks_are_right(disk: &mut Disk, #[glassbox(values = 0..5)] file: u8) -> bool {
    let before = disk.clone();
    let (written, emptied) = (disk.write(file), disk.truncate(file));
    let free = |block: &u8| !before.in_use[usize::from(*block)];
    match before.inodes.get(usize::from(file)) {
        Some(Inode::File { block: Some(block) }) => written == Ok(*block) && emptied == Ok(()),
        Some(Inode::File { block: None }) if before.in_use == [true; 2] => {
            written == Err(Error::NoSpace) && emptied == Ok(())
        }
        Some(Inode::File { block: None }) => written.is_ok_and(|block| free(&block)) && emptied == Ok(()),
        Some(Inode::Directory) => written == Err(Error::IsADirectory) && emptied == Err(Error::IsADirectory),
        Some(Inode::Free) | None => written == Err(Error::NotFound) && emptied == Err(Error::NotFound),
    }
}

#[cfg(test)]
mod tests;
