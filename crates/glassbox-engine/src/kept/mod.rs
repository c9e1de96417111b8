//! Parts of verdicts that are kept between runs.
//!
//! A verdict is made of parts that depend on different code: the search of a check on what the check reaches, the states that
//! operations reach on all checks of the structure. Each part is kept under a key of its own, and `decide` puts them together as
//! always: it stays the only place that makes a verdict, and the gates see kept parts and new ones alike. If one function is
//! edited, the parts that reach it are made again, and the others are found.
//!
//! | part | depends on | kept if |
//! |---|---|---|
//! | search | what the check, its plan and its invariants reach; bounds; options | it covers everything and leaves nothing behind |
//! | drops | the same | all valid states can be dropped |
//! | disturbed | the same | all holds where something goes wrong |
//! | reached states | the same for all checks of the structure; effort | nothing was found in them, and all were judged |
//! | exploration | what its functions reach; bounds; options | it covers everything |
//!
//! Failures and undecided results are never kept: they are found again, for people to act on.
//!
//! **Keys.** [`CodeGraph`] gives a digest of all code and data that some exports can reach, wherever it lies. A search whose runs
//! read or change statics of the user names them by their addresses, so it is kept under the digest of the whole file; and so is
//! everything of a module without relocations. The other inputs are hashed as text, with the version of the program and a
//! digest of its executable.
//!
//! Places in the source are not in the keys by the graph: a digest leaves out those that panics name. No run of a part that is kept
//! has panicked. An exploration with panics that are meant is kept by its file, because a panic hook might look at the place.
//!
//! **Argument.** A part is a function of its inputs: the engine reads no files, no clocks and no unseeded randomness. All inputs
//! are in the key, except where functions and data lie. A run can depend on that only by looking at the number of an address of a
//! function or a static, and that these stand for all is an assumption of every verdict (`fixed-places`).
//!
//! **Trust.** An entry repeats its key and ends with a digest of itself; whatever does not fit is a miss. Whoever can write to the store can
//! still write wrong entries, so a store must be trusted as the program itself. [`Kept::sample`] makes a share of the parts again,
//! and compares.

mod entry;
mod part;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::Vacant;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use glassbox_abi::names::{
    CHECK_EXPORT_PREFIX, DROP_EXPORT_PREFIX, EXPLORE_EXPORT_PREFIX, PANICS_EXPORT_PREFIX, PLAN_EXPORT_PREFIX,
    WARM_UP_EXPORT_PREFIX,
};
use glassbox_vm::digest::Digest;
use glassbox_vm::module::{CodeGraph, LoadError, Module};

#[cfg(test)]
pub(crate) use entry::trial;
pub(crate) use entry::{read as read_entry, write as write_entry};
pub(crate) use part::{Part, fields, list, optional};

/// Keeps bytes by their keys. Whatever goes wrong there is a miss, or an entry less.
pub trait Store: Send + Sync {
    /// The entry with this key, if there is one.
    fn get(&self, key: &Digest) -> Option<Vec<u8>>;

    /// Keeps an entry.
    fn put(&self, key: &Digest, entry: &[u8]);

    /// Removes an entry, if the store can.
    fn remove(&self, _key: &Digest) {}
}

/// A store, with what the keys of its parts are made of.
pub struct Kept {
    store: Box<dyn Store>,
    /// What made the parts: the program, its version, settings that concern all of them.
    salt: Vec<u8>,
    modules: BTreeMap<usize, Arc<Code>>,
    /// Parts in a hundred that are made again, and compared.
    sample: u32,
    n_found: AtomicUsize,
    n_compared: AtomicUsize,
    /// Parts that are not what the store has.
    differing: Mutex<Vec<String>>,
}

/// The code of a module.
struct Code {
    /// The module cannot be freed while its address is a key.
    _module: Arc<Module>,
    graph: Option<CodeGraph>,
    file: Digest,
}

impl Kept {
    /// A store, for parts that a program makes which `salt` describes.
    pub fn new(store: Box<dyn Store>, salt: &[u8]) -> Self {
        Self {
            store,
            salt: salt.to_vec(),
            modules: BTreeMap::new(),
            sample: 0,
            n_found: AtomicUsize::new(0),
            n_compared: AtomicUsize::new(0),
            differing: Mutex::new(Vec::new()),
        }
    }

    /// Makes so many parts in a hundred again although they are kept, and compares.
    #[must_use]
    pub fn sample(mut self, percent: u32) -> Self {
        self.sample = percent;
        self
    }

