//! Inserts a test behind each check that failed.
//!
//! A test is in the module of its check, so that it can use the same private functions and types. The file is parsed to find
//! the end of the check, and only whole lines are added; nothing else in the file changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::{Item, ItemFn};

use super::check_test::CheckTest;
use super::emitted_test::EmittedTest;
use super::error::EmitError;
use super::failure::Failure;
use super::files::{numbered, read_file, write_file};

/// A failing check, and the test for it, which has no name yet.
pub(super) struct FailedCheck<'a> {
    /// Position among all failures.
    pub(super) index: usize,
    pub(super) failure: &'a Failure,
    pub(super) test: CheckTest,
}

/// Inserts the tests. Each result has the index of its failure.
pub(super) fn insert_check_tests(failed: Vec<FailedCheck<'_>>) -> Result<Vec<(usize, EmittedTest)>, EmitError> {
    let mut files: BTreeMap<PathBuf, Vec<FailedCheck<'_>>> = BTreeMap::new();
    for failed in failed {
        files.entry(failed.failure.source_path()).or_default().push(failed);
    }
    let mut all = Vec::new();
    for (path, failed) in files {
        all.extend(insert_into(&path, failed)?);
    }
    Ok(all)
}

fn insert_into(path: &Path, failed: Vec<FailedCheck<'_>>) -> Result<Vec<(usize, EmittedTest)>, EmitError> {
    let source = read_file(path)?;
    let (new, emitted) = with_tests(&source, failed);
    if new != source {
        write_file(path, &new)?;
    }
    Ok(emitted)
}

/// The text of a file with the tests in it.
fn with_tests(source: &str, failed: Vec<FailedCheck<'_>>) -> (String, Vec<(usize, EmittedTest)>) {
    let items = syn::parse_file(source).map(|file| file.items).unwrap_or_default();
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let mut emitted = Vec::new();
    let mut additions: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for FailedCheck { index, failure, mut test } in failed {
        let file = failure.file.clone();
        if source.contains(&test.call()) {
            emitted.push((index, EmittedTest::Known { check: test.check, file }));
            continue;
        }
        let line = usize::try_from(failure.line).unwrap_or(usize::MAX);
        let Some((function, siblings)) = find(&items, line) else {
            test.name = free_name(&test.check, &[]);
            emitted.push((index, EmittedTest::Unplaced { source: test.source(), check: test.check }));
            continue;
        };
        test.name = free_name(&test.check, siblings);
        let (indent, end) = (function.span().start().column, function.span().end().line);
        let indent = " ".repeat(indent);
        let indented = test.source().lines().map(|line| format!("{indent}{line}").trim_end().to_owned()).collect();
        additions.insert(end, indented);
        emitted.push((index, EmittedTest::Added { name: test.name, file }));
    }
    // From the end, so that the line numbers of earlier insertions stay valid.
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

/// The function whose name is on a line, and the items of its module.
fn find(items: &[Item], line: usize) -> Option<(&ItemFn, &[Item])> {
    items.iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident.span().start().line == line => Some((function, items)),
        Item::Mod(module) => find(&module.content.as_ref()?.1, line),
        _ => None,
    })
}

/// A name for the test that no function of the module has.
fn free_name(check: &str, siblings: &[Item]) -> String {
    let is_taken = |name: &String| siblings.iter().any(|item| matches!(item, Item::Fn(item) if item.sig.ident == name));
    numbered(&format!("{check}_counterexample")).find(|name| !is_taken(name)).expect("some number is free")
}

#[cfg(test)]
mod tests {
    use super::super::failure::{FailureCase, NativeResult};
    use super::*;
    use crate::read::PackageLayout;

    fn failure(check: &str, line: u32) -> Failure {
        Failure {
            path: format!("p::{check}"),
            file: "src/lib.rs".to_owned(),
            line,
            root: PathBuf::new(),
            package: PackageLayout::default(),
            message: "broken\nin two lines".to_owned(),
            natively: NativeResult::NeedsMemoryChecker,
            case: FailureCase::Calls(Vec::new()),
        }
    }

    /// The file with tests for these failures: the check, its line, the state.
    fn inserted(source: &str, failed: &[(&str, u32, &str)]) -> (String, Vec<(usize, EmittedTest)>) {
        let failures: Vec<Failure> = failed.iter().map(|(check, line, _)| failure(check, *line)).collect();
        let failed = failures.iter().zip(failed).enumerate().map(|(index, (failure, (_, _, state)))| {
            let test = CheckTest::new(failure, (*state).to_owned(), "key = 2".to_owned());
            FailedCheck { index, failure, test }
        });
        with_tests(source, failed.collect())
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
    fn a_test_is_inserted_behind_its_check() {
        let (new, emitted) = inserted(SOURCE, &[("put", 6, "height=1:1"), ("a", 1, ":2")]);
        let expect = "fn a() {}

/// Found by `cargo glassbox`:
/// broken
/// in two lines
///
/// ```text
/// key = 2
/// ```
///
/// This test may pass natively; `cargo +nightly miri test` or a sanitizer reports the bug.
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
    /// This test may pass natively; `cargo +nightly miri test` or a sanitizer reports the bug.
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
        let (same, emitted) = inserted(&new, &[("put", 20, "height=1:1")]);
        assert_eq!((same, emitted), (new, vec![(0, EmittedTest::Known { check: "put".to_owned(), file })]));
    }

    #[test]
    fn the_test_of_a_check_that_is_not_found_is_returned() {
        let (same, emitted) = inserted(SOURCE, &[("get", 2, ":")]);
        assert_eq!(same, SOURCE);
        let [(0, EmittedTest::Unplaced { source, .. })] = emitted.as_slice() else { panic!("{emitted:?}") };
        assert!(source.contains("fn get_counterexample() {"));
    }
}
