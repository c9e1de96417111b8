//! Errors of the command: every message has a hint.

use insta::assert_snapshot;

use crate::story::Story;

#[test]
fn package_without_glassbox() {
    assert_snapshot!(Story::copy("no-dependency").cargo("glassbox list").text());
}

#[test]
fn package_without_checks() {
    assert_snapshot!(Story::copy("no-checks").cargo("glassbox list").text());
}

#[test]
fn compile_error_of_the_user() {
    let story = Story::copy("compile-error");
    assert_snapshot!("compile_error_piped", story.cargo("glassbox list").headlines());
    let coloured = story.cargo("glassbox list --color always");
    assert_snapshot!("compile_error_in_colour", coloured.headlines().replace('\x1b', "␛"));
}

#[test]
fn misused_attribute() {
    assert_snapshot!(Story::copy("misuse").cargo("glassbox list").headlines());
}

#[test]
fn dev_dependency_that_does_not_build_for_the_machine() {
    let story = Story::copy("native-only-dev-dependency").inside("user");
    story.pin_dependencies();
    assert_snapshot!(story.cargo("glassbox list").headlines());
}

#[test]
fn unknown_package_and_unknown_test() {
    let story = Story::copy_as("workspace", "unknown-names");
    assert_snapshot!("unknown_package", story.cargo("glassbox list -p gamma").text());
    assert_snapshot!("unknown_test", story.cargo("glassbox list -p beta --test gamma").text());
    assert_snapshot!("package_without_glassbox_among_others", story.cargo("glassbox list -p plain").text());
}

#[test]
fn no_cargo_toml() {
    assert_snapshot!(Story::empty("no-cargo-toml").cargo("glassbox list").text());
}

#[test]
fn usage() {
    let story = Story::empty("usage");
    assert_snapshot!("usage_unknown_option", story.cargo("glassbox --bounds height=3").text());
    assert_snapshot!("usage_help", story.cargo("glassbox list --help").text());
}

/// Compilers that do not work, as scripts in front of the real one.
#[cfg(unix)]
mod compilers {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn story_with_rustc(folder: &str, script: &str) -> Story {
        let story = Story::copy_as("dev-dependency", folder);
        let rustc = story.path("rustc");
        story.write("rustc", &format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(&rustc, std::fs::Permissions::from_mode(0o755)).unwrap();
        story.with_env("GLASSBOX_RUSTC", rustc.to_str().unwrap())
    }

    #[test]
    fn target_not_installed() {
        // The real compiler with a sysroot in which nothing is installed.
        let real = std::env::var("GLASSBOX_RUSTC").unwrap_or_else(|_| "rustc".into());
        let story = story_with_rustc("no-target", &format!("exec {real} --sysroot /nonexistent \"$@\""));
        let screen = story.cargo("glassbox list").text();
        insta::with_settings!({filters => vec![(r"rustc \d+\.\d+\.\d+\S*", "rustc [VERSION]")]}, {
            assert_snapshot!(screen);
        });
    }

    #[test]
    fn rustc_too_old() {
        let story = story_with_rustc("old-rustc", "echo 'rustc 1.70.0'; echo 'release: 1.70.0'");
        assert_snapshot!(story.cargo("glassbox list").text());
    }

    #[test]
    fn something_else_than_rustc() {
        let story = story_with_rustc("not-rustc", "echo 'usage: cat FILE' >&2; exit 1");
        assert_snapshot!(story.cargo("glassbox list").text());
    }

    #[test]
    fn rustc_not_found() {
        let story = Story::copy_as("dev-dependency", "no-rustc").with_env("GLASSBOX_RUSTC", "/nonexistent/rustc");
        assert_snapshot!(story.cargo("glassbox list").text());
    }
}
