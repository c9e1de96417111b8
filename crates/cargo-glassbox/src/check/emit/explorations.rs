//! A file under `tests/` for each exploration that failed. It needs the crate and std, and not glassbox.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use glassbox_engine::explore::{Argument, Call, Role};
use glassbox_engine::finding::Natively;
use glassbox_report::rust_test::{HistoryTest, StandIn, Statement};
use glassbox_report::terminal::EmittedTest;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Expr, FnArg, Item, ItemFn, Pat, PatType, ReturnType};

use super::arguments::{HASH, expression, other_subject};
use super::harness::{Parts, parts};
use super::rewrite::Rewriter;
use super::scope::{GLASSBOX, Scope};
use super::uses::Uses;
use super::{Failed, numbered, read, write};
use crate::error::Error;
use crate::init::types::mentions;

/// What is wrong after which calls.
#[derive(Debug)]
pub(crate) struct History {
    pub(crate) what: String,
    pub(crate) natively: Natively,
    pub(crate) calls: Vec<Call>,
}

/// Writes the test, unless it is there.
pub(super) fn emit(failed: &Failed, history: &History) -> Result<EmittedTest, Error> {
    let source = read(&failed.file())?;
    let exploration = failed.check.path.clone();
    let Some(mut test) = test(&source, failed, history) else {
        let source = history.calls.iter().map(|call| call.statement() + "\n").collect();
        return Ok(EmittedTest::Unplaced { check: exploration, source });
    };
    let folder = failed.home.folder.join("tests");
    let shown = |path: &Path| path.strip_prefix(&failed.root).unwrap_or(path).display().to_string();
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

/// Whether a file has the same calls of the same functions. Messages may differ: they name addresses.
fn is_same(existing: &str, test: &HistoryTest) -> bool {
    existing.contains(&test.body()) && test.items.iter().all(|item| existing.contains(item))
}

fn add(test: &mut HistoryTest, name: String, path: &Path, file: String) -> Result<EmittedTest, Error> {
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    std::fs::create_dir_all(&folder).map_err(|source| Error::WriteFile { path: folder, source })?;
    test.name.clone_from(&name);
    write(path, &test.source())?;
    let is_complete = test.missing.is_empty();
    Ok(if is_complete { EmittedTest::Added { name, file } } else { EmittedTest::Incomplete { name, file } })
}

/// The test, if the exploration is to be found in its source.
fn test(source: &str, failed: &Failed, history: &History) -> Option<HistoryTest> {
    let file = syn::parse_file(source).ok()?;
    let scope = Scope::find(&file, &failed.check, failed.home.library.as_ref())?;
    let mut writer =
        Writer { rewriter: Rewriter::new(source, &scope), uses: Uses::default(), functions: BTreeSet::new() };
    let statements: Vec<Statement> = history.calls.iter().map(|call| writer.statement(call)).collect();
    let mut functions: BTreeSet<String> = history.calls.iter().map(|call| call.function.clone()).collect();
    functions.append(&mut writer.functions);
    let Parts { imports, items, copied, mut stand_ins, missing } = parts(writer.rewriter, &functions, writer.uses);
    let mut arguments = history.calls.iter().flat_map(|call| &call.arguments);
    if arguments.any(|argument| argument.words.contains(HASH)) && stand_ins.remove(&StandIn::Key) {
        stand_ins.insert(StandIn::HashedKey);
    }
    let last = history.calls.iter().rfind(|call| function(&scope, call).is_some())?;
    let name = format!("{}_{}", scope.module.ident.unraw(), last.function);
    let is_taken = |name: &String| items.iter().any(|item| item.contains(&format!("fn {name}(")));
    Some(HistoryTest {
        name: numbered(&name).find(|name| !is_taken(name))?,
        what: history.what.clone(),
        natively: history.natively,
        copied,
        missing,
        stand_ins,
        imports,
        items,
        statements,
    })
}

/// The function of a call; there is none for the end of a history.
fn function<'a>(scope: &Scope<'a>, call: &Call) -> Option<&'a ItemFn> {
    let functions = scope.items().iter().filter_map(|item| if let Item::Fn(item) = item { Some(item) } else { None });
    functions.into_iter().find(|item| item.sig.ident.unraw() == call.function)
}

/// Writes calls.
struct Writer<'a> {
    rewriter: Rewriter<'a>,
    /// What expressions of the user's mention that are part of the test.
    uses: Uses,
    /// Functions that make other subjects.
    functions: BTreeSet<String>,
}

