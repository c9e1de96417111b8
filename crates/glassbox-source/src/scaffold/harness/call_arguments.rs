//! The arguments of a method call in the harness: parameters of the function around it, and expressions made of them.

use std::collections::{BTreeMap, BTreeSet};

use syn::{FnArg, GenericArgument, PathArguments, ReturnType, Type, TypeParamBound, TypeReference};

use super::subject::Subject;
use super::type_choice::TypeChoice;
use crate::read::method::{Method, Receiver, argument_name};
use crate::read::type_syntax::{named, plain, text};
use crate::scaffold::substitute::{OF_NUMBERS, Substitute};

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
    subject: &'a Subject<'a>,
    method: Method<'a>,
    choices: BTreeMap<String, TypeChoice>,
    /// The variable of the subject.
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
    constructor: Option<&'a str>,
}

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
    pub(super) fn items(subject: &'a Subject<'a>, method: Method<'a>, item: &Type) -> Option<Self> {
        let mut arguments = Self::none(subject, method, None).ok()?;
        let value = arguments.one_or_two(item)?;
        arguments.passed.push(value);
        Some(arguments)
    }

    fn none(subject: &'a Subject<'a>, method: Method<'a>, constructor: Option<&'a str>) -> Result<Self, String> {
        let inputs = method.function.sig.inputs.iter().enumerate().filter_map(|(at, input)| match input {
            FnArg::Typed(typed) => Some(argument_name(&typed.pat, at)),
            FnArg::Receiver(_) => None,
        });
        let variable = subject.variable(&inputs.collect());
        Ok(Self {
            subject,
            method,
            choices: subject.choices_for(&method)?,
            taken: [variable.clone()].into(),
            variable,
            parameters: Vec::new(),
            before: Vec::new(),
            passed: Vec::new(),
            has_index: false,
            has_two: false,
            constructor,
        })
    }

    /// The source text of the parameters, without the subject.
    pub(super) fn parameter_texts(&self) -> Vec<String> {
        self.parameters.iter().map(Parameter::text).collect()
    }

    fn fresh(&mut self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    fn parameter(&mut self, wanted: &str, ty: &str, values: Option<&str>) -> String {
        let name = self.fresh(wanted);
        let values = values.map(str::to_owned);
        self.parameters.push(Parameter { name: name.clone(), ty: ty.to_owned(), values, is_mutable: false });
        name
    }

    /// An expression of a type.
    fn value(&mut self, ty: &Type, name: &str) -> Option<String> {
        match plain(ty) {
            Type::Reference(reference) => self.reference(reference, name),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().enumerate();
                let parts: Option<Vec<String>> =
                    parts.map(|(at, part)| self.value(part, &self.part_name(part, name, at))).collect();
                parts.filter(|parts| parts.len() > 1).map(|parts| format!("({})", parts.join(", ")))
            }
            Type::ImplTrait(it) => self.bounded(&it.bounds.iter().collect::<Vec<_>>(), name),
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
            Type::Slice(slice) => {
                let items = self.one_or_two(&slice.elem)?;
                Some(format!("&{mutable}{items}.collect::<Vec<_>>()[..]"))
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

    fn make_mutable(&mut self, name: &str) {
        for own in self.parameters.iter_mut().filter(|it| it.name == name) {
            own.is_mutable = true;
        }
        let start = format!("let {name} ");
        for line in self.before.iter_mut().filter(|line| line.starts_with(&start)) {
            line.insert_str(4, "mut ");
        }
    }

    fn string(&mut self, name: &str) -> String {
        self.parameter(name, "String", Some("[String::new(), \"a\".to_owned(), \"é\".to_owned()]"))
    }

    /// The substitute for a type: it is a parameter of the explored type, or of the method and can be borrowed from one.
    fn substitute(&self, ty: &Type) -> Option<Substitute> {
        let name = text(ty);
        let known = self.choices.get(&name).cloned();
        let lent = || self.choices.get(&self.method.lender(&name)?).cloned();
        match known.or_else(lent)? {
            TypeChoice::Plain(substitute) => Some(substitute),
            _ => None,
        }
    }

    fn leaf(&mut self, substitute: Substitute, name: &str) -> Option<String> {
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
        let (ident, inner) = named(ty)?;
        let ident = ident.to_string();
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
            ("Range", [inner]) => self.range(inner),
            ("Option", [inner]) => self.option(inner, name),
            ("Box", [inner]) => self.value(inner, name).map(|inner| format!("Box::new({inner})")),
            ("Vec", [inner]) => self.one_or_two(inner).map(|items| format!("{items}.collect::<Vec<_>>()")),
            _ => None,
        }
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

    /// The range of valid indices.
    fn indices(&mut self) -> String {
        let can_ask = matches!(self.method.receiver(), Receiver::Mutable | Receiver::Reference);
        if !can_ask || !self.subject.has_number("len") {
            return "0..3".to_owned();
        }
        self.has_index = true;
        let panics = self.method.panics();
        let only_beyond = |said: &String| {
            (said.contains("> len") || said.contains("> self.len") || said.contains("greater than"))
                && !said.contains("or equal")
                && !said.contains(">= len")
        };
        let end = if panics.is_some_and(|said| !only_beyond(&said)) { ".." } else { "..=" };
        format!("0{end}{}.len()", self.variable)
    }

    fn range(&mut self, of: &Type) -> Option<String> {
        if text(of) == "usize" {
            let can_ask = matches!(self.method.receiver(), Receiver::Mutable | Receiver::Reference);
            let values = if can_ask && self.subject.has_number("len") {
                self.has_index = true;
                format!("0..={}.len()", self.variable)
            } else {
                "0..3".to_owned()
            };
            let start = self.parameter("start", "usize", Some(&values));
            let end = self.parameter("end", "usize", Some(&values));
            self.before.push(format!("glassbox::assume({start} <= {end});"));
            return Some(format!("{start}..{end}"));
        }
        let substitute =
            self.substitute(of).filter(|substitute| matches!(substitute, Substitute::Key | Substitute::Number))?;
        let (low, high) = (self.leaf(substitute, "low")?, self.leaf(substitute, "high")?);
        self.before.push(format!("glassbox::assume({low} <= {high});"));
        Some(format!("{low}..{high}"))
    }

    /// `Option<Val>` and the like, if explorations can enumerate it.
    fn optional(&self, inner: &Type) -> Option<String> {
        match self.substitute(inner) {
            Some(substitute @ (Substitute::Key | Substitute::Val)) => Some(format!("Option<{}>", substitute.text())),
            None if text(inner) == "bool" => Some("Option<bool>".to_owned()),
            _ => None,
        }
    }

    fn option(&mut self, inner: &Type, name: &str) -> Option<String> {
        if let Some(ty) = self.optional(inner) {
            return Some(self.parameter(name, &ty, None));
        }
        let value = self.value(inner, name)?;
        Some(format!("(glassbox::choose(2) == 1).then_some({value})"))
    }

    /// An iterator over one or two items, with a known length if that is required.
    fn iterator(&mut self, item: &Type) -> Option<String> {
        let items = self.one_or_two(item)?;
        let is_exact = text(&self.method.function.sig).contains("ExactSizeIterator");
        Some(if is_exact { format!("{items}.collect::<Vec<_>>().into_iter()") } else { items })
    }

    /// An iterator over one or two items.
    fn one_or_two(&mut self, item: &Type) -> Option<String> {
        self.has_two = true;
        if let Some(ty) = self.optional(item) {
            let substitute = self.substitute(item).map_or("bool", Substitute::text);
            let (first, second) = (self.parameter("first", substitute, None), self.parameter("second", &ty, None));
            return Some(format!("std::iter::once({first}).chain({second})"));
        }
        let (first, second) = (self.value(item, "first")?, self.value(item, "second")?);
        self.before.push(format!("let second = (glassbox::choose(2) == 1).then_some({second});"));
        Some(format!("std::iter::once({first}).chain(second)"))
    }

    /// Another subject, empty or with one item.
    fn another_subject(&mut self, name: &str) -> Option<String> {
        let constructor = self.constructor?;
        let name = self.fresh(name);
        let known = ["push", "push_back", "insert", "add", "put", "enqueue", "push_front", "append"];
        let subject = self.subject;
        let fillers = known.iter().filter_map(|known| subject.methods.iter().find(|method| method.name() == *known));
        let filled = fillers.into_iter().find_map(|filler| self.fill(*filler, &name));
        let mutable = if filled.is_some() { "mut " } else { "" };
        self.before.push(format!("let {mutable}{name} = {constructor}();"));
        if let Some(call) = filled {
            self.before.push(format!("if glassbox::choose(2) == 1 {{\n    {call}\n}}"));
        }
        Some(name)
    }

    /// A call that puts one item into another subject, if the method takes only items.
    fn fill(&mut self, filler: Method<'a>, name: &str) -> Option<String> {
        let is_right =
            filler.receiver() == Receiver::Mutable && filler.ensure_callable().is_ok() && filler.panics().is_none();
        let choices = self.subject.choices_for(&filler).ok().filter(|_| is_right)?;
        let inputs = filler.function.sig.inputs.iter().skip(1).enumerate();
        let inputs: Option<Vec<(Substitute, String)>> = inputs
            .map(|(at, input)| match input {
                FnArg::Typed(typed) => match choices.get(&text(&typed.ty)) {
                    Some(TypeChoice::Plain(substitute)) => {
                        Some((*substitute, format!("{name}_{}", argument_name(&typed.pat, at))))
                    }
                    _ => None,
                },
                FnArg::Receiver(_) => None,
            })
            .collect();
        let inputs = inputs.filter(|inputs| !inputs.is_empty())?;
        let passed: Option<Vec<String>> =
            inputs.into_iter().map(|(substitute, name)| self.leaf(substitute, &name)).collect();
        let result = if filler.output().is_some() { "let _ = " } else { "" };
        Some(format!("{result}{name}.{}({});", filler.name(), passed?.join(", ")))
    }

    /// An expression of a type of which only bounds are known.
    fn bounded(&mut self, bounds: &[&TypeParamBound], name: &str) -> Option<String> {
        bounds.iter().find_map(|bound| {
            let TypeParamBound::Trait(bound) = bound else { return None };
            let last = bound.path.segments.last()?;
            match (last.ident.to_string().as_str(), &last.arguments) {
                (kind @ ("Fn" | "FnMut" | "FnOnce"), PathArguments::Parenthesized(it)) => {
                    let inputs: Vec<&Type> = it.inputs.iter().map(|input| &input.ty).collect();
                    self.closure(&inputs, &it.output, kind == "FnOnce", name)
                }
                ("RangeBounds", PathArguments::AngleBracketed(it)) => match it.args.first()? {
                    GenericArgument::Type(of) => self.range(of),
                    _ => None,
                },
                ("Into" | "Borrow", PathArguments::AngleBracketed(it)) => match it.args.first()? {
                    GenericArgument::Type(of) => self.value(of, name),
                    _ => None,
                },
                ("AsRef", PathArguments::AngleBracketed(it)) if text(it) == "<str>" => Some(self.string(name)),
                ("IntoIterator" | "Iterator" | "DoubleEndedIterator", PathArguments::AngleBracketed(it)) => {
                    it.args.iter().find_map(|argument| match argument {
                        GenericArgument::AssocType(of) if of.ident == "Item" => self.iterator(&of.ty),
                        _ => None,
                    })
                }
                _ => None,
            }
        })
    }

    fn closure(&mut self, inputs: &[&Type], output: &ReturnType, is_once: bool, name: &str) -> Option<String> {
        let blank = vec!["_"; inputs.len()].join(", ");
        let ReturnType::Type(_, output) = output else { return Some(format!("|{blank}| {{}}")) };
        let said = text(&**output);
        if said == "bool" {
            return Some(format!("|{blank}| glassbox::choose(2) == 1"));
        }
        if said.ends_with("Ordering") {
            let is_ordered = |ty: &&Type| matches!(plain(ty), Type::Reference(it) if matches!(self.substitute(&it.elem), Some(Substitute::Key | Substitute::Number)));
            return (inputs.len() == 2 && inputs.iter().all(is_ordered)).then(|| "|a, b| a.cmp(b)".to_owned());
        }
        if said == "()" {
            return Some(format!("|{blank}| {{}}"));
        }
        if let Some(bounds) = self.method.bounds(&said) {
            // The method passes the result on, or only compares it.
            let all = |names: &[&str]| bounds.iter().all(|it| is_one_of(it, names));
            return match &bounds[..] {
                [] => Some(format!("|{blank}| {{}}")),
                _ if all(&["PartialEq", "Eq"]) => Some(format!("|{blank}| glassbox::choose(2)")),
                _ => all(&OF_NUMBERS).then(|| format!("|{blank}| 0")),
            };
        }
        if is_once {
            let value = self.value(output, &format!("{name}_result"))?;
            return Some(format!("move |{blank}| {value}"));
        }
        (self.substitute(output) == Some(Substitute::Number)).then(|| format!("|{blank}| 0"))
    }
}

fn is_one_of(bound: &TypeParamBound, names: &[&str]) -> bool {
    let text = text(bound);
    let name = text.split('<').next().and_then(|path| path.rsplit("::").next());
    name.is_some_and(|name| names.contains(&name))
}
