//! Calls in functions that compare a type with a model: their arguments and results.

use crate::read::method::Method;
use crate::read::type_syntax::{argument_of, plain, text};
use crate::scaffold::harness::call_arguments::CallArguments;

/// An owned value that a call takes.
pub(super) struct Operand {
    /// An expression for it, which can be used several times.
    pub(super) value: String,
    pub(super) ty: String,
}

/// The call of the method.
pub(super) fn call(arguments: &CallArguments<'_>) -> String {
    format!("{}.{}({})", arguments.variable, arguments.method.name(), arguments.passed.join(", "))
}

/// The owned value of an argument: a parameter of the function, or a variable with several of them.
pub(super) fn operand(arguments: &CallArguments<'_>, at: usize) -> Option<Operand> {
    let passed = arguments.passed.get(at)?;
    let name = passed.trim_start_matches('&');
    if let Some(parameter) = arguments.parameters.iter().find(|it| it.name == name) {
        let is_copied = !["String", "Key", "Val"].contains(&parameter.ty.as_str());
        return is_copied.then(|| Operand { value: name.to_owned(), ty: parameter.ty.clone() });
    }
    // A slice, made of parameters in a variable.
    let start = format!("let {name} = ");
    let line = arguments.before.iter().find(|line| line.starts_with(&start))?;
    let item = arguments.parameters.iter().find(|it| line.contains(&format!("[{}", it.name)))?;
    Some(Operand { value: format!("{name}.clone()"), ty: format!("std::vec::Vec<{}>", item.ty) })
}

pub(super) fn returns(method: Method<'_>, ty: &str) -> bool {
    method.output().is_some_and(|output| text(output) == ty)
}

pub(super) fn returns_option(method: Method<'_>) -> bool {
    method.output().is_some_and(|output| argument_of(output, "Option").is_some())
}

/// The end of a call that returns a reference in an `Option`.
pub(super) fn owned(method: Method<'_>) -> &'static str {
    let inner = method.output().and_then(|output| argument_of(output, "Option"));
    if inner.is_some_and(|inner| matches!(plain(inner), syn::Type::Reference(_))) { ".copied()" } else { "" }
}

/// The type of the only argument, without a reference.
pub(super) fn input_type(method: Method<'_>) -> Option<String> {
    let mut inputs = method.function.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    let ty = inputs.next().filter(|_| inputs.next().is_none())?;
    Some(match plain(ty) {
        syn::Type::Reference(it) => text(&it.elem),
        other => text(other),
    })
}
