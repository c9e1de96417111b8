//! Operations: methods that take `&mut self`, and what to call them with.

use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Attribute, FnArg, ImplItem, ImplItemFn, ItemImpl, Pat, ReceiverKind, ReturnType, Safety, Type, Visibility,
    WherePredicate,
};

use super::describe::Description;
use super::parameters::{Parameters, Stand, asked, own_names};
use super::source::{Source, is_for_tests};
use super::types::{named, plain, text};

/// Something that changes a structure.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) returns: bool,
    /// Nobody outside can call it, so it may rely on its callers.
    pub(super) is_private: bool,
}

/// An argument of an operation.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: String,
    /// `values = 0..4`, if it needs that.
    pub(super) values: Option<&'static str>,
    /// Its type in the check.
    pub(super) ty: String,
    /// How it is passed on: as it is, `&`, `&mut `.
    pub(super) pass: &'static str,
}

/// The operations of a type, and those that are left out, with the reason.
#[derive(Debug, Default)]
pub(super) struct Operations {
    /// `Tree::new()`, if that is how a structure begins.
    pub(super) new: Option<String>,
    pub(super) found: Vec<Operation>,
    pub(super) left_out: Vec<String>,
}

/// The `impl` blocks with operations of a type.
pub(super) fn blocks(source: &Source, of: usize) -> Vec<&ItemImpl> {
    own_blocks(source, of).filter(|block| methods(block).next().is_some()).collect()
}

/// The `impl` blocks of a type that are for no trait.
fn own_blocks(source: &Source, of: usize) -> impl Iterator<Item = &ItemImpl> {
    let definition = &source.types[of];
    let is_own = move |(module, block): &&(usize, ItemImpl)| {
        let ident = named(&block.self_ty).map(|(ident, _)| ident);
        block.trait_.is_none()
            && !is_for_tests(&block.attrs)
            && ident.is_some_and(|ident| source.find_type(*module, ident) == Some(of) && *ident == definition.ident)
    };
    source.impls.iter().filter(is_own).map(|(_, block)| block)
}

/// Methods that take `&mut self`.
pub(super) fn methods(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    functions(block).filter(|method| changes_self(method))
}

fn functions(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    let functions = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    });
    functions.filter(|function| !is_for_tests(&function.attrs))
}

fn changes_self(method: &ImplItemFn) -> bool {
    match method.sig.receiver().map(|receiver| &receiver.kind) {
        Some(ReceiverKind::Reference(_, _, mutability)) => mutability.is_some(),
        Some(ReceiverKind::Typed(_, ty)) => matches!(plain(ty), Type::Reference(it) if it.mutability.is_some()),
        _ => false,
    }
}

/// What can be called with arguments that glassbox can provide.
pub(super) fn operations(source: &Source, of: usize, parameters: &Parameters, description: &Description) -> Operations {
    let mut operations = Operations::default();
    for block in blocks(source, of) {
        for method in methods(block) {
            let name = method.sig.ident.to_string();
            let offer = Offer { source, of, parameters, description, block };
            match offer.operation(method) {
                // Blocks for certain types may have methods of the same name.
                Ok(operation) if operations.found.iter().any(|known| known.name == operation.name) => {}
                Ok(operation) => operations.found.push(operation),
                Err(why) => operations.left_out.push(format!("`{name}`: {why}")),
            }
        }
    }
    operations.found.sort_by_key(|operation| operation.is_private);
    let is_made = own_blocks(source, of).any(|block| {
        let offer = Offer { source, of, parameters, description, block };
        functions(block).any(|function| offer.makes_the_first(function))
    });
    operations.new = (is_made && !is_default(source, of)).then(|| format!("{}::new()", source.types[of].ident));
    operations
}

/// Whether its type says how a structure begins.
fn is_default(source: &Source, of: usize) -> bool {
    let definition = &source.types[of];
    // A derived one asks `Default` of all parameters, and no `Key` and no `Val` is.
    let derives = |attr: &Attribute| attr.path().is_ident("derive") && text(attr).contains("Default");
    let is_derived = definition.generics.type_params().next().is_none() && definition.attrs.iter().any(derives);
    let is_impl = |(module, block): &(usize, ItemImpl)| {
        let of_trait = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        of_trait.is_some_and(|segment| segment.ident == "Default")
            && named(&block.self_ty).is_some_and(|(ident, _)| source.find_type(*module, ident) == Some(of))
    };
    is_derived || source.impls.iter().any(is_impl)
}

struct Offer<'a> {
    source: &'a Source,
    of: usize,
    parameters: &'a Parameters,
    description: &'a Description,
    block: &'a ItemImpl,
}

