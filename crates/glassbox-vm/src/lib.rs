//! The machine: reads and will run the WebAssembly module that holds the code under check.
//!
//! Why our own: the machine has to carry a shadow beside every value, stop at any instruction, snapshot
//! itself and go on, which no existing engine does. Today it holds the first part, [`module`]: what can
//! be known of a module without running it. Only this crate knows `wasmparser`.
//!
//! The machine never reads files, clocks, the environment or unseeded randomness: the same module and
//! input give the same run everywhere. It does not know which strategy chose the input.

pub mod module;
