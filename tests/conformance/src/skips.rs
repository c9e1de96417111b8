//! What is known not to be run, so that a new skip is noticed.

use crate::report::{Reason, Skip};

/// Directives that are never run, by file and line.
///
/// The suites of proposals are those of today, and some files have got modules that need later proposals, or
/// still have an assertion that was dropped from the suite of version 2.0.
const NEVER_RUN: &[(&str, usize, Reason)] = &[
    // A table of references to functions of one type: function references.
    ("bulk-memory/table-sub.wast", 1, Reason::LaterProposal),
    // A table of arrays, and a call of its module: garbage collection.
    ("bulk-memory/table_init.wast", 2272, Reason::LaterProposal),
    ("bulk-memory/table_init.wast", 2286, Reason::LaterProposal),
    // Types in groups that refer to each other: garbage collection.
    ("exceptions/tag.wast", 30, Reason::LaterProposal),
    ("exceptions/tag.wast", 38, Reason::LaterProposal),
    ("exceptions/tag.wast", 40, Reason::LaterProposal),
    ("exceptions/tag.wast", 48, Reason::LaterProposal),
    ("exceptions/tag.wast", 59, Reason::LaterProposal),
    // References to functions of one type: function references.
    ("exceptions/try_table.wast", 420, Reason::LaterProposal),
    ("exceptions/try_table.wast", 464, Reason::LaterProposal),
    ("exceptions/try_table.wast", 465, Reason::LaterProposal),
    ("exceptions/try_table.wast", 466, Reason::LaterProposal),
    ("exceptions/try_table.wast", 467, Reason::LaterProposal),
    ("exceptions/try_table.wast", 468, Reason::LaterProposal),
    // In unreachable code, the targets of a `br_table` may have different types.
    ("reference-types/unreached-invalid.wast", 539, Reason::Superseded),
];

/// Why a directive is not run, if it is never run.
pub(crate) fn never_run(file: &str, line: usize) -> Option<Reason> {
    NEVER_RUN.iter().find(|(in_file, at, _)| *in_file == file && *at == line).map(|&(_, _, reason)| reason)
}

/// Every skip of the suite, in the order of files and reasons. A test compares it with what really happens.
pub const SKIPS: &[Skip] = &[
    skip("bulk-memory/table-sub.wast", Reason::LaterProposal, 1),
    skip("bulk-memory/table_init.wast", Reason::LaterProposal, 2),
    skip("exceptions/tag.wast", Reason::LaterProposal, 4),
    skip("exceptions/try_table.wast", Reason::DependsOnSkipped, 8),
    skip("exceptions/try_table.wast", Reason::ForeignException, 2),
    skip("exceptions/try_table.wast", Reason::LaterProposal, 6),
    skip("mutable-global/linking.wast", Reason::SharedMemory, 1),
    skip("mutable-global/linking.wast", Reason::SharedTable, 1),
    skip("mutable-global/linking.wast", Reason::SharedGlobal, 1),
    skip("mutable-global/linking.wast", Reason::DependsOnSkipped, 64),
    skip("reference-types/elem.wast", Reason::SharedTable, 1),
    skip("reference-types/elem.wast", Reason::DependsOnSkipped, 7),
    skip("reference-types/linking.wast", Reason::SharedMemory, 2),
    skip("reference-types/linking.wast", Reason::SharedTable, 1),
    skip("reference-types/linking.wast", Reason::SharedGlobal, 1),
    skip("reference-types/linking.wast", Reason::DependsOnSkipped, 68),
    skip("reference-types/unreached-invalid.wast", Reason::Superseded, 1),
    skip("wasm-v1/elem.wast", Reason::SharedTable, 1),
    skip("wasm-v1/elem.wast", Reason::DependsOnSkipped, 7),
    skip("wasm-v1/linking.wast", Reason::SharedMemory, 2),
    skip("wasm-v1/linking.wast", Reason::SharedTable, 1),
    skip("wasm-v1/linking.wast", Reason::SharedGlobal, 1),
    skip("wasm-v1/linking.wast", Reason::DependsOnSkipped, 64),
    skip("wasm-v2/elem.wast", Reason::SharedTable, 2),
    skip("wasm-v2/elem.wast", Reason::DependsOnSkipped, 10),
    skip("wasm-v2/elem.wast", Reason::ForeignFunctionReference, 1),
    skip("wasm-v2/linking.wast", Reason::SharedMemory, 2),
    skip("wasm-v2/linking.wast", Reason::SharedTable, 1),
    skip("wasm-v2/linking.wast", Reason::SharedGlobal, 1),
    skip("wasm-v2/linking.wast", Reason::DependsOnSkipped, 68),
    skip("wasm-v2/memory_grow.wast", Reason::SharedMemory, 1),
    skip("wasm-v2/memory_grow.wast", Reason::DependsOnSkipped, 3),
    skip("wasm-v2/table_grow.wast", Reason::SharedTable, 1),
    skip("wasm-v2/table_grow.wast", Reason::DependsOnSkipped, 3),
];

const fn skip(file: &'static str, reason: Reason, count: usize) -> Skip {
    Skip { file, reason, count }
}
