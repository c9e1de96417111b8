//! Prints the changes that `init` made.

use std::io::{self, Write};
use std::path::Path;

use glassbox_report::terminal::{GOOD, HELP};
use glassbox_source::scaffold::{Edit, FileChange, Note, Scaffold};

use super::draft::{DraftEnd, Run};
use crate::args::resolved::InitOptions;

/// Prints the changed files, the notes and the next command. `brought` is the folder of the crate `glassbox` that the command has
/// brought along.
pub(super) fn print(
    scaffold: &Scaffold,
    end: &DraftEnd,
    brought: Option<&Path>,
    options: &InitOptions,
) -> io::Result<()> {
    let Scaffold { folder, changes, notes } = scaffold;
    let mut out = anstream::stdout();
    for FileChange { path, edits, is_new, .. } in changes {
        let verb = if *is_new { " created" } else { "  edited" };
        let path = path.strip_prefix(folder).unwrap_or(path).display();
        let edits: Vec<String> = edits.iter().map(edit_text).collect();
        writeln!(out, "{GOOD}{verb}{GOOD:#} {path}: {}", edits.join("; "))?;
    }
    if changes.is_empty() {
        writeln!(out, "{GOOD}      ok{GOOD:#} nothing to add")?;
    }
    if let Some(folder) = brought.map(|brought| brought.display().to_string())
        && changes.iter().any(|change| change.text.contains(&folder))
    {
        writeln!(
            out,
            "    note Cargo.toml refers to glassbox in {folder}, on this computer; `--path` takes another folder"
        )?;
    }
    for note in notes {
        writeln!(out, "    note {}", note_text(note))?;
    }
    match end {
        DraftEnd::NothingNew => {}
        DraftEnd::Ran(run) => print_run(&mut out, run)?,
        DraftEnd::NotRun(why) => {
            writeln!(out, "    note the checks were not run: {why}; `cargo glassbox doctor` may help")?;
        }
    }
    writeln!(out, "    {HELP}next{HELP:#} {}", next_command(options))
}

