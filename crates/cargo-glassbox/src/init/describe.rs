//! How a type can be described: which types it is made of, and what each of them and their fields need.
//!
//! Types say most of it. Pointers say nothing, so their names are believed: `next` leads on, `prev` back, `tail` anywhere.
//! What neither says is a problem, and then nothing is described at all.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::{Field, Ident, Type};

use super::parameters::Parameters;
use super::source::{Body, Source, TypeDef, beginning};
use super::types::{argument_of, mentions, named, plain, pointee, replaced, text};

/// Integers, which need a domain.
const NUMBERS: [&str; 13] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "char"];

/// Names of pointers to nodes that belong to this one.
const DOWN: [&str; 18] = [
    "next",
    "left",
    "right",
    "child",
    "children",
    "first_child",
    "down",
    "below",
    "sibling",
    "next_sibling",
    "head",
    "root",
    "first",
    "front",
    "top",
    "start",
    "begin",
    "link",
];

/// Names of pointers to the node that this one belongs to.
const UP: [&str; 9] = ["prev", "previous", "parent", "up", "above", "back", "before", "pred", "owner"];

/// Names of pointers to nodes that belong elsewhere.
const ELSEWHERE: [&str; 9] = ["tail", "last", "end", "back", "bottom", "rear", "cursor", "current", "newest"];

/// Names of numbers of nodes.
const COUNTS: [&str; 7] = ["len", "length", "size", "count", "num", "n", "n_nodes"];

/// Names of links to smaller keys.
const SMALLER: [&str; 8] = ["left", "l", "less", "smaller", "lower", "low", "lo", "small"];

/// A type with all that it is made of.
#[derive(Default)]
pub(super) struct Description {
    /// The type itself first.
    pub(super) parts: Vec<Part>,
    /// Numbers that need a domain: the type they are in, the field, their own type.
    numbers: BTreeSet<(usize, String, String)>,
    pub(super) has_links: bool,
    pub(super) has_vectors: bool,
    /// A list whose last node is known: its invariant follows.
    pub(super) list: Option<List>,
    /// Keys were taken to be in this order: the type, and the text of the attribute.
    pub(super) order: Option<(Ident, String)>,
    /// A type in a vector with numbers that look like links.
    pub(super) by_index: Option<Ident>,
    /// Why it cannot be described.
    pub(super) problems: Vec<String>,
}

/// One of the types that it is made of.
pub(super) struct Part {
    /// Its number among the types.
    pub(super) of: usize,
    pub(super) rule: Rule,
    /// It has a description already.
    pub(super) is_described: bool,
    sorted: Option<String>,
    /// Attributes of fields, by the byte that they go before.
    pub(super) fields: BTreeMap<usize, String>,
    /// What its tree links are: their names, and what they lead to.
    links: Vec<Link>,
    /// Its type, with the parameters of the type that is described.
    pub(super) instance: Type,
}

/// Which invariant a type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// It needs none: no tree link leads to it, and checks are not about it.
    Unneeded,
    /// `no_invariant`: all its values are valid.
    All,
    /// There is one, or the names of its fields say which.
    Known,
    /// All its values are valid, but an `impl` has to say so. It leads to itself, and an alias hides that: what
    /// `no_invariant` derives for such a type would ask for itself without end.
    Written,
}

#[derive(Clone)]
struct Link {
    name: String,
    /// As written, with the owner's parameters.
    target: Type,
    target_of: usize,
    /// `children.summary_or` takes it.
    may_be_null: bool,
}

/// A list that knows its last node.
pub(super) struct List {
    /// The node's number among the types, and its type with the list's parameters.
    pub(super) node: usize,
    pub(super) node_type: Type,
    pub(super) head: String,
    pub(super) next: String,
    pub(super) tail: String,
    pub(super) tail_type: Type,
}

impl Description {
    /// Types of numbers that need a domain.
    pub(super) fn numbers(&self) -> BTreeSet<String> {
        self.numbers.iter().map(|(_, _, ty)| ty.clone()).collect()
    }
}

impl Part {
    /// A tree link leads to it, or it is what checks are about.
    fn need_rule(&mut self) {
        if self.rule == Rule::Unneeded {
            self.rule = Rule::All;
        }
    }

