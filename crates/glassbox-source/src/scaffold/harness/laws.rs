//! Laws: functions that should return true, or at least not panic, in every state. They are guessed from names and types of
//! methods. Some of these guesses are bold; such a law stays only if it holds in all states of the first run.

use super::function::Function;
use super::settings::{GETTERS, HOLDS, HarnessSettings, SYMMETRIC, WITHIN_CAPACITY};
use super::subject::Subject;
use crate::read::method::{Method, Receiver};
use crate::read::type_syntax::text;

/// Words in the names of methods that say whether all is well.
const ALL_IS_WELL: [&str; 12] = [
    "valid",
    "sorted",
    "consistent",
    "ordered",
    "balanced",
    "invariant",
    "right",
    "correct",
    "well_formed",
    "intact",
    "sane",
    "check",
];

/// The laws of the explored type.
pub(super) fn laws(subject: &Subject<'_>, settings: &HarnessSettings) -> Vec<Function> {
    let it = subject.expression(&subject.variable(&[].into()));
    let (len, iter) = (subject.has_number("len"), subject.has_iterator("iter"));
    let law = |applies: bool, name: &str, body: String| applies.then(|| function(subject, name, true, vec![body]));
    let is_cloned = subject.implements("Clone") && subject.implements("PartialEq");
    let known = [
        law(len && iter, "len_is_the_number_of_items", format!("{it}.len() == {it}.iter().count()")),
        law(
            len && subject.has_flag("is_empty"),
            "empty_is_without_items",
            format!("let len = {it}.len();\n{it}.is_empty() == (len == 0)"),
        ),
        law(len && subject.has_number("capacity"), WITHIN_CAPACITY, format!("{it}.len() <= {it}.capacity()")),
        law(is_cloned, "a_clone_is_equal", format!("{it}.clone() == *{it}")),
    ];
    let module = subject.exploration();
    let compiles = |law: &Function| settings.problems_in(&module, &law.name).next().is_none();
    let tried = tried(subject, &it, settings);
    known.into_iter().flatten().chain(tried).filter(compiles).chain(getters(subject, &it, settings)).collect()
}

/// Laws that stay if they hold in the first run; there is one only if there is a compiler.
fn tried(subject: &Subject<'_>, it: &str, settings: &HarnessSettings) -> Vec<Function> {
    let numbers = if subject.has_constant() { "0..2" } else { "0..3" };
    let mut laws = Vec::new();
    for method in subject.methods.iter().filter(|_| settings.is_compiled) {
        let name = method.name();
        let is_first = subject.getter(&name).is_some_and(|first| std::ptr::eq(first, method));
        if is_first && subject.has_flag(&name) && ALL_IS_WELL.iter().any(|word| name.contains(word)) {
            laws.push(function(subject, &format!("{name}{HOLDS}"), true, vec![format!("{it}.{name}()")]));
        }
        if is_relation(method) {
            let body = format!("{numbers}.all(|a| {numbers}.all(|b| {it}.{name}(a, b) == {it}.{name}(b, a)))");
            let body = body.replace(numbers, &format!("({numbers})"));
            laws.push(function(subject, &format!("{name}{SYMMETRIC}"), true, vec![body]));
        }
    }
    laws
}

/// Whether a method takes two numbers of one type and says yes or no.
fn is_relation(method: &Method<'_>) -> bool {
    let types: Vec<String> = method
        .function
        .sig
        .inputs
        .iter()
        .filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(text(&typed.ty)),
            syn::FnArg::Receiver(_) => None,
        })
        .collect();
    let [a, b] = types.as_slice() else { return false };
    let is_number = ["u8", "u16", "u32", "u64", "usize"].contains(&a.as_str());
    method.receiver() == Receiver::Reference
        && method.ensure_callable(true).is_ok()
        && method.panics().is_none()
        && is_number
        && a == b
        && method.output().is_some_and(|output| text(output) == "bool")
}

/// A law that calls all other getters: they must not panic.
fn getters(subject: &Subject<'_>, it: &str, settings: &HarnessSettings) -> Option<Function> {
    let mut body = Vec::new();
    let in_laws: &[&str] = if subject.has_number("len") { &["len", "is_empty", "capacity"] } else { &[] };
    for method in &subject.methods {
        let name = method.name();
        let is_first = subject.getter(&name).is_some_and(|first| std::ptr::eq(first, method));
        if !is_first || in_laws.contains(&name.as_str()) {
            continue;
        }
        match method.output() {
            None => body.push(format!("{it}.{name}();")),
            Some(output) if !subject.is_iterator(output) => body.push(format!("let _ = {it}.{name}();")),
            // The law about `len` reads it.
            Some(_) if name == "iter" && subject.has_number("len") => {}
            Some(_) => body.push(format!("let _ = {it}.{name}().count();")),
        }
    }
    // The text would depend on the numbers of values and keys, and so no verdict would be one about all of them.
    if subject.implements("Debug") && !subject.has_symbolic_items() {
        body.push(format!("let _ = format!(\"{{:?}}\", {it});"));
    }
    let module = subject.exploration();
    // Without the lines that do not compile.
    body.retain(|line| settings.problems_in(&module, GETTERS).all(|error| error.line.trim() != line));
    (!body.is_empty()).then(|| function(subject, GETTERS, false, body))
}

fn function(subject: &Subject<'_>, name: &str, is_law: bool, body: Vec<String>) -> Function {
    let parameters = vec![format!("{}: &{}", subject.variable(&[].into()), subject.short_type())];
    let output = is_law.then(|| "bool".to_owned());
    Function { name: name.to_owned(), parameters, output, body, ..Function::default() }
}
