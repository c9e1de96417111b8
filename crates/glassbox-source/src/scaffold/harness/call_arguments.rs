//! The arguments of a method call in the harness: parameters of the function around it, and expressions made of them.

use std::collections::{BTreeMap, BTreeSet};

use syn::{FnArg, ItemType, Type, TypeReference};

use super::handles::handle_type;
use super::subject::{Handle, PlainEnum, Subject};
use super::type_choice::TypeChoice;
use crate::read::method::{Method, Receiver, argument_name};
use crate::read::type_syntax::{named, plain, text};
use crate::scaffold::substitute::Substitute;

/// A parameter of a function in the harness.
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) ty: String,
    /// The values to enumerate, as in `#[glassbox(values = 0..3)]`; none if glassbox knows them.
    pub(super) values: Option<String>,
    is_mutable: bool,
}

impl Parameter {
    pub(super) fn text(&self) -> String {
        let values = self.values.as_ref().map(|values| format!("#[glassbox(values = {values})] ")).unwrap_or_default();
        let mutable = if self.is_mutable { "mut " } else { "" };
        format!("{values}{mutable}{}: {}", self.name, self.ty)
    }
}

/// The arguments of one call.
pub(super) struct CallArguments<'a> {
    pub(super) subject: &'a Subject<'a>,
    pub(super) method: Method<'a>,
    /// The choices by the names of the method's parameters.
    pub(super) choices: BTreeMap<String, TypeChoice>,
    /// The parameter of the function that is the subject.
    pub(super) subject_parameter: String,
    /// The expression for the explored value.
    pub(super) variable: String,
    pub(super) parameters: Vec<Parameter>,
    /// Statements before the call.
    pub(super) before: Vec<String>,
    /// Expressions that are passed.
    pub(super) passed: Vec<String>,
    /// It takes an index, and only valid ones are tried.
    pub(super) has_index: bool,
    /// It takes up to two items.
    pub(super) has_two: bool,
    /// Names in use.
    taken: BTreeSet<String>,
    /// A constructor without arguments, for other subjects.
    pub(super) constructor: Option<&'a str>,
    /// Number of types around the one at hand.
    depth: usize,
}

/// Types inside more types than this are given up: a parameter may stand for itself.
const DEEPEST: usize = 12;

impl<'a> CallArguments<'a> {
    /// The arguments of a method; an error if no expression is known for one of them.
    pub(super) fn new(
        subject: &'a Subject<'a>,
        method: Method<'a>,
        constructor: Option<&'a str>,
    ) -> Result<Self, String> {
        let mut arguments = Self::none(subject, method, constructor)?;
        for (at, input) in method.function.sig.inputs.iter().enumerate() {
            let FnArg::Typed(typed) = input else { continue };
            let value = arguments.value(&typed.ty, &argument_name(&typed.pat, at));
            let value = value.ok_or_else(|| format!("it takes `{}`", text(typed)))?;
            arguments.passed.push(value);
        }
        Ok(arguments)
    }

    /// The arguments of `Extend::extend`.
    pub(super) fn of_extend(subject: &'a Subject<'a>, method: Method<'a>, item: &Type) -> Option<Self> {
        let mut arguments = Self::none(subject, method, None).ok()?;
        let value = arguments.iterator(item)?;
        arguments.passed.push(value);
        Some(arguments)
    }

    /// No arguments yet.
    fn none(subject: &'a Subject<'a>, method: Method<'a>, constructor: Option<&'a str>) -> Result<Self, String> {
        let inputs = method.function.sig.inputs.iter().enumerate().filter_map(|(at, input)| match input {
            FnArg::Typed(typed) => Some(argument_name(&typed.pat, at)),
            FnArg::Receiver(_) => None,
        });
        let subject_parameter = subject.variable(&inputs.collect());
        Ok(Self {
            subject,
            method,
            choices: subject.choices_for(&method)?,
            taken: [subject_parameter.clone()].into(),
            variable: subject.expression(&subject_parameter),
            subject_parameter,
            parameters: Vec::new(),
            before: Vec::new(),
            passed: Vec::new(),
            has_index: false,
            has_two: false,
            constructor,
            depth: 0,
        })
    }