impl Offer<'_> {
    fn operation(&self, method: &ImplItemFn) -> Result<Operation, String> {
        let signature = &method.sig;
        let name = signature.ident.to_string();
        refuse(method)?;
        let stands = self.stands(method)?;
        let mut arguments = Vec::new();
        for input in signature.inputs.iter().skip(1) {
            let FnArg::Typed(typed) = input else { continue };
            let argument = self.argument(&typed.ty, &stands);
            let mut argument = argument.ok_or_else(|| format!("it takes `{}`", text(typed)))?;
            argument.name = argument_name(&typed.pat, arguments.len());
            arguments.push(argument);
        }
        let returns = match &signature.output {
            ReturnType::Default => false,
            ReturnType::Type(_, ty) => !matches!(plain(ty), Type::Tuple(tuple) if tuple.elems.is_empty()),
        };
        let is_private = matches!(method.vis, Visibility::Inherited);
        Ok(Operation { name, arguments, returns, is_private })
    }

    /// Whether it is `fn new() -> Self`.
    fn makes_the_first(&self, function: &ImplItemFn) -> bool {
        let signature = &function.sig;
        let is_new = signature.ident == "new" && signature.inputs.is_empty() && signature.generics.params.is_empty();
        let returns_self = match &signature.output {
            ReturnType::Default => false,
            ReturnType::Type(_, ty) => {
                named(ty).is_some_and(|(ident, _)| *ident == "Self" || *ident == self.source.types[self.of].ident)
            }
        };
        is_new && returns_self && refuse(function).is_ok() && self.stands(function).is_ok()
    }

    /// What each parameter in sight stands for; an error if something is asked of it that it does not offer.
    fn stands(&self, method: &ImplItemFn) -> Result<BTreeMap<String, Stand>, String> {
        let generics = &self.source.types[self.of].generics;
        let names = own_names(self.block, generics)
            .ok_or_else(|| format!("it is only there for `{}`", text(&self.block.self_ty)))?;
        let known = names.into_iter().filter_map(|(name, own)| Some((name, self.parameters.of(&own)?)));
        let mut stands: BTreeMap<String, Stand> = known.collect();
        for parameter in method.sig.generics.type_params() {
            // `K: Borrow<Q>`: a key is what it is borrowed as.
            let name = parameter.ident.to_string();
            let lent = borrowed(method, &name).and_then(|lender| stands.get(&lender).copied());
            let stand = lent.ok_or_else(|| format!("any type may be its `{name}`"))?;
            stands.insert(name, stand);
        }
        let asked = asked(&self.block.generics).into_iter().chain(asked(&method.sig.generics));
        for (name, traits) in asked {
            let Some(stand) = stands.get(&name) else { continue };
            if !stand.has(&traits) {
                let traits: BTreeSet<&str> = traits.iter().map(String::as_str).collect();
                let traits: Vec<&str> = traits.into_iter().collect();
                return Err(format!("it needs `{name}: {}`", traits.join(" + ")));
            }
        }
        Ok(stands)
    }

    fn argument(&self, ty: &Type, stands: &BTreeMap<String, Stand>) -> Option<Argument> {
        if let Type::Reference(reference) = plain(ty) {
            let pass = if reference.mutability.is_some() { "&mut " } else { "&" };
            let inner = self.argument(&reference.elem, stands).filter(|inner| inner.pass.is_empty())?;
            return Some(Argument { pass, ..inner });
        }
        let (ident, arguments) = named(ty)?;
        let name = ident.to_string();
        let argument = |values, ty: &str| Some(Argument { name: String::new(), values, ty: ty.to_owned(), pass: "" });
        if let Some(stand) = stands.get(&name) {
            return match stand {
                Stand::Number => argument(Some("0..4"), "u8"),
                Stand::Constant => None,
                stand => argument(None, stand.text()),
            };
        }
        if !arguments.is_empty() {
            return None;
        }
        let module = self.source.types[self.of].module;
        if let Some(of) = self.source.find_type(module, ident) {
            let is_described = self.description.parts.iter().any(|part| part.of == of);
            let definition = &self.source.types[of];
            let is_near = definition.module == module;
            return (is_described && is_near && definition.is_plain_enum()).then(|| argument(None, &name)).flatten();
        }
        match name.as_str() {
            "bool" => argument(None, "bool"),
            "char" => argument(Some("['a', 'b', 'c']"), "char"),
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
                argument(Some("0..4"), &name)
            }
            _ => None,
        }
    }
}

pub(super) fn refuse(method: &ImplItemFn) -> Result<(), String> {
    let has = |name: &str| method.attrs.iter().any(|attr: &Attribute| attr.path().is_ident(name));
    let reasons = [
        (matches!(method.sig.safety, Safety::Unsafe(_)), "it is `unsafe`, and somebody has to promise something"),
        (method.sig.asyncness.is_some(), "it is `async`"),
        (has("cfg"), "it is not always there"),
        (has("deprecated"), "it is deprecated"),
        (method.sig.ident.to_string().starts_with("r#"), "its name is a keyword"),
    ];
    reasons.iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, why)| Err((*why).to_owned()))
}

/// Whose `Borrow` it is: `K`, where the method says `K: Borrow<Q>`.
pub(super) fn borrowed(method: &ImplItemFn, name: &str) -> Option<String> {
    let predicates = method.sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    predicates.into_iter().find_map(|predicate| {
        let WherePredicate::Type(predicate) = predicate else { return None };
        let is_borrow = predicate.bounds.iter().any(|bound| text(bound).ends_with(&format!("Borrow<{name}>")));
        is_borrow.then(|| text(&predicate.bounded_ty))
    })
}

pub(super) fn argument_name(pat: &Pat, number: usize) -> String {
    let name = match pat {
        Pat::Ident(pat) => pat.ident.to_string(),
        _ => String::new(),
    };
    let name = name.trim_start_matches('_');
    let is_usable = !name.is_empty() && !name.starts_with("r#") && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_usable { name.to_owned() } else { format!("argument_{number}") }
}
