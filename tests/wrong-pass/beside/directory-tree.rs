//! A tree of directories beside a map of paths.

#[glassbox::explore(operations = 3)]
pub mod beside_a_model {
    use std::collections::BTreeMap;

    use crate::{DEGREE, Error, FileSystem, Kind};

    pub struct Pair {
        files: FileSystem,
        model: Model,
    }

    type Model = BTreeMap<Vec<u8>, Kind>;

    const PATHS: [&[u8]; 8] = [&[], &[0], &[1], &[2], &[0, 0], &[0, 1], &[1, 0], &[0, 0, 1]];

    fn path(number: u8) -> &'static [u8] {
        PATHS[usize::from(number)]
    }

    fn names(path: &[u8]) -> impl Iterator<Item = u8> {
        path.iter().copied()
    }

    pub fn new() -> Pair {
        Pair { files: FileSystem::new(), model: Model::from([(Vec::new(), Kind::Directory)]) }
    }

    fn lookup(model: &Model, path: &[u8]) -> Result<Kind, Error> {
        for (at, name) in path.iter().enumerate() {
            if model[&path[..at]] == Kind::File {
                return Err(Error::NotADirectory);
            }
            if usize::from(*name) >= DEGREE {
                return Err(Error::BadName);
            }
            if !model.contains_key(&path[..=at]) {
                return Err(Error::NotFound);
            }
        }
        Ok(model[path])
    }

    /// What is at the path, if its directory is there.
    fn entry(model: &Model, path: &[u8], without_name: Error) -> Result<Option<Kind>, Error> {
        let (name, above) = path.split_last().ok_or(without_name)?;
        match lookup(model, above)? {
            Kind::File => Err(Error::NotADirectory),
            Kind::Directory if usize::from(*name) >= DEGREE => Err(Error::BadName),
            Kind::Directory => Ok(model.get(path).copied()),
        }
    }

    fn make(model: &mut Model, path: &[u8], kind: Kind) -> Result<(), Error> {
        if entry(model, path, Error::Exists)?.is_some() {
            return Err(Error::Exists);
        }
        model.insert(path.to_vec(), kind);
        Ok(())
    }

    pub fn create(pair: &mut Pair, #[glassbox(values = 0..8)] number: u8) {
        assert_eq!(pair.files.create(names(path(number))), make(&mut pair.model, path(number), Kind::File));
    }

    pub fn mkdir(pair: &mut Pair, #[glassbox(values = 0..8)] number: u8) {
        assert_eq!(pair.files.mkdir(names(path(number))), make(&mut pair.model, path(number), Kind::Directory));
    }

    fn removed(model: &mut Model, path: &[u8], kind: Kind) -> Result<(), Error> {
        let is_directory = kind == Kind::Directory;
        let without_name = if is_directory { Error::NotEmpty } else { Error::IsADirectory };
        let found = entry(model, path, without_name)?.ok_or(Error::NotFound)?;
        if found != kind {
            return Err(if is_directory { Error::NotADirectory } else { Error::IsADirectory });
        }
        if model.keys().any(|other| other.len() > path.len() && other.starts_with(path)) {
            return Err(Error::NotEmpty);
        }
        model.remove(path);
        Ok(())
    }

    pub fn unlink(pair: &mut Pair, #[glassbox(values = 0..8)] number: u8) {
        assert_eq!(pair.files.unlink(names(path(number))), removed(&mut pair.model, path(number), Kind::File));
    }

    pub fn rmdir(pair: &mut Pair, #[glassbox(values = 0..8)] number: u8) {
        assert_eq!(pair.files.rmdir(names(path(number))), removed(&mut pair.model, path(number), Kind::Directory));
    }

    pub fn looks_up(pair: &Pair) -> bool {
        PATHS.iter().all(|path| pair.files.lookup(names(path)) == lookup(&pair.model, path))
    }

    pub fn counts_levels(pair: &Pair) -> bool {
        PATHS.iter().all(|path| {
            let expected = match lookup(&pair.model, path) {
                Ok(Kind::Directory) => Ok(path.len()),
                Ok(Kind::File) => Err(Error::NotADirectory),
                Err(error) => Err(error),
            };
            pair.files.depth(names(path)) == expected
        })
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        let directories = pair.model.iter().filter(|(_, kind)| **kind == Kind::Directory);
        directories.map(|(path, _)| 1 + path.len()).max().unwrap_or(0)
    }
}