/// How the new checks end.
fn print_run(out: &mut impl Write, run: &Run) -> io::Result<()> {
    let Run { holding, failing, unknown, elsewhere, .. } = run;
    let n_failing = failing.len() + elsewhere.len();
    let counted = |n: usize, one: &str, many: &str| (n > 0).then(|| format!("{n} {}", if n == 1 { one } else { many }));
    let all = [
        counted(holding.len(), "holds", "hold"),
        counted(n_failing, "fails", "fail"),
        counted(unknown.len(), "unknown", "unknown"),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    let checks = counted(holding.len() + n_failing + unknown.len(), "check", "checks").unwrap_or_default();
    writeln!(out, "{GOOD}     ran{GOOD:#} {checks}: {}", all.join(", "))?;
    if !failing.is_empty() {
        writeln!(out, "    note these fail, and the next command shows how: {}", listed(failing))?;
    }
    if !elsewhere.is_empty() {
        let operations: Vec<String> = elsewhere.keys().cloned().collect();
        let operations = listed(&operations);
        writeln!(
            out,
            "    note these fail in states that no operation was seen to reach; an invariant may be missing: {operations}"
        )?;
    }
    if !unknown.is_empty() {
        writeln!(out, "    note these are not decided, and the next command says why: {}", listed(unknown))?;
    }
    Ok(())
}

/// The command that runs the checks, in the same folder and for the same package.
fn next_command(options: &InitOptions) -> String {
    let package = options.package.iter().map(|name| format!(" -p {name}"));
    let manifest = options.manifest_path.iter().map(|path| format!(" --manifest-path {}", path.display()));
    std::iter::once("cargo glassbox".to_owned()).chain(package).chain(manifest).collect()
}

fn edit_text(edit: &Edit) -> String {
    match edit {
        Edit::DependencyForMachine => "dependency glassbox for checks".to_owned(),
        Edit::DependencyForTests => "dependency glassbox for `cargo test`".to_owned(),
        Edit::RandomBytes => "feature `custom` of getrandom 0.2, which gets its bytes from glassbox".to_owned(),
        Edit::CfgName => "declared `cfg(glassbox)`".to_owned(),
        Edit::DescribedType(name) => format!("`{name}` is described"),
        Edit::DeclaredModule(name) => format!("`mod {name}`"),
        Edit::Checks(operations) => format!("checks of {}", listed(operations)),
        Edit::Exploration(operations) => format!("an exploration with {}", listed(operations)),
    }
}

fn note_text(note: &Note) -> String {
    match note {
        Note::AlreadyChecked(types) => format!("already checked: {}", listed(types)),
        Note::AlreadyExplored { type_name, module } => {
            format!("`{type_name}` is already explored by `mod {module}`")
        }
        Note::SortedKeys { node, order } => {
            format!("`init` assumes that the keys of `{node}` are in the order {order}; if not, remove `sorted`")
        }
        Note::LastNode(field) => format!("`init` assumes that `{field}` leads to the last node; the invariant requires it"),
        Note::LinksByIndex(owner) => format!(
            "numbers in `{owner}` look like links by index, but are checked as plain numbers: restrict them in an \
             invariant, or describe them as links (`holes` in the documentation of `derive(Structure)`)"
        ),
        Note::FoundInvariant { type_name, conditions, states } => {
            let conditions = if *conditions == 1 { "1 condition".to_owned() } else { format!("{conditions} conditions") };
            format!("the invariant of `{type_name}` says what holds in all {states} states that were reached ({conditions}): read it")
        }
        Note::NoInvariant => {
            "if a check fails in a state that your code never makes, rule it out with an invariant; the new file shows how"
                .to_owned()
        }
        Note::PrivateOperations(names) => {
            format!("private operations may rely on their callers; if they do, remove their checks: {}", listed(names))
        }
        Note::OperationLeftOut(operation) => format!("left out {operation}"),
        Note::OtherTypes(names) => {
            let first = names.first().map(String::as_str).unwrap_or_default();
            format!("{} could be checked as well: `cargo glassbox init {first}`", listed(names))
        }
        Note::TypePassedOver { type_name, problem } => format!("skipped `{type_name}`: {problem}"),
        Note::ChosenType { path, others } if others.is_empty() => format!("explores `{path}`"),
        Note::ChosenType { path, others } => {
            format!("explores `{path}`; `--explore` takes other types as well: {}", listed(others))
        }
        Note::TypeArgument(reason) => reason.clone(),
        Note::MethodsCalled { called, all } => format!("calls {called} of {all} public methods with `&mut self`"),
        Note::SecondExploration(module) => {
            format!("`mod {module}` has the methods that need more traits: there, items are small numbers")
        }
        Note::Model { module, words } => {
            format!("`mod {module}` compares it with {words}, which it was like in the first run")
        }
        Note::UnlikeModels { models, difference: None } => {
            format!("whether it is like {} was not found out, so it is not compared with a model", models.join(", "))
        }
        Note::UnlikeModels { models, difference: Some(difference) } => {
            let others = if models.len() > 1 { format!(", nor like {}", models[1..].join(", ")) } else { String::new() };
            let first = models.first().copied().unwrap_or_default();
            format!("it is not like {first}{others}: {difference}; if it should be, that is a bug")
        }
        Note::WrongGuesses(laws) => {
            let (it, them) = if laws.len() == 1 { ("it", "it") } else { ("they", "them") };
            format!("left out, because a state breaks {them}: {}; if {it} should hold, that is a bug", listed(laws))
        }
        Note::NotCompiled => {
            "the new file was not compiled, because there is no compiler for the machine: run `cargo glassbox doctor`"
                .to_owned()
        }
        Note::MethodsLeftOut(names) => {
            format!("left out (reasons at the end of the new file): {}", listed(names))
        }
        Note::NeedsFeature(name) => {
            format!("`{name}` exists only with some features: activate the one that it needs")
        }
        Note::GuessedLaws => "laws are guesses: remove those that need not hold".to_owned(),
    }
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
