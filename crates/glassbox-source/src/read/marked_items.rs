//! Checks and explorations as they are written, whether or not a build has them.
//!
//! The command compares them with those in the modules that it built, and reports the rest. So this reader never fails: it
//! skips files that it cannot read, because rustc reports those that it needs.
//!
//! LIMIT: items in bodies of `macro_rules!` and in function bodies are not seen, and no note tells if they are left out. Tested
//! in `items_in_macro_calls_are_seen_and_in_definitions_not`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Item, ItemMod, Meta, Token};

use super::attributes::{explicit_path, is_for_tests};
use super::operations::{OperationReader, TypeOperations};
use super::type_syntax::mentions;

/// Names of the attributes.
const MARKS: [&str; 2] = ["check", "explore"];

/// Modules inside modules that are read.
const DEEPEST: usize = 100;

/// A function or module with an attribute of glassbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedItem {
    /// Path with the name of its crate.
    pub path: String,
    /// File that it is in.
    pub file: PathBuf,
    /// Line of its name, from 1.
    pub line: usize,
    /// The `cfg` conditions of the item and of the modules around it, as written: `feature = "slow"`.
    pub conditions: Vec<String>,
}

/// Reads the items of one crate after the other.
#[derive(Debug)]
pub struct MarkedItems {
    /// Names of the crate `glassbox` in source code.
    names: Vec<String>,
    found: Vec<MarkedItem>,
    /// Files that were read.
    files: BTreeSet<PathBuf>,
    /// Operations of types, and those that are called.
    operations: OperationReader,
}

/// A module while it is read.
#[derive(Clone)]
struct Place {
    path: String,
    file: PathBuf,
    /// Folder of the files of its child modules.
    folder: PathBuf,
    conditions: Vec<String>,
    /// Whether a name without a path can mean an attribute of glassbox here.
    imports: bool,
}

impl Place {
    /// Whether a condition says that it is there for tests or checks only.
    fn is_for_tests(&self) -> bool {
        let is_for_tests = |condition: &String| {
            let tokens: Option<TokenStream> = condition.parse().ok();
            !condition.contains("not(") && tokens.is_some_and(|tokens| mentions(tokens, &["test", "glassbox"]))
        };
        self.conditions.iter().any(is_for_tests)
    }
}

impl MarkedItems {
    /// A reader of source that calls the crate `glassbox` by these names.
    pub fn new(names: Vec<String>) -> Self {
        Self { names, found: Vec::new(), files: BTreeSet::new(), operations: OperationReader::default() }
    }

    /// Reads a crate from its root file on. Returns its items.
    pub fn read_crate(&mut self, name: &str, root: &Path) -> Vec<MarkedItem> {
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        self.read_file(root, folder, name.replace('-', "_"), Vec::new());
        std::mem::take(&mut self.found)
    }