    /// The settings that go on the type.
    pub(super) fn settings(&self) -> Vec<String> {
        let no_invariant = (self.rule == Rule::All).then(|| "no_invariant".to_owned());
        no_invariant.into_iter().chain(self.sorted.iter().map(|parts| format!("sorted({parts})"))).collect()
    }
}

/// Describes a type whose parameters are these.
pub(super) fn describe(source: &Source, of: usize, parameters: &Parameters) -> Description {
    let mut describer = Describer { source, found: Description::default(), within: Vec::new(), tails: Vec::new() };
    describer.visit(of, true, itself(&source.types[of]));
    let Describer { mut found, tails, .. } = describer;
    if found.problems.is_empty() {
        order(source, &mut found, parameters);
        found.list = list(source, &found, &tails);
        found.by_index = by_index(source, &found);
        if let Some(List { node, .. }) = found.list {
            for part in found.parts.iter_mut().filter(|part| part.of == of || part.of == node) {
                part.rule = Rule::Known;
            }
        }
    }
    found
}

struct Describer<'a> {
    source: &'a Source,
    found: Description,
    /// The types that the one being looked at is in, without a link in between.
    within: Vec<usize>,
    /// Pointers to nodes elsewhere: owner, name, type.
    tails: Vec<(usize, String, Type)>,
}

/// A field that is being looked at.
#[derive(Clone, Copy)]
struct Site<'a> {
    owner: usize,
    field: &'a Field,
    /// How to name the field.
    name: &'a str,
    /// Nothing needs to be written: the user has.
    is_described: bool,
    /// What is looked at stands behind an alias with parameters.
    is_alias: bool,
}

