//! The machine runs the official suite, except for what is known to be out of its reach.

use glassbox_conformance::{SKIPS, run_all};

/// The version of the suite is pinned, so this is known. It shows that scripts were read, and to their end.
const N_PASSED: usize = 66_408;

#[test]
fn every_directive_passes_or_is_a_known_skip() {
    let report = run_all();
    assert_eq!(report.n_failed(), 0, "{report}");
    let known: Vec<_> = SKIPS.iter().map(|skip| (skip.file, skip.reason, skip.count)).collect();
    let found: Vec<_> = report.skips().collect();
    assert_eq!(found, known, "skips have changed; if that is right, update `src/skips.rs`");
    assert_eq!(report.n_passed(), N_PASSED);
}
