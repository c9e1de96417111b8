//! The machine: loads and runs the WebAssembly module that holds the code under check.
//!
//! It is our own because it has to keep a shadow beside every value, stop at any instruction, and take and restore snapshots,
//! which no existing engine does.
//!
//! - [`module`]: from bytes to internal code; unsupported features are errors here, never later;
//! - [`isa`]: the instruction table, and the meaning of each instruction;
//! - [`exec`]: instances, the dispatch loop, host functions;
//! - [`memory`]: linear memory and snapshots that share pages;
//! - [`track`]: trackers, which know about values more than their bits; the machine is generic over them;
//! - [`backtrace`]: from offsets in the module to lines of the source;
//! - [`heap`]: the guest's allocator on the host's side;
//! - [`stop`]: why runs end before their function returns: traps, panics, memory errors, refusals of the host.
//!
//! Imports point one way: `memory` and `isa` import nothing, `stop` imports them, `track` imports `stop`, `heap` imports
//! `track`, `module` imports `isa`, and `exec` imports all.
//!
//! The machine never reads files, clocks, the environment or unseeded randomness: the same module and
//! input give the same run everywhere. It does not know which strategy chose the input. Only this crate
//! knows `wasmparser`.

// Each instruction decides whether an integer is signed, and addresses have 32 bits: conversions that truncate or reinterpret
// are the machine's daily work.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "see above"
)]
#![allow(clippy::inline_always, reason = "hooks of trackers and slot accesses must vanish from the dispatch loop")]

pub mod backtrace;
pub mod digest;
pub mod exec;
pub mod heap;
pub mod isa;
pub mod memory;
pub mod module;
pub mod stop;
pub mod track;
