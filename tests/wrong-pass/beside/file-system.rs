//! A disk beside a map of inodes.

#[glassbox::explore(operations = 3)]
pub mod beside_a_model {
    use std::collections::BTreeMap;

    use crate::{Error, FileSystem, ROOT};

    pub struct Pair {
        disk: FileSystem<4, 3, 2>,
        model: Model,
    }

    /// All inodes but the root.
    type Model = BTreeMap<u8, Known>;

    #[derive(Clone, Copy, PartialEq)]
    struct Known {
        directory: u8,
        name: u8,
        kind: Kind,
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        Directory,
        File(Option<u8>),
    }

    pub fn new() -> Pair {
        Pair { disk: FileSystem::new(), model: Model::new() }
    }

    fn kind(model: &Model, inode: u8) -> Result<Kind, Error> {
        let known = model.get(&inode).map(|known| known.kind);
        known.or((inode == ROOT).then_some(Kind::Directory)).ok_or(Error::NotFound)
    }

    fn find(model: &Model, directory: u8, name: u8) -> Result<Option<u8>, Error> {
        if kind(model, directory)? != Kind::Directory {
            return Err(Error::NotADirectory);
        }
        Ok(model.iter().find(|(_, it)| it.directory == directory && it.name == name).map(|(inode, _)| *inode))
    }

    fn make(pair: &mut Pair, directory: u8, name: u8, made: Result<u8, Error>, kind: Kind) {
        let expected = match find(&pair.model, directory, name) {
            Err(error) => Err(error),
            Ok(Some(_)) => Err(Error::Exists),
            Ok(None) if pair.model.len() == 3 => Err(Error::NoSpace),
            Ok(None) => Ok(()),
        };
        assert_eq!(made.map(|_| ()), expected);
        if let Ok(inode) = made {
            assert!((1..4).contains(&inode));
            assert!(pair.model.insert(inode, Known { directory, name, kind }).is_none());
        }
    }

    pub fn create(pair: &mut Pair, #[glassbox(values = 0..4)] directory: u8, #[glassbox(values = 0..2)] name: u8) {
        let made = pair.disk.create(directory, name);
        make(pair, directory, name, made, Kind::File(None));
    }

    pub fn mkdir(pair: &mut Pair, #[glassbox(values = 0..4)] directory: u8, #[glassbox(values = 0..2)] name: u8) {
        let made = pair.disk.mkdir(directory, name);
        make(pair, directory, name, made, Kind::Directory);
    }

    fn removed(model: &mut Model, directory: u8, name: u8, wants_directory: bool) -> Result<(), Error> {
        let inode = find(model, directory, name)?.ok_or(Error::NotFound)?;
        let is_directory = kind(model, inode)? == Kind::Directory;
        if is_directory != wants_directory {
            return Err(if is_directory { Error::IsADirectory } else { Error::NotADirectory });
        }
        if model.values().any(|inner| inner.directory == inode) {
            return Err(Error::NotEmpty);
        }
        model.remove(&inode);
        Ok(())
    }

    pub fn unlink(pair: &mut Pair, #[glassbox(values = 0..4)] directory: u8, #[glassbox(values = 0..2)] name: u8) {
        assert_eq!(pair.disk.unlink(directory, name), removed(&mut pair.model, directory, name, false));
    }

    pub fn rmdir(pair: &mut Pair, #[glassbox(values = 0..4)] directory: u8, #[glassbox(values = 0..2)] name: u8) {
        assert_eq!(pair.disk.rmdir(directory, name), removed(&mut pair.model, directory, name, true));
    }

    fn block(model: &Model, file: u8) -> Result<Option<u8>, Error> {
        match kind(model, file)? {
            Kind::Directory => Err(Error::IsADirectory),
            Kind::File(block) => Ok(block),
        }
    }

    pub fn write(pair: &mut Pair, #[glassbox(values = 0..5)] file: u8) {
        let written = pair.disk.write(file);
        let mut taken = pair.model.values().filter_map(|known| match known.kind {
            Kind::File(block) => block,
            Kind::Directory => None,
        });
        match block(&pair.model, file) {
            Err(error) => assert_eq!(written, Err(error)),
            Ok(Some(block)) => assert_eq!(written, Ok(block)),
            Ok(None) if taken.clone().count() == 2 => assert_eq!(written, Err(Error::NoSpace)),
            Ok(None) => {
                let block = written.expect("there is a block");
                assert!(block < 2 && taken.all(|other| other != block));
                pair.model.get_mut(&file).expect("a file").kind = Kind::File(Some(block));
            }
        }
    }

    pub fn truncate(pair: &mut Pair, #[glassbox(values = 0..5)] file: u8) {
        let expected = block(&pair.model, file).map(|_| ());
        assert_eq!(pair.disk.truncate(file), expected);
        if expected.is_ok() {
            pair.model.get_mut(&file).expect("a file").kind = Kind::File(None);
        }
    }

    pub fn looks_up(pair: &Pair) -> bool {
        (0..5).all(|directory| {
            (0..2).all(|name| {
                let found = find(&pair.model, directory, name);
                pair.disk.lookup(directory, name) == found.and_then(|found| found.ok_or(Error::NotFound))
            })
        })
    }

    #[glassbox(skip)]
    pub fn size(_: &Pair) -> usize {
        0
    }
}
