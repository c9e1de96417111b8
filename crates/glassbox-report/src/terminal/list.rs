//! The list of checks and explorations, for `cargo glassbox list`.
//!
//! One line per check that begins with `file:line`, so that a terminal or an editor can jump there, and
//! the first sentence of its doc comment below.

use std::io::{self, Write};

use glassbox_engine::catalog::{Subject, SubjectKind};

use super::style::{CHECK, FAINT, PACKAGE};

/// The checks and explorations of one package.
#[derive(Debug)]
pub struct PackageChecks {
    /// The package's name.
    pub package: String,
    /// Its checks and explorations in the order to show them.
    pub subjects: Vec<Subject>,
}

/// Writes the list and a closing line with the count.
pub fn write_list(packages: &[PackageChecks], out: &mut dyn Write) -> io::Result<()> {
    for package in packages {
        writeln!(out, "{PACKAGE}{}{PACKAGE:#}", package.package)?;
        let places: Vec<String> = package.subjects.iter().map(place).collect();
        let width = places.iter().map(String::len).max().unwrap_or(0);
        for (subject, place) in package.subjects.iter().zip(&places) {
            write_subject(subject, place, width, out)?;
        }
    }
    let subjects = || packages.iter().flat_map(|package| &package.subjects);
    let n_explorations = subjects().filter(|subject| subject.is_exploration()).count();
    let n_checks = subjects().count() - n_explorations;
    let counted = [(n_checks, "check"), (n_explorations, "exploration")];
    let counted: Vec<String> =
        counted.into_iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {}", plural(n, word))).collect();
    writeln!(out, "{} in {} {}", counted.join(" and "), packages.len(), plural(packages.len(), "package"))
}

fn write_subject(subject: &Subject, place: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let args = match &subject.kind {
        SubjectKind::Check { arguments } => {
            let arguments: Vec<String> =
                arguments.iter().map(|argument| format!("{}: {}", argument.name, argument.ty)).collect();
            format!("({})", arguments.join(", "))
        }
        SubjectKind::Exploration { functions, .. } => {
            let functions: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
            format!(" {{ {} }}", functions.join(", "))
        }
    };
    write!(out, "  {place:width$}  {CHECK}{}{CHECK:#}{args}", subject.path)?;
    if !subject.bounds.is_empty() {
        let bounds: Vec<String> = subject.bounds.iter().map(|(name, value)| format!("{name} <= {value}")).collect();
        write!(out, " {FAINT}for {}{FAINT:#}", bounds.join(", "))?;
    }
    writeln!(out)?;
    if let Some(line) = subject.doc.lines().next() {
        writeln!(out, "  {:width$}  {FAINT}{line}{FAINT:#}", "")?;
    }
    Ok(())
}

fn place(subject: &Subject) -> String {
    format!("{}:{}", subject.location.file, subject.location.line)
}

fn plural(n: usize, word: &str) -> String {
    if n == 1 { word.to_owned() } else { format!("{word}s") }
}

#[cfg(test)]
mod tests {
    use glassbox_abi::DisturbanceChoice;
    use glassbox_engine::catalog::{Function, Location, Parameter};
    use glassbox_engine::result::{Bounds, Role};

    use super::*;

    fn check(path: &str, line: u32, doc: &str, bounds: &[(&str, u32)]) -> Subject {
        let parameter = |name: &str, ty: &str| Parameter { name: name.into(), ty: ty.into() };
        Subject {
            kind: SubjectKind::Check { arguments: vec![parameter("s", "&mut Stack"), parameter("v", "u8")] },
            package: "stack".into(),
            path: path.into(),
            location: Location { file: "src/lib.rs".into(), line, column: 4 },
            doc: doc.into(),
            bounds: bounds.iter().copied().collect::<Bounds>(),
            with: DisturbanceChoice::default(),
        }
    }

    fn exploration(path: &str, line: u32) -> Subject {
        let function = |name: &str, role| Function { name: name.into(), role };
        let functions = vec![function("new", Role::Constructor), function("push", Role::Operation)];
        Subject {
            kind: SubjectKind::Exploration { functions, unseen: Vec::new(), is_pinned: false, is_panic_safe: false },
            ..check(path, line, "", &[("operations", 4)])
        }
    }

    #[test]
    fn places_are_aligned_and_only_the_docs_first_line_is_shown() {
        let packages = [PackageChecks {
            package: "stack".into(),
            subjects: vec![
                check("stack::push", 9, "Grows.\n\nBy one.", &[("height", 4), ("len", 3)]),
                check("stack::pop", 120, "", &[]),
                exploration("stack::api", 130),
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
  src/lib.rs:130  stack::api { new, push } for operations <= 4
2 checks and 1 exploration in 1 package
";
        assert_eq!(plain, expect);
    }
}
