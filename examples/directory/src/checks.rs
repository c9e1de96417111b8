//! Checks of every file system of three inodes, and an exploration of a larger one beside a map of paths.

use glassbox::{Broken, Children, Invariant, ensure};

use crate::{FileSystem, Ino, Kind, Name, ROOT};

const INODES: usize = 3;
const ENTRIES: usize = 2;

type Small = FileSystem<INODES, ENTRIES>;

impl Invariant for Small {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.inodes[0].kind == Kind::Directory, "the root is not a directory")?;
        ensure(self.inodes[0].parent == ROOT, "the root has a parent")?;
        let (mut names, mut directories) = ([0; INODES], [0; INODES]);
        for (number, inode) in self.inodes.iter().enumerate() {
            if inode.kind != Kind::Directory {
                continue;
            }
            let mut seen = [false; 2];
            for entry in inode.used_entries() {
                ensure(!std::mem::replace(&mut seen[usize::from(entry.name)], true), "a name is there twice")?;
                let target = &self.inodes[usize::from(entry.ino)];
                names[usize::from(entry.ino)] += 1;
                ensure(target.kind != Kind::Free, "an entry leads to a free inode")?;
                if target.kind == Kind::Directory {
                    directories[number] += 1;
                    ensure(usize::from(target.parent) == number, "the parent of a directory is another one")?;
                }
            }
        }
        for (number, inode) in self.inodes.iter().enumerate() {
            match inode.kind {
                Kind::Free => {}
                Kind::File => ensure(names[number] > 0 && inode.links == names[number], "wrong link count of a file")?,
                Kind::Directory => {
                    ensure(number == 0 || names[number] == 1, "a directory has no name, or several")?;
                    ensure(inode.links == 2 + directories[number], "wrong link count of a directory")?;
                    ensure(self.leads_to_root(number as Ino), "a directory cannot be reached")?;
                }
            }
        }
        Ok(())
    }
}

impl Small {
    fn leads_to_root(&self, mut ino: Ino) -> bool {
        (0..INODES).for_each(|_| ino = self.inodes[usize::from(ino)].parent);
        ino == ROOT
    }
}

#[glassbox::check]
fn create(fs: &mut Small, #[glassbox(values = 0..3)] directory: Ino, #[glassbox(values = 0..2)] name: Name) -> bool {
    let was = fs.lookup(directory, name);
    let made = fs.create(directory, name).ok();
    fs.lookup(directory, name) == made.or(was)
}

#[glassbox::check]
fn mkdir(fs: &mut Small, #[glassbox(values = 0..3)] directory: Ino, #[glassbox(values = 0..2)] name: Name) {
    let _ = fs.mkdir(directory, name);
}

#[glassbox::check]
fn link(
    fs: &mut Small,
    #[glassbox(values = 0..3)] file: Ino,
    #[glassbox(values = 0..3)] directory: Ino,
    #[glassbox(values = 0..2)] name: Name,
) -> bool {
    let done = fs.link(file, directory, name).is_ok();
    !done || fs.lookup(directory, name) == Some(file)
}

#[glassbox::check]
fn remove(fs: &mut Small, #[glassbox(values = 0..3)] directory: Ino, #[glassbox(values = 0..2)] name: Name) -> bool {
    let done = fs.remove(directory, name).is_ok();
    !done || fs.lookup(directory, name).is_none()
}

/// The entry is in the new place only; an error changes nothing.
#[glassbox::check]
fn rename(
    fs: &mut Small,
    #[glassbox(values = 0..3)] from: Ino,
    #[glassbox(values = 0..2)] name: Name,
    #[glassbox(values = 0..3)] to: Ino,
    #[glassbox(values = 0..2)] new_name: Name,
) -> bool {
    let (was, was_new) = (fs.lookup(from, name), fs.lookup(to, new_name));
    let is_moved = fs.rename(from, name, to, new_name).is_ok() && was != was_new;
    let (old_place, new_place) = if is_moved { (None, was) } else { (was, was_new) };
    fs.lookup(from, name) == old_place && fs.lookup(to, new_name) == new_place
}

/// A file system does what a map from paths to files does. A path has one name or two.
#[cfg(glassbox)]
#[glassbox::explore(operations = 3)]
mod like_a_map_of_paths {
    use std::collections::BTreeMap;

    use crate::{FileSystem, Ino, Kind, Name, ROOT};

    const PATHS: [&[Name]; 6] = [&[0], &[1], &[0, 0], &[0, 1], &[1, 0], &[1, 1]];

    pub struct Both {
        fs: FileSystem<5, 2>,
        /// The number of a file, or `None` for a directory.
        paths: BTreeMap<Vec<Name>, Option<u8>>,
    }

