//! Reads the source of a library: follows `mod` declarations from its root file and collects items. Of what macros generate,
//! only methods whose signatures are written in the macro call are seen.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Generics, Ident, ImplItem, ImplItemFn, Item, ItemImpl, ItemMod, Visibility};

use super::attributes::{conditions, explicit_path, has_last_name, is_for_tests};
use super::error::ReadError;
use super::imports::imported_names;
use super::library_source::{
    Body, InsertionPoint, LibrarySource, Module, ModuleContext, SourceFile, TypeDef, start_of,
};
use super::type_syntax::mentions;

impl LibrarySource {
    /// Reads the library with this root file.
    pub(crate) fn read(root: &Path) -> Result<Self, ReadError> {
        let mut source = Self::default();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        source.read_file(root.to_owned(), &folder, ModuleContext::of_root())?;
        Ok(source)
    }

    /// Reads the library of a dependency with this root file. Other files that cannot be read are left out: they may be for
    /// other platforms, or use unstable syntax.
    pub(crate) fn read_foreign(root: &Path) -> Result<Self, ReadError> {
        let mut source = Self { is_foreign: true, ..Self::default() };
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        source.read_file(root.to_owned(), &folder, ModuleContext::of_root())?;
        Ok(source)
    }

    /// Parses a library that consists of one text.
    #[cfg(test)]
    pub(crate) fn of(text: &str) -> Self {
        let mut source = Self::default();
        let file: syn::File = syn::parse_str(text).expect("Rust");
        source.files.push(SourceFile { path: PathBuf::from("lib.rs"), text: text.to_owned(), start: 0 });
        source.add_module(0, Path::new(""), ModuleContext::of_root(), &file.items).expect("no other files");
        source
    }

    fn read_file(&mut self, path: PathBuf, folder: &Path, mut context: ModuleContext) -> Result<(), ReadError> {
        let text = std::fs::read_to_string(&path).map_err(|source| ReadError::File { path: path.clone(), source })?;
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let parsed: syn::Result<syn::File> = syn::parse_str(&text[start..]);
        let parsed = match parsed {
            Err(_) if self.is_foreign => syn::parse_str(&without_const_traits(&text[start..])),
            parsed => parsed,
        };
        let parsed = parsed.map_err(|error| ReadError::Syntax {
            path: path.clone(),
            message: format!("{error} in line {}", error.span().start().line),
        })?;
        self.files.push(SourceFile { path, text, start });
        self.is_no_std |= parsed.attrs.iter().any(|attr| mentions(attr.meta.to_token_stream(), &["no_std"]));
        context.conditions.extend(conditions(&parsed.attrs));
        self.add_module(self.files.len() - 1, folder, context, &parsed.items)
    }

    fn add_module(
        &mut self,
        file: usize,
        folder: &Path,
        context: ModuleContext,
        items: &[Item],
    ) -> Result<(), ReadError> {
        let start = self.files[file].start;
        let children = items.iter().filter_map(|item| match item {
            Item::Mod(inner) => Some(inner.ident.to_string()),
            _ => None,
        });
        let module = self.modules.len();
        let (folder, insertion_point) = (folder.to_owned(), insertion_point(items, start));
        self.modules.push(Module { context, file, folder, children: children.collect(), insertion_point });
        for item in items {
            self.add_item(module, item)?;
        }
        Ok(())
    }

