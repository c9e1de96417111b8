//! The works whose instructions are counted: the parts of a search, and one of an exploration.

use std::hint::black_box;
use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::explore::{Matching, explore};
use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Bounds, SearchEnd};
use glassbox_engine::search::{FirstFinding, Options, Strategy, check};
use glassbox_engine::states::states;
use glassbox_space::Bdd;
use glassbox_states::module;
use glassbox_vm::module::Module;

/// Prepares something, and does it in [`counted`].
type Work = fn() -> Result<(), String>;

/// All works by name.
pub(crate) const WORKS: [(&str, Work); 5] =
    [("load", load), ("states", find_states), ("search", search), ("drop", drop_all), ("explore", explored)];

const PATH: &str = "red_black_tree::checks::insert";

/// What happens in here is counted.
#[inline(never)]
fn counted<R>(work: impl FnOnce() -> R) -> R {
    black_box(work())
}

fn tree() -> Result<(Vec<u8>, Arc<Module>), String> {
    let bytes = module("red-black-tree", None)?;
    let loaded = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    Ok((bytes, loaded))
}

/// Decoding and translation of a module.
fn load() -> Result<(), String> {
    let (bytes, _) = tree()?;
    counted(|| Module::load(&bytes)).map(drop).map_err(|error| error.to_string())
}

/// The valid states of a tree.
fn find_states() -> Result<(), String> {
    let (_, module) = tree()?;
    let bounds: Bounds = [("height", 5)].into_iter().collect();
    let found = counted(|| states(&module, PATH, &bounds, Bdd::default()));
    found.map(drop).map_err(|error| error.to_string())
}

/// A search: runs, judge, other layouts and sets.
fn search() -> Result<(), String> {
    searched(&Options::new(Strategy::Paths), 4)
}

/// A search in which runs cover more than their lookalikes.
fn drop_all() -> Result<(), String> {
    searched(&Options { drops: true, ..Options::new(Strategy::Paths) }, 5)
}

fn searched(options: &Options, height: u32) -> Result<(), String> {
    let (_, module) = tree()?;
    let bounds: Bounds = [("height", height)].into_iter().collect();
    let mut states = states(&module, PATH, &bounds, Bdd::default()).map_err(|error| error.to_string())?;
    let searched = counted(|| check(&mut states, PATH, options, &mut FirstFinding));
    match searched.map_err(|error| error.to_string())?.end {
        SearchEnd::Covered => Ok(()),
        other => Err(format!("the search ends with {other:?}")),
    }
}

/// An exploration.
fn explored() -> Result<(), String> {
    let bytes = module("explorations", None)?;
    let module = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let subjects = catalog::read(&bytes).map_err(|error| error.to_string())?;
    let subject = subjects.iter().find(|subject| subject.path.ends_with("std_collections::vec_deque"));
    let subject = subject.ok_or("there is no such exploration")?;
    let bounds: Bounds = [("operations", 2)].into_iter().collect();
    let explored = counted(|| explore(&module, subject, &bounds, &Matching::Exactly.into(), &mut Unobserved));
    explored.map(drop).map_err(|error| error.to_string())
}
