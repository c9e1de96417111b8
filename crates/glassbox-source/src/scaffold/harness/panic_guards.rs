//! Keeps the harness from calling a method where it panics on purpose: where its documentation says so, or an assertion about its
//! arguments at its entry. Where the harness cannot tell, it calls the method and says which panics are meant.

use super::call_arguments::CallArguments;
use super::entry_assertions::entry_assertions;
use super::meant_panics::meant_panics;
use super::settings::MEANT;
use super::subject::Subject;
use super::type_choice::TypeChoice;
use crate::read::method::{Method, Receiver};
use crate::read::type_syntax::{named, plain, text};
use crate::scaffold::substitute::Substitute;

/// Statements that keep a method from panicking on purpose, and a comment about them.
pub(super) struct PanicGuards {
    pub(super) statements: Vec<String>,
    pub(super) comment: Vec<String>,
}

/// The guards of a call; an error if the documentation says that it panics, and nothing is known to prevent it.
pub(super) fn panic_guards(
    subject: &Subject<'_>,
    method: Method<'_>,
    arguments: &CallArguments<'_>,
) -> Result<PanicGuards, String> {
    let mut statements = entry_assertions(subject, method, arguments);
    let mut meant = meant_panics(subject, method);
    if meant.len() <= statements.len() {
        // The harness asks beforehand.
        meant.clear();
    }
    let has_meant = !meant.is_empty();
    let meant = meant.iter().map(|message| may_panic(message));
    let Some(said) = method.panics() else {
        statements.extend(room(subject, method, arguments));
        statements.extend(meant);
        return Ok(PanicGuards { statements, comment: Vec::new() });
    };
    statements.extend(documented(subject, method, arguments, &said));
    statements.dedup();
    let is_about_several = ["duplicate", "overlap", "disjoint"].iter().any(|it| said.contains(it));
    let is_single = arguments.passed.iter().any(|it| it.starts_with('[') && !it.contains(','));
    let is_guarded = !statements.is_empty() || arguments.has_index || is_about_several && is_single;
    if !is_guarded && !has_meant {
        return Err(format!("it panics on purpose: {said}"));
    }
    let mut how = "Called only where it does not panic";
    if !is_guarded {
        // With a guard, any panic may be a bug.
        statements.extend(meant);
        how = MEANT;
    }
    let comment = vec![format!("{how}. Its documentation: {said}")];
    Ok(PanicGuards { statements, comment })
}

/// The statement that says that a panic with this message is meant.
pub(super) fn may_panic(message: &str) -> String {
    format!("glassbox::may_panic({message:?});")
}

/// Guards for what the documentation says.
fn documented(subject: &Subject<'_>, method: Method<'_>, arguments: &CallArguments<'_>, said: &str) -> Vec<String> {
    let variable = &arguments.variable;
    let mut lines = Vec::new();
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    // Those that change the room itself are not helped by some.
    let makes_room = ["reserve", "resize", "capacity", "grow", "shrink"].iter().any(|it| method.name().contains(it));
    let is_about_room = !makes_room && says(&["full", "capacity", "room", "hold", "fit"]);
    if is_about_room && subject.has_number("capacity") && subject.has_number("len") {
        let more = if arguments.has_two { " + 1" } else { "" };
        lines.push(format!("glassbox::assume({variable}.len(){more} < {variable}.capacity());"));
    } else if is_about_room && subject.has_flag("is_full") && !arguments.has_two {
        lines.push(format!("glassbox::assume(!{variable}.is_full());"));
    }
    if says(&["empty"]) && subject.has_flag("is_empty") {
        lines.push(format!("glassbox::assume(!{variable}.is_empty());"));
    }
    let is_about_presence = says(&[
        "not associated",
        "not present",
        "not in",
        "contain",
        "exist",
        "missing",
        "no such",
        "vacant",
        "not found",
        "invalid",
        "not valid",
        "stale",
        "removed",
    ]);
    if is_about_presence {
        lines.extend(presence(subject, method, arguments));
    }
    if says(&["the same", "distinct", "different", "are equal", "disjoint", "unique"])
        && let [first, second] = &arguments.passed[..]
    {
        lines.push(format!("glassbox::assume({first} != {second});"));
    }
    if says(&["boundary"])
        && subject.is_text()
        && let [first, ..] = &arguments.passed[..]
    {
        lines.push(format!("glassbox::assume({variable}.is_char_boundary({first}));"));
    }
    lines
}

/// Guards that the arguments are there: a method that takes only one of them says so, as `contains` or as `get`.
fn presence(subject: &Subject<'_>, method: Method<'_>, arguments: &CallArguments<'_>) -> Vec<String> {
    let inputs = inputs(method);
    let pairs = inputs.iter().zip(&arguments.passed);
    let guards = pairs.filter_map(|((_, ty), passed)| {
        let contains = subject.contains().filter(|it| first_input(**it).as_ref() == Some(ty)).map(|it| (it.name(), ""));
        let (name, end) = contains.or_else(|| lookup(subject, ty).map(|name| (name, ".is_some()")))?;
        Some(format!("glassbox::assume({}.{name}({passed}){end});", arguments.variable))
    });
    guards.collect()
}

/// The method that looks an item up by an argument of this type: `get(&self, key: K) -> Option<&V>`.
fn lookup(subject: &Subject<'_>, ty: &str) -> Option<String> {
    let is_lookup = |method: &&Method<'_>| {
        method.receiver() == Receiver::Reference
            && method.function.sig.inputs.len() == 2
            && first_input(**method).as_deref() == Some(ty)
            && method.output().and_then(|output| named(output)).is_some_and(|(ident, _)| ident == "Option")
            && method.ensure_callable(false).is_ok()
            && method.panics().is_none()
    };
    let is_general =
        |method: &&&Method<'_>| ["get", "node_weight", "edge_weight", "peek"].contains(&method.name().as_str());
    let lookups: Vec<&Method<'_>> = subject.methods.iter().filter(is_lookup).collect();
    lookups.iter().find(is_general).map(|method| method.name())
}

/// A guard for `extend`, if the capacity is a constant: there is no other way to refuse an item than to panic.
fn room(subject: &Subject<'_>, method: Method<'_>, arguments: &CallArguments<'_>) -> Option<String> {
    let choices = subject.written_choices();
    let is_fixed = choices.iter().any(|(_, choice)| *choice == TypeChoice::Plain(Substitute::Constant));
    let is_known = subject.has_number("capacity") && subject.has_number("len");
    let variable = &arguments.variable;
    (is_fixed && is_known && method.name() == "extend")
        .then(|| format!("glassbox::assume({variable}.len() < {variable}.capacity());"))
}

/// The type of the first argument.
fn first_input(method: Method<'_>) -> Option<String> {
    inputs(method).into_iter().next().map(|(_, ty)| ty)
}

/// Names and types of the arguments.
fn inputs(method: Method<'_>) -> Vec<(String, String)> {
    let typed = method.function.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some((text(&typed.pat), text(plain(&typed.ty)))),
        syn::FnArg::Receiver(_) => None,
    });
    typed.collect()
}