impl Writer<'_> {
    fn statement(&mut self, call: &Call) -> Statement {
        let function = function(self.rewriter.scope, call);
        let inputs = function.map_or_else(Vec::new, |function| {
            function
                .sig
                .inputs
                .iter()
                .filter_map(|input| if let FnArg::Typed(input) = input { Some(input) } else { None })
                .collect()
        });
        let (subject, inputs) = if call.role == Role::Makes {
            (None, &inputs[..])
        } else {
            (inputs.first(), inputs.get(1..).unwrap_or_default())
        };
        let subject = subject.and_then(|subject| name_of(&subject.pat));
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
        Statement {
            call: call.expression(arguments.iter().map(String::as_str)),
            role: call.role,
            is_asserted: call.role == Role::Looks && returns_bool,
            choices: call.choices,
            before,
        }
    }

    /// An argument as an expression. If the type says too little, it is taken from the values that the harness lists.
    fn argument(
        &mut self,
        argument: &Argument,
        input: &PatType,
        subject: Option<&str>,
        before: &mut Vec<String>,
    ) -> String {
        let Argument { words, choices } = argument;
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
        self.uses.add(tokens);
        let nth = match choices.last() {
            None | Some(0) => ".next()".to_owned(),
            Some(index) => format!(".nth({index})"),
        };
        let name =
            name_of(&input.pat).filter(|name| *name != SUBJECT).unwrap_or_else(|| format!("argument_{}", before.len()));
        before.push(format!("let {name}: {ty} = IntoIterator::into_iter({values}){nth}.unwrap();"));
        name
    }
}

/// What the test calls the subject.
const SUBJECT: &str = "subject";

fn name_of(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(pattern) => Some(pattern.ident.to_string()),
        _ => None,
    }
}

/// `#[glassbox(values = ..)]`
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

#[cfg(test)]
mod tests {
    use super::super::scope::tests::{exploration, library};
    use super::*;
    use crate::checks::Home;

    fn call(role: Role, function: &str, arguments: &[(&str, u32)], choices: &[u32]) -> Call {
        let argument = |(words, choice): &(&str, u32)| Argument { words: (*words).to_owned(), choices: vec![*choice] };
        Call {
            function: function.to_owned(),
            arguments: arguments.iter().map(argument).collect(),
            role,
            choices: choices.to_vec(),
        }
    }

    fn emitted(source: &str, line: u32, calls: Vec<Call>) -> HistoryTest {
        let home = Home { folder: PathBuf::new(), library: Some(library()) };
        let failed = Failed { check: exploration("demo::checks::m", line), root: PathBuf::new(), home };
        let history = History { what: "panicked".to_owned(), natively: Natively::Fails, calls };
        test(source, &failed, &history).expect("it is there")
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
    fn items_are_as_they_were_written_but_for_paths_and_attributes() {
        let calls = vec![
            call(Role::Makes, "new", &[], &[]),
            call(Role::Changes, "change", &[("A(1)", 1), ("Key#2", 0)], &[1]),
            call(Role::Looks, "is_right", &[], &[]),
        ];
        let test = emitted(SOURCE, 23, calls);
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
    fn what_copies_use_is_copied() {
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
            emitted(source, 9, vec![call(Role::Makes, "new", &[], &[]), call(Role::Looks, "is_right", &[], &[])]);
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
    fn a_star_brings_the_stand_ins_that_are_used() {
        let source = "mod checks {\n mod m {\n use glassbox::*;\n #[derive(Structure)]\n enum A {}\n \
                      pub fn new() -> Val { Val::of(choose(2)) }\n }\n}";
        let test = emitted(source, 2, vec![call(Role::Makes, "new", &[], &[1])]);
        assert_eq!(test.imports, ["use stand_in::{Val, choose};"]);
        assert_eq!(test.items[0], "enum A {}");
        assert!(test.missing.is_empty(), "{test:?}");
    }

    #[test]
    fn what_has_no_stand_in_is_named() {
        let source = "mod checks {\n mod m {\n use glassbox::{Argument, Val};\n \
                      pub fn new() -> Val { Val::any(glassbox::a(), Argument) }\n }\n}";
        let test = emitted(source, 2, vec![call(Role::Makes, "new", &[], &[])]);
        assert_eq!(test.imports, ["use stand_in::Val;"]);
        assert_eq!(
            test.missing,
            ["Nothing stands in for `Argument` of glassbox.", "Nothing stands in for `a` of glassbox."]
        );
    }

    #[test]
    fn what_is_not_known_is_to_be_written_by_somebody() {
        let source = "mod checks {\n mod m {\n pub fn new(of: Kind) -> u8 { 0 }\n }\n}";
        let test = emitted(source, 2, vec![call(Role::Makes, "new", &[("<x>", 0)], &[])]);
        assert_eq!(test.body(), "    let subject = new(todo!(\"<x>\"));\n");
        assert_eq!(test.missing, ["Write `<x>` as an expression."]);
    }
}
