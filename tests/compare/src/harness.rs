//! Reads an exploration: its constructors, operations with the values of their arguments, and laws.
//!
//! All tools get the same operations and arguments. A range that depends on the state becomes a fixed one for the tools that choose arguments
//! before they run, and a condition in `apply`.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, ExprRange, File, FnArg, Item, ItemFn, ItemMod, Lit, Meta, Pat, ReturnType, Type};

/// End of a range that depends on the state: no harness has states with more than four elements.
const END_OF_DEPENDENT_RANGE: u64 = 5;

/// Name of a function that may be added: it runs before each case.
const RESET: &str = "reset";

/// An exploration, as other tools need it.
#[derive(Debug)]
pub(crate) struct Harness {
    /// Name of the module.
    pub(crate) module: String,
    /// Type of the subject.
    pub(crate) subject: String,
    pub(crate) constructors: Vec<String>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) laws: Vec<Law>,
    /// Whether there is a function `reset`, which runs before each case.
    pub(crate) has_reset: bool,
    /// The file without other explorations and without attributes of glassbox.
    file: String,
    /// The file without other explorations.
    original: String,
}

/// An operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) name: String,
    /// Name of the first parameter, which ranges of the others mention.
    pub(crate) receiver: String,
    /// Whether it takes the subject by value.
    pub(crate) consumes: bool,
    pub(crate) arguments: Vec<Argument>,
}

/// An argument of an operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) ty: String,
    /// First value, and the one after the last. Both truth values are 0 and 1.
    pub(crate) values: (u64, u64),
    /// The range as it is written, if it depends on the state.
    pub(crate) condition: Option<String>,
}

/// A law.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Law {
    pub(crate) name: String,
    /// Whether it returns a truth value; else it panics.
    pub(crate) is_predicate: bool,
}

impl Harness {
    /// Reads the first exploration of a file. `replaced` has functions that take the place of those with the same name.
    pub(crate) fn read(source: &str, replaced: Option<&str>) -> Result<Self, String> {
        let parse = |text: &str| syn::parse_file(text).map_err(|error| error.to_string());
        let mut file = parse(source)?;
        file.attrs.clear();
        let mut n_explorations = 0;
        file.items.retain(|item| {
            let is_exploration = matches!(item, Item::Mod(module) if is_exploration(module));
            n_explorations += u32::from(is_exploration);
            !is_exploration || n_explorations == 1
        });
        let original = file.to_token_stream().to_string();
        let module = module_of(&mut file)?;
        for function in parse(replaced.unwrap_or_default())?.items {
            replace(module, function)?;
        }
        let mut harness = Self {
            module: module.ident.to_string(),
            subject: String::new(),
            constructors: Vec::new(),
            operations: Vec::new(),
            laws: Vec::new(),
            has_reset: false,
            file: String::new(),
            original,
        };
        for item in module.content.iter().flat_map(|(_, items)| items) {
            harness.has_reset |= matches!(item, Item::Fn(function) if function.sig.ident == RESET);
            if let Item::Fn(function) = item
                && matches!(function.vis, syn::Visibility::Public(_))
                && !is_skipped(&function.attrs)
            {
                harness.add(function)?;
            }
        }
        if harness.constructors.is_empty() || harness.operations.is_empty() {
            return Err("a constructor and an operation are needed".to_owned());
        }
        WithoutGlassbox.visit_file_mut(&mut file);
        harness.file = file.to_token_stream().to_string();
        Ok(harness)
    }

