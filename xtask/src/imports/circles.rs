//! Circles in an import graph.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::graph::ImportGraph;
use super::module_tree::FileId;

/// Files that all import each other, directly or through others: a strongly connected component with more than one
/// file.
pub(crate) struct Circle {
    pub(crate) kind: Kind,
    pub(crate) files: BTreeSet<FileId>,
}

/// The rule that a circle breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The files are in at least two folders. All edges count.
    AcrossFolders,
    /// The files are children of one folder. Edges from and to the folder's `mod.rs` do not count.
    AmongSiblings,
}

impl ImportGraph {
    /// All circles that break a rule, those across folders first.
    pub(crate) fn circles(&self) -> Vec<Circle> {
        let all: BTreeSet<FileId> = self.file_ids().collect();
        let across = components(self, &all).into_iter().filter(|files| self.folders(files).len() > 1);
        let mut circles: Vec<Circle> = across.map(|files| Circle { kind: Kind::AcrossFolders, files }).collect();
        for folder in self.folders(&all) {
            let children = all.iter().filter(|&&file| self.folder(file) == folder && !self.is_parent(file));
            let among = components(self, &children.copied().collect());
            circles.extend(among.into_iter().map(|files| Circle { kind: Kind::AmongSiblings, files }));
        }
        circles
    }

    fn folders(&self, files: &BTreeSet<FileId>) -> BTreeSet<&str> {
        files.iter().map(|&file| self.folder(file)).collect()
    }
}

impl Circle {
    /// The shortest way round that breaks the rule. The first file is not repeated at the end.
    pub(crate) fn shortest(&self, graph: &ImportGraph) -> Vec<FileId> {
        let inside = graph.edges().filter(|(from, to, _)| self.files.contains(from) && self.files.contains(to));
        let breaking = inside.filter(|&(from, to, _)| match self.kind {
            Kind::AcrossFolders => graph.folder(from) != graph.folder(to),
            Kind::AmongSiblings => true,
        });
        let ways = breaking.filter_map(|(from, to, _)| shortest_path(graph, &self.files, to, from));
        ways.min_by_key(Vec::len).unwrap_or_default()
    }
}

/// Strongly connected components with more than one file, of the part of the graph between `files`: two files are in
/// the same one if each can reach the other.
fn components(graph: &ImportGraph, files: &BTreeSet<FileId>) -> Vec<BTreeSet<FileId>> {
    let reachable: BTreeMap<FileId, BTreeSet<FileId>> =
        files.iter().map(|&file| (file, reachable(graph, files, file))).collect();
    let mut components: Vec<BTreeSet<FileId>> = Vec::new();
    for (&file, reached) in &reachable {
        let component: BTreeSet<FileId> =
            reached.iter().copied().filter(|other| reachable[other].contains(&file)).collect();
        if component.len() > 1 && component.first() == Some(&file) {
            components.push(component);
        }
    }
    components
}

/// Files that `start` imports, directly or through others. Contains `start` if there is a circle through it.
fn reachable(graph: &ImportGraph, files: &BTreeSet<FileId>, start: FileId) -> BTreeSet<FileId> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(file) = open.pop() {
        for to in imports(graph, files, file) {
            if reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

/// Files from `start` to `end`, both included, along the fewest edges.
fn shortest_path(graph: &ImportGraph, files: &BTreeSet<FileId>, start: FileId, end: FileId) -> Option<Vec<FileId>> {
    let mut came_from = BTreeMap::from([(start, start)]);
    let mut open = VecDeque::from([start]);
    while let Some(file) = open.pop_front() {
        if file == end {
            let mut path = vec![end];
            while path[path.len() - 1] != start {
                path.push(came_from[&path[path.len() - 1]]);
            }
            path.reverse();
            return Some(path);
        }
        for to in imports(graph, files, file) {
            came_from.entry(to).or_insert_with(|| {
                open.push_back(to);
                file
            });
        }
    }
    None
}

fn imports(graph: &ImportGraph, files: &BTreeSet<FileId>, file: FileId) -> impl Iterator<Item = FileId> {
    graph.imports_of(file).filter(|to| files.contains(to))
}
