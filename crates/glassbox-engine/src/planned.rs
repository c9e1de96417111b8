//! A disturbance that all runs of a search have at the same place.
//!
//! A check is searched once for each place where something can go wrong: in one search the first callback of each run panics, in the next
//! one the second. The number of the place is no choice of the state, so runs are pruned as they always are. A run that does not come
//! to the place goes as it does without the disturbance.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use glassbox_abi::meant_panic::{RequiredPanic, is_undefined_behaviour};
use glassbox_abi::names;
use glassbox_vm::exec::{Guest as Caller, Refusal, Stop, Trap};
use glassbox_vm::module::Module;
use glassbox_vm::track::Tracker;

use crate::imports;
use crate::result::Disturbance;

/// The kinds of places that a module has.
pub(crate) fn kinds(module: &Module) -> impl Iterator<Item = Kind> {
    let uses = |name: &str| imports::are_used(module, name);
    let [panics, answers, allocations] = [names::PANIC_POINT, names::ANSWER, names::ALLOCATION_FAILS].map(uses);
    let kinds = [(Kind::Panics, panics), (Kind::Lies, answers), (Kind::Allocations, allocations)];
    kinds.into_iter().filter(|(_, is_used)| *is_used).map(|(kind, _)| kind)
}

/// A kind of disturbances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Panics,
    Lies,
    Allocations,
}

impl Kind {
    /// The disturbance at a place. Answers count from 1.
    fn at(self, place: u32, answer: u32) -> Disturbance {
        match self {
            Self::Panics => Disturbance::CallbackPanics { point: place },
            Self::Lies => Disturbance::TraitLies { question: place, answer },
            Self::Allocations => Disturbance::AllocationFails { allocation: place },
        }
    }
}

/// Calls `search` with each disturbance that some run comes to, in order, until one search ends with something else.
pub(crate) fn at_each_place<E>(
    module: &Module,
    mut search: impl FnMut(&Arc<Planned>) -> Result<(), E>,
) -> Result<(), E> {
    for kind in kinds(module) {
        for place in 1.. {
            let mut n_answers = 2;
            let mut answer = 1;
            let mut is_reached = false;
            while answer < n_answers {
                let planned = Planned::new(kind.at(place, answer));
                search(&planned)?;
                is_reached |= planned.n_answers() > 0;
                n_answers = if kind == Kind::Lies { planned.n_answers() } else { 2 };
                answer += 1;
            }
            if !is_reached {
                break;
            }
        }
    }
    Ok(())
}

/// A disturbance at one place of a check.
#[derive(Debug)]
pub struct Planned {
    what: Disturbance,
    /// The most answers that any run could give there; 0 if none has come to the place.
    n_answers: AtomicU32,
}

impl Planned {
    pub(crate) fn new(what: Disturbance) -> Arc<Self> {
        Arc::new(Self { what, n_answers: AtomicU32::new(0) })
    }

    pub(crate) fn what(&self) -> Disturbance {
        self.what
    }

    /// The most answers that any run could give at the place; 0 if none has come to it.
    pub(crate) fn n_answers(&self) -> u32 {
        self.n_answers.load(Relaxed)
    }

    /// The function of the host that asks at such places, and the number of the place.
    fn place(&self) -> (&'static str, u32) {
        match self.what {
            Disturbance::CallbackPanics { point } => (names::PANIC_POINT, point),
            Disturbance::TraitLies { question, .. } => (names::ANSWER, question),
            Disturbance::AllocationFails { allocation } => (names::ALLOCATION_FAILS, allocation),
            Disturbance::ResultForgotten => (names::FORGETS, 1),
        }
    }

    /// The answer there; none if `n` answers are too few for it.
    fn answer(&self, n: u32) -> Option<u32> {
        match self.what {
            Disturbance::TraitLies { answer, .. } => Some(answer).filter(|answer| *answer < n),
            _ => Some(1),
        }
    }

    /// Whether code may stop in this way after the disturbance. What is left after a panic or a lie may be a mess, as long as it is safe:
    /// whoever uses it may meet another panic, or wait for ever, but no undefined behaviour. Code that needs memory and gets none gives up.
    pub(crate) fn forgives(&self, stop: &Stop) -> bool {
        match self.what {
            Disturbance::AllocationFails { .. } => *stop == Stop::Trap(Trap::AllocationFailed),
            _ => is_forgiven(stop),
        }
    }
}

