//! The list of checks, for `cargo glassbox list`.
//!
//! One line per check that begins with `file:line`, so that a terminal or an editor can jump there, and
//! the first sentence of its doc comment below.

use std::io::{self, Write};

use glassbox_engine::catalog::{Check, CheckKind};

use super::style::{CHECK, FAINT, PACKAGE};

/// The checks of one package.
#[derive(Debug)]
pub struct PackageChecks {
    /// The package's name.
    pub package: String,
    /// Its checks in the order to show them.
    pub checks: Vec<Check>,
}

/// Writes the list and a closing line with the count.
pub fn write_list(packages: &[PackageChecks], out: &mut dyn Write) -> io::Result<()> {
    for package in packages {
        writeln!(out, "{PACKAGE}{}{PACKAGE:#}", package.package)?;
        let places: Vec<String> = package.checks.iter().map(place).collect();
        let width = places.iter().map(String::len).max().unwrap_or(0);
        for (check, place) in package.checks.iter().zip(&places) {
            write_check(check, place, width, out)?;
        }
    }
    let n_checks: usize = packages.iter().map(|package| package.checks.len()).sum();
    let (checks, packages_word) = (plural(n_checks, "check"), plural(packages.len(), "package"));
    writeln!(out, "{n_checks} {checks} in {} {packages_word}", packages.len())
}

fn write_check(check: &Check, place: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let args: Vec<String> = match check.kind {
        CheckKind::Function => check.args.iter().map(|arg| format!("{}: {}", arg.name, arg.ty)).collect(),
        CheckKind::Exploration => check.args.iter().map(|function| function.name.clone()).collect(),
    };
    let args = match check.kind {
        CheckKind::Function => format!("({})", args.join(", ")),
        CheckKind::Exploration => format!(" {{ {} }}", args.join(", ")),
    };
    write!(out, "  {place:width$}  {CHECK}{}{CHECK:#}{args}", check.path)?;
    if !check.bounds.is_empty() {
        let bounds: Vec<String> = check.bounds.iter().map(|b| format!("{} <= {}", b.name, b.value)).collect();
        write!(out, " {FAINT}for {}{FAINT:#}", bounds.join(", "))?;
    }
    writeln!(out)?;
    if let Some(line) = check.doc.lines().next() {
        writeln!(out, "  {:width$}  {FAINT}{line}{FAINT:#}", "")?;
    }
    Ok(())
}

fn place(check: &Check) -> String {
    format!("{}:{}", check.location.file, check.location.line)
}

fn plural(n: usize, word: &str) -> String {
    if n == 1 { word.to_owned() } else { format!("{word}s") }
}

#[cfg(test)]
mod tests {
    use glassbox_engine::catalog::{Arg, Bound, Location};

    use super::*;

    fn check(path: &str, line: u32, doc: &str, bounds: &[(&str, u64)]) -> Check {
        Check {
            kind: CheckKind::Function,
            package: "stack".into(),
            path: path.into(),
            location: Location { file: "src/lib.rs".into(), line, column: 4 },
            doc: doc.into(),
            args: vec![Arg { name: "s".into(), ty: "&mut Stack".into() }, Arg { name: "v".into(), ty: "u8".into() }],
            bounds: bounds.iter().map(|&(name, value)| Bound { name: name.into(), value }).collect(),
        }
    }

    #[test]
    fn places_are_aligned_and_only_the_docs_first_line_is_shown() {
        let packages = [PackageChecks {
            package: "stack".into(),
            checks: vec![
                check("stack::push", 9, "Grows.\n\nBy one.", &[("height", 4), ("len", 3)]),
                check("stack::pop", 120, "", &[]),
                Check { kind: CheckKind::Exploration, ..check("stack::api", 130, "", &[("operations", 4)]) },
            ],
        }];
        let mut out = Vec::new();
        write_list(&packages, &mut out).unwrap();
        let plain =
            String::from_utf8(out).unwrap().split('\x1b').enumerate().fold(String::new(), |text, (i, part)| {
                text + if i == 0 { part } else { part.split_once('m').unwrap().1 }
            });
        let expect = "\
stack
  src/lib.rs:9    stack::push(s: &mut Stack, v: u8) for height <= 4, len <= 3
                  Grows.
  src/lib.rs:120  stack::pop(s: &mut Stack, v: u8)
  src/lib.rs:130  stack::api { s, v } for operations <= 4
3 checks in 1 package
";
        assert_eq!(plain, expect);
    }
}
