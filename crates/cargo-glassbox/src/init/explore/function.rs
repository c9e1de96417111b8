//! From methods to the functions of a harness, and to the reasons why some have none.

use syn::{ImplItem, ItemImpl};

use super::super::types::text;
use super::argument::Arguments;
use super::method::{Method, Takes};
use super::subject::Subject;

/// A function of the harness.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) comment: Vec<String>,
    pub(super) parameters: Vec<String>,
    pub(super) output: Option<String>,
    pub(super) body: Vec<String>,
}

/// All that becomes of a type's methods.
#[derive(Default)]
pub(super) struct Functions {
    pub(super) constructors: Vec<Function>,
    pub(super) operations: Vec<Function>,
    pub(super) consumers: Vec<Function>,
    pub(super) laws: Vec<Function>,
    /// Signatures, and why they have no function.
    pub(super) left_out: Vec<(String, String)>,
}

impl Functions {
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let mut functions = Self::default();
        functions.add_constructors(subject);
        let another = functions.constructors.iter().find(|it| it.parameters.is_empty()).map(|it| it.name.clone());
        for method in &subject.methods {
            // Laws and `looking` call these.
            if subject.look(&method.name()).is_some() || functions.has(&method.name()) {
                continue;
            }
            match call(subject, *method, another.as_deref()) {
                Ok(None) => {}
                Ok(Some(function)) if method.takes() == Takes::Value => functions.consumers.push(function),
                Ok(Some(function)) => functions.operations.push(function),
                Err(why) => functions.left_out.push((method.text(), why)),
            }
        }
        if !functions.has("extend") {
            functions.operations.extend(extend(subject));
        }
        if !functions.has("into_iter") && subject.implementation("IntoIterator").is_some() {
            functions.consumers.push(into_iter(subject));
        }
        functions.laws = super::laws::laws(subject);
        functions
    }

    /// In the order in which they are written.
    pub(super) fn all(&self) -> impl Iterator<Item = &Function> {
        self.constructors.iter().chain(&self.operations).chain(&self.consumers).chain(&self.laws)
    }

    fn has(&self, name: &str) -> bool {
        self.all().any(|function| function.name == name)
    }

    fn add_constructors(&mut self, subject: &Subject<'_>) {
        for method in subject.methods.iter().filter(|method| method.takes() == Takes::Nothing) {
            let made = if method.is_constructor() { constructor(subject, *method) } else { Err(no_subject(*method)) };
            match made {
                Ok(function) if self.has(&function.name) => {}
                Ok(function) => self.constructors.push(function),
                Err(why) => self.left_out.push((method.text(), why)),
            }
        }
        let has_plain = self.constructors.iter().any(|it| it.parameters.is_empty());
        if !has_plain && subject.implements("Default") {
            let name = if self.has("default") { "by_default" } else { "default" };
            let body = vec![format!("{}::default()", subject.name())];
            let output = Some(subject.ty());
            let (name, comment, parameters) = (name.to_owned(), Vec::new(), Vec::new());
            self.constructors.insert(0, Function { name, comment, parameters, output, body });
        }
        // The simplest ones give the shortest histories.
        self.constructors.sort_by_key(|it| it.parameters.len());
    }
}

fn no_subject(method: Method<'_>) -> String {
    method.refuse().err().unwrap_or_else(|| "it neither takes a subject nor returns one".to_owned())
}

fn constructor(subject: &Subject<'_>, method: Method<'_>) -> Result<Function, String> {
    method.refuse()?;
    let arguments = Arguments::new(subject, method, None)?;
    if let Some(said) = method.panics() {
        return Err(format!("it panics on purpose: {said}"));
    }
    let mut body = arguments.before.clone();
    body.push(format!("{}::{}({})", subject.name(), method.name(), arguments.passed.join(", ")));
    let parameters = arguments.texts();
    Ok(Function { name: method.name(), comment: Vec::new(), parameters, output: Some(subject.ty()), body })
}