    /// The source text of the parameters, without the subject.
    pub(super) fn parameter_texts(&self) -> Vec<String> {
        self.parameters.iter().map(Parameter::text).collect()
    }

    /// A name that is not in use.
    pub(super) fn fresh_name(&mut self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    /// Adds a parameter and returns its name.
    pub(super) fn parameter(&mut self, wanted: &str, ty: &str, values: Option<&str>) -> String {
        let name = self.fresh_name(wanted);
        let values = values.map(str::to_owned);
        self.parameters.push(Parameter { name: name.clone(), ty: ty.to_owned(), values, is_mutable: false });
        name
    }

    /// An expression of a type.
    pub(super) fn value(&mut self, ty: &Type, name: &str) -> Option<String> {
        self.depth += 1;
        let value = if self.depth > DEEPEST { None } else { self.value_inside(ty, name) };
        self.depth -= 1;
        value
    }

    fn value_inside(&mut self, ty: &Type, name: &str) -> Option<String> {
        match plain(ty) {
            Type::Reference(reference) => self.reference(reference, name),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().enumerate();
                let parts: Option<Vec<String>> =
                    parts.map(|(at, part)| self.value(part, &self.part_name(part, name, at))).collect();
                parts.filter(|parts| parts.len() > 1).map(|parts| format!("({})", parts.join(", ")))
            }
            Type::ImplTrait(it) => self.bounded(&it.bounds.iter().collect::<Vec<_>>(), name),
            Type::TraitObject(it) => self.bounded(&it.bounds.iter().collect::<Vec<_>>(), name),
            Type::Array(array) => self.array(&array.elem, &text(&array.len)),
            Type::Path(_) => self.path(ty, name),
            _ => None,
        }
    }

    fn part_name(&self, part: &Type, name: &str, at: usize) -> String {
        match self.substitute(part) {
            Some(Substitute::Key) if at == 0 => format!("{name}_key"),
            Some(_) if at == 1 => format!("{name}_value"),
            _ => format!("{name}_{at}"),
        }
    }

    fn reference(&mut self, reference: &TypeReference, name: &str) -> Option<String> {
        let mutable = if reference.mutability.is_some() { "mut " } else { "" };
        match plain(&reference.elem) {
            // Up to two items, in a variable, because the model takes them as well.
            Type::Slice(slice) if self.subject.has_model() && mutable.is_empty() => {
                let (first, second) = (self.value(&slice.elem, "first")?, self.value(&slice.elem, "second")?);
                let items = self.fresh_name("items");
                self.before
                    .push(format!("let {items} = [{first}, {second}][..glassbox::choose(3) as usize].to_vec();"));
                Some(format!("&{items}"))
            }
            Type::Slice(slice) => {
                let items = self.items(&slice.elem)?;
                Some(format!("&{mutable}[{}][..]", items.join(", ")))
            }
            Type::Path(_) if text(&reference.elem) == "str" && mutable.is_empty() => {
                Some(format!("&{}", self.string(name)))
            }
            Type::Reference(_) => None,
            inner => {
                let value = self.value(inner, name)?;
                if reference.mutability.is_some() {
                    self.make_mutable(&value);
                }
                Some(format!("&{mutable}{value}"))
            }
        }
    }

    /// Makes a parameter or variable `mut`.
    fn make_mutable(&mut self, name: &str) {
        for own in self.parameters.iter_mut().filter(|it| it.name == name) {
            own.is_mutable = true;
        }
        let start = format!("let {name} ");
        for line in self.before.iter_mut().filter(|line| line.starts_with(&start)) {
            line.insert_str(4, "mut ");
        }
    }

    /// A parameter of type `String`.
    pub(super) fn string(&mut self, name: &str) -> String {
        self.parameter(name, "String", Some("[String::new(), \"a\".to_owned(), \"é\".to_owned()]"))
    }

