//! The text of the new file: one check for each operation, and a place for the invariant.

use std::fmt::Write;

use syn::Type;

use super::candidate::Candidate;
use super::conditions::Condition;
use super::description::{Description, List, Part, Rule};
use super::operations::{Argument, Operation};
use crate::read::library_source::LibrarySource;
use crate::read::type_syntax::{plain, text};
use crate::scaffold::naming::{braced, variable};
use crate::scaffold::substitute::Substitute;

/// The file with the checks of a type.
pub(super) struct ChecksFile<'a> {
    pub(super) source: &'a LibrarySource,
    pub(super) candidate: &'a Candidate,
}

impl ChecksFile<'_> {
    /// Its text.
    pub(super) fn text(&self) -> String {
        let Candidate { name, operations, .. } = self.candidate;
        let mut file = format!(
            "//! Checks of `{name}`, written by `cargo glassbox init`.\n\
             //!\n\
             //! `cargo glassbox` runs each of them on every state within its bounds and with every argument. They fail on panics,\n\
             //! memory errors, leaks, loops without end, broken links and broken invariants. To check more, add assertions,\n\
             //! or declare the effect of the operation: `#[glassbox::check(height = 3, adds(key))]`.\n\
             //!\n\
             //! The next steps are in glassbox's book, in the chapters 'A first structure' and 'What an operation does'.\n\n"
        );
        file += &self.imports();
        file += &self.invariant();
        let mut new = operations.new.as_deref();
        for operation in &operations.found {
            // One check with a constructor is enough for all of them.
            file += &self.check(operation, new.take());
        }
        file
    }

    /// The type with its arguments: `Tree<Key, Val>`.
    fn subject(&self) -> String {
        self.candidate.name.clone() + &self.candidate.type_arguments.text()
    }

    fn imports(&self) -> String {
        let Candidate { name, type_arguments, description, operations, .. } = self.candidate;
        let arguments = || operations.found.iter().flat_map(|operation| &operation.arguments);
        let mut own: Vec<&str> = arguments().map(|argument| argument.ty.as_str()).collect();
        own.retain(|ty| self.source.types.iter().any(|it| it.ident == ty));
        own.push(name);
        let node = description.list.as_ref().map(|list| list.node);
        let nodes = node.into_iter().chain(self.by_hand().map(|part| part.of));
        let nodes: Vec<String> = nodes.map(|of| self.source.types[of].ident.to_string()).collect();
        own.extend(nodes.iter().map(String::as_str));
        let conditions: Vec<&Condition> = description.parts.iter().flat_map(|part| &part.conditions).collect();
        let names: Vec<String> = self.source.types.iter().map(|definition| definition.ident.to_string()).collect();
        let is_used = |name: &&String| conditions.iter().any(|it| it.code.contains(&format!(" {name}::")));
        own.extend(names.iter().filter(is_used).map(String::as_str));
        own.sort_unstable();
        own.dedup();
        let stands = [Substitute::Key, Substitute::Val].into_iter().filter(|stand| type_arguments.uses(*stand));
        let mut glassbox: Vec<&str> = stands.map(Substitute::text).collect();
        let mut imports = String::new();
        if description.list.is_some() {
            imports += "use std::ptr;\n\n";
            glassbox.extend(["Broken", "Invariant", "Children", "ensure"]);
        } else if self.by_hand().next().is_some() {
            glassbox.extend(["Broken", "Invariant", "Children"]);
            let has_conditions = self.by_hand().any(|part| !part.conditions.is_empty());
            glassbox.extend(has_conditions.then_some("ensure"));
        }
        // In the order of rustfmt: types first.
        glassbox.sort_unstable_by_key(|name| (name.starts_with(char::is_lowercase), *name));
        if !glassbox.is_empty() {
            writeln!(imports, "use glassbox::{};\n", braced(&glassbox)).expect("a string takes all text");
        }
        imports + &format!("use super::{};\n\n", braced(&own))
    }

    /// Types whose invariant the file has to implement.
    fn by_hand(&self) -> impl Iterator<Item = &Part> {
        self.candidate.description.parts.iter().filter(|part| part.rule == Rule::Written)
    }

    fn invariant(&self) -> String {
        let nodes: String = self.by_hand().map(|part| self.node_invariant(part)).collect();
        self.root_invariant() + &nodes
    }

    fn node_invariant(&self, part: &Part) -> String {
        let node = text(&self.candidate.type_arguments.concrete(&part.instance));
        if part.conditions.is_empty() {
            return format!(
                "// The invariant of every node.\n\
                 impl Invariant for {node} {{\n    type Summary = ();\n\n    \
                 fn check(&self, _: &Children) -> Result<(), Broken> {{\n        Ok(())\n    }}\n}}\n\n"
            );
        }
        let mut conditions = String::new();
        for (at, Condition { code, message }) in part.conditions.iter().enumerate() {
            if code.contains("unsafe ") {
                conditions += "        // SAFETY: links lead to nodes.\n";
            }
            let end = if at + 1 == part.conditions.len() { "" } else { "?;" };
            writeln!(conditions, "        ensure({code}, {message:?}){end}").expect("a string takes all text");
        }
        format!(
            "// Proposed by `init`: these conditions hold in all states that the checked operations reached. Remove those that need\n\
             // not hold, and add those that are missing.\n\
             impl Invariant for {node} {{\n    type Summary = ();\n\n    \
             fn check(&self, _: &Children) -> Result<(), Broken> {{\n{conditions}    }}\n}}\n\n"
        )
    }

    fn root_invariant(&self) -> String {
        let description = &self.candidate.description;
        if let Some(list) = &description.list {
            return self.list_invariant(list);
        }
        if !description.parts.first().is_some_and(|root| root.rule == Rule::All) {
            return String::new();
        }
        let subject = self.subject();
        let nodes = if description.has_links { " Each type of nodes can have one, too." } else { "" };
        format!(
            "// So far every value of `{subject}` counts as valid. If a check fails in a state that your code never makes,\n\
             // rule it out: remove `no_invariant` from the type and write its invariant.{nodes}\n\
             //\n\
             //     impl glassbox::Invariant for {subject} {{\n\
             //         type Summary = ();\n\
             //\n\
             //         fn check(&self, children: &glassbox::Children) -> Result<(), glassbox::Broken> {{\n\
             //             glassbox::ensure(true, \"message if this is false\")\n\
             //         }}\n\
             //     }}\n\n"
        )
    }

    fn list_invariant(&self, list: &List) -> String {
        let List { head, next, tail, .. } = list;
        let (subject, node) = (self.subject(), text(&self.candidate.type_arguments.concrete(&list.node_type)));
        let known = match plain(&list.tail_type) {
            Type::Ptr(pointer) if matches!(pointer.mutability, syn::PointerMutability::Const(_)) => {
                format!("self.{tail}")
            }
            Type::Ptr(_) => format!("self.{tail}.cast_const()"),
            _ => format!("self.{tail}.map_or(ptr::null(), |{tail}| {tail}.as_ptr().cast_const())"),
        };
        format!(
            "impl Invariant for {node} {{\n    /// The last node.\n    type Summary = *const Self;\n\n    \
             fn check(&self, children: &Children) -> Result<*const Self, Broken> {{\n        \
             Ok(children.summary_or(&self.{next}, ptr::from_ref(self)))\n    }}\n}}\n\n\
             // `init` guessed this from the names of the fields. Add more conditions here.\n\
             impl Invariant for {subject} {{\n    type Summary = ();\n\n    \
             fn check(&self, children: &Children) -> Result<(), Broken> {{\n        \
             let {tail} = {known};\n        \
             ensure({tail} == children.summary_or(&self.{head}, ptr::null()), \"`{tail}` is not the last node\")\n    }}\n}}\n\n"
        )
    }

    /// The check of an operation, with the constructor of the structure if the derive does not know it.
    fn check(&self, operation: &Operation, new: Option<&str>) -> String {
        let Operation { name, arguments, returns, is_private } = operation;
        let is_taken = |name: &str| arguments.iter().any(|argument| argument.name == name);
        let subject = variable(&self.candidate.name, is_taken);
        let new = new.map(|new| format!("#[glassbox(new = {new})] ")).unwrap_or_default();
        let mut parameters = vec![format!("{new}{subject}: &mut {}", self.subject())];
        parameters.extend(arguments.iter().map(parameter));
        let passed: Vec<String> = arguments.iter().map(|it| format!("{}{}", it.pass, it.name)).collect();
        let result = if *returns { "let _ = " } else { "" };
        let private =
            if *is_private { "// It is private: if it relies on its callers, remove this check.\n" } else { "" };
        let one_line = format!("fn {name}({}) {{\n", parameters.join(", "));
        let head = if one_line.len() <= 100 {
            one_line
        } else {
            format!("fn {name}(\n    {},\n) {{\n", parameters.join(",\n    "))
        };
        format!(
            "/// `{name}` works in every state.\n{private}#[glassbox::check{}]\n{head}    {result}{subject}.{name}({});\n}}\n\n",
            self.bounds(),
            passed.join(", ")
        )
    }

    fn bounds(&self) -> String {
        let Description { has_links, has_vectors, smaller, .. } = self.candidate.description;
        let bound = |usual: u32| usual.saturating_sub(smaller).max(1);
        match (has_links, has_vectors) {
            (true, true) => format!("(height = {}, len = {})", bound(3), bound(2)),
            (true, false) => format!("(height = {})", bound(3)),
            (false, true) => format!("(len = {})", bound(3)),
            (false, false) => String::new(),
        }
    }
}

/// A parameter of a check.
fn parameter(argument: &Argument) -> String {
    let Argument { name, values, ty, pass } = argument;
    let values = values.map(|values| format!("#[glassbox(values = {values})] ")).unwrap_or_default();
    let mutable = if *pass == "&mut " { "mut " } else { "" };
    format!("{values}{mutable}{name}: {ty}")
}
