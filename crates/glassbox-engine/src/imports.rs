//! Functions that the host offers to the guest.
//!
//! A module imports every function that any of its checks and explorations may call, so every kind of run offers all of
//! them and answers those that it supports.

use glassbox_abi::names;
use glassbox_vm::exec::{Refusal, RunKind, Stop};
use glassbox_vm::module::{Import, Module};

/// Name, number of parameters and number of results, all i32. The index in this list is the function's number.
const FUNCTIONS: [(&str, usize, usize); 46] = [
    (names::BOUND, 2, 1),
    (names::PLAN, 2, 0),
    (names::BROKEN, 2, 0),
    (names::SUMMARY, 2, 0),
    (names::SUMMARY_OR, 2, 0),
    (names::LINK, 3, 0),
    (names::ITEM, 3, 0),
    (names::PARENT, 2, 0),
    (names::RETURNED, 2, 0),
    (names::BUFFER, 3, 0),
    (names::PART, 3, 1),
    (names::VECTOR, 4, 0),
    (names::SCOPE, 2, 0),
    (names::SCOPE_END, 0, 0),
    (names::ODD_LINK, 2, 0),
    (names::TOUCHED, 2, 1),
    (names::DROPPED, 1, 0),
    (names::NODE_TYPE, 5, 0),
    (names::SHOWN, 5, 0),
    (names::EQUAL, 2, 1),
    (names::OTHER, 1, 0),
    (names::KNOWN_HASH, 3, 1),
    (names::HASH_FOUND, 4, 0),
    (names::CHOOSE, 1, 1),
    (names::CHOOSE_USE, 1, 1),
    (names::SAY_USE, 2, 0),
    (names::TOO_LONG, 1, 0),
    (names::GIVE_UP, 0, 0),
    (names::MAY_PANIC, 2, 0),
    (names::MUST_PANIC, 3, 0),
    (names::HAS_RETURNED, 0, 0),
    (names::TOKEN, 0, 1),
    (names::CLONE, 1, 1),
    (names::GUARDED, 1, 0),
    (names::PANIC_POINT, 0, 1),
    (names::ALLOCATION_FAILS, 0, 1),
    (names::ANSWER, 1, 1),
    (names::FORGETS, 0, 1),
    (names::FORGIVES_PANICS, 2, 1),
    (names::PANICKED, 0, 0),
    (names::KEY, 0, 1),
    (names::HASH, 1, 1),
    (names::WANTS_WORDS, 0, 1),
    (names::KEEP, 2, 0),
    (names::KEPT, 1, 1),
    (names::SAY, 2, 0),
];

/// The number of an imported function; none if there is no such function, or its type differs.
pub(crate) fn number(import: &Import) -> Option<u32> {
    let is_it = |(_, (name, ..)): &(u32, &(&str, usize, usize))| import.module == names::HOST && import.name == *name;
    let (number, (_, params, results)) = (0..).zip(&FUNCTIONS).find(is_it)?;
    import.is_i32_function(*params, *results).then_some(number)
}

/// Whether a module imports a function of ours.
pub(crate) fn are_used(module: &Module, name: &str) -> bool {
    module.imports().iter().any(|import| import.module == names::HOST && import.name == name)
}

/// The name of a function.
pub(crate) fn name(number: u32) -> &'static str {
    FUNCTIONS[number as usize].0
}

/// The answer to a call of a function that this kind of run does not support.
pub(crate) fn not_offered(name: &'static str, run: RunKind) -> Stop {
    Refusal::NotOffered { name, run }.into()
}
