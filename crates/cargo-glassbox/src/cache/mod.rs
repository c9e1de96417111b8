//! Parts of verdicts from earlier runs (`--cache`): a folder, and optionally a server that several computers share.
//!
//! What is kept, and under which keys, is the engine's business (`glassbox_engine::kept`). Here are the places where entries lie.
//! Nothing that happens there can change a verdict: what cannot be read is a miss, and what cannot be written is lost.

mod folder;
mod place;
mod server;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use glassbox_engine::kept::{Kept, Store};
use glassbox_vm::digest::Digest;
use glassbox_vm::module::Module;

pub(crate) use place::CachePlace;

use folder::{Folder, MOST_KEPT, MOST_UNFINISHED};
use server::Server;

/// The folder, unless the user names another one: below the folder of modules.
const USUAL_FOLDER: &str = "kept";

/// The folder of unfinished searches, in that folder. They stay on this computer.
const UNFINISHED: &str = "unfinished";

/// What to do if a kept result is not what the same code gives now.
pub(crate) const DIFFERS_HELP: [&str; 2] = [
    "run with `--no-cache`, and remove the cache",
    "if nobody else can write to it, this is a bug of glassbox: please report it",
];

/// Options of the cache.
#[derive(Clone, Debug)]
pub(crate) struct CacheOptions {
    /// Where entries lie.
    pub(crate) place: CachePlace,
    /// Results in a hundred that are made again, and compared.
    pub(crate) sample: u32,
}

/// A cache that is open, for a run.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    pub(crate) kept: Arc<Kept>,
    /// Searches that were stopped.
    pub(crate) unfinished: Arc<Kept>,
    server: Option<Arc<Server>>,
}

impl Cache {
    /// Opens the cache for these modules; none if it is off. `folder` is the folder of modules.
    pub(crate) fn open<'a>(
        options: &CacheOptions,
        folder: &Path,
        modules: impl Iterator<Item = (&'a Arc<Module>, &'a [u8])>,
    ) -> Option<Self> {
        let usual = || folder.join(USUAL_FOLDER);
        let (path, server) = match &options.place {
            CachePlace::Off => return None,
            CachePlace::Usual => (usual(), None),
            CachePlace::Folder(path) => (path.clone(), None),
            CachePlace::Server(url) => (usual(), Some(Arc::new(Server::new(url)))),
        };
        let unfinished = Folder::new(path.join(UNFINISHED), MOST_UNFINISHED);
        let places = Places { folder: Folder::new(path, MOST_KEPT), server: server.clone() };
        let kept = kept_in(Box::new(places), modules)?.sample(options.sample);
        let unfinished = kept.beside(Box::new(Places { folder: unfinished, server: None }));
        Some(Self { kept: Arc::new(kept), unfinished: Arc::new(unfinished), server })
    }

    /// Sentences about what was found, and what went wrong.
    pub(crate) fn notes(&self) -> Vec<String> {
        let n_compared = self.kept.n_compared();
        let results = if n_compared == 1 { "result was" } else { "results were" };
        let compared = format!("{n_compared} kept {results} made again and compared");
        let compared = (n_compared > 0).then_some(compared);
        compared.into_iter().chain(self.server.as_ref().and_then(|server| server.problem())).collect()
    }
}

/// A store for parts of these modules.
pub(crate) fn kept_in<'a>(
    store: Box<dyn Store>,
    modules: impl Iterator<Item = (&'a Arc<Module>, &'a [u8])>,
) -> Option<Kept> {
    let mut kept = Kept::new(store, program()?.as_bytes());
    for (module, file) in modules {
        // A module that cannot be read again is decided as always.
        let _ = kept.add(module, file);
    }
    Some(kept)
}

/// The version of this program, and a digest of its executable: another one may find out something else.
pub(crate) fn program() -> Option<String> {
    static DIGEST: OnceLock<Option<Digest>> = OnceLock::new();
    let file = || Some(Digest::of(&std::fs::read(std::env::current_exe().ok()?).ok()?));
    let digest = DIGEST.get_or_init(file).as_ref()?;
    Some(format!("glassbox {} {digest}", env!("CARGO_PKG_VERSION")))
}

/// The folder first, then the server.
struct Places {
    folder: Folder,
    server: Option<Arc<Server>>,
}

impl Store for Places {
    fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        let name = key.to_string();
        self.folder.get(&name).or_else(|| {
            let entry = self.server.as_ref()?.get(&name)?;
            self.folder.put(&name, &entry);
            Some(entry)
        })
    }

    fn put(&self, key: &Digest, entry: &[u8]) {
        let name = key.to_string();
        self.folder.put(&name, entry);
        if let Some(server) = &self.server {
            server.put(&name, entry);
        }
    }

    fn remove(&self, key: &Digest) {
        self.folder.remove(&key.to_string());
    }
}
