//! Differential testing: runs one module in the machine and in an oracle and compares everything observable.
//!
//! Both engines instantiate the module and get the same calls in the same order, so that state carries over. After each
//! call, the results or the trap, globals, memories and tables must be bitwise equal.
//!
//! Engines may differ in two respects only. The maximal call depth: after a stack overflow the rest of the module is
//! not compared. And the payload of a NaN that an instruction computes: the machine always returns the canonical NaN
//! (`isa/semantics.rs` of the machine). Some oracles can be configured to do the same; for the others, modules turn
//! NaNs into the canonical one before their bits can be observed ([`crate::module_limits::Avoid`]).
//!
//! At the end the machine restores earlier states and repeats the calls: they must end in the same way. Then a machine
//! with the sanitizer makes the calls: it must not change a value, and must not report an error unless something is
//! undefined.

use glassbox_vm::exec::Snapshot;
use glassbox_vm::track::{Concrete, Sanitizer};

use crate::arguments;
use crate::engine::{End, Engine, Glassbox, Interface, Oracle, Started, Value};
use crate::generate::Generated;
use crate::random::Random;

/// Least number of calls of each exported function.
const ROUNDS: usize = 2;
/// Least number of calls of a module.
const MIN_CALLS: usize = 16;
/// The machine recognizes the stack pointer of a module by this name.
const STACK_POINTER: &[u8] = b"__stack_pointer";

/// Counts of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Calls, without repetitions.
    pub calls: u64,
    /// Calls and instantiations that ended with the same trap in both engines.
    pub traps: u64,
    /// Modules that were not compared to the end because of a stack overflow.
    pub exhausted: u64,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.calls += other.calls;
        self.traps += other.traps;
        self.exhausted += other.exhausted;
    }
}

/// Runs a module in the machine and in the oracle `O`. The error describes the first difference.
pub fn compare<O: Oracle>(module: &Generated, random: &mut Random) -> Result<Compared, String> {
    let bytes = &module.machine[..];
    let Started { interface, instance: theirs } =
        O::start(&module.oracle).map_err(|error| format!("the oracle rejects the module: {error}"))?;
    let ours = Glassbox::start(bytes, &interface, Concrete)
        .map_err(|error| format!("the machine rejects the module: {error}"))?;
    let mut compared = Compared::default();
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            let mut comparison = Comparison { ours, theirs, interface, made: Vec::new(), saved: Vec::new() };
            if comparison.same_calls(random, &mut compared)? {
                comparison.repeat(random)?;
                comparison.repeat_sanitized(bytes).map_err(|error| format!("under the sanitizer: {error}"))?;
            } else {
                compared.exhausted += 1;
            }
        }
        (ours, theirs) if exhausted(&ours) || exhausted(&theirs) => compared.exhausted += 1,
        (Err(ours), Err(theirs)) if ours == theirs => compared.traps += 1,
        (ours, theirs) => return Err(format!("instantiation: machine {:?}, oracle {:?}", ours.err(), theirs.err())),
    }
    Ok(compared)
}

fn exhausted<T>(result: &Result<T, End>) -> bool {
    matches!(result, Err(End::StackExhausted))
}

/// A call and its result.
struct Call {
    function: usize,
    args: Vec<Value>,
    ended: Result<Vec<Value>, End>,
}

/// A state of the machine, and the number of calls before it.
struct SavedState {
    snapshot: Snapshot<Concrete>,
    n_calls: usize,
}

struct Comparison<O> {
    ours: Glassbox,
    theirs: O,
    interface: Interface,
    made: Vec<Call>,
    saved: Vec<SavedState>,
}

