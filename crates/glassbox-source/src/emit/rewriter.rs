//! Rewrites the user's source for a test: removes attributes of glassbox, and changes paths to those that a test can use.
//!
//! It works on tokens, so that macro calls are rewritten, too. All other text stays as it was written.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;

use super::stand_in::{MODULE, StandIn};
use crate::read::attributes::{GLASSBOX, is_for_glassbox};
use crate::read::imports::{ImportKind, ImportedName};
use crate::read::mentioned_names::is_punct;
use crate::read::scope::{ItemPosition, NameOrigin, Scope};

/// Rewrites pieces of one file, and collects what they need.
pub(super) struct Rewriter<'a> {
    text: &'a str,
    pub(super) scope: &'a Scope<'a>,
    /// Names of imported glassbox items that have no stand-in: derives and traits.
    pub(super) glassbox_names: BTreeSet<String>,
    /// Stand-ins for the items of glassbox that are used.
    pub(super) stand_ins: BTreeSet<StandIn>,
    /// Items that the test needs a copy of.
    pub(super) copied: BTreeSet<ItemPosition>,
    /// Sentences that say what the user has to do.
    pub(super) missing: BTreeSet<String>,
}

/// A range of the text and its replacement.
type Edit = (Range<usize>, String);

/// The module of some tokens.
#[derive(Clone, Copy)]
struct Within<'a> {
    /// Path of the module in the user's crate.
    module: &'a [String],
    /// The number of inline modules between it and the tokens. The test has these modules, too.
    depth: usize,
}

impl<'a> Rewriter<'a> {
    /// A rewriter for the file with this text.
    pub(super) fn new(text: &'a str, scope: &'a Scope<'a>) -> Self {
        Self {
            text,
            scope,
            glassbox_names: BTreeSet::new(),
            stand_ins: BTreeSet::new(),
            copied: BTreeSet::new(),
            missing: BTreeSet::new(),
        }
    }

