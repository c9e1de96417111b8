//! `cargo glassbox replay` runs a check on the state of a failure.

use insta::assert_snapshot;

use crate::story::Story;

#[test]
fn every_failure_replays() {
    let story = Story::copy_as("check", "replay");
    let text = story.cargo("glassbox").text();
    let replays: Vec<&str> =
        text.lines().filter_map(|line| line.split('\'').nth(1).filter(|_| line.contains("replay"))).collect();
    assert_eq!(replays.len(), 5, "{text}");
    for replay in replays {
        let screen = story.cargo(&format!("glassbox replay {replay}"));
        assert_eq!(screen.code(), 1, "{replay}: {}", screen.text());
        let what =
            screen.text().lines().find(|line| line.starts_with("  ") && !line.starts_with("   ")).map(str::to_owned);
        let what = what.filter(|what| text.contains(what.as_str()));
        assert!(what.is_some(), "it fails for the same reason: {}", screen.text());
    }
    assert_snapshot!("replay_failing", story.cargo("glassbox replay shelf::insert_on_the_left@height=1:1;2").text());
    let steps = story.cargo("glassbox replay shelf::insert_on_the_left@height=1:1;2 --steps");
    assert_snapshot!("replay_steps", steps.text());
    assert_snapshot!("replay_passing", story.cargo("glassbox replay shelf::insert_on_the_left@height=1:1;0").text());
}

#[test]
fn what_cannot_be_replayed() {
    let story = Story::copy_as("check", "replay-nothing");
    let screens = ["shelf::insert", "shelf::insert@7", "shelf::remove@height=1:1", "shelf::insert@height=1:1.1.1.1;9"];
    let texts: Vec<String> =
        screens.iter().map(|what| story.cargo(&format!("glassbox replay {what}")).text()).collect();
    assert_snapshot!("replay_nothing", texts.join("\n"));
}
