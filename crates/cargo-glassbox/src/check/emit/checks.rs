//! A test behind each check that failed, in the user's source.
//!
//! A test stands in the module of its check, so that it sees what the check sees: private functions and types. The file is
//! parsed to find the end of the function, and only whole lines are added; nothing else in it changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use glassbox_report::rust_test::{RustTest, call};
use glassbox_report::terminal::EmittedTest;
use syn::spanned::Spanned;
use syn::{Item, ItemFn};

use super::{Failed, numbered, read, write};
use crate::error::Error;

/// A failing check, and the test for it, which has no name yet.
pub(super) type FailedCheck = (Failed, RustTest);

/// Writes the tests, each behind its check. Numbers stay with what they belong to.
pub(super) fn emit(failed: Vec<(usize, FailedCheck)>) -> Result<Vec<(usize, EmittedTest)>, Error> {
    let mut files: BTreeMap<PathBuf, Vec<(usize, FailedCheck)>> = BTreeMap::new();
    for (index, (failed, test)) in failed {
        files.entry(failed.file()).or_default().push((index, (failed, test)));
    }
    let mut all = Vec::new();
    for (path, failed) in files {
        all.extend(emit_into(&path, failed)?);
    }
    Ok(all)
}

fn emit_into(path: &Path, failed: Vec<(usize, FailedCheck)>) -> Result<Vec<(usize, EmittedTest)>, Error> {
    let source = read(path)?;
    let (new, emitted) = with_tests(&source, failed);
    if new != source {
        write(path, &new)?;
    }
    Ok(emitted)
}

/// The source of a file with the tests in it.
fn with_tests(source: &str, failed: Vec<(usize, FailedCheck)>) -> (String, Vec<(usize, EmittedTest)>) {
    let items = syn::parse_file(source).map(|file| file.items).unwrap_or_default();
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let mut emitted = Vec::new();
    let mut additions: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (index, (Failed { check, .. }, mut test)) in failed {
        let file = check.location.file.clone();
        if source.contains(&call(&test.check, &test.state)) {
            emitted.push((index, EmittedTest::Known { check: test.check, file }));
            continue;
        }
        let line = usize::try_from(check.location.line).unwrap_or(usize::MAX);
        let Some((function, siblings)) = find(&items, line) else {
            test.name = name(&test.check, &[]);
            emitted.push((index, EmittedTest::Unplaced { source: test.source(), check: test.check }));
            continue;
        };
        test.name = name(&test.check, siblings);
        let (indent, end) = (function.span().start().column, function.span().end().line);
        let indent = " ".repeat(indent);
        let indented = test.source().lines().map(|line| format!("{indent}{line}").trim_end().to_owned()).collect();
        additions.insert(end, indented);
        emitted.push((index, EmittedTest::Added { name: test.name, file }));
    }
    // From the end, so that the numbers of the lines above stay right.
    for (line, test) in additions.into_iter().rev() {
        let with_space = std::iter::once(String::new()).chain(test);
        lines.splice(line..line, with_space);
    }
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    (
        if emitted.iter().any(|(_, emitted)| matches!(emitted, EmittedTest::Added { .. })) {
            text
        } else {
            source.to_owned()
        },
        emitted,
    )
}

/// The function whose name stands on a line, and the items of its module.
fn find(items: &[Item], line: usize) -> Option<(&ItemFn, &[Item])> {
    items.iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident.span().start().line == line => Some((function, items)),
        Item::Mod(module) => find(&module.content.as_ref()?.1, line),
        _ => None,
    })
}

/// A name that no function of the module has.
fn name(check: &str, siblings: &[Item]) -> String {
    let is_taken = |name: &String| siblings.iter().any(|item| matches!(item, Item::Fn(item) if item.sig.ident == name));
    numbered(&format!("{check}_counterexample")).find(|name| !is_taken(name)).expect("some number is free")
}

#[cfg(test)]
mod tests {
    use glassbox_engine::catalog::{Check, CheckKind, Location};
    use glassbox_engine::finding::Natively;
    use glassbox_engine::skeleton::Picture;

    use super::*;
    use crate::checks::Home;

    fn failed(check: &str, line: u32, state: &str) -> FailedCheck {
        let location = Location { file: "src/lib.rs".to_owned(), line, column: 1 };
        let picture = Picture { roots: Vec::new(), values: vec![("key".to_owned(), "2".to_owned())] };
        let test = RustTest {
            name: String::new(),
            check: check.to_owned(),
            what: "broken\nin two lines".to_owned(),
            picture,
            natively: Natively::OnlyInMemory,
            state: state.to_owned(),
        };
        let check = Check {
            kind: CheckKind::Function,
            package: "p".to_owned(),
            path: format!("p::{check}"),
            location,
            doc: String::new(),
            args: Vec::new(),
            bounds: Vec::new(),
        };
        (Failed { check, root: PathBuf::new(), home: Home::default() }, test)
    }

    const SOURCE: &str = "fn a() {}

mod checks {
    /// Puts.
    #[glassbox::check(height = 2)]
    fn put() {
    }

    fn put_counterexample() {}
}
";

    #[test]
    fn a_test_stands_behind_its_check() {
        let (new, emitted) = with_tests(SOURCE, vec![(0, failed("put", 6, "height=1:1")), (1, failed("a", 1, ":2"))]);
        let expect = "fn a() {}

/// Found by `cargo glassbox`:
/// broken
/// in two lines
///
/// ```text
/// key = 2
/// ```
///
/// Ordinary memory may not show it: `cargo +nightly miri test` or a sanitizer does.
#[test]
fn a_counterexample() {
    glassbox::replay!(a, \":2\");
}

mod checks {
    /// Puts.
    #[glassbox::check(height = 2)]
    fn put() {
    }

    /// Found by `cargo glassbox`:
    /// broken
    /// in two lines
    ///
    /// ```text
    /// key = 2
    /// ```
    ///
    /// Ordinary memory may not show it: `cargo +nightly miri test` or a sanitizer does.
    #[test]
    fn put_counterexample_2() {
        glassbox::replay!(put, \"height=1:1\");
    }

    fn put_counterexample() {}
}
";
        assert_eq!(new, expect);
        let file = "src/lib.rs".to_owned();
        let added = EmittedTest::Added { name: "put_counterexample_2".to_owned(), file: file.clone() };
        assert!(emitted.contains(&(0, added)), "{emitted:?}");
        let (same, emitted) = with_tests(&new, vec![(0, failed("put", 20, "height=1:1"))]);
        assert_eq!((same, emitted), (new, vec![(0, EmittedTest::Known { check: "put".to_owned(), file })]));
    }

    #[test]
    fn what_is_not_in_the_source_is_printed() {
        let (same, emitted) = with_tests(SOURCE, vec![(0, failed("get", 2, ":"))]);
        assert_eq!(same, SOURCE);
        let [(0, EmittedTest::Unplaced { source, .. })] = emitted.as_slice() else { panic!("{emitted:?}") };
        assert!(source.contains("fn get_counterexample() {"));
    }
}