    fn add(&mut self, function: &ItemFn) -> Result<(), String> {
        let name = function.sig.ident.to_string();
        let mut inputs = function.sig.inputs.iter();
        let Some(FnArg::Typed(first)) = inputs.next() else {
            if let ReturnType::Type(_, subject) = &function.sig.output {
                self.subject = subject.to_token_stream().to_string();
            }
            self.constructors.push(name);
            return Ok(());
        };
        let (consumes, is_law) = match &*first.ty {
            Type::Reference(reference) => (false, reference.mutability.is_none()),
            _ => (true, false),
        };
        if is_law {
            let is_predicate = !matches!(function.sig.output, ReturnType::Default);
            self.laws.push(Law { name, is_predicate });
            return Ok(());
        }
        let receiver = name_of(&first.pat).ok_or_else(|| format!("`{name}`: the first parameter has no name"))?;
        let mut arguments = Vec::new();
        for input in inputs {
            let FnArg::Typed(input) = input else { return Err(format!("`{name}` takes `self`")) };
            let argument = Argument::read(&input.attrs, &input.pat, &input.ty);
            arguments.push(argument.ok_or_else(|| format!("`{name}`: an argument without values"))?);
        }
        self.operations.push(Operation { name, receiver, consumes, arguments });
        Ok(())
    }

    /// The file for other tools, with these items at the end of the module.
    pub(crate) fn native_source(&self, items: &str) -> Result<String, String> {
        let mut file = syn::parse_file(&self.file).map_err(|error| error.to_string())?;
        let items = syn::parse_file(items).map_err(|error| error.to_string())?.items;
        if let Some((_, content)) = &mut module_named(&mut file, &self.module)?.content {
            content.extend(items);
        }
        Ok(file.to_token_stream().to_string().replace("glassbox :: assume", "crate :: natively :: assume"))
    }

    /// The file for glassbox.
    pub(crate) fn original_source(&self) -> &str {
        &self.original
    }
}

impl Operation {
    /// Name of its variant of `Op`.
    pub(crate) fn variant(&self) -> String {
        let capitalised = |word: &str| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        };
        self.name.split('_').map(capitalised).collect()
    }
}

impl Argument {
    fn read(attributes: &[Attribute], pattern: &Pat, ty: &Type) -> Option<Self> {
        let (name, ty) = (name_of(pattern)?, ty.to_token_stream().to_string());
        if ty == "bool" {
            return Some(Self { name, ty, values: (0, 2), condition: None });
        }
        let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("glassbox"))?;
        let Meta::NameValue(values) = attribute.parse_args::<Meta>().ok()? else { return None };
        let Expr::Range(range) = values.value else { return None };
        let (start, end) = (literal(range.start.as_deref()), exclusive_end(&range));
        let condition = (start.is_none() || end.is_none()).then(|| range.to_token_stream().to_string());
        let values = (start.unwrap_or(0), end.unwrap_or(END_OF_DEPENDENT_RANGE));
        Some(Self { name, ty, values, condition })
    }
}

fn exclusive_end(range: &ExprRange) -> Option<u64> {
    let end = literal(range.end.as_deref())?;
    Some(if matches!(range.limits, syn::RangeLimits::Closed(_)) { end + 1 } else { end })
}

fn literal(expression: Option<&Expr>) -> Option<u64> {
    match expression? {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

fn name_of(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(name) => Some(name.ident.to_string()),
        _ => None,
    }
}

fn module_of(file: &mut File) -> Result<&mut ItemMod, String> {
    let module = file.items.iter_mut().find_map(|item| match item {
        Item::Mod(module) if is_exploration(module) => Some(module),
        _ => None,
    });
    module.ok_or_else(|| "there is no exploration".to_owned())
}

fn module_named<'a>(file: &'a mut File, name: &str) -> Result<&'a mut ItemMod, String> {
    let module = file.items.iter_mut().find_map(|item| match item {
        Item::Mod(module) if module.ident == name => Some(module),
        _ => None,
    });
    module.ok_or_else(|| format!("there is no module `{name}`"))
}

fn replace(module: &mut ItemMod, replacement: Item) -> Result<(), String> {
    let Item::Fn(replacement) = replacement else { return Err("only functions can be replaced".to_owned()) };
    let (_, items) = module.content.as_mut().ok_or("the module is empty")?;
    let name = &replacement.sig.ident;
    let place = items.iter().position(|item| matches!(item, Item::Fn(function) if function.sig.ident == *name));
    match place {
        Some(place) => items[place] = Item::Fn(replacement),
        None if *name == RESET => items.push(Item::Fn(replacement)),
        None => return Err(format!("there is no `{name}` to replace")),
    }
    Ok(())
}

