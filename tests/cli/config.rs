//! `glassbox.toml`: settings have the effect of flags, and what means nothing is refused.

use std::fs;

use crate::story::{Screen, Story};

const SOURCE: &str = r#"
    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Number(#[glassbox(values = 0..3)] u8);

    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Items {
        items: Vec<Number>,
    }

    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }

    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        item: Number,
        #[glassbox(tree)]
        below: Option<Box<Node>>,
    }

    #[glassbox::check]
    pub fn fails(number: &mut Number) {
        assert!(number.0 < 2);
    }

    #[glassbox::check(len = 2)]
    pub fn pops(items: &mut Items) {
        items.items.pop();
    }

    #[glassbox::check(height = 3)]
    pub fn unlinks(list: &mut List) {
        list.head = list.head.take().and_then(|node| node.below);
    }

    #[cfg(feature = "extra")]
    #[glassbox::check]
    pub fn with_extra(number: &mut Number) {
        number.0 = 0;
    }

    #[glassbox::explore(operations = 2)]
    mod exploring {
        pub fn new() -> Vec<u8> { Vec::new() }
        pub fn push(vec: &mut Vec<u8>) { vec.push(1); }
    }
"#;

fn configured(folder: &str) -> Story {
    let story = Story::library(folder, "configured", SOURCE);
    let manifest = fs::read_to_string(story.path("Cargo.toml")).unwrap();
    story.write("Cargo.toml", &(manifest + "\n[features]\nextra = []\n"));
    story
}

#[track_caller]
fn assert_says(screen: &Screen, code: i32, words: &str) {
    assert!(screen.code() == code && screen.text().contains(words), "{code}, {words}: {}", screen.text());
}

#[test]
fn bounds_are_those_of_the_file_unless_a_flag_says_otherwise() {
    let story = configured("config-bounds");
    story.write(
        "glassbox.toml",
        "[bounds]\nheight = 4\noperations = 3\n\n[check.\"configured::pops\"]\nbounds = { len = 1 }\n",
    );
    let screen = story.cargo("glassbox pops unlinks exploring");
    for line in ["pops len <= 1,", "unlinks height <= 4,", "exploring operations <= 3,"] {
        assert_says(&screen, 0, line);
    }
    // A check does not name bounds that it does not have.
    assert!(!screen.stdout().contains("pops height"), "{}", screen.text());
    let screen = story.cargo("glassbox --bound height=2 --bound len=2 pops unlinks");
    for line in ["pops len <= 2,", "unlinks height <= 2,"] {
        assert_says(&screen, 0, line);
    }
    assert_says(&story.cargo("glassbox states unlinks"), 0, "height <= 4");
    assert_says(&story.cargo("glassbox states unlinks --bound height=1"), 0, "height <= 1");
    // The more specific pattern counts, wherever it stands.
    story.write("glassbox.toml", "check.\"configured::pops\".bounds.len = 3\ncheck.\"configured::*\".bounds.len = 1\ncheck.\"*\".bounds.height = 1");
    let screen = story.cargo("glassbox pops unlinks");
    for line in ["pops len <= 3,", "unlinks height <= 1,"] {
        assert_says(&screen, 0, line);
    }
}

#[test]
fn settings_have_the_effect_of_flags() {
    let story = configured("config-flags");
    for (settings, flags, code, words) in [
        ("budget = '0s'", "", 3, "was not run"),
        ("budget = '0s'", "--budget 1h", 0, "PASS"),
        ("jobs = 4096", "", 0, "this computer has no more cores"),
        ("jobs = 4096", "--jobs 1", 0, "PASS"),
        ("slow-after = '0s'", "", 0, "SLOW"),
        ("memory = '2GiB'", "", 0, "PASS"),
        ("[limits]\nsteps = 1", "", 3, "limit"),
        ("[limits]\nsteps = 1", "--limit steps=1000000", 0, "PASS"),
    ] {
        story.write("glassbox.toml", settings);
        assert_says(&story.cargo(&format!("glassbox pops {flags}")), code, words);
    }
}

/// Limits hold for all commands that run code: a failure must be repeated as it was found.
#[test]
fn limits_hold_for_other_commands() {
    let story = configured("config-limits");
    let failing = story.cargo("glassbox fails");
    let replay =
        failing.stdout().lines().find_map(|line| line.split_once("replay: cargo ")).unwrap().1.replace('\'', "");
    assert_says(&story.cargo(&replay), 1, "assert");
    let show = replay.replace("replay", "show");
    story.cargo(&show).succeeded();
    story.cargo("glassbox states pops").succeeded();
    story.write("glassbox.toml", "limits.memory = '1MiB'");
    for command in [&*replay, &*show, "glassbox states pops"] {
        assert_eq!(story.cargo(command).code(), 2, "{command}");
    }
    assert_says(&story.cargo(&format!("{replay} --limit memory=64MiB")), 1, "assert");
}

