//! Only the engine says that a check holds.
//!
//! No other crate of the product makes a `Verdict::Holds`: not as an expression and not by a `use` of the variant.
//! Patterns (`match`, `if let`, `matches!`) and comparisons with `==` and `!=` are fine, and so are tests.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Item};

use super::problem::Problem;
use crate::syntax::{attributes, is_for_tests};
use crate::tree::Tree;

/// The crate that decides checks.
const ENGINE: &str = "crates/glassbox-engine/";

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let product = tree.ours(".rs").filter(|(path, _)| path.starts_with("crates/") && path.contains("/src/"));
    product.filter(|(path, _)| !path.starts_with(ENGINE)).flat_map(|(path, text)| problems_of(path, text)).collect()
}

fn problems_of(path: &str, text: &str) -> Vec<Problem> {
    // Parsing takes most of the time, and most files name no verdict.
    if !text.contains("Verdict") {
        return Vec::new();
    }
    let mut finder = Finder { lines: Vec::new() };
    match syn::parse_file(text) {
        Ok(syntax) => finder.visit_file(&syntax),
        Err(error) => return vec![Problem::new(path, 0, format!("does not parse: {error}"))],
    }
    let problem = |line| Problem::new(path, line, "only glassbox-engine may make a `Verdict::Holds`; take its verdict");
    finder.lines.into_iter().map(problem).collect()
}

struct Finder {
    lines: Vec<usize>,
}

impl<'s> Visit<'s> for Finder {
    fn visit_item(&mut self, item: &'s Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_expr(&mut self, expression: &'s Expr) {
        if let Expr::Path(path) = expression {
            let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            if segments.ends_with(&["Verdict".to_owned(), "Holds".to_owned()]) {
                self.lines.push(expression.span().start().line);
            }
        }
        visit::visit_expr(self, expression);
    }

    fn visit_expr_binary(&mut self, binary: &'s syn::ExprBinary) {
        let compares = matches!(binary.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_));
        for operand in [&*binary.left, &*binary.right] {
            if !compares || !matches!(operand, Expr::Path(_)) {
                self.visit_expr(operand);
            }
        }
    }

    fn visit_use_path(&mut self, path: &'s syn::UsePath) {
        let is_variant = |tree: &syn::UseTree| match tree {
            syn::UseTree::Name(name) => name.ident == "Holds",
            syn::UseTree::Rename(rename) => rename.ident == "Holds",
            syn::UseTree::Glob(_) => true,
            syn::UseTree::Path(_) | syn::UseTree::Group(_) => false,
        };
        let imports_variant = match &*path.tree {
            syn::UseTree::Group(group) => group.items.iter().any(is_variant),
            tree => is_variant(tree),
        };
        if path.ident == "Verdict" && imports_variant {
            self.lines.push(path.ident.span().start().line);
        }
        visit::visit_use_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_everywhere_and_made_in_the_engine_only() {
        let source = "use engine::Verdict::{self, Fails};
            use engine::Verdict::Holds as Fine;
            fn reads(verdict: &Verdict) -> bool {
                if let Verdict::Holds = verdict { return true; }
                matches!(verdict, search::Verdict::Holds) || match verdict { Verdict::Holds => true, _ => false }
            }
            fn makes(verdict: Verdict) -> Verdict {
                if verdict == Verdict::Holds { return verdict; }
                Box::new(explore::Verdict::Holds)
            }
            #[cfg(test)] mod tests { fn f() -> Verdict { Verdict::Holds } }";
        let tree = Tree::of(&[
            ("crates/cargo-glassbox/src/check.rs", source),
            ("crates/glassbox-engine/src/search.rs", source),
            ("tests/cli/check.rs", source),
        ]);
        let problems: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        let expected = [2, 9].map(|line| {
            format!("crates/cargo-glassbox/src/check.rs:{line}: only glassbox-engine may make a `Verdict::Holds`; take its verdict")
        });
        assert_eq!(problems, expected);
    }
}
