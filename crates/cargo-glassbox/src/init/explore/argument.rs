//! What a method is called with: arguments of the function in the harness, and what is made of them.

use std::collections::{BTreeMap, BTreeSet};

use syn::{FnArg, GenericArgument, PathArguments, ReturnType, Type, TypeParamBound, TypeReference};

use super::super::operations::argument_name;
use super::super::parameters::{OF_NUMBERS, Stand};
use super::super::types::{named, plain, text};
use super::choice::Choice;
use super::method::{Method, Takes};
use super::subject::Subject;

/// An argument of a function in the harness.
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) ty: String,
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

/// What one call needs.
pub(super) struct Arguments<'a> {
    subject: &'a Subject<'a>,
    method: Method<'a>,
    stands: BTreeMap<String, Choice>,
    pub(super) variable: String,
    pub(super) parameters: Vec<Parameter>,
    /// What comes before the call.
    pub(super) before: Vec<String>,
    /// What is passed.
    pub(super) passed: Vec<String>,
    /// Indices are only those that are valid.
    pub(super) has_index: bool,
    /// It puts in two items at most, not one.
    pub(super) has_two: bool,
    taken: BTreeSet<String>,
    /// A call without arguments that makes another subject.
    another: Option<&'a str>,
}

impl<'a> Arguments<'a> {
    /// What a method is called with.
    pub(super) fn new(subject: &'a Subject<'a>, method: Method<'a>, another: Option<&'a str>) -> Result<Self, String> {
        let mut arguments = Self::none(subject, method, another)?;
        for (at, input) in method.function.sig.inputs.iter().enumerate() {
            let FnArg::Typed(typed) = input else { continue };
            let value = arguments.value(&typed.ty, &argument_name(&typed.pat, at));
            let value = value.ok_or_else(|| format!("it takes `{}`", text(typed)))?;
            arguments.passed.push(value);
        }
        Ok(arguments)
    }

    /// What `Extend::extend` is called with.
    pub(super) fn items(subject: &'a Subject<'a>, method: Method<'a>, item: &Type) -> Option<Self> {
        let mut arguments = Self::none(subject, method, None).ok()?;
        let value = arguments.one_or_two(item)?;
        arguments.passed.push(value);
        Some(arguments)
    }

    fn none(subject: &'a Subject<'a>, method: Method<'a>, another: Option<&'a str>) -> Result<Self, String> {
        let inputs = method.function.sig.inputs.iter().enumerate().filter_map(|(at, input)| match input {
            FnArg::Typed(typed) => Some(argument_name(&typed.pat, at)),
            FnArg::Receiver(_) => None,
        });
        let variable = subject.variable(&inputs.collect());
        Ok(Self {
            subject,
            method,
            stands: subject.stands_in(&method)?,
            taken: [variable.clone()].into(),
            variable,
            parameters: Vec::new(),
            before: Vec::new(),
            passed: Vec::new(),
            has_index: false,
            has_two: false,
            another,
        })
    }

