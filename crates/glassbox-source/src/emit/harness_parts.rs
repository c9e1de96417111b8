//! The items of an exploration that its test needs: the functions that it calls, and all that they use.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::Item;

use super::rewriter::{Rewriter, no_stand_in};
use super::stand_in::{MODULE, StandIn};
use crate::read::attributes::GLASSBOX;
use crate::read::imports::{ImportKind, ImportedName, imported_names};
use crate::read::items::{impls_of, item_name};
use crate::read::mentioned_names::MentionedNames;
use crate::read::scope::{ItemPosition, NameOrigin, Scope};

/// The parts of the file besides the test itself.
#[derive(Debug, Default)]
pub(super) struct HarnessParts {
    /// `use` items.
    pub(super) imports: Vec<String>,
    /// All other items.
    pub(super) items: Vec<String>,
    /// Names of items that are copied from the modules around the exploration.
    pub(super) copied: Vec<String>,
    pub(super) stand_ins: BTreeSet<StandIn>,
    /// Sentences that say what the user has to do before the file compiles.
    pub(super) missing: Vec<String>,
}

/// Collects the items that these functions need, and statements of the test that mention these names.
pub(super) fn harness_parts(
    mut rewriter: Rewriter<'_>,
    functions: &BTreeSet<String>,
    mentioned: MentionedNames,
) -> HarnessParts {
    let scope = rewriter.scope;
    rewriter.glassbox_names = names_without_stand_in(scope);
    let mut collector = Collector {
        rewriter,
        mentioned,
        imports: BTreeMap::new(),
        own: BTreeMap::new(),
        copies: BTreeMap::new(),
        visited: BTreeSet::new(),
    };
    collector.add_imports();
    collector.add_own(functions);
    collector.drop_unused_imports();
    let Collector { rewriter, imports, own, copies, .. } = collector;
    let (stand_ins, others): (Vec<Import>, Vec<Import>) =
        imports.into_values().flatten().partition(|import| import.stand_in.is_some());
    let imports: BTreeSet<String> =
        others.into_iter().map(|import| import.text).chain(stand_in_import(&stand_ins)).collect();
    let copied = copies.keys().filter_map(|(level, index)| item_name(&scope.around[*level].items[*index]));
    HarnessParts {
        copied: copied.collect(),
        imports: imports.into_iter().collect(),
        items: copies.into_values().filter(|text| !text.is_empty()).chain(own.into_values()).collect(),
        stand_ins: rewriter.stand_ins,
        missing: rewriter.missing.into_iter().collect(),
    }
}

/// One `use` item for all stand-ins that keep their names.
fn stand_in_import(imports: &[Import]) -> Option<String> {
    let prefix = format!("use {MODULE}::");
    let names = imports.iter().filter_map(|import| import.text.strip_prefix(&prefix)?.strip_suffix(';'));
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(format!("{prefix}{name};")),
        names => Some(format!("{prefix}{{{}}};", names.join(", "))),
    }
}

/// Names of imported glassbox items that have no stand-in: derives and traits.
fn names_without_stand_in(scope: &Scope<'_>) -> BTreeSet<String> {
    let around = scope.around.iter().flat_map(|around| around.items);
    let imports = scope.items().iter().chain(around).flat_map(imported_names);
    let glassbox = imports.filter(|import| import.path[0] == GLASSBOX);
    // A glob imports the derive.
    let names = glassbox.map(|import| import.name().unwrap_or("Structure").to_owned());
    names.filter(|name| StandIn::named(name).is_none()).collect()
}

/// A `use` item of the test.
struct Import {
    text: String,
    stand_in: Option<StandIn>,
    /// Sentences that say what the user has to do about it.
    missing: BTreeSet<String>,
}

/// Collects the parts, until all that they mention is there.
struct Collector<'a> {
    rewriter: Rewriter<'a>,
    /// Names in all collected parts.
    mentioned: MentionedNames,
    /// Imports by the names that they define, or by their text. None: the name is defined in another way.
    imports: BTreeMap<String, Option<Import>>,
    /// Items of the exploration, by their positions.
    own: BTreeMap<usize, String>,
    /// Copies of items around the exploration.
    copies: BTreeMap<ItemPosition, String>,
    /// Modules around the exploration whose imports are collected.
    visited: BTreeSet<usize>,
}