    /// Reads the files of a folder, down to this many levels, that no crate before has. Returns their items.
    pub fn read_rest(&mut self, folder: &Path, levels: usize) -> Vec<MarkedItem> {
        let mut folders = vec![(folder.to_owned(), levels)];
        let mut rest = BTreeSet::new();
        while let Some((folder, levels)) = folders.pop() {
            for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
                // A folder with a manifest is another package.
                if path.is_dir() {
                    let is_read = levels > 1 && !path.is_symlink() && !path.join("Cargo.toml").exists();
                    folders.extend(is_read.then(|| (path, levels - 1)));
                } else if path.extension().is_some_and(|it| it == "rs") && !self.files.contains(&real(&path)) {
                    rest.insert(path);
                }
            }
        }
        for path in rest {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // Its modules are among the rest, too.
            self.read_file(&path, PathBuf::new(), name, Vec::new());
        }
        std::mem::take(&mut self.found)
    }

    /// The public operations of all types that are checked in what was read, by the paths of the types.
    pub fn operations(self) -> BTreeMap<String, TypeOperations> {
        self.operations.finish()
    }

    fn read_file(&mut self, file: &Path, folder: PathBuf, path: String, mut conditions: Vec<String>) {
        // A module that is never compiled may name its own file.
        if path.split("::").count() > DEEPEST {
            return;
        }
        let Ok(text) = std::fs::read_to_string(file) else { return };
        self.files.insert(real(file));
        let Ok(parsed) = syn::parse_file(&text) else { return };
        conditions.extend(cfg(&parsed.attrs));
        let imports = self.names.iter().any(|name| text.contains(&format!("use {name}")));
        self.read_items(&Place { path, file: file.to_owned(), folder, conditions, imports }, &parsed.items);
    }

    /// Reads a text as the root of a crate.
    #[cfg(test)]
    pub(super) fn read_text(&mut self, name: &str, text: &str) {
        let place = Place {
            path: name.into(),
            file: "lib.rs".into(),
            folder: PathBuf::new(),
            conditions: Vec::new(),
            imports: text.contains("use glassbox"),
        };
        self.read_items(&place, &syn::parse_file(text).unwrap().items);
    }

    fn read_items(&mut self, place: &Place, items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(function) => {
                    let is_marked = self.add(place, &function.attrs, &function.sig.ident);
                    if is_marked {
                        self.operations.add_check(function);
                    }
                }
                Item::Mod(module) => {
                    if self.add(place, &module.attrs, &module.ident)
                        && let Some((_, items)) = &module.content
                    {
                        self.operations.add_exploration(items);
                    }
                    self.follow(place, module);
                }
                Item::Macro(call) if !call.mac.path.is_ident("macro_rules") => {
                    let before = self.found.len();
                    self.read_tokens(place, call.mac.tokens.clone());
                    if self.found.len() > before {
                        self.operations.add_calls(call.mac.tokens.clone());
                    }
                }
                Item::Impl(block) if !place.is_for_tests() && !is_for_tests(&block.attrs) => {
                    self.operations.add_impl(&place.path, block);
                }
                _ => {}
            }
        }
    }

    /// Reads a child module, inline or from its file.
    fn follow(&mut self, place: &Place, module: &ItemMod) {
        let name = module.ident.to_string();
        let name = name.trim_start_matches("r#");
        let path = format!("{}::{name}", place.path);
        let conditions: Vec<String> = place.conditions.iter().cloned().chain(cfg(&module.attrs)).collect();
        let folder = place.folder.join(name);
        if let Some((_, items)) = &module.content {
            return self.read_items(&Place { path, folder, conditions, ..place.clone() }, items);
        }
        if let Some(explicit) = explicit_path(&module.attrs) {
            let file = place.file.parent().unwrap_or(Path::new("")).join(explicit);
            let folder = file.parent().unwrap_or(Path::new("")).to_owned();
            return self.read_file(&file, folder, path, conditions);
        }
        let (beside, inside) = (place.folder.join(format!("{name}.rs")), folder.join("mod.rs"));
        let file = if beside.exists() { beside } else { inside };
        self.read_file(&file, folder, path, conditions);
    }

    /// Adds an item if it is marked. Returns whether it is.
    fn add(&mut self, place: &Place, attrs: &[Attribute], name: &Ident) -> bool {
        let Some(extra) = attrs.iter().find_map(|attr| self.mark(place, &attr.meta)) else { return false };
        let conditions = place.conditions.iter().cloned().chain(cfg(attrs)).chain(extra).collect();
        let path = format!("{}::{name}", place.path);
        self.found.push(MarkedItem { path, file: place.file.clone(), line: name.span().start().line, conditions });
        true
    }

    /// The conditions of a `cfg_attr` with an attribute of glassbox; empty for the attribute itself.
    fn mark(&self, place: &Place, meta: &Meta) -> Option<Vec<String>> {
        let segments: Vec<String> = meta.path().segments.iter().map(|segment| segment.ident.to_string()).collect();
        match &segments[..] {
            [name] if name == "cfg_attr" => {
                let Meta::List(list) = meta else { return None };
                let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
                let condition = parts.first()?.to_token_stream();
                let inner = parts.iter().skip(1).find_map(|meta| self.mark(place, meta))?;
                Some(std::iter::once(tidied(&condition)).chain(inner).collect())
            }
            [name] => (place.imports && MARKS.contains(&name.as_str())).then(Vec::new),
            [first, .., last] => (self.names.contains(first) && MARKS.contains(&last.as_str())).then(Vec::new),
            [] => None,
        }
    }

    /// Finds marked items in the tokens of a macro call: `# [glassbox :: check ..] .. fn name`.
    fn read_tokens(&mut self, place: &Place, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut is_marked = false;
        for pair in tokens.windows(2) {
            match (&pair[0], &pair[1]) {
                (TokenTree::Punct(hash), TokenTree::Group(group))
                    if hash.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
                {
                    let meta: Option<Meta> = syn::parse2(group.stream()).ok();
                    is_marked |= meta.is_some_and(|meta| self.mark(place, &meta).is_some());
                }
                (TokenTree::Ident(keyword), TokenTree::Ident(name))
                    if is_marked && (keyword == "fn" || keyword == "mod") =>
                {
                    is_marked = false;
                    let (path, line) = (format!("{}::{name}", place.path), name.span().start().line);
                    let (file, conditions) = (place.file.clone(), place.conditions.clone());
                    self.found.push(MarkedItem { path, file, line, conditions });
                }
                _ => {}
            }
        }
        for token in tokens {
            if let TokenTree::Group(group) = token {
                self.read_tokens(place, group.stream());
            }
        }
    }
}

