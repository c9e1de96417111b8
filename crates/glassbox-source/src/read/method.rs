//! Methods and associated functions: visibility, receiver, arguments, bounds, and what their documentation says about panics.

use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Attribute, FnArg, ImplItem, ImplItemFn, ItemImpl, Pat, ReceiverKind, ReturnType, Safety, Type, TypeParamBound,
    Visibility, WherePredicate,
};

use super::attributes::{documentation, is_for_tests};
use super::generics::required_traits;
use super::library_source::LibrarySource;
use super::type_syntax::{named, plain, text};

/// Traits like `Borrow`: where a method says `Q: Equivalent<K>`, a `K` can be passed as `Q`.
const LENDING: [&str; 2] = ["Equivalent", "Comparable"];

/// The reason to leave out a method that may not exist.
const CONDITIONAL: &str = "it exists only under a `cfg`";

/// A method or associated function in an `impl` block.
#[derive(Clone, Copy)]
pub(crate) struct Method<'a> {
    pub(crate) block: &'a ItemImpl,
    pub(crate) function: &'a ImplItemFn,
    /// It exists under more `cfg` conditions than the type.
    pub(crate) is_conditional: bool,
}

/// How a method takes `self`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// Not at all: it is an associated function.
    Nothing,
    /// `&self`.
    Reference,
    /// `&mut self`.
    Mutable,
    /// `self`.
    Value,
    /// In another way, such as `self: Rc<Self>`.
    Other,
}

/// How a constructor returns what it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Making {
    /// Always.
    Always,
    /// As `Some`.
    Option,
    /// As `Ok`.
    Result,
}

impl<'a> Method<'a> {
    /// The functions of a block that other modules can call: the public ones, and in the user's own crate also those with
    /// `pub(crate)` and the like.
    pub(crate) fn callable(block: &'a ItemImpl, is_conditional: bool, is_foreign: bool) -> impl Iterator<Item = Self> {
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

    pub(crate) fn name(&self) -> String {
        self.function.sig.ident.to_string()
    }

    pub(crate) fn receiver(&self) -> Receiver {
        let Some(receiver) = self.function.sig.receiver() else { return Receiver::Nothing };
        match &receiver.kind {
            ReceiverKind::Value => Receiver::Value,
            ReceiverKind::Reference(_, _, Some(_)) => Receiver::Mutable,
            ReceiverKind::Reference(_, _, None) => Receiver::Reference,
            ReceiverKind::Typed(_, ty) => match plain(ty) {
                Type::Reference(it) if it.mutability.is_some() => Receiver::Mutable,
                Type::Reference(_) => Receiver::Reference,
                _ => Receiver::Other,
            },
            _ => Receiver::Other,
        }
    }

    /// How it makes a `Self`; none if it takes one, or returns none.
    pub(crate) fn making(&self) -> Option<Making> {
        let output = self.output().filter(|_| self.receiver() == Receiver::Nothing)?;
        if self.is_self(output) {
            return Some(Making::Always);
        }
        let (ident, arguments) = named(output)?;
        let making = match ident.to_string().as_str() {
            "Option" => Making::Option,
            "Result" => Making::Result,
            _ => return None,
        };
        arguments.first().is_some_and(|ty| self.is_self(ty)).then_some(making)
    }

    /// Whether it takes no `self` and returns one, perhaps not always.
    pub(crate) fn is_constructor(&self) -> bool {
        self.making().is_some()
    }

    /// Whether the type is `Self`, or the type that `Self` stands for.
    pub(crate) fn is_self(&self, ty: &Type) -> bool {
        let same = |(ident, _): (&syn::Ident, Vec<&Type>)| {
            ident == "Self"
                || named(&self.block.self_ty).is_some_and(|(own, _)| own == ident)
                    && text(ty) == text(&self.block.self_ty)
        };
        named(ty).is_some_and(same)
    }

    /// The type that it returns, unless it is `()`.
    pub(crate) fn output(&self) -> Option<&'a Type> {
        match &self.function.sig.output {
            ReturnType::Type(_, ty) => {
                Some(ty).filter(|ty| !matches!(plain(ty), Type::Tuple(it) if it.elems.is_empty())).map(|ty| &**ty)
            }
            ReturnType::Default => None,
        }
    }

