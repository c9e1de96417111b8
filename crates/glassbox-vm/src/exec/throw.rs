//! Exceptions: thrown, and caught by a function that has called the one that throws.
//!
//! A throw looks for the innermost block around the instruction that catches it; then around the call that led there, and so on. Frames
//! are given up only if one is found, so that an exception nobody catches stops the run where it was thrown.

use super::exception::Exception;
use super::machine::Machine;
use crate::isa::Trap;
use crate::module::{Action, Clause, Module};
use crate::stop::Stop;
use crate::track::{Tracked, Tracker};

/// Where a run is: an instruction, and the frame of its function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) pc: u32,
    pub(super) base: usize,
    pub(super) end: usize,
}

impl<T: Tracker> Machine<T> {
    /// A new exception with the values from this slot of the stack on. Returns a reference to it.
    pub(super) fn exception(&mut self, tag: u32, first: usize) -> u64 {
        let n_values = self.module.tag_type(tag).params.len();
        let value = |slot: usize| Tracked { value: self.stack.slots[slot], shadow: self.stack.shadows[slot] };
        let values = (first..first + n_values).map(value).collect();
        if let Some(reported) = &mut self.stack.panic {
            reported.is_thrown = true;
        }
        self.exceptions.push(Exception { tag: self.module.tags[tag as usize], values });
        self.exceptions.len() as u64
    }

    /// Throws an exception. Returns where the run goes on.
    #[cold]
    pub(super) fn throw(&mut self, thrown: Position, reference: u64) -> Result<Position, Stop> {
        let index = reference.checked_sub(1).ok_or(Trap::NullException)?;
        let exception = self.exceptions[index as usize].clone();
        self.n_effects += 1;
        let (n_given_up, at, clause) = self.caught(thrown, exception.tag).ok_or(Trap::UncaughtException)?;
        let cost = n_given_up as u64 + u64::from(thrown.pc.abs_diff(clause.target));
        match self.fuel.checked_sub(cost) {
            Some(fuel) => self.fuel = fuel,
            None => self.charge_reserve(cost)?,
        }
        self.stack.frames.truncate(self.stack.frames.len() - n_given_up);
        self.catch(&exception, reference, &clause, at.base);
        Ok(Position { pc: clause.target, ..at })
    }

    /// Who catches an exception: the number of frames that are given up, the call in the next one, and the clause there.
    fn caught(&self, thrown: Position, tag: u32) -> Option<(usize, Position, Clause)> {
        let mut at = thrown;
        for (n_given_up, caller) in self.stack.frames.iter().rev().enumerate() {
            if let Some(clause) = catching(&self.module, at.pc, tag) {
                return Some((n_given_up, at, clause));
            }
            // The last one is the host, which catches nothing.
            let pc = caller.return_pc.saturating_sub(1);
            at = Position { pc, base: caller.base as usize, end: caller.end as usize };
        }
        None
    }

    fn catch(&mut self, exception: &Exception<T::Shadow>, reference: u64, clause: &Clause, base: usize) {
        let mut set = |slot: usize, value: Tracked<T::Shadow>| {
            self.stack.slots[slot] = value.value;
            self.stack.shadows[slot] = value.shadow;
        };
        // A clause for all exceptions gets no values.
        let values = exception.values.iter().filter(|_| clause.tag.is_some());
        for (index, value) in values.enumerate() {
            set(base + usize::from(clause.values.0) + index, *value);
        }
        if let Some(slot) = clause.reference {
            set(base + usize::from(slot.0), Tracked { value: reference, shadow: T::Shadow::default() });
        }
    }
}

/// The clause that catches an exception which is thrown by this instruction, if there is one in its function.
fn catching(module: &Module, pc: u32, tag: u32) -> Option<Clause> {
    let function = module.functions.partition_point(|function| function.start <= pc).checked_sub(1)?;
    let range = &module.functions[function].handlers;
    let mut most = u32::MAX;
    for handler in &module.handlers[range.start as usize..range.end as usize] {
        if handler.level > most || !handler.code.contains(&pc) {
            continue;
        }
        match &handler.action {
            Action::Catch(clauses) => {
                let clause = clauses.iter().find(|clause| clause.tag.is_none_or(|caught| caught == tag));
                if clause.is_some() {
                    return clause.copied();
                }
            }
            Action::Delegate { level } => most = *level,
        }
    }
    None
}
