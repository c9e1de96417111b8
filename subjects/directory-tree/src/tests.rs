//! Behaves as a map from paths does.

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

/// All files and directories but the root, by their paths.
type Model = BTreeMap<Vec<u8>, Kind>;

fn lookup(model: &Model, path: &[u8]) -> Result<Kind, Error> {
    for len in 1..=path.len() {
        match model.get(&path[..len]) {
            None if usize::from(path[len - 1]) >= DEGREE => return Err(Error::BadName),
            None => return Err(Error::NotFound),
            Some(Kind::File) if len < path.len() => return Err(Error::NotADirectory),
            Some(_) => {}
        }
    }
    Ok(model.get(path).copied().unwrap_or(Kind::Directory))
}

/// The paths in a directory.
fn inside<'a>(model: &'a Model, path: &'a [u8]) -> impl Iterator<Item = &'a Vec<u8>> {
    model.keys().filter(move |inner| inner.len() == path.len() + 1 && inner.starts_with(path))
}

fn make(model: &mut Model, path: &[u8], kind: Kind) -> Result<(), Error> {
    let Some((name, outer)) = path.split_last() else { return Err(Error::Exists) };
    if lookup(model, outer)? == Kind::File {
        return Err(Error::NotADirectory);
    }
    if usize::from(*name) >= DEGREE {
        return Err(Error::BadName);
    }
    if model.contains_key(path) {
        return Err(Error::Exists);
    }
    model.insert(path.to_vec(), kind);
    Ok(())
}

fn remove(model: &mut Model, path: &[u8], kind: Kind) -> Result<(), Error> {
    match (lookup(model, path)?, kind) {
        (Kind::Directory, Kind::File) => Err(Error::IsADirectory),
        (Kind::File, Kind::Directory) => Err(Error::NotADirectory),
        (Kind::Directory, _) if path.is_empty() || inside(model, path).count() > 0 => Err(Error::NotEmpty),
        _ => {
            model.remove(path);
            Ok(())
        }
    }
}

#[test]
fn agrees_with_a_map_of_paths() {
    let mut random = Random(1);
    let (mut files, mut model) = (FileSystem::default(), Model::new());
    for _ in 0..20_000 {
        let len = random.below(4);
        let path: Vec<u8> = (0..len).map(|_| u8::try_from(random.below(3)).expect("small")).collect();
        let names = path.iter().copied();
        match random.below(5) {
            0 => assert_eq!(files.create(names.clone()), make(&mut model, &path, Kind::File)),
            1 | 2 => assert_eq!(files.mkdir(names.clone()), make(&mut model, &path, Kind::Directory)),
            3 => assert_eq!(files.unlink(names.clone()), remove(&mut model, &path, Kind::File)),
            _ => assert_eq!(files.rmdir(names.clone()), remove(&mut model, &path, Kind::Directory)),
        }
        assert_eq!(files.lookup(names.clone()), lookup(&model, &path));
        if lookup(&model, &path) == Ok(Kind::Directory) {
            assert_eq!(files.depth(names.clone()), Ok(path.len()));
        }
    }
}

#[test]
fn paths_lead_through_directories() {
    let mut files = FileSystem::new();
    assert_eq!(files.lookup([]), Ok(Kind::Directory));
    files.mkdir([1]).expect("there is room");
    files.create([1, 0]).expect("there is room");
    assert_eq!(files.create([1, 2]), Err(Error::BadName));
    assert_eq!(files.lookup([1, 0]), Ok(Kind::File));
    assert_eq!(files.lookup([1, 0, 1]), Err(Error::NotADirectory));
    assert_eq!(files.create([1, 0, 1]), Err(Error::NotADirectory));
    assert_eq!(files.rmdir([1]), Err(Error::NotEmpty));
    assert_eq!(files.unlink([1]), Err(Error::IsADirectory));
    assert_eq!(files.rmdir([1, 0]), Err(Error::NotADirectory));
    files.unlink([1, 0]).expect("a file");
    files.rmdir([1]).expect("an empty directory");
    assert_eq!(files.lookup([1]), Err(Error::NotFound));
}
