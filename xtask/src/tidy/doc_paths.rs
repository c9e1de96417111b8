//! Paths in documentation exist.
//!
//! The rule checks links in Markdown, relative to the file; and words in backticks, in Markdown and in comments of Rust
//! files, that begin with a top-level folder of the repository. It ignores patterns (`subjects/<name>`, `crates/*`).

use super::problem::Problem;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in tree.ours(".md") {
        for (line, text) in numbered(text) {
            let links = links(text).map(|link| resolve(path, link)).filter(|target| !exists(tree, target));
            problems.extend(
                links.map(|target| Problem::new(path, line, format!("links to {target}, which does not exist"))),
            );
            problems.extend(missing(tree, path, line, text));
        }
    }
    for (path, text) in tree.ours(".rs") {
        for (line, text) in numbered(text).filter(|(_, text)| text.trim_start().starts_with("//")) {
            problems.extend(missing(tree, path, line, text));
        }
    }
    problems
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}

/// Paths in backticks that do not exist.
fn missing<'a>(tree: &'a Tree, path: &'a str, line: usize, text: &'a str) -> impl Iterator<Item = Problem> {
    let quoted = text.split('`').skip(1).step_by(2).filter(move |word| names_a_path(tree, word));
    let named = quoted.map(|word| word.split(':').next().unwrap_or(word)).filter(|word| !exists(tree, word));
    named.map(move |word| Problem::new(path, line, format!("names {word}, which does not exist")))
}

fn names_a_path(tree: &Tree, word: &str) -> bool {
    let plain = !word.contains(|c: char| c.is_whitespace() || "<>*{}$[]".contains(c));
    let folder = word.split_once('/').map(|(folder, _)| folder);
    plain && folder.is_some_and(|folder| !folder.is_empty() && tree.exists(folder))
}

/// Targets of `[text](target)`, without URLs and anchors of the same page.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.starts_with('#'))
}

/// Path from the root of a `link` in `file`.
fn resolve(file: &str, link: &str) -> String {
    let link = link.split('#').next().unwrap_or(link);
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn exists(tree: &Tree, path: &str) -> bool {
    path.is_empty() || tree.exists(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_paths_are_found_and_live_ones_and_patterns_are_not() {
        let tree = Tree::of(&[
            (
                "README.md",
                "See `docs/design/one.md`, `docs/two.md` and `docs/<n>.md`.\n[a](docs/design/one.md#x) [b](three.md)",
            ),
            ("docs/design/one.md", "[up](../../README.md) [web](https://example.org/x) [here](#there) `not/ours`"),
            ("src/lib.rs", "//! See `docs/four.md:3`.\nlet x = \"`docs/five.md`\";\n"),
        ]);
        let problems: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "README.md:1: names docs/two.md, which does not exist",
                "README.md:2: links to three.md, which does not exist",
                "src/lib.rs:1: names docs/four.md, which does not exist",
            ]
        );
    }
}