    /// The rewritten text of tokens of a module, without indentation.
    pub(super) fn text_of(&mut self, tokens: TokenStream, module: &[String]) -> String {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return String::new() };
        let (start, end) = (first.span().byte_range().start, last.span().byte_range().end);
        let mut edits = Vec::new();
        let mut literal_lines = BTreeSet::new();
        self.add(&tokens, Within { module, depth: 0 }, &mut edits, &mut literal_lines);
        let column = first.span().start().column;
        self.outdent(start..end, first.span().start().line, column, &literal_lines, &mut edits);
        apply(self.text, start..end, edits)
    }

    /// Removes the indentation of the first line from all other lines, except inside literals.
    fn outdent(
        &self,
        range: Range<usize>,
        first_line: usize,
        column: usize,
        literal_lines: &BTreeSet<usize>,
        edits: &mut Vec<Edit>,
    ) {
        let breaks = self.text[range.clone()].match_indices('\n').map(|(at, _)| range.start + at + 1);
        for (line, start) in (first_line + 1..).zip(breaks) {
            let spaces = self.text[start..range.end].bytes().take(column).take_while(|byte| *byte == b' ').count();
            if spaces > 0 && !literal_lines.contains(&line) {
                edits.push((start..start + spaces, String::new()));
            }
        }
    }

    fn add(
        &mut self,
        tokens: &[TokenTree],
        within: Within<'_>,
        edits: &mut Vec<Edit>,
        literal_lines: &mut BTreeSet<usize>,
    ) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += match token {
                TokenTree::Punct(punct) if punct.as_char() == '#' => self.attribute(&tokens[at..], edits),
                TokenTree::Ident(ident) if ident == "pub" => visibility(&tokens[at..], edits),
                TokenTree::Ident(_) if !is_inside_path(tokens, at) => self.path(tokens, at, within, edits),
                TokenTree::Group(group) => {
                    let is_module = at >= 2
                        && group.delimiter() == Delimiter::Brace
                        && matches!(&tokens[at - 2], TokenTree::Ident(ident) if ident == "mod");
                    let within = Within { depth: within.depth + usize::from(is_module), ..within };
                    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                    self.add(&tokens, within, edits, literal_lines);
                    1
                }
                TokenTree::Literal(literal) => {
                    let span = literal.span();
                    literal_lines.extend(span.start().line + 1..=span.end().line);
                    1
                }
                TokenTree::Punct(_) | TokenTree::Ident(_) => 1,
            };
        }
    }

    /// Removes an attribute of glassbox, and derives of glassbox. Returns the number of tokens of the attribute.
    fn attribute(&self, tokens: &[TokenTree], edits: &mut Vec<Edit>) -> usize {
        let Some(TokenTree::Group(group)) = tokens.get(1).filter(|_| is_punct(tokens.first(), '#')) else { return 1 };
        let stream = group.stream();
        let range = tokens[0].span().byte_range().start..group.span().byte_range().end;
        let space = self.text[range.end..].len() - self.text[range.end..].trim_start().len();
        let with_space = range.start..range.end + space;
        if is_for_glassbox(&stream) {
            edits.push((with_space, String::new()));
        } else if let Some(derives) = self.other_derives(stream) {
            if derives.is_empty() {
                edits.push((with_space, String::new()));
            } else {
                edits.push((range, format!("#[derive({})]", derives.join(", "))));
            }
        }
        2
    }

    /// The derives that are not of glassbox, if the attribute is a `derive` and has some of glassbox.
    fn other_derives(&self, attribute: TokenStream) -> Option<Vec<String>> {
        let mut tokens = attribute.into_iter();
        let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(group))) = (tokens.next(), tokens.next()) else {
            return None;
        };
        let parser = Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        let paths = parser.parse2(group.stream()).ok().filter(|_| name == "derive")?;
        let is_ours = |path: &&syn::Path| {
            path.segments[0].ident == GLASSBOX
                || path.get_ident().is_some_and(|name| self.glassbox_names.contains(&name.to_string()))
        };
        if !paths.iter().any(|path| is_ours(&path)) {
            return None;
        }
        let rest = paths.iter().filter(|path| !is_ours(path));
        Some(rest.map(|path| quote::quote!(#path).to_string().replace(' ', "")).collect())
    }

    /// Rewrites the beginning of a path. Returns its number of tokens.
    fn path(&mut self, tokens: &[TokenTree], at: usize, within: Within<'_>, edits: &mut Vec<Edit>) -> usize {
        let mut names: Vec<String> = Vec::new();
        let mut end = at;
        // The part that leads out of the module: `crate::name`, `super::super::name`, `glassbox::name`.
        while let Some(TokenTree::Ident(ident)) = tokens.get(end) {
            names.push(ident.to_string());
            end += 1;
            let goes_on = is_punct(tokens.get(end), ':') && is_punct(tokens.get(end + 1), ':');
            if !goes_on || !["crate", "super", GLASSBOX].contains(&names[names.len() - 1].as_str()) {
                break;
            }
            end += 2;
        }
        let n_up = names.iter().take_while(|name| *name == "super").count();
        let leads_out = names.len() > 1 && (n_up > within.depth || n_up == 0);
        if let ([GLASSBOX], true) = (names.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), end > at + 1) {
            self.glassbox_import(&tokens[at..], within, edits);
        }
        if !leads_out {
            return end.saturating_sub(at).max(1);
        }
        let names = names.split_off(n_up.min(within.depth));
        let is_global = at >= 2 && is_punct(tokens.get(at - 1), ':') && is_punct(tokens.get(at - 2), ':');
        let start = if is_global { at - 2 } else { at };
        let range = tokens[start].span().byte_range().start..tokens[end - 1].span().byte_range().end;
        let import = ImportedName { path: names, kind: ImportKind::Name };
        let path = self.path_in_test(&import, within.module);
        if let Some(path) = path {
            let from = if within.depth > 0 && path.1 { "crate::" } else { "" };
            edits.push((range, format!("{from}{}", path.0.join("::"))));
        }
        end - at
    }

    /// Rewrites `use glassbox::{..}` in a function.
    fn glassbox_import(&mut self, tokens: &[TokenTree], within: Within<'_>, edits: &mut Vec<Edit>) {
        if let Some(TokenTree::Group(group)) = tokens.get(3) {
            for token in group.stream() {
                if let TokenTree::Ident(name) = token {
                    self.need_stand_in(&[name.to_string()]);
                }
            }
        }
        let from = if within.depth > 0 { "crate::" } else { "" };
        edits.push((tokens[0].span().byte_range(), format!("{from}{MODULE}")));
    }

    /// The path that a test uses for an import in a module, and whether the item is in the test itself.
    pub(super) fn path_in_test(&mut self, import: &ImportedName, module: &[String]) -> Option<(Vec<String>, bool)> {
        match self.scope.origin(import, module) {
            NameOrigin::Glassbox(path) => {
                self.need_stand_in(&path);
                Some((std::iter::once(MODULE.to_owned()).chain(path).collect(), true))
            }
            NameOrigin::Same(path) => Some((path, true)),
            NameOrigin::Copied(position, path) => {
                self.copied.insert(position);
                Some((path, true))
            }
            NameOrigin::Library { path, is_public } => {
                if !is_public {
                    self.missing.insert(format!("`{}` must be public.", path.join("::")));
                }
                Some((path, false))
            }
            NameOrigin::Unavailable(path) => {
                self.missing.insert(format!("Copy `{}` to this file: a test cannot use it.", path.join("::")));
                None
            }
        }
    }

    fn need_stand_in(&mut self, path: &[String]) {
        let name = path.first().map(String::as_str).unwrap_or_default();
        match StandIn::named(name) {
            Some(stand_in) => {
                self.stand_ins.insert(stand_in);
            }
            None => {
                self.missing.insert(no_stand_in(name));
            }
        }
    }
}

/// The sentence about an item of glassbox without a stand-in.
pub(super) fn no_stand_in(name: &str) -> String {
    format!("Replace `{name}` of glassbox: a test cannot use it.")
}

/// Whether a name is behind the first of its path.
fn is_inside_path(tokens: &[TokenTree], at: usize) -> bool {
    let is_behind = at >= 2 && is_punct(tokens.get(at - 1), ':') && is_punct(tokens.get(at - 2), ':');
    let is_global = at < 3 || !matches!(&tokens[at - 3], TokenTree::Ident(_)) && !is_punct(tokens.get(at - 3), '>');
    let is_macro_crate = at >= 1 && is_punct(tokens.get(at - 1), '$');
    is_behind && !is_global || is_macro_crate
}

/// Makes `pub(super)` and the like public: the test has other modules. Returns the number of tokens.
fn visibility(tokens: &[TokenTree], edits: &mut Vec<Edit>) -> usize {
    let Some(TokenTree::Group(group)) = tokens.get(1) else { return 1 };
    let first = group.stream().into_iter().next();
    let is_relative =
        matches!(&first, Some(TokenTree::Ident(name)) if name == "super" || name == "in" || name == "self");
    if group.delimiter() == Delimiter::Parenthesis && is_relative {
        edits.push((Span::byte_range(&group.span()), String::new()));
        return 2;
    }
    1
}

/// A range of the text with edits. Of two nested edits, the outer one counts.
fn apply(text: &str, range: Range<usize>, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut result = String::new();
    let mut done = range.start;
    for (range, with) in edits {
        if range.start >= done {
            result += &text[done..range.start];
            result += &with;
            done = range.end;
        }
    }
    result + &text[done..range.end]
}
