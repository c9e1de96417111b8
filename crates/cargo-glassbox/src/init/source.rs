//! A library's sources: its modules, and the types, aliases and `impl` blocks in them.
//!
//! `mod` declarations are followed from `lib.rs`. What macros make is not seen.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, Fields, Generics, Ident, Item, ItemImpl, ItemMod, ItemType, Lit, Meta, Visibility};

use super::error::InitError;
use super::types::mentions;
use crate::error::Error;

/// The sources of a library.
#[derive(Default)]
pub(super) struct Source {
    pub(super) files: Vec<File>,
    pub(super) modules: Vec<Module>,
    pub(super) types: Vec<TypeDef>,
    pub(super) aliases: Vec<(usize, ItemType)>,
    /// With the module that each is in.
    pub(super) impls: Vec<(usize, ItemImpl)>,
    /// Names of the types that a check takes, behind a reference.
    pub(super) checked: Vec<String>,
    /// It does without std, perhaps.
    pub(super) is_no_std: bool,
    /// Modules that are explorations.
    pub(super) explorations: Vec<ItemMod>,
}

/// A file as it is.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) text: String,
    /// Where what was parsed begins: after a mark that says that it is UTF-8.
    pub(super) start: usize,
}

/// A module, in a file of its own or not.
pub(super) struct Module {
    pub(super) around: Around,
    pub(super) file: usize,
    /// Where the files of its child modules are.
    pub(super) folder: PathBuf,
    /// Of the child modules.
    pub(super) children: Vec<String>,
    /// Where a declaration of a module can go, and what belongs before it.
    pub(super) place: Option<Place>,
}

/// What a module is in.
#[derive(Clone, Default)]
pub(super) struct Around {
    /// The module's name and those of the modules around it, from the library's root on.
    pub(super) path: Vec<String>,
    /// It is only there in tests, or for the machine.
    for_tests: bool,
    /// When it is there: what `cfg` says about it and the modules around it.
    pub(super) conditions: Vec<String>,
}

/// Where something new can go.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Behind this byte.
    After(usize),
    /// Before this byte.
    Before(usize),
}

/// A struct, an enum or a union.
pub(super) struct TypeDef {
    pub(super) module: usize,
    pub(super) ident: Ident,
    pub(super) vis: Visibility,
    pub(super) attrs: Vec<Attribute>,
    pub(super) generics: Generics,
    /// Where its visibility or keyword begins, behind all attributes.
    pub(super) head: usize,
    pub(super) body: Body,
    pub(super) for_tests: bool,
}

/// What a type is made of.
pub(super) enum Body {
    Struct(Fields),
    Enum(Vec<Fields>),
    Union,
}

impl TypeDef {
    /// All fields, those of variants included.
    pub(super) fn fields(&self) -> Vec<&syn::Field> {
        match &self.body {
            Body::Struct(fields) => fields.iter().collect(),
            Body::Enum(variants) => variants.iter().flatten().collect(),
            Body::Union => Vec::new(),
        }
    }

    /// An enum without fields.
    pub(super) fn is_plain_enum(&self) -> bool {
        matches!(&self.body, Body::Enum(variants) if variants.iter().all(Fields::is_empty))
    }
}

impl Source {
    /// Reads the library whose root is this file.
    pub(super) fn read(root: &Path) -> Result<Self, Error> {
        let mut source = Self::default();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        source.read_file(root.to_owned(), &folder, Around::default())?;
        Ok(source)
    }

    /// A library that is one text.
    #[cfg(test)]
    pub(super) fn of(text: &str) -> Self {
        let mut source = Self::default();
        let file: syn::File = syn::parse_str(text).expect("Rust");
        source.files.push(File { path: PathBuf::from("lib.rs"), text: text.to_owned(), start: 0 });
        source.add_module(0, Path::new(""), Around::default(), &file.items).expect("no other files");
        source
    }

    /// What a name means that stands in a module: the type of that name there, or the only one anywhere.
    pub(super) fn find_type(&self, module: usize, name: &Ident) -> Option<usize> {
        let named = || (0..self.types.len()).filter(|&at| self.types[at].ident == *name && !self.types[at].for_tests);
        let here = named().find(|&at| self.types[at].module == module);
        here.or_else(|| named().next().filter(|_| named().count() == 1))
    }

    /// As for types.
    pub(super) fn find_alias(&self, module: usize, name: &Ident) -> Option<&ItemType> {
        let named = || self.aliases.iter().filter(|(_, alias)| alias.ident == *name);
        let here = named().find(|(at, _)| *at == module);
        here.or_else(|| named().next().filter(|_| named().count() == 1)).map(|(_, alias)| alias)
    }

    fn read_file(&mut self, path: PathBuf, folder: &Path, mut around: Around) -> Result<(), Error> {
        let text = std::fs::read_to_string(&path).map_err(|source| Error::Read { path: path.clone(), source })?;
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let parsed: syn::Result<syn::File> = syn::parse_str(&text[start..]);
        let parsed = parsed.map_err(|error| InitError::Syntax {
            path: path.clone(),
            message: format!("{error} in line {}", error.span().start().line),
        })?;
        self.files.push(File { path, text, start });
        self.is_no_std |= parsed.attrs.iter().any(|attr| mentions(attr.meta.to_token_stream(), &["no_std"]));
        around.conditions.extend(conditions(&parsed.attrs));
        self.add_module(self.files.len() - 1, folder, around, &parsed.items)
    }