/// An operation, or what ends a history; none for what is no method.
fn call(subject: &Subject<'_>, method: Method<'_>, another: Option<&str>) -> Result<Option<Function>, String> {
    let takes = match method.takes() {
        Takes::Nothing => return Ok(None),
        Takes::Value => subject.ty(),
        _ => format!("&mut {}", subject.ty()),
    };
    method.refuse()?;
    let arguments = Arguments::new(subject, method, another)?;
    let variable = arguments.variable.clone();
    let (mut body, comment) = restrictions(subject, method, &arguments)?;
    body.extend(arguments.before.iter().cloned());
    let call = format!("{variable}.{}({})", method.name(), arguments.passed.join(", "));
    body.push(used(subject, method, &call));
    let parameters = std::iter::once(format!("{variable}: {takes}")).chain(arguments.texts()).collect();
    Ok(Some(Function { name: method.name(), comment, parameters, output: None, body }))
}

/// What becomes of a result: an iterator is read for a while, all else is dropped.
fn used(subject: &Subject<'_>, method: Method<'_>, call: &str) -> String {
    match method.output() {
        None => format!("{call};"),
        Some(output) if subject.is_iterator(output) => format!("read_some({call});"),
        Some(_) => format!("let _ = {call};"),
    }
}

/// When it may be called, if its documentation says that it panics at other times: the lines that say so, and a comment.
fn restrictions(
    subject: &Subject<'_>,
    method: Method<'_>,
    arguments: &Arguments<'_>,
) -> Result<(Vec<String>, Vec<String>), String> {
    let Some(said) = method.panics() else { return Ok((Vec::new(), Vec::new())) };
    let variable = &arguments.variable;
    let mut lines = Vec::new();
    let is_about_room = ["full", "capacity", "room"].iter().any(|word| said.contains(word));
    if is_about_room && subject.has_flag("is_full") {
        lines.push(format!("glassbox::assume(!{variable}.is_full());"));
    } else if is_about_room && subject.has_number("capacity") && subject.has_number("len") {
        lines.push(format!("glassbox::assume({variable}.len() < {variable}.capacity());"));
    }
    // `contains(key)`, if the first argument is of the same type.
    let input = |method: Method<'_>| {
        method.function.sig.inputs.iter().nth(1).map(|it| text(it).split(": ").skip(1).collect::<String>())
    };
    let contains = subject.contains().filter(|it| input(**it) == input(method));
    let mut restricted = !lines.is_empty() || arguments.has_index;
    if let Some(contains) = contains
        && let Some(first) = arguments.passed.first()
    {
        lines.push(format!("glassbox::assume({variable}.{}({first}));", contains.name()));
        restricted = true;
    }
    if !restricted {
        return Err(format!("it panics on purpose: {said}"));
    }
    Ok((lines, vec![format!("Only where it should not panic. Its documentation: {said}")]))
}

/// `Extend::extend`, with one or two items.
fn extend(subject: &Subject<'_>) -> Option<Function> {
    subject.implementations("Extend").find_map(|block| {
        let (item, method) = (trait_argument(block)?, function_of(block)?);
        let arguments = Arguments::items(subject, method, item)?;
        let variable = &arguments.variable;
        let parameters =
            std::iter::once(format!("{variable}: &mut {}", subject.ty())).chain(arguments.texts()).collect();
        let body = vec![format!("{variable}.extend({});", arguments.passed.join(", "))];
        Some(Function { name: "extend".to_owned(), comment: Vec::new(), parameters, output: None, body })
    })
}

fn into_iter(subject: &Subject<'_>) -> Function {
    let variable = subject.variable(&[].into());
    let body = vec![format!("read_some({variable}.into_iter());")];
    let parameters = vec![format!("{variable}: {}", subject.ty())];
    Function { name: "into_iter".to_owned(), comment: Vec::new(), parameters, output: None, body }
}

fn trait_argument(block: &ItemImpl) -> Option<&syn::Type> {
    let (path, _) = block.trait_.as_ref()?;
    match &path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(it) => it.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    }
}

fn function_of(block: &ItemImpl) -> Option<Method<'_>> {
    block.items.iter().find_map(|item| match item {
        ImplItem::Fn(function) => Some(Method { block, function }),
        _ => None,
    })
}