    pub fn new() -> Both {
        Both { fs: FileSystem::new(), paths: BTreeMap::new() }
    }

    /// The inode of the directory of a path, and the name in it.
    fn place(both: &Both, path: &[Name]) -> (Ino, Name) {
        match path {
            [directory, name] => (both.fs.lookup(ROOT, *directory).unwrap(), *name),
            path => (ROOT, path[0]),
        }
    }

    /// Whether the directory of a path is there.
    fn has_directory(both: &Both, path: &[Name]) -> bool {
        path.len() == 1 || both.paths.get(&path[..1]) == Some(&None)
    }

    fn is_above(path: &[Name], other: &[Name]) -> bool {
        path.len() < other.len() && other.starts_with(path)
    }

    pub fn make(both: &mut Both, #[glassbox(values = PATHS)] path: &'static [Name], is_directory: bool) {
        glassbox::assume(has_directory(both, path));
        let (directory, name) = place(both, path);
        let made = if is_directory { both.fs.mkdir(directory, name) } else { both.fs.create(directory, name) };
        assert_eq!(made.is_ok(), !both.paths.contains_key(path));
        if made.is_ok() {
            let number = (0..).find(|number| both.paths.values().all(|other| *other != Some(*number))).unwrap();
            both.paths.insert(path.to_vec(), (!is_directory).then_some(number));
        }
    }

    pub fn link(
        both: &mut Both,
        #[glassbox(values = PATHS)] file: &'static [Name],
        #[glassbox(values = PATHS)] path: &'static [Name],
    ) {
        glassbox::assume(has_directory(both, path) && both.paths.contains_key(file));
        let (directory, name) = place(both, file);
        let ino = both.fs.lookup(directory, name).unwrap();
        let (directory, name) = place(both, path);
        let done = both.fs.link(ino, directory, name).is_ok();
        assert_eq!(done, both.paths[file].is_some() && !both.paths.contains_key(path));
        if done {
            both.paths.insert(path.to_vec(), both.paths[file]);
        }
    }

    pub fn remove(both: &mut Both, #[glassbox(values = PATHS)] path: &'static [Name]) {
        glassbox::assume(has_directory(both, path));
        let (directory, name) = place(both, path);
        let done = both.fs.remove(directory, name).is_ok();
        assert_eq!(done, both.paths.contains_key(path) && both.paths.keys().all(|other| !is_above(path, other)));
        if done {
            both.paths.remove(path);
        }
    }

    pub fn rename(
        both: &mut Both,
        #[glassbox(values = PATHS)] from: &'static [Name],
        #[glassbox(values = PATHS)] to: &'static [Name],
    ) {
        glassbox::assume(has_directory(both, from) && has_directory(both, to) && both.paths.contains_key(from));
        // A directory with entries would be too deep for the paths of this exploration.
        glassbox::assume(to.len() == 1 || both.paths.keys().all(|other| !is_above(from, other)));
        let ((directory, name), (to_directory, new_name)) = (place(both, from), place(both, to));
        let done = both.fs.rename(directory, name, to_directory, new_name).is_ok();
        let (moved, replaced) = (both.paths[from], both.paths.get(to).copied());
        let is_same = from == to || moved.is_some() && replaced == Some(moved);
        let is_free = replaced.is_none_or(|replaced| moved.is_some() && replaced.is_some());
        assert_eq!(done, !is_above(from, to) && (is_same && moved.is_some() || is_free || from == to));
        if done && !is_same {
            let keys: Vec<_> = both.paths.keys().filter(|path| path.starts_with(from)).cloned().collect();
            both.paths.remove(to);
            for key in keys {
                let value = both.paths.remove(&key).unwrap();
                both.paths.insert([to, &key[from.len()..]].concat(), value);
            }
        }
    }

    pub fn link_counts_are_right(both: &Both) -> bool {
        both.paths.iter().all(|(path, file)| {
            let (directory, name) = place(both, path);
            let stat = both.fs.lookup(directory, name).map(|ino| both.fs.stat(ino));
            let n_names = both.paths.values().filter(|other| *other == file).count();
            let below = both.paths.iter().filter(|(other, _)| is_above(path, other));
            let n_directories = below.filter(|(_, file)| file.is_none()).count();
            stat == Some(match file {
                Some(_) => (Kind::File, n_names as u8),
                None => (Kind::Directory, 2 + n_directories as u8),
            })
        })
    }

    pub fn no_inode_is_lost(both: &Both) -> bool {
        let n_used = (1..5).filter(|ino| both.fs.stat(*ino).0 != Kind::Free).count();
        let mut files: Vec<_> = both.paths.values().flatten().collect();
        files.sort();
        files.dedup();
        n_used == files.len() + both.paths.values().filter(|file| file.is_none()).count()
    }
}