    fn add_module(&mut self, file: usize, folder: &Path, around: Around, items: &[Item]) -> Result<(), Error> {
        let start = self.files[file].start;
        let children = items.iter().filter_map(|item| match item {
            Item::Mod(inner) => Some(inner.ident.to_string()),
            _ => None,
        });
        let module = self.modules.len();
        let (folder, place) = (folder.to_owned(), place(items, start));
        self.modules.push(Module { around, file, folder, children: children.collect(), place });
        for item in items {
            self.add_item(module, item)?;
        }
        Ok(())
    }

    fn add_item(&mut self, module: usize, item: &Item) -> Result<(), Error> {
        let Module { file, around: Around { for_tests, .. }, .. } = self.modules[module];
        let start = self.files[file].start;
        let definition =
            |ident: &Ident, vis: &Visibility, attrs: &[Attribute], generics: &Generics, head, body| TypeDef {
                module,
                ident: ident.clone(),
                vis: vis.clone(),
                attrs: attrs.to_vec(),
                generics: generics.clone(),
                head: start + beginning(head),
                body,
                for_tests: for_tests || is_for_tests(attrs),
            };
        match item {
            Item::Struct(it) => {
                let (vis, keyword) = (&it.vis, &it.struct_token);
                let head = quote::quote!(#vis #keyword);
                let body = Body::Struct(it.fields.clone());
                self.types.push(definition(&it.ident, &it.vis, &it.attrs, &it.generics, head, body));
            }
            Item::Enum(it) => {
                let (vis, keyword) = (&it.vis, &it.enum_token);
                let head = quote::quote!(#vis #keyword);
                let body = Body::Enum(it.variants.iter().map(|variant| variant.fields.clone()).collect());
                self.types.push(definition(&it.ident, &it.vis, &it.attrs, &it.generics, head, body));
            }
            Item::Union(it) => {
                let head = it.union_token.to_token_stream();
                self.types.push(definition(&it.ident, &it.vis, &it.attrs, &it.generics, head, Body::Union));
            }
            Item::Type(alias) => self.aliases.push((module, alias.clone())),
            Item::Impl(block) => self.impls.push((module, block.clone())),
            Item::Fn(function) if function.attrs.iter().any(|attr| is_ours(attr, "check")) => {
                let first = function.sig.inputs.first().to_token_stream();
                self.checked.extend(first.into_iter().filter_map(|token| match token {
                    proc_macro2::TokenTree::Ident(ident) => Some(ident.to_string()),
                    _ => None,
                }));
            }
            Item::Mod(inner) => {
                if inner.attrs.iter().any(|attr| is_ours(attr, "explore")) {
                    self.explorations.push(inner.clone());
                }
                self.follow(module, inner)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads a child module.
    fn follow(&mut self, module: usize, inner: &ItemMod) -> Result<(), Error> {
        let Module { file, ref folder, ref around, .. } = self.modules[module];
        let (folder, mut around) = (folder.clone(), around.clone());
        around.for_tests |= is_for_tests(&inner.attrs);
        around.conditions.extend(conditions(&inner.attrs));
        let name = inner.ident.to_string();
        around.path.push(name.clone());
        let name = name.trim_start_matches("r#");
        if let Some((_, items)) = &inner.content {
            return self.add_module(file, &folder.join(name), around, items);
        }
        if let Some(path) = explicit_path(&inner.attrs) {
            let path = self.files[file].path.parent().unwrap_or(Path::new("")).join(path);
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            return self.read_file(path, &folder, around);
        }
        let (beside, inside) = (folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs"));
        let path = if inside.exists() && !beside.exists() { inside } else { beside };
        // A module of another platform need not be there, or is somewhere else.
        let is_elsewhere = inner.attrs.iter().any(|attr| attr.path().is_ident("cfg_attr"));
        if !path.exists() && (is_elsewhere || conditions(&inner.attrs).next().is_some()) {
            return Ok(());
        }
        self.read_file(path, &folder.join(name), around)
    }
}

/// Behind the last declaration of a module, or the last `use`, or before everything.
fn place(items: &[Item], start: usize) -> Option<Place> {
    let last = |is_one: fn(&Item) -> bool| items.iter().rfind(|item| is_one(item)).map(|item| start + end(item));
    let is_declaration = |item: &Item| matches!(item, Item::Mod(inner) if inner.content.is_none());
    let is_use = |item: &Item| matches!(item, Item::Use(_));
    let after = last(is_declaration).or_else(|| last(is_use)).map(Place::After);
    after.or_else(|| items.first().map(|first| Place::Before(start + beginning(first.to_token_stream()))))
}

/// Where the tokens begin, in what was parsed.
pub(super) fn beginning(tokens: TokenStream) -> usize {
    tokens.into_iter().next().map_or(0, |token| token.span().byte_range().start)
}

fn end(item: &Item) -> usize {
    item.to_token_stream().into_iter().last().map_or(0, |token| token.span().byte_range().end)
}

/// `#[glassbox::check]`, or `#[check]`.
fn is_ours(attr: &Attribute, name: &str) -> bool {
    attr.path().segments.last().is_some_and(|last| last.ident == name)
}

/// Whether an item is only there in tests, or for the machine.
pub(super) fn is_for_tests(attrs: &[Attribute]) -> bool {
    let words = ["test", "glassbox"];
    attrs.iter().any(|attr| attr.path().is_ident("cfg") && mentions(attr.meta.to_token_stream(), &words))
}

/// On which platforms or with which features an item is there.
pub(super) fn conditions(attrs: &[Attribute]) -> impl Iterator<Item = String> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).map(|attr| attr.meta.to_token_stream().to_string())
}

fn explicit_path(attrs: &[Attribute]) -> Option<String> {
    attrs.iter().find_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}
