//! Folders, environments and crates that are not as usual.

use std::fs::File;
use std::process::Stdio;

use super::{NUMBER, assert_none, complaint, ended};
use crate::story::{Screen, Story};

fn holding() -> String {
    format!("{NUMBER}\n#[glassbox::check]\npub fn holds(number: &mut Number) {{ assert!(number.0 < 3) }}\n")
}

/// Variables, the exit code, and words that the answer has.
const VARIABLES: [(&str, &str, i32, &str); 20] = [
    ("COLUMNS", "0", 0, "PASS"),
    ("COLUMNS", "-1", 0, "PASS"),
    ("COLUMNS", "99999999999999", 0, "PASS"),
    ("TERM", "dumb", 0, "PASS"),
    ("TERM", "", 0, "PASS"),
    ("LANG", "C", 0, "PASS"),
    ("LC_ALL", "nosuch", 0, "PASS"),
    ("NO_COLOR", "", 0, "PASS"),
    ("CLICOLOR_FORCE", "1", 0, "PASS"),
    ("CARGO_TERM_COLOR", "sometimes", 101, "sometimes"),
    ("CARGO_TERM_QUIET", "true", 0, "PASS"),
    ("RUST_BACKTRACE", "full", 0, "PASS"),
    ("RUSTFLAGS", "-Copt-level=3 -Cdebug-assertions=off", 0, "PASS"),
    ("CARGO_BUILD_TARGET", "x86_64-unknown-linux-gnu", 0, "PASS"),
    ("CARGO_INCREMENTAL", "1", 0, "PASS"),
    ("CARGO_PROFILE_DEV_PANIC", "abort", 0, "PASS"),
    ("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", "false", 0, "PASS"),
    ("GLASSBOX_RUSTC", "/nonexistent/rustc", 2, "/nonexistent/rustc"),
    ("GLASSBOX_RUSTC", "true", 2, "is not rustc"),
    ("MALLOC_ARENA_MAX", "1", 0, "PASS"),
];

#[test]
fn environments_change_no_verdict() {
    let story = Story::library("hostile-variables", "hostile-variables", &holding());
    story.cargo("glassbox").succeeded();
    let complaints = VARIABLES.into_iter().filter_map(|(name, value, code, words)| {
        let complaint = complaint(&story, story.command("glassbox").env(name, value), code, words)?;
        Some(format!("{name}={value:?}: {complaint}"))
    });
    assert_none(&complaints.collect::<Vec<_>>());
}

/// Manifests, and what comes of them.
#[test]
fn odd_packages_are_checked_or_refused() {
    let story = Story::library("hostile-packages", "hostile-packages", &holding());
    let manifest = std::fs::read_to_string(story.path("Cargo.toml")).unwrap();
    let with = |what: &str| format!("{manifest}\n{what}\n");
    let cases = [
        (manifest.replace("2024", "2021"), 0, "PASS"),
        (manifest.replace("2024", "2018"), 0, "PASS"),
        (manifest.replace("2024", "2015"), 0, "PASS"),
        (manifest.replace("2024", "2099"), 2, "edition"),
        (with("[profile.dev]\nopt-level = 3\ndebug-assertions = false"), 0, "PASS"),
        (with("[profile.release]\nlto = true\npanic = \"abort\"\nstrip = true"), 0, "PASS"),
        (with("[lib]\ncrate-type = [\"cdylib\"]"), 0, "PASS"),
        (with("[lib]\ncrate-type = [\"staticlib\", \"rlib\"]"), 0, "PASS"),
        (with("[lib]\nname = \"another_name\""), 0, "another_name::holds"),
        (with("[lib]\npath = \"src/nosuch.rs\""), 2, "nosuch"),
        (with("[lib]\nproc-macro = true"), 2, ""),
        (with("[features]\ndefault = [\"nosuch\"]"), 2, "nosuch"),
        (with("[lints.rust]\nwarnings = \"deny\"\nmissing_docs = \"deny\""), 2, "did not build"),
        (with("[workspace]"), 0, "PASS"),
        (with("[workspace]\nmembers = [\"nosuch\"]"), 2, "nosuch"),
        (manifest.replace("[dependencies]", "[dev-dependencies]"), 0, "PASS"),
        (manifest.replace("[package]", "[nosuch]"), 2, ""),
        (manifest.replace("name =", "name"), 2, ""),
        (String::new(), 2, ""),
        ("\0\u{feff}".to_owned(), 2, ""),
    ];
    let complaints = cases.into_iter().filter_map(|(manifest, code, words)| {
        story.write("Cargo.toml", &manifest);
        let complaint = complaint(&story, &mut story.command("glassbox"), code, words)?;
        Some(format!("{manifest}\n{complaint}"))
    });
    assert_none(&complaints.collect::<Vec<_>>());
}

