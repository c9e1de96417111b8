//! What goes wrong around an operation: callbacks that panic, traits that lie, results that are forgotten, allocations that fail.
//!
//! Each place where something can go wrong is a choice of the host, so that an exploration tries both. A build has such places only if the
//! user asks for them: the guest's library calls the host there. What is chosen is bounded, because a loop may ask again and again.

use glassbox_vm::exec::{Stop, Trap};
use glassbox_vm::module::Module;

use crate::result::Disturbance;

/// The most allocations that fail in a call: one, and one with which code tries again.
pub(crate) const MOST_FAILURES: u32 = 2;

/// The most lies of traits in a call.
pub(crate) const MOST_LIES: u32 = 2;

/// A place where something can go wrong.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    PanicPoint,
    Answer,
    Allocation,
    Result,
}

impl Place {
    /// What goes wrong at the place with this number, if this is chosen.
    fn disturbance(self, number: u32, choice: u32) -> Disturbance {
        match self {
            Self::PanicPoint => Disturbance::CallbackPanics { point: number },
            Self::Answer => Disturbance::TraitLies { question: number, answer: choice },
            Self::Allocation => Disturbance::AllocationFails { allocation: number },
            Self::Result => Disturbance::ResultForgotten,
        }
    }
}

/// Places of one kind in a run.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    /// Number of them so far.
    n_seen: u32,
    /// How often something may still go wrong at one.
    n_left: u32,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// It has returned, or the run has stopped.
    #[default]
    Other,
    /// With a panic that is no bug, but nothing that was asked for.
    Panic,
    /// With the panic that it must end with.
    RequiredPanic,
}

/// What has gone wrong on the way to a state. Less is asked of it then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Past {
    /// Nothing, or nothing that is an excuse.
    #[default]
    Clean,
    /// A callback has panicked, and the exploration says that this is no excuse.
    SafelyPanicked,
    /// A trait has lied, or a result was forgotten.
    HostileCaller,
    /// A callback has panicked, and less is asked.
    CallbackPanicked,
}

impl Past {
    /// Whether a callback has panicked. One such panic in a history is enough, so no more are tried.
    fn has_panicked(self) -> bool {
        matches!(self, Self::SafelyPanicked | Self::CallbackPanicked)
    }

    /// Whether it is an excuse: only memory safety is asked then.
    pub(super) fn is_excuse(self) -> bool {
        matches!(self, Self::HostileCaller | Self::CallbackPanicked)
    }

    fn of(has_panicked: bool, is_excuse: bool) -> Self {
        match (has_panicked, is_excuse) {
            (false, false) => Self::Clean,
            (true, false) => Self::SafelyPanicked,
            (false, true) => Self::HostileCaller,
            (true, true) => Self::CallbackPanicked,
        }
    }
}

/// Whether something may go wrong around calls, and what is asked afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disturbing {
    /// Nothing goes wrong.
    Off,
    /// After a panic, a lie or a forgotten result, only memory safety is asked.
    On,
    /// After a panic as much is asked as before it.
    PanicSafe,
}

/// What may go wrong in a run, and what has.
#[derive(Debug, Default)]
pub(super) struct Disturbances {
    /// Whether the operation itself has begun.
    is_in_operation: bool,
    /// What went wrong before this run.
    past: Past,
    /// Whether a panic of a callback is no excuse.
    is_panic_safe: bool,
    /// Whether values have numbers: otherwise nobody knows which of them are lost.
    pub(super) has_numbers: bool,
    /// By [`Place`].
    places: [Places; 4],
    /// What has happened.
    pub(super) happened: Vec<Disturbance>,
    /// How the call ended.
    pub(super) end: End,
}

impl Disturbances {
    /// What may go wrong in a call, on a state with this past.
    pub(super) fn before_call(module: &Module, past: Past, disturbing: Disturbing) -> Self {
        let disturbances = Self { past, is_panic_safe: disturbing == Disturbing::PanicSafe, ..Self::default() };
        if disturbing == Disturbing::Off {
            return disturbances;
        }
        let panics = u32::from(module.unwinds() && !past.has_panicked());
        let places = [panics, MOST_LIES, MOST_FAILURES, 1].map(|n_left| Places { n_seen: 0, n_left });
        Self { places, ..disturbances }
    }

