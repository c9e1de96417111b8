//! The text of the file with the test of an exploration. It needs only the crate and std, so that it can be part of a bug
//! report.

use std::collections::BTreeSet;

use super::doc_comment::{advice, doc_comment};
use super::failure::{Disturbance, NativeResult, Role};
use super::stand_in::{self, MODULE, StandIn};

/// A test for a failing exploration.
#[derive(Debug)]
pub(super) struct ExplorationTest {
    /// Its name.
    pub(super) name: String,
    /// The message: what is wrong.
    pub(super) message: String,
    /// Whether a native run shows it.
    pub(super) natively: NativeResult,
    /// Names of the crate's items that the test has a copy of.
    pub(super) copied: Vec<String>,
    /// Sentences that say what the user has to do before it compiles.
    pub(super) missing: Vec<String>,
    /// Stand-ins for the items of glassbox that it uses.
    pub(super) stand_ins: BTreeSet<StandIn>,
    /// Its `use` items.
    pub(super) imports: Vec<String>,
    /// Functions and types that the calls need.
    pub(super) items: Vec<String>,
    /// The calls; the last one fails.
    pub(super) statements: Vec<Statement>,
}

/// A call in a test.
#[derive(Debug)]
pub(super) struct Statement {
    /// The call as an expression.
    pub(super) call: String,
    /// The statement that uses its result, with `{}` where the call goes; none if the result is only dropped.
    pub(super) usage: Option<String>,
    /// How it uses the subject.
    pub(super) role: Role,
    /// Its result must be true.
    pub(super) is_asserted: bool,
    /// The results of `choose` during the call.
    pub(super) choices: Vec<u32>,
    /// What goes wrong around the call.
    pub(super) disturbances: Vec<Disturbance>,
    /// Whether it must panic.
    pub(super) must_panic: bool,
    /// Statements that prepare arguments.
    pub(super) before: Vec<String>,
}

impl ExplorationTest {
    /// The source of the file.
    pub(super) fn source(&self) -> String {
        let Self { name, message, natively, stand_ins, imports, items, .. } = self;
        let lines = std::iter::once("Found by `cargo glassbox`:").chain(message.lines());
        let advice = advice(*natively).into_iter().flat_map(|advice| ["", advice]);
        let doc = doc_comment(lines.chain(advice));
        // The last subject may not be used.
        let assignments = if self.statements.iter().any(Statement::assigns) { ", unused_assignments" } else { "" };
        let allowed = format!("#![allow(dead_code, private_interfaces{assignments}, unused_imports)]");
        let mut parts = vec![self.header(), allowed];
        if !imports.is_empty() {
            parts.push(imports.join("\n"));
        }
        parts.extend(items.iter().cloned());
        parts.push(format!("{doc}\n#[test]\nfn {name}() {{\n{}}}", self.body()));
        if !stand_ins.is_empty() {
            parts.push(stand_in::module(stand_ins));
        }
        parts.join("\n\n") + "\n"
    }

    /// The module documentation.
    fn header(&self) -> String {
        let mut lines = vec!["//! Found by `cargo glassbox`. This test needs only the crate.".to_owned()];
        if !self.copied.is_empty() {
            let names: Vec<String> = self.copied.iter().map(|name| format!("`{name}`")).collect();
            let copies = format!("//! Copies of items of the crate that a test cannot import: {}.", names.join(", "));
            lines.extend(["//!".to_owned(), copies]);
        }
        if !self.missing.is_empty() {
            lines.extend(["//!", "//! To make it compile:"].map(str::to_owned));
            lines.extend(self.missing.iter().map(|sentence| format!("//! - {sentence}")));
        }
        lines.join("\n")
    }

    /// The body of the test function.
    pub(super) fn body(&self) -> String {
        let mut lines: Vec<String> = self.statements.iter().flat_map(|statement| self.lines(statement)).collect();
        let is_gone = self.statements.last().is_some_and(Statement::ends);
        // Leaks are no bug then.
        let forgives = |it: &Disturbance| !matches!(it, Disturbance::AllocationFails { .. });
        let may_leak = self.statements.iter().flat_map(|statement| &statement.disturbances).any(forgives);
        if is_gone && !may_leak && self.stand_ins.contains(&StandIn::Val) {
            lines.push(format!("{MODULE}::no_value_is_lost();"));
        }
        lines.iter().flat_map(|line| ["    ", line, "\n"]).collect()
    }

    fn lines(&self, statement: &Statement) -> Vec<String> {
        let Statement { call, usage, role, is_asserted, choices, disturbances, must_panic, before } = statement;
        let mut lines = before.clone();
        if !choices.is_empty() {
            lines.push(format!("{MODULE}::choices(&{choices:?});"));
        }
        let changes = |statement: &Statement| statement.role == Role::Operation || statement.assigns();
        let is_changed = self.statements.iter().any(changes);
        let (mut panics_at, mut untrue, mut failures) = (None, Vec::new(), Vec::new());
        for disturbance in disturbances {
            match *disturbance {
                Disturbance::CallbackPanics { point } => panics_at = Some(point),
                Disturbance::TraitLies { question, answer } => untrue.push((question, answer)),
                Disturbance::AllocationFails { allocation } => failures.push(allocation),
                // The statement that uses the result says so.
                Disturbance::ResultForgotten => {}
            }
        }
        if !untrue.is_empty() {
            lines.push(format!("{MODULE}::lie(&{untrue:?});"));
        }
        if !failures.is_empty() {
            lines.push(format!("{MODULE}::fail_allocations(&{failures:?});"));
        }
        if let Some(at) = panics_at {
            let statement = usage.as_ref().map_or_else(|| format!("{call};"), |usage| usage.replacen("{}", call, 1));
            lines.push(format!("{MODULE}::panicking({at}, || {{ {statement} }});"));
            return lines;
        }
        if *must_panic && disturbances.is_empty() {
            let caught = "std::panic::catch_unwind(std::panic::AssertUnwindSafe(||";
            lines.push(format!("let result = {caught} {{ {call}; }}));"));
            lines.push("assert!(result.is_err(), \"the call must panic\");".to_owned());
            return lines;
        }
        lines.push(match (role, usage) {
            (Role::Constructor, _) if is_changed => format!("let mut subject = {call};"),
            (Role::Constructor, _) => format!("let subject = {call};"),
            (Role::Move, _) => "let mut subject = std::hint::black_box(subject);".to_owned(),
            _ if *is_asserted => format!("assert!({call});"),
            (_, Some(usage)) => usage.replacen("{}", call, 1),
            (_, None) => format!("{call};"),
        });
        lines
    }
}

