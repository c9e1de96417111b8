//! Mutants that `cargo mutants` does not make: statements that are missing or run twice, owners that are forgotten or read twice, blocks that
//! leak, are freed too early or with another layout, conditions the other way round, numbers and indices that are one too large, arguments in
//! the other order, and a field in place of its counterpart.
//!
//! A wrong operator in safe code does not damage memory; a mistake in `unsafe` code does.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::token::Comma;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprAssign, ExprCall, ExprField, ExprIf, ExprIndex, ExprLit, ExprMethodCall, ExprWhile, Lit, Member,
    Stmt,
};

use crate::mutant::{Mutant, line_at};
use crate::specification::{is_about_bugs, specifications};

/// Names that are easily taken for each other.
const COUNTERPARTS: [(&str, &str); 7] = [
    ("left", "right"),
    ("prev", "next"),
    ("head", "tail"),
    ("first", "last"),
    ("front", "back"),
    ("push_front", "push_back"),
    ("pop_front", "pop_back"),
];

fn counterpart(name: &str) -> Option<&'static str> {
    COUNTERPARTS.iter().find_map(|(a, b)| match name {
        _ if name == *a => Some(*b),
        _ if name == *b => Some(*a),
        _ => None,
    })
}

/// All mutants of a file of a subject.
pub(crate) fn damage(package: &str, file: &str, source: &str) -> Result<Vec<Mutant>, String> {
    let parsed = syn::parse_file(source).map_err(|error| format!("{package}/{file}: {error}"))?;
    let mut search = Search { package, file, source, mutants: Vec::new() };
    search.visit_file(&parsed);
    let specifications = specifications(source)?;
    search.mutants.retain(|mutant| !specifications.iter().any(|it| it.contains(&mutant.range.start)));
    Ok(search.mutants)
}

struct Search<'a> {
    package: &'a str,
    file: &'a str,
    source: &'a str,
    mutants: Vec<Mutant>,
}

