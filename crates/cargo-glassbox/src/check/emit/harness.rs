//! What of an exploration's source its test needs: the functions that are called, and what they use.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_report::rust_test::{MODULE, StandIn};
use quote::ToTokens;
use syn::Item;

use super::rewrite::{Rewriter, nothing_stands_in};
use super::scope::{GLASSBOX, Leaf, LeafKind, Place, Scope, Spot, impls_of, leaves, name_of};
use super::uses::Uses;

/// What the file of a test has besides the test.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) imports: Vec<String>,
    pub(super) items: Vec<String>,
    /// Names of items that stand around the exploration.
    pub(super) copied: Vec<String>,
    pub(super) stand_ins: BTreeSet<StandIn>,
    pub(super) missing: Vec<String>,
}

/// Collects what `functions` need, and code that mentions `uses`.
pub(super) fn parts(mut rewriter: Rewriter<'_>, functions: &BTreeSet<String>, uses: Uses) -> Parts {
    let scope = rewriter.scope;
    rewriter.ours = names_of_ours(scope);
    let mut collected = Collected {
        rewriter,
        uses,
        imports: BTreeMap::new(),
        own: BTreeMap::new(),
        copies: BTreeMap::new(),
        seen: BTreeSet::new(),
    };
    collected.add_imports();
    collected.add_own(functions);
    collected.drop_unused_imports();
    let Collected { rewriter, imports, own, copies, .. } = collected;
    let (ours, others): (Vec<Import>, Vec<Import>) =
        imports.into_values().flatten().partition(|import| import.stand_in.is_some());
    let imports: BTreeSet<String> = others.into_iter().map(|import| import.text).chain(imported(&ours)).collect();
    let copied = copies.keys().filter_map(|(level, index)| name_of(&scope.around[*level].items[*index]));
    Parts {
        copied: copied.collect(),
        imports: imports.into_iter().collect(),
        items: copies.into_values().filter(|text| !text.is_empty()).chain(own.into_values()).collect(),
        stand_ins: rewriter.stand_ins,
        missing: rewriter.missing.into_iter().collect(),
    }
}

/// One import for all stand-ins that keep their names.
fn imported(ours: &[Import]) -> Option<String> {
    let prefix = format!("use {MODULE}::");
    let names = ours.iter().filter_map(|import| import.text.strip_prefix(&prefix)?.strip_suffix(';'));
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(format!("{prefix}{name};")),
        names => Some(format!("{prefix}{{{}}};", names.join(", "))),
    }
}

/// Names that imports give to what has no stand-in: derives and traits of glassbox.
fn names_of_ours(scope: &Scope<'_>) -> BTreeSet<String> {
    let around = scope.around.iter().flat_map(|around| around.items);
    let leaves = scope.items().iter().chain(around).flat_map(leaves);
    let ours = leaves.filter(|leaf| leaf.path[0] == GLASSBOX);
    // A star brings the derive.
    let names = ours.map(|leaf| leaf.name().unwrap_or("Structure").to_owned());
    names.filter(|name| StandIn::named(name).is_none()).collect()
}

/// An import of a test.
struct Import {
    text: String,
    stand_in: Option<StandIn>,
    /// What somebody has to do about it.
    missing: BTreeSet<String>,
}

struct Collected<'a> {
    rewriter: Rewriter<'a>,
    /// What all of it mentions.
    uses: Uses,
    /// By the names that they give; those without a name under their own text.
    imports: BTreeMap<String, Option<Import>>,
    /// Items of the exploration, by their numbers.
    own: BTreeMap<usize, String>,
    /// Items from around it.
    copies: BTreeMap<Spot, String>,
    /// Modules around whose imports are there.
    seen: BTreeSet<usize>,
}

