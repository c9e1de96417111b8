//! Writes the test of an exploration: a file under `tests/` that needs the crate and std, but not glassbox.

use std::collections::BTreeSet;
use std::path::Path;

use syn::ext::IdentExt;

use super::argument_expression::HASH;
use super::call_writer::{CallWriter, called_function};
use super::emitted_test::EmittedTest;
use super::error::EmitError;
use super::exploration_test::{ExplorationTest, Statement};
use super::failure::{Call, Failure};
use super::files::{numbered, read_file, write_new_file};
use super::harness_parts::{HarnessParts, harness_parts};
use super::rewriter::Rewriter;
use super::stand_in::StandIn;
use crate::read::scope::Scope;

/// Writes the test of an exploration that fails after these calls, unless a file has it already.
pub(super) fn emit_exploration_test(failure: &Failure, calls: &[Call]) -> Result<EmittedTest, EmitError> {
    let source = read_file(&failure.source_path())?;
    let exploration = failure.path.clone();
    let Some(mut test) = exploration_test(&source, failure, calls) else {
        let source = calls.iter().map(|call| call.statement() + "\n").collect();
        return Ok(EmittedTest::Unplaced { check: exploration, source });
    };
    let folder = failure.package.folder.join("tests");
    let shown = |path: &Path| path.strip_prefix(&failure.root).unwrap_or(path).display().to_string();
    for name in numbered(&test.name.clone()) {
        let path = folder.join(format!("{name}.rs"));
        match std::fs::read_to_string(&path) {
            Ok(existing) if is_same(&existing, &test) => {
                return Ok(EmittedTest::Known { check: exploration, file: shown(&path) });
            }
            Ok(_) => {}
            Err(_) if path.exists() => {}
            Err(_) => return add(&mut test, name, &path, shown(&path)),
        }
    }
    unreachable!("some number is free")
}

/// Whether a file has the same calls of the same functions. Messages may differ, because they contain addresses.
fn is_same(existing: &str, test: &ExplorationTest) -> bool {
    existing.contains(&test.body()) && test.items.iter().all(|item| existing.contains(item))
}

fn add(test: &mut ExplorationTest, name: String, path: &Path, file: String) -> Result<EmittedTest, EmitError> {
    test.name.clone_from(&name);
    write_new_file(path, &test.source())?;
    let is_complete = test.missing.is_empty();
    Ok(if is_complete { EmittedTest::Added { name, file } } else { EmittedTest::Incomplete { name, file } })
}