    /// Adds a module and the file that it was loaded from. Parts of others are not kept.
    pub fn add(&mut self, module: &Arc<Module>, file: &[u8]) -> Result<(), LoadError> {
        if let Vacant(place) = self.modules.entry(Arc::as_ptr(module) as usize) {
            let graph = CodeGraph::read(file)?;
            place.insert(Arc::new(Code { _module: module.clone(), graph, file: Digest::of(file) }));
        }
        Ok(())
    }

    /// Another store, for the same modules and the same program.
    #[must_use]
    pub fn beside(&self, store: Box<dyn Store>) -> Self {
        Self { modules: self.modules.clone(), ..Self::new(store, &self.salt) }
    }

    /// A digest of all code of a module, wherever it lies; none if the module is not known.
    pub fn code(&self, module: &Arc<Module>) -> Option<Digest> {
        let code = self.modules.get(&(Arc::as_ptr(module) as usize))?;
        Some(code.graph.as_ref().map_or(code.file, |graph| graph.digest(|_| true)))
    }

    /// Number of parts that were found.
    pub fn n_found(&self) -> usize {
        self.n_found.load(Relaxed)
    }

    /// Number of parts that were made again, and compared.
    pub fn n_compared(&self) -> usize {
        self.n_compared.load(Relaxed)
    }

    /// Parts that were made again, and are not what the store has.
    pub fn differing(&self) -> Vec<String> {
        self.differing.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The part with these inputs: from the store, or made. `inputs` are all inputs except code; `is_root` says which exports the
    /// part calls.
    pub(crate) fn part<P: Part, E>(
        &self,
        module: &Arc<Module>,
        inputs: &str,
        is_root: impl Fn(&str) -> bool,
        run: impl FnOnce() -> Result<P, E>,
    ) -> Result<(P, Origin), E> {
        let Some(code) = self.modules.get(&(Arc::as_ptr(module) as usize)) else {
            return Ok((run()?, Origin::Made));
        };
        let by_file = self.key::<P>(&code.file, inputs);
        let by_graph = code.graph.as_ref().map(|graph| self.key::<P>(&graph.digest(is_root), inputs));
        let read = |key: &Digest| entry::read::<P>(&self.store.get(key)?, key);
        // What is kept by the graph has no addresses in it.
        let found = by_graph.as_ref().and_then(|key| Some((read(key).filter(Part::is_anywhere)?, *key)));
        let found = found.or_else(|| Some((read(&by_file)?, by_file)));
        if let Some((part, key)) = found {
            self.n_found.fetch_add(1, Relaxed);
            if !self.is_in_sample(&key, &code.file) {
                return Ok((part, Origin::Found));
            }
            let made = run()?;
            self.n_compared.fetch_add(1, Relaxed);
            if made.write().as_ref() != part.write().as_ref() {
                self.differing.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{}: {inputs}", P::KIND));
            }
            return Ok((made, Origin::Made));
        }
        let made = run()?;
        if let Some(text) = made.write() {
            let key = by_graph.filter(|_| made.is_anywhere()).unwrap_or(by_file);
            self.store.put(&key, &entry::write(P::KIND, &key, &text));
        }
        Ok((made, Origin::Made))
    }

    /// Where the search of a check, or an exploration, keeps how far it got. None if the module is not known.
    pub(crate) fn parts(
        &self,
        module: &Arc<Module>,
        inputs: &str,
        is_root: impl Fn(&str) -> bool,
    ) -> Option<KeptParts<'_>> {
        let code = self.modules.get(&(Arc::as_ptr(module) as usize))?;
        let graph = code.graph.as_ref().map(|graph| graph.digest(is_root));
        Some(KeptParts { kept: self, file: code.file, graph, inputs: inputs.to_owned() })
    }

    fn key<P: Part>(&self, code: &Digest, inputs: &str) -> Digest {
        Digest::of_parts([&self.salt[..], P::KIND.as_bytes(), code.as_bytes(), inputs.as_bytes()])
    }

    /// Which parts are compared depends on the file, so that it is not always the same ones.
    fn is_in_sample(&self, key: &Digest, file: &Digest) -> bool {
        let [low, high, ..] = *Digest::of_parts([&key.as_bytes()[..], file.as_bytes()]).as_bytes();
        u32::from(u16::from_le_bytes([low, high])) % 100 < self.sample
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").field("modules", &self.modules.len()).finish_non_exhaustive()
    }
}

