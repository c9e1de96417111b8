//! Every dependency has a row in `docs/dependencies.md`, and every row a dependency.

use super::problem::Problem;
use crate::tree::Tree;

const DOC: &str = "docs/dependencies.md";

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let declared: Vec<&str> = tree.text("Cargo.toml").map(declared).unwrap_or_default();
    let explained: Vec<&str> = tree.text(DOC).map(explained).unwrap_or_default();
    for name in declared.iter().filter(|name| !explained.contains(name)) {
        problems.push(Problem::new(
            DOC,
            0,
            format!("has no row for `{name}`: its job, the alternatives, why this one"),
        ));
    }
    for name in explained.iter().filter(|name| !declared.contains(name)) {
        problems.push(Problem::new(DOC, 0, format!("explains `{name}`, which is no dependency of the workspace")));
    }
    // Only the workspace's table is looked at, so nothing may be declared elsewhere.
    for (path, text) in tree.ours("/Cargo.toml") {
        let own = section_lines(text, "dependencies]")
            .filter(|(_, line)| line.contains(" = ") && !line.contains("workspace = true"));
        problems.extend(own.map(|(line, _)| Problem::new(path, line, "take the version from the workspace's table")));
    }
    problems
}

/// Names in `[workspace.dependencies]` that are not our own crates.
fn declared(manifest: &str) -> Vec<&str> {
    let entries = section_lines(manifest, "workspace.dependencies]").filter_map(|(_, line)| line.split_once(" = "));
    entries.filter(|(name, value)| !name.starts_with('#') && !value.contains("path =")).map(|(name, _)| name).collect()
}

/// First words in backticks of the table's rows.
fn explained(doc: &str) -> Vec<&str> {
    doc.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect()
}

/// Numbered lines of the sections whose heading ends so.
fn section_lines<'a>(toml: &'a str, heading: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let mut inside = false;
    (1..).zip(toml.lines()).filter(move |(_, line)| {
        if line.starts_with('[') {
            inside = line.ends_with(heading);
        }
        inside && !line.starts_with('[')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_dependencies_must_match() {
        let tree = Tree::of(&[
            (
                "Cargo.toml",
                "[workspace.dependencies]\nours = { path = \"a\" }\n# why = not\nsyn = \"3\"\nclap = \"4\"\n[profile.dev]\nx = 1\n",
            ),
            (DOC, "| crate | job |\n|---|---|\n| `syn` | parse |\n| `gone` | was used |\n"),
            ("a/Cargo.toml", "[dependencies]\nsyn.workspace = true\nrand = \"1\"\n"),
        ]);
        let problems: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "docs/dependencies.md: has no row for `clap`: its job, the alternatives, why this one",
                "docs/dependencies.md: explains `gone`, which is no dependency of the workspace",
                "a/Cargo.toml:3: take the version from the workspace's table",
            ]
        );
    }
}