/// Whether code may stop in this way after a callback has panicked or a trait has lied.
pub(crate) fn is_forgiven(stop: &Stop) -> bool {
    match stop {
        Stop::Panic(panic) => !is_undefined_behaviour(&panic.message),
        Stop::Trap(trap) => *trap == Trap::EndlessLoop,
        _ => false,
    }
}

/// How a call ended in which something was planned to go wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Happened {
    /// Whether it has gone wrong: the run has come to the place.
    pub(crate) is_disturbed: bool,
    /// Whether the call has ended with a panic that the guest has caught: one that is no bug.
    pub(crate) has_panicked: bool,
    /// Whether it has ended with the panic that it must end with, and whether the structures must be as they were.
    pub(crate) required: Option<IsUnchanged>,
}

/// Whether the structures must be as they were before a panic.
pub(crate) type IsUnchanged = bool;

/// The places of a call, of the kind at which something goes wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    planned: Option<Arc<Planned>>,
    n_seen: u32,
    happened: Happened,
    /// The panic with which the call must end.
    required: Option<RequiredPanic>,
}

impl Places {
    /// Begins a call.
    pub(crate) fn begin(&mut self, planned: Option<&Arc<Planned>>) {
        *self = Self { planned: planned.cloned(), ..Self::default() };
    }

    /// Ends the call, which may have stopped: nothing goes wrong from now on.
    pub(crate) fn end(&mut self, stop: Option<&Stop>) -> Happened {
        if let Some(Stop::Panic(panic)) = stop {
            self.note_required(&panic.message);
        }
        self.planned = None;
        self.happened
    }

    /// Notes whether a panic is the one that must happen.
    fn note_required(&mut self, message: &str) -> bool {
        let required = self.required.as_ref().filter(|required| required.is(message));
        self.happened.required = required.map(|required| required.is_unchanged);
        required.is_some()
    }

    /// Answers a call of the host that is about disturbances; none if it is about something else.
    pub(crate) fn answer<T: Tracker>(&mut self, name: &str, guest: &mut Caller<'_, T>) -> Option<Result<(), Stop>> {
        let answer = match name {
            names::PANIC_POINT | names::ALLOCATION_FAILS | names::FORGETS => Ok(self.ask(name, 2)),
            names::ANSWER => guest.decide_u32(0).map(|n| self.ask(name, n)),
            names::FORGIVES_PANICS => guest.text(0, 1).map(|message| u32::from(self.forgives_panics(&message))),
            names::MUST_PANIC => {
                let read = guest.decide_u32(0).and_then(|is_unchanged| Ok((is_unchanged != 0, guest.text(1, 2)?)));
                return Some(read.map(|(is_unchanged, message)| {
                    self.required = Some(RequiredPanic::new(&message, is_unchanged));
                }));
            }
            // A lie may be the reason why it returns, or an allocation that fails. A later panic is another one.
            names::HAS_RETURNED if self.required.is_some() && !self.happened.is_disturbed => {
                return Some(Err(Refusal::NoPanic.into()));
            }
            names::HAS_RETURNED => {
                self.required = None;
                return Some(Ok(()));
            }
            names::PANICKED => {
                self.happened.has_panicked = true;
                return Some(Ok(()));
            }
            _ => return None,
        };
        Some(answer.map(|answer| guest.set_result(0, answer.into())))
    }

    fn ask(&mut self, name: &str, n: u32) -> u32 {
        let Some(planned) = self.planned.as_ref().filter(|planned| planned.place().0 == name) else { return 0 };
        self.n_seen += 1;
        if self.n_seen != planned.place().1 {
            return 0;
        }
        planned.n_answers.fetch_max(n, Relaxed);
        let answer = planned.answer(n);
        self.happened.is_disturbed |= answer.is_some();
        answer.unwrap_or(0)
    }

    fn forgives_panics(&mut self, message: &str) -> bool {
        if self.note_required(message) {
            return true;
        }
        let excuses = |planned: &Arc<Planned>| !matches!(planned.what, Disturbance::AllocationFails { .. });
        self.happened.is_disturbed && self.planned.as_ref().is_some_and(excuses) && !is_undefined_behaviour(message)
    }
}
