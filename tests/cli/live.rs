//! Progress while checks run, in a terminal and in a pipe, and Ctrl-C.

use std::thread::sleep;
use std::time::Duration;

use insta::{Settings, assert_snapshot};
use vt100::Color;

use crate::story::Story;
use crate::terminal::{Ended, Terminal};

/// Runs `cargo glassbox <args>` state by state in a terminal until the screen contains the wanted text, then presses
/// Ctrl-C.
fn interrupted(story: &Story, args: &str, wanted: &str) -> Ended {
    let mut terminal = Terminal::run(story, &format!("glassbox {args} --prune off"), 100);
    terminal.wait_for(|screen| screen.contains(wanted));
    terminal.ctrl_c();
    let ended = terminal.end();
    assert!(ended.waited < Duration::from_secs(30), "a second is usual, this is {:?}", ended.waited);
    ended
}

/// The story, already built, so that later commands need no time for it.
fn built(folder: &str) -> Story {
    let story = named(folder);
    story.cargo("glassbox list").succeeded();
    story
}

/// The story in a folder and a package of this name: all stories share one build folder, and none must replace the
/// modules of another.
fn named(folder: &str) -> Story {
    let story = Story::copy_as("long", folder);
    let cargo_toml = std::fs::read_to_string(story.path("Cargo.toml")).unwrap();
    story.write("Cargo.toml", &cargo_toml.replace("marathon", folder));
    story
}

/// Hides progress, which depends on the speed of the machine.
fn without_distance() -> Settings {
    let mut settings = Settings::clone_current();
    settings.add_filter(r"height <= \d, [\d of]* cases covered by \d+ runs?(\n\n  at )", "[BOUNDS]$1");
    // Other tests compare the report of a failure.
    settings.add_filter(r"(?s)(cases covered by 3 runs\n).*?(  replay: )", "$1[FAILURE]\n$2");
    settings.add_filter(r"at height \d: the search was stopped .*; ", "at [BOUNDS]: [HOW FAR]; ");
    settings
}

#[test]
fn a_terminal_shows_colours_and_a_line_that_comes_and_goes() {
    let story = built("live-terminal");
    let args = "glassbox holds fails takes_long --prune off --jobs 1 --budget 4s";
    let ended = Terminal::run(&story, args, 100).end();
    without_distance().bind(|| assert_snapshot!("live_terminal", ended.text()));
    assert_eq!(ended.code, Some(1));
    let looks = ["PASS", "FAIL", "UNKNOWN", "Summary"].map(|word| ended.look(word));
    assert_eq!(looks, [2, 1, 3, 1].map(|colour| Some((Color::Idx(colour), true))), "{}", ended.text());
    let is_live = |line: &&str| line.starts_with("2/3 live_terminal::takes_long: height ");
    let live: Vec<&str> = ended.frames.iter().flat_map(|frame| frame.lines()).filter(is_live).collect();
    for part in ["% covered", " runs", " s of the budget left"] {
        assert!(live.iter().any(|line| line.contains(part)), "{part}: {live:?}");
    }
    assert!(!ended.text().contains("2/3"), "it is gone");

    let piped = story.cargo(args).text();
    without_distance().bind(|| assert_snapshot!("live_piped", piped));
    assert!(!piped.contains(['\x1b', '\r']) && !piped.contains("2/3"), "{piped}");
}

#[test]
fn the_line_never_wraps() {
    let story = built("live-narrow");
    let ended = Terminal::run(&story, "glassbox takes_long --prune off --budget 3s", 34).end();
    let live: Vec<&String> = ended.frames.iter().filter(|frame| frame.contains("0/1 ")).collect();
    assert!(!live.is_empty());
    // If the line had wrapped, parts of it would remain.
    assert!(!ended.text().contains("0/1"), "{}", ended.text());
}

#[test]
fn slow_checks_are_named_once() {
    let story = built("live-slow");
    let screen = story.cargo("glassbox holds takes_long --prune off --slow-after 3s --budget 8s");
    let slow: Vec<&str> = screen.stderr().lines().filter(|line| line.contains("SLOW")).collect();
    assert_eq!(slow.len(), 1, "{}", screen.text());
    assert!(slow[0].starts_with("   SLOW [>  3.000s] live_slow::takes_long height "), "{}", slow[0]);
    assert!(!screen.stdout().contains("SLOW"), "verdicts are as they are without it: {}", screen.text());
    assert!(screen.stdout().contains("2 checks (1 slow): 1 holds, 1 unknown"), "{}", screen.text());
}

#[test]
fn ctrl_c_says_what_is_known() {
    let story = built("live-interrupt");
    for jobs in ["--jobs 1", "--jobs 2"] {
        let checks = if jobs == "--jobs 1" { "holds takes_long comes_last" } else { "takes_long" };
        let ended = interrupted(&story, &format!("{checks} {jobs}"), "height 4 (");
        assert_eq!(ended.code, Some(3), "{}", ended.text());
        let text = ended.text();
        let reason = text.lines().find(|line| line.contains("at height 4: ")).expect(&text);
        assert!(reason.ends_with("; it holds up to height 3; interrupted by Ctrl-C"), "{text}");
        if jobs == "--jobs 1" {
            assert!(text.contains("live_interrupt::comes_last was not run: interrupted by Ctrl-C"), "{text}");
            assert!(text.contains("3 checks: 1 holds, 1 unknown, 1 was not run"), "{text}");
        }
    }
}