    /// The substitute for a type: it is a parameter of the explored type, or of the method and can be borrowed from one.
    pub(super) fn substitute(&self, ty: &Type) -> Option<Substitute> {
        let name = text(ty);
        let known = self.choices.get(&name).cloned();
        match known.or_else(|| self.lender_choice(&name))? {
            TypeChoice::Plain(substitute) => Some(substitute),
            _ => None,
        }
    }

    /// The choice for the type that can be borrowed as a parameter of the method. It may be wrapped: `KeyRef<K>: Borrow<Q>`.
    fn lender_choice(&self, name: &str) -> Option<TypeChoice> {
        let lender = self.method.lender(name)?;
        let wrapped = || lender.split_once('<').map(|(_, inner)| inner.trim_end_matches('>'));
        self.choices.get(&lender).or_else(|| self.choices.get(wrapped()?)).cloned()
    }

    /// A parameter of the substitute's type.
    pub(super) fn leaf(&mut self, substitute: Substitute, name: &str) -> Option<String> {
        match substitute {
            Substitute::Key | Substitute::Val => Some(self.parameter(name, substitute.text(), None)),
            Substitute::Number => Some(self.parameter(name, substitute.text(), Some("0..3"))),
            Substitute::Constant => None,
        }
    }

    fn path(&mut self, ty: &Type, name: &str) -> Option<String> {
        if let Some(substitute) = self.substitute(ty) {
            return self.leaf(substitute, name);
        }
        if let Some(handle) = self.handle(ty) {
            let values = format!("{}.{}.clone()", self.subject_parameter, handle.field);
            return Some(self.parameter(name, &handle.ty, Some(&values)));
        }
        if let Some(TypeChoice::Given(given)) = self.choices.get(&text(ty)) {
            let given: Type = syn::parse_str(given).ok()?;
            return self.value(&given, name);
        }
        if self.choices.get(&text(ty)) == Some(&TypeChoice::Default) {
            let default: Type = syn::parse_str(&self.subject.default_of(&text(ty))?).ok()?;
            return self.value(&default, name);
        }
        if let Some(&TypeChoice::Array(substitute)) = self.choices.get(&text(ty)) {
            let (first, second) = (self.leaf(substitute, "first")?, self.leaf(substitute, "second")?);
            return Some(format!("[{first}, {second}]"));
        }
        if self.choices.get(&text(ty)) == Some(&TypeChoice::Hasher) {
            return Some("BuildHasherDefault::default()".to_owned());
        }
        if self.method.is_self(ty) {
            return self.another_subject(name);
        }
        if let Some(PlainEnum { path, variants, is_shown }) = self.subject.plain_enum(ty) {
            let values: Vec<String> = variants.iter().map(|variant| format!("{path}::{variant}")).collect();
            let values = format!("[{}]", values.join(", "));
            if is_shown {
                return Some(self.parameter(name, &path, Some(&values)));
            }
            // An argument of a harness must be shown.
            let number = self.parameter(name, "usize", Some(&format!("0..{}", variants.len())));
            return Some(format!("{values}.into_iter().nth({number}).unwrap()"));
        }
        let (ident, inner) = named(ty)?;
        // The same type with other arguments, as in `append<S2>(&mut self, other: &mut Map<K, V, S2>)`.
        if *ident == self.subject.name() || *ident == self.subject.definition().ident {
            return self.another_subject(name);
        }
        let ident = ident.to_string();
        if let Some(TypeChoice::Given(given)) = self.lender_choice(&ident) {
            let given: Type = syn::parse_str(&given).ok()?;
            return self.value(&given, name);
        }
        if let Some(bounds) = self.method.bounds(&ident) {
            return self.bounded(&bounds, name);
        }
        match (ident.as_str(), &inner[..]) {
            ("usize", []) => Some(self.number(name)),
            ("bool", []) => Some(self.parameter(name, "bool", None)),
            ("char", []) => Some(self.parameter(name, "char", Some("['a', 'b', 'c']"))),
            ("f32" | "f64", []) => Some(self.parameter(name, &ident, Some("[0.0, 1.5]"))),
            ("u8" | "u16" | "u32" | "u64" | "u128" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize", []) => {
                Some(self.parameter(name, &ident, Some("0..3")))
            }
            ("String", []) => Some(self.string(name)),
            ("NonZeroUsize" | "NonZeroU32" | "NonZeroU64" | "NonZeroU16" | "NonZeroU8", []) => {
                let number = ident.trim_start_matches("NonZero").to_lowercase();
                let number = self.parameter(name, &number, Some("1..3"));
                Some(format!("std::num::{ident}::new({number}).unwrap()"))
            }
            ("Range", [inner]) => self.range(inner),
            ("Bound", [inner]) => {
                let value = self.value(inner, name)?;
                Some(format!(
                    "match glassbox::choose(3) {{ 0 => std::ops::Bound::Unbounded, 1 => \
                     std::ops::Bound::Included({value}), _ => std::ops::Bound::Excluded({value}) }}"
                ))
            }
            ("Option", [inner]) => self.option(inner, name),
            ("Box", [inner]) => self.value(inner, name).map(|inner| format!("Box::new({inner})")),
            ("Rc", [inner]) => self.value(inner, name).map(|inner| format!("std::rc::Rc::new({inner})")),
            ("Arc", [inner]) => self.value(inner, name).map(|inner| format!("std::sync::Arc::new({inner})")),
            ("Vec", [inner]) => self.items(inner).map(|items| format!("std::vec::Vec::from([{}])", items.join(", "))),
            (ident, []) => {
                let is_it = |(_, alias): &&(usize, ItemType)| alias.ident == ident && alias.generics.params.is_empty();
                let (_, alias) = self.subject.source.aliases.iter().find(is_it)?;
                self.value(&alias.ty, name)
            }
            _ => None,
        }
    }