/// Sources that are hardly sources.
#[test]
fn odd_sources_are_checked_or_refused() {
    let story = Story::library("hostile-sources", "hostile-sources", "");
    let number = holding();
    let cases = [
        (String::new(), 2, "check"),
        ("fn".to_owned(), 2, "did not build"),
        ("\u{feff}".to_owned() + &number, 0, "PASS"),
        (number.replace('\n', "\r\n"), 0, "PASS"),
        (format!("#![no_std]\n{number}"), 0, "PASS"),
        (format!("#![deny(warnings)]\n#![forbid(unsafe_code)]\n{number}"), 0, "PASS"),
        (format!("#![allow(unused)]\nmod inner {{ {number} }}"), 0, "inner::holds"),
        (format!("mod r#type {{ {number} }}"), 0, "holds"),
        (format!("mod größer {{ {number} }}"), 0, "größer::holds"),
        (format!("{number}\n{number}"), 2, "did not build"),
        (format!("{number}\npub fn main() {{}}\nmacro_rules! vec {{ () => {{}} }}"), 0, "PASS"),
        (
            format!("{number}\npub struct Option; pub struct Some; pub struct Box; pub struct Vec; pub struct String;"),
            0,
            "PASS",
        ),
        (format!("{number}\npub mod std {{}} pub mod core {{}} pub mod alloc {{}}"), 0, "PASS"),
        (format!("{number}\nuse glassbox as _; pub mod glassbox {{}}"), 2, ""),
        (number.replace("pub fn holds", "async fn holds"), 2, ""),
        (number.replace("pub fn holds", "const fn holds"), 0, ""),
        (number.replace("pub fn holds", "pub unsafe fn holds"), 2, ""),
        (number.replace("pub fn holds", "extern \"C\" fn holds"), 2, "leave out `extern`"),
        (number.replace("pub fn holds", "pub fn holds<T>"), 2, ""),
        (number.replace("&mut Number", "&mut Nosuch"), 2, "Nosuch"),
        (number.replace("number: &mut Number", ""), 2, ""),
        (number.replace("{ assert!(number.0 < 3) }", ";"), 2, ""),
        (number.replace("0..3", "0..0"), 2, ""),
        (number.replace("0..3", "5..3"), 2, ""),
        (number.replace("0..3", "0..=255"), 1, "FAIL"),
        (number.replace("0..3", "0..300"), 2, ""),
        (number.replace("0..3", "[panic!()]"), 2, ""),
        (number.replace("values = 0..3", ""), 2, ""),
        (number.replace("values = 0..3", "values = 0..3, values = 0..3"), 2, "twice"),
    ];
    let complaints = cases.into_iter().filter_map(|(source, code, words)| {
        story.write("src/lib.rs", &source);
        let complaint = complaint(&story, &mut story.command("glassbox"), code, words)?;
        Some(format!("{source}\n{complaint}"))
    });
    assert_none(&complaints.collect::<Vec<_>>());
}

#[test]
fn folders_may_have_any_name() {
    for (number, folder) in ["with space", "größer", "quote'\"d", "percent%20", "-dash", "dollar$HOME", "semi;colon"]
        .into_iter()
        .enumerate()
    {
        let story = Story::empty(&format!("hostile-folder-{number}"));
        story.cargo("new --lib --vcs none plain").succeeded();
        std::fs::rename(story.path("plain"), story.path(folder)).unwrap();
        let story = story.inside(folder);
        story.cargo(&format!("add --path {}", crate::story::guest_crate())).succeeded();
        story.write("src/lib.rs", &holding());
        story.pin_dependencies();
        assert_none(&complaint(&story, &mut story.command("glassbox"), 0, "PASS").into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn what_cannot_be_written_or_found_is_named() {
    let story = Story::library("hostile-folders", "hostile-folders", &holding());
    story.cargo("glassbox").succeeded();
    // A file where the build folder should be.
    story.write("file", "");
    let file = story.path("file");
    let screen = ended(&story, story.command("glassbox").env("CARGO_TARGET_DIR", &file));
    assert_eq!(screen.code(), 2, "{}", screen.text());
    // No cargo, no rustc.
    let binary = env!("CARGO_BIN_EXE_cargo-glassbox");
    let mut command = std::process::Command::new(binary);
    command.arg("glassbox").current_dir(story.path(".")).env("PATH", "").env_remove("CARGO").env_remove("RUSTC");
    let screen = ended(&story, &mut command);
    assert_eq!(screen.code(), 2, "{}", screen.text());
    // No package.
    let empty = Story::empty("hostile-empty");
    let complaint = complaint(&empty, &mut empty.command("glassbox"), 2, "Cargo.toml");
    assert_none(&complaint.into_iter().collect::<Vec<_>>());
    // No home.
    let mut command = story.command("glassbox");
    command.env_remove("HOME").env_remove("GLASSBOX_HOME");
    let screen = Screen::of(&mut command);
    assert!(!screen.text().contains("panicked at"), "{}", screen.text());
}

/// A disk that is full, and streams that are closed.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error_or_quiet() {
    let story = Story::library("hostile-output", "hostile-output", &holding());
    story.cargo("glassbox").succeeded();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let err = story.path("err");
    let mut command = story.command("glassbox");
    let status = command.stdout(full()).stderr(File::create(&err).unwrap()).status().unwrap();
    let said = std::fs::read_to_string(&err).unwrap();
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(!said.contains("panicked at"), "{said}");
    let status = story.command("glassbox").stdout(Stdio::null()).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(0), "progress may be lost");
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let line = format!("exec {} glassbox {closed}", env!("CARGO_BIN_EXE_cargo-glassbox"));
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &line])
            .current_dir(story.path("."))
            .envs(story.command("").get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))));
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{closed}: {:?} {said}", output.status);
        assert!(!said.contains("panicked at"), "{closed}: {said}");
    }
}
