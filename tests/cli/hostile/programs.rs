//! Programs that do what programs should not do while they are checked.

use super::{assert_none, ended};
use crate::story::Story;

/// Checks, the exit code that each of them alone has, and words of its verdict.
const PROGRAMS: [(&str, usize, &str); 51] = [
    ("exits", 3, "not offered: processes"),
    ("aborts", 1, "unreachable"),
    ("loops", 1, "endless loop"),
    ("counts_for_ever", 3, "--limit steps="),
    ("recurses", 3, "--limit calls="),
    ("takes_two_gigabytes", 3, "--limit memory="),
    ("takes_all_memory", 3, "--limit "),
    ("starts_a_thread", 3, "not offered"),
    ("asks_the_clock", 3, "not offered: the clock"),
    ("asks_the_date", 3, "not offered: the clock"),
    // The compiler replaces these calls by their errors: `address-width` says so.
    ("reads_the_environment", 0, "PASS"),
    ("reads_a_file", 0, "PASS"),
    ("writes_a_file", 0, "PASS"),
    ("reads_the_input", 3, "not offered: standard input"),
    ("prints", 0, "PASS"),
    ("sleeps", 3, "not offered: threads"),
    ("runs_a_program", 3, "not offered: processes"),
    ("panics_with_a_value", 1, "(no message)"),
    ("panics_while_panicking", 1, "in drop"),
    ("catches_panics", 3, "not offered: `catch_unwind`"),
    ("says_a_lot", 1, "A very long message."),
    ("says_nothing", 1, "explicit panic"),
    ("chooses_from_nothing", 1, "there is nothing to choose from"),
    ("chooses_from_everything", 3, "not offered: `glassbox::choose`"),
    ("assumes_nothing", 3, "not offered: `glassbox::assume`"),
    ("hashes", 0, "one random seed"),
    ("hashes_in_an_order", 0, "one random seed"),
    ("counts_calls", 3, "hidden state"),
    ("calls_what_nobody_knows", 3, "not offered: an imported function"),
    ("writes_to_null", 1, "null pointer"),
    ("writes_anywhere", 1, "immutable static"),
    ("writes_past_the_end", 1, "out of bounds"),
    ("calls_a_number", 1, "indirect call"),
    ("divides_by_zero", 1, "divide by zero"),
    ("overflows", 1, "overflow"),
    ("grows_by_itself", 3, "not offered: memory"),
    ("leaks", 1, "leak"),
    ("frees_twice", 1, "free"),
    ("reads_unwritten", 1, "uninitialised"),
    // A value that is invalid for its type: `aliasing-unchecked` says so.
    ("makes_an_invalid_bool", 0, "PASS"),
    ("uses_locks", 0, "PASS"),
    ("waits_for_itself", 1, "recursively acquire mutex"),
    ("uses_floats", 1, "is_nan"),
    ("formats", 0, "PASS"),
    ("uses_u128", 0, "PASS"),
    ("has_many_variants", 1, "G19"),
    ("is_large", 0, "PASS"),
    ("has_no_size", 0, "PASS"),
    ("has_many_arguments", 0, "PASS"),
    ("while", 1, "left: 2"),
    ("größer", 1, "left: 2"),
];

#[test]
fn every_program_has_a_verdict() {
    let story = Story::copy("hostile-programs");
    let listed = story.cargo("glassbox list");
    let n_listed = listed.succeeded().stdout().lines().filter(|line| line.contains("hostile_programs::")).count();
    assert_eq!(n_listed, PROGRAMS.len(), "{}", listed.text());
    // All of them at once: the verdict of one does not depend on the others.
    let all = ended(&story, &mut story.command("glassbox"));
    assert_eq!(all.code(), 1, "{}", all.stderr());
    let verdicts = all.stdout().split("\n\n").flat_map(str::lines);
    let verdicts: Vec<&str> =
        verdicts.filter(|line| line.contains("hostile_programs::") && line.contains("[    TIME]")).collect();
    let mut complaints = Vec::new();
    for (name, code, words) in PROGRAMS {
        let verdict = ["PASS", "FAIL", "", "UNKNOWN"][code];
        let path = format!("hostile_programs::{name} ");
        let Some(line) = verdicts.iter().find(|line| line.contains(&path)) else {
            complaints.push(format!("{name} has no verdict"));
            continue;
        };
        let from = all.stdout().find(line).unwrap();
        let said = &all.stdout()[from..];
        let ends = verdicts.iter().filter_map(|next| said.find(next)).filter(|end| *end > 0);
        let said = &said[..ends.min().unwrap_or(said.len())];
        if !line.trim_start().starts_with(verdict) || !said.contains(words) {
            complaints.push(format!("{name}: expected {verdict} and {words:?}: {said}"));
        }
    }
    assert_none(&complaints);
}