/// Files that are refused, and words of the answer.
const REFUSED: [(&str, &str); 14] = [
    ("bugdet = '5m'", "glassbox.toml:1: there is no setting `bugdet`"),
    ("\nbudget = 5", "glassbox.toml:2: `budget` must be a text"),
    ("budget = 'soon'", "glassbox.toml:1: `budget`: write a number and a unit"),
    ("jobs = 1\njobs = 2", "glassbox.toml:2: duplicate key"),
    ("[bounds]\nheigth = 4", "glassbox.toml:2: no check here has a bound `heigth`"),
    ("[bounds]\ngaps = 0", "no check here has a bound `gaps`"),
    ("[bounds]\nheight = 0", "glassbox.toml:2: the bound `height` must be at least 1"),
    ("[check.\"configured::pop\"]\nbounds.len = 1", "glassbox.toml:1: there is no check `configured::pop`"),
    ("[check.\"pops\"]\nbounds.len = 1", "there is no check `pops`"),
    ("[check.\"configure::*\"]\nbounds.len = 1", "there is no check `configure::*`"),
    (
        "[check.\"configured::pops\"]\nbounds.height = 1",
        "glassbox.toml:2: no check that `configured::pops` means has a bound `height`",
    ),
    (
        "[check.\"configured::exploring\"]\nbounds.len = 1",
        "no check that `configured::exploring` means has a bound `len`",
    ),
    ("[check.\"configured::p*\"]\nbounds.height = 1", "no check that `configured::p*` means has a bound `height`"),
    ("<<<<<<< HEAD", "glassbox.toml:1: the file has the marks of a merge conflict"),
];

#[test]
fn what_means_nothing_is_refused() {
    let story = configured("config-refused");
    for (settings, words) in REFUSED {
        story.write("glassbox.toml", settings);
        for command in ["glassbox", "glassbox unlinks", "glassbox config", "glassbox states unlinks"] {
            let screen = story.cargo(command);
            assert_says(&screen, 2, words);
            assert!(screen.stderr().contains("help: ") && !screen.stdout().contains("PASS"), "{}", screen.text());
        }
    }
    story.write("glassbox.toml", "bugdet = '5m'");
    for command in ["list", "replay x@y", "show x@y", "doctor"] {
        assert_says(&story.cargo(&format!("glassbox {command}")), 2, "there is no setting `bugdet`");
    }
    // A check that a feature leaves out is known.
    story.write("glassbox.toml", "[check.\"configured::with_extra\"]");
    assert_eq!(story.cargo("glassbox pops").code(), 0);
}

#[test]
fn config_says_where_values_come_from() {
    let story = configured("config-shown");
    story.write(
        "glassbox.toml",
        "budget = \"5m\"\n\n[bounds]\nheight = 4\n\n[limits]\nstack = \"16MiB\"\n\n[check.\"configured::p*\"]\nbounds = { len = 1 }\n",
    );
    insta::assert_snapshot!(story.cargo("glassbox config").text());
    assert_says(&story.cargo("glassbox doctor"), 0, "glassbox.toml can be read");
    story.write("glassbox.toml", "");
    insta::assert_snapshot!(story.cargo("glassbox config").text());
}

/// A part of a workspace has a part of the checks: settings of others are no mistake.
#[test]
fn a_workspace_has_one_file() {
    let story = Story::copy_as("left-out-packages", "config-workspace").inside("all");
    story.pin_dependencies();
    story.write("glassbox.toml", "[check.\"user::checks::built\"]\n");
    story.cargo("glassbox --workspace").succeeded();
    story.cargo("glassbox -p checked").succeeded();
    story.inside("checked").cargo("glassbox").succeeded();
    story.write("glassbox.toml", "[check.\"user::checks::build\"]\n");
    assert_says(&story.cargo("glassbox --workspace"), 2, "there is no check");
    story.write("glassbox.toml", "[bounds]\nheight = 2");
    assert_says(&story.cargo("glassbox --workspace"), 2, "no check here has a bound `height`");
    assert_says(&story.cargo("glassbox -p checked"), 0, "glassbox.toml:2: no check here has a bound `height`");
    fs::rename(story.path("glassbox.toml"), story.path("checked/glassbox.toml")).unwrap();
    assert_says(&story.cargo("glassbox --workspace"), 2, "checked/glassbox.toml has no effect");
}
