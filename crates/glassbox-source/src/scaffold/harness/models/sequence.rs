//! Models with an order: stacks, queues and heaps.

use super::calls::{call, operand, owned, returns_option};
use super::{Builder, ModelKind};
use crate::read::method::{Method, Receiver};
use crate::read::type_syntax::text;
use crate::scaffold::harness::call_arguments::CallArguments;

impl Builder<'_> {
    pub(super) fn sequence(&mut self) -> Option<()> {
        let ends: &[(&[&str], &str, bool)] = match self.kind {
            ModelKind::Deque => &[
                (&["push_back"], "push_back", true),
                (&["pop_front"], "pop_front", false),
                (&["push_front"], "push_front", true),
                (&["pop_back"], "pop_back", false),
            ],
            ModelKind::Stack => &[
                (&["push", "push_back", "add", "insert"], "push_back", true),
                (&["pop", "pop_back"], "pop_back", false),
            ],
            ModelKind::Queue => &[
                (&["push", "enqueue", "push_back", "add", "insert", "offer"], "push_back", true),
                (&["pop", "dequeue", "pop_front", "poll"], "pop_front", false),
            ],
            _ => &[
                (&["push", "insert", "add", "enqueue"], "push_back", true),
                (&["pop", "pop_max", "pop_min", "dequeue", "extract_min", "extract_max"], "pop", false),
            ],
        };
        for (names, on_model, is_push) in ends {
            let method = self.one_of(names, Receiver::Mutable, usize::from(*is_push))?;
            let arguments = self.arguments(method)?;
            let body = if *is_push {
                let item = operand(&arguments, 0)?;
                let pushed = format!("both.model.{on_model}({});", item.value);
                self.types = vec![item.ty];
                self.pushed(method, &arguments, pushed)?
            } else {
                let expected = match self.kind {
                    ModelKind::Greatest => taken("max"),
                    ModelKind::Least => taken("min"),
                    _ => format!("both.model.{on_model}()"),
                };
                if !returns_option(method) {
                    return None;
                }
                vec![format!("let expected = {expected};"), format!("assert_eq!({}, expected);", call(&arguments))]
            };
            self.add(method.name(), &arguments, body);
        }
        let (names, on_model): (&[&str], &str) = match self.kind {
            ModelKind::Stack => (&["last", "top", "peek"], "back"),
            ModelKind::Queue => (&["first", "front", "peek"], "front"),
            _ => (&[], ""),
        };
        if let Some(method) = self.one_of(names, Receiver::Reference, 0).filter(|it| returns_option(*it)) {
            let body =
                format!("both.explored.{}(){} == both.model.{on_model}().copied()", method.name(), owned(method));
            self.law(&format!("{}_is_right", method.name()), body);
        }
        Some(())
    }

    /// A call that adds an item, unless it is refused.
    fn pushed(&self, method: Method<'_>, arguments: &CallArguments<'_>, pushed: String) -> Option<Vec<String>> {
        let call = call(arguments);
        let pushed = match self.kind {
            // The order of the items means nothing, and fewer orders are fewer states.
            ModelKind::Greatest | ModelKind::Least => format!("{pushed}\nboth.model.make_contiguous().sort();"),
            _ => pushed,
        };
        let if_accepted = |condition: String| {
            let pushed = pushed.replace('\n', "\n    ");
            vec![format!("if {condition} {{\n    {pushed}\n}}")]
        };
        match method.output().map(text) {
            None => Some(vec![format!("{call};"), pushed]),
            Some(output) if output == "bool" => Some(if_accepted(call)),
            Some(output) if output.starts_with("Result<") => Some(if_accepted(format!("{call}.is_ok()"))),
            Some(_) => None,
        }
    }
}

/// The greatest or least item of the model, taken out.
fn taken(which: &str) -> String {
    let expression = format!("both.model.iter().copied().{which}()");
    format!(
        "{expression};\nif let Some(at) = both.model.iter().position(|item| Some(*item) == expected) {{\n    \
         both.model.remove(at);\n}}\nlet expected = expected"
    )
}