    /// The past of what the call leaves behind. An operation that catches a panic and returns has nothing to be forgiven.
    pub(super) fn past_after(&self, has_stopped: bool) -> Past {
        let has_panicked = self.has_panicked() && (self.end == End::Panic || has_stopped);
        // A panic that no callback began was forgiven because of something that is an excuse.
        let is_excuse =
            self.has_hostile_caller() || if has_panicked { !self.is_panic_safe } else { self.end == End::Panic };
        Past::of(self.past.has_panicked() || has_panicked, self.past.is_excuse() || is_excuse)
    }

    /// Notes a place. Returns its number, and whether something may go wrong there; none before the operation itself.
    pub(super) fn note_place(&mut self, place: Place) -> Option<(u32, bool)> {
        let places = self.is_in_operation.then_some(&mut self.places[place as usize])?;
        places.n_seen += 1;
        Some((places.n_seen, places.n_left > 0))
    }

    /// Notes that something goes wrong at the place with this number.
    pub(super) fn note(&mut self, place: Place, number: u32, choice: u32) {
        self.places[place as usize].n_left -= 1;
        self.happened.push(place.disturbance(number, choice));
    }

    /// Begins the operation itself.
    pub(super) fn begin(&mut self, has_numbers: bool) {
        self.is_in_operation = true;
        self.has_numbers = has_numbers;
    }

    pub(super) fn has_panicked(&self) -> bool {
        self.happened.iter().any(|it| matches!(it, Disturbance::CallbackPanics { .. }))
    }

    /// Whether a trait has lied, or a result was forgotten: safe code of the caller's, after which less is asked.
    pub(super) fn has_hostile_caller(&self) -> bool {
        self.happened.iter().any(|it| matches!(it, Disturbance::TraitLies { .. } | Disturbance::ResultForgotten))
    }

    /// Whether a panic is no bug now.
    pub(super) fn forgive_panics(&self) -> bool {
        self.past.is_excuse() || self.has_hostile_caller() || self.has_panicked()
    }

    /// Whether something has gone wrong in this call, or before it and is an excuse.
    pub(super) fn are_any(&self) -> bool {
        self.past.is_excuse() || !self.happened.is_empty()
    }

    /// Whether the run may end in this way: code that needs memory and gets none gives up.
    pub(super) fn explains(&self, stop: &Stop) -> bool {
        *stop == Stop::Trap(Trap::AllocationFailed)
            && self.happened.iter().any(|it| matches!(it, Disturbance::AllocationFails { .. }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a call leaves behind that begins with this past, and in which these things happen.
    fn after(past: Past, is_panic_safe: bool, happened: &[Disturbance], end: End) -> Past {
        Disturbances { past, is_panic_safe, happened: happened.to_vec(), end, ..Disturbances::default() }
            .past_after(false)
    }

    const PANIC: Disturbance = Disturbance::CallbackPanics { point: 1 };
    const LIE: Disturbance = Disturbance::TraitLies { question: 1, answer: 1 };

    #[test]
    fn a_panic_is_an_excuse_unless_the_exploration_is_safe() {
        assert_eq!(after(Past::Clean, false, &[PANIC], End::Panic), Past::CallbackPanicked);
        let safely = after(Past::Clean, true, &[PANIC], End::Panic);
        assert_eq!(safely, Past::SafelyPanicked);
        assert!(!safely.is_excuse() && safely.has_panicked());
        for is_panic_safe in [false, true] {
            assert_eq!(after(Past::Clean, is_panic_safe, &[PANIC], End::Other), Past::Clean, "it was caught");
            assert_eq!(after(Past::Clean, is_panic_safe, &[LIE], End::Other), Past::HostileCaller);
            assert_eq!(after(Past::HostileCaller, is_panic_safe, &[PANIC], End::Panic), Past::CallbackPanicked);
            assert_eq!(after(Past::HostileCaller, is_panic_safe, &[], End::Panic), Past::HostileCaller);
            assert_eq!(after(Past::SafelyPanicked, is_panic_safe, &[LIE], End::Other), Past::CallbackPanicked);
            assert_eq!(after(Past::SafelyPanicked, is_panic_safe, &[], End::Other), Past::SafelyPanicked);
        }
    }
}