impl Statement {
    /// Whether its result becomes the subject.
    fn assigns(&self) -> bool {
        self.usage.as_ref().is_some_and(|usage| usage.starts_with("subject = "))
    }

    /// Whether there is no subject behind it.
    fn ends(&self) -> bool {
        matches!(self.role, Role::Consumer | Role::Drop) && !self.assigns()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(role: Role, call: &str) -> Statement {
        let (call, choices, before) = (call.to_owned(), Vec::new(), Vec::new());
        Statement {
            call,
            usage: None,
            role,
            is_asserted: false,
            choices,
            disturbances: Vec::new(),
            must_panic: false,
            before,
        }
    }

    fn test(stand_ins: &[StandIn], statements: Vec<Statement>) -> ExplorationTest {
        ExplorationTest {
            name: "stack_pop".to_owned(),
            message: "double free".to_owned(),
            natively: NativeResult::NeedsMemoryChecker,
            copied: Vec::new(),
            missing: Vec::new(),
            stand_ins: stand_ins.iter().copied().collect(),
            imports: ["use a::B;", "use a::C;"].map(str::to_owned).to_vec(),
            items: vec!["fn new() -> B {\n    B\n}".to_owned()],
            statements,
        }
    }

    #[test]
    fn a_test_needs_only_the_crate() {
        let law = Statement { is_asserted: true, ..statement(Role::Law, "is_right(&subject)") };
        let made = statement(Role::Constructor, "new()");
        let expect = "//! Found by `cargo glassbox`. This test needs only the crate.

#![allow(dead_code, private_interfaces, unused_imports)]

use a::B;
use a::C;

fn new() -> B {
    B
}

/// Found by `cargo glassbox`:
/// double free
///
/// This test may pass natively; `cargo +nightly miri test` or a sanitizer reports the bug.
#[test]
fn stack_pop() {
    let subject = new();
    assert!(is_right(&subject));
}

/// What the functions of this test use besides the crate.
mod stand_in {
    /// A key that has an order, and no other property.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Key(pub u32);

    /// Fails if the condition does not hold: the calls of the test are possible.
    pub fn assume(condition: bool) {
        assert!(condition, \"the operation is not possible in this state\");
    }
}
";
        assert_eq!(test(&[StandIn::Assume, StandIn::Key], vec![made, law]).source(), expect);
    }

    #[test]
    fn choices_and_arguments_are_prepared_before_the_call() {
        let changed = Statement {
            choices: vec![1, 0],
            before: vec!["let n = 2;".to_owned()],
            ..statement(Role::Operation, "pop(&mut subject, n)")
        };
        let statements = vec![statement(Role::Constructor, "new()"), changed, statement(Role::Drop, "drop(subject)")];
        let expect = "    let mut subject = new();
    let n = 2;
    stand_in::choices(&[1, 0]);
    pop(&mut subject, n);
    drop(subject);
    stand_in::no_value_is_lost();
";
        assert_eq!(test(&[StandIn::Choose, StandIn::Val], statements).body(), expect);
    }

    #[test]
    fn results_become_the_subject() {
        let with =
            |usage: &str, role: Role, call: &str| Statement { usage: Some(usage.to_owned()), ..statement(role, call) };
        let statements = vec![
            statement(Role::Constructor, "new()"),
            with("subject = {}.unwrap();", Role::Consumer, "insert(subject, Key(1))"),
            with("{}.for_each(drop);", Role::Operation, "drain(&mut subject)"),
            with("subject = {};", Role::Consumer, "merge(subject)"),
        ];
        let test = test(&[StandIn::Val], statements);
        let expect = "    let mut subject = new();
    subject = insert(subject, Key(1)).unwrap();
    drain(&mut subject).for_each(drop);
    subject = merge(subject);
";
        assert_eq!(test.body(), expect, "the values of the last subject are not lost");
        assert!(test.source().contains("#![allow(dead_code, private_interfaces, unused_assignments, unused_imports)]"));
    }

    #[test]
    fn copied_and_missing_items_are_named_first() {
        let mut test = test(&[], Vec::new());
        test.copied = vec!["Node".to_owned(), "link".to_owned()];
        test.missing = vec!["`a::b` must be public.".to_owned()];
        let expect = "//! Found by `cargo glassbox`. This test needs only the crate.
//!
//! Copies of items of the crate that a test cannot import: `Node`, `link`.
//!
//! To make it compile:
//! - `a::b` must be public.

#![allow(";
        assert!(test.source().starts_with(expect), "{}", test.source());
    }
}