impl Describer<'_> {
    /// Adds a type and what it is made of.
    fn visit(&mut self, of: usize, is_node: bool, instance: Type) {
        if let Some(part) = self.found.parts.iter_mut().find(|part| part.of == of) {
            if is_node {
                part.need_rule();
            }
            return;
        }
        let definition = &self.source.types[of];
        let is_described = has_impl(self.source, definition, "Structure")
            || definition.attrs.iter().any(|attr| mentions(attr.meta.to_token_stream(), &["Structure"]));
        let rule = match (has_impl(self.source, definition, "Invariant"), is_node) {
            (true, _) => Rule::Known,
            (false, true) => Rule::All,
            (false, false) => Rule::Unneeded,
        };
        self.found.parts.push(Part {
            of,
            rule,
            is_described,
            sorted: None,
            fields: BTreeMap::new(),
            links: Vec::new(),
            instance,
        });
        if !is_described {
            self.refuse(definition);
        }
        self.within.push(of);
        for (number, field) in definition.fields().into_iter().enumerate() {
            let name = field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string);
            let site = Site { owner: of, field, name: &name, is_described, is_alias: false };
            self.visit_field(site);
        }
        self.within.pop();
        if !is_described {
            self.count(of);
        }
    }

    fn refuse(&mut self, definition: &TypeDef) {
        let name = &definition.ident;
        if matches!(definition.body, Body::Union) {
            self.found.problems.push(format!("`{name}` is a union, which does not say which of its fields is in use"));
        }
        if definition.generics.lifetimes().next().is_some() {
            self.found.problems.push(format!("`{name}` borrows, and glassbox cannot lay out what a reference borrows"));
        }
    }

    fn visit_field(&mut self, site: Site<'_>) {
        let attrs: Vec<_> = site.field.attrs.iter().map(|attr| attr.meta.to_token_stream()).collect();
        let says = |words: &[&str]| attrs.iter().any(|attr| mentions(attr.clone(), words));
        let is_ours = says(&["glassbox"]);
        if is_ours && says(&["skip", "values"]) {
            return;
        }
        let site = Site { is_described: site.is_described || is_ours, ..site };
        self.look(site, &site.field.ty, true);
    }

    /// Looks at a type, or a part of one. `is_whole`: it is the type of the field.
    fn look(&mut self, site: Site<'_>, ty: &Type, is_whole: bool) {
        if let Some(target) = pointee(ty) {
            return self.pointer(site, ty, target, is_whole);
        }
        match plain(ty) {
            Type::Array(array) if pointee(&array.elem).is_some() => self.look(site, &array.elem, is_whole),
            Type::Array(array) => self.look(site, &array.elem, false),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| self.look(site, ty, false)),
            Type::Path(_) => self.look_named(site, ty, is_whole),
            Type::Reference(_) => self.problem(site, ty, "glassbox cannot lay out what a reference borrows"),
            _ => self.problem(site, ty, "glassbox cannot list its values"),
        }
    }

    fn look_named(&mut self, site: Site<'_>, ty: &Type, is_whole: bool) {
        let Some((ident, arguments)) = named(ty) else {
            return self.problem(site, ty, "glassbox cannot list its values");
        };
        let owner = &self.source.types[site.owner];
        let name = ident.to_string();
        if ident == "Self" {
            return self.inline(site, ty, site.owner);
        }
        if owner.generics.type_params().any(|parameter| parameter.ident == *ident) {
            return;
        }
        if let Some(of) = self.source.find_type(owner.module, ident) {
            self.inline(site, ty, of);
            return arguments.into_iter().for_each(|ty| self.look(site, ty, false));
        }
        if let Some(alias) = self.source.find_alias(owner.module, ident) {
            let names = alias.generics.type_params().map(|parameter| parameter.ident.to_string());
            let has_arguments = !arguments.is_empty();
            let arguments = names.zip(arguments.into_iter().map(ToTokens::to_token_stream)).collect();
            let meant = replaced(&alias.ty, &arguments);
            return self.look(Site { is_alias: site.is_alias || has_arguments, ..site }, &meant, is_whole);
        }
        match (name.as_str(), &arguments[..]) {
            ("bool" | "PhantomData" | "PhantomPinned", _) => {}
            (name, []) if NUMBERS.contains(&name) => {
                if !site.is_described {
                    self.found.numbers.insert((site.owner, site.name.to_owned(), name.to_owned()));
                }
            }
            ("Option", [inner]) => self.look(site, inner, is_whole && argument_of(inner, "Box").is_some()),
            ("Box", [inner]) => self.boxed(site, ty, inner, is_whole),
            ("Vec", [inner]) => self.vector(site, inner),
            ("MaybeUninit", _) => self.problem(site, ty, "say how much of it is in use, `len = field`"),
            _ => self.problem(
                site,
                ty,
                "glassbox cannot list the values of such a type: use `values = [..]` or `skip = ..`",
            ),
        }
    }

    /// A type of this crate that lies in the field itself.
    fn inline(&mut self, site: Site<'_>, ty: &Type, of: usize) {
        if self.within.contains(&of) {
            return self.problem(site, ty, "it contains itself without a `Box` in between");
        }
        let instance = self.instance(site.owner, ty);
        self.visit(of, false, instance);
    }

    /// A type that stands in a field, with the parameters of the type that is described.
    fn instance(&mut self, owner: usize, ty: &Type) -> Type {
        if named(ty).is_some_and(|(ident, _)| ident == "Self") {
            return self.part(owner).instance.clone();
        }
        let names = self.source.types[owner].generics.type_params().map(|parameter| parameter.ident.to_string());
        let arguments = named(&self.part(owner).instance).map(|(_, arguments)| arguments).unwrap_or_default();
        let arguments: Vec<_> = arguments.into_iter().map(ToTokens::to_token_stream).collect();
        replaced(ty, &names.zip(arguments).collect())
    }

    fn boxed(&mut self, site: Site<'_>, ty: &Type, target: &Type, is_whole: bool) {
        let module = self.source.types[site.owner].module;
        let of = match named(target) {
            Some((ident, _)) if ident == "Self" => Some(site.owner),
            Some((ident, _)) => self.source.find_type(module, ident),
            None => None,
        };
        let Some(of) = of else {
            return self.problem(site, ty, "a `Box` leads to a node, which has to be a struct or enum of this crate");
        };
        self.link(site, target, of, is_whole);
    }

    fn vector(&mut self, site: Site<'_>, element: &Type) {
        self.found.has_vectors = true;
        let is_owner =
            named(element).is_some_and(|(ident, _)| ident == "Self" || *ident == self.source.types[site.owner].ident);
        if is_owner {
            self.found.has_links = true;
            self.part(site.owner).need_rule();
            return self.attribute(site, "tree");
        }
        self.look(site, element, false);
    }

    fn pointer(&mut self, site: Site<'_>, ty: &Type, target: &Type, is_whole: bool) {
        let module = self.source.types[site.owner].module;
        let of = named(target).and_then(|(ident, _)| {
            if ident == "Self" { Some(site.owner) } else { self.source.find_type(module, ident) }
        });
        let Some(of) = of.filter(|_| is_whole) else {
            return self.problem(site, ty, "glassbox cannot tell where it points");
        };
        let name = site.name.trim_start_matches('_');
        if UP.contains(&name) && of == site.owner {
            return self.attribute(site, if name.starts_with("pre") || name == "back" { "prev" } else { "parent" });
        }
        if ELSEWHERE.contains(&name) {
            self.tails.push((site.owner, site.name.to_owned(), ty.clone()));
            self.reach(site, target, of);
            return self.attribute(site, "alias");
        }
        if DOWN.contains(&name) {
            self.attribute(site, "tree");
            return self.link(site, target, of, true);
        }
        if site.is_described {
            return self.reach(site, target, of);
        }
        self.problem(
            site,
            ty,
            "it may point anywhere: `tree` (to a node that only this field owns), `parent` (to the node that owns this \
             one) or `alias` (to any node)",
        );
    }

    /// A tree link.
    fn link(&mut self, site: Site<'_>, target: &Type, of: usize, is_whole: bool) {
        if is_whole {
            let may_be_null = !matches!(named(&site.field.ty), Some((ident, _)) if ident == "Box" || ident == "NonNull")
                && !matches!(plain(&site.field.ty), Type::Array(_));
            let link = Link { name: site.name.to_owned(), target: target.clone(), target_of: of, may_be_null };
            self.part(site.owner).links.push(link);
        }
        self.found.has_links = true;
        self.reach(site, target, of);
    }

    /// A node: what it is within does not matter to what it contains.
    fn reach(&mut self, site: Site<'_>, target: &Type, of: usize) {
        let instance = self.instance(site.owner, target);
        let within = std::mem::take(&mut self.within);
        self.visit(of, true, instance);
        self.within = within;
        if site.is_alias && !site.is_described && site.owner == of && self.root() != of {
            let part = self.part(of);
            if part.rule == Rule::All {
                part.rule = Rule::Written;
            }
            if self.source.types[of].module != self.source.types[self.root()].module {
                self.problem(site, target, "write the link without an alias: the two types are in different modules");
            }
        }
    }

    fn root(&self) -> usize {
        self.found.parts.first().map_or(0, |root| root.of)
    }

    /// A number beside links to one kind of nodes that is called `len` is how many there are.
    fn count(&mut self, of: usize) {
        let definition = &self.source.types[of];
        let links = self.part(of).links.clone();
        let Some(first) = links.first().filter(|first| links.iter().all(|link| link.target_of == first.target_of))
        else {
            return;
        };
        if first.target_of == of {
            return;
        }
        for field in definition.fields() {
            let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
            let is_unsigned = named(&field.ty).is_some_and(|(ident, _)| ident.to_string().starts_with('u'));
            if COUNTS.contains(&name.as_str()) && is_unsigned && field.attrs.iter().all(|attr| !is_ours(attr)) {
                let site = Site { owner: of, field, name: &name, is_described: false, is_alias: false };
                self.attribute(site, &format!("count({})", text(&first.target)));
                self.found.numbers.retain(|(owner, field, _)| *owner != of || *field != name);
            }
        }
    }

    fn attribute(&mut self, site: Site<'_>, setting: &str) {
        if !site.is_described {
            let at = beginning_of(site.field);
            let attribute = format!("#[cfg_attr(any(test, glassbox), glassbox({setting}))]");
            self.part(site.owner).fields.insert(at, attribute);
        }
    }

    fn part(&mut self, of: usize) -> &mut Part {
        let at = self.found.parts.iter().position(|part| part.of == of);
        &mut self.found.parts[at.expect("a type is added before its fields are looked at")]
    }

    fn problem(&mut self, site: Site<'_>, ty: &Type, why: &str) {
        if !site.is_described {
            let owner = &self.source.types[site.owner].ident;
            let (whole, part) = (text(&site.field.ty), text(ty));
            let why = if whole == part { why.to_owned() } else { format!("{why} (`{part}`)") };
            let problem = format!("`{owner}.{}: {whole}`: {why}", site.name);
            if !self.found.problems.contains(&problem) {
                self.found.problems.push(problem);
            }
        }
    }
}

