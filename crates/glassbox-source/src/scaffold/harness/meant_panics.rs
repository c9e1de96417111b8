//! Panics that a method means: the explicit ones in its body that are about its arguments.
//!
//! `assert!(capacity >= self.length, "too small")` tells the caller what not to do. A caller cannot always ask beforehand, so the
//! harness calls the method and says that this panic is meant. A condition without arguments may be about the state alone, and
//! then its panic is a bug; so is an `unwrap`, or an index, that says nothing about who is to blame.

use std::collections::BTreeSet;

use glassbox_engine::explore::STD_MESSAGES;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprCall, ExprIf, ExprMatch, ExprMethodCall, FnArg, Ident, ImplItemFn, Lit, Local, Macro, Pat, Stmt, Token,
};

use super::entry_assertions::expression;
use super::subject::Subject;
use crate::read::method::Method;
use crate::read::type_syntax::named;

/// How deep functions are followed that get an argument.
const DEPTH: usize = 2;

/// Words of a text that blames the crate itself.
const OWN_FAULT: [&str; 9] =
    ["impossible", "never", "unreachable", "corrupt", "internal", "bug", "invariant", "inconsisten", "happen"];

/// The messages of panics that a method means, as format strings, in the order of its source. If it is documented to panic, conditions of explicit panics
/// in it need not be about arguments.
pub(super) fn meant_panics(subject: &Subject<'_>, method: Method<'_>) -> Vec<String> {
    let (names, is_about_arguments) = (names(method.function, |_| true), method.panics().is_some());
    let ty =
        named(&method.block.self_ty).map_or_else(|| subject.definition().ident.clone(), |(ident, _)| ident.clone());
    let mut search = Search { subject, ty, names, is_about_arguments, messages: Vec::new(), depth: DEPTH };
    search.visit_block(&method.function.block);
    let mut seen = BTreeSet::new();
    let is_own_fault = |message: &String| OWN_FAULT.iter().any(|word| message.to_lowercase().contains(word));
    // The crate's own panic would be meant, but the same one of a `Vec` inside would be forgiven, too.
    let is_of_std = |message: &String| STD_MESSAGES.iter().any(|begin| message.starts_with(begin));
    search.messages.retain(|message| !is_own_fault(message) && !is_of_std(message) && seen.insert(message.clone()));
    search.messages
}

/// The names of the arguments at these places.
fn names(function: &ImplItemFn, is_wanted: impl Fn(usize) -> bool) -> BTreeSet<String> {
    let typed = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.pat),
        FnArg::Receiver(_) => None,
    });
    let wanted = typed.enumerate().filter(|(at, _)| is_wanted(*at));
    wanted.flat_map(|(_, pat)| bound_names(pat)).collect()
}

/// The names that a pattern binds.
fn bound_names(pat: &Pat) -> Vec<String> {
    struct Names(Vec<String>);
    impl Visit<'_> for Names {
        fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
            self.0.push(pat.ident.to_string());
            visit::visit_pat_ident(self, pat);
        }
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pat);
    names.0
}

/// A search through the body of a method.
struct Search<'a> {
    subject: &'a Subject<'a>,
    /// The type whose function this is.
    ty: Ident,
    /// Names of values that come from the caller.
    names: BTreeSet<String>,
    /// Whether the code at hand runs only for some arguments.
    is_about_arguments: bool,
    messages: Vec<String>,
    depth: usize,
}

