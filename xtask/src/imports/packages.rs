//! The packages that have an import graph, and the roots of each.

use super::graph::{ImportGraph, Target};
use crate::tree::Tree;

/// Folders of packages that are product code or tools. `subjects` are written like users' crates.
const FOLDERS: [&str; 6] = ["benches", "crates", "fuzz", "guest", "tests", "xtask"];

/// The import graphs of all packages, sorted by folder.
pub(crate) fn graphs(tree: &Tree, to: Target) -> Vec<Result<ImportGraph, String>> {
    let packages = tree.ours("/Cargo.toml").filter_map(|(path, _)| path.strip_suffix("/Cargo.toml"));
    let ours = packages.filter(|package| FOLDERS.contains(&package.split('/').next().unwrap_or_default()));
    ours.map(|package| ImportGraph::read(tree, package, &roots(tree, package), to)).collect()
}

/// Files where a library or binary of the package begins.
fn roots<'t>(tree: &'t Tree, package: &str) -> Vec<&'t str> {
    let source = format!("{package}/src/");
    let files = tree.files().filter_map(|(path, _)| Some((path, path.strip_prefix(&source)?)));
    let is_root = |path: &str| match path.strip_prefix("bin/").map(|binary| binary.split_once('/')) {
        None => path == "lib.rs" || path == "main.rs",
        Some(None) => true,
        Some(Some((_, inside))) => inside == "main.rs",
    };
    files.filter(|(_, inside)| is_root(inside)).map(|(path, _)| path).collect()
}
