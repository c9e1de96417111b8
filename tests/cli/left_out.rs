//! Everything that a report leaves out is named: each row of the book's page 'What a report leaves out' has a test here.
//!
//! The rows have the messages and exit codes; the tests take them from there.

use std::path::Path;

use crate::story::{Screen, Story, repository};

const PAGE: &str = "book/src/left-out.md";

/// Cells of the rows of the page, by the name of the case.
fn rows() -> Vec<(String, Vec<String>)> {
    let page = std::fs::read_to_string(repository().join(PAGE)).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |").map(str::to_owned));
    let cells = |row: String| row.split(" | ").map(str::to_owned).collect::<Vec<_>>();
    rows.map(cells).map(|cells| (cells[0].trim_end_matches('`').to_owned(), cells)).collect()
}

fn row(case: &str) -> Vec<String> {
    rows().into_iter().find(|(name, _)| name == case).unwrap_or_else(|| panic!("{PAGE} has no row `{case}`")).1
}

/// The screen has the message of the case, `..` being any text, and its exit code.
#[track_caller]
fn says(case: &str, screen: &Screen) {
    let row = row(case);
    let text = screen.text().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = &text[..];
    for part in row[2].split("..").map(str::trim) {
        let at = rest.find(part).unwrap_or_else(|| panic!("`{case}`: no `{part}` in\n{}", screen.text()));
        rest = &rest[at + part.len()..];
    }
    assert_eq!(row[3], screen.code().to_string(), "`{case}`: exit code\n{}", screen.text());
}

#[test]
fn every_row_of_the_page_is_tested() {
    let tests = include_str!("left_out.rs");
    for (case, _) in rows() {
        assert!(tests.contains(&format!("\"{case}\"")), "{PAGE}: no test of `{case}`");
    }
    assert!(rows().len() > 30, "the page has {} rows", rows().len());
}

#[test]
fn checks_in_places_that_are_not_built() {
    let story = Story::copy("left-out");
    let screen = story.cargo("glassbox");
    for case in ["tests-folder", "cfg-test", "binary", "example", "benchmark", "feature", "condition", "no-mod"] {
        says(case, &screen);
    }
    assert_eq!(screen.stdout().matches("PASS").count(), 1, "{}", screen.text());
    says("filter", &story.cargo("glassbox built nothing"));
    says("filter-of-left-out", &story.cargo("glassbox in_tests"));
    // The advice of the messages helps.
    let screen = story.cargo("glassbox --test apart");
    assert!(screen.succeeded().stdout().contains("apart::in_tests"), "{}", screen.text());
    let screen = story.cargo("glassbox behind --features slow");
    assert!(screen.succeeded().stdout().contains("left_out::behind_a_feature"), "{}", screen.text());
    // Notes are about what the filters mean.
    assert!(!screen.stdout().contains("not built"), "{}", screen.text());
}

#[test]
fn settings_of_targets() {
    let story = Story::copy("left-out-tests");
    let screen = story.cargo("glassbox");
    for case in ["test-off", "required-features", "harness-off"] {
        says(case, &screen);
    }
    says("all-left-out", &Story::copy("left-out-macros").cargo("glassbox"));
}

#[test]
fn packages_of_a_workspace() {
    let story = Story::copy("left-out-packages").inside("all");
    story.pin_dependencies();
    says("default-members", &story.cargo("glassbox"));
    let screen = story.cargo("glassbox --workspace");
    for case in ["package-without-checks", "package-without-glassbox", "dependency-is-off", "checks-of-a-dependency"] {
        says(case, &screen);
    }
    assert_eq!(screen.stdout().matches("PASS").count(), 2, "{}", screen.text());
    says("named-package-without-checks", &story.cargo("glassbox -p checked -p empty"));
    says("named-package-without-glassbox", &story.cargo("glassbox -p checked -p plain"));
    says("unknown-package", &story.cargo("glassbox -p checked -p nothing"));
    says("unknown-test", &story.cargo("glassbox -p checked --test nothing"));
}

#[test]
fn bounds_without_effect() {
    let story = Story::copy_as("check", "left-out-bounds");
    says("large-bound", &story.cargo("glassbox --bound height=4294967295"));
    says("large-bound", &story.cargo("glassbox --bound height=2147483648"));
    says("large-bound", &story.cargo("glassbox states --bound len=99999999999"));
    says("repeated-bound", &story.cargo("glassbox --bound height=2 --bound height=3"));
    says("repeated-bound", &story.cargo("glassbox check --bound len=2 --bound height=3 --bound len=3"));
    says("zero-bound", &story.cargo("glassbox --bound height=0"));
    says("zero-bound", &story.cargo("glassbox --bound operations=0"));
    says("unknown-bound", &story.cargo("glassbox --bound heigth=2"));
}

