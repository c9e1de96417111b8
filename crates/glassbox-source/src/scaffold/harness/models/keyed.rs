//! Models with keys that the caller chooses: maps, sets, caches, and queues with priorities.

use super::calls::{call, operand, owned, returns, returns_option};
use super::{Builder, ModelKind, is_usable};
use crate::read::method::{Method, Receiver};
use crate::read::type_syntax::{argument_of, text};
use crate::scaffold::harness::call_arguments::CallArguments;
use crate::scaffold::harness::settings::IN_ORDER;

/// Names of methods that add or change an entry.
const SETTERS: [&str; 5] = ["insert", "put", "set", "add", "push"];

impl<'a> Builder<'a> {
    /// A map, or a cache: one that may lose entries, so that what it has is the last value of its key.
    pub(super) fn map(&mut self) -> Option<()> {
        self.setter()?;
        self.getter()?;
        self.remover()
    }

    /// Items with priorities, of which the first one can be taken out.
    pub(super) fn priorities(&mut self) -> Option<()> {
        self.setter()?;
        let pops = ["pop", "pop_max", "pop_min", "dequeue", "extract_min", "extract_max"];
        let pop = self.one_of(&pops, Receiver::Mutable, 0)?;
        let arguments = self.arguments(pop)?;
        let item = argument_of(pop.output()?, "Option")?;
        let which = if self.kind == ModelKind::GreatestPriority { "max" } else { "min" };
        let (pattern, compared) = match item {
            syn::Type::Tuple(_) => ("Some((item, priority))", "assert_eq!(Some(priority), first);\n        "),
            _ => ("Some(item)", ""),
        };
        let body = vec![
            format!("let first = both.model.values().copied().{which}();"),
            format!(
                "match {} {{\n    {pattern} => {{\n        {compared}assert_eq!(both.model.remove(&item), first);\n    }}\n    \
                 None => assert_eq!(first, None),\n}}",
                call(&arguments)
            ),
        ];
        self.add(pop.name(), &arguments, body);
        self.getter()?;
        self.remover()
    }

    /// Adds the method that sets the value of a key.
    fn setter(&mut self) -> Option<()> {
        let insert = self.one_of(&SETTERS, Receiver::Mutable, 2)?;
        let arguments = self.arguments(insert)?;
        let (key, value) = (operand(&arguments, 0)?, operand(&arguments, 1)?);
        self.types = vec![key.ty, value.ty];
        let call = call(&arguments);
        let on_model = format!("both.model.insert({}, {})", key.value, value.value);
        let body = if returns_option(insert) && self.kind != ModelKind::Cache {
            vec![format!("assert_eq!({call}, {on_model});")]
        } else {
            vec![format!("let _ = {call};"), format!("{on_model};")]
        };
        self.add(insert.name(), &arguments, body);
        Some(())
    }

    /// Adds the method that looks up the value of a key.
    fn getter(&mut self) -> Option<()> {
        let (get, may_lose) = (self.lookup()?, self.kind == ModelKind::Cache);
        self.with_key(get, |arguments, key| {
            let (call, found) =
                (format!("{}{}", call(arguments), owned(get)), format!("both.model.get(&{key}).copied()"));
            vec![if may_lose {
                format!("if let Some(found) = {call} {{\n    assert_eq!(Some(found), {found});\n}}")
            } else {
                format!("assert_eq!({call}, {found});")
            }]
        })
    }

    /// Adds a method that takes a key, with a body from its call and the key.
    fn with_key(
        &mut self,
        method: Method<'a>,
        body: impl FnOnce(&CallArguments<'a>, &str) -> Vec<String>,
    ) -> Option<()> {
        let arguments = self.arguments(method)?;
        let key = operand(&arguments, 0).filter(|key| key.ty == self.types[0])?;
        let body = body(&arguments, &key.value);
        self.add(method.name(), &arguments, body);
        Some(())
    }

    /// Adds the method that takes an entry out, if there is one.
    fn remover(&mut self) -> Option<()> {
        let Some(remove) = self.one_of(&["remove", "delete", "erase", "take"], Receiver::Mutable, 1) else {
            return Some(());
        };
        let (is_set, may_lose) = (self.is_set(), self.kind == ModelKind::Cache);
        self.with_key(remove, |arguments, key| {
            let (call, on_model) = (call(arguments), format!("both.model.remove(&{key})"));
            // As far as the result tells: a set says whether it was there, a map what was there.
            match (returns_option(remove), returns(remove, "bool")) {
                (true, _) if is_set => vec![format!("assert_eq!({call}.is_some(), {on_model});")],
                (_, true) if is_set => vec![format!("assert_eq!({call}, {on_model});")],
                (true, _) if !may_lose => vec![format!("assert_eq!({call}, {on_model});")],
                (_, true) if !may_lose => vec![format!("assert_eq!({call}, {on_model}.is_some());")],
                _ => vec![format!("let _ = {call};"), format!("{on_model};")],
            }
        })
    }

    fn is_set(&self) -> bool {
        matches!(self.kind, ModelKind::Set | ModelKind::RefusingSet)
    }

    /// A method that takes a key and returns an optional value.
    pub(super) fn lookup(&self) -> Option<Method<'a>> {
        let names = ["get", "peek", "find", "lookup"];
        let of = |receiver| self.one_of(&names, receiver, 1).filter(|it| returns_option(*it));
        let is_lookup = |method: &&Method<'_>| {
            is_usable(method, Receiver::Reference) && method.function.sig.inputs.len() == 2 && returns_option(**method)
        };
        let by_shape = || self.subject.methods.iter().find(is_lookup).copied();
        of(Receiver::Reference).or_else(|| of(Receiver::Mutable)).or_else(by_shape)
    }

    pub(super) fn set(&mut self) -> Option<()> {
        let insert = self.one_of(&["insert", "add"], Receiver::Mutable, 1)?;
        let contains = self.one_of(&["contains", "has", "is_member"], Receiver::Reference, 1)?;
        let arguments = self.arguments(insert)?;
        let key = operand(&arguments, 0)?;
        self.types = vec![key.ty.clone()];
        let (call_text, on_model) = (call(&arguments), format!("both.model.insert({})", key.value));
        let body = match (self.kind, returns(insert, "bool")) {
            (ModelKind::Set, true) => vec![format!("assert_eq!({call_text}, {on_model});")],
            (ModelKind::Set, false) => vec![format!("let _ = {call_text};"), format!("{on_model};")],
            (_, true) => vec![format!("if {call_text} {{\n    {on_model};\n}}")],
            (_, false) => return None,
        };
        self.add(insert.name(), &arguments, body);
        self.with_key(contains, |arguments, key| {
            vec![format!("assert_eq!({}, both.model.contains(&{key}));", call(arguments))]
        })?;
        self.remover()?;
        self.listing();
        Some(())
    }

    /// Adds a law about the method that lists all elements: it is tried whether they are in order.
    fn listing(&mut self) {
        let names = ["iter", "to_vec", "keys", "items", "elements"];
        let Some(method) = self.one_of(&names, Receiver::Reference, 0) else { return };
        let Some(output) = method.output().map(text) else { return };
        let lends = output.contains('&') || output.contains("Iter<");
        let listed = if lends { "both.model.iter()" } else { "both.model.iter().copied()" };
        let name = method.name();
        self.law(&format!("{name}{IN_ORDER}"), format!("both.explored.{name}().into_iter().eq({listed})"));
    }
}
