//! The modules of a package, each with its items and the names in its scope.

use std::collections::BTreeMap;

use syn::visit::Visit;
use syn::{Attribute, Item};

use super::use_tree::{Binding, imports};
use crate::syntax::{attributes, defined_name, is_exported_macro, is_for_tests, path_attribute};
use crate::tree::Tree;

/// Index of a file in [`ModuleTree::files`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FileId(pub(super) usize);

/// Index of a module in [`ModuleTree::modules`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ModuleId(pub(super) usize);

/// All modules that the compiler reaches from the roots of a package, without those for tests.
#[derive(Default)]
pub(super) struct ModuleTree {
    pub(super) files: Vec<SourceFile>,
    pub(super) modules: Vec<Module>,
}

/// A file of the graph.
#[derive(Clone)]
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) n_lines: usize,
}

/// A module: a file, or a block `mod x { .. }` in one.
pub(super) struct Module {
    pub(super) file: FileId,
    /// Nothing for the root of a library or binary.
    pub(super) parent: Option<ModuleId>,
    /// Without inline modules, which are modules of their own, and without items for tests.
    pub(super) items: Vec<Item>,
    /// A name can stand for several things: a module and a function, or one item for each `cfg`.
    pub(super) names: BTreeMap<String, Vec<Name>>,
    /// Paths of `use path::*`.
    pub(super) globs: Vec<Vec<String>>,
}

/// Meaning of a name in a module.
pub(super) enum Name {
    /// An item of this module: the one that has the name, except for exported macros, which the root has, too.
    Item(ModuleId),
    Module(ModuleId),
    /// Whatever this path leads to.
    Import(Vec<String>),
}

impl ModuleTree {
    /// Parses the files below `roots`: paths of `lib.rs`, `main.rs` and the files of `src/bin`.
    pub(super) fn read(tree: &Tree, roots: &[&str]) -> Result<Self, String> {
        let mut modules = Self::default();
        for root in roots {
            let (folder, _) = root.rsplit_once('/').unwrap_or(("", root));
            modules.add_file(tree, root, folder, None)?;
        }
        Ok(modules)
    }

    pub(super) fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0]
    }

    /// The crate root above a module.
    pub(super) fn root(&self, module: ModuleId) -> ModuleId {
        self.module(module).parent.map_or(module, |parent| self.root(parent))
    }

    /// Is `module` the same as `ancestor`, or below it?
    pub(super) fn is_within(&self, module: ModuleId, ancestor: ModuleId) -> bool {
        let mut at = Some(module);
        while let Some(module) = at {
            if module == ancestor {
                return true;
            }
            at = self.module(module).parent;
        }
        false
    }

    /// `folder` is where the files of the module's children are.
    fn add_file(
        &mut self,
        tree: &Tree,
        path: &str,
        folder: &str,
        parent: Option<ModuleId>,
    ) -> Result<ModuleId, String> {
        let text = tree.text(path).ok_or_else(|| format!("{path} does not exist"))?;
        let syntax = syn::parse_file(text).map_err(|error| format!("{path}: {error}"))?;
        let file = FileId(self.files.len());
        self.files.push(SourceFile { path: path.to_owned(), n_lines: text.lines().count() });
        self.add_module(tree, Module::new(file, parent), syntax.items, folder)
    }

    fn add_module(&mut self, tree: &Tree, module: Module, items: Vec<Item>, folder: &str) -> Result<ModuleId, String> {
        let id = ModuleId(self.modules.len());
        let file = module.file;
        self.modules.push(module);
        for item in items.into_iter().filter(|item| !is_for_tests(attributes(item))) {
            let Item::Mod(child) = item else {
                self.add_item(id, item);
                continue;
            };
            let name = child.ident.to_string();
            let child_id = match child.content {
                Some((_, items)) => {
                    self.add_module(tree, Module::new(file, Some(id)), items, &format!("{folder}/{name}"))?
                }
                None => match find_file(tree, &child.attrs, folder, &name) {
                    Some((path, folder)) => self.add_file(tree, &path, &folder, Some(id))?,
                    // rustc reports a missing file; one that a build script writes is not ours to judge.
                    None => continue,
                },
            };
            self.modules[id.0].names.entry(name).or_default().push(Name::Module(child_id));
        }
        Ok(id)
    }

    fn add_item(&mut self, id: ModuleId, item: Item) {
        if let Some(name) = defined_name(&item) {
            if is_exported_macro(&item) {
                let root = self.root(id);
                self.modules[root.0].names.entry(name.clone()).or_default().push(Name::Item(id));
            }
            self.modules[id.0].names.entry(name).or_default().push(Name::Item(id));
        }
        let module = &mut self.modules[id.0];
        UsesOf { module }.visit_item(&item);
        module.items.push(item);
    }
}

impl Module {
    fn new(file: FileId, parent: Option<ModuleId>) -> Self {
        Self { file, parent, items: Vec::new(), names: BTreeMap::new(), globs: Vec::new() }
    }
}

/// Adds the imports of an item to its module, also those inside functions: their scope is smaller than the module,
/// but names that clash with it are rare.
struct UsesOf<'m> {
    module: &'m mut Module,
}

impl Visit<'_> for UsesOf<'_> {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        for import in imports(item) {
            match import.binds {
                Binding::Name(name) => {
                    self.module.names.entry(name).or_default().push(Name::Import(import.path));
                }
                Binding::All => self.module.globs.push(import.path),
                Binding::Nothing => {}
            }
        }
    }
}

/// Path of the file of `mod name;`, and the folder of its children.
fn find_file(tree: &Tree, attributes: &[Attribute], folder: &str, name: &str) -> Option<(String, String)> {
    if let Some(path) = path_attribute(attributes) {
        let path = format!("{folder}/{path}");
        let folder = path.rsplit_once('/')?.0.to_owned();
        return tree.text(&path).map(|_| (path, folder));
    }
    let children = format!("{folder}/{name}");
    let candidates = [format!("{children}.rs"), format!("{children}/mod.rs")];
    candidates.into_iter().find(|path| tree.text(path).is_some()).map(|path| (path, children))
}
