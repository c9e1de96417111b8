//! The graph: files, and edges with the names that cause them.

use std::collections::BTreeMap;

use super::module_tree::{FileId, ModuleId, ModuleTree, SourceFile};
use super::references::references;

/// The import graph of a package.
pub(crate) struct ImportGraph {
    /// Folder of the package, such as `crates/glassbox-vm`.
    pub(crate) package: String,
    files: Vec<SourceFile>,
    edges: BTreeMap<(FileId, FileId), Edge>,
}

/// The file that an import leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The file that defines the item, behind all re-exports.
    Definition,
    /// The file of the last module that the path names: with `use crate::a::Thing`, the file of `a`, even if that only
    /// re-exports `Thing`. So a circle that exists between modules but not between definitions shows, too.
    WrittenPath,
}

/// The items of one file that another file names, each with the line that first names it.
#[derive(Default)]
pub(crate) struct Edge {
    names: BTreeMap<String, usize>,
}

impl ImportGraph {
    /// The graph of the modules of a package.
    pub(super) fn new(package: &str, modules: &ModuleTree, to: Target) -> Self {
        let mut edges: BTreeMap<(FileId, FileId), Edge> = BTreeMap::new();
        for at in 0..modules.modules.len() {
            let id = ModuleId(at);
            let module = modules.module(id);
            for reference in references(&module.items) {
                let definition = match to {
                    Target::Definition => modules.resolve(id, &reference.path),
                    Target::WrittenPath => modules.resolve_as_written(id, &reference.path),
                };
                let Some(definition) = definition else { continue };
                let target = modules.module(definition.module).file;
                let is_contents = reference.is_reexport && modules.is_within(definition.module, id);
                if target != module.file && !is_contents {
                    edges.entry((module.file, target)).or_default().add(definition.name, reference.line);
                }
            }
        }
        Self { package: package.to_owned(), files: modules.files.clone(), edges }
    }

    pub(crate) fn n_files(&self) -> usize {
        self.files.len()
    }

    pub(crate) fn n_lines(&self) -> usize {
        self.files.iter().map(|file| file.n_lines).sum()
    }