    /// Whether it takes `&mut self` and an argument of this type, so that it may store it.
    pub(crate) fn stores(&self, name: &str) -> bool {
        let is_one = |input: &FnArg| matches!(input, FnArg::Typed(typed) if text(&typed.ty) == name);
        self.receiver() == Receiver::Mutable && self.function.sig.inputs.iter().any(is_one)
    }

    /// Whether it takes at most `self`.
    pub(crate) fn has_no_arguments(&self) -> bool {
        self.function.sig.inputs.len() == usize::from(self.function.sig.receiver().is_some())
    }

    /// Whether any caller may call it: it is not `unsafe`, deprecated or hidden from the documentation.
    pub(crate) fn is_for_all(&self) -> bool {
        let is_safe = !matches!(self.function.sig.safety, Safety::Unsafe(_));
        let has = |name: &str| self.function.attrs.iter().any(|attr: &Attribute| attr.path().is_ident(name));
        is_safe && !has("deprecated") && !self.is_hidden() && !self.is_unstable()
    }

    /// Whether only nightly compilers can call it: it is a method of std.
    fn is_unstable(&self) -> bool {
        self.function.attrs.iter().chain(&self.block.attrs).any(|attr| attr.path().is_ident("unstable"))
    }

    fn is_hidden(&self) -> bool {
        self.function.attrs.iter().any(|attr| attr.path().is_ident("doc") && text(attr).contains("hidden"))
    }

    /// Returns the reason as an error if the method cannot or should not be called by a harness.
    /// If the harness will be compiled, a method that exists only under a `cfg` can be tried.
    pub(crate) fn ensure_callable(&self, is_compiled: bool) -> Result<(), String> {
        let why = ensure_callable(self.function);
        why.or_else(|why| if is_compiled && why == CONDITIONAL { Ok(()) } else { Err(why) })?;
        let name = self.name();
        let leaks = name == "leak" || name.starts_with("into_raw");
        let reasons = [
            (self.is_conditional && !is_compiled, CONDITIONAL),
            (self.is_unstable(), "it is unstable"),
            (self.is_hidden(), "it is hidden from the documentation"),
            (leaks, "it leaks on purpose"),
            (self.receiver() == Receiver::Other, "`init` does not support its `self` type"),
        ];
        reasons.iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, why)| Err((*why).to_owned()))
    }

    /// The bounds of one of its own type parameters; none if it has no such parameter.
    pub(crate) fn bounds(&self, name: &str) -> Option<Vec<&'a TypeParamBound>> {
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

    /// The parameter of the type whose values can be passed for the method's parameter `name`: `K` for `Q`, where the bounds
    /// say `K: Borrow<Q>` or `Q: Equivalent<K>`.
    pub(crate) fn lender(&self, name: &str) -> Option<String> {
        let lends = |bound: &&TypeParamBound| {
            let text = text(bound);
            let inner = text.rsplit_once('<').and_then(|(before, inner)| {
                let is_known = LENDING.iter().any(|it| before.ends_with(it));
                inner.strip_suffix('>').filter(|_| is_known)
            });
            inner.map(str::to_owned)
        };
        borrow_source(self.function, name).or_else(|| self.bounds(name)?.iter().find_map(lends))
    }

    /// The traits that the method and its block require of each parameter. If `K` is passed for `Q`, traits of `Q` are
    /// required of `K`.
    pub(crate) fn required_traits(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut all = required_traits(&self.block.generics);
        for (name, mut traits) in required_traits(&self.function.sig.generics) {
            let name = self.bounds(&name).and_then(|_| self.lender(&name)).unwrap_or(name);
            traits.retain(|it| !LENDING.contains(&it.as_str()));
            all.entry(name).or_default().extend(traits);
        }
        all
    }

    /// The signature as source text.
    pub(crate) fn signature(&self) -> String {
        let text = text(&self.function.sig);
        let text = text.replace(",)", ")").replace(",>", ">").replace("->(", "-> (").replace("? Sized", "?Sized");
        text.trim_end_matches(',').to_owned()
    }

    /// The part of the documentation that says when it panics. Overflows and failed allocations are left out: they need more
    /// operations than an exploration tries.
    pub(crate) fn panics(&self) -> Option<String> {
        // For a method of a trait, the documentation may be on the `impl` block.
        let around = if self.block.trait_.is_some() { documentation(&self.block.attrs) } else { String::new() };
        let doc = documentation(&self.function.attrs) + &around;
        let mut lines = doc.lines().map(str::trim).skip_while(|line| !is_heading(line, "panic"));
        let said = if lines.next().is_some() {
            lines.take_while(|line| !line.starts_with('#')).collect::<Vec<_>>().join(" ")
        } else {
            let says = |line: &&str| {
                ["Panics", "panics if", "panics when", "will panic", "may panic", "This panics"]
                    .iter()
                    .any(|it| line.contains(it))
            };
            let mut lines = doc.lines().map(str::trim).skip_while(|line| !says(line)).peekable();
            lines.peek()?;
            lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = said.replace("**", "").replace("<br>", " ");
        let harmless =
            ["overflow", "isize", "usize::MAX", "alloc", "maximum number", "never panic", "not panic", "too large"];
        let reasons = said.split(". ").flat_map(|sentence| sentence.split(" or if ")).filter(|it| !it.is_empty());
        let reasons = reasons.flat_map(|it| it.split(" or the ")).flat_map(|it| it.split(" or or "));
        let serious =
            reasons.filter(|reason| !harmless.iter().any(|it| reason.contains(it)) && !has_large_number(reason));
        let serious: Vec<&str> = serious.collect();
        (!serious.is_empty()).then(|| serious.join(" or if "))
    }
}

