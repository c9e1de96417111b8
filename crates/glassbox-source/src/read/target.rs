//! The compilation target of the machine, and the `cfg` values that dependencies see there.

use cargo_metadata::Dependency;
use cargo_platform::Cfg;

/// The compilation target of the code that the machine runs.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Whether a dependency is used when the package is built for the machine.
pub(crate) fn applies_to_machine(dependency: &Dependency) -> bool {
    let cfgs = ["glassbox", "panic=\"abort\"", "target_arch=\"wasm32\"", "target_family=\"wasm\""];
    let cfgs: Vec<Cfg> = cfgs.iter().filter_map(|text| text.parse().ok()).collect();
    applies(dependency, &cfgs)
}

/// Whether a dependency is used where no `cfg` is set: in tests of the user.
pub(crate) fn applies_to_tests(dependency: &Dependency) -> bool {
    applies(dependency, &[])
}

fn applies(dependency: &Dependency, cfgs: &[Cfg]) -> bool {
    dependency.target.as_ref().is_none_or(|platform| platform.matches(TARGET, cfgs))
}