    /// The parameters as they are written, behind the subject.
    pub(super) fn texts(&self) -> Vec<String> {
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

    /// An expression of this type.
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
        match self.stand(part) {
            Some(Stand::Key) if at == 0 => format!("{name}_key"),
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

    /// What a name stands for: a parameter of the type, or what is lent as one.
    fn stand(&self, ty: &Type) -> Option<Stand> {
        let name = text(ty);
        let known = self.stands.get(&name).cloned();
        let lent = || self.stands.get(&self.method.lender(&name)?).cloned();
        match known.or_else(lent)? {
            Choice::Plain(stand) => Some(stand),
            _ => None,
        }
    }

    fn leaf(&mut self, stand: Stand, name: &str) -> Option<String> {
        match stand {
            Stand::Key | Stand::Val => Some(self.parameter(name, stand.text(), None)),
            Stand::Number => Some(self.parameter(name, stand.text(), Some("0..3"))),
            Stand::Constant => None,
        }
    }

    fn path(&mut self, ty: &Type, name: &str) -> Option<String> {
        if let Some(stand) = self.stand(ty) {
            return self.leaf(stand, name);
        }
        if let Some(&Choice::Array(stand)) = self.stands.get(&text(ty)) {
            let (first, second) = (self.leaf(stand, "first")?, self.leaf(stand, "second")?);
            return Some(format!("[{first}, {second}]"));
        }
        if self.stands.get(&text(ty)) == Some(&Choice::Hasher) {
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

    /// A number: an index, unless it is called otherwise.
    fn number(&mut self, name: &str) -> String {
        let is_capacity = ["cap", "additional", "amount", "reserve", "size"].iter().any(|it| name.contains(it));
        if is_capacity {
            return self.parameter(name, "usize", Some("0..3"));
        }
        let values = self.indices();
        self.parameter(name, "usize", Some(&values))
    }

    /// All that can be an index.
    fn indices(&mut self) -> String {
        let can_ask = matches!(self.method.takes(), Takes::Mutable | Takes::Reference);
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
            let can_ask = matches!(self.method.takes(), Takes::Mutable | Takes::Reference);
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
        let stand = self.stand(of).filter(|stand| matches!(stand, Stand::Key | Stand::Number))?;
        let (low, high) = (self.leaf(stand, "low")?, self.leaf(stand, "high")?);
        self.before.push(format!("glassbox::assume({low} <= {high});"));
        Some(format!("{low}..{high}"))
    }

    /// `Option<Val>`, if an exploration knows all of them.
    fn optional(&self, inner: &Type) -> Option<String> {
        match self.stand(inner) {
            Some(stand @ (Stand::Key | Stand::Val)) => Some(format!("Option<{}>", stand.text())),
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

    /// An iterator over one or two items that knows how many there are, if that is asked.
    fn iterator(&mut self, item: &Type) -> Option<String> {
        let items = self.one_or_two(item)?;
        let is_exact = text(&self.method.function.sig).contains("ExactSizeIterator");
        Some(if is_exact { format!("{items}.collect::<Vec<_>>().into_iter()") } else { items })
    }

    /// An iterator over one or two items.
    fn one_or_two(&mut self, item: &Type) -> Option<String> {
        self.has_two = true;
        if let Some(ty) = self.optional(item) {
            let stand = self.stand(item).map_or("bool", Stand::text);
            let (first, second) = (self.parameter("first", stand, None), self.parameter("second", &ty, None));
            return Some(format!("std::iter::once({first}).chain({second})"));
        }
        let (first, second) = (self.value(item, "first")?, self.value(item, "second")?);
        self.before.push(format!("let second = (glassbox::choose(2) == 1).then_some({second});"));
        Some(format!("std::iter::once({first}).chain(second)"))
    }

    /// Another subject, empty or with one item.
    fn another_subject(&mut self, name: &str) -> Option<String> {
        let make = self.another?;
        let name = self.fresh(name);
        let known = ["push", "push_back", "insert", "add", "put", "enqueue", "push_front", "append"];
        let subject = self.subject;
        let fillers = known.iter().filter_map(|known| subject.methods.iter().find(|method| method.name() == *known));
        let filled = fillers.into_iter().find_map(|filler| self.fill(*filler, &name));
        let mutable = if filled.is_some() { "mut " } else { "" };
        self.before.push(format!("let {mutable}{name} = {make}();"));
        if let Some(call) = filled {
            self.before.push(format!("if glassbox::choose(2) == 1 {{\n    {call}\n}}"));
        }
        Some(name)
    }

    /// A call that puts one item into another subject, if it takes nothing but items.
    fn fill(&mut self, filler: Method<'a>, name: &str) -> Option<String> {
        let is_right = filler.takes() == Takes::Mutable && filler.refuse().is_ok() && filler.panics().is_none();
        let stands = self.subject.stands_in(&filler).ok().filter(|_| is_right)?;
        let inputs = filler.function.sig.inputs.iter().skip(1).enumerate();
        let inputs: Option<Vec<(Stand, String)>> = inputs
            .map(|(at, input)| match input {
                FnArg::Typed(typed) => match stands.get(&text(&typed.ty)) {
                    Some(Choice::Plain(stand)) => Some((*stand, format!("{name}_{}", argument_name(&typed.pat, at)))),
                    _ => None,
                },
                FnArg::Receiver(_) => None,
            })
            .collect();
        let inputs = inputs.filter(|inputs| !inputs.is_empty())?;
        let passed: Option<Vec<String>> = inputs.into_iter().map(|(stand, name)| self.leaf(stand, &name)).collect();
        let result = if filler.output().is_some() { "let _ = " } else { "" };
        Some(format!("{result}{name}.{}({});", filler.name(), passed?.join(", ")))
    }

    /// Something of which only bounds are known.
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
            let is_ordered = |ty: &&Type| matches!(plain(ty), Type::Reference(it) if matches!(self.stand(&it.elem), Some(Stand::Key | Stand::Number)));
            return (inputs.len() == 2 && inputs.iter().all(is_ordered)).then(|| "|a, b| a.cmp(b)".to_owned());
        }
        if said == "()" {
            return Some(format!("|{blank}| {{}}"));
        }
        if let Some(bounds) = self.method.bounds(&said) {
            // Whatever it is, it is passed on, or only compared.
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
        (self.stand(output) == Some(Stand::Number)).then(|| format!("|{blank}| 0"))
    }
}

fn is_one_of(bound: &TypeParamBound, names: &[&str]) -> bool {
    let text = text(bound);
    let name = text.split('<').next().and_then(|path| path.rsplit("::").next());
    name.is_some_and(|name| names.contains(&name))
}