fn is_exploration(module: &ItemMod) -> bool {
    module.attrs.iter().any(|attribute| attribute.path().segments.last().is_some_and(|last| last.ident == "explore"))
}

fn is_skipped(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("glassbox")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "skip")
    })
}

/// Removes the attributes of glassbox, and makes the exploration public.
struct WithoutGlassbox;

impl VisitMut for WithoutGlassbox {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| attribute.path().segments.first().is_none_or(|first| first.ident != "glassbox"));
    }

    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        if is_exploration(module) {
            module.vis = syn::Visibility::Public(syn::token::Pub::default());
        }
        visit_mut::visit_item_mod_mut(self, module);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        #![cfg(glassbox)]
        #[glassbox::explore(operations = 2)] mod m {
            pub fn new() -> Vec<u8> { Vec::new() }
            pub fn push_one(vec: &mut Vec<u8>, #[glassbox(values = 1..3)] n: u8, b: bool) { glassbox::assume(b); }
            pub fn remove(vec: &mut Vec<u8>, #[glassbox(values = 0..=vec.len())] at: usize) {}
            pub fn grow(vec: &mut Vec<u8>, #[glassbox(values = vec.len()..=5)] to: usize) {}
            pub fn into_iter(vec: Vec<u8>) {}
            pub fn law(vec: &Vec<u8>) -> bool { true }
            fn helper() {}
            #[glassbox(skip)] pub fn size(vec: &Vec<u8>) -> usize { 0 }
        }
        #[glassbox::explore(operations = 2)] mod other {}";

    #[test]
    fn operations_have_all_arguments() {
        let harness = Harness::read(SOURCE, None).expect("it is an exploration");
        assert_eq!((harness.module.as_str(), harness.subject.as_str()), ("m", "Vec < u8 >"));
        assert_eq!(harness.constructors, ["new"]);
        assert_eq!(harness.laws, [Law { name: "law".to_owned(), is_predicate: true }]);
        let names: Vec<String> = harness.operations.iter().map(Operation::variant).collect();
        assert_eq!(names, ["PushOne", "Remove", "Grow", "IntoIter"]);
        let values = |operation: usize, argument: usize| harness.operations[operation].arguments[argument].values;
        assert_eq!((values(0, 0), values(0, 1), values(1, 0), values(2, 0)), ((1, 3), (0, 2), (0, 5), (0, 6)));
        assert_eq!(harness.operations[0].arguments[0].condition, None);
        assert_eq!(harness.operations[1].arguments[0].condition.as_deref(), Some("0 ..= vec . len ()"));
        assert!(harness.operations[3].consumes);
    }

    #[test]
    fn the_native_source_has_no_attributes_of_glassbox() {
        let harness = Harness::read(SOURCE, None).expect("it is an exploration");
        let source = harness.native_source("pub struct Added;").expect("these are items");
        assert_eq!(source.matches("glassbox").count(), 0, "{source}");
        assert!(source.contains("crate :: natively :: assume (b)") && source.contains("pub mod m"), "{source}");
        assert!(source.contains("struct Added") && !source.contains("other"), "{source}");
        assert!(harness.original_source().contains("explore"));
    }

    #[test]
    fn a_function_can_be_replaced() {
        let harness = Harness::read(SOURCE, Some("fn helper() { replaced() }")).expect("it is an exploration");
        assert!(harness.native_source("").expect("no items").contains("replaced ()"));
        assert!(Harness::read(SOURCE, Some("fn no_such_function() {}")).is_err());
    }

    #[test]
    fn an_argument_without_values_is_an_error() {
        let source = "#[glassbox::explore] mod m { pub fn new() -> P { P } pub fn a(p: &mut P, n: u8) {} }";
        assert_eq!(Harness::read(source, None).err().as_deref(), Some("`a`: an argument without values"));
    }
}
