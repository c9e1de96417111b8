//! `cargo glassbox list` finds the checks wherever a user may put them.

use insta::assert_snapshot;

use crate::story::{Story, target_dir};

#[test]
fn checks_of_a_library_with_a_dev_dependency() {
    let story = Story::copy("dev-dependency");
    assert_snapshot!(story.cargo("glassbox list").text());
}

#[test]
fn checks_of_a_library_with_a_cfg_dependency() {
    let story = Story::copy("cfg-dependency");
    assert_snapshot!(story.cargo("glassbox list").text());
}

#[test]
fn checks_under_tests() {
    let story = Story::copy("checks-in-tests");
    assert_snapshot!(story.cargo("glassbox list").text());
    assert_snapshot!("one_file_under_tests", story.cargo("glassbox list --test more").text());
    assert_snapshot!("only_the_library", story.cargo("glassbox list --lib").text());
}

#[test]
fn checks_of_a_workspace() {
    let story = Story::copy("workspace");
    assert_snapshot!("workspace_all", story.cargo("glassbox list").text());
    assert_snapshot!("workspace_package", story.cargo("glassbox list --package beta").text());
    assert_snapshot!("workspace_from_a_members_folder", story.inside("alpha").cargo("glassbox list").text());
    assert_snapshot!("workspace_feature", story.cargo("glassbox list -p alpha --features extra").text());
    assert_snapshot!(
        "workspace_manifest_path",
        story.inside("plain").cargo("glassbox list --manifest-path ../beta/Cargo.toml").text()
    );
}

#[test]
fn a_crate_that_forbids_unsafe_and_all_warnings_can_have_checks() {
    let story = Story::copy("strict-lints");
    assert_snapshot!(story.cargo("glassbox list").text());
    // Natively the checks are ordinary functions, and just as quiet.
    let screen = story.cargo("test --quiet");
    assert!(screen.succeeded().stdout().contains("1 passed"), "{}", screen.text());
    assert_eq!(screen.stderr(), "");
}

#[test]
fn flags_of_the_user_are_kept() {
    let story = Story::copy_as("checks-in-tests", "rustflags").with_env("RUSTFLAGS", "--cfg with_user_flag");
    let screen = story.cargo("glassbox list --test more");
    assert!(screen.succeeded().stdout().contains("more::behind_a_flag_of_the_user"), "{}", screen.text());
}

#[test]
fn colours_only_when_asked_for() {
    let story = Story::copy_as("dev-dependency", "colour");
    assert!(!story.cargo("glassbox list").succeeded().stdout().contains('\x1b'));
    assert!(story.cargo("glassbox list --color always").succeeded().stdout().contains("\x1b[1m"));
}

#[test]
fn a_module_that_the_user_ships_carries_nothing_of_ours() {
    let story = Story::copy("shipped");
    let rustc = std::env::var("GLASSBOX_RUSTC").unwrap_or_else(|_| "rustc".into());
    let story = story.with_env("RUSTC", rustc);
    let module = |folder: &str| {
        let bytes = std::fs::read(target_dir().join(folder).join("shipped.wasm")).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    story.cargo("rustc --lib --crate-type cdylib --target wasm32-unknown-unknown").succeeded();
    for prefix in ["glassbox:check:", "glassbox:plan:"] {
        assert!(!module("wasm32-unknown-unknown/debug").contains(prefix), "{prefix} is shipped");
    }
    story.cargo("glassbox list").succeeded();
    for export in ["glassbox:check:shipped::fine", "glassbox:plan:shipped::fine"] {
        assert!(module("glassbox/wasm32-unknown-unknown/glassbox").contains(export), "{export} is missing");
    }
}
