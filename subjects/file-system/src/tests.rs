//! Behaves as maps from paths to files do.

use std::collections::BTreeMap;

use super::*;

/// Marsaglia's xorshift: the same numbers in every run.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }
}

/// What is known about an inode: its directory and name, and for a file whether it has a block.
struct Known {
    directory: u8,
    name: u8,
    block: Option<bool>,
}

/// All inodes but the root, by number.
type Model = BTreeMap<u8, Known>;

fn is_directory(model: &Model, inode: u8) -> bool {
    inode == ROOT || model.get(&inode).is_some_and(|known| known.block.is_none())
}

fn inode(model: &Model, directory: u8, name: u8) -> Option<u8> {
    model.iter().find(|(_, known)| known.directory == directory && known.name == name).map(|(inode, _)| *inode)
}

fn make(model: &Model, directory: u8, name: u8) -> Result<(), Error> {
    if directory != ROOT && !model.contains_key(&directory) {
        return Err(Error::NotFound);
    }
    if !is_directory(model, directory) {
        return Err(Error::NotADirectory);
    }
    if inode(model, directory, name).is_some() {
        return Err(Error::Exists);
    }
    if model.len() == 3 { Err(Error::NoSpace) } else { Ok(()) }
}

#[test]
fn agrees_with_a_map_of_inodes() {
    let mut random = Random(1);
    let (mut disk, mut model): (FileSystem<4, 3, 2>, _) = (FileSystem::default(), Model::new());
    let mut byte = |limit: u32| u8::try_from(random.below(limit)).expect("small");
    for _ in 0..20_000 {
        let (directory, name) = (byte(4), byte(3));
        let found = if is_directory(&model, directory) { inode(&model, directory, name) } else { None };
        match byte(6) {
            0 | 1 => {
                let block = (byte(2) == 0).then_some(false);
                let made = if block.is_some() { disk.create(directory, name) } else { disk.mkdir(directory, name) };
                assert_eq!(made.map(|_| ()), make(&model, directory, name));
                if let Ok(inode) = made {
                    assert!(inode != ROOT && model.insert(inode, Known { directory, name, block }).is_none());
                }
            }
            2 => {
                let removed = disk.unlink(directory, name).is_ok();
                assert_eq!(removed, found.is_some_and(|inode| !is_directory(&model, inode)));
                if removed {
                    model.retain(|inode, _| Some(*inode) != found);
                }
            }
            3 => {
                let removed = disk.rmdir(directory, name).is_ok();
                let empty = |inode| model.values().all(|known| known.directory != inode);
                assert_eq!(removed, found.is_some_and(|inode| is_directory(&model, inode) && empty(inode)));
                if removed {
                    model.retain(|inode, _| Some(*inode) != found);
                }
            }
            4 => {
                let taken = model.values().filter(|known| known.block == Some(true)).count();
                let block = model.get_mut(&directory).and_then(|known| known.block.as_mut());
                let written = disk.write(directory).is_ok();
                assert_eq!(written, block.as_ref().is_some_and(|block| **block || taken < 2));
                if let (true, Some(block)) = (written, block) {
                    *block = true;
                }
            }
            _ => {
                let block = model.get_mut(&directory).and_then(|known| known.block.as_mut());
                assert_eq!(disk.truncate(directory).is_ok(), block.is_some());
                if let Some(block) = block {
                    *block = false;
                }
            }
        }
        let found = if is_directory(&model, directory) { inode(&model, directory, name) } else { None };
        assert_eq!(disk.lookup(directory, name).ok(), found);
        let taken = model.values().filter(|known| known.block == Some(true)).count();
        assert_eq!(disk.in_use.iter().filter(|in_use| **in_use).count(), taken);
    }
}

#[test]
fn a_directory_with_names_stays() {
    let mut disk: FileSystem<3, 2, 1> = FileSystem::new();
    let outer = disk.mkdir(ROOT, 0).expect("there is room");
    let inner = disk.create(outer, 0).expect("there is room");
    assert_eq!(disk.rmdir(ROOT, 0), Err(Error::NotEmpty));
    assert_eq!(disk.unlink(ROOT, 0), Err(Error::IsADirectory));
    assert_eq!(disk.create(inner, 0), Err(Error::NotADirectory));
    disk.unlink(outer, 0).expect("a file");
    disk.rmdir(ROOT, 0).expect("an empty directory");
    assert_eq!(disk, FileSystem::new());
}