/// Whether a text has a number that explorations do not get to: `If there are 256 values.`
fn has_large_number(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_digit() && c != '_').any(|digits| digits.replace('_', "").len() >= 3)
        || text.contains("2^")
}

fn is_heading(line: &str, word: &str) -> bool {
    line.starts_with('#') && line.to_lowercase().contains(word)
}

// --- Methods that take `&mut self` ---

/// The `impl` blocks of a type, without traits, that have methods with `&mut self`.
pub(crate) fn mutating_impls(source: &LibrarySource, of: usize) -> Vec<&ItemImpl> {
    source.inherent_impls(of).filter(|block| mutating_methods(block).next().is_some()).collect()
}

/// The methods of a block that take `&mut self`.
pub(crate) fn mutating_methods(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    functions(block).filter(|method| takes_mut_self(method))
}

/// All functions of a block, except those for tests.
pub(crate) fn functions(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    let functions = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    });
    functions.filter(|function| !is_for_tests(&function.attrs))
}

fn takes_mut_self(method: &ImplItemFn) -> bool {
    match method.sig.receiver().map(|receiver| &receiver.kind) {
        Some(ReceiverKind::Reference(_, _, mutability)) => mutability.is_some(),
        Some(ReceiverKind::Typed(_, ty)) => matches!(plain(ty), Type::Reference(it) if it.mutability.is_some()),
        _ => false,
    }
}

// --- Signatures ---

/// Returns the reason as an error if generated code cannot or should not call the function.
pub(crate) fn ensure_callable(function: &ImplItemFn) -> Result<(), String> {
    let has = |name: &str| function.attrs.iter().any(|attr: &Attribute| attr.path().is_ident(name));
    let reasons = [
        (matches!(function.sig.safety, Safety::Unsafe(_)), "it is `unsafe`: its safety conditions are not known"),
        (function.sig.asyncness.is_some(), "it is `async`"),
        (has("deprecated"), "it is deprecated"),
        (has("cfg"), CONDITIONAL),
        (function.sig.ident.to_string().starts_with("r#"), "its name is a keyword"),
    ];
    reasons.iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, why)| Err((*why).to_owned()))
}

/// The type that is borrowed as the parameter `name`: `K`, where the method says `K: Borrow<Q>`.
pub(crate) fn borrow_source(method: &ImplItemFn, name: &str) -> Option<String> {
    let predicates = method.sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    predicates.into_iter().find_map(|predicate| {
        let WherePredicate::Type(predicate) = predicate else { return None };
        let is_borrow = predicate.bounds.iter().any(|bound| text(bound).ends_with(&format!("Borrow<{name}>")));
        is_borrow.then(|| text(&predicate.bounded_ty))
    })
}

/// A name for an argument: the one in its pattern, or one made of its number.
pub(crate) fn argument_name(pat: &Pat, number: usize) -> String {
    let name = match pat {
        Pat::Ident(pat) => pat.ident.to_string(),
        _ => String::new(),
    };
    let name = name.trim_start_matches('_');
    let is_usable = !name.is_empty() && !name.starts_with("r#") && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_usable { name.to_owned() } else { format!("argument_{number}") }
}
