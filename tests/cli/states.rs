//! `cargo glassbox states` counts the valid states, or reports why it cannot.

use insta::assert_snapshot;

use crate::story::Story;

#[test]
fn the_states_of_a_tree() {
    let story = Story::copy_as("states", "states-tree");
    assert_snapshot!("states_tree", story.cargo("glassbox states -p tutorial --draw 3").text());
    assert_snapshot!("states_tree_higher", story.cargo("glassbox states -p tutorial --bound height=5").text());
}

#[test]
fn a_global_invariant() {
    let story = Story::copy_as("states", "states-global");
    assert_snapshot!(story.cargo("glassbox states -p global").text());
}

/// Errors in invariants and descriptions, with hints.
#[test]
fn states_that_are_not_known() {
    let story = Story::copy_as("states", "states-errors");
    for package in ["too-far", "impossible", "panicking", "no-domain"] {
        let screen = story.cargo(&format!("glassbox states -p {package}"));
        assert_snapshot!(format!("states_{}", package.replace('-', "_")), screen.text());
    }
}