/// Parts of the search of one check, or of one exploration, that are not finished, or belong to shards.
pub(crate) struct KeptParts<'a> {
    kept: &'a Kept,
    file: Digest,
    graph: Option<Digest>,
    inputs: String,
}

impl KeptParts<'_> {
    /// The part with this name, if there is one.
    pub(crate) fn get<P: Part>(&self, name: &str) -> Option<P> {
        let read = |key: &Digest| entry::read::<P>(&self.kept.store.get(key)?, key);
        let by_graph = self.key::<P>(self.graph.as_ref(), name);
        let found = by_graph.and_then(|key| read(&key)).filter(Part::is_anywhere);
        found.or_else(|| read(&self.key::<P>(Some(&self.file), name)?))
    }

    pub(crate) fn put<P: Part>(&self, name: &str, part: &P) {
        let code = self.graph.as_ref().filter(|_| part.is_anywhere()).unwrap_or(&self.file);
        if let (Some(key), Some(text)) = (self.key::<P>(Some(code), name), part.write()) {
            self.kept.store.put(&key, &entry::write(P::KIND, &key, &text));
        }
    }

    pub(crate) fn remove<P: Part>(&self, name: &str) {
        for key in [self.graph.as_ref(), Some(&self.file)].into_iter().filter_map(|code| self.key::<P>(code, name)) {
            self.kept.store.remove(&key);
        }
    }

    fn key<P: Part>(&self, code: Option<&Digest>, name: &str) -> Option<Digest> {
        Some(self.kept.key::<P>(code?, &format!("{} {name}", self.inputs)))
    }
}

/// Where a part comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It was made.
    #[default]
    Made,
    /// It was in the store.
    Found,
}

/// The path that an export of ours ends with: `stack::push` of `glassbox:check:stack::push`. None for exports that belong to no check.
pub(crate) fn path_of_export(name: &str) -> Option<&str> {
    Some(name.strip_prefix("glassbox:")?.split_once(':')?.1)
}

/// Whether a search calls an export: of its own ones the check and its plan, and those that belong to no check.
pub(crate) fn is_root_of_search(name: &str, check: &str) -> bool {
    is_root(name, check, CHECK_EXPORT_PREFIX) || is_root(name, check, PANICS_EXPORT_PREFIX)
}

/// Whether an export is called to search a check in which something goes wrong, and to drop what is left.
pub(crate) fn is_root_of_disturbed(name: &str, check: &str) -> bool {
    is_root_of_search(name, check) || is_root_of_drops(name, check)
}

/// Whether an export is called to drop the structures of a check.
pub(crate) fn is_root_of_drops(name: &str, check: &str) -> bool {
    is_root(name, check, DROP_EXPORT_PREFIX)
}

fn is_root(name: &str, check: &str, prefix: &str) -> bool {
    match path_of_export(name) {
        Some(path) => {
            let prefixes = [prefix, PLAN_EXPORT_PREFIX, WARM_UP_EXPORT_PREFIX];
            path == check && prefixes.iter().any(|prefix| name.starts_with(prefix))
        }
        None => true,
    }
}

/// Whether an exploration calls an export.
pub(crate) fn is_root_of_exploration(name: &str, exploration: &str) -> bool {
    match name.strip_prefix(EXPLORE_EXPORT_PREFIX) {
        Some(function) => function.strip_prefix(exploration).is_some_and(|rest| rest.starts_with("::")),
        None => path_of_export(name).is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_calls_its_own_exports() {
        assert!(is_root_of_search("glassbox:plan:stack::push", "stack::push"));
        assert!(is_root_of_search("glassbox:check:stack::push", "stack::push"));
        assert!(!is_root_of_search("glassbox:drop:stack::push", "stack::push"));
        assert!(is_root_of_drops("glassbox:drop:stack::push", "stack::push"));
        assert!(is_root_of_search("memory", "stack::push"));
        assert!(!is_root_of_search("glassbox:check:stack::push_all", "stack::push"));
        assert!(is_root_of_exploration("glassbox:explore:stack::api::push", "stack::api"));
        assert!(is_root_of_exploration("glassbox:explore:stack::api::", "stack::api"));
        assert!(!is_root_of_exploration("glassbox:explore:stack::api2::push", "stack::api"));
        assert!(!is_root_of_exploration("glassbox:check:stack::api", "stack::api"));
    }
}
