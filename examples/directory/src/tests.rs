//! Tests as a maintainer would write them. They pass with each of the planted bugs.

use crate::{Error, FileSystem, Kind, ROOT};

type Small = FileSystem<8, 4>;

#[test]
fn created_files_are_found() {
    let mut fs = Small::new();
    let dir = fs.mkdir(ROOT, b'd').unwrap();
    let file = fs.create(dir, b'f').unwrap();
    assert_eq!((fs.lookup(ROOT, b'd'), fs.lookup(dir, b'f')), (Some(dir), Some(file)));
    assert_eq!(fs.create(dir, b'f'), Err(Error::Exists));
    assert_eq!(fs.stat(ROOT), (Kind::Directory, 3));
}

#[test]
fn a_file_lives_as_long_as_its_last_name() {
    let mut fs = Small::new();
    let file = fs.create(ROOT, b'a').unwrap();
    fs.link(file, ROOT, b'b').unwrap();
    fs.remove(ROOT, b'a').unwrap();
    assert_eq!(fs.stat(file), (Kind::File, 1));
    fs.remove(ROOT, b'b').unwrap();
    assert_eq!(fs.stat(file).0, Kind::Free);
}

#[test]
fn only_empty_directories_are_removed() {
    let mut fs = Small::new();
    let dir = fs.mkdir(ROOT, b'd').unwrap();
    fs.create(dir, b'f').unwrap();
    assert_eq!(fs.remove(ROOT, b'd'), Err(Error::NotEmpty));
    fs.remove(dir, b'f').unwrap();
    assert_eq!(fs.remove(ROOT, b'd'), Ok(()));
}

#[test]
fn rename_moves_an_entry() {
    let mut fs = Small::new();
    let (dir, file) = (fs.mkdir(ROOT, b'd').unwrap(), fs.create(ROOT, b'f').unwrap());
    fs.rename(ROOT, b'f', dir, b'g').unwrap();
    assert_eq!((fs.lookup(ROOT, b'f'), fs.lookup(dir, b'g')), (None, Some(file)));
    fs.rename(ROOT, b'd', ROOT, b'e').unwrap();
    assert_eq!((fs.lookup(ROOT, b'd'), fs.lookup(ROOT, b'e')), (None, Some(dir)));
    let other = fs.mkdir(ROOT, b'o').unwrap();
    fs.rename(ROOT, b'e', other, b'd').unwrap();
    assert_eq!((fs.lookup(other, b'd'), fs.lookup(dir, b'g')), (Some(dir), Some(file)));
}

#[test]
fn rename_replaces_a_file() {
    let mut fs = Small::new();
    let (new, _old) = (fs.create(ROOT, b'n').unwrap(), fs.create(ROOT, b'o').unwrap());
    fs.rename(ROOT, b'n', ROOT, b'o').unwrap();
    assert_eq!((fs.lookup(ROOT, b'n'), fs.lookup(ROOT, b'o')), (None, Some(new)));
}

#[test]
fn a_directory_is_not_moved_into_itself() {
    let mut fs = Small::new();
    let dir = fs.mkdir(ROOT, b'd').unwrap();
    assert_eq!(fs.rename(ROOT, b'd', dir, b'e'), Err(Error::Invalid));
}
