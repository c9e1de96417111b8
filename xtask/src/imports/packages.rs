//! The packages that have an import graph, and the roots of each.

use super::graph::{ImportGraph, Target};
use super::module_tree::ModuleTree;
use crate::tree::Tree;

/// Folders of packages that are product code or tools. `subjects` are written like users' crates.
const FOLDERS: [&str; 6] = ["benches", "crates", "fuzz", "guest", "tests", "xtask"];

/// A package, parsed.
pub(crate) struct Package {
    /// Path from the root of the repository, such as `crates/glassbox-vm`.
    pub(crate) folder: String,
    modules: ModuleTree,
}

impl Package {
    pub(crate) fn graph(&self, to: Target) -> ImportGraph {
        ImportGraph::new(&self.folder, &self.modules, to)
    }
}

/// Parses all packages, sorted by folder.
pub(crate) fn packages(tree: &Tree) -> Result<Vec<Package>, String> {
    let folders = tree.ours("/Cargo.toml").filter_map(|(path, _)| path.strip_suffix("/Cargo.toml"));
    let ours = folders.filter(|folder| FOLDERS.contains(&folder.split('/').next().unwrap_or_default()));
    let parse = |folder: &str| ModuleTree::read(tree, &roots(tree, folder));
    ours.map(|folder| Ok(Package { folder: folder.to_owned(), modules: parse(folder)? })).collect()
}

/// Files where a library or binary of the package begins.
fn roots<'t>(tree: &'t Tree, folder: &str) -> Vec<&'t str> {
    let source = format!("{folder}/src/");
    let files = tree.files().filter_map(|(path, _)| Some((path, path.strip_prefix(&source)?)));
    let is_root = |path: &str| match path.strip_prefix("bin/").map(|binary| binary.split_once('/')) {
        None => path == "lib.rs" || path == "main.rs",
        Some(None) => true,
        Some(Some((_, inside))) => inside == "main.rs",
    };
    files.filter(|(_, inside)| is_root(inside)).map(|(path, _)| path).collect()
}