impl<O: Oracle> Comparison<O> {
    /// Makes the calls in both engines. False after a stack overflow.
    fn same_calls(&mut self, random: &mut Random, compared: &mut Compared) -> Result<bool, String> {
        self.same_state().map_err(|error| format!("after instantiation: {error}"))?;
        let n_functions = self.interface.functions.len();
        let n_calls = if n_functions == 0 { 0 } else { MIN_CALLS.max(ROUNDS * n_functions) };
        for call in 0..n_calls {
            if call == 0 || random.chance(10) {
                self.save();
            }
            let function = call % n_functions;
            let args = arguments::choose(random, &self.interface.functions[function].params, n_functions);
            if !self.same_call(function, args, compared)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn save(&mut self) {
        self.saved.push(SavedState { snapshot: self.ours.save(), n_calls: self.made.len() });
    }

    fn same_call(&mut self, function: usize, args: Vec<Value>, compared: &mut Compared) -> Result<bool, String> {
        let theirs = self.theirs.call(function, &args);
        let ours = self.ours.call(function, &args);
        if exhausted(&ours) || exhausted(&theirs) {
            return Ok(false);
        }
        let name = self.interface.functions[function].name.clone();
        let nth = self.made.len();
        if ours != theirs {
            return Err(format!("call {nth}, `{name}` with {args:x?}:\n  machine {ours:x?}\n  oracle  {theirs:x?}"));
        }
        self.same_state().map_err(|error| format!("after call {nth}, `{name}` with {args:x?}: {error}"))?;
        compared.calls += 1;
        compared.traps += u64::from(ours.is_err());
        self.made.push(Call { function, args, ended: ours });
        Ok(true)
    }

    /// Repeats all calls in a machine with the sanitizer.
    fn repeat_sanitized(&mut self, bytes: &[u8]) -> Result<(), String> {
        // In a module with a stack some bytes are undefined or inaccessible.
        let may_fail = bytes.windows(STACK_POINTER.len()).any(|window| window == STACK_POINTER);
        let mut sanitized = match Glassbox::start(bytes, &self.interface, Sanitizer::default())? {
            Ok(sanitized) => sanitized,
            Err(End::MemoryError(_)) if may_fail => return Ok(()),
            Err(end) => return Err(format!("instantiation: {end:?}")),
        };
        for (nth, call) in self.made.iter().enumerate() {
            let ended = sanitized.call(call.function, &call.args);
            match ended {
                Err(End::MemoryError(_)) if may_fail => return Ok(()),
                ended if ended == call.ended => {}
                ended => {
                    let without = &call.ended;
                    return Err(format!("call {nth}:\n  without {without:x?}\n  with    {ended:x?}"));
                }
            }
        }
        same_state(&self.interface, &mut sanitized, &mut self.ours)
    }

    fn same_state(&mut self) -> Result<(), String> {
        same_state(&self.interface, &mut self.ours, &mut self.theirs)
    }

    /// Restores random saved states and repeats the calls from there.
    fn repeat(&mut self, random: &mut Random) -> Result<(), String> {
        if self.made.is_empty() {
            return Ok(());
        }
        for _ in 0..2 {
            let saved = &self.saved[random.below(self.saved.len())];
            self.ours.restore(&saved.snapshot);
            for (nth, call) in self.made.iter().enumerate().skip(saved.n_calls) {
                let ended = self.ours.call(call.function, &call.args);
                if ended != call.ended {
                    let (from, first) = (saved.n_calls, &call.ended);
                    return Err(format!(
                        "call {nth}, repeated from the state before call {from}:\n  first {first:x?}\n  now   {ended:x?}"
                    ));
                }
            }
            self.same_state().map_err(|error| format!("after the repeated calls: {error}"))?;
        }
        Ok(())
    }
}

fn same_state(interface: &Interface, ours: &mut impl Engine, theirs: &mut impl Engine) -> Result<(), String> {
    for (index, (name, _)) in interface.globals.iter().enumerate() {
        let (ours, theirs) = (ours.global(index), theirs.global(index));
        if ours != theirs {
            return Err(format!("global `{name}`: machine {ours:x?}, oracle {theirs:x?}"));
        }
    }
    for (index, name) in interface.memories.iter().enumerate() {
        same_bytes(ours.memory(index), theirs.memory(index)).map_err(|error| format!("memory `{name}`: {error}"))?;
    }
    for (index, (name, _)) in interface.tables.iter().enumerate() {
        let (ours, theirs) = (ours.table(index), theirs.table(index));
        if ours != theirs {
            return Err(format!("table `{name}`:\n  machine {ours:x?}\n  oracle  {theirs:x?}"));
        }
    }
    Ok(())
}

fn same_bytes(ours: &[u8], theirs: &[u8]) -> Result<(), String> {
    if ours == theirs {
        return Ok(());
    }
    if ours.len() != theirs.len() {
        return Err(format!("machine {} bytes, oracle {}", ours.len(), theirs.len()));
    }
    let differ = ours.iter().zip(theirs).position(|(ours, theirs)| ours != theirs).expect("not equal");
    Err(format!("at {differ:#x}: machine {:#x}, oracle {:#x}", ours[differ], theirs[differ]))
}
