//! The text of the file with the harness.

use std::collections::BTreeSet;

use super::function::Function;
use super::functions::Functions;
use super::layout::{comment, indented};
use super::left_out_list::left_out_list;
use super::models::CandidateModel;
use super::settings::HarnessSettings;
use super::subject::Subject;
use super::type_choice::{TypeChoice, reasons};
use crate::scaffold::naming::braced;
use crate::scaffold::substitute::Substitute;

/// With more operations than this, the default bound on the length of histories is lower.
const MANY: usize = 16;

/// A module of the file.
pub(super) struct HarnessModule<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) functions: Functions,
    /// The model that the subject is compared with, and what it is called.
    pub(super) model: Option<ModelPart>,
}

/// The parts of a module that are there for a model.
pub(super) struct ModelPart {
    pub(super) candidate: CandidateModel,
    /// The struct with both.
    pub(super) definition: String,
}

/// The text of the file. `import` is the path of the explored type.
pub(super) fn harness_file(modules: &[HarnessModule<'_>], import: &str, settings: &HarnessSettings) -> String {
    let name = modules.first().map(|module| module.subject.name()).unwrap_or_default();
    let head = format!(
        "//! Explores `{name}`, written by `cargo glassbox init --explore`.\n\
         //!\n\
         //! `cargo glassbox` tries every sequence of these operations, up to a length, each with all arguments. They fail on\n\
         //! panics, memory errors, leaks, loops without end, and on values that are lost or dropped twice. The laws are checked in\n\
         //! every state; they are guesses from the names of methods: remove those that need not hold, and add others.\n\
         //!\n\
         //! The next steps are in glassbox's book, in the chapter 'Exploring'.\n"
    );
    let texts = modules.iter().map(|module| "\n".to_owned() + &module.text(import, settings));
    head + &texts.collect::<String>()
}

impl HarnessModule<'_> {
    fn text(&self, import: &str, settings: &HarnessSettings) -> String {
        let Self { subject, functions, model } = self;
        let name = subject.name();
        let module = model.as_ref().map_or_else(|| subject.exploration(), |model| model.candidate.module.clone());
        let about = match model {
            Some(model) => format!("/// Compares `{name}` with {}.\n", model.candidate.words),
            None => format!("/// Every sequence of operations of `{name}`.\n"),
        };
        let mut text = vec![about];
        let is_item = |choice: &TypeChoice| *choice == TypeChoice::Plain(Substitute::Number);
        let choices: Vec<_> =
            subject.written_choices().iter().filter(|(_, it)| model.is_none() || !is_item(it)).cloned().collect();
        if model.is_some() && choices.len() < subject.written_choices().len() {
            text.push(comment("Items are small numbers, so that the model can have the same ones.", 0));
        }
        text.extend(reasons(&choices).iter().map(|line| comment(line, 0)));
        let usual = if functions.operations.len() > MANY { 3 } else { 4 };
        let operations = settings.operations.get(&module).copied().unwrap_or(usual);
        text.push(format!("#[glassbox::explore(operations = {operations})]\nmod {module} {{\n"));
        let mut parts = vec![head(subject, functions, import)];
        parts.extend(model.iter().map(|model| model.definition.clone()));
        parts.extend(functions.all().map(Function::text));
        let uses = |name: &str| functions.all().flat_map(|function| &function.body).any(|line| line.contains(name));
        parts.extend(uses("read_some(").then(|| READ_SOME.to_owned()));
        parts.extend(uses("keep(").then(|| KEEP.to_owned()));
        if !functions.left_out.is_empty() {
            parts.push(left_out_list(&functions.left_out));
        }
        text.push(indented(&parts.join("\n")));
        text.concat() + "}\n"
    }
}

const READ_SOME: &str = "\
/// Reads none, one or all of them, and drops the rest.
fn read_some(items: impl IntoIterator) {
    let mut items = items.into_iter();
    match glassbox::choose(3) {
        0 => {}
        1 => {
            let _ = items.next();
        }
        _ => items.for_each(|_| {}),
    }
}
";

const KEEP: &str = "\
/// Keeps handles for later calls.
fn keep<T: PartialEq>(handles: &mut std::vec::Vec<T>, new: impl IntoIterator<Item = T>) {
    for handle in new {
        if !handles.contains(&handle) {
            handles.push(handle);
        }
    }
}
";

/// Imports, and an alias if the type is long.
fn head(subject: &Subject<'_>, functions: &Functions, import: &str) -> String {
    let ty = subject.full_type();
    let uses = |substitute: &Substitute| {
        let is_word =
            |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|it| it == substitute.text());
        is_word(&ty) || functions.all().any(|it| it.parameters.iter().any(|parameter| is_word(parameter)))
    };
    let substitutes: Vec<&str> =
        [Substitute::Key, Substitute::Val].into_iter().filter(uses).map(Substitute::text).collect();
    let mut parts = Vec::new();
    if subject.written_choices().iter().any(|(_, choice)| *choice == TypeChoice::Hasher) {
        parts.push("use std::collections::hash_map::DefaultHasher;\nuse std::hash::BuildHasherDefault;\n".to_owned());
    }
    if !substitutes.is_empty() {
        parts.push(format!("use glassbox::{};\n", braced(&substitutes)));
    }
    let imports: BTreeSet<String> = subject.imports().into_iter().chain([import.to_owned()]).collect();
    let imports: Vec<String> = imports.iter().map(|import| format!("use {import};\n")).collect();
    parts.push(imports.concat());
    if subject.has_handles() {
        let field = |name: &str, ty: &str| format!("    pub {name}: {ty},\n");
        let handles = subject.handles.iter().map(|it| field(&it.field, &format!("std::vec::Vec<{}>", it.ty)));
        let fields = field(&subject.module(), &ty) + &handles.collect::<String>();
        let about = "/// The explored value, and the handles that calls have returned.\n";
        parts.push(format!("{about}pub struct Subject {{\n{fields}}}\n"));
    }
    if subject.needs_alias() {
        parts.push(format!("type Subject = {ty};\n"));
    }
    parts.join("\n")
}

/// The text of the same file for a `no_std` library: it imports what it uses of std.
pub(super) fn with_std(text: &str) -> String {
    let text = text.replace("format!(", "std::format!(");
    let mut modules = text.split(" {\n    use ");
    let head = modules.next().unwrap_or_default().to_owned();
    let modules = modules.map(|body| {
        let needs_prelude = ["Vec<", "String", "Box::"].iter().any(|it| body.contains(it));
        let prelude = if needs_prelude { "use std::prelude::rust_2021::*;\n\n    " } else { "" };
        let needs_std = needs_prelude || body.contains("std::");
        let std = if needs_std { format!("extern crate std;\n\n    {prelude}") } else { String::new() };
        format!(" {{\n    {std}use {body}")
    });
    head + &modules.collect::<String>()
}
