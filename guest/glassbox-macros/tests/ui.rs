//! What the compiler says about types and checks that glassbox cannot use.
//!
//! Each file in `ui` is compiled as a crate of its own, outside this workspace, and what is said about it is compared
//! with the `.stderr` file beside it; a file without one must compile in silence. Kept of each message are its first
//! line, where it points, and the notes: the rest changes with the compiler's version. Run with `GLASSBOX_BLESS=1` to
//! accept what is said, then read the diff.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn messages_are_as_expected() {
    let cases = cases();
    let project = project(&cases);
    let wrong: Vec<String> = cases.iter().filter_map(|case| compare(case, &messages(&project, case))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect();
    cases.sort();
    cases
}

/// A package with a program for each case.
fn project(cases: &[PathBuf]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
    fs::create_dir_all(&folder).unwrap();
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let programs = cases.iter().map(|case| format!("[[bin]]\nname = {:?}\npath = {case:?}\n", name(case)));
    let programs = programs.collect::<Vec<_>>().concat();
    let manifest = format!(
        "[workspace]\n[package]\nname = \"ui\"\nedition = \"2024\"\n\
         [dependencies]\nglassbox = {{ path = {:?} }}\n{programs}",
        repository.join("guest/glassbox")
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    // The versions that this workspace has: they are known to work, and already downloaded.
    fs::copy(repository.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

/// What is said about a case.
fn messages(project: &Path, case: &Path) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["check", "--quiet", "--offline", "--color", "never", "--bin", &name(case)]).current_dir(project);
    command.env("CARGO_TARGET_DIR", project.join("target"));
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_TERM_COLOR"] {
        command.env_remove(variable);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let kept = essence(&text, &case.file_name().unwrap().to_string_lossy());
    // What goes wrong elsewhere, in glassbox itself for example, is shown in full.
    if kept.is_empty() && !output.status.success() { text } else { kept }
}

/// First lines, places and notes of the messages about the file.
fn essence(text: &str, file: &str) -> String {
    let mut messages: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if ["error", "warning"].iter().any(|word| line.starts_with(word)) {
            messages.push(Vec::new());
        }
        messages.extend(messages.is_empty().then(Vec::new));
        messages.last_mut().unwrap().push(line);
    }
    let messages = messages.into_iter().filter_map(|lines| message(&lines, file));
    messages.collect::<Vec<_>>().join("\n")
}

/// Notes with these words are the compiler's own, and change with it.
const OTHERS: [&str; 4] = ["originates in", "consult the function", "for more information", "on by default"];

/// One message, if it is about the file.
fn message(lines: &[&str], file: &str) -> Option<String> {
    let place = lines.iter().map(|line| line.trim_start()).find(|line| line.starts_with("--> "))?;
    let (_, place) = place.rsplit_once('/').filter(|(_, place)| place.starts_with(file))?;
    let notes = lines.iter().map(|line| line.trim_start()).filter(|line| line.starts_with("= note: "));
    let notes = notes.filter(|note| !OTHERS.iter().any(|words| note.contains(words)));
    let notes = notes.map(|note| format!("  {note}\n"));
    Some(format!("{}\n --> {place}\n{}", lines[0], notes.collect::<Vec<_>>().concat()))
}

/// What is wrong with the messages, if anything.
fn compare(case: &Path, found: &str) -> Option<String> {
    let file = case.with_extension("stderr");
    let expected = fs::read_to_string(&file).unwrap_or_default();
    if found == expected {
        return None;
    }
    if std::env::var_os("GLASSBOX_BLESS").is_some() {
        if found.is_empty() {
            fs::remove_file(&file).unwrap();
        } else {
            fs::write(&file, found).unwrap();
        }
        return None;
    }
    Some(format!("=== {}, expected:\n{expected}--- found:\n{found}", name(case)))
}

fn name(case: &Path) -> String {
    case.file_stem().unwrap().to_str().unwrap().to_owned()
}
