//! `cargo glassbox init`: from a library to its first checks.
//!
//! `package` finds the package, `source` reads its library, `candidate` chooses the type. `parameters` says what the
//! type's parameters stand for, `describe` what it is made of and which attributes that needs, `operations` what can be
//! called. From all this `manifest`, `insert` and `checks` make new texts of files. Nothing is written until all of them are
//! known, and then `files` writes all or none. `explore` writes an exploration in place of checks.

mod candidate;
mod checks;
mod describe;
mod error;
mod explore;
mod files;
mod insert;
mod manifest;
mod operations;
mod package;
mod parameters;
mod source;
pub(crate) mod types;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use glassbox_report::terminal::{GOOD, HELP};

use crate::args::resolved::InitOptions;
use crate::error::Error;
use candidate::Candidate;
use checks::{Checks, snake_case};
use describe::Rule;
use files::Change;
use insert::{Insertions, newline};
use manifest::Origin;
use parameters::Stand;
use source::{Module, Place, Source};

pub(crate) use error::InitError;

/// What is only there in tests and for the machine.
const WHERE: &str = "any(test, glassbox)";

/// Makes all that a first check needs, as far as it is missing.
pub(crate) fn run(options: &InitOptions) -> Result<(), Error> {
    let meant = package::find(options)?;
    let folder = meant.package.manifest_path.as_std_path().parent().unwrap_or(Path::new(""));
    let origin = origin(options, folder)?;
    let source = Source::read(&meant.library)?;
    let mut changes = manifest::changes(&meant.package, &meant.root_manifest, &origin)?;
    let mut notes = Vec::new();
    if let Some(typed) = &options.explore {
        let (harness, notes) = explore::changes(&source, &meant, options, typed)?;
        changes.extend(harness);
        parseable(&changes)?;
        files::write(&changes)?;
        return tell(&changes, &notes, folder, &next(options)).map_err(Error::Write);
    }
    let candidates = candidate::candidates(&source);
    let checked = candidates.iter().filter(|it| source.checked.contains(&it.name));
    let checked: Vec<&str> = checked.map(|it| it.name.as_str()).collect();
    let has_checks = match &options.type_name {
        Some(name) => checked.contains(&candidate::last_name(name)),
        None => !checked.is_empty(),
    };
    let mut chosen = None;
    if has_checks {
        notes.push(format!("there are checks of {} already", listed(&checked)));
    } else {
        let candidate = candidate::choose(&candidates, options.type_name.as_deref(), &meant.package.name)?;
        changes.extend(source_changes(&source, candidate)?);
        notes.extend(assumptions(candidate));
        chosen = Some(candidate);
    }
    notes.extend(others(&candidates, &checked, chosen));
    files::write(&changes)?;
    tell(&changes, &notes, folder, &next(options)).map_err(Error::Write)
}

fn origin(options: &InitOptions, folder: &Path) -> Result<Origin, Error> {
    let Some(path) = &options.path else { return Ok(Origin::Release) };
    if !manifest::is_glassbox(path) {
        return Err(InitError::NotGlassbox { path: path.clone() }.into());
    }
    if path.is_absolute() {
        return Ok(Origin::Folder(path.clone()));
    }
    let real = |path: &Path| path.canonicalize().map_err(|source| Error::Read { path: path.to_owned(), source });
    Ok(Origin::Folder(relative(&real(folder)?, &real(path)?)))
}

