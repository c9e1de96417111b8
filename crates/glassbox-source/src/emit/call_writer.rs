//! The calls of an exploration's test as statements.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Expr, FnArg, Item, ItemFn, Pat, PatType, ReturnType};

use super::argument_expression::{expression, other_subject};
use super::exploration_test::Statement;
use super::failure::{Argument, Call, Role};
use super::rewriter::Rewriter;
use super::stand_in::{MODULE, StandIn};
use crate::read::attributes::GLASSBOX;
use crate::read::mentioned_names::MentionedNames;
use crate::read::scope::Scope;
use crate::read::type_syntax::mentions;

/// The function of the harness that a call runs; none for the drop at the end of a history.
pub(super) fn called_function<'a>(scope: &Scope<'a>, call: &Call) -> Option<&'a ItemFn> {
    let functions = scope.items().iter().filter_map(|item| if let Item::Fn(item) = item { Some(item) } else { None });
    functions.into_iter().find(|item| item.sig.ident.unraw() == call.function)
}

/// Writes the calls of a test, and collects what they need.
pub(super) struct CallWriter<'a> {
    pub(super) rewriter: Rewriter<'a>,
    /// Names in expressions of the user that become part of the test.
    pub(super) mentioned: MentionedNames,
    /// Functions that construct other subjects.
    pub(super) functions: BTreeSet<String>,
}

impl<'a> CallWriter<'a> {
    pub(super) fn new(rewriter: Rewriter<'a>) -> Self {
        Self { rewriter, mentioned: MentionedNames::default(), functions: BTreeSet::new() }
    }

    /// The statement for a call.
    pub(super) fn statement(&mut self, call: &Call) -> Statement {
        let function = called_function(self.rewriter.scope, call);
        let inputs = function.map_or_else(Vec::new, |function| {
            function
                .sig
                .inputs
                .iter()
                .filter_map(|input| if let FnArg::Typed(input) = input { Some(input) } else { None })
                .collect()
        });
        let (subject, inputs) = if call.role == Role::Constructor {
            (None, &inputs[..])
        } else {
            (inputs.first(), inputs.get(1..).unwrap_or_default())
        };
        let subject = subject.and_then(|subject| pattern_name(&subject.pat));
        let mut before = Vec::new();
        let arguments: Vec<String> = call
            .arguments
            .iter()
            .zip(inputs)
            .map(|(argument, input)| self.argument(argument, input, subject.as_deref(), &mut before))
            .collect();
        let returns_bool = function.is_some_and(|function| matches!(function.sig.output, ReturnType::Type(..)));
        let name = function.map_or_else(|| call.function.clone(), |function| function.sig.ident.to_string());
        let call = Call { function: name, ..call.clone() };
        let mut usage = call.usage.clone();
        if let Some(usage) = usage.as_mut().filter(|usage| usage.contains(POLL)) {
            *usage = usage.replace(POLL, &format!("{MODULE}::poll("));
            self.rewriter.stand_ins.insert(StandIn::Poll);
        }
        self.rewriter.stand_ins.extend(call.disturbances.iter().filter_map(StandIn::of));
        Statement {
            call: call.expression(arguments.iter().map(String::as_str)),
            usage,
            role: call.role,
            is_asserted: call.role == Role::Law && returns_bool,
            choices: call.choices,
            disturbances: call.disturbances,
            must_panic: call.must_panic,
            before,
        }
    }

    /// The expression for an argument. If its type is not known well enough, it is taken from the values that the harness
    /// lists.
    fn argument(
        &mut self,
        argument: &Argument,
        input: &PatType,
        subject: Option<&str>,
        before: &mut Vec<String>,
    ) -> String {
        let Argument { text: words, choices } = argument;
        if let Some(expression) = expression(self.rewriter.scope, words, &input.ty) {
            return expression;
        }
        let Some(values) = values(input) else {
            if let Some((expression, functions)) = other_subject(self.rewriter.scope, words) {
                self.functions.extend(functions);
                return expression;
            }
            self.rewriter.missing.insert(format!("Write `{words}` as an expression."));
            return format!("todo!({:?})", words.replace('{', "{{").replace('}', "}}"));
        };
        let tokens = values.to_token_stream();
        if let Some(subject) = subject.filter(|name| *name != SUBJECT && mentions(tokens.clone(), &[name])) {
            before.push(format!("let {subject} = &{SUBJECT};"));
        }
        let path = self.rewriter.scope.path.clone();
        let ty = self.rewriter.text_of(input.ty.to_token_stream(), &path);
        let values = self.rewriter.text_of(tokens.clone(), &path);
        self.mentioned.add(tokens);
        let nth = match choices.last() {
            None | Some(0) => ".next()".to_owned(),
            Some(index) => format!(".nth({index})"),
        };
        let name = pattern_name(&input.pat)
            .filter(|name| *name != SUBJECT)
            .unwrap_or_else(|| format!("argument_{}", before.len()));
        before.push(format!("let {name}: {ty} = IntoIterator::into_iter({values}){nth}.unwrap();"));
        name
    }
}

/// How a statement of the guest polls a future.
const POLL: &str = "glassbox::poll(";

/// The variable of the subject in the test.
const SUBJECT: &str = "subject";

fn pattern_name(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(pattern) => Some(pattern.ident.to_string()),
        _ => None,
    }
}

/// The values in `#[glassbox(values = ..)]`.
fn values(input: &PatType) -> Option<Expr> {
    let attribute = input.attrs.iter().find(|attribute| attribute.path().is_ident(GLASSBOX))?;
    let parser = |input: syn::parse::ParseStream<'_>| {
        input.parse::<syn::Ident>()?;
        input.parse::<syn::Token![=]>()?;
        let values = input.parse::<Expr>()?;
        input.parse::<Option<syn::Token![,]>>()?;
        Ok(values)
    };
    attribute.parse_args_with(parser).ok()
}
