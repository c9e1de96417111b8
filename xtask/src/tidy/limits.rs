//! Every known limit has a test.
//!
//! A comment that begins with `LIMIT` describes missed bugs or false alarms. It must name a file under `tests/` or a
//! test function that shows them.

use super::problem::Problem;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let functions: Vec<&str> = tree.ours(".rs").flat_map(|(_, text)| test_functions(text)).collect();
    let mut problems = Vec::new();
    for (path, text) in tree.ours(".rs") {
        for (line, comment) in limits(text) {
            let shown = comment.split(|c: char| !(c.is_alphanumeric() || "_/.-".contains(c))).any(|word| {
                let word = word.trim_end_matches('.');
                functions.contains(&word) || (word.starts_with("tests/") && tree.exists(word))
            });
            if !shown {
                problems.push(Problem::new(
                    path,
                    line,
                    "this LIMIT names no test: add one that shows it, and its name",
                ));
            }
        }
    }
    problems
}

/// Line number and text of each comment that begins with `LIMIT`.
fn limits(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let begins = |line: &&str| line.trim_start_matches(['/', '!', ' ']).starts_with("LIMIT") && line.starts_with("//");
    let starts = lines.iter().enumerate().filter(|(_, line)| begins(line));
    let comment = |at: usize| lines[at..].iter().take_while(|line| line.starts_with("//")).copied().collect::<Vec<_>>();
    starts.map(|(at, _)| (at + 1, comment(at).join(" "))).collect()
}

fn test_functions(text: &str) -> impl Iterator<Item = &str> {
    let after = text.split("#[test]").skip(1);
    after.filter_map(|rest| rest.split_once("fn ")?.1.split('(').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_without_a_test_is_found() {
        let limit = "LIMIT (misses bugs)";
        let tree = Tree::of(&[
            ("a.rs", &format!("    // {limit}: floats.\n    // Shown by tests/pass/float.rs, which fails.\n")),
            ("b.rs", &format!("/// {limit}: see floats_are_dropped\n#[test]\nfn floats_are_dropped() {{}}\n")),
            ("c.rs", &format!("fn f() {{}}\n// {limit}: somewhere else, tests/pass/gone.rs.\n")),
            ("tests/pass/float.rs", ""),
        ]);
        assert_eq!(
            check(&tree),
            [Problem::new("c.rs", 2, "this LIMIT names no test: add one that shows it, and its name")]
        );
    }
}
