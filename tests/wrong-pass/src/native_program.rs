//! A native program that runs the operations of an exploration: all sequences, up to a length, under an allocator that counts.
//!
//! The exploration is a module of plain functions, so the program only has to call them. It has nothing in common with the machine or the
//! judge: what it says about a mutant comes from outside.

use std::path::{Path, PathBuf};
use std::process::Command;

use glassbox_states::COUNTING_ALLOCATOR;
use syn::{Attribute, FnArg, Item, ItemFn, ItemMod, Lit, Meta, Type};

const DRIVER: &str = include_str!("native_program.rs.txt");

/// The source of the module `natively`, with the type `Driven`.
pub(crate) fn driver() -> String {
    DRIVER.replace("ALLOCATOR", COUNTING_ALLOCATOR)
}

/// An expression that runs all sequences of an exploration and ends the program; `path` leads to the file of the exploration.
pub(crate) fn drive(path: &str, exploration: &str, most: usize, length: usize) -> Result<String, String> {
    let Functions { module, constructor, operations, laws } = Functions::read(exploration)?;
    let (operations, laws) = (operations.concat(), laws.concat());
    Ok(format!(
        "{{ use {path}::{module}; natively::Driven {{ new: {constructor}, operations: &[{operations}], laws: &[{laws}], \
         size: {module}::size, most: {most}, length: {length} }}.run() }}"
    ))
}

/// Builds the program `natively` of a package.
pub(crate) fn built(package: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "--offline", "--bin", "natively", "--target-dir"]).arg(target);
    command.current_dir(package).env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "{} does not build natively:\n{}",
            package.display(),
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    Ok(target.join("debug/natively"))
}

/// The functions of an exploration, as expressions.
#[derive(Debug, Default, PartialEq, Eq)]
struct Functions {
    module: String,
    constructor: String,
    /// A name and a closure for each call with each argument.
    operations: Vec<String>,
    laws: Vec<String>,
}

impl Functions {
    fn read(source: &str) -> Result<Self, String> {
        let file = syn::parse_file(source).map_err(|error| error.to_string())?;
        let module = file.items.iter().find_map(|item| match item {
            Item::Mod(module) if has(&module.attrs, "explore") => Some(module),
            _ => None,
        });
        let module: &ItemMod = module.ok_or("there is no exploration")?;
        let mut functions = Self { module: module.ident.to_string(), ..Self::default() };
        let items = module.content.as_ref().map_or(&[][..], |(_, items)| items);
        for item in items {
            if let Item::Fn(function) = item
                && matches!(function.vis, syn::Visibility::Public(_))
                && !is_skipped(&function.attrs)
            {
                functions.add(function)?;
            }
        }
        if functions.constructor.is_empty() || functions.operations.is_empty() {
            return Err("a constructor and an operation are needed".to_owned());
        }
        Ok(functions)
    }

    fn add(&mut self, function: &ItemFn) -> Result<(), String> {
        let name = &function.sig.ident;
        let path = format!("{}::{name}", self.module);
        let mut inputs = function.sig.inputs.iter();
        let Some(FnArg::Typed(first)) = inputs.next() else {
            self.constructor = path;
            return Ok(());
        };
        let Type::Reference(first) = &*first.ty else { return Err(format!("`{name}` takes no reference first")) };
        if first.mutability.is_none() {
            self.laws.push(format!("({:?}, {path}),", name.to_string()));
            return Ok(());
        }
        let mut calls = vec![String::new()];
        for input in inputs {
            let FnArg::Typed(input) = input else { return Err(format!("`{name}` takes `self`")) };
            let values =
                values(&input.attrs, &input.ty).ok_or_else(|| format!("`{name}`: an argument without values"))?;
            calls = calls.iter().flat_map(|call| values.iter().map(move |value| format!("{call}, {value}"))).collect();
        }
        let operation =
            |call: String| format!("(\"{name}({})\", |it| {{ {path}(it{call}); }}),", &call[call.len().min(2)..]);
        self.operations.extend(calls.into_iter().map(operation));
        Ok(())
    }
}

fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.path().segments.last().is_some_and(|last| last.ident == name))
}

fn is_skipped(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("glassbox")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "skip")
    })
}

/// The values of an argument, as expressions: those of a range of numbers, or both truth values.
fn values(attributes: &[Attribute], ty: &Type) -> Option<Vec<String>> {
    if let Type::Path(path) = ty
        && path.path.is_ident("bool")
    {
        return Some(vec!["false".to_owned(), "true".to_owned()]);
    }
    let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("glassbox"))?;
    let Meta::NameValue(values) = attribute.parse_args::<Meta>().ok()? else { return None };
    let syn::Expr::Range(range) = values.value else { return None };
    let end = |expression: Option<Box<syn::Expr>>| match *expression? {
        syn::Expr::Lit(literal) => match literal.lit {
            Lit::Int(number) => number.base10_parse::<u64>().ok(),
            _ => None,
        },
        _ => None,
    };
    Some((end(range.start)?..end(range.end)?).map(|value| value.to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_have_all_arguments() {
        let functions = Functions::read(
            "#[glassbox::explore(operations = 2)] pub mod m {
                 pub struct P;
                 pub fn new() -> P { P }
                 pub fn a(p: &mut P, #[glassbox(values = 1..3)] n: u8, b: bool) {}
                 pub fn c(p: &mut P) -> u8 { 0 }
                 pub fn law(p: &P) -> bool { true }
                 fn helper() {}
                 #[glassbox(skip)] pub fn size(p: &P) -> usize { 0 }
             }",
        );
        let functions = functions.expect("it is an exploration");
        assert_eq!(functions.constructor, "m::new");
        assert_eq!(functions.laws, ["(\"law\", m::law),"]);
        assert_eq!(functions.operations.len(), 5);
        assert_eq!(functions.operations[1], "(\"a(1, true)\", |it| { m::a(it, 1, true); }),");
        assert_eq!(functions.operations[4], "(\"c()\", |it| { m::c(it); }),");
    }

    #[test]
    fn what_it_cannot_call_is_an_error() {
        let error =
            Functions::read("#[glassbox::explore] mod m { pub fn new() -> P { P } pub fn a(p: &mut P, n: u8) {} }");
        assert_eq!(error, Err("`a`: an argument without values".to_owned()));
    }
}
