//! Drop as an operation: the structures of a check are dropped in every valid state.
//!
//! A check of `push` says nothing about the `Drop` of its structure, which every program runs. So a check holds only if its
//! structures can be dropped: `drop_in_place` on every valid state, after which no block of it is left and every value is
//! dropped once (`search/dropped.rs`). Dropping looks at the whole structure, so there are hardly any lookalikes, and it has a
//! bound of its own: sizes grow until [`MOST_RUNS`] runs were made, and the verdict names the size that was reached.
//!
//! Types that do nothing when dropped (`needs_drop`) are left out: a list of raw pointers without a `Drop` leaks by design.
//! `#[glassbox(no_drop)]` on the argument leaves out others. Both are assumptions of the verdict.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use glassbox_abi::names::DROP_EXPORT_PREFIX;
use glassbox_space::Bdd;
use glassbox_vm::module::Module;

use crate::catalog::Subject;
use crate::guest::Guest;
use crate::kept::{Kept, Part, is_root_of_drops};
use crate::observer::{Event, Observer, Phase, SharedObserver};
use crate::result::{Bounds, Failure, Reason, SearchEnd, StopCause};
use crate::search::{Keeping, Options, Strategy, Task, deepen_with};

/// The most runs for one structure.
const MOST_RUNS: u64 = 500;

/// Result of dropping the structures of a check.
#[derive(Clone, Debug)]
pub(crate) enum Dropped {
    /// There are no structures.
    Nothing,
    /// They are never dropped.
    Never,
    /// All valid states can be dropped.
    All,
    /// All valid states within these bounds can be dropped.
    UpTo(Bounds),
    /// Dropping one shows a bug.
    Fails(Box<Failure>),
    /// Dropping one decides nothing.
    Undecided(Vec<Reason>),
}

/// Results by module, types of the structures, and bounds. Types with the same name in different modules of the user are
/// different ones.
pub(crate) type Cache = Mutex<BTreeMap<(usize, String, Vec<String>, Bounds), Dropped>>;

impl Part for Dropped {
    const KIND: &'static str = "drops";

    fn write(&self) -> Option<String> {
        Some(match self {
            Self::Nothing => "nothing\n".to_owned(),
            Self::Never => "never\n".to_owned(),
            Self::All => "all\n".to_owned(),
            Self::UpTo(bounds) => format!("up to {bounds}\n"),
            Self::Fails(_) | Self::Undecided(_) => return None,
        })
    }

    fn read(text: &str) -> Option<Self> {
        Some(match text.strip_suffix('\n')? {
            "nothing" => Self::Nothing,
            "never" => Self::Never,
            "all" => Self::All,
            other => Self::UpTo(Bounds::parse(other.strip_prefix("up to ")?)?),
        })
    }
}

/// The structures of a check.
pub(crate) struct Drops<'a, 'o> {
    pub(crate) module: &'a Arc<Module>,
    pub(crate) subject: &'a Subject,
    /// Bounds of the check.
    pub(crate) bounds: &'a Bounds,
    pub(crate) options: &'a Options,
    pub(crate) observer: &'a SharedObserver<'o>,
    pub(crate) cache: &'a Cache,
    pub(crate) kept: Option<&'a Kept>,
}

impl Drops<'_, '_> {
    /// Drops the structures in all valid states that are small enough, once for all checks of the same structures.
    pub(crate) fn judge(&self) -> Dropped {
        // Checks borrow structures and take all else by value.
        let types = self.subject.arguments().iter().map(|argument| argument.ty.trim_start_matches('&'));
        let types = types.map(|ty| ty.trim_start().trim_start_matches("mut ").to_owned());
        let place = self.subject.path.rsplit_once("::").map_or("", |(place, _)| place).to_owned();
        let key = (Arc::as_ptr(self.module) as usize, place, types.collect(), self.bounds.clone());
        let known = self.cache.lock().ok().and_then(|cache| cache.get(&key).cloned());
        known.unwrap_or_else(|| {
            let dropped = self.kept_or_run();
            if self.observer.goes_on()
                && let Ok(mut cache) = self.cache.lock()
            {
                cache.insert(key, dropped.clone());
            }
            dropped
        })
    }

