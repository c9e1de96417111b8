//! The user's source, with other words where a test cannot use the same: no attributes of ours, paths from the test.
//!
//! Only tokens are looked at, so that what stands in macros is found, too. All else is left as it was written.

use std::collections::BTreeSet;
use std::ops::Range;

use glassbox_report::rust_test::{MODULE, StandIn};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;

use super::scope::{GLASSBOX, Leaf, LeafKind, Place, Scope, Spot};
use super::uses::{is_ours, is_punct};

/// Rewrites pieces of one file, and keeps what they need.
pub(super) struct Rewriter<'a> {
    text: &'a str,
    pub(super) scope: &'a Scope<'a>,
    /// Names that imports give to things of glassbox.
    pub(super) ours: BTreeSet<String>,
    /// What of glassbox is used.
    pub(super) stand_ins: BTreeSet<StandIn>,
    /// Items that paths lead to and that a test needs a copy of.
    pub(super) copied: BTreeSet<Spot>,
    /// What somebody has to do.
    pub(super) missing: BTreeSet<String>,
}

/// Something else in place of a part of the text.
type Edit = (Range<usize>, String);

/// Where tokens stand.
#[derive(Clone, Copy)]
struct Within<'a> {
    /// The module, as it is in the user's crate.
    module: &'a [String],
    /// Modules between it and the tokens, which the test has, too.
    depth: usize,
}

impl<'a> Rewriter<'a> {
    pub(super) fn new(text: &'a str, scope: &'a Scope<'a>) -> Self {
        Self {
            text,
            scope,
            ours: BTreeSet::new(),
            stand_ins: BTreeSet::new(),
            copied: BTreeSet::new(),
            missing: BTreeSet::new(),
        }
    }

    /// The text of tokens of a module, as it would be written at the margin.
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

    /// Removes the indentation of the first line from all others, except where they are inside a literal.
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

    /// Removes an attribute that only we understand; how many tokens it has.
    fn attribute(&self, tokens: &[TokenTree], edits: &mut Vec<Edit>) -> usize {
        let Some(TokenTree::Group(group)) = tokens.get(1).filter(|_| is_punct(tokens.first(), '#')) else { return 1 };
        let stream = group.stream();
        let range = tokens[0].span().byte_range().start..group.span().byte_range().end;
        let space = self.text[range.end..].len() - self.text[range.end..].trim_start().len();
        let with_space = range.start..range.end + space;
        if is_ours(&stream) {
            edits.push((with_space, String::new()));
        } else if let Some(derives) = self.without_ours(stream) {
            if derives.is_empty() {
                edits.push((with_space, String::new()));
            } else {
                edits.push((range, format!("#[derive({})]", derives.join(", "))));
            }
        }
        2
    }

    /// The derives of an attribute that are not ours, if some are.
    fn without_ours(&self, attribute: TokenStream) -> Option<Vec<String>> {
        let mut tokens = attribute.into_iter();
        let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(group))) = (tokens.next(), tokens.next()) else {
            return None;
        };
        let parser = Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        let paths = parser.parse2(group.stream()).ok().filter(|_| name == "derive")?;
        let is_ours = |path: &&syn::Path| {
            path.segments[0].ident == GLASSBOX
                || path.get_ident().is_some_and(|name| self.ours.contains(&name.to_string()))
        };
        if !paths.iter().any(|path| is_ours(&path)) {
            return None;
        }
        let rest = paths.iter().filter(|path| !is_ours(path));
        Some(rest.map(|path| quote::quote!(#path).to_string().replace(' ', "")).collect())
    }

    /// Rewrites the beginning of a path; how many tokens that is.
    fn path(&mut self, tokens: &[TokenTree], at: usize, within: Within<'_>, edits: &mut Vec<Edit>) -> usize {
        let mut names: Vec<String> = Vec::new();
        let mut end = at;
        // As far as it leads out of the module: `crate::name`, `super::super::name`, `glassbox::name`.
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
            self.import_in_function(&tokens[at..], within, edits);
        }
        if !leads_out {
            return end.saturating_sub(at).max(1);
        }
        let names = names.split_off(n_up.min(within.depth));
        let is_global = at >= 2 && is_punct(tokens.get(at - 1), ':') && is_punct(tokens.get(at - 2), ':');
        let start = if is_global { at - 2 } else { at };
        let range = tokens[start].span().byte_range().start..tokens[end - 1].span().byte_range().end;
        let leaf = Leaf { path: names, kind: LeafKind::Name };
        let path = self.path_in_test(&leaf, within.module);
        if let Some(path) = path {
            let from = if within.depth > 0 && path.1 { "crate::" } else { "" };
            edits.push((range, format!("{from}{}", path.0.join("::"))));
        }
        end - at
    }

    /// `use glassbox::{..}` in a function.
    fn import_in_function(&mut self, tokens: &[TokenTree], within: Within<'_>, edits: &mut Vec<Edit>) {
        if let Some(TokenTree::Group(group)) = tokens.get(3) {
            for token in group.stream() {
                if let TokenTree::Ident(name) = token {
                    self.note_ours(&[name.to_string()]);
                }
            }
        }
        let from = if within.depth > 0 { "crate::" } else { "" };
        edits.push((tokens[0].span().byte_range(), format!("{from}{MODULE}")));
    }

    /// What a test says for a path, and whether that is in the test itself.
    pub(super) fn path_in_test(&mut self, leaf: &Leaf, module: &[String]) -> Option<(Vec<String>, bool)> {
        match self.scope.origin(leaf, module) {
            Place::Glassbox(path) => {
                self.note_ours(&path);
                Some((std::iter::once(MODULE.to_owned()).chain(path).collect(), true))
            }
            Place::Same(path) => Some((path, true)),
            Place::Copied(spot, path) => {
                self.copied.insert(spot);
                Some((path, true))
            }
            Place::Library { path, is_public } => {
                if !is_public {
                    self.missing.insert(format!("`{}` must be public.", path.join("::")));
                }
                Some((path, false))
            }
            Place::Nowhere(path) => {
                self.missing.insert(format!("Copy `{}` to this file: a test cannot use it.", path.join("::")));
                None
            }
        }
    }

    fn note_ours(&mut self, path: &[String]) {
        let name = path.first().map(String::as_str).unwrap_or_default();
        match StandIn::named(name) {
            Some(stand_in) => {
                self.stand_ins.insert(stand_in);
            }
            None => {
                self.missing.insert(nothing_stands_in(name));
            }
        }
    }
}

/// What to do about something of glassbox.
pub(super) fn nothing_stands_in(name: &str) -> String {
    format!("Nothing stands in for `{name}` of glassbox.")
}

/// Whether a name is not the first of its path.
fn is_inside_path(tokens: &[TokenTree], at: usize) -> bool {
    let is_behind = at >= 2 && is_punct(tokens.get(at - 1), ':') && is_punct(tokens.get(at - 2), ':');
    let is_global = at < 3 || !matches!(&tokens[at - 3], TokenTree::Ident(_)) && !is_punct(tokens.get(at - 3), '>');
    let is_macro_crate = at >= 1 && is_punct(tokens.get(at - 1), '$');
    is_behind && !is_global || is_macro_crate
}

/// `pub(super)` means another module in the test; how many tokens.
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

/// A part of a text with edits, the outer one if two are nested.
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
