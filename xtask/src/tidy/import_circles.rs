//! Imports between the files of a package form no circles.
//!
//! Two kinds of circle break the rule, on the graph that `xtask/src/imports/mod.rs` defines (which names count as an
//! import, and how re-exports are followed):
//!
//! 1. **Across folders.** Files in two or more folders reach each other. All edges count, also those between a
//!    folder's `mod.rs` and its children.
//! 2. **Among siblings.** Files of one folder reach each other without passing through the folder's parent file:
//!    `mod.rs`, `lib.rs` or `main.rs`. So a parent and its child in the same folder may import each other, and two
//!    children may not.
//!
//! The rule checks two graphs. In the first, an edge leads to the file that defines the item. In the second, it leads
//! to the module that the path names, even if that module only re-exports the item. The second graph has more circles:
//! the error type of a crate imports `init::InitError` from `init/mod.rs`, whose code uses its children, which use the
//! error type of the crate.
//!
//! `cargo xtask imports` prints the figures of every package, and `cargo xtask imports NAME` all circles of one.

use super::problem::Problem;
use crate::imports::{Circle, Edge, FileId, ImportGraph, Kind, Package, Target, packages};
use crate::tree::Tree;

/// Packages that still have circles. Remove a package once it has none.
const NOT_YET: [&str; 0] = [];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    check_except(tree, &NOT_YET)
}

fn check_except(tree: &Tree, not_yet: &[&str]) -> Vec<Problem> {
    match packages(tree) {
        Ok(packages) => packages.iter().flat_map(|package| problems_of(package, not_yet)).collect(),
        Err(error) => vec![Problem::new("xtask", 0, format!("cannot read the imports: {error}"))],
    }
}

fn problems_of(package: &Package, not_yet: &[&str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for target in [Target::Definition, Target::WrittenPath] {
        let graph = package.graph(target);
        for problem in graph.circles().iter().map(|circle| problem(&graph, circle)) {
            // Most circles are in both graphs.
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    if !not_yet.contains(&package.folder.as_str()) {
        return problems;
    }
    if problems.is_empty() {
        let message = "has no circles of imports: remove it from NOT_YET in xtask/src/tidy/import_circles.rs";
        return vec![Problem::new(&package.folder, 0, message)];
    }
    Vec::new()
}

/// Names the shortest circle of several, at the first line that causes it.
fn problem(graph: &ImportGraph, circle: &Circle) -> Problem {
    let kind = match circle.kind {
        Kind::AcrossFolders => "across folders",
        Kind::AmongSiblings => "among siblings",
    };
    let way = circle.shortest(graph);
    let steps: Vec<String> = (0..way.len()).map(|at| step(graph, way[at], way[(at + 1) % way.len()])).collect();
    let mut message = format!("circle of imports {kind}: {}{}", graph.short_path(way[0]), steps.concat());
    if circle.files.len() > way.len() {
        let n_files = circle.files.len();
        let more = format!("; {n_files} files are in circles with it, see `cargo xtask imports {}`", graph.package);
        message.push_str(&more);
    }
    let line = graph.edge(way[0], way[1]).map_or(0, Edge::line);
    Problem::new(graph.path(way[0]), line, message)
}

/// ` -> file (some of the names that it imports from there)`.
fn step(graph: &ImportGraph, from: FileId, to: FileId) -> String {
    let names: Vec<&str> = graph.edge(from, to).into_iter().flat_map(Edge::names).take(3).collect();
    format!(" -> {} ({})", graph.short_path(to), names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], not_yet: &[&str], expected: &[&str]) {
        let in_package: Vec<(String, &str)> =
            files.iter().map(|(path, text)| (format!("crates/a/src/{path}"), *text)).collect();
        let mut files: Vec<(&str, &str)> = in_package.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        files.push(("crates/a/Cargo.toml", ""));
        let problems: Vec<String> = check_except(&Tree::of(&files), not_yet).iter().map(ToString::to_string).collect();
        assert_eq!(problems, expected);
    }

    #[test]
    fn a_parent_and_its_child_may_import_each_other() {
        check(
            &[
                ("lib.rs", "mod a; mod b; pub struct Thing; fn f() { a::go(); }"),
                ("a.rs", "use super::Thing; pub fn go() {}"),
                ("b.rs", "use super::{Thing, a::go};"),
            ],
            &[],
            &[],
        );
    }

    #[test]
    fn siblings_may_not_import_each_other() {
        check(
            &[
                ("lib.rs", "mod a; mod b; mod c;"),
                ("a.rs", "use std::fmt;\nuse crate::b::B;\npub struct A;"),
                ("b.rs", "pub struct B(super::c::C);"),
                ("c.rs", "use crate::a::A;\npub struct C;"),
            ],
            &[],
            &["crates/a/src/b.rs:1: circle of imports among siblings: b.rs -> c.rs (C) -> a.rs (A) -> b.rs (B)"],
        );
    }

    #[test]
    fn files_of_different_folders_may_not_import_each_other_even_as_parent_and_child() {
        check(
            &[
                ("lib.rs", "mod a; pub struct Thing; fn f() { a::go() }"),
                ("a/mod.rs", "mod b; pub fn go() { b::go() }"),
                ("a/b.rs", "use crate::Thing;\npub fn go() {}"),
            ],
            &[],
            &["crates/a/src/a/mod.rs:1: circle of imports across folders: \
               a/mod.rs -> a/b.rs (go) -> lib.rs (Thing) -> a/mod.rs (go)"],
        );
    }

    #[test]
    fn a_circle_by_way_of_a_reexport_is_one() {
        check(
            &[
                ("lib.rs", "mod a; mod error;"),
                ("error.rs", "use crate::a::AError;\npub struct Error(AError);"),
                ("a/mod.rs", "mod error; mod run; pub use error::AError; fn f() { run::go() }"),
                ("a/error.rs", "pub struct AError;"),
                ("a/run.rs", "use crate::error::Error; pub fn go() {}"),
            ],
            &[],
            &["crates/a/src/error.rs:1: circle of imports across folders: \
               error.rs -> a/mod.rs (AError) -> a/run.rs (go) -> error.rs (Error)"],
        );
    }

    #[test]
    fn the_shortest_of_several_circles_is_named() {
        check(
            &[
                ("lib.rs", "mod a; mod b; mod c;"),
                ("a.rs", "use crate::b::B;\npub struct A;"),
                ("b.rs", "use crate::a::A; use crate::c::C;\npub struct B;"),
                ("c.rs", "use crate::a::A;\npub struct C;"),
            ],
            &[],
            &["crates/a/src/b.rs:1: circle of imports among siblings: b.rs -> a.rs (A) -> b.rs (B); \
               3 files are in circles with it, see `cargo xtask imports crates/a`"],
        );
    }

    #[test]
    fn an_exception_for_a_package_without_circles_is_out_of_date() {
        let circle =
            [("lib.rs", "mod a; mod b;"), ("a.rs", "use super::b::B; struct A;"), ("b.rs", "use super::a::A;")];
        check(&circle, &["crates/a"], &[]);
        check(
            &circle[..1],
            &["crates/a"],
            &["crates/a: has no circles of imports: remove it from NOT_YET in xtask/src/tidy/import_circles.rs"],
        );
    }
}
