//! `cargo glassbox init --explore`: from the public methods of a type to a harness.
//!
//! `find` finds the type, also in a dependency. `method` is what its author wrote, `choice` what its parameters stand for,
//! `subject` the type with these. `argument` makes what methods are called with, `function` and `laws` make the functions of
//! the harness, `text` writes it.

mod argument;
mod choice;
mod find;
mod function;
mod laws;
mod method;
mod subject;
mod text;

use super::error::InitError;
use super::files::Change;
use super::package::Meant;
use super::source::Source;
use super::types::mentions;
use super::{declared, free_name, listed, snake_case};
use crate::args::resolved::InitOptions;
use crate::error::Error;
use find::Found;
use function::Functions;
use quote::ToTokens;
use subject::Subject;

/// The changes that a harness needs, and what to tell about it.
pub(super) fn changes(
    own: &Source,
    meant: &Meant,
    options: &InitOptions,
    typed: &str,
) -> Result<(Vec<Change>, Vec<String>), Error> {
    let found = find::find(own, meant, options, typed)?;
    let source = found.foreign.as_ref().unwrap_or(own);
    let name = source.types[found.of].ident.to_string();
    let explored = own.explorations.iter().find(|module| mentions(module.to_token_stream(), &[&name]));
    if let Some(module) = explored {
        return Ok((Vec::new(), vec![format!("`{name}` is explored already, by `mod {}`", module.ident)]));
    }
    let (mut text, notes, what) = written(source, &found)?;
    if own.is_no_std {
        text = text::with_std(&text);
    }
    let module = if found.foreign.is_some() { 0 } else { source.types[found.of].module };
    let file = free_name(&own.modules[module], "explorations", &format!("{}_explorations", snake_case(&name)));
    Ok((declared(own, module, &file, &text, what), notes))
}

/// The text of the harness, what to tell about it, and what it consists of.
fn written(source: &Source, found: &Found) -> Result<(String, Vec<String>, String), InitError> {
    let name = source.types[found.of].ident.to_string();
    let not_explored = |problems| InitError::NotExplored { name: name.clone(), problems };
    let is_foreign = found.foreign.is_some();
    let subject = Subject::new(source, found.of, is_foreign).map_err(not_explored)?;
    let functions = Functions::of(&subject);
    if functions.constructors.is_empty() {
        let nothing = format!("no public function makes a `{}`, and it has no `Default`", subject.full());
        return Err(not_explored(reasons(nothing, &functions, |signature| !signature.contains("self"))));
    }
    if functions.operations.is_empty() {
        let nothing = "no public method takes `&mut self` and can be called".to_owned();
        return Err(not_explored(reasons(nothing, &functions, |signature| signature.contains("&mut self"))));
    }
    let import = if is_foreign { found.path.clone() } else { format!("super::super::{name}") };
    let text = text::text(&subject, &functions, &import);
    let mut notes = choice::reasons(&subject.choices);
    if !functions.left_out.is_empty() {
        let names: Vec<String> = functions.left_out.iter().map(|(signature, _)| name_in(signature)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        notes.push(format!("left out, for reasons that the end of the new file says: {}", listed(&names)));
    }
    if is_foreign && subject.is_conditional() {
        notes.push(format!("`{name}` is not there with all features: the one that it needs must be on"));
    }
    if !functions.laws.is_empty() {
        notes.push("laws are guesses: remove those that are not meant to hold".to_owned());
    }
    let operations: Vec<&str> = functions.operations.iter().map(|function| function.name.as_str()).collect();
    Ok((text, notes, format!("an exploration with {}", listed(&operations))))
}

/// What is missing, and why some methods are no help.
fn reasons(nothing: String, functions: &Functions, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let left_out = functions.left_out.iter().filter(|(signature, _)| is_meant(signature));
    std::iter::once(nothing).chain(left_out.map(|(signature, why)| format!("`{signature}`: {why}"))).collect()
}

/// `push`, in `pub fn push(&mut self)`.
fn name_in(signature: &str) -> String {
    let behind = signature.split("fn ").nth(1).unwrap_or(signature);
    behind.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}