/// How to get from a folder to a place: a path in Cargo.toml begins at its folder, not where the command is run.
fn relative(folder: &Path, place: &Path) -> PathBuf {
    let n_shared = folder.components().zip(place.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(n_shared).map(|_| "..");
    up.map(PathBuf::from).chain(place.components().skip(n_shared).map(|it| PathBuf::from(it.as_os_str()))).collect()
}

/// What changes in the sources.
fn source_changes(source: &Source, candidate: &Candidate) -> Result<Vec<Change>, Error> {
    let mut insertions: BTreeMap<usize, (Insertions, Vec<String>)> = BTreeMap::new();
    for part in candidate.description.parts.iter().filter(|part| !part.is_described) {
        let definition = &source.types[part.of];
        let file_number = source.modules[definition.module].file;
        let file = &source.files[file_number];
        let (file_insertions, what) = insertions.entry(file_number).or_default();
        let mut settings = part.settings();
        if part.of == candidate.of {
            settings.extend(domains(candidate));
        }
        let settings = if settings.is_empty() { String::new() } else { format!(", glassbox({})", settings.join(", ")) };
        let attribute = format!("#[cfg_attr({WHERE}, derive(glassbox::Structure){settings})]");
        file_insertions.attribute(&file.text, definition.head, &attribute);
        for (at, attribute) in &part.fields {
            file_insertions.attribute(&file.text, file.start + at, attribute);
        }
        what.push(format!("`{}` is described", definition.ident));
    }
    let module = &source.modules[source.types[candidate.of].module];
    let file = &source.files[module.file];
    let name = free_name(module, "checks", &format!("{}_checks", snake_case(&candidate.name)));
    let (file_insertions, what) = insertions.entry(module.file).or_default();
    declare(file_insertions, &file.text, module, &name);
    what.push(format!("`mod {name}`"));
    let mut changes = Vec::new();
    for (file, (insertions, what)) in insertions {
        let file = &source.files[file];
        debug_assert!(!insertions.is_empty());
        changes.push(Change { path: file.path.clone(), text: insertions.apply(&file.text), what, is_new: false });
    }
    let checks = Checks {
        source,
        of: candidate.of,
        parameters: &candidate.parameters,
        description: &candidate.description,
        operations: &candidate.operations,
    };
    let operations: Vec<&str> = candidate.operations.found.iter().map(|operation| operation.name.as_str()).collect();
    changes.push(new_file(module, &file.text, &name, &checks.text(), format!("checks of {}", listed(&operations))));
    parseable(&changes)?;
    Ok(changes)
}

/// A new file with this text, declared as a module of one that is there.
fn declared(source: &Source, module: usize, name: &str, text: &str, what: String) -> Vec<Change> {
    let module = &source.modules[module];
    let file = &source.files[module.file];
    let mut insertions = Insertions::default();
    declare(&mut insertions, &file.text, module, name);
    let edited = Change {
        path: file.path.clone(),
        text: insertions.apply(&file.text),
        what: vec![format!("`mod {name}`")],
        is_new: false,
    };
    vec![edited, new_file(module, &file.text, name, text, what)]
}

fn declare(insertions: &mut Insertions, text: &str, module: &Module, name: &str) {
    let place = module.place.unwrap_or(Place::After(text.len()));
    insertions.declaration(text, place, &[format!("#[cfg({WHERE})]"), format!("mod {name};")]);
}

/// The file of a new module, with lines that end as in the one that declares it.
fn new_file(module: &Module, like: &str, name: &str, text: &str, what: String) -> Change {
    let text = text.trim_end().to_owned() + "\n";
    Change {
        path: module.folder.join(format!("{name}.rs")),
        text: text.replace('\n', newline(like)),
        what: vec![what],
        is_new: true,
    }
}

/// Whether all sources that would be written are Rust.
fn parseable(changes: &[Change]) -> Result<(), Error> {
    for change in changes.iter().filter(|change| change.path.extension().is_some_and(|it| it == "rs")) {
        let parsed: syn::Result<syn::File> = syn::parse_str(change.text.trim_start_matches('\u{feff}'));
        parsed.map_err(|error| InitError::Nonsense { path: change.path.clone(), message: error.to_string() })?;
    }
    Ok(())
}

/// The domains of all numbers below the type.
fn domains(candidate: &Candidate) -> Option<String> {
    let mut numbers = candidate.description.numbers();
    if candidate.parameters.uses(Stand::Number) {
        numbers.insert("u8".to_owned());
    }
    let values = |number: &str| if number == "char" { "['a', 'b', 'c']" } else { "0..4" };
    let domains: Vec<String> = numbers.iter().map(|number| format!("{number} = {}", values(number))).collect();
    (!domains.is_empty()).then(|| format!("domain({})", domains.join(", ")))
}

/// A name for a new module that is not in use.
fn free_name(module: &Module, short: &str, long: &str) -> String {
    let is_free = |name: &String| !module.children.contains(name) && !module.folder.join(format!("{name}.rs")).exists();
    let numbered = (2..).map(|number| format!("{long}_{number}"));
    let mut names = [short.to_owned(), long.to_owned()].into_iter().chain(numbered);
    names.find(is_free).unwrap_or_else(|| long.to_owned())
}

/// What was believed without being sure, and what was left out.
fn assumptions(candidate: &Candidate) -> Vec<String> {
    let description = &candidate.description;
    let mut notes = Vec::new();
    if let Some((node, order)) = &description.order {
        notes.push(format!(
            "the keys of `{node}` are taken to be in the order {order}; if they are not, remove `sorted` from it"
        ));
    }
    if let Some(list) = &description.list {
        notes.push(format!("`{}` is taken to be the last node; the invariant says so", list.tail));
    }
    if let Some(owner) = &description.by_index {
        notes.push(format!(
            "numbers in `{owner}` look like links by index, but count as numbers: so say in an invariant where they may \
             lead, or describe them as links, `holes` in the documentation of `derive(Structure)`"
        ));
    }
    if description.parts.iter().any(|part| matches!(part.rule, Rule::All | Rule::Written)) {
        notes.push(
            "if a check fails in a state that your code never makes, an invariant has to rule it out; the new file says how"
                .to_owned(),
        );
    }
    let private = candidate.operations.found.iter().filter(|operation| operation.is_private);
    let private: Vec<&str> = private.map(|operation| operation.name.as_str()).collect();
    if !private.is_empty() {
        notes.push(format!(
            "private operations may rely on their callers; remove the checks of those: {}",
            listed(&private)
        ));
    }
    notes.extend(candidate.operations.left_out.iter().map(|what| format!("left out {what}")));
    notes
}

/// What else could be checked, and what cannot.
fn others(candidates: &[Candidate], checked: &[&str], chosen: Option<&Candidate>) -> Vec<String> {
    let mut notes = Vec::new();
    let others = candidates.iter().filter(|it| chosen.is_none_or(|chosen| chosen.of != it.of));
    let (able, unable): (Vec<&Candidate>, Vec<&Candidate>) =
        others.filter(|it| !checked.contains(&it.name.as_str())).partition(|it| it.refusal(&[]).is_none());
    if let Some(first) = able.first() {
        let names: Vec<&str> = able.iter().map(|it| it.name.as_str()).collect();
        notes.push(format!("{} could be checked as well: `cargo glassbox init {}`", listed(&names), first.name));
    }
    for it in unable {
        let problems = it.description.problems.iter().chain(&it.operations.left_out);
        let problem = problems.into_iter().next().cloned().unwrap_or_default();
        notes.push(format!("`{}` was passed over: {problem}", it.name));
    }
    notes
}

fn tell(changes: &[Change], notes: &[String], folder: &Path, next: &str) -> io::Result<()> {
    let mut out = anstream::stdout();
    for change in changes {
        let verb = if change.is_new { " created" } else { "  edited" };
        let path = change.path.strip_prefix(folder).unwrap_or(&change.path).display();
        writeln!(out, "{GOOD}{verb}{GOOD:#} {path}: {}", change.what.join("; "))?;
    }
    if changes.is_empty() {
        writeln!(out, "{GOOD}      ok{GOOD:#} nothing is missing")?;
    }
    for note in notes {
        writeln!(out, "    note {note}")?;
    }
    writeln!(out, "    {HELP}next{HELP:#} {next}")
}

/// The command that runs the checks, from where this one was run.
fn next(options: &InitOptions) -> String {
    let package = options.package.iter().map(|name| format!(" -p {name}"));
    let manifest = options.manifest_path.iter().map(|path| format!(" --manifest-path {}", path.display()));
    std::iter::once("cargo glassbox".to_owned()).chain(package).chain(manifest).collect()
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
