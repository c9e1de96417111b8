//! The official WebAssembly test-suite against the machine.
//!
//! Somebody else wrote these tests, for everybody's engines: what the machine makes of them says whether it
//! runs WebAssembly or something close to it. [`run_all`] runs every script and gives a [`Report`]; the binary
//! prints it, and a test holds its skips against [`SKIPS`], so that the list cannot grow in silence.
//!
//! **What is run.** All of WebAssembly 1.0 and 2.0 without vectors: the suites of both versions, and the
//! suites of the proposals that version 2.0 is made of (mutable globals, sign extension, saturating
//! conversions, multi-value, bulk memory, reference types), because each brings cases of its own.
//!
//! **What is left out**, because the machine rejects such modules when it loads them: version 3.0, and the
//! proposals annotations, custom descriptors, custom page sizes, exceptions, extended constant expressions,
//! function references, GC, memory64, multi-memory, (relaxed) SIMD, tail calls, threads and wide arithmetic.
//!
//! **How.** `suite.rs` lists the scripts, `script.rs` goes through the directives of one, `compile.rs` makes
//! modules of text, `store.rs` instantiates and links them, `value.rs` compares results. `spectest.rs` is the
//! module that scripts may import from.
//!
//! A machine holds one instance and shares nothing with others, by design: what glassbox checks is one module.
//! Calls from one instance to another go through the host, and constants are copied; what needs a memory, a
//! table or a variable that several instances see is skipped, with a [`Reason`].

mod compile;
mod report;
mod script;
mod skips;
mod spectest;
mod store;
mod suite;
mod surface;
mod value;

pub use report::{Failure, FileReport, Reason, Report, Skip};
pub use script::run as run_script;
pub use skips::SKIPS;
pub use suite::run_all;
