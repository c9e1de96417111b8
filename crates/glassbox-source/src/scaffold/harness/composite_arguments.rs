//! Arguments that consist of several parts: ranges, options, iterators, closures, other subjects.

use syn::{FnArg, GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};

use super::call_arguments::CallArguments;
use super::type_choice::TypeChoice;
use crate::read::method::{Method, Receiver, argument_name};
use crate::read::type_syntax::{plain, text};
use crate::scaffold::substitute::{OF_NUMBERS, Substitute};

impl<'a> CallArguments<'a> {
    /// A range of indices, keys or numbers.
    pub(super) fn range(&mut self, of: &Type) -> Option<String> {
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

    /// An `Option`.
    pub(super) fn option(&mut self, inner: &Type, name: &str) -> Option<String> {
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
    pub(super) fn one_or_two(&mut self, item: &Type) -> Option<String> {
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
    pub(super) fn another_subject(&mut self, name: &str) -> Option<String> {
        let constructor = self.constructor?;
        let name = self.fresh_name(name);
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
        let is_usable =
            filler.receiver() == Receiver::Mutable && filler.ensure_callable().is_ok() && filler.panics().is_none();
        let choices = self.subject.choices_for(&filler).ok().filter(|_| is_usable)?;
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
    pub(super) fn bounded(&mut self, bounds: &[&TypeParamBound], name: &str) -> Option<String> {
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

    /// A closure. `is_once`: the method calls it at most once, so that it can move a value out.
    fn closure(&mut self, inputs: &[&Type], output: &ReturnType, is_once: bool, name: &str) -> Option<String> {
        let blank = vec!["_"; inputs.len()].join(", ");
        let ReturnType::Type(_, output) = output else { return Some(format!("|{blank}| {{}}")) };
        let said = text(&**output);
        if said == "bool" {
            return Some(format!("|{blank}| glassbox::choose(2) == 1"));
        }
        if said.ends_with("Ordering") {
            let is_ordered = |ty: &Type| matches!(self.substitute(ty), Some(Substitute::Key | Substitute::Number));
            let is_reference = |ty: &&Type| matches!(plain(ty), Type::Reference(it) if is_ordered(&it.elem));
            return (inputs.len() == 2 && inputs.iter().all(is_reference)).then(|| "|a, b| a.cmp(b)".to_owned());
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

/// Whether the last name of a trait bound is one of these.
fn is_one_of(bound: &TypeParamBound, names: &[&str]) -> bool {
    let text = text(bound);
    let name = text.split('<').next().and_then(|path| path.rsplit("::").next());
    name.is_some_and(|name| names.contains(&name))
}
