//! A random structure as Rust source: right, or with one fault.

use std::fmt::Write as _;

use glassbox_states::Random;

use super::part::{Operation, PARTS, Part};

/// A structure: its parts, and whether it has a `Drop` of its own.
#[derive(Debug)]
pub(crate) struct Structure {
    parts: Vec<&'static Part>,
    has_drop: bool,
}

/// A fault of an operation of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    part: usize,
    operation: usize,
    /// Its number among the faults of the operation.
    number: usize,
}

impl Structure {
    pub(crate) fn random(random: &mut Random) -> Self {
        let n_parts = 1 + random.below(3);
        let mut parts: Vec<&'static Part> = Vec::new();
        while parts.len() < n_parts {
            let part = &PARTS[random.below(PARTS.len())];
            // Two trees have more states together than their faults need.
            let is_large = |part: &Part| ["tree", "chain", "raw chain", "vector"].contains(&part.name);
            if !is_large(part) || !parts.iter().any(|other| is_large(other)) {
                parts.push(part);
            }
        }
        Self { parts, has_drop: random.below(2) == 0 }
    }

    /// So many different faults, or all of them.
    pub(crate) fn faults(&self, random: &mut Random, n_faults: usize) -> Vec<Fault> {
        let mut all: Vec<Fault> = Vec::new();
        for (part, it) in self.parts.iter().enumerate() {
            for (operation, it) in it.operations.iter().enumerate() {
                all.extend((0..it.faults.len()).map(|number| Fault { part, operation, number }));
            }
        }
        let mut chosen = Vec::new();
        while chosen.len() < n_faults && !all.is_empty() {
            chosen.push(all.swap_remove(random.below(all.len())));
        }
        chosen
    }

    /// The parts, in words.
    pub(crate) fn name(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.name).collect();
        format!("{}{}", parts.join(", "), if self.has_drop { ", with `Drop`" } else { "" })
    }

    /// A fault, in words.
    pub(crate) fn fault_name(&self, fault: Fault) -> String {
        let operation = &self.parts[fault.part].operations[fault.operation];
        let part = self.parts[fault.part].name;
        format!("{} of {part} {}: {}", operation.name, fault.part, operation.faults[fault.number].0)
    }

    /// The name of the check of the operation that has the fault.
    pub(crate) fn check(&self, fault: Fault) -> String {
        name(&self.parts[fault.part].operations[fault.operation], fault.part)
    }

    /// The module: the type, its operations, their checks and an exploration.
    pub(crate) fn source(&self, fault: Option<Fault>) -> String {
        let mut source = String::from("#![allow(warnings)]\n\n");
        let mut add = |text: &str| {
            let _ = writeln!(source, "{text}");
        };
        let numbered = || self.parts.iter().enumerate();
        numbered().for_each(|(at, part)| add(&filled(part.types, at)));
        let fields = |type_of: fn(&Part) -> &'static str| -> String {
            numbered().map(|(at, part)| filled(&format!("    pub FIELD: {},\n", type_of(part)), at)).collect()
        };
        add(&format!(
            "#[derive(glassbox::Structure)]\n#[glassbox(no_invariant, domain(u8 = 0..2))]\npub struct Subject {{\n{}}}\n",
            fields(|part| part.field)
        ));
        add(&format!("#[derive(Clone, Debug, PartialEq)]\npub struct Model {{\n{}}}\n", fields(|part| part.model)));
        let each = |text: fn(&Part) -> &'static str| -> String {
            numbered().map(|(at, part)| filled(&format!("FIELD: {}, ", text(part)), at)).collect()
        };
        add(&format!(
            "impl Default for Subject {{\n    fn default() -> Self {{ Self {{ {}}} }}\n}}\n",
            each(|part| part.new)
        ));
        if self.has_drop {
            add("impl Drop for Subject {\n    fn drop(&mut self) { let _ = self.model(); }\n}\n");
        }
        add(&format!("impl Subject {{\n    fn model(&self) -> Model {{ Model {{ {}}} }}\n", each(|part| part.view)));
        for (at, operation, number) in self.operations() {
            let here = fault.filter(|fault| fault.part == at && fault.operation == number);
            let body = here.map_or(operation.body, |here| operation.faults[here.number].1);
            let argument = if operation.takes_number { ", x: u8" } else { "" };
            let (name, result, body) = (name(operation, at), operation.result, filled(body, at));
            add(&format!("    pub fn {name}(&mut self{argument}) -> {result} {{ {body} }}\n"));
        }
        add("}\n");
        for (at, operation, _) in self.operations() {
            let (declared, passed) = arguments(operation);
            let (name, model) = (name(operation, at), filled(operation.model, at));
            add(&format!(
                "#[glassbox::check(height = 2, len = 2)]\nfn {name}(subject: &mut Subject{declared}) -> bool {{\n    \
                 let model = &mut subject.model();\n    let expected = {{ {model} }};\n    \
                 (subject.{name}({passed}) == expected) & (subject.model() == *model)\n}}\n"
            ));
        }
        add(
            "#[glassbox::explore(operations = 3)]\npub mod explored {\n    use super::Subject;\n\n    pub fn new() -> Subject { Subject::default() }\n",
        );
        for (at, operation, _) in self.operations() {
            let (declared, passed) = arguments(operation);
            let (name, model) = (name(operation, at), filled(operation.model, at));
            add(&format!(
                "    pub fn {name}(subject: &mut Subject{declared}) {{\n        let model = &mut subject.model();\n        \
                 let expected = {{ {model} }};\n        assert_eq!(subject.{name}({passed}), expected);\n        \
                 assert_eq!(subject.model(), *model);\n    }}\n"
            ));
        }
        add("    #[glassbox(skip)]\n    pub fn size(_: &Subject) -> usize { 0 }\n}\n");
        let checks: String =
            self.operations().map(|(at, operation, _)| called(&name(operation, at), operation)).collect();
        add(&ON_STATES.replace("CHECKS", &checks));
        source
    }

    /// All operations, with the numbers of their parts and their own.
    fn operations(&self) -> impl Iterator<Item = (usize, &'static Operation, usize)> {
        self.parts.iter().enumerate().flat_map(|(at, part)| {
            part.operations.iter().enumerate().map(move |(number, operation)| (at, operation, number))
        })
    }
}

