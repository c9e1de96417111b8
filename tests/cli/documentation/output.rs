//! Comparison of the output of a command with what a page says.

use crate::story::without_times;

/// A line that stands for any lines.
const ANY: &str = "...";

/// Whether an output is what a page says. Times are not compared.
pub(super) fn is_same(wanted: &[String], actual: &[String]) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return actual.is_empty() };
    if first == ANY {
        return (0..=actual.len()).any(|skipped| is_same(rest, &actual[skipped..]));
    }
    actual.split_first().is_some_and(|(line, lines)| is_same_line(first, line) && is_same(rest, lines))
}

/// The output for the page: lines that differ in their times alone stay as they were.
pub(super) fn blessed(wanted: &[String], actual: &[String]) -> Vec<String> {
    let old = |line: &String| wanted.iter().find(|old| is_same_line(old, line)).unwrap_or(line).clone();
    actual.iter().map(old).collect()
}

fn is_same_line(a: &str, b: &str) -> bool {
    // The last line of `cargo test` has a time, too.
    let plain = |line: &str| without_times(line.split("; finished in ").next().unwrap_or_default());
    plain(a) == plain(b)
}

#[test]
fn times_and_left_out_lines_do_not_matter() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    let actual = lines("PASS [   0.200s] a\nb\nc");
    for same in ["PASS [   0.100s] a\nb\nc", "...\nc", "PASS [   1.000s] a\n...", "PASS [   1.000s] a\n...\nb\nc"] {
        assert!(is_same(&lines(same), &actual), "{same}");
    }
    for other in ["PASS [   0.100s] b\nb\nc", "...\nb", "...\nc\nc", ""] {
        assert!(!is_same(&lines(other), &actual), "{other}");
    }
    assert!(is_same_line("0 failed; finished in 0.01s", "0 failed; finished in 0.02s"));
    assert_eq!(blessed(&lines("PASS [   0.100s] a\nd"), &actual), lines("PASS [   0.100s] a\nb\nc"));
}
