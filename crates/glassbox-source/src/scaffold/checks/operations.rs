//! Operations of a type, that is, methods with `&mut self`, and the arguments to call them with.

use std::collections::BTreeMap;

use syn::{FnArg, ImplItemFn, ItemImpl, ReturnType, Type, Visibility};

use super::description::Description;
use super::type_arguments::TypeArguments;
use crate::read::generics::{own_names, required_traits};
use crate::read::library_source::LibrarySource;
use crate::read::method::{argument_name, borrow_source, ensure_callable, functions, mutating_impls, mutating_methods};
use crate::read::type_syntax::{named, plain, text};
use crate::scaffold::substitute::Substitute;

/// A method that can change a structure.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) returns: bool,
    /// It is private, so it may rely on its callers.
    pub(super) is_private: bool,
}

/// An argument of an operation.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: String,
    /// The values to enumerate, as in `values = 0..4`; none if glassbox knows them.
    pub(super) values: Option<&'static str>,
    /// Its type in the parameters of the check.
    pub(super) ty: String,
    /// How the check passes it to the operation: empty, `&` or `&mut `.
    pub(super) pass: &'static str,
}

/// The operations of a type.
#[derive(Debug, Default)]
pub(super) struct Operations {
    /// `Tree::new()`, if the type has that constructor and no `Default` that someone wrote: a derived one may make another state.
    pub(super) new: Option<String>,
    pub(super) found: Vec<Operation>,
    /// Operations that no check can call, each with the reason.
    pub(super) left_out: Vec<String>,
}

/// Finds the operations that can be called with arguments that glassbox can provide.
pub(super) fn operations(
    source: &LibrarySource,
    of: usize,
    type_arguments: &TypeArguments,
    description: &Description,
) -> Operations {
    let mut operations = Operations::default();
    let blocks = mutating_impls(source, of);
    for &block in &blocks {
        for method in mutating_methods(block) {
            let name = method.sig.ident.to_string();
            let block = ImplBlock { source, of, type_arguments, description, block };
            match block.operation(method) {
                // Several blocks, each for other type arguments, may have methods of one name.
                Ok(operation) if operations.found.iter().any(|known| known.name == operation.name) => {}
                Ok(operation) => operations.found.push(operation),
                Err(why) => operations.left_out.push(format!("`{name}`: {why}")),
            }
        }
    }
    if blocks.iter().any(|block| mutating_methods(block).any(|method| !is_private(method))) {
        // Those rely on the public ones that call them, and a check would call them in other states.
        operations.found.retain(|operation| !operation.is_private);
    }
    let has_new = source.inherent_impls(of).any(|block| {
        let mut functions = functions(block);
        let block = ImplBlock { source, of, type_arguments, description, block };
        functions.any(|function| block.is_constructor(function))
    });
    operations.new =
        (has_new && !has_written_default(source, of)).then(|| format!("{}::new()", source.types[of].ident));
    operations
}

fn is_private(method: &ImplItemFn) -> bool {
    matches!(method.vis, Visibility::Inherited)
}

/// Whether someone wrote an `impl Default` for the type.
fn has_written_default(source: &LibrarySource, of: usize) -> bool {
    source.impls.iter().any(|(module, block)| {
        let of_trait = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        of_trait.is_some_and(|segment| segment.ident == "Default")
            && named(&block.self_ty).is_some_and(|(ident, _)| source.find_type(*module, ident) == Some(of))
    })
}

/// An `impl` block of the type.
struct ImplBlock<'a> {
    source: &'a LibrarySource,
    of: usize,
    type_arguments: &'a TypeArguments,
    description: &'a Description,
    block: &'a ItemImpl,
}