impl Collected<'_> {
    /// The imports of the exploration.
    fn add_imports(&mut self) {
        let scope = self.rewriter.scope;
        // What it defines hides what is imported by a star.
        for name in scope.items().iter().filter_map(name_of) {
            self.imports.insert(name, None);
        }
        let is_star = |item: &&Item| leaves(item).iter().any(|leaf| leaf.kind == LeafKind::Glob);
        let (stars, named): (Vec<&Item>, Vec<&Item>) = scope.items().iter().partition(is_star);
        for item in named.into_iter().chain(stars) {
            self.add_import_item(item, &scope.path);
        }
    }

    /// As it is written, if it means the same in the test; else name by name.
    fn add_import_item(&mut self, item: &Item, module: &[String]) {
        let leaves = leaves(item);
        if leaves.is_empty() {
            return;
        }
        let is_new = |leaf: &Leaf| leaf.name().is_none_or(|name| !self.imports.contains_key(name));
        let is_same =
            |leaf: &Leaf| matches!(self.rewriter.scope.origin(leaf, module), Place::Same(path) if path == leaf.path);
        if !leaves.iter().all(|leaf| is_new(leaf) && is_same(leaf)) {
            for leaf in &leaves {
                self.add_import(leaf, module);
            }
            return;
        }
        let text = self.rewriter.text_of(item.to_token_stream(), module);
        let names: Vec<&str> = leaves.iter().filter_map(Leaf::name).collect();
        self.imports.extend(names.iter().map(|name| ((*name).to_owned(), None)));
        let key = if let [name] = names.as_slice() { (*name).to_owned() } else { text.clone() };
        self.imports.insert(key, Some(Import { text, stand_in: None, missing: BTreeSet::new() }));
    }

    fn add_import(&mut self, leaf: &Leaf, module: &[String]) {
        let name = leaf.name().filter(|name| *name != "_").map(str::to_owned);
        if name.as_ref().is_some_and(|name| self.imports.contains_key(name) || self.rewriter.ours.contains(name)) {
            return;
        }
        let scope = self.rewriter.scope;
        if leaf.kind == LeafKind::Glob && leaf.path == [GLASSBOX] {
            for (name, _) in StandIn::ALL {
                self.add_import(
                    &Leaf { path: [GLASSBOX, name].map(str::to_owned).to_vec(), kind: LeafKind::Name },
                    module,
                );
            }
            return;
        }
        if leaf.kind == LeafKind::Glob {
            let path = scope.absolute(&leaf.path, module);
            // The module is in this file: names are taken from it one by one.
            if let Some(level) = path.and_then(|path| scope.around.iter().position(|around| around.path == path)) {
                return self.add_around(level);
            }
        }
        let (stand_ins, missing) = (self.rewriter.stand_ins.clone(), std::mem::take(&mut self.rewriter.missing));
        let path = self.rewriter.path_in_test(leaf, module);
        // Whether it is used is known at the end.
        self.rewriter.stand_ins = stand_ins;
        let missing = std::mem::replace(&mut self.rewriter.missing, missing);
        let path = path.map_or_else(|| leaf.path.clone(), |(path, _)| path);
        let stand_in = StandIn::named(&path[path.len() - 1]).filter(|_| path[0] == MODULE);
        let is_itself = path.len() == 1 && name.as_ref() == Some(&path[0]) && path[0] != leaf.path.join("::");
        let text = leaf.import(&path);
        self.imports
            .insert(name.unwrap_or_else(|| text.clone()), (!is_itself).then_some(Import { text, stand_in, missing }));
        self.add_copies();
    }

    /// An import that is not mentioned may be of a trait. But traits have other names than functions and modules, and an
    /// import that does not work does more harm than good.
    fn drop_unused_imports(&mut self) {
        let is_name = |text: &str| text.chars().all(|c| c == '_' || c.is_alphanumeric());
        let is_no_trait = |name: &str| is_name(name) && name.starts_with(char::is_lowercase);
        let Self { imports, uses, rewriter, .. } = self;
        imports.retain(|name, import| {
            let works = import.as_ref().is_none_or(|import| import.stand_in.is_none() && import.missing.is_empty());
            uses.names.contains(name) || works && !is_no_trait(name)
        });
        // Derives and implementations of ours are gone; whatever else is there is missing.
        rewriter.missing.extend(rewriter.ours.intersection(&uses.names).map(|name| nothing_stands_in(name)));
        rewriter.missing.extend(imports.values().flatten().flat_map(|import| import.missing.clone()));
        rewriter.stand_ins.extend(imports.values().flatten().filter_map(|import| import.stand_in));
    }

    /// The functions, what they call, and all that is no function.
    fn add_own(&mut self, functions: &BTreeSet<String>) {
        let items = self.rewriter.scope.items();
        loop {
            let is_needed = |(index, item): &(usize, &Item)| {
                !self.own.contains_key(index)
                    && match item {
                        Item::Use(_) => false,
                        Item::Fn(_) => name_of(item)
                            .is_some_and(|name| functions.contains(&name) || self.uses.names.contains(&name)),
                        _ => !self.is_only_ours(item),
                    }
            };
            let Some((index, item)) = items.iter().enumerate().find(is_needed) else { break };
            let path = self.rewriter.scope.path.clone();
            let text = self.rewriter.text_of(item.to_token_stream(), &path);
            self.own.insert(index, text);
            self.uses.add(item.to_token_stream());
            self.add_copies();
            self.add_named();
        }
    }

    /// Whether an item has a meaning only with glassbox.
    fn is_only_ours(&self, item: &Item) -> bool {
        match item {
            Item::Impl(item) => item.trait_.as_ref().is_some_and(|(path, _)| {
                path.segments[0].ident == GLASSBOX
                    || path.segments.last().is_some_and(|last| self.rewriter.ours.contains(&last.ident.to_string()))
            }),
            _ => false,
        }
    }

    /// What a star takes from a module around: its imports, and what is mentioned of it.
    fn add_around(&mut self, level: usize) {
        if self.seen.insert(level) {
            let around = &self.rewriter.scope.around[level];
            for item in around.items {
                self.add_import_item(item, &around.path);
            }
            self.add_named();
        }
    }

    /// What is mentioned of the modules around.
    fn add_named(&mut self) {
        let scope = self.rewriter.scope;
        for level in self.seen.clone().into_iter().rev() {
            let around = &scope.around[level];
            let items = around.items.iter().filter(|item| self.uses.mention(item)).filter_map(name_of);
            let made = around.made_by_macros().into_iter().filter(|name| self.uses.names.contains(name));
            for name in items.chain(made).collect::<Vec<String>>() {
                let path: Vec<String> = around.path.iter().cloned().chain([name]).collect();
                // The exploration itself is no part of its test.
                if path != scope.path {
                    let path = std::iter::once("crate".to_owned()).chain(path.into_iter().skip(1)).collect();
                    self.add_import(&Leaf { path, kind: LeafKind::Name }, &around.path);
                }
            }
        }
    }

    /// Copies what paths lead to, with all that is implemented for it.
    fn add_copies(&mut self) {
        let scope = self.rewriter.scope;
        while let Some(spot) = self.rewriter.copied.iter().find(|spot| !self.copies.contains_key(spot)).copied() {
            let (level, index) = spot;
            let around = &scope.around[level];
            let item = &around.items[index];
            if let Some(name) = name_of(item) {
                self.rewriter.copied.extend(impls_of(around.items, &name).map(|(index, _)| (level, index)));
            }
            let text = if self.is_only_ours(item) {
                String::new()
            } else {
                self.rewriter.text_of(item.to_token_stream(), &around.path)
            };
            if !text.is_empty() {
                self.uses.add(item.to_token_stream());
            }
            self.copies.insert(spot, text);
            self.add_around(level);
            self.add_named();
        }
    }
}