/// The test; none if the exploration is not found in its source.
fn exploration_test(source: &str, failure: &Failure, calls: &[Call]) -> Option<ExplorationTest> {
    let file = syn::parse_file(source).ok()?;
    let scope = Scope::find(&file, &failure.path, failure.line, failure.library())?;
    let mut writer = CallWriter::new(Rewriter::new(source, &scope));
    let statements: Vec<Statement> = calls.iter().map(|call| writer.statement(call)).collect();
    let mut functions: BTreeSet<String> = calls.iter().map(|call| call.function.clone()).collect();
    functions.append(&mut writer.functions);
    let parts = harness_parts(writer.rewriter, &functions, writer.mentioned);
    let HarnessParts { imports, items, copied, mut stand_ins, missing } = parts;
    let mut arguments = calls.iter().flat_map(|call| &call.arguments);
    if arguments.any(|argument| argument.text.contains(HASH)) && stand_ins.remove(&StandIn::Key) {
        stand_ins.insert(StandIn::HashedKey);
    }
    let last = calls.iter().rfind(|call| called_function(&scope, call).is_some())?;
    let name = format!("{}_{}", scope.module.ident.unraw(), last.function);
    let is_taken = |name: &String| items.iter().any(|item| item.contains(&format!("fn {name}(")));
    Some(ExplorationTest {
        name: numbered(&name).find(|name| !is_taken(name))?,
        message: failure.message.clone(),
        natively: failure.natively,
        copied,
        missing,
        stand_ins,
        imports,
        items,
        statements,
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::failure::{Argument, FailureCase, NativeResult, Role};
    use super::*;
    use crate::read::PackageLayout;
    use crate::read::scope::tests::library;

    fn call(role: Role, function: &str, arguments: &[(&str, u32)], choices: &[u32]) -> Call {
        let argument = |(words, choice): &(&str, u32)| Argument { text: (*words).to_owned(), choices: vec![*choice] };
        Call {
            function: function.to_owned(),
            arguments: arguments.iter().map(argument).collect(),
            role,
            choices: choices.to_vec(),
            usage: None,
            disturbances: Vec::new(),
            must_panic: false,
        }
    }

    fn emitted(source: &str, line: u32, calls: &[Call]) -> ExplorationTest {
        let failure = Failure {
            path: "demo::checks::m".to_owned(),
            file: "src/lib.rs".to_owned(),
            line,
            root: PathBuf::new(),
            package: PackageLayout { folder: PathBuf::new(), library: Some(library()) },
            message: "panicked".to_owned(),
            natively: NativeResult::Fails,
            case: FailureCase::Calls(calls.to_vec()),
        };
        exploration_test(source, &failure, calls).expect("the exploration is in the source")
    }

    const SOURCE: &str = "
pub struct Open(pub u8);

#[cfg(glassbox)]
mod checks {
    use super::*;
    use crate::node::Node;
    use glassbox::{Structure, Invariant};

    #[derive(Structure, Clone)]
    struct Closed;

    impl Invariant for Closed {}

    impl Closed {
        pub(super) fn text() -> &'static str {
            \"one
    two\"
        }
    }

    #[glassbox::explore]
    mod m {
        use glassbox::{Key, Val};
        use super::{Closed, Node};

        /// Makes one.
        pub fn new() -> Open {
            helper(Open(0))
        }

        pub fn change(
            open: &mut Open,
            // Which one.
            #[glassbox(values = all(open))] of: Kind,
            key: Key,
        ) {
            assert!(glassbox::choose(2) == 1 && inner::is_right(&Node), \"{}\", Closed::text());
        }

        pub fn other(open: &mut Open, val: Val) {}

        pub fn is_right(open: &Open) -> bool { true }

        fn helper(open: Open) -> Open { open }
        fn all(open: &Open) -> [Kind; 2] { [Kind::A(0), Kind::A(1)] }

        mod inner {
            pub(in super::super) fn is_right(node: &super::super::Node) -> bool { glassbox::assume(true); true }
        }
    }
}
";

    #[test]
    fn only_paths_and_attributes_of_items_change() {
        let calls = [
            call(Role::Constructor, "new", &[], &[]),
            call(Role::Operation, "change", &[("A(1)", 1), ("Key#2", 0)], &[1]),
            call(Role::Law, "is_right", &[], &[]),
        ];
        let test = emitted(SOURCE, 23, &calls);
        assert_eq!(test.name, "m_is_right");
        assert_eq!(test.copied, ["Closed"]);
        assert_eq!(test.missing, ["`demo::node::Node` must be public."]);
        assert_eq!(test.imports, ["use demo::Open;", "use demo::node::Node;", "use stand_in::Key;"]);
        let items = "#[derive(Clone)]
struct Closed;
impl Closed {
    pub fn text() -> &'static str {
        \"one
    two\"
    }
}
/// Makes one.
pub fn new() -> Open {
    helper(Open(0))
}
pub fn change(
    open: &mut Open,
    // Which one.
    of: Kind,
    key: Key,
) {
    assert!(stand_in::choose(2) == 1 && inner::is_right(&Node), \"{}\", Closed::text());
}
pub fn is_right(open: &Open) -> bool { true }
fn helper(open: Open) -> Open { open }
fn all(open: &Open) -> [Kind; 2] { [Kind::A(0), Kind::A(1)] }
mod inner {
    pub fn is_right(node: &demo::node::Node) -> bool { crate::stand_in::assume(true); true }
}";
        assert_eq!(test.items.join("\n"), items);
        let body = "    let mut subject = new();
    let open = &subject;
    let of: Kind = IntoIterator::into_iter(all(open)).nth(1).unwrap();
    stand_in::choices(&[1]);
    change(&mut subject, of, Key(2));
    assert!(is_right(&subject));
";
        assert_eq!(test.body(), body);
    }

    #[test]
    fn items_that_copies_use_are_copied() {
        let source = "
const MOST: u8 = 1;
fn is_less(n: u8) -> bool { n < MOST }
mod checks {
    use super::*;
    thread_local! { static CALLS: u8 = 0; }
    macro_rules! twice { ($n:expr) => { $n + $n }; }
    fn other() {}
    mod m {
        use super::*;
        pub fn new() -> u8 { CALLS.with(|n| twice!(*n)) }
        pub fn is_right(n: &u8) -> bool { is_less(*n) }
    }
}
";
        let test =
            emitted(source, 9, &[call(Role::Constructor, "new", &[], &[]), call(Role::Law, "is_right", &[], &[])]);
        assert_eq!(test.copied, ["MOST", "is_less", "twice"]);
        let items = "const MOST: u8 = 1;
fn is_less(n: u8) -> bool { n < MOST }
thread_local! { static CALLS: u8 = 0; }
macro_rules! twice { ($n:expr) => { $n + $n }; }
pub fn new() -> u8 { CALLS.with(|n| twice!(*n)) }
pub fn is_right(n: &u8) -> bool { is_less(*n) }";
        assert_eq!(test.items.join("\n"), items);
        assert!(test.imports.is_empty() && test.missing.is_empty(), "{test:?}");
    }

    #[test]
    fn a_glob_imports_the_stand_ins_that_are_used() {
        let source = "mod checks {\n mod m {\n use glassbox::*;\n #[derive(Structure)]\n enum A {}\n \
                      pub fn new() -> Val { Val::of(choose(2)) }\n }\n}";
        let test = emitted(source, 2, &[call(Role::Constructor, "new", &[], &[1])]);
        assert_eq!(test.imports, ["use stand_in::{Val, choose};"]);
        assert_eq!(test.items[0], "enum A {}");
        assert!(test.missing.is_empty(), "{test:?}");
    }

    #[test]
    fn items_without_a_stand_in_are_named() {
        let source = "mod checks {\n mod m {\n use glassbox::{Argument, Val};\n \
                      pub fn new() -> Val { Val::any(glassbox::a(), Argument) }\n }\n}";
        let test = emitted(source, 2, &[call(Role::Constructor, "new", &[], &[])]);
        assert_eq!(test.imports, ["use stand_in::Val;"]);
        assert_eq!(
            test.missing,
            ["Replace `Argument` of glassbox: a test cannot use it.", "Replace `a` of glassbox: a test cannot use it."]
        );
    }

    #[test]
    fn the_user_has_to_write_unknown_arguments() {
        let source = "mod checks {\n mod m {\n pub fn new(of: Kind) -> u8 { 0 }\n }\n}";
        let test = emitted(source, 2, &[call(Role::Constructor, "new", &[("<x>", 0)], &[])]);
        assert_eq!(test.body(), "    let subject = new(todo!(\"<x>\"));\n");
        assert_eq!(test.missing, ["Write `<x>` as an expression."]);
    }
}
