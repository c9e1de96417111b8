//! The differential oracle: one module, two engines, everything that can be seen.
//!
//! Both engines instantiate the module and get the same calls in the same order, so that state carries over.
//! After each call, results or trap, globals, memories and tables must be the same to the bit.
//!
//! Engines may differ in two things only. How deep calls may nest is up to them: after an exhausted stack,
//! the rest of the module is not compared. Payloads of NaNs are open where an instruction computes one: the
//! machine always gives the canonical NaN there (`isa/semantics.rs` of the machine). An oracle that can be told
//! to do the same is compared to the bit; for others, modules turn NaNs into the canonical one before anybody
//! can look at the bits ([`crate::module_limits::Avoid`]).
//!
//! At the end the machine goes back to states that were kept on the way and makes the calls again: they must
//! end as they did. And a machine with the sanitizer makes them: it must not change a value, and must not object
//! to anything as long as there is nothing undefined.

use glassbox_vm::exec::Snapshot;
use glassbox_vm::track::{Concrete, Sanitizer};

use crate::arguments;
use crate::engine::{End, Engine, Glassbox, Interface, Oracle, Started, Value};
use crate::random::Random;

/// Calls of each exported function at least.
const ROUNDS: usize = 2;
/// Calls of a module at least.
const MIN_CALLS: usize = 16;
/// The name by which the machine knows that a module has a stack.
const STACK_POINTER: &[u8] = b"__stack_pointer";

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Calls, without repeated ones.
    pub calls: u64,
    /// Calls and instantiations that ended with the same trap in both engines.
    pub traps: u64,
    /// Modules left early because a stack was exhausted.
    pub exhausted: u64,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.calls += other.calls;
        self.traps += other.traps;
        self.exhausted += other.exhausted;
    }
}

/// Runs `bytes` in the machine and in the oracle `O`; the error says where they differ.
pub fn compare<O: Oracle>(bytes: &[u8], random: &mut Random) -> Result<Compared, String> {
    let Started { interface, instance: theirs } =
        O::start(bytes).map_err(|error| format!("the oracle does not accept the module: {error}"))?;
    let ours = Glassbox::start(bytes, &interface, Concrete)
        .map_err(|error| format!("the machine does not accept the module: {error}"))?;
    let mut compared = Compared::default();
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            let mut comparison = Comparison { ours, theirs, interface, made: Vec::new(), kept: Vec::new() };
            if comparison.same_calls(random, &mut compared)? {
                comparison.repeat(random)?;
                comparison.watched(bytes).map_err(|error| format!("under the sanitizer: {error}"))?;
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

/// A call and how it ended.
struct Call {
    function: usize,
    args: Vec<Value>,
    ended: Result<Vec<Value>, End>,
}

/// A state of the machine, and how many calls had been made.
struct Kept {
    snapshot: Snapshot<Concrete>,
    n_calls: usize,
}

struct Comparison<O> {
    ours: Glassbox,
    theirs: O,
    interface: Interface,
    made: Vec<Call>,
    kept: Vec<Kept>,
}

impl<O: Oracle> Comparison<O> {
    /// Makes calls in both engines; false if a stack was exhausted.
    fn same_calls(&mut self, random: &mut Random, compared: &mut Compared) -> Result<bool, String> {
        self.same_state().map_err(|error| format!("after instantiation: {error}"))?;
        let n_functions = self.interface.functions.len();
        let n_calls = if n_functions == 0 { 0 } else { MIN_CALLS.max(ROUNDS * n_functions) };
        for call in 0..n_calls {
            if call == 0 || random.chance(10) {
                self.keep();
            }
            let function = call % n_functions;
            let args = arguments::choose(random, &self.interface.functions[function].params, n_functions);
            if !self.same_call(function, args, compared)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn keep(&mut self) {
        self.kept.push(Kept { snapshot: self.ours.keep(), n_calls: self.made.len() });
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

    /// Makes all calls in a machine that watches memory.
    fn watched(&mut self, bytes: &[u8]) -> Result<(), String> {
        // A module with a stack has bytes that are undefined or out of reach.
        let may_object = bytes.windows(STACK_POINTER.len()).any(|window| window == STACK_POINTER);
        let mut watched = match Glassbox::start(bytes, &self.interface, Sanitizer::default())? {
            Ok(watched) => watched,
            Err(End::MemoryError(_)) if may_object => return Ok(()),
            Err(end) => return Err(format!("instantiation: {end:?}")),
        };
        for (nth, call) in self.made.iter().enumerate() {
            let ended = watched.call(call.function, &call.args);
            match ended {
                Err(End::MemoryError(_)) if may_object => return Ok(()),
                ended if ended == call.ended => {}
                ended => {
                    let without = &call.ended;
                    return Err(format!("call {nth}:\n  without {without:x?}\n  with    {ended:x?}"));
                }
            }
        }
        same_state(&self.interface, &mut watched, &mut self.ours)
    }

    fn same_state(&mut self) -> Result<(), String> {
        same_state(&self.interface, &mut self.ours, &mut self.theirs)
    }

    /// Goes back to kept states, in any order, and makes the calls from there again.
    fn repeat(&mut self, random: &mut Random) -> Result<(), String> {
        if self.made.is_empty() {
            return Ok(());
        }
        for _ in 0..2 {
            let kept = &self.kept[random.below(self.kept.len())];
            self.ours.go_back(&kept.snapshot);
            for (nth, call) in self.made.iter().enumerate().skip(kept.n_calls) {
                let ended = self.ours.call(call.function, &call.args);
                if ended != call.ended {
                    let (from, first) = (kept.n_calls, &call.ended);
                    return Err(format!(
                        "call {nth}, again from the state before call {from}:\n  then {first:x?}\n  now  {ended:x?}"
                    ));
                }
            }
            self.same_state().map_err(|error| format!("after the calls were made again: {error}"))?;
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