/// Runs checks natively on states: `states` prints some, `on_state` runs one check on one. The checks of right structures
/// hold.
const ON_STATES: &str = include_str!("on_states.rs.txt");

/// A case of `ON_STATES`.
fn called(name: &str, operation: &Operation) -> String {
    let (_, passed) = arguments(operation);
    let passed = if passed.is_empty() { String::new() } else { format!(", {passed}") };
    format!("(\"{name}\", |subject, x| {name}(subject{passed})), ")
}

/// The argument of an operation, as it is declared and as it is passed.
fn arguments(operation: &Operation) -> (&'static str, &'static str) {
    if operation.takes_number { (", #[glassbox(values = 0..2)] x: u8", "x") } else { ("", "") }
}

fn name(operation: &Operation, part: usize) -> String {
    format!("{}_{part}", operation.name)
}

/// A template for the part with this number.
fn filled(template: &str, part: usize) -> String {
    template.replace("FIELD", &format!("field_{part}")).replace("Node", &format!("Node{part}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_are_the_same_for_the_same_seed_and_have_rust_source() {
        for seed in 0..50 {
            let structure = Structure::random(&mut Random::new(seed));
            assert_eq!(structure.name(), Structure::random(&mut Random::new(seed)).name());
            for fault in structure.faults(&mut Random::new(seed), 5) {
                let source = structure.source(Some(fault));
                syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", structure.fault_name(fault)));
                assert_ne!(source, structure.source(None), "{}", structure.fault_name(fault));
            }
        }
    }

    #[test]
    fn every_part_has_faults() {
        assert!(PARTS.iter().all(|part| part.operations.iter().all(|operation| operation.faults.len() > 1)));
        let all: usize = PARTS.iter().flat_map(|part| part.operations).map(|operation| operation.faults.len()).sum();
        assert!(all >= 50, "{all}");
    }
}
