//! Keeps the harness from calling a method where its documentation says that it panics.

use super::call_arguments::CallArguments;
use super::subject::Subject;
use crate::read::method::Method;
use crate::read::type_syntax::text;

/// Statements that keep a method from panicking on purpose, as far as its documentation says when it panics; and a comment
/// about them.
pub(super) fn panic_guards(
    subject: &Subject<'_>,
    method: Method<'_>,
    arguments: &CallArguments<'_>,
) -> Result<(Vec<String>, Vec<String>), String> {
    let Some(said) = method.panics() else { return Ok((Vec::new(), Vec::new())) };
    let variable = &arguments.variable;
    let mut lines = Vec::new();
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    let is_about_room = says(&["full", "capacity", "room"]);
    if is_about_room && subject.has_number("capacity") && subject.has_number("len") {
        let more = if arguments.has_two { " + 1" } else { "" };
        lines.push(format!("glassbox::assume({variable}.len(){more} < {variable}.capacity());"));
    } else if is_about_room && subject.has_flag("is_full") && !arguments.has_two {
        lines.push(format!("glassbox::assume(!{variable}.is_full());"));
    }
    let is_about_presence =
        says(&["not associated", "not present", "not in", "contain", "exist", "missing", "no such", "vacant"]);
    if let Some(contains) =
        subject.contains().filter(|it| is_about_presence && first_input(**it) == first_input(method))
        && let Some(first) = arguments.passed.first()
    {
        lines.push(format!("glassbox::assume({variable}.{}({first}));", contains.name()));
    }
    if says(&["the same", "distinct", "different", "are equal"])
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
    let restricted = !lines.is_empty() || arguments.has_index;
    if !restricted {
        return Err(format!("it panics on purpose: {said}"));
    }
    Ok((lines, vec![format!("Called only where it does not panic. Its documentation: {said}")]))
}

/// The type of the first argument.
fn first_input(method: Method<'_>) -> Option<String> {
    method.function.sig.inputs.iter().nth(1).map(|it| text(it).split(": ").skip(1).collect())
}
