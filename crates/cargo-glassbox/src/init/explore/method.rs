//! A method as its author wrote it: who may call it, what it takes, what its documentation says.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    Attribute, Expr, FnArg, ImplItem, ImplItemFn, ItemImpl, Lit, Meta, ReceiverKind, ReturnType, Type, TypeParamBound,
    Visibility, WherePredicate,
};

use super::super::operations::{borrowed, refuse};
use super::super::parameters::asked;
use super::super::source::is_for_tests;
use super::super::types::{named, plain, text};

/// `Q: Equivalent<K>`: a `K` will do.
const LENDING: [&str; 2] = ["Equivalent", "Comparable"];

/// A public method or function of the type.
#[derive(Clone, Copy)]
pub(super) struct Method<'a> {
    pub(super) block: &'a ItemImpl,
    pub(super) function: &'a ImplItemFn,
    /// It is only there with some features, though the type is always there.
    pub(super) is_conditional: bool,
}

/// How it takes the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// It makes one, or has nothing to do with one.
    Nothing,
    Reference,
    Mutable,
    Value,
    /// `self: Rc<Self>`.
    Other,
}

impl<'a> Method<'a> {
    /// The public ones of a block.
    pub(super) fn all(block: &'a ItemImpl, is_conditional: bool, is_foreign: bool) -> impl Iterator<Item = Self> {
        let functions = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        });
        let is_public = move |function: &&ImplItemFn| match function.vis {
            Visibility::Public(_) => true,
            Visibility::Restricted(_) => !is_foreign,
            Visibility::Inherited => false,
        };
        let functions = functions.filter(is_public).filter(|function| !is_for_tests(&function.attrs));
        functions.map(move |function| Method { block, function, is_conditional })
    }

    pub(super) fn name(&self) -> String {
        self.function.sig.ident.to_string()
    }

    pub(super) fn takes(&self) -> Takes {
        let Some(receiver) = self.function.sig.receiver() else { return Takes::Nothing };
        match &receiver.kind {
            ReceiverKind::Value => Takes::Value,
            ReceiverKind::Reference(_, _, Some(_)) => Takes::Mutable,
            ReceiverKind::Reference(_, _, None) => Takes::Reference,
            ReceiverKind::Typed(_, ty) => match plain(ty) {
                Type::Reference(it) if it.mutability.is_some() => Takes::Mutable,
                Type::Reference(_) => Takes::Reference,
                _ => Takes::Other,
            },
            _ => Takes::Other,
        }
    }

    /// It takes no subject and returns one.
    pub(super) fn is_constructor(&self) -> bool {
        self.takes() == Takes::Nothing && self.output().is_some_and(|ty| self.is_self(ty))
    }

    /// `Self`, or what it stands for.
    pub(super) fn is_self(&self, ty: &Type) -> bool {
        let same = |(ident, _): (&syn::Ident, Vec<&Type>)| {
            ident == "Self"
                || named(&self.block.self_ty).is_some_and(|(own, _)| own == ident)
                    && text(ty) == text(&self.block.self_ty)
        };
        named(ty).is_some_and(same)
    }

    pub(super) fn output(&self) -> Option<&'a Type> {
        match &self.function.sig.output {
            ReturnType::Type(_, ty) => {
                Some(ty).filter(|ty| !matches!(plain(ty), Type::Tuple(it) if it.elems.is_empty())).map(|ty| &**ty)
            }
            ReturnType::Default => None,
        }
    }

    /// Whether it puts something of this type into the subject.
    pub(super) fn puts(&self, name: &str) -> bool {
        let is_one = |input: &FnArg| matches!(input, FnArg::Typed(typed) if text(&typed.ty) == name);
        self.takes() == Takes::Mutable && self.function.sig.inputs.iter().any(is_one)
    }

    /// Nothing but the subject.
    pub(super) fn has_no_arguments(&self) -> bool {
        self.function.sig.inputs.len() == usize::from(self.function.sig.receiver().is_some())
    }

    /// Why it cannot be called from anywhere, or should not.
    pub(super) fn refuse(&self) -> Result<(), String> {
        refuse(self.function)?;
        let is_hidden =
            self.function.attrs.iter().any(|attr| attr.path().is_ident("doc") && text(attr).contains("hidden"));
        let name = self.name();
        let leaks = name == "leak" || name.starts_with("into_raw");
        let reasons = [
            (self.is_conditional, "it is not always there"),
            (is_hidden, "it is hidden from the documentation"),
            (leaks, "it leaks on purpose"),
            (self.takes() == Takes::Other, "it takes itself in a way that is not known here"),
        ];
        reasons.iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, why)| Err((*why).to_owned()))
    }

    /// The bounds of one of its own parameters.
    pub(super) fn bounds(&self, name: &str) -> Option<Vec<&'a TypeParamBound>> {
        let generics = &self.function.sig.generics;
        let own = generics.type_params().find(|parameter| parameter.ident == name)?;
        let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let mut bounds: Vec<&TypeParamBound> = own.bounds.iter().collect();
        for predicate in predicates {
            if let WherePredicate::Type(predicate) = predicate
                && text(&predicate.bounded_ty) == name
            {
                bounds.extend(&predicate.bounds);
            }
        }
        Some(bounds)
    }

    /// For which parameter of the type one of its own stands: `K`, where it says `K: Borrow<Q>` or `Q: Equivalent<K>`.
    pub(super) fn lender(&self, name: &str) -> Option<String> {
        let lends = |bound: &&TypeParamBound| {
            let text = text(bound);
            let inner = text.rsplit_once('<').and_then(|(before, inner)| {
                let is_known = LENDING.iter().any(|it| before.ends_with(it));
                inner.strip_suffix('>').filter(|_| is_known)
            });
            inner.map(str::to_owned)
        };
        borrowed(self.function, name).or_else(|| self.bounds(name)?.iter().find_map(lends))
    }

    /// The traits that are asked of each parameter, by the method or its block. What is asked of `Q` is asked of the `K`
    /// that lends it.
    pub(super) fn asked(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut all = asked(&self.block.generics);
        for (name, mut traits) in asked(&self.function.sig.generics) {
            let name = self.bounds(&name).and_then(|_| self.lender(&name)).unwrap_or(name);
            traits.retain(|it| !LENDING.contains(&it.as_str()));
            all.entry(name).or_default().extend(traits);
        }
        all
    }

    /// The signature, as a person would write it.
    pub(super) fn text(&self) -> String {
        let text = text(&self.function.sig);
        let text = text.replace(",)", ")").replace(",>", ">").replace("->(", "-> (").replace("? Sized", "?Sized");
        text.trim_end_matches(',').to_owned()
    }

    /// When it panics on purpose, as its documentation says.
    pub(super) fn panics(&self) -> Option<String> {
        // Traits are implemented block by block.
        let around = if self.block.trait_.is_some() { documentation(&self.block.attrs) } else { String::new() };
        let doc = documentation(&self.function.attrs) + &around;
        let mut lines = doc.lines().map(str::trim).skip_while(|line| !is_heading(line, "panic"));
        let said = if lines.next().is_some() {
            lines.take_while(|line| !line.starts_with('#')).collect::<Vec<_>>().join(" ")
        } else {
            let says = |line: &&str| {
                ["Panics", "panics if", "panics when", "will panic", "may panic"].iter().any(|it| line.contains(it))
            };
            let mut lines = doc.lines().map(str::trim).skip_while(|line| !says(line)).peekable();
            lines.peek()?;
            lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        // These take more than a few operations.
        let harmless = ["overflow", "isize", "usize::MAX", "alloc"];
        let reasons = said.split(". ").flat_map(|sentence| sentence.split(" or if ")).filter(|it| !it.is_empty());
        let serious = reasons.filter(|reason| !harmless.iter().any(|it| reason.contains(it)));
        let serious: Vec<&str> = serious.collect();
        (!serious.is_empty()).then(|| serious.join(" or if "))
    }
}

fn is_heading(line: &str, word: &str) -> bool {
    line.starts_with('#') && line.to_lowercase().contains(word)
}

/// The text of the documentation.
fn documentation(attrs: &[Attribute]) -> String {
    let mut text = String::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attr.meta
            && let Expr::Lit(lit) = &pair.value
            && let Lit::Str(line) = &lit.lit
        {
            text += &line.value();
            text.push('\n');
        }
    }
    text
}

/// Whether an attribute derives the trait.
pub(super) fn derives(attrs: &[Attribute], name: &str) -> bool {
    let tokens = |attr: &Attribute| -> TokenStream { attr.meta.to_token_stream() };
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("derive"))
        .any(|attr| super::super::types::mentions(tokens(attr), &[name]))
}