#[test]
fn checks_beside_explorations_of_other_values() {
    let source = "\
#[glassbox::check]
pub fn built(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}

#[glassbox::explore(operations = 2)]
pub mod api {
    pub fn new() -> Vec<glassbox::Val> {
        Vec::new()
    }

    pub fn pop(vec: &mut Vec<glassbox::Val>) {
        vec.pop();
    }
}
";
    let story = Story::library("left-out-types", "with_types", source);
    says("types", &story.cargo("glassbox --types zst"));
}

/// All five bugs are found, so overflow checks and debug assertions are on everywhere.
#[track_caller]
fn all_fail(case: &str, story: &Story) {
    row(case);
    let screen = story.cargo("glassbox");
    assert!(screen.stdout().contains("5 checks: 5 fail"), "`{case}`\n{}", screen.text());
}

fn build_settings(case: &str) -> Story {
    let story = Story::copy_as("build-settings", &format!("build-settings-{case}")).inside("own");
    story.pin_dependencies();
    story
}

fn append(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let before = std::fs::read_to_string(path).unwrap_or_default();
    std::fs::write(path, before + text).unwrap();
}

const OFF: &str = "overflow-checks = false\ndebug-assertions = false\n";

#[test]
fn profiles_cannot_switch_checks_off() {
    let story = build_settings("profile");
    append(
        &story.path("Cargo.toml"),
        &format!("\n[profile.dev]\n{OFF}\n[profile.glassbox]\ninherits = \"release\"\n{OFF}"),
    );
    all_fail("profile", &story);
    let packages = ["dev.package.other", "glassbox.package.build-settings", "glassbox.package.\"*\""];
    for profile in packages {
        append(&story.path("Cargo.toml"), &format!("\n[profile.{profile}]\n{OFF}"));
    }
    all_fail("profile-of-a-package", &story);
}

#[test]
fn flags_cannot_switch_checks_off() {
    const FLAGS: [&str; 3] = ["-Coverflow-checks=off", "-Cdebug-assertions=off", "-Copt-level=3"];
    let env = |case: &str, name, value| all_fail(case, &build_settings("flags").with_env(name, value));
    env("rustflags", "RUSTFLAGS", FLAGS.join(" "));
    env("encoded-rustflags", "CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"));
    env("rustflags-of-the-target", "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS.join(" "));
    let config = |case: &str, table: &str| {
        let story = build_settings("flags");
        append(&story.path(".cargo/config.toml"), &format!("[{table}]\nrustflags = {FLAGS:?}\n"));
        all_fail(case, &story);
    };
    config("config-build", "build");
    config("config-target", "target.'cfg(target_family = \"wasm\")'");
}

#[test]
fn flags_in_a_configuration_file_are_kept() {
    let story = Story::copy_as("checks-in-tests", "left-out-config");
    append(&story.path(".cargo/config.toml"), "[build]\nrustflags = [\"--cfg\", \"with_user_flag\"]\n");
    let screen = story.cargo("glassbox list --test more");
    assert!(screen.succeeded().stdout().contains("more::behind_a_flag_of_the_user"), "{}", screen.text());
}

/// Two copies have the same name and version, and no file is newer than the build of the other.
#[test]
fn copies_with_one_target_folder_have_modules_of_their_own() {
    let source = |most: u8| {
        let body = format!("assert!(number < {most});");
        format!("#[glassbox::check]\npub fn checked(#[glassbox(values = [1, 2])] number: u8) {{\n    {body}\n}}\n")
    };
    let right = Story::library("copies-right", "copied", &source(3));
    let wrong = Story::library("copies-wrong", "copied", &source(2));
    let newer = Story::library("copies-newer", "copied", &source(3));
    let manifest = std::fs::read_to_string(newer.path("Cargo.toml")).unwrap();
    newer.write("Cargo.toml", &manifest.replacen("version = \"0.1.0\"", "version = \"0.2.0\"", 1));
    for _ in 0..2 {
        for (story, code) in [(&right, 0), (&wrong, 1), (&newer, 0)] {
            let screen = story.cargo("glassbox");
            assert_eq!(screen.code(), code, "{}", screen.text());
        }
    }
}