    fn kept_or_run(&self) -> Dropped {
        let Some(kept) = self.kept else { return self.run() };
        let (path, bounds, limits) = (&self.subject.path, self.bounds, self.module.limits());
        let inputs = format!("{path} {:?} {bounds} {limits:?}", self.subject.kind);
        let made = || {
            let dropped = self.run();
            // A stop of the user's is no limit of ours.
            if self.observer.goes_on() { Ok(dropped) } else { Err(dropped) }
        };
        match kept.part(self.module, &inputs, |export| is_root_of_drops(export, path), made) {
            Ok((dropped, _)) | Err(dropped) => dropped,
        }
    }

    fn run(&self) -> Dropped {
        match self.kind() {
            Some(1) => {}
            Some(0) if !self.subject.arguments().iter().any(|argument| argument.ty.starts_with('&')) => {
                return Dropped::Nothing;
            }
            _ => return Dropped::Never,
        }
        let task = Task { module: self.module, path: &self.subject.path, bounds: self.bounds, diagram: &Bdd::default };
        let rules = self.options.rules.clone();
        let options = Options { drops: true, jobs: 1, rules, ..Options::new(Strategy::Paths) };
        let mut limit = Limit { observer: self.observer, runs: 0 };
        let search = || deepen_with(&task, &options, Keeping::default(), &SharedObserver::new(&mut limit));
        let deepened = match self.observer.phases(0).during(Phase::Dropping, search) {
            Ok(deepened) => deepened,
            Err(error) if error.is_out_of_memory() => return Dropped::Undecided(vec![Reason::OutOfMemory]),
            Err(error) => return Dropped::Undecided(vec![Reason::ReachFailed(Box::new(error))]),
        };
        match &deepened.end {
            SearchEnd::Covered => Dropped::All,
            SearchEnd::Failed(failure) => Dropped::Fails(failure.clone()),
            SearchEnd::Undecided(reasons) if reasons.iter().all(|reason| matches!(reason, Reason::Stopped { .. })) => {
                Dropped::UpTo(deepened.holds_up_to().cloned().unwrap_or_else(Bounds::none))
            }
            SearchEnd::Undecided(reasons) => Dropped::Undecided(reasons.clone()),
        }
    }

    /// The guest's answer: 1 if all structures are dropped.
    fn kind(&self) -> Option<u32> {
        let function = self.module.exported_function(&format!("{DROP_EXPORT_PREFIX}{}", self.subject.path))?;
        let mut guest = Guest::new(self.module.clone()).ok()?;
        let arguments = vec![0; self.subject.arguments().len()];
        let results = guest.invoke(function, &arguments).ok()?;
        results.first().and_then(|result| u32::try_from(result.value).ok())
    }
}

/// Stops after some runs; passes on phases, and no other events.
struct Limit<'a, 'o> {
    observer: &'a SharedObserver<'o>,
    runs: u64,
}

impl Observer for Limit<'_, '_> {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::RunFinished { .. } => self.runs += 1,
            Event::PhaseBegan { .. } | Event::PhaseEnded { .. } => self.observer.tell(event),
            _ => {}
        }
    }

    fn wants_phases(&self) -> bool {
        self.observer.wants_phases()
    }

    fn stop(&mut self) -> Option<StopCause> {
        if !self.observer.goes_on() {
            return self.observer.cause();
        }
        (self.runs >= MOST_RUNS).then_some(StopCause::Budget(Duration::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::trial;

    #[test]
    fn only_what_was_written_is_read() {
        for text in ["nothing\n", "never\n", "all\n", "up to height=1\n"] {
            trial::<Dropped>(text);
        }
    }
}
