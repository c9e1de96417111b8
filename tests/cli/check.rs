//! `cargo glassbox` runs the checks: a line for each, details of failures, and an exit code.

use insta::assert_snapshot;

use crate::story::Story;

#[test]
fn checks_that_fail() {
    let story = Story::copy_as("check", "check-failing");
    assert_snapshot!("check_all", story.cargo("glassbox").text());
    let coloured = story.cargo("glassbox check forgets --color always").text();
    assert_snapshot!("check_in_colour", coloured.replace('\x1b', "␛"));
}

#[test]
fn exit_codes() {
    let story = Story::copy_as("check", "check-exit-codes");
    let code = |args: &str| story.cargo(&format!("glassbox {args}")).code();
    assert_eq!(code("shelf::insert --bound height=2 on_the_left"), 1, "one fails");
    assert_eq!(code("is_never_high --bound height=2"), 0, "all hold");
    assert_eq!(code("third_call"), 3, "it is not known");
    assert_eq!(code("nothing_of_the_kind"), 2, "there is no such check");
    assert_eq!(code("--bound height"), 2, "that is no bound");
    assert_eq!(code("--bound hieght=3"), 2, "nor does any check have that");
    assert_eq!(code("shelf::insert --bound gaps=0"), 2, "what narrows a verdict without a word is not for users");
}

#[test]
fn a_budget_ends_a_search_with_what_is_known() {
    let story = Story::copy_as("check", "check-budget");
    let screen = story.cargo("glassbox check is_never_high --bound height=2 --budget 0s");
    assert_eq!(screen.code(), 3, "{}", screen.text());
    assert!(screen.text().contains("was not run: the budget of 0s is used up"), "{}", screen.text());
}

#[test]
fn neither_jobs_nor_strategies_nor_audits_change_the_verdicts() {
    let story = Story::copy_as("check", "check-options");
    let verdicts = |args: &str| -> Vec<String> {
        let text = story.cargo(&format!("glassbox --bound height=2 {args}")).text();
        let word = |line: &str| line.trim_start().split_once(' ').map(|(word, _)| word.to_owned());
        text.lines().filter(|line| line.contains("TIME] shelf::")).filter_map(word).collect()
    };
    let expected = verdicts("");
    assert_eq!(expected, ["PASS", "FAIL", "PASS", "PASS", "FAIL", "FAIL", "UNKNOWN"]);
    for args in ["--jobs 1", "--jobs 8", "--prune values", "--prune tree", "--prune off", "--audit", "--audit=100"] {
        assert_eq!(verdicts(args), expected, "{args}");
    }
}

#[test]
fn no_check_of_that_name() {
    let story = Story::copy_as("check", "check-names");
    assert_snapshot!("check_no_such_bound", story.cargo("glassbox --bound hieght=3").text());
    assert_snapshot!("check_no_size", story.cargo("glassbox --bound height=0").text());
    assert_snapshot!("check_no_such_name", story.cargo("glassbox check remove pop").text());
}
