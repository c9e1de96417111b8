//! `cargo xtask imports`: circles of each package, with the edges that tie them.

use std::cmp::Reverse;
use std::fmt::Write;
use std::process::ExitCode;

use super::circles::{Circle, Kind};
use super::graph::{ImportGraph, Target};
use super::packages::packages;
use crate::tree::Tree;

/// Prints all circles of the packages whose folder contains one of the arguments. Without arguments: of every package
/// the largest circle. `--as-written` does not follow re-exports.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let (options, names): (Vec<&String>, Vec<&String>) = arguments.iter().partition(|word| word.starts_with("--"));
    let target = match options[..] {
        [] => Target::Definition,
        [option] if option == "--as-written" => Target::WrittenPath,
        _ => {
            eprintln!("usage: cargo xtask imports [--as-written] [PACKAGE..]");
            return ExitCode::from(2);
        }
    };
    let packages = match Tree::of_repository().and_then(|tree| packages(&tree)) {
        Ok(packages) => packages,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    for package in packages {
        if names.is_empty() {
            println!("{}", describe(&package.graph(target), 1));
        } else if names.iter().any(|name| package.folder.contains(name.as_str())) {
            println!("{}", describe(&package.graph(target), usize::MAX));
        }
    }
    ExitCode::SUCCESS
}

/// A line with the package's figures; below it its largest circles, at most `n_shown` of them.
fn describe(graph: &ImportGraph, n_shown: usize) -> String {
    let mut circles = graph.circles();
    let count = |kind| circles.iter().filter(|circle| circle.kind == kind).count();
    let mut text = format!(
        "{}: {} files, {} lines, circles across folders: {}, among siblings: {}",
        graph.package,
        graph.n_files(),
        graph.n_lines(),
        count(Kind::AcrossFolders),
        count(Kind::AmongSiblings),
    );
    circles.sort_by_key(|circle| Reverse(circle.files.len()));
    for circle in circles.iter().take(n_shown) {
        describe_circle(graph, circle, &mut text).expect("a string takes any text");
    }
    text
}

fn describe_circle(graph: &ImportGraph, circle: &Circle, text: &mut String) -> std::fmt::Result {
    let kind = match circle.kind {
        Kind::AcrossFolders => "across folders",
        Kind::AmongSiblings => "among siblings",
    };
    write!(text, "\n  circle {kind}: {} files", circle.files.len())?;
    let mut paths: Vec<&str> = circle.files.iter().map(|&file| graph.short_path(file)).collect();
    paths.sort_unstable();
    for path in paths {
        write!(text, "\n    {path}")?;
    }
    write!(text, "\n  tied by:")?;
    let inside = graph.edges().filter(|(from, to, _)| circle.files.contains(from) && circle.files.contains(to));
    let mut lines: Vec<String> = inside
        .map(|(from, to, edge)| {
            let names: Vec<&str> = edge.names().collect();
            format!("\n    {} -> {}: {}", graph.short_path(from), graph.short_path(to), names.join(", "))
        })
        .collect();
    lines.sort_unstable();
    text.extend(lines);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_shown_with_the_names_that_tie_it() {
        let tree = Tree::of(&[
            ("crates/a/Cargo.toml", ""),
            ("crates/a/src/lib.rs", "mod one; mod two; mod apart;"),
            ("crates/a/src/one.rs", "use super::two::{B, C};\npub struct A;"),
            ("crates/a/src/two.rs", "pub struct B(crate::one::A);\npub struct C;"),
            ("crates/a/src/apart.rs", "use super::one::A;\n"),
        ]);
        let packages = packages(&tree).unwrap();
        let texts: Vec<String> =
            packages.iter().map(|package| describe(&package.graph(Target::Definition), 1)).collect();
        assert_eq!(
            texts.concat(),
            "crates/a: 4 files, 6 lines, circles across folders: 0, among siblings: 1
  circle among siblings: 2 files
    one.rs
    two.rs
  tied by:
    one.rs -> two.rs: B, C
    two.rs -> one.rs: A"
        );
    }
}
