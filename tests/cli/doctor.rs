//! `cargo glassbox doctor` says what is missing.

use insta::{assert_snapshot, with_settings};

use crate::story::Story;

#[test]
fn what_is_well_and_what_is_not() {
    let version = vec![
        (r"rustc \d+\.\d+\.\d+\S*", "rustc [VERSION]"),
        // Both are well, and which one it is depends on the computer.
        (
            r"(?s)note `--panics` needs the sources of std.*?rust-src`",
            "  ok `--panics` works: the sources of std are there",
        ),
    ];
    let well = Story::copy_as("cfg-dependency", "doctor-well").cargo("glassbox doctor");
    let without = Story::copy_as("no-dependency", "doctor-without").cargo("glassbox doctor");
    with_settings!({filters => version}, {
        assert_snapshot!("doctor_well", well.text());
        assert_snapshot!("doctor_without_glassbox", without.text());
    });
}