/// The conditions of `cfg` attributes, without `cfg(..)`.
fn cfg(attrs: &[Attribute]) -> Vec<String> {
    let inside = attrs.iter().filter(|attr| attr.path().is_ident("cfg")).filter_map(|attr| match &attr.meta {
        Meta::List(list) => Some(tidied(&list.tokens)),
        _ => None,
    });
    inside.collect()
}

/// Tokens as people write them: `all (unix , test)` becomes `all(unix, test)`.
fn tidied(tokens: &TokenStream) -> String {
    tokens.to_string().replace(" (", "(").replace("( ", "(").replace(" )", ")").replace(" ,", ",")
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths and conditions of the marked items of a text.
    fn marked(text: &str) -> Vec<(String, Vec<String>)> {
        let mut items = MarkedItems::new(vec!["glassbox".into()]);
        items.read_text("a", text);
        items.found.into_iter().map(|item| (item.path, item.conditions)).collect()
    }

    #[test]
    fn conditions_of_all_modules_around_an_item_are_known() {
        let text = r#"
            #[cfg(any(test, glassbox))] mod checks {
                #[cfg(feature = "slow")] #[glassbox::check(height = 2)] fn push() {}
                #[cfg_attr(not(unix), glassbox::explore)] mod api {}
                #[check] fn of_another_crate() {}
            }"#;
        let around = "any(test, glassbox)".to_owned();
        assert_eq!(
            marked(text),
            [
                ("a::checks::push".to_owned(), vec![around.clone(), "feature = \"slow\"".to_owned()]),
                ("a::checks::api".to_owned(), vec![around, "not(unix)".to_owned()]),
            ]
        );
    }

    #[test]
    fn imported_attributes_count() {
        assert_eq!(marked("use glassbox::check; #[check] fn push() {}"), [("a::push".to_owned(), vec![])]);
    }

    #[test]
    fn items_in_macro_calls_are_seen_and_in_definitions_not() {
        let calls = "cfg_if! { if #[cfg(unix)] { #[glassbox::check] #[inline] pub fn push() { fn inner() {} } } }";
        assert_eq!(marked(calls), [("a::push".to_owned(), vec![])]);
        assert_eq!(marked("macro_rules! m { () => { #[glassbox::check] fn push() {} } }"), []);
    }
}