impl Search<'_> {
    fn mentions(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => self.names.contains(&ident.to_string()),
            TokenTree::Group(group) => self.mentions(group.stream()),
            _ => false,
        })
    }

    /// Visits something that runs only if a condition holds.
    fn under(&mut self, condition: &impl ToTokens, visit: impl FnOnce(&mut Self)) {
        let before = self.is_about_arguments;
        self.is_about_arguments |= self.mentions(condition.to_token_stream());
        visit(self);
        self.is_about_arguments = before;
    }

    /// Looks into a function of the crate that gets values from the caller.
    fn follow(&mut self, ty: &Ident, name: &Ident, arguments: &Punctuated<Expr, Token![,]>) {
        let given: BTreeSet<usize> =
            (0..arguments.len()).filter(|&at| self.mentions(arguments[at].to_token_stream())).collect();
        let is_wanted = !given.is_empty() && self.depth > 0;
        let Some(function) = self.subject.function_of(ty, name).filter(|_| is_wanted) else { return };
        let mut inner = Search {
            subject: self.subject,
            ty: ty.clone(),
            names: names(function, |at| given.contains(&at)),
            is_about_arguments: self.is_about_arguments,
            messages: Vec::new(),
            depth: self.depth - 1,
        };
        inner.visit_block(&function.block);
        self.messages.append(&mut inner.messages);
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    /// What is computed from an argument comes from the caller, too.
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init
            && self.mentions(init.expr.to_token_stream())
        {
            self.names.extend(bound_names(&local.pat));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_if(&mut self, it: &'ast ExprIf) {
        self.visit_expr(&it.cond);
        self.under(&it.cond, |search| {
            search.visit_block(&it.then_branch);
            if let Some((_, otherwise)) = &it.else_branch {
                search.visit_expr(otherwise);
            }
        });
    }

    fn visit_expr_match(&mut self, it: &'ast ExprMatch) {
        self.under(&it.expr, |search| visit::visit_expr_match(search, it));
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if call.method == "expect" && (self.is_about_arguments || self.mentions(call.receiver.to_token_stream())) {
            let message = call.args.first().and_then(literal).map(|text| text.replace('{', "{{").replace('}', "}}"));
            // Behind the text stands the error, if there is one.
            self.messages.extend(message.into_iter().flat_map(|message| [format!("{message}: {{}}"), message]));
        }
        if matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self")) {
            self.follow(&self.ty.clone(), &call.method, &call.args);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(path) = &*call.func
            && let [.., ty, function] = &path.path.segments.iter().collect::<Vec<_>>()[..]
        {
            let ty = if ty.ident == "Self" { self.ty.clone() } else { ty.ident.clone() };
            self.follow(&ty, &function.ident, &call.args);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, it: &'ast Macro) {
        let Some(name) = it.path.segments.last().map(|last| last.ident.to_string()) else { return };
        let n_conditions = match name.as_str() {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            "panic" => 0,
            _ => return,
        };
        let Ok(parts) = it.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) else { return };
        let conditions = parts.iter().take(n_conditions);
        let is_meant = self.is_about_arguments || conditions.clone().any(|it| self.mentions(it.to_token_stream()));
        if !is_meant {
            return;
        }
        let said = parts.iter().nth(n_conditions);
        let message = match (name.as_str(), said.and_then(format_string)) {
            ("assert", None) if said.is_none() => parts.first().map(|condition| {
                let condition = expression(&condition.to_token_stream()).replace('{', "{{").replace('}', "}}");
                format!("assertion failed: {condition}")
            }),
            ("assert_eq", Some(said)) => {
                Some(format!("assertion `left == right` failed: {said} left: {{}} right: {{}}"))
            }
            ("assert_ne", Some(said)) => {
                Some(format!("assertion `left != right` failed: {said} left: {{}} right: {{}}"))
            }
            (_, said) => said,
        };
        self.messages.extend(message);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        // Items inside a body are not run by it.
        if !matches!(statement, Stmt::Item(_)) {
            visit::visit_stmt(self, statement);
        }
    }
}

/// A format string, if it says enough to be recognised.
fn format_string(expression: &Expr) -> Option<String> {
    let text = literal(expression)?;
    let outside_gaps = text.split('{').map(|part| part.rsplit('}').next().unwrap_or(part).trim());
    (outside_gaps.map(str::len).max() > Some(3)).then_some(text)
}

fn literal(expression: &Expr) -> Option<String> {
    let Expr::Lit(literal) = expression else { return None };
    let Lit::Str(text) = &literal.lit else { return None };
    Some(text.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::library_source::LibrarySource;
    use crate::scaffold::harness::found_type::FoundType;
    use crate::scaffold::harness::settings::HarnessSettings;
    use crate::scaffold::harness::type_choice::Items;

    #[track_caller]
    fn check(method: &str, expect: &[&str]) {
        let library = format!(
            "pub struct Bag<T>(Vec<T>);
             impl<T> Bag<T> {{
                 {method}
                 fn inner(&self, n: usize, m: usize) {{ assert!(n < 3, \"inner: {{}} is large\", n); assert!(m < 3); }}
             }}"
        );
        let source = LibrarySource::of(&library);
        let subject =
            Subject::new(&source, &FoundType::foreign(0, String::new()), &HarnessSettings::default(), Items::Best)
                .expect("it is simple");
        assert_eq!(meant_panics(&subject, subject.methods[0]), expect);
    }

    #[test]
    fn explicit_panics_about_arguments_are_meant() {
        check(
            "pub fn a(&mut self, n: usize) { assert!(n >= self.len, \"n is {n}, too small\"); }",
            &["n is {n}, too small"],
        );
        check("pub fn a(&mut self, n: usize) { assert!(n < self.0.len()); }", &["assertion failed: n < self.0.len()"]);
        check("pub fn a(&mut self, n: usize) { let m = n + 1; if m > 3 { panic!(\"too many\") } }", &["too many"]);
        check("pub fn a(&mut self, n: usize) { self.0.get(n).expect(\"no {it}\"); }", &["no {{it}}: {}", "no {{it}}"]);
        check(
            "pub fn a(&mut self, n: usize) { match self.find(n) { Some(_) => {} None => panic!(\"not found\") } }",
            &["not found"],
        );
        check("pub fn a(&mut self, n: usize) { self.inner(n, 0); }", &["inner: {} is large"]);
        check(
            "pub fn a(&mut self, n: usize) { assert_eq!(n, 3, \"n is not three\"); }",
            &["assertion `left == right` failed: n is not three left: {} right: {}"],
        );
        check(
            "pub fn a(n: usize) -> Self { Self::b(n + 1) } fn b(m: usize) { assert!(m > 0, \"m is 0\"); }",
            &["m is 0"],
        );
    }

    #[test]
    fn others_are_not() {
        check(
            "pub fn a(&mut self, n: usize) { assert!(self.len < 3, \"broken\"); self.0[n]; self.0.get(n).unwrap(); }",
            &[],
        );
        check("pub fn a(&mut self) { if self.0.is_empty() { panic!(\"it is empty\") } }", &[]);
        check(
            "pub fn a(&mut self, n: usize) { debug_assert!(n < 3, \"unlikely\"); self.inner(1, 2); unreachable!(\"no {n}\"); }",
            &[],
        );
        check("pub fn a(&mut self, n: usize) { panic!(\"{}\", n); }", &[]);
        check("pub fn a(&mut self, n: usize) { if n > 3 { panic!(\"removal index (is {n}) is wrong\") } }", &[]);
        check("pub fn a(&mut self, n: usize) { self.0.get(n).expect(\"Impossible: corrupt bag\"); }", &[]);
    }

    #[test]
    fn a_documented_panic_need_not_be_about_arguments() {
        check(
            "/// # Panics\n/// If it is empty.\n pub fn a(&mut self) { if self.0.is_empty() { panic!(\"it is empty\") } }",
            &["it is empty"],
        );
    }
}