    pub(crate) fn file_ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len()).map(FileId)
    }

    /// Path from the root of the repository.
    pub(crate) fn path(&self, file: FileId) -> &str {
        &self.files[file.0].path
    }

    /// Path inside the package's source folder.
    pub(crate) fn short_path(&self, file: FileId) -> &str {
        let path = self.path(file);
        let inside = path.strip_prefix(&self.package).and_then(|path| path.strip_prefix("/src/"));
        inside.unwrap_or(path)
    }

    pub(crate) fn folder(&self, file: FileId) -> &str {
        self.path(file).rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Is it the file whose children are the other files of its folder?
    pub(crate) fn is_parent(&self, file: FileId) -> bool {
        ["/mod.rs", "/lib.rs", "/main.rs"].iter().any(|name| self.path(file).ends_with(name))
    }

    pub(crate) fn edge(&self, from: FileId, to: FileId) -> Option<&Edge> {
        self.edges.get(&(from, to))
    }

    /// Files that `file` imports directly.
    pub(crate) fn imports_of(&self, file: FileId) -> impl Iterator<Item = FileId> {
        self.edges.range((file, FileId(0))..(FileId(file.0 + 1), FileId(0))).map(|(&(_, to), _)| to)
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = (FileId, FileId, &Edge)> {
        self.edges.iter().map(|(&(from, to), edge)| (from, to, edge))
    }
}

impl Edge {
    fn add(&mut self, name: String, line: usize) {
        self.names.entry(name).or_insert(line);
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// The first line that names an item.
    pub(crate) fn line(&self) -> usize {
        self.names.values().copied().min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    /// Compares the edges of a crate with `from -> to: names`, one each.
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        check_to(Target::Definition, files, expected);
    }

    fn check_to(to: Target, files: &[(&str, &str)], expected: &[&str]) {
        let files: Vec<(String, &str)> = files.iter().map(|(path, text)| (format!("a/src/{path}"), *text)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        let modules = ModuleTree::read(&Tree::of(&files), &["a/src/lib.rs"]).unwrap();
        let graph = ImportGraph::new("a", &modules, to);
        let mut edges: Vec<String> = graph
            .edges()
            .map(|(from, to, edge)| {
                let names: Vec<&str> = edge.names().collect();
                format!("{} -> {}: {}", graph.short_path(from), graph.short_path(to), names.join(", "))
            })
            .collect();
        edges.sort_unstable();
        assert_eq!(edges, expected);
    }

    #[test]
    fn declaring_and_reexporting_a_child_is_no_edge() {
        check(
            &[
                ("lib.rs", "pub mod a; mod b; pub use a::{Low, A}; pub(crate) use crate::b::B; use crate::a as alias;"),
                ("a/mod.rs", "mod low; pub use low::Low; pub struct A;"),
                ("a/low.rs", "pub struct Low;"),
                ("b.rs", "pub struct B;"),
            ],
            &[],
        );
    }

    #[test]
    fn using_a_child_is_an_edge_even_if_it_is_reexported() {
        check(
            &[
                ("lib.rs", "mod a; mod b; mod c; pub use a::A; use b::B; fn f(a: A) { c::go(); }"),
                ("a.rs", "pub struct A;"),
                ("b.rs", "pub struct B;"),
                ("c.rs", "pub fn go() {}"),
            ],
            &["lib.rs -> a.rs: A", "lib.rs -> b.rs: B", "lib.rs -> c.rs: go"],
        );
    }

    #[test]
    fn an_import_leads_to_the_file_that_defines_the_item() {
        check(
            &[
                ("lib.rs", "mod a; mod b; pub use a::Deep as Shallow; use std::fmt; pub struct Own;"),
                ("a/mod.rs", "mod low; mod high; pub use self::low::*; use crate::b::Told;"),
                ("a/low.rs", "pub struct Deep; impl Deep { pub fn new() {} }"),
                ("a/high.rs", "use super::{Deep, Told, Missing as _}; use crate::{Own, fmt};"),
                ("b.rs", "use crate::Shallow; use super::a::Deep as D; pub struct Told; fn f() { D::new() }"),
            ],
            &[
                "a/high.rs -> a/low.rs: Deep",
                "a/high.rs -> a/mod.rs: Missing",
                "a/high.rs -> b.rs: Told",
                "a/high.rs -> lib.rs: Own",
                "a/mod.rs -> b.rs: Told",
                "b.rs -> a/low.rs: Deep",
            ],
        );
    }

    #[test]
    fn a_written_path_leads_to_the_module_that_it_names() {
        check_to(
            Target::WrittenPath,
            &[
                ("lib.rs", "mod a; mod b; pub use a::Deep;"),
                ("a/mod.rs", "mod low; pub use self::low::Deep; use crate::b;"),
                ("a/low.rs", "pub struct Deep;"),
                ("b.rs", "use crate::Deep; fn f(of: super::a::Deep) {} fn g(of: Deep) {}"),
            ],
            &["a/mod.rs -> b.rs: self", "b.rs -> a/mod.rs: Deep", "b.rs -> lib.rs: Deep"],
        );
    }

    #[test]
    fn paths_in_code_count_wherever_they_are() {
        check(
            &[
                ("lib.rs", "mod a; mod b; pub struct Here;"),
                (
                    "a.rs",
                    "use crate::b;
                     #[arg(parse = b::in_attribute, default)]
                     struct S { field: Vec<b::InGeneric> }
                     impl Clone for b::InImpl { type T = <S as b::InTrait>::Of; }
                     fn f(self_: &S) -> impl Fn(crate::Here) {
                         use b::InFunction;
                         super::b::in_call();
                         println!(\"{}\", 0..b::IN_MACRO + self_.b.c);
                         ::b::other_package();
                     }
                     macro_rules! m { ($name:ident) => { b::$name($crate::b::InDefinition) } }",
                ),
                (
                    "b.rs",
                    "pub struct InGeneric; pub trait InTrait {} pub struct InImpl; pub struct InFunction;
                     pub fn in_call() {} pub const IN_MACRO: u8 = 0; pub fn in_attribute() {}
                     pub struct InDefinition; pub struct Unused; pub fn other_package() {}",
                ),
            ],
            &[
                "a.rs -> b.rs: $name, IN_MACRO, InDefinition, InFunction, InGeneric, InImpl, InTrait, in_attribute, in_call",
                "a.rs -> lib.rs: Here",
            ],
        );
    }

    #[test]
    fn a_module_and_a_function_may_share_a_name() {
        check(
            &[
                ("lib.rs", "mod judge; mod a;"),
                ("judge/mod.rs", "mod run; mod verdict; pub use run::run;"),
                ("judge/run.rs", "pub fn run() {}"),
                ("judge/verdict.rs", "pub struct Verdict;"),
                ("a.rs", "use crate::judge::{self, run}; fn f() { run(); judge::verdict::Verdict; }"),
            ],
            &["a.rs -> judge/run.rs: run", "a.rs -> judge/verdict.rs: Verdict"],
        );
    }

    #[test]
    fn names_behind_a_glob_count_where_they_are_used() {
        check(
            &[
                ("lib.rs", "mod a; mod b; mod c;"),
                ("a.rs", "use super::b::*; fn f(b: B) {} fn g(x: Vec<u8>) {}"),
                ("b.rs", "pub use super::c::*; pub struct B; pub struct Unused;"),
                ("c.rs", "use super::b::*; pub struct C(B);"),
            ],
            &["a.rs -> b.rs: B", "c.rs -> b.rs: B"],
        );
    }

    #[test]
    fn macros_are_items() {
        check(
            &[
                ("lib.rs", "mod a; mod b;"),
                (
                    "a.rs",
                    "macro_rules! local { () => {} } pub(crate) use local;\n#[macro_export] macro_rules! all { () => {} }",
                ),
                ("b.rs", "use crate::a::local; fn f() { local!(); crate::all!(); }"),
            ],
            &["b.rs -> a.rs: all, local"],
        );
    }

    #[test]
    fn tests_and_templates_do_not_count() {
        check(
            &[
                ("lib.rs", "mod a; mod b; #[cfg(test)] mod tests; pub struct Thing;"),
                (
                    "a.rs",
                    "#[cfg(test)] use crate::Thing;
                     #[cfg(test)] mod tests { use crate::b::B; }
                     impl X { #[cfg(test)] fn f() -> crate::b::B {} }
                     #[cfg(not(test))] use crate::b::C;
                     fn g() { quote!(crate::b::B) }",
                ),
                ("b.rs", "pub struct B; pub struct C;"),
                ("tests.rs", "use crate::b::B;"),
            ],
            &["a.rs -> b.rs: C"],
        );
    }

    #[test]
    fn inline_modules_belong_to_their_file() {
        check(
            &[
                (
                    "lib.rs",
                    "mod a; pub struct Thing; mod inside { pub use super::a::A; pub struct Inner(super::Thing); }",
                ),
                ("a.rs", "pub struct A; use crate::inside::Inner;"),
            ],
            &["a.rs -> lib.rs: Inner", "lib.rs -> a.rs: A"],
        );
    }
}
