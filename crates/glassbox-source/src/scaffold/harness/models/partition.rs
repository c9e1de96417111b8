//! The model of a partition: elements that are in one set or not, and sets that are joined.

use super::Builder;
use super::calls::{call, operand, returns};
use crate::read::method::Receiver;

/// The function that looks up the set of an element: its least element.
pub(super) fn label(model: &str) -> String {
    let element = model.rsplit(", ").next().unwrap_or_default().trim_end_matches('>');
    format!(
        "\n/// The least element of the set of an element.\n\
         fn label(model: &mut {model}, element: {element}) -> {element} {{\n    *model.entry(element).or_insert(element)\n}}\n"
    )
}

impl Builder<'_> {
    pub(super) fn partition(&mut self) -> Option<()> {
        let union = self.one_of(&["union", "unite", "merge", "join", "link"], Receiver::Mutable, 2)?;
        let arguments = self.arguments(union)?;
        let (a, b) = (operand(&arguments, 0)?, operand(&arguments, 1)?);
        if a.ty != b.ty {
            return None;
        }
        self.types = vec![a.ty.clone()];
        let call_text = call(&arguments);
        let compared = if returns(union, "bool") {
            format!("assert_eq!({call_text}, one != other);")
        } else {
            format!("let _ = {call_text};")
        };
        let labels =
            format!("let (one, other) = (label(&mut both.model, {}), label(&mut both.model, {}));", a.value, b.value);
        let joined = "for label in both.model.values_mut().filter(|label| **label == one.max(other)) {\n    \
                      *label = one.min(other);\n}";
        self.add(union.name(), &arguments, vec![labels, compared, joined.to_owned()]);
        let names = ["same", "same_set", "is_same", "equiv", "connected", "is_connected", "in_same_set", "together"];
        let same = [Receiver::Reference, Receiver::Mutable].into_iter().find_map(|it| self.one_of(&names, it, 2));
        if let Some(same) = same.filter(|it| returns(*it, "bool")) {
            let arguments = self.arguments(same)?;
            let (a, b) = (operand(&arguments, 0)?, operand(&arguments, 1)?);
            let expected = format!("label(&mut both.model, {}) == label(&mut both.model, {})", a.value, b.value);
            self.add(same.name(), &arguments, vec![format!("assert_eq!({}, {expected});", call(&arguments))]);
        }
        let find =
            [Receiver::Reference, Receiver::Mutable].into_iter().find_map(|it| self.one_of(&["find", "root"], it, 1));
        if let Some(find) = find.filter(|it| returns(*it, &self.types[0])) {
            let arguments = self.arguments(find)?;
            let element = operand(&arguments, 0)?;
            let body = vec![
                format!("let found = {};", call(&arguments)),
                format!(
                    "assert_eq!(label(&mut both.model, found), label(&mut both.model, {}), \"of another set\");",
                    element.value
                ),
            ];
            self.add(find.name(), &arguments, body);
        }
        (self.operations.len() > 1).then_some(())
    }
}
