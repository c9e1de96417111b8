//! Describes a type: visits its fields and chooses an attribute for each.
//!
//! Most of it follows from the types of the fields. For pointers it follows from the names of the fields: `next` leads to a
//! node that this one owns, `prev` to its owner, `tail` to any node. A field for which neither says enough is a problem, and
//! then the type is not described at all.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Field, Type};

use super::description::{Description, Link, List, Part, Rule};
use super::field_names::{COUNTS, DOWN, ELSEWHERE, NUMBERS, UP};
use super::inference::{Tail, infer_links_by_index, infer_list, infer_order};
use super::type_arguments::TypeArguments;
use crate::read::library_source::{Body, LibrarySource, TypeDef, start_of};
use crate::read::type_syntax::{argument_of, mentions, named, plain, pointee, replaced, text};
use crate::scaffold::new_module::CONDITION;

/// Describes a type with these type arguments.
pub(super) fn describe(source: &LibrarySource, of: usize, type_arguments: &TypeArguments) -> Description {
    let mut describer = Describer { source, found: Description::default(), within: Vec::new(), tails: Vec::new() };
    describer.visit(of, true, generic_instance(&source.types[of]));
    let Describer { mut found, tails, .. } = describer;
    if found.problems.is_empty() {
        infer_order(source, &mut found, &type_arguments.keys());
        found.list = infer_list(source, &found, &tails);
        found.by_index = infer_links_by_index(source, &found);
        if let Some(List { node, .. }) = found.list {
            for part in found.parts.iter_mut().filter(|part| part.of == of || part.of == node) {
                part.rule = Rule::Known;
            }
        }
    }
    found
}

struct Describer<'a> {
    source: &'a LibrarySource,
    found: Description,
    /// The types that contain the current one without a link in between.
    within: Vec<usize>,
    /// Pointers to nodes that another node owns.
    tails: Vec<Tail>,
}

/// The current field.
#[derive(Clone, Copy)]
struct Site<'a> {
    owner: usize,
    field: &'a Field,
    /// Name or position of the field.
    name: &'a str,
    /// The user has described it already.
    is_described: bool,
    /// The current type is the expansion of an alias with parameters.
    is_alias: bool,
}

