//! Arguments that consist of several parts: ranges, options, iterators, closures, other subjects.

use syn::{FnArg, GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};

use super::call_arguments::CallArguments;
use super::function::FILLERS;
use super::own_traits::OwnTrait;
use super::type_choice::TypeChoice;
use crate::read::method::{Method, Receiver, argument_name};
use crate::read::type_syntax::{plain, text};
use crate::scaffold::substitute::{OF_NUMBERS, Substitute};

impl<'a> CallArguments<'a> {
    /// A range of indices, keys or numbers.
    pub(super) fn range(&mut self, of: &Type) -> Option<String> {
        if text(of) == "usize" {
            let values = if self.can_ask() && self.subject.has_number("len") {
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
        let number = text(of);
        if ["u8", "u16", "u32", "u64", "i32", "i64"].contains(&number.as_str()) {
            let (start, end) =
                (self.parameter("start", &number, Some("0..3")), self.parameter("end", &number, Some("0..3")));
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

    /// An iterator over one item; in constructors, over one or two.
    pub(super) fn iterator(&mut self, item: &Type) -> Option<String> {
        if self.method.receiver() == Receiver::Nothing
            && let Some(ty) = self.optional(item)
            && !text(&self.method.function.sig).contains("ExactSizeIterator")
        {
            self.has_two = true;
            let substitute = self.substitute(item).map_or("bool", Substitute::text);
            let (first, second) = (self.parameter("first", substitute, None), self.parameter("second", &ty, None));
            return Some(format!("std::iter::once({first}).chain({second})"));
        }
        let items = self.items(item)?;
        Some(match &items[..] {
            [item] => format!("std::iter::once({item})"),
            items => format!("[{}].into_iter()", items.join(", ")),
        })
    }

    /// One item, in constructors two.
    pub(super) fn items(&mut self, item: &Type) -> Option<Vec<String>> {
        if self.method.receiver() != Receiver::Nothing {
            return self.value(item, "item").map(|item| vec![item]);
        }
        self.has_two = true;
        Some(vec![self.value(item, "first")?, self.value(item, "second")?])
    }

    /// An array. If its length is a parameter of the method, it has one item.
    pub(super) fn array(&mut self, item: &Type, len: &str) -> Option<String> {
        let chosen = self.choices.get(len).and_then(TypeChoice::text);
        let is_own = self.method.function.sig.generics.const_params().any(|it| it.ident == len);
        let len: usize = if is_own { 1 } else { chosen.unwrap_or_else(|| len.to_owned()).parse().ok()? };
        let items: Option<Vec<String>> = (0..len).filter(|_| len <= 3).map(|_| self.value(item, "item")).collect();
        items.filter(|items| items.len() == len).map(|items| format!("[{}]", items.join(", ")))
    }

    /// Another subject, empty or with one item.
    pub(super) fn another_subject(&mut self, name: &str) -> Option<String> {
        let constructor = self.constructor?;
        let name = self.fresh_name(name);
        let subject = self.subject;
        let fillers = FILLERS.iter().filter_map(|known| subject.methods.iter().find(|method| method.name() == *known));
        let filled = fillers.into_iter().find_map(|filler| self.fill(*filler, &name));
        let mutable = if filled.is_some() { "mut " } else { "" };
        let made = self.subject.expression(&format!("{constructor}()"));
        self.before.push(format!("let {mutable}{name} = {made};"));
        if let Some(call) = filled {
            self.before.push(format!("if glassbox::choose(2) == 1 {{\n    {call}\n}}"));
        }
        Some(name)
    }

    /// A call that puts one item into another subject, if the method takes only items.
    fn fill(&mut self, filler: Method<'a>, name: &str) -> Option<String> {
        let is_usable = filler.receiver() == Receiver::Mutable
            && filler.ensure_callable(self.subject.is_compiled).is_ok()
            && filler.panics().is_none();
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
        let is_plain = |bound: &&TypeParamBound| {
            !matches!(bound, TypeParamBound::Trait(_)) || is_one_of(bound, &OF_NUMBERS) || text(bound) == "?Sized"
        };
        if bounds.iter().all(is_plain) {
            // The method only stores it, or uses common traits of it.
            return self.leaf(Substitute::Number, name);
        }
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
                (name, _) if OwnTrait::find(self.subject.source, name).is_some_and(|it| it.has_ranges()) => {
                    self.range(&syn::parse_quote!(usize))
                }
                ("AsRef", PathArguments::AngleBracketed(it)) if text(it) == "<str>" => Some(self.string(name)),
                ("AsRef" | "AsMut", PathArguments::AngleBracketed(it)) => match it.args.first()? {
                    GenericArgument::Type(Type::Slice(slice)) => self.array(&slice.elem, "1"),
                    _ => None,
                },
                (
                    "IntoIterator" | "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator",
                    PathArguments::AngleBracketed(it),
                ) => it.args.iter().find_map(|argument| match argument {
                    GenericArgument::AssocType(of) if of.ident == "Item" => self.iterator(&of.ty),
                    _ => None,
                }),
                _ => None,
            }
        })
    }

    /// A closure that compares: by the first key of each half of its arguments, or not at all.
    fn comparison(&self, inputs: &[&Type]) -> String {
        let is_ordered = |ty: &Type| matches!(self.substitute(ty), Some(Substitute::Key | Substitute::Number));
        let is_key = |ty: &&Type| matches!(plain(ty), Type::Reference(it) if is_ordered(&it.elem));
        let half = inputs.len() / 2;
        let key =
            inputs[..half].iter().position(is_key).filter(|at| inputs.len() == 2 * half && is_key(&inputs[half + at]));
        let mut names = vec!["_"; inputs.len()];
        let Some(key) = key else { return format!("|{}| std::cmp::Ordering::Equal", names.join(", ")) };
        (names[key], names[half + key]) = ("a", "b");
        format!("|{}| a.cmp(b)", names.join(", "))
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
            return Some(self.comparison(inputs));
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
        match self.substitute(output)? {
            Substitute::Number => Some(format!("|{blank}| 0")),
            Substitute::Key => {
                let key = self.leaf(Substitute::Key, &format!("{name}_result"))?;
                Some(format!("move |{blank}| {key}.clone()"))
            }
            Substitute::Val => {
                let value = self.leaf(Substitute::Val, &format!("{name}_result"))?;
                self.before.push(format!("let mut {value} = Some({value});"));
                // There is one value: longer runs are excluded.
                Some(format!("move |{blank}| {{ glassbox::assume({value}.is_some()); {value}.take().unwrap() }}"))
            }
            Substitute::Constant => None,
        }
    }
}

/// Whether the last name of a trait bound is one of these.
fn is_one_of(bound: &TypeParamBound, names: &[&str]) -> bool {
    let text = text(bound);
    let name = text.split('<').next().and_then(|path| path.rsplit("::").next());
    name.is_some_and(|name| names.contains(&name))
}