impl ImplBlock<'_> {
    fn operation(&self, method: &ImplItemFn) -> Result<Operation, String> {
        let signature = &method.sig;
        let name = signature.ident.to_string();
        ensure_callable(method)?;
        let substitutes = self.substitutes(method)?;
        let mut arguments = Vec::new();
        for input in signature.inputs.iter().skip(1) {
            let FnArg::Typed(typed) = input else { continue };
            let argument = self.argument(&typed.ty, &substitutes);
            let mut argument = argument.ok_or_else(|| format!("it takes `{}`", text(typed)))?;
            argument.name = argument_name(&typed.pat, arguments.len());
            arguments.push(argument);
        }
        let returns = match &signature.output {
            ReturnType::Default => false,
            ReturnType::Type(_, ty) => !matches!(plain(ty), Type::Tuple(tuple) if tuple.elems.is_empty()),
        };
        Ok(Operation { name, arguments, returns, is_private: is_private(method) })
    }

    /// Whether it is `fn new() -> Self`.
    fn is_constructor(&self, function: &ImplItemFn) -> bool {
        let signature = &function.sig;
        let is_new = signature.ident == "new" && signature.inputs.is_empty() && signature.generics.params.is_empty();
        let returns_self = match &signature.output {
            ReturnType::Default => false,
            ReturnType::Type(_, ty) => {
                named(ty).is_some_and(|(ident, _)| *ident == "Self" || *ident == self.source.types[self.of].ident)
            }
        };
        is_new && returns_self && ensure_callable(function).is_ok() && self.substitutes(function).is_ok()
    }

    /// The substitute for each parameter of the block and the method; an error if one lacks a required trait.
    fn substitutes(&self, method: &ImplItemFn) -> Result<BTreeMap<String, Substitute>, String> {
        let generics = &self.source.types[self.of].generics;
        let names = own_names(self.block, generics)
            .ok_or_else(|| format!("it exists only for `{}`", text(&self.block.self_ty)))?;
        let known = names.into_iter().filter_map(|(name, own)| Some((name, self.type_arguments.of(&own)?)));
        let mut substitutes: BTreeMap<String, Substitute> = known.collect();
        for parameter in method.sig.generics.type_params() {
            // With `K: Borrow<Q>`, a `K` is passed for `Q`.
            let name = parameter.ident.to_string();
            let lent = borrow_source(method, &name).and_then(|lender| substitutes.get(&lender).copied());
            let substitute = lent.ok_or_else(|| format!("`init` cannot choose a type for its `{name}`"))?;
            substitutes.insert(name, substitute);
        }
        let required = required_traits(&self.block.generics).into_iter().chain(required_traits(&method.sig.generics));
        for (name, traits) in required {
            let Some(substitute) = substitutes.get(&name) else { continue };
            if !substitute.has(&traits) {
                let traits: Vec<&str> = traits.iter().map(String::as_str).collect();
                return Err(format!("it needs `{name}: {}`", traits.join(" + ")));
            }
        }
        Ok(substitutes)
    }

    fn argument(&self, ty: &Type, substitutes: &BTreeMap<String, Substitute>) -> Option<Argument> {
        if let Type::Reference(reference) = plain(ty) {
            let pass = if reference.mutability.is_some() { "&mut " } else { "&" };
            let inner = self.argument(&reference.elem, substitutes).filter(|inner| inner.pass.is_empty())?;
            return Some(Argument { pass, ..inner });
        }
        let (ident, arguments) = named(ty)?;
        let name = ident.to_string();
        let argument = |values, ty: &str| Some(Argument { name: String::new(), values, ty: ty.to_owned(), pass: "" });
        if let Some(substitute) = substitutes.get(&name) {
            return match substitute {
                Substitute::Number => argument(Some("0..4"), "u8"),
                Substitute::Constant => None,
                substitute => argument(None, substitute.text()),
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
            // With a fixed number of items, numbers of items are meant.
            "usize" if self.type_arguments.uses(Substitute::Constant) => argument(Some("0..3"), "usize"),
            "bool" => argument(None, "bool"),
            "char" => argument(Some("['a', 'b', 'c']"), "char"),
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
                argument(Some("0..4"), &name)
            }
            _ => None,
        }
    }
}
