//! A package that is published says what a registry shows: keywords, categories, the repository, and its licences.

use super::problem::Problem;
use crate::tree::Tree;

/// Folders with packages that are published.
const PUBLISHED: [&str; 2] = ["guest/", "crates/"];

/// Lines that their manifests begin with.
const KEYS: [&str; 6] =
    ["description = ", "license.workspace", "repository.workspace", "readme = ", "keywords = [", "categories = ["];

/// The most keywords and categories that crates.io takes.
const MOST: usize = 5;

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let manifests = tree.ours("/Cargo.toml");
    let published = manifests.filter(|(path, text)| {
        PUBLISHED.iter().any(|folder| path.starts_with(folder)) && !text.contains("publish = false")
    });
    for (path, text) in published {
        for key in KEYS.iter().filter(|key| !text.lines().any(|line| line.starts_with(**key))) {
            problems.push(Problem::new(path, 0, format!("lacks `{}`", key.trim_end_matches([' ', '=', '[']))));
        }
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| line.starts_with("keywords = [")) {
            if line.matches('"').count() / 2 > MOST {
                problems.push(Problem::new(path, number, format!("has more than {MOST} keywords")));
            }
        }
        let folder = path.trim_end_matches("Cargo.toml");
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let copy = format!("{folder}{licence}");
            if tree.text(&copy).is_none() || tree.text(&copy) != tree.text(licence) {
                problems.push(Problem::new(&copy, 0, "is not the licence of the repository: make it a link to it"));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPLETE: &str = "description = \"a\"\nlicense.workspace = true\nrepository.workspace = true\nreadme = \"README.md\"\n\
                            keywords = [\"a\", \"b\"]\ncategories = [\"c\"]\n";

    #[test]
    fn what_a_registry_shows_must_be_there() {
        let too_many = COMPLETE.replace("\"a\", \"b\"", "\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"");
        let tree = Tree::of(&[
            ("LICENSE-APACHE", "apache"),
            ("LICENSE-MIT", "mit"),
            ("crates/a/Cargo.toml", COMPLETE),
            ("crates/a/LICENSE-APACHE", "apache"),
            ("crates/a/LICENSE-MIT", "mit"),
            ("crates/b/Cargo.toml", &too_many.replace("readme = ", "# ")),
            ("crates/b/LICENSE-APACHE", "apache"),
            ("crates/b/LICENSE-MIT", "another"),
            ("guest/c/Cargo.toml", "publish = false\n"),
            ("tests/d/Cargo.toml", ""),
        ]);
        let problems: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "crates/b/Cargo.toml: lacks `readme`",
                "crates/b/Cargo.toml:5: has more than 5 keywords",
                "crates/b/LICENSE-MIT: is not the licence of the repository: make it a link to it",
            ]
        );
    }
}