    fn add_item(&mut self, module: usize, item: &Item) -> Result<(), ReadError> {
        let Module { file, context: ModuleContext { for_tests, .. }, .. } = self.modules[module];
        let start = self.files[file].start;
        let definition =
            |ident: &Ident, vis: &Visibility, attrs: &[Attribute], generics: &Generics, head, body| TypeDef {
                module,
                ident: ident.clone(),
                vis: vis.clone(),
                attrs: attrs.to_vec(),
                generics: generics.clone(),
                head: start + start_of(head),
                body,
                variants: Vec::new(),
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
                let variants = it.variants.iter().map(|variant| variant.ident.to_string()).collect();
                let definition = definition(&it.ident, &it.vis, &it.attrs, &it.generics, head, body);
                self.types.push(TypeDef { variants, ..definition });
            }
            Item::Union(it) => {
                let head = it.union_token.to_token_stream();
                self.types.push(definition(&it.ident, &it.vis, &it.attrs, &it.generics, head, Body::Union));
            }
            Item::Type(alias) => self.aliases.push((module, alias.clone())),
            Item::Impl(block) => self.impls.push((module, with_functions_of_macros(block))),
            Item::Trait(it) => self.traits.push(it.clone()),
            Item::Use(it) if matches!(it.vis, Visibility::Public(_)) => {
                self.exports.extend(imported_names(item).into_iter().map(|name| (module, name)));
            }
            Item::Fn(function) if function.attrs.iter().any(|attr| has_last_name(attr, "check")) => {
                let first = function.sig.inputs.first().to_token_stream();
                self.checked.extend(first.into_iter().filter_map(|token| match token {
                    proc_macro2::TokenTree::Ident(ident) => Some(ident.to_string()),
                    _ => None,
                }));
            }
            Item::Mod(inner) => {
                if inner.attrs.iter().any(|attr| has_last_name(attr, "explore")) {
                    self.explorations.push(inner.clone());
                }
                self.follow(module, inner)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads a child module, inline or from its file.
    fn follow(&mut self, module: usize, inner: &ItemMod) -> Result<(), ReadError> {
        let Module { file, ref folder, ref context, .. } = self.modules[module];
        let (folder, mut context) = (folder.clone(), context.clone());
        context.for_tests |= is_for_tests(&inner.attrs);
        context.is_public &= matches!(inner.vis, Visibility::Public(_));
        context.conditions.extend(conditions(&inner.attrs));
        let name = inner.ident.to_string();
        context.path.push(name.clone());
        let name = name.trim_start_matches("r#");
        if let Some((_, items)) = &inner.content {
            return self.add_module(file, &folder.join(name), context, items);
        }
        if let Some(path) = explicit_path(&inner.attrs) {
            let path = self.files[file].path.parent().unwrap_or(Path::new("")).join(path);
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            return self.read_file(path, &folder, context);
        }
        let (beside, inside) = (folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs"));
        let path = if inside.exists() && !beside.exists() { inside } else { beside };
        // The file of a module for another platform may be missing or in another place.
        let is_elsewhere = inner.attrs.iter().any(|attr| attr.path().is_ident("cfg_attr"));
        if !path.exists() && (is_elsewhere || conditions(&inner.attrs).next().is_some()) {
            return Ok(());
        }
        match self.read_file(path, &folder.join(name), context) {
            Err(_) if self.is_foreign => Ok(()),
            result => result,
        }
    }
}

/// The text without the unstable syntax of constant traits, which std uses: `impl const Default for ..`, `T: [const] Clone`.
fn without_const_traits(text: &str) -> String {
    let pairs = [
        ("impl const ", "impl "),
        ("> const ", "> "),
        ("[const] ", ""),
        ("const trait ", "trait "),
        ("const impl", "impl"),
    ];
    pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The block, with the functions that are written inside macro calls: `mirrored! { pub fn len(&self) -> usize; }`.
fn with_functions_of_macros(block: &ItemImpl) -> ItemImpl {
    let mut block = block.clone();
    let macros = block.items.iter().filter_map(|item| match item {
        ImplItem::Macro(it) => Some(it.mac.tokens.clone()),
        _ => None,
    });
    let functions: Vec<ImplItemFn> = macros.flat_map(functions_in).collect();
    block.items.extend(functions.into_iter().map(ImplItem::Fn));
    block
}

/// The public functions among the tokens: attributes, `pub fn`, the signature, and `;` or a block.
fn functions_in(tokens: TokenStream) -> Vec<ImplItemFn> {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let parts = tokens.split_inclusive(is_end).filter_map(|part| {
        let head: TokenStream = part.split_last().filter(|(last, _)| is_end(last))?.1.iter().cloned().collect();
        let function: ImplItemFn = syn::parse2(quote::quote!(#head {})).ok()?;
        matches!(function.vis, Visibility::Public(_)).then_some(function)
    });
    parts.collect()
}

/// Behind the last declaration of a module, or behind the last `use`, or before the first item.
fn insertion_point(items: &[Item], start: usize) -> Option<InsertionPoint> {
    let last = |is_one: fn(&Item) -> bool| items.iter().rfind(|item| is_one(item)).map(|item| start + end(item));
    let is_declaration = |item: &Item| matches!(item, Item::Mod(inner) if inner.content.is_none());
    let is_use = |item: &Item| matches!(item, Item::Use(_));
    let after = last(is_declaration).or_else(|| last(is_use)).map(InsertionPoint::After);
    after.or_else(|| items.first().map(|first| InsertionPoint::Before(start + start_of(first.to_token_stream()))))
}

fn end(item: &Item) -> usize {
    item.to_token_stream().into_iter().last().map_or(0, |token| token.span().byte_range().end)
}
