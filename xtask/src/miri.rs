//! Runs tests under Miri, which detects undefined behaviour: `cargo xtask miri`.
//!
//! [`SUITES`] lists them; `docs/design/0010-what-runs-under-miri.md` gives the reasons. Miri needs a nightly toolchain with
//! the components `miri` and `rust-src`. The task installs them with rustup; where that is not possible, it says so and
//! succeeds, so that the other checks can run.

use std::process::{Command, ExitCode, Stdio};

/// Tests of one package that run together.
struct Suite {
    package: &'static str,
    /// Test binaries, as arguments of cargo.
    binaries: &'static [&'static str],
    /// Full names of the tests; all if it is empty.
    tests: &'static [&'static str],
    /// Whether memory that is never freed is an error.
    checks_leaks: bool,
}

/// Everything that uses raw pointers, in sizes that take Miri about four minutes in all.
const SUITES: [Suite; 4] = [
    // The dispatch loop: frames, code pointers, loads and stores.
    Suite { package: "glassbox-vm", binaries: &["--test", "small_module"], tests: &[], checks_leaks: true },
    // States in ordinary memory. A failed check panics and leaves its broken structure alone, so leaks are no errors.
    Suite {
        package: "glassbox",
        binaries: &["--lib", "--test", "show", "--test", "replay"],
        tests: &[],
        checks_leaks: false,
    },
    // The registries of sentinels and arenas leak on purpose. `drops_everything_once` counts bytes itself.
    Suite {
        package: "glassbox",
        binaries: &["--test", "structures"],
        tests: &[
            "list::two_links_to_one_node_are_no_tree",
            "nil::two_states_have_two_sentinels",
            "red_black::each_value_of_a_tree_is_dropped_once",
            "replay::a_broken_state_may_be_left_alone",
            "replay::a_built_state_is_an_ordinary_value",
            "replay::every_state_comes_back_from_its_text",
            "slots::links_follow_the_buffer_when_it_moves",
            "vectors::a_value_in_a_vector_is_one_value_whatever_the_capacity",
            "vectors::elements_without_a_size_have_a_length_only",
        ],
        checks_leaks: false,
    },
    // Descriptions that the derive macro writes.
    Suite {
        package: "glassbox-macros",
        binaries: &["--test", "derive"],
        tests: &[
            "attributes::generated_names_do_not_hide_the_users",
            "b_tree::a_length_may_list_its_values",
            "enums::a_variant_without_values_does_not_occur",
            "generics::a_parameter_may_be_the_target_of_a_link",
            "layout::nothing_takes_no_room_and_no_choice",
            "layout::packed_payloads_are_listed_as_values",
            "lists::a_list_has_every_length_and_a_tail_anywhere",
            "lists::links_end_at_the_sentinel",
        ],
        checks_leaks: false,
    },
];

/// Runs all suites.
pub(crate) fn run() -> ExitCode {
    if let Err(reason) = set_up() {
        println!("miri: not run, {reason}");
        return ExitCode::SUCCESS;
    }
    let failed: Vec<&Suite> = SUITES.iter().filter(|suite| !passes(suite)).collect();
    for suite in &failed {
        eprintln!("error: Miri rejects tests of {} ({})", suite.package, suite.binaries.join(" "));
    }
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Makes sure that Miri can run: a toolchain, its components, and a standard library for Miri.
fn set_up() -> Result<(), &'static str> {
    if !succeeds(miri().arg("--version")) {
        let mut install = rustup();
        install.args(["toolchain", "install", "nightly", "--profile", "minimal"]);
        install.args(["--component", "miri", "--component", "rust-src"]);
        if !succeeds(&mut install) {
            return Err("rustup cannot install a nightly toolchain with Miri");
        }
    }
    if succeeds(miri().arg("setup")) { Ok(()) } else { Err("Miri cannot build its standard library") }
}

fn passes(suite: &Suite) -> bool {
    let leaks = if suite.checks_leaks { "" } else { " -Zmiri-ignore-leaks" };
    let mut command = miri();
    command.args(["test", "--locked", "--package", suite.package]).args(suite.binaries);
    // Miri does not optimise, and warns if a profile asks for it.
    command.args(["--config", "profile.dev.package.glassbox-vm.opt-level=0", "--", "--exact"]);
    command.args(suite.tests).env("MIRIFLAGS", format!("-Zmiri-strict-provenance{leaks}"));
    command.status().is_ok_and(|status| status.success())
}

fn miri() -> Command {
    let mut command = rustup();
    command.args(["run", "nightly", "cargo", "miri"]);
    command
}

/// `rustup`, without the variables of the stable cargo that runs this task.
fn rustup() -> Command {
    let mut command = Command::new("rustup");
    for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(variable);
    }
    command
}

/// Whether a command succeeds; it prints nothing.
fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// A name that is no test would run nothing, and pass.
    #[test]
    fn the_listed_tests_exist() {
        let guest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guest");
        for suite in &SUITES {
            let [.., binary] = suite.binaries else { panic!("{} has no binaries", suite.package) };
            for test in suite.tests {
                let (module, name) = test.split_once("::").expect("a module and a name");
                let file = guest.join(suite.package).join("tests").join(binary).join(format!("{module}.rs"));
                let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                assert!(text.contains(&format!("#[test]\nfn {name}()")), "{test}");
            }
        }
    }
}