impl Describer<'_> {
    /// Adds a type and the types that it is made of.
    fn visit(&mut self, of: usize, is_node: bool, instance: Type) {
        if let Some(part) = self.found.parts.iter_mut().find(|part| part.of == of) {
            if is_node {
                part.require_invariant();
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
            conditions: Vec::new(),
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
            self.found.problems.push(format!("`{name}` is a union: glassbox cannot tell which field is in use"));
        }
        if definition.generics.lifetimes().next().is_some() {
            self.found.problems.push(format!("`{name}` has references, and glassbox cannot lay out their targets"));
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
        self.visit_type(site, &site.field.ty, true);
    }

    /// Visits the type of a field, or a part of it. `is_whole`: it is all of the field's type.
    fn visit_type(&mut self, site: Site<'_>, ty: &Type, is_whole: bool) {
        if let Some(target) = pointee(ty) {
            return self.pointer(site, ty, target, is_whole);
        }
        match plain(ty) {
            Type::Array(array) if pointee(&array.elem).is_some() => self.visit_type(site, &array.elem, is_whole),
            Type::Array(array) => self.visit_type(site, &array.elem, false),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| self.visit_type(site, ty, false)),
            Type::Path(_) => self.visit_named(site, ty, is_whole),
            Type::Reference(_) => self.problem(site, ty, "glassbox cannot lay out the target of a reference"),
            _ => self.problem(site, ty, "glassbox cannot list its values"),
        }
    }

    fn visit_named(&mut self, site: Site<'_>, ty: &Type, is_whole: bool) {
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
            return arguments.into_iter().for_each(|ty| self.visit_type(site, ty, false));
        }
        if let Some(alias) = self.source.find_alias(owner.module, ident) {
            let names = alias.generics.type_params().map(|parameter| parameter.ident.to_string());
            let has_arguments = !arguments.is_empty();
            let arguments = names.zip(arguments.into_iter().map(ToTokens::to_token_stream)).collect();
            let meant = replaced(&alias.ty, &arguments);
            return self.visit_type(Site { is_alias: site.is_alias || has_arguments, ..site }, &meant, is_whole);
        }
        match (name.as_str(), &arguments[..]) {
            ("bool" | "PhantomData" | "PhantomPinned", _) => {}
            (name, []) if NUMBERS.contains(&name) => {
                if !site.is_described {
                    self.found.number_fields.insert((site.owner, site.name.to_owned(), name.to_owned()));
                }
            }
            ("Option", [inner]) => self.visit_type(site, inner, is_whole && argument_of(inner, "Box").is_some()),
            ("Box", [inner]) => self.boxed(site, ty, inner, is_whole),
            ("Vec", [inner]) => self.vector(site, inner),
            ("MaybeUninit", _) => {
                self.problem(site, ty, "name the field with the number of elements in use: `len = field`");
            }
            _ => self.problem(
                site,
                ty,
                "glassbox cannot list the values of such a type: use `values = [..]` or `skip = ..`",
            ),
        }
    }

    /// Visits a type of this crate that the field contains without a link.
    fn inline(&mut self, site: Site<'_>, ty: &Type, of: usize) {
        if self.within.contains(&of) {
            return self.problem(site, ty, "it contains itself without a `Box` in between");
        }
        let instance = self.instance(site.owner, ty);
        self.visit(of, false, instance);
    }

    /// The type of a field, in terms of the parameters of the described type.
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
            // Every number is valid, behind a link, too.
            if named(target).is_some_and(|(ident, _)| ident == "bool" || NUMBERS.contains(&ident.to_string().as_str()))
            {
                self.found.has_links = true;
                return self.visit_type(site, target, false);
            }
            return self.problem(site, ty, "the target of a `Box` must be a struct or enum of this crate, or a number");
        };
        self.link(site, target, of, is_whole);
    }

    fn vector(&mut self, site: Site<'_>, element: &Type) {
        self.found.has_vectors = true;
        let is_owner =
            named(element).is_some_and(|(ident, _)| ident == "Self" || *ident == self.source.types[site.owner].ident);
        if is_owner {
            self.found.has_links = true;
            self.part(site.owner).require_invariant();
            return self.attribute(site, "tree");
        }
        self.visit_type(site, element, false);
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
            self.tails.push(Tail { owner: site.owner, field: site.name.to_owned(), ty: ty.clone() });
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

    /// Adds a field that owns another node.
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

    /// Visits the type of a node. It may contain the types around it again: there is a link in between.
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

    /// Describes a number with a name like `len`, beside links to one node type, as the number of these nodes.
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
                self.found.number_fields.retain(|(owner, field, _)| *owner != of || *field != name);
            }
        }
    }

    fn attribute(&mut self, site: Site<'_>, setting: &str) {
        if !site.is_described {
            let at = start_of_field(site.field);
            let attribute = format!("#[cfg_attr({CONDITION}, glassbox({setting}))]");
            self.part(site.owner).fields.insert(at, attribute);
        }
    }

    fn part(&mut self, of: usize) -> &mut Part {
        let at = self.found.parts.iter().position(|part| part.of == of);
        &mut self.found.parts[at.expect("a type is added before its fields are visited")]
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

/// The type with its own parameters as arguments: `Tree<K, V>`.
fn generic_instance(definition: &TypeDef) -> Type {
    let (ident, (_, arguments, _)) = (&definition.ident, definition.generics.split_for_impl());
    syn::parse_quote!(#ident #arguments)
}

/// Offset of a field, behind its attributes.
fn start_of_field(field: &Field) -> usize {
    let mut bare = field.clone();
    bare.attrs.clear();
    start_of(bare.to_token_stream())
}

fn is_ours(attr: &syn::Attribute) -> bool {
    mentions(attr.meta.to_token_stream(), &["glassbox"])
}

/// Whether the user has implemented a trait of glassbox for the type.
fn has_impl(source: &LibrarySource, definition: &TypeDef, name: &str) -> bool {
    source.impls.iter().any(|(_, block)| {
        let is_trait = |path: &syn::Path| path.segments.last().is_some_and(|last| last.ident == name);
        block.trait_.as_ref().is_some_and(|(path, _)| is_trait(path))
            && named(&block.self_ty).is_some_and(|(ident, _)| *ident == definition.ident)
    })
}
