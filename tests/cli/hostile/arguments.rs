//! Arguments that mean nothing, or too much.

use super::{NUMBER, assert_none, complaint};
use crate::story::Story;

/// Arguments behind `cargo glassbox`, the exit code, and words that the answer has.
const ARGUMENTS: [(&str, i32, &str); 98] = [
    // Bounds
    ("--bound height", 2, "write a name, `=` and a number"),
    ("--bound height=", 2, "is not a number"),
    ("--bound =3", 2, ""),
    ("--bound height=-1", 2, "is not a number"),
    ("--bound height=+1", 2, "is not a number"),
    ("--bound height=1.5", 2, "is not a number"),
    ("--bound height=0x10", 2, "is not a number"),
    ("--bound height=1e3", 2, "is not a number"),
    ("--bound height=1_000", 2, "is not a number"),
    ("--bound height=\u{663}", 2, "is not a number"),
    ("--bound height==3", 2, "is not a number"),
    ("--bound height=3=4", 2, "is not a number"),
    ("--bound height=2147483648", 2, "the largest bound is"),
    ("--bound height=99999999999999999999", 2, "the largest bound is"),
    ("--bound height=3 --bound height=4", 2, "is given more than once"),
    ("--bound height=3 --bound height=3", 2, "is given more than once"),
    ("--bound nosuch=3", 2, "nosuch"),
    ("--bound LEN=3", 2, "LEN"),
    ("--bound height=3", 2, "height"),
    ("--bound len=0", 2, "must be at least 1"),
    ("--bound len=1", 0, "PASS"),
    ("--bound operations=0", 2, "operations"),
    // Times
    ("--budget s", 2, "write a number and a unit"),
    ("--budget -1s", 2, ""),
    ("--budget 1.5s", 2, ""),
    ("--budget 1d", 2, "is not a unit of time"),
    ("--budget 99999999999999999999s", 2, "too long"),
    ("--budget 18446744073709551615h", 2, "too long"),
    ("--budget 18446744073709551615m", 2, "too long"),
    ("--budget 18446744073709551615s", 2, "too long"),
    ("--budget 0s", 3, "was not run"),
    ("--budget 0ms", 3, "was not run"),
    ("--budget 1h", 0, "PASS"),
    ("--budget 1s --budget 2s", 2, "cannot be used multiple times"),
    ("--slow-after x", 2, "write a number and a unit"),
    ("--slow-after 0s", 0, "PASS"),
    // Sizes
    ("--memory 4", 2, "write a number and a unit"),
    ("--memory GiB", 2, "write a number and a unit"),
    ("--memory 4GB", 0, ""),
    ("--memory 1G", 0, ""),
    ("--memory 512MB", 0, ""),
    ("--memory 512M", 0, ""),
    ("--memory 1g", 2, "write a number and a unit"),
    ("--memory 63M", 2, "no size from 64MiB on"),
    ("--memory 1KiB", 2, "write a number and a unit"),
    ("--memory -1GiB", 2, ""),
    ("--memory 1.5GiB", 2, "write a number and a unit"),
    ("--memory 0GiB", 2, "no size from 64MiB on"),
    ("--memory 63MiB", 2, "no size from 64MiB on"),
    ("--memory 99999999999999999999GiB", 2, "too large"),
    ("--memory 18446744073709551615MiB", 2, "too large"),
    ("--memory 2GiB", 0, "PASS"),
    // Threads
    ("--jobs 0", 2, ""),
    ("--jobs -1", 2, ""),
    ("--jobs x", 2, ""),
    ("--jobs 99999999999999999999", 2, ""),
    ("--jobs 18446744073709551615", 0, "this computer has no more cores"),
    ("--jobs 1", 0, "PASS"),
    // Limits of runs
    ("--limit steps", 2, "write a name, `=` and a number"),
    ("--limit steps=0", 2, "no number from 1 on"),
    ("--limit steps=x", 2, "no number from 1 on"),
    ("--limit steps=18446744073709551616", 2, "too large"),
    ("--limit nosuch=1", 2, "there is no limit `nosuch`"),
    ("--limit memory=1", 2, "write a number and a unit"),
    ("--limit memory=5GiB", 2, "at most 4GiB"),
    ("--limit memory=0MiB", 2, "no size from 1MiB on"),
    ("--limit memory=64M", 0, ""),
    ("--limit calls=4294967296", 2, "too large"),
    ("--limit steps=1 --limit steps=2", 2, "is given more than once"),
    ("--limit steps=1", 3, "limit"),
    ("--limit steps=18446744073709551615", 0, "PASS"),
    ("--limit memory=1MiB", 2, ""),
    // Ways to search
    ("--audit=0", 2, ""),
    ("--audit=101", 2, ""),
    ("--audit=x", 2, ""),
    ("--audit=100", 0, "PASS"),
    ("--prune nosuch", 2, "possible values"),
    ("--prune off", 0, "PASS"),
    ("--match nosuch", 2, "possible values"),
    ("--types nosuch", 2, "possible values"),
    ("--types u8,u8", 2, "needs an exploration"),
    ("--release-opt 2", 2, "possible values"),
    ("--color sometimes", 2, "possible values"),
    // Names
    ("nosuch", 2, "nosuch"),
    ("-p nosuch", 2, "nosuch"),
    ("--test nosuch", 2, "nosuch"),
    ("--features nosuch", 2, "nosuch"),
    ("--manifest-path nosuch", 2, "nosuch"),
    ("--nosuch", 2, "unexpected argument"),
    ("--help", 0, "Usage"),
    ("--version", 0, "glassbox"),
    // Other commands
    ("replay", 2, "Usage"),
    ("replay nosuch", 2, ""),
    ("explain nosuch", 2, "nosuch"),
    ("states nosuch", 2, "nosuch"),
    ("states --draw x", 2, ""),
    ("list nosuch nosuch", 2, ""),
    ("completions nosuch", 2, "possible values"),
];

#[test]
fn every_argument_is_understood_or_refused() {
    let source = format!(
        "{NUMBER}
        #[glassbox::check]
        pub fn holds(number: &mut Number) {{ assert!(number.0 < 3) }}

        #[derive(glassbox::Structure)]
        #[glassbox(no_invariant)]
        pub struct Stack {{
            items: Vec<Number>,
        }}

        #[glassbox::check]
        pub fn pops(stack: &mut Stack) {{ stack.items.pop(); }}"
    );
    let story = Story::library("hostile-arguments", "hostile-arguments", &source);
    story.cargo("glassbox").succeeded();
    let complaints = ARGUMENTS.into_iter().filter_map(|(args, code, words)| {
        let complaint = complaint(&story, &mut story.command(&format!("glassbox {args}")), code, words)?;
        Some(format!("{args}: {complaint}"))
    });
    assert_none(&complaints.collect::<Vec<_>>());
}