impl Search<'_> {
    fn text(&self, span: Span) -> &str {
        &self.source[span.byte_range()]
    }

    /// A condition the other way round, unless it binds names.
    fn add_condition(&mut self, condition: &Expr) {
        let text = self.text(condition.span()).to_owned();
        if !text.contains("let ") && !is_about_bugs(&text) {
            self.add(condition.span(), format!("!({text})"), "not");
        }
    }

    /// Two arguments in the other order.
    fn add_swapped(&mut self, arguments: &Punctuated<Expr, Comma>) {
        let mut all = arguments.iter();
        if let (Some(first), Some(second), None) = (all.next(), all.next(), all.next()) {
            let (first, second) = (self.text(first.span()).to_owned(), self.text(second.span()).to_owned());
            self.add(arguments.span(), format!("{second}, {first}"), "the other order of");
        }
    }

    fn add(&mut self, span: Span, replacement: String, name: &str) {
        let range = span.byte_range();
        let short: String = self.text(span).split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect();
        self.mutants.push(Mutant {
            package: self.package.to_owned(),
            file: self.file.to_owned(),
            line: line_at(self.source, range.start),
            range,
            replacement,
            name: format!("{name} `{short}`"),
        });
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        for statement in &block.stmts {
            let span = statement.span();
            let text = self.text(span).to_owned();
            if is_about_bugs(&text) {
                continue;
            }
            if let Stmt::Expr(expression, Some(_)) = statement {
                self.add(span, String::new(), "without");
                if !matches!(expression, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_)) {
                    self.add(span, format!("{text} {text}"), "twice");
                }
            }
        }
        visit::visit_block(self, block);
    }

    /// What runs only with a planted bug is not looked at.
    fn visit_expr_if(&mut self, it: &'ast ExprIf) {
        if is_about_bugs(self.text(it.cond.span())) {
            if let Some((_, otherwise)) = &it.else_branch {
                self.visit_expr(otherwise);
            }
        } else {
            self.add_condition(&it.cond);
            visit::visit_expr_if(self, it);
        }
    }

    fn visit_expr_while(&mut self, it: &'ast ExprWhile) {
        self.add_condition(&it.cond);
        visit::visit_expr_while(self, it);
    }

    fn visit_expr_lit(&mut self, it: &'ast ExprLit) {
        if let Lit::Int(number) = &it.lit
            && let Ok(value) = number.base10_parse::<u64>()
        {
            self.add(it.span(), format!("{}{}", value + 1, number.suffix()), "one more than");
            if value > 0 {
                self.add(it.span(), format!("{}{}", value - 1, number.suffix()), "one less than");
            }
        }
        if let Lit::Bool(truth) = &it.lit {
            self.add(it.span(), (!truth.value).to_string(), "the opposite of");
        }
        visit::visit_expr_lit(self, it);
    }

    fn visit_expr_field(&mut self, it: &'ast ExprField) {
        if let Member::Named(name) = &it.member
            && let Some(other) = counterpart(&name.to_string())
        {
            self.add(name.span(), other.to_owned(), "the counterpart of");
        }
        visit::visit_expr_field(self, it);
    }

    fn visit_expr_index(&mut self, it: &'ast ExprIndex) {
        let index = self.text(it.index.span()).to_owned();
        if !matches!(*it.index, Expr::Range(_)) && !is_about_bugs(&index) {
            self.add(it.index.span(), format!("({index}) + 1"), "one further than");
        }
        visit::visit_expr_index(self, it);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let (function, all) = (self.text(call.func.span()).to_owned(), self.text(call.span()).to_owned());
        if is_about_bugs(&all) {
            return visit::visit_expr_call(self, call);
        }
        let argument = call.args.first().map(|argument| self.text(argument.span()).to_owned()).unwrap_or_default();
        match function.as_str() {
            "Some" => self.add(call.span(), "None".to_owned(), "nothing in place of"),
            "Box::new" => {
                self.add(
                    call.span(),
                    format!("{{ ::core::mem::forget(::core::hint::black_box(Box::new(0_u8))); {all} }}"),
                    "leaks a block at",
                );
                let early =
                    format!("{{ let mut it = {all}; drop(unsafe {{ ::core::ptr::read(&raw const it) }}); it }}");
                self.add(call.span(), early, "frees too early");
            }
            "Box::from_raw" => {
                let layout = "::std::alloc::Layout::from_size_align_unchecked(1, 1)";
                let other = format!(
                    "{{ let it = {argument}; let moved = Box::new(it.read()); ::std::alloc::dealloc(it.cast(), {layout}); moved }}"
                );
                self.add(call.span(), other, "frees with another layout");
                self.add(call.span(), format!("{{ drop({all}); {all} }}"), "frees twice");
            }
            _ => self.add_swapped(&call.args),
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
        let (left, right) = (self.text(assign.left.span()).to_owned(), self.text(assign.right.span()).to_owned());
        if !is_about_bugs(&right) {
            let forgets = format!("::core::mem::forget(::core::mem::replace(&mut {left}, {right}))");
            self.add(assign.span(), forgets, "forgets the old value in");
            let twice = format!("{{ drop(unsafe {{ ::core::ptr::read(&raw const {left}) }}); {left} = {right} }}");
            self.add(assign.span(), twice, "drops the old value twice in");
        }
        visit::visit_expr_assign(self, assign);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let receiver = self.text(call.receiver.span()).to_owned();
        if call.method == "take" && call.args.is_empty() && !is_about_bugs(&receiver) {
            let read = format!("unsafe {{ ::core::ptr::read(&raw const {receiver}) }}");
            self.add(call.span(), read, "leaves a copy behind in");
        }
        if let Some(other) = counterpart(&call.method.to_string()) {
            self.add(call.method.span(), other.to_owned(), "the counterpart of");
        }
        if !is_about_bugs(self.text(call.span())) {
            self.add_swapped(&call.args);
        }
        visit::visit_expr_method_call(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> Vec<String> {
        let mutants = damage("p", "f", source).expect("it can be read");
        mutants.iter().map(|mutant| format!("{} = {}", mutant.name, mutant.replacement)).collect()
    }

    #[test]
    fn statements_are_missing_or_run_twice() {
        assert_eq!(names("fn f() { a(); b() }"), ["without `a();` = ", "twice `a();` = a(); a();"]);
        assert_eq!(names("fn f() { return; }"), ["without `return;` = "]);
    }

    #[test]
    fn old_values_are_forgotten_or_dropped_twice() {
        let found = names("fn f() { a.b = c }");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("forget") && found[1].contains("ptr::read"), "{found:?}");
    }

    #[test]
    fn blocks_leak_or_are_freed_wrongly() {
        let found = names("fn f() { Box::new(a) }");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("leaks a block at") && found[1].starts_with("frees too early"), "{found:?}");
        let found = names("fn f() { unsafe { Box::from_raw(a) } }");
        assert!(found[0].contains("dealloc(it.cast()") && found[1].starts_with("frees twice"), "{found:?}");
    }

    #[test]
    fn what_is_taken_stays() {
        assert_eq!(
            names("fn f() -> X { self.a.take() }"),
            ["leaves a copy behind in `self.a.take()` = unsafe { ::core::ptr::read(&raw const self.a) }"]
        );
    }

    #[test]
    fn conditions_numbers_and_names_are_others() {
        assert_eq!(names("fn f() { if a { b } }"), ["not `a` = !(a)"]);
        assert_eq!(names("fn f() { if let Some(a) = b { a } else { c } }"), [""; 0]);
        assert_eq!(names("fn f() { a + 1u8 }"), ["one more than `1u8` = 2u8", "one less than `1u8` = 0u8"]);
        assert_eq!(names("fn f() { true }"), ["the opposite of `true` = false"]);
        assert_eq!(names("fn f() { Some(a) }"), ["nothing in place of `Some(a)` = None"]);
        assert_eq!(names("fn f() { a[b] }"), ["one further than `b` = (b) + 1"]);
        assert_eq!(names("fn f() { a[b..c] }"), [""; 0]);
        assert_eq!(names("fn f() { g(a, b) }"), ["the other order of `a, b` = b, a"]);
        assert_eq!(names("fn f() { it.g(a, b) }"), ["the other order of `a, b` = b, a"]);
        assert_eq!(
            names("fn f() { self.left.next() }"),
            ["the counterpart of `next` = prev", "the counterpart of `left` = right"]
        );
    }

    #[test]
    fn specifications_and_planted_bugs_stay_as_they_are() {
        assert_eq!(names("#[glassbox::check] fn f() { a(); } impl Invariant for X { fn ok(&self) { a(); } }"), [""; 0]);
        assert_eq!(names("fn f() { if cfg!(feature = \"bug-x\") { a(); } }"), [""; 0]);
    }
}
