//! `docs/dependencies.md` has a row for every dependency of the workspace, and no others.

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
            format!("has no row for `{name}`: add its job, the alternatives, and the reason for the choice"),
        ));
    }
    for name in explained.iter().filter(|name| !declared.contains(name)) {
        problems.push(Problem::new(DOC, 0, format!("has a row for `{name}`, which is no dependency of the workspace")));
    }
    // The rule reads the workspace's table only, so all versions must be there. Examples are workspaces of their own.
    let of_the_workspace = tree.ours("/Cargo.toml").filter(|(_, text)| !text.lines().any(|line| line == "[workspace]"));
    for (path, text) in of_the_workspace {
        let own = section_lines(text, "dependencies]")
            .filter(|(_, line)| line.contains(" = ") && !line.contains("workspace = true"));
        problems.extend(own.map(|(line, _)| Problem::new(path, line, "take the version from the workspace's table")));
    }
    problems
}

/// Dependencies in `[workspace.dependencies]`, without our own crates.
fn declared(manifest: &str) -> Vec<&str> {
    let entries = section_lines(manifest, "workspace.dependencies]").filter_map(|(_, line)| line.split_once(" = "));
    entries.filter(|(name, value)| !name.starts_with('#') && !value.contains("path =")).map(|(name, _)| name).collect()
}

/// Crates that have a row: the first words of the rows, in backticks.
fn explained(doc: &str) -> Vec<&str> {
    doc.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect()
}

/// Numbered lines of the sections whose heading ends with `heading`.
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
            ("examples/b/Cargo.toml", "[workspace]\n[dependencies]\nglassbox = \"1\"\n"),
        ]);
        let problems: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "docs/dependencies.md: has no row for `clap`: add its job, the alternatives, and the reason for the choice",
                "docs/dependencies.md: has a row for `gone`, which is no dependency of the workspace",
                "a/Cargo.toml:3: take the version from the workspace's table",
            ]
        );
    }
}