/// The type with its own parameters: `Tree<K, V>`.
fn itself(definition: &TypeDef) -> Type {
    let (ident, (_, arguments, _)) = (&definition.ident, definition.generics.split_for_impl());
    syn::parse_quote!(#ident #arguments)
}

/// Where a field begins, behind its attributes.
fn beginning_of(field: &Field) -> usize {
    let mut bare = field.clone();
    bare.attrs.clear();
    beginning(bare.to_token_stream())
}

fn is_ours(attr: &syn::Attribute) -> bool {
    mentions(attr.meta.to_token_stream(), &["glassbox"])
}

/// Whether a trait of glassbox is implemented by hand.
fn has_impl(source: &Source, definition: &TypeDef, name: &str) -> bool {
    source.impls.iter().any(|(_, block)| {
        let is_trait = |path: &syn::Path| path.segments.last().is_some_and(|last| last.ident == name);
        block.trait_.as_ref().is_some_and(|(path, _)| is_trait(path))
            && named(&block.self_ty).is_some_and(|(ident, _)| *ident == definition.ident)
    })
}

/// A node with two links to nodes like itself, and keys: the keys are taken to be in order.
fn order(source: &Source, found: &mut Description, parameters: &Parameters) {
    let keys = parameters.keys();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    for part in found.parts.iter_mut().filter(|part| !part.is_described) {
        let definition = &source.types[part.of];
        let Body::Struct(fields) = &definition.body else { continue };
        let own: Vec<&Link> = part.links.iter().filter(|link| link.target_of == part.of).collect();
        let [mut left, mut right] = own[..] else { continue };
        if SMALLER.contains(&right.name.as_str()) {
            (left, right) = (right, left);
        }
        let is_link = |name: &str| part.links.iter().any(|link| link.name == name);
        let has_key = |(number, field): (usize, &Field)| {
            let name = field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string);
            let own = [definition.ident.to_string(), "Self".to_owned()];
            let is_key = mentions(field.ty.to_token_stream(), &keys)
                && !mentions(field.ty.to_token_stream(), &own.each_ref().map(String::as_str));
            (is_key
                && !is_link(&name)
                && pointee(&field.ty).is_none()
                && argument_of(&field.ty, "PhantomData").is_none())
            .then_some(name)
        };
        let mut with_keys = fields.iter().enumerate().filter_map(has_key);
        if let (Some(key), None) = (with_keys.next(), with_keys.next()) {
            let sorted = format!("{}, {key}, {}", left.name, right.name);
            found.order = Some((definition.ident.clone(), sorted.clone()));
            part.sorted = Some(sorted);
        }
    }
}

