//! `cargo glassbox explain` explains verdicts and messages.

use insta::assert_snapshot;

use crate::story::Story;

#[test]
fn topics() {
    let story = Story::empty("explain");
    assert_snapshot!("explain_list", story.cargo("glassbox explain").text());
    assert_snapshot!("explain_lost_node", story.cargo("glassbox explain lost node").text());
    assert_eq!(story.cargo("glassbox explain PASS").code(), 0);
}

#[test]
fn an_unknown_word_is_misuse() {
    let story = Story::empty("explain-unknown");
    assert_snapshot!("explain_unknown_word", story.cargo("glassbox explain dangeling-link").text());
    assert_eq!(story.cargo("glassbox explain elephant").code(), 2);
}
