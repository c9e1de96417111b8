//! The text of the new file.

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
    let mut file = format!(
        "//! Explores `{name}`, begun by `cargo glassbox init --explore`.\n\
         //!\n\
         //! `cargo glassbox` tries every sequence of these operations, up to a length, each with all arguments. They fail on\n\
         //! panics, memory errors, leaks, loops without end, and on values that are lost or dropped twice. The laws are asked in\n\
         //! every state; they are guesses from the names of methods: remove those that are not meant to hold, and add others.\n\
         //!\n\
         //! How to go on is in glassbox's book, in the chapter 'Exploring'.\n\n\
         /// Every sequence of operations of `{name}`.\n"
    );
    for line in reasons(&subject.choices) {
        file += &comment(&line, 0);
    }
    let operations = if functions.operations.len() > MANY { 3 } else { 4 };
    file += &format!("#[glassbox::explore(operations = {operations})]\nmod {} {{\n", subject.module());
    file += &indented(&head(subject, functions, import));
    for function in functions.all() {
        file.push('\n');
        file += &indented(&function_text(function));
    }
    let body: Vec<&str> = functions.all().flat_map(|function| &function.body).map(String::as_str).collect();
    if body.iter().any(|line| line.contains("read_some(")) {
        file.push('\n');
        file += &indented(READ_SOME);
    }
    if !functions.left_out.is_empty() {
        file += "\n    // Left out:\n";
        for (signature, why) in &functions.left_out {
            file += &indented(&comment(&format!("- `{signature}`: {why}"), 2));
        }
    }
    file + "}\n"
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

fn head(subject: &Subject<'_>, functions: &Functions, import: &str) -> String {
    let mut head = String::new();
    let ty = subject.full();
    if subject.choices.iter().any(|(_, choice)| *choice == Choice::Hasher) {
        head += "use std::collections::hash_map::DefaultHasher;\nuse std::hash::BuildHasherDefault;\n\n";
    }
    let uses = |stand: Stand| {
        let is_word = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|it| it == stand.text());
        is_word(&ty) || functions.all().any(|it| it.parameters.iter().any(|parameter| is_word(parameter)))
    };
    let stands: Vec<&str> =
        [Stand::Key, Stand::Val].into_iter().filter(|stand| uses(*stand)).map(Stand::text).collect();
    match &stands[..] {
        [] => {}
        [one] => head += &format!("use glassbox::{one};\n\n"),
        all => head += &format!("use glassbox::{{{}}};\n\n", all.join(", ")),
    }
    head += &format!("use {import};\n");
    if subject.is_long() {
        head += &format!("\ntype Subject = {ty};\n");
    }
    head
}

pub(super) fn function_text(function: &Function) -> String {
    let Function { name, comment: said, parameters, output, body } = function;
    let mut text: String = said.iter().map(|line| comment(line, 0)).collect();
    let output = output.as_ref().map(|ty| format!(" -> {ty}")).unwrap_or_default();
    let one_line = format!("pub fn {name}({}){output} {{\n", parameters.join(", "));
    text += &if one_line.len() + 4 <= WIDTH {
        one_line
    } else {
        format!("pub fn {name}(\n    {},\n){output} {{\n", parameters.join(",\n    "))
    };
    for line in body {
        text += &indented(line);
    }
    text + "}\n"
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
    lines.iter().map(|line| format!("// {line}\n")).collect()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}