#[test]
fn a_budget_says_what_is_known() {
    let story = built("live-budget");
    let screen = story.cargo("glassbox opens comes_last --jobs 1 --budget 1500ms");
    assert_eq!(screen.code(), 3, "{}", screen.text());
    // Checks are in the order of the source.
    assert!(screen.stdout().contains("PASS [    TIME] live_budget::comes_last"), "{}", screen.text());
    let expected = "stopped before all valid states were found; nothing is known yet; the budget of 1500ms is used up";
    assert!(screen.stdout().contains(expected), "{}", screen.text());
    let screen = story.cargo("glassbox --prune off --budget 0s");
    assert_eq!(screen.code(), 3, "{}", screen.text());
    assert!(screen.stdout().contains("5 checks: 5 were not run"), "{}", screen.text());
}

#[test]
fn ctrl_c_ends_the_search_for_valid_states_too() {
    let story = built("live-states");
    let ended = interrupted(&story, "opens", "(finding the valid states)");
    assert_eq!(ended.code, Some(3), "{}", ended.text());
    assert!(
        ended.text().contains("stopped before all valid states were found; nothing is known yet"),
        "{}",
        ended.text()
    );
}

/// One run of the code takes minutes, and nothing in it looks at the time.
#[test]
fn a_budget_ends_whatever_runs() {
    const SOURCE: &str = "
        #[derive(glassbox::Structure)]
        #[glassbox(no_invariant)]
        pub struct Number(#[glassbox(values = 0..3)] u8);

        #[glassbox::check]
        pub fn runs_long(number: &mut Number) {
            let mut n = u64::from(number.0);
            while std::hint::black_box(n) < u64::MAX { n += 1 }
        }
    ";
    let story = Story::library("live-overdue", "live-overdue", SOURCE);
    story.cargo("glassbox list").succeeded();
    let args = "glassbox --limit steps=1000000000000 --budget 1s --jobs 100000";
    let mut terminal = Terminal::run(&story, args, 100);
    terminal.wait_for(|screen| screen.contains("Starting 1 check"));
    let took = terminal.wait_for(|screen| screen.contains("Summary"));
    let ended = terminal.end();
    assert_eq!(ended.code, Some(3), "{}", ended.text());
    // The goal is the budget and a second; the limit is for slow machines.
    assert!(took < Duration::from_secs(8), "{took:?}");
    let text = ended.text();
    assert!(text.contains("the search was stopped in its first run; nothing is known yet; the budget of 1s"), "{text}");
    assert!(text.contains("`--jobs 100000` means "), "{text}");
    assert!(text.contains("1 check: 1 unknown"), "{text}");
}

/// If the first Ctrl-C ends the command at once, there is nothing left to end, so this makes several attempts.
#[test]
fn a_second_ctrl_c_ends_the_command() {
    let story = built("live-twice");
    let twice = || {
        let mut terminal = Terminal::run(&story, "glassbox opens", 100);
        terminal.wait_for(|screen| screen.contains("(finding the valid states)"));
        terminal.ctrl_c();
        sleep(Duration::from_millis(15));
        terminal.ctrl_c();
        let ended = terminal.end();
        assert!([Some(3), Some(130)].contains(&ended.code), "{:?} {}", ended.code, ended.text());
        ended
    };
    let ended = (0..10).map(|_| twice()).find(|ended| ended.code == Some(130)).expect("one comes in time");
    assert!(!ended.text().contains("UNKNOWN") && !ended.text().contains("0/1"), "{}", ended.text());
}

/// The goal is one second; the limit is for slow machines.
#[test]
fn checks_start_soon_after_the_build() {
    let story = built("live-start");
    let mut terminal = Terminal::run(&story, "glassbox holds takes_long --prune off --jobs 1", 100);
    terminal.wait_for(|screen| screen.contains("Finished"));
    let start = terminal.wait_for(|screen| screen.contains("Starting 2 checks"));
    terminal.wait_for(|screen| screen.contains("PASS"));
    terminal.ctrl_c();
    assert_eq!(terminal.end().code, Some(3));
    assert!(start < Duration::from_secs(10), "{start:?}");
}

/// Other levels are built beside the default one, and verdicts name them.
#[test]
fn verdicts_name_the_opt_level() {
    let story = built("live-levels");
    for level in ["0", "3"] {
        let screen = story.cargo(&format!("glassbox holds fails --release-opt {level}"));
        assert_eq!(screen.code(), 1, "{}", screen.text());
        let expected = format!("PASS [    TIME] live_levels::holds height <= 2, opt-level = {level}, 5 cases");
        assert!(screen.stdout().contains(&expected), "{}", screen.text());
        assert!(
            screen.stdout().contains("FAIL [    TIME] live_levels::fails height <= 2, opt-level"),
            "{}",
            screen.text()
        );
        let expected = format!("2 checks: 1 holds, 1 fails; built with --release-opt {level}\n");
        assert!(screen.stdout().contains(&expected), "{}", screen.text());
    }
    let screen = story.cargo("glassbox holds --release-opt 1");
    assert!(!screen.succeeded().stdout().contains("opt"), "{}", screen.text());
    assert_eq!(story.cargo("glassbox --release-opt 2").code(), 2, "nobody tests that");
}

/// Nothing was checked, so there is no output, and the exit code is not a verdict.
#[test]
fn ctrl_c_while_building_ends_the_command() {
    let story = named("live-building");
    story.write("build.rs", "fn main() { std::thread::sleep(std::time::Duration::from_secs(600)) }");
    let mut terminal = Terminal::run(&story, "glassbox", 100);
    terminal.wait_for(|screen| screen.contains("Compiling live-building"));
    terminal.ctrl_c();
    let ended = terminal.end();
    assert!(!matches!(ended.code, Some(0..=3)), "{:?} {}", ended.code, ended.text());
    assert!(!ended.text().contains("Summary"), "{}", ended.text());
}
