//! Texts for `replay`.

use super::NUMBER;
use crate::story::{Screen, Story};

/// A text that is not one of ours is refused: half of it could mean something else.
#[test]
fn replay_texts_are_read_to_the_letter() {
    let source = format!(
        "{NUMBER}
        #[glassbox::check]
        pub fn fails(number: &mut Number, #[glassbox(values = 0..3)] other: u8) {{ assert!(number.0 <= other) }}"
    );
    let story = Story::library("hostile-replay", "hostile-replay", &source);
    let screen = story.cargo("glassbox --bound height=2");
    assert_eq!(screen.code(), 2, "no check has it: {}", screen.text());
    let replayed = |text: &str| {
        let screen = Screen::of(&mut story.command_of(&["glassbox", "replay", text]));
        assert!(!screen.text().contains("panicked at crates"), "{text}: {}", screen.text());
        screen.code()
    };
    assert_eq!(replayed("hostile_replay::fails@:1;0"), 1);
    assert_eq!(replayed("hostile_replay::fails@:1;1"), 0);
    // Numbers that are missing at the end are 0.
    assert_eq!(
        [":", ":;0", ":1", ":1;"].map(|state| replayed(&format!("hostile_replay::fails@{state}"))),
        [0, 0, 1, 1]
    );
    // Another structure of the package may have had it.
    assert_eq!(replayed("hostile_replay::fails@height=2:1;0"), 1);
    for state in [
        "",
        "::",
        ";",
        ":1;0;0",
        ":1.0;0",
        ":01;0",
        ":+1;0",
        ":1;0.",
        ":1;.0",
        ":1..;0",
        ":3;0",
        ":1;3",
        ":1;0 ",
        " :1;0",
        ":1,0",
        ":-1;0",
        ":4294967296;0",
        ":\u{661};0",
        "height=2,height=3:1;0",
        "height=:1;0",
        "=2:1;0",
        "height:1;0",
        "wrong=2:1;0",
        "height=2,:1;0",
        "height=2;1;0",
        ":1;0~~",
        "~",
        ":1;0\u{7f}",
        "len=1,height=2:1;0",
        "height=18446744073709551616:1;0",
        "new/push:0",
    ] {
        assert_eq!(replayed(&format!("hostile_replay::fails@{state}")), 2, "{state:?}");
    }
}
