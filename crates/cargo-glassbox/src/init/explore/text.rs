//! The text of the new file.

use super::super::checks::braced;
use super::super::parameters::Stand;
use super::choice::{Choice, reasons};
use super::function::{Function, Functions};
use super::subject::Subject;

/// Lines of code and comments are no longer than this.
const WIDTH: usize = 100;

/// With more operations than this, histories are shorter.
const MANY: usize = 16;

/// The file, with the type imported as `import` says.
pub(super) fn text(subject: &Subject<'_>, functions: &Functions, import: &str) -> String {
    let name = subject.name();
    let mut file = vec![format!(
        "//! Explores `{name}`, begun by `cargo glassbox init --explore`.\n\
         //!\n\
         //! `cargo glassbox` tries every sequence of these operations, up to a length, each with all arguments. They fail on\n\
         //! panics, memory errors, leaks, loops without end, and on values that are lost or dropped twice. The laws are asked in\n\
         //! every state; they are guesses from the names of methods: remove those that are not meant to hold, and add others.\n\
         //!\n\
         //! How to go on is in glassbox's book, in the chapter 'Exploring'.\n\n\
         /// Every sequence of operations of `{name}`.\n"
    )];
    file.extend(reasons(&subject.choices).iter().map(|line| comment(line, 0)));
    let operations = if functions.operations.len() > MANY { 3 } else { 4 };
    file.push(format!("#[glassbox::explore(operations = {operations})]\nmod {} {{\n", subject.module()));
    let mut parts = vec![head(subject, functions, import)];
    parts.extend(functions.all().map(function_text));
    if functions.all().flat_map(|function| &function.body).any(|line| line.contains("read_some(")) {
        parts.push(READ_SOME.to_owned());
    }
    if !functions.left_out.is_empty() {
        let left_out = functions.left_out.iter().map(|(signature, why)| comment(&format!("- `{signature}`: {why}"), 2));
        parts.push("// Left out:\n".to_owned() + &left_out.collect::<String>());
    }
    file.push(indented(&parts.join("\n")));
    file.concat() + "}\n"
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

/// Imports, and perhaps a shorter name.
fn head(subject: &Subject<'_>, functions: &Functions, import: &str) -> String {
    let ty = subject.full();
    let uses = |stand: &Stand| {
        let is_word = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|it| it == stand.text());
        is_word(&ty) || functions.all().any(|it| it.parameters.iter().any(|parameter| is_word(parameter)))
    };
    let stands: Vec<&str> = [Stand::Key, Stand::Val].into_iter().filter(uses).map(Stand::text).collect();
    let mut parts = Vec::new();
    if subject.choices.iter().any(|(_, choice)| *choice == Choice::Hasher) {
        parts.push("use std::collections::hash_map::DefaultHasher;\nuse std::hash::BuildHasherDefault;\n".to_owned());
    }
    if !stands.is_empty() {
        parts.push(format!("use glassbox::{};\n", braced(&stands)));
    }
    parts.push(format!("use {import};\n"));
    if subject.is_long() {
        parts.push(format!("type Subject = {ty};\n"));
    }
    parts.join("\n")
}

/// One function.
pub(super) fn function_text(function: &Function) -> String {
    let Function { name, comment: said, parameters, output, body } = function;
    let said: String = said.iter().map(|line| comment(line, 0)).collect();
    let output = output.as_ref().map(|ty| format!(" -> {ty}")).unwrap_or_default();
    let one_line = format!("pub fn {name}({}){output} {{\n", parameters.join(", "));
    let head = if one_line.len() + 4 <= WIDTH {
        one_line
    } else {
        format!("pub fn {name}(\n    {},\n){output} {{\n", parameters.join(",\n    "))
    };
    said + &head + &indented(&body.join("\n")) + "}\n"
}

/// A comment, in lines that are not too long; all but the first of them begin this far to the right.
fn comment(text: &str, hanging: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if line.is_empty() || line.trim().is_empty() {
            line.push_str(word);
        } else if line.len() + word.len() + 8 > WIDTH {
            lines.push(" ".repeat(hanging) + word);
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.iter().flat_map(|line| ["// ", line.as_str(), "\n"]).collect()
}

/// The same file in a library that does without std: what it uses of std is imported.
pub(super) fn with_std(text: &str) -> String {
    let text = text.replace("format!(", "std::format!(");
    let Some((head, body)) = text.split_once(" {\n    ") else { return text };
    let needs_prelude = ["Vec<", "String", "Box::"].iter().any(|it| body.contains(it));
    let prelude = if needs_prelude { "use std::prelude::rust_2021::*;\n\n    " } else { "" };
    let needs_std = needs_prelude || body.contains("std::");
    let std = if needs_std { format!("extern crate std;\n\n    {prelude}") } else { String::new() };
    format!("{head} {{\n    {std}{body}")
}

fn indented(text: &str) -> String {
    let indent = |line| if line == "\n" { "" } else { "    " };
    text.split_inclusive('\n')
        .flat_map(|line| [indent(line), line])
        .chain((!text.ends_with('\n')).then_some("\n"))
        .collect()
}