/// `head` and `tail` of nodes with a `next`: the tail is the last node.
fn list(source: &Source, found: &Description, tails: &[(usize, String, Type)]) -> Option<List> {
    let root = found.parts.first().filter(|root| !root.is_described && root.rule != Rule::Known)?;
    let ([head], [(owner, tail, tail_type)]) = (&root.links[..], tails) else { return None };
    let node = found.parts.iter().find(|part| part.of == head.target_of)?;
    let [next] = &node.links[..] else { return None };
    let is_list = *owner == root.of
        && node.of != root.of
        && !node.is_described
        && node.rule != Rule::Known
        && next.target_of == node.of
        && head.may_be_null
        && next.may_be_null
        && source.types[node.of].module == source.types[root.of].module
        && matches!(source.types[node.of].body, Body::Struct(_));
    is_list.then(|| List {
        node: node.of,
        node_type: head.target.clone(),
        head: head.name.clone(),
        next: next.name.clone(),
        tail: tail.clone(),
        tail_type: tail_type.clone(),
    })
}

/// Numbers with names of links, beside vectors.
fn by_index(source: &Source, found: &Description) -> Option<Ident> {
    let mut numbers = found.numbers.iter();
    let link = numbers.find(|(_, field, _)| DOWN.contains(&field.as_str()) && !COUNTS.contains(&field.as_str()));
    link.filter(|_| found.has_vectors).map(|(owner, ..)| source.types[*owner].ident.clone())
}
