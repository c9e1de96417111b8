//! Models with keys that the type makes: arenas, slabs and interners.

use super::calls::{call, input_type, operand, owned, returns, returns_option};
use super::{BOTH, Builder, ModelKind, is_usable};
use crate::read::method::{Method, Receiver};
use crate::read::type_syntax::{plain, text};
use crate::scaffold::harness::function::Function;

impl Builder<'_> {
    pub(super) fn arena(&mut self) -> Option<()> {
        let get = self.lookup()?;
        let key_type = input_type(get)?;
        let makes_key = |method: &&Method<'_>| {
            is_usable(method, Receiver::Mutable)
                && method.function.sig.inputs.len() == 2
                && method.output().is_some_and(|output| text(output) == key_type)
        };
        let insert = self.subject.methods.iter().find(makes_key).copied()?;
        let arguments = self.arguments(insert)?;
        let value = operand(&arguments, 0)?;
        self.types = vec![key_type.clone(), value.ty];
        let known = match self.kind {
            ModelKind::Arena => "assert!(old.is_none(), \"a key is used again\");",
            ModelKind::Slab => "assert!(old.is_none_or(|(_, value)| value.is_none()), \"a key has two values\");",
            _ => {
                let value = &value.value;
                self.add(
                    insert.name(),
                    &arguments,
                    vec![
                        format!("let key = {};", call(&arguments)),
                        "let at = both.model.iter().position(|(known, _)| *known == key);".to_owned(),
                        format!(
                            "let by_value = both.model.iter().position(|(_, known)| *known == Some({value}));\n\
                             assert_eq!(at, by_value, \"a key of another value\");"
                        ),
                        format!("if at.is_none() {{\n    both.model.push((key, Some({value})));\n}}"),
                    ],
                );
                ""
            }
        };
        if !known.is_empty() {
            let value = &value.value;
            let body = vec![
                format!("let key = {};", call(&arguments)),
                "let old = both.model.iter_mut().find(|(known, _)| *known == key);".to_owned(),
                known.to_owned(),
                "both.model.retain(|(known, _)| *known != key);".to_owned(),
                format!("both.model.push((key, Some({value})));"),
                // The order of keys means nothing, and fewer orders are fewer states.
                "both.model.sort();".to_owned(),
            ];
            let body = if has_order(&key_type) { body } else { body[..5].to_vec() };
            self.add(insert.name(), &arguments, body);
        }
        let found = "both.model.iter().find(|(known, _)| *known == key).and_then(|(_, value)| *value)";
        let look = format!("let found = {found};");
        let compare = format!("assert_eq!(both.explored.{}({}){}, found);", get.name(), key_of(get), owned(get));
        self.add_with_key(&get.name(), &key_type, vec![look.clone(), compare]);
        let takes_key = |method: &&Method<'_>| {
            is_usable(method, Receiver::Mutable) && input_type(**method).as_ref() == Some(&key_type)
        };
        let remove = self.subject.methods.iter().filter(takes_key).find(|it| it.name() == "remove").copied();
        if let Some(remove) = remove {
            let call = format!("both.explored.{}({})", remove.name(), key_of(remove));
            let compare = match (returns_option(remove), returns(remove, "bool")) {
                (true, _) => format!("assert_eq!({call}, found);"),
                (_, true) => format!("assert_eq!({call}, found.is_some());"),
                _ => format!("let _ = {call};"),
            };
            let forget = "for (_, value) in both.model.iter_mut().filter(|(known, _)| *known == key) {\n    \
                          *value = None;\n}";
            self.add_with_key("remove", &key_type, vec![look, compare, forget.to_owned()]);
        }
        Some(())
    }

    /// Adds a function that takes a key of the model.
    fn add_with_key(&mut self, name: &str, key_type: &str, body: Vec<String>) {
        let keys = "both.model.iter().map(|(key, _)| *key).collect::<std::vec::Vec<_>>()";
        let key = format!("#[glassbox(values = {keys})] key: {key_type}");
        let parameters = vec![format!("both: &mut {BOTH}"), key];
        self.operations.push(Function { name: name.to_owned(), parameters, body, ..Function::default() });
    }
}

/// Whether keys of this type can be sorted: numbers.
fn has_order(ty: &str) -> bool {
    ["u8", "u16", "u32", "u64", "usize", "i32", "i64"].contains(&ty)
}

/// The key as the method takes it.
fn key_of(method: Method<'_>) -> &'static str {
    let takes_reference =
        method.function.sig.inputs.iter().any(
            |input| matches!(input, syn::FnArg::Typed(typed) if matches!(plain(&typed.ty), syn::Type::Reference(_))),
        );
    if takes_reference { "&key" } else { "key" }
}