    /// Whether values of arguments may depend on the subject: there is one.
    pub(super) fn can_ask(&self) -> bool {
        matches!(self.method.receiver(), Receiver::Mutable | Receiver::Reference | Receiver::Value)
    }

    /// The handles of this type, if the method can be given one.
    fn handle(&self, ty: &Type) -> Option<Handle> {
        let text = handle_type(self.subject, &self.method, ty, &self.choices).filter(|_| self.can_ask())?;
        self.subject.handles.iter().find(|handle| handle.ty == text && self.subject.has_handles()).cloned()
    }

    /// A number: an index, unless its name says that it is a capacity.
    fn number(&mut self, name: &str) -> String {
        let is_capacity = ["cap", "additional", "amount", "reserve", "size"].iter().any(|it| name.contains(it));
        if is_capacity {
            return self.parameter(name, "usize", Some("0..3"));
        }
        let values = self.indices();
        self.parameter(name, "usize", Some(&values))
    }

    /// Whether an index must be that of an item, although the documentation does not say so: the method changes items, as its
    /// name says, and its result does not tell whether there was one.
    fn needs_item(&self) -> bool {
        let name = self.method.name();
        let changes = ["swap", "remove", "set", "update", "replace"].iter().any(|it| name.starts_with(it));
        let tells =
            |ty: &Type| named(ty).is_some_and(|(ident, _)| ["Option", "Result", "bool"].iter().any(|it| ident == it));
        changes && !self.method.output().is_some_and(tells)
    }

    /// The range of valid indices.
    fn indices(&mut self) -> String {
        if !self.can_ask() || !self.subject.has_number("len") {
            // With a fixed number of items, and no way to ask how many there are, numbers of items are meant.
            return if self.subject.has_constant() { "0..2" } else { "0..3" }.to_owned();
        }
        self.has_index = true;
        let panics = self.method.panics();
        let only_beyond = |said: &String| {
            (said.contains("> len") || said.contains("> self.len") || said.contains("greater than"))
                && !said.contains("or equal")
                && !said.contains(">= len")
        };
        let is_exclusive = panics.map_or_else(|| self.needs_item(), |said| !only_beyond(&said));
        let end = if is_exclusive { ".." } else { "..=" };
        format!("0{end}{}.len()", self.variable)
    }
}
