//! What holds for file systems, and the checks.
//!
//! Any tree of directories is a file system; that directories lead back to the one they are in follows from their
//! description. Paths have up to one name more than there are levels, so that they lead everywhere and beyond, and there
//! is a name that directories have no entry for. Within height h there are d(h) file systems, where d(0) = 0 and
//! d(h) = (2 + d(h - 1))^2, because an entry is empty, a file, or a directory: 4, 36, 1444, 2090916 for h = 1 to 4.

use std::hint::black_box;

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure};

use crate::{Directory, Entry, Error, FileSystem, Kind};

impl Invariant for Directory {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

impl Invariant for FileSystem {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

/// Names from the root on, up to one that means the end.
#[derive(Clone, Copy, Debug)]
pub struct Path([u8; MOST_NAMES]);

const MOST_NAMES: usize = 16;
const END: u8 = u8::MAX;

impl Path {
    /// The names. Only those are looked at that somebody asks for.
    pub fn names(&self) -> impl Iterator<Item = u8> {
        self.0.iter().copied().take_while(|name| *name != END)
    }
}

// Written by hand, with the hidden API of generated code: attributes cannot name a bound.
// SAFETY: names up to the end, and undefined ones behind it, are a path.
unsafe impl Structure for Path {
    fn sample(_: &mut Plan) -> Self {
        Self([END; MOST_NAMES])
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let longest = plan.bound("height", 3) as usize + 1;
        assert!(longest < MOST_NAMES, "paths have room for {MOST_NAMES} names");
        // SAFETY: the place of the first name.
        unsafe { describe_names(at.cast(), 0, longest, plan) }
    }

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

/// Describes the names from a place on. What comes after the end is not there, so that no path is counted twice.
unsafe fn describe_names(names: *mut u8, place: usize, longest: usize, plan: &mut Plan) {
    // SAFETY: there are more names than this.
    let name = unsafe { names.add(place) };
    if place == longest {
        plan.field(place, |plan| plan.one(name, END));
        return;
    }
    let values = vec![END, 0, 1, 2];
    let goes_on = 1..u32::try_from(values.len()).expect("a few");
    let chosen = plan.field(place, |plan| plan.choice(name, values));
    // SAFETY: as above.
    plan.when(&chosen, goes_on, |plan| unsafe { describe_names(names, place + 1, longest, plan) });
}

/// Looking up changes nothing.
#[glassbox::check(height = 3)]
fn lookup(files: &FileSystem, path: Path) {
    // Nobody needs the result, and without this nobody would compute it.
    let _ = black_box(files.lookup(path.names()));
}

/// A new file takes an entry and nothing else.
#[glassbox::check(height = 3)]
fn create(files: &mut FileSystem, path: Path) {
    let _ = files.create(path.names());
}

/// A new directory leads back to the one it is in.
#[glassbox::check(height = 3)]
fn mkdir(files: &mut FileSystem, path: Path) {
    let _ = files.mkdir(path.names());
}

/// A file that is removed leaves nothing behind.
#[glassbox::check(height = 3)]
fn unlink(files: &mut FileSystem, path: Path) {
    let _ = files.unlink(path.names());
}

/// A directory that is removed leaves nothing behind.
#[glassbox::check(height = 3)]
fn rmdir(files: &mut FileSystem, path: Path) {
    let _ = files.rmdir(path.names());
}

/// What was made is there if it was not before, and if it was, it is what it was.
#[glassbox::check(height = 2)]
fn make_then_lookup(files: &mut FileSystem, path: Path, directory: bool) -> bool {
    let before = files.lookup(path.names());
    let made = if directory { files.mkdir(path.names()) } else { files.create(path.names()) };
    let kind = if directory { Kind::Directory } else { Kind::File };
    let expected = if made.is_ok() { Ok(kind) } else { before };
    (made.is_ok() <= before.is_err()) & (files.lookup(path.names()) == expected)
}

/// What was removed is gone, and only files can be unlinked, only directories removed.
#[glassbox::check(height = 2)]
fn remove_then_lookup(files: &mut FileSystem, path: Path, directory: bool) -> bool {
    let before = files.lookup(path.names());
    let removed = if directory { files.rmdir(path.names()) } else { files.unlink(path.names()) };
    let kind = if directory { Kind::Directory } else { Kind::File };
    match removed {
        Ok(()) => (before == Ok(kind)) & (files.lookup(path.names()) == Err(Error::NotFound)),
        Err(_) => files.lookup(path.names()) == before,
    }
}

/// The way back up to the root is as long as the path.
#[glassbox::check(height = 3)]
fn depth(files: &FileSystem, path: Path) -> bool {
    files.depth(path.names()).is_ok_and(|depth| depth == path.names().count()) == is_directory(files, path)
}

/// A new directory is as deep as its path is long.
#[glassbox::check(height = 2)]
fn mkdir_then_depth(files: &mut FileSystem, path: Path) -> bool {
    files.mkdir(path.names()).is_err() || files.depth(path.names()) == Ok(path.names().count())
}

fn is_directory(files: &FileSystem, path: Path) -> bool {
    files.lookup(path.names()) == Ok(Kind::Directory)
}

/// There is nothing in a file.
#[glassbox::check(height = 2)]
fn lookup_in_file(files: &FileSystem, path: Path, #[glassbox(values = 0..2)] name: u8) -> bool {
    let inside = files.lookup(path.names().chain([name]));
    files.lookup(path.names()) != Ok(Kind::File) || inside == Err(Error::NotADirectory)
}

/// Whatever is done to one path, what another leads to stays.
#[glassbox::check(height = 2)]
fn other_paths_are_kept(
    files: &mut FileSystem,
    path: Path,
    other: Path,
    #[glassbox(values = 0..4)] operation: u8,
) -> bool {
    let before = files.lookup(other.names()).ok();
    let _ = match operation {
        0 => files.create(path.names()),
        1 => files.mkdir(path.names()),
        2 => files.unlink(path.names()),
        _ => files.rmdir(path.names()),
    };
    path.names().eq(other.names()) || files.lookup(other.names()).ok() == before
}

/// What a path leads to, and how deep it is, follows from the entries.
#[glassbox::check(height = 2)]
fn lookup_is_right(files: &FileSystem, path: Path) -> bool {
    let expected = kind(&files.root, &mut path.names());
    let depth = match expected {
        Ok(Kind::Directory) => Ok(path.names().count()),
        Ok(Kind::File) => Err(Error::NotADirectory),
        Err(error) => Err(error),
    };
    (files.lookup(path.names()) == expected) & (files.depth(path.names()) == depth)
}

/// Every operation succeeds exactly if it can, and says else why not.
#[glassbox::check(height = 2)]
fn results_are_right(files: &mut FileSystem, path: Path, #[glassbox(values = 0..4)] operation: u8) -> bool {
    let expected = expected(files, path, operation);
    let result = match operation {
        0 => files.create(path.names()),
        1 => files.mkdir(path.names()),
        2 => files.unlink(path.names()),
        _ => files.rmdir(path.names()),
    };
    result == expected
}

fn kind(directory: &Directory, names: &mut dyn Iterator<Item = u8>) -> Result<Kind, Error> {
    let Some(name) = names.next() else { return Ok(Kind::Directory) };
    match directory.entries.get(usize::from(name)) {
        None => Err(Error::BadName),
        Some(Entry::Empty) => Err(Error::NotFound),
        Some(Entry::File) if names.next().is_none() => Ok(Kind::File),
        Some(Entry::File) => Err(Error::NotADirectory),
        Some(Entry::Directory(inner)) => kind(inner, names),
    }
}

fn expected(files: &FileSystem, path: Path, operation: u8) -> Result<(), Error> {
    let makes = operation < 2;
    let kind = |path: &mut dyn Iterator<Item = u8>| kind(&files.root, path);
    let Some(n_above) = path.names().count().checked_sub(1) else {
        return Err(if makes {
            Error::Exists
        } else {
            [Error::IsADirectory, Error::NotEmpty][usize::from(operation - 2)]
        });
    };
    if kind(&mut path.names().take(n_above))? == Kind::File {
        return Err(Error::NotADirectory);
    }
    let has_entry = |name: u8| kind(&mut path.names().chain([name])).is_ok();
    match kind(&mut path.names()) {
        Err(Error::NotFound) if makes => Ok(()),
        Err(error) => Err(error),
        Ok(_) if makes => Err(Error::Exists),
        Ok(Kind::File) if operation == 2 => Ok(()),
        Ok(Kind::Directory) if operation == 2 => Err(Error::IsADirectory),
        Ok(Kind::File) => Err(Error::NotADirectory),
        Ok(Kind::Directory) if has_entry(0) | has_entry(1) => Err(Error::NotEmpty),
        Ok(Kind::Directory) => Ok(()),
    }
}

impl glassbox::Argument for Path {
    fn any() -> Self {
        let mut names = [END; MOST_NAMES];
        // As many names as there are levels.
        for name in &mut names[..3] {
            match glassbox::choose(4) {
                3 => break,
                chosen => *name = u8::try_from(chosen).expect("a small number"),
            }
        }
        Self(names)
    }
}

#[cfg(test)]
mod tests;
