//! Assertions about arguments at the entry of a method: `assert!(index < self.len())`. They are conditions for the caller, so the
//! harness assumes them.

use std::collections::BTreeMap;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, FnArg, Pat, Stmt, Token};

use super::call_arguments::CallArguments;
use super::subject::Subject;
use crate::read::method::Method;

/// Statements that assume the assertions at the entry of a method, as far as they are about its arguments and public methods
/// of the subject.
pub(super) fn entry_assertions(
    subject: &Subject<'_>,
    method: Method<'_>,
    arguments: &CallArguments<'_>,
) -> Vec<String> {
    if !arguments.can_ask() {
        return Vec::new();
    }
    let names = method.function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pat) => Some(pat.ident.to_string()),
            _ => Some(String::new()),
        },
        FnArg::Receiver(_) => None,
    });
    let passed = arguments.passed.iter().filter_map(|it| it.parse().ok());
    let mut values: BTreeMap<String, TokenStream> = names.zip(passed).collect();
    let mut found = Vec::new();
    for statement in &method.function.block.stmts {
        let translate = |tokens: TokenStream| {
            let translated = Translation { subject, variable: arguments.variable.parse().ok()?, values: &values };
            translated.of(tokens)
        };
        match statement {
            // `let len = self.len();`
            Stmt::Local(local) => {
                let (Pat::Ident(pat), Some(init)) = (&local.pat, &local.init) else { break };
                let Some(value) = translate(init.expr.to_token_stream()) else { break };
                values.insert(pat.ident.to_string(), value);
            }
            Stmt::Macro(it) if it.mac.path.is_ident("assert") => {
                let parts = it.mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
                let condition = parts.ok().and_then(|parts| parts.first().cloned());
                found.extend(condition.and_then(|it| translate(it.to_token_stream())).map(|it| expression(&it)));
            }
            Stmt::Expr(Expr::If(it), _) if it.else_branch.is_none() && panics(&it.then_branch) => {
                found.extend(translate(it.cond.to_token_stream()).map(|it| format!("!({})", expression(&it))));
            }
            _ => break,
        }
    }
    found.into_iter().map(|condition| format!("glassbox::assume({condition});")).collect()
}

/// The source text of an expression, with the usual spacing.
pub(super) fn expression(tokens: &TokenStream) -> String {
    tokens.to_string().replace(" . ", ".").replace(" (", "(").replace("! ", "!")
}

/// Whether a block only panics.
fn panics(block: &syn::Block) -> bool {
    matches!(&block.stmts[..], [Stmt::Macro(it)] if it.mac.path.is_ident("panic"))
}

/// From names in a method to names in the harness.
struct Translation<'a> {
    subject: &'a Subject<'a>,
    variable: TokenStream,
    values: &'a BTreeMap<String, TokenStream>,
}

impl Translation<'_> {
    /// The tokens in the harness; none if they use something that the harness cannot.
    fn of(&self, tokens: TokenStream) -> Option<TokenStream> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut translated = TokenStream::new();
        let mut is_field = false;
        for (at, token) in tokens.iter().enumerate() {
            let is_call = matches!(tokens.get(at + 1), Some(TokenTree::Group(_)));
            match token {
                TokenTree::Ident(name) if is_field => {
                    let is_method = is_call && self.subject.getter(&name.to_string()).is_some();
                    translated.extend(is_method.then(|| token.clone()).map(Some)?);
                }
                TokenTree::Ident(name) if name == "self" => translated.extend(self.variable.clone()),
                TokenTree::Ident(name) => translated.extend(self.values.get(&name.to_string())?.clone()),
                TokenTree::Group(group) => {
                    let inner = self.of(group.stream())?;
                    translated.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
                }
                token => translated.extend([token.clone()]),
            }
            is_field = matches!(token, TokenTree::Punct(punct) if punct.as_char() == '.');
        }
        Some(translated)
    }
}