impl Collector<'_> {
    /// Adds the imports of the exploration.
    fn add_imports(&mut self) {
        let scope = self.rewriter.scope;
        // Items of the exploration hide items that a glob imports.
        for name in scope.items().iter().filter_map(item_name) {
            self.imports.insert(name, None);
        }
        let is_glob = |item: &&Item| imported_names(item).iter().any(|it| it.kind == ImportKind::Glob);
        let (globs, named): (Vec<&Item>, Vec<&Item>) = scope.items().iter().partition(is_glob);
        for item in named.into_iter().chain(globs) {
            self.add_import_item(item, &scope.path);
        }
    }

    /// Adds a `use` item: as it is written, if it means the same in the test; else name by name.
    fn add_import_item(&mut self, item: &Item, module: &[String]) {
        let names = imported_names(item);
        if names.is_empty() {
            return;
        }
        let is_new = |it: &ImportedName| it.name().is_none_or(|name| !self.imports.contains_key(name));
        let is_same = |it: &ImportedName| matches!(self.rewriter.scope.origin(it, module), NameOrigin::Same(path) if path == it.path);
        if !names.iter().all(|it| is_new(it) && is_same(it)) {
            for name in &names {
                self.add_import(name, module);
            }
            return;
        }
        let text = self.rewriter.text_of(item.to_token_stream(), module);
        let names: Vec<&str> = names.iter().filter_map(ImportedName::name).collect();
        self.imports.extend(names.iter().map(|name| ((*name).to_owned(), None)));
        let key = if let [name] = names.as_slice() { (*name).to_owned() } else { text.clone() };
        self.imports.insert(key, Some(Import { text, stand_in: None, missing: BTreeSet::new() }));
    }

    /// Adds one imported name, unless the test has it already.
    fn add_import(&mut self, import: &ImportedName, module: &[String]) {
        let name = import.name().filter(|name| *name != "_").map(str::to_owned);
        if name
            .as_ref()
            .is_some_and(|name| self.imports.contains_key(name) || self.rewriter.glassbox_names.contains(name))
        {
            return;
        }
        let scope = self.rewriter.scope;
        if import.kind == ImportKind::Glob && import.path == [GLASSBOX] {
            for (name, _) in StandIn::ALL {
                let path = [GLASSBOX, name].map(str::to_owned).to_vec();
                self.add_import(&ImportedName { path, kind: ImportKind::Name }, module);
            }
            return;
        }
        if import.kind == ImportKind::Glob {
            let path = scope.absolute(&import.path, module);
            // From a module of the same file, only the mentioned names are imported.
            if let Some(level) = path.and_then(|path| scope.around.iter().position(|around| around.path == path)) {
                return self.add_enclosing(level);
            }
        }
        let (stand_ins, missing) = (self.rewriter.stand_ins.clone(), std::mem::take(&mut self.rewriter.missing));
        let path = self.rewriter.path_in_test(import, module);
        // Only at the end is it known whether the import is used.
        self.rewriter.stand_ins = stand_ins;
        let missing = std::mem::replace(&mut self.rewriter.missing, missing);
        let path = path.map_or_else(|| import.path.clone(), |(path, _)| path);
        let stand_in = StandIn::named(&path[path.len() - 1]).filter(|_| path[0] == MODULE);
        let is_itself = path.len() == 1 && name.as_ref() == Some(&path[0]) && path[0] != import.path.join("::");
        let text = import.import_from(&path);
        self.imports
            .insert(name.unwrap_or_else(|| text.clone()), (!is_itself).then_some(Import { text, stand_in, missing }));
        self.add_copies();
    }

    /// Removes imports that are not mentioned. One that may be of a trait stays if it works: its methods are used without its
    /// name.
    fn drop_unused_imports(&mut self) {
        let is_name = |text: &str| text.chars().all(|c| c == '_' || c.is_alphanumeric());
        let is_no_trait = |name: &str| is_name(name) && name.starts_with(char::is_lowercase);
        let Self { imports, mentioned, rewriter, .. } = self;
        imports.retain(|name, import| {
            let works = import.as_ref().is_none_or(|import| import.stand_in.is_none() && import.missing.is_empty());
            mentioned.names.contains(name) || works && !is_no_trait(name)
        });
        // Derives and implementations of glassbox traits are removed; other uses need the user.
        rewriter.missing.extend(rewriter.glassbox_names.intersection(&mentioned.names).map(|name| no_stand_in(name)));
        rewriter.missing.extend(imports.values().flatten().flat_map(|import| import.missing.clone()));
        rewriter.stand_ins.extend(imports.values().flatten().filter_map(|import| import.stand_in));
    }

    /// Adds the functions, all functions that they call, and all other items of the exploration.
    fn add_own(&mut self, functions: &BTreeSet<String>) {
        let items = self.rewriter.scope.items();
        loop {
            let is_needed = |(index, item): &(usize, &Item)| {
                !self.own.contains_key(index)
                    && match item {
                        Item::Use(_) => false,
                        Item::Fn(_) => item_name(item)
                            .is_some_and(|name| functions.contains(&name) || self.mentioned.names.contains(&name)),
                        _ => !self.is_glassbox_impl(item),
                    }
            };
            let Some((index, item)) = items.iter().enumerate().find(is_needed) else { break };
            let path = self.rewriter.scope.path.clone();
            let text = self.rewriter.text_of(item.to_token_stream(), &path);
            self.own.insert(index, text);
            self.mentioned.add(item.to_token_stream());
            self.add_copies();
            self.add_mentioned();
        }
    }

    /// Whether an item implements a trait of glassbox.
    fn is_glassbox_impl(&self, item: &Item) -> bool {
        match item {
            Item::Impl(item) => item.trait_.as_ref().is_some_and(|(path, _)| {
                path.segments[0].ident == GLASSBOX
                    || path
                        .segments
                        .last()
                        .is_some_and(|last| self.rewriter.glassbox_names.contains(&last.ident.to_string()))
            }),
            _ => false,
        }
    }

    /// Adds the imports and the mentioned items of a module around the exploration.
    fn add_enclosing(&mut self, level: usize) {
        if self.visited.insert(level) {
            let around = &self.rewriter.scope.around[level];
            for item in around.items {
                self.add_import_item(item, &around.path);
            }
            self.add_mentioned();
        }
    }

    /// Adds the mentioned items of all visited modules.
    fn add_mentioned(&mut self) {
        let scope = self.rewriter.scope;
        for level in self.visited.clone().into_iter().rev() {
            let around = &scope.around[level];
            let items = around.items.iter().filter(|item| self.mentioned.may_refer_to(item)).filter_map(item_name);
            let in_macros = around.names_in_macros().into_iter().filter(|name| self.mentioned.names.contains(name));
            for name in items.chain(in_macros).collect::<Vec<String>>() {
                let path: Vec<String> = around.path.iter().cloned().chain([name]).collect();
                // The exploration itself is not part of its test.
                if path != scope.path {
                    let path = std::iter::once("crate".to_owned()).chain(path.into_iter().skip(1)).collect();
                    self.add_import(&ImportedName { path, kind: ImportKind::Name }, &around.path);
                }
            }
        }
    }

    /// Copies the items that the test cannot import, with their `impl` blocks.
    fn add_copies(&mut self) {
        let scope = self.rewriter.scope;
        let missing = |it: &Self| it.rewriter.copied.iter().find(|position| !it.copies.contains_key(position)).copied();
        while let Some((level, index)) = missing(self) {
            let around = &scope.around[level];
            let item = &around.items[index];
            if let Some(name) = item_name(item) {
                self.rewriter.copied.extend(impls_of(around.items, &name).map(|(index, _)| (level, index)));
            }
            let text = if self.is_glassbox_impl(item) {
                String::new()
            } else {
                self.rewriter.text_of(item.to_token_stream(), &around.path)
            };
            if !text.is_empty() {
                self.mentioned.add(item.to_token_stream());
            }
            self.copies.insert((level, index), text);
            self.add_enclosing(level);
            self.add_mentioned();
        }
    }
}
