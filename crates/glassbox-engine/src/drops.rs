//! Drop as an operation: the structures of a check are dropped in every valid state.
//!
//! A check of `push` says nothing about the `Drop` of its structure, which every program runs. So a check holds only if its
//! structures can be dropped: `drop_in_place` on every valid state, after which no block of it is left and every value is
//! dropped once (`search/dropped.rs`). Dropping looks at the whole structure, so there are hardly any lookalikes, and it has a
//! bound of its own: sizes grow until [`MOST_RUNS`] runs were made, and the verdict names the size that was reached.
//!
//! Types that do nothing when dropped (`needs_drop`) are left out: a list of raw pointers without a `Drop` leaks by design.
//! `#[glassbox(no_drop)]` on the argument leaves out others. Both are assumptions of the verdict.
//!
//! Dropping is a call like any other: what it reads in statics, earlier calls must not change (`statics.rs`); and in builds where something can
//! go wrong around an operation, it goes wrong here, too, at each place (`disturbed.rs`), in the states that can be dropped.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use glassbox_abi::names::DROP_EXPORT_PREFIX;
use glassbox_space::Bdd;
use glassbox_vm::module::Module;

use crate::catalog::Subject;
use crate::guest::Guest;
use crate::hidden::{Start, Traffic};
use crate::kept::{Kept, Part, fields, is_root_of_drops, list};
use crate::observer::{Event, Muted, Observer, Phase, SharedObserver};
use crate::planned::at_each_place;
use crate::result::{Bounds, Failure, HiddenState, Reason, SearchEnd, StopCause, StoppedAt};
use crate::rules::Rule;
use crate::search::{Keeping, Options, Step, Strategy, Task, deepen_with, search_at};

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

/// Dropping the structures of a check in all states.
#[derive(Clone, Debug)]
pub(crate) struct DropRuns {
    /// The result.
    pub(crate) dropped: Dropped,
    /// What the runs read and left in statics, and the hidden state among it.
    pub(crate) traffic: Traffic,
    pub(crate) hidden: Option<HiddenState>,
    /// What the runs read and left there in which something goes wrong.
    pub(crate) disturbed: Traffic,
}

impl From<Dropped> for DropRuns {
    fn from(dropped: Dropped) -> Self {
        Self { dropped, traffic: Traffic::default(), hidden: None, disturbed: Traffic::default() }
    }
}

/// Results by module, types of the structures, and bounds. Types with the same name in different modules of the user are
/// different ones.
pub(crate) type Cache = Mutex<BTreeMap<(usize, String, Vec<String>, Bounds), DropRuns>>;

impl Part for DropRuns {
    const KIND: &'static str = "drops";

    fn write(&self) -> Option<String> {
        let Self { dropped, traffic, hidden, disturbed } = self;
        if hidden.is_some() || !traffic.is_silent() || !disturbed.is_silent() {
            return None;
        }
        let dropped = match dropped {
            Dropped::Nothing => "nothing".to_owned(),
            Dropped::Never => "never".to_owned(),
            Dropped::All => "all".to_owned(),
            Dropped::UpTo(bounds) => format!("up to {bounds}"),
            Dropped::Fails(_) | Dropped::Undecided(_) => return None,
        };
        let reads = |of: &Traffic| of.read().iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let uses_seed = [traffic, disturbed].map(|of| of.uses_seed);
        Some(format!("{dropped};{};{};{};{}\n", uses_seed[0], uses_seed[1], reads(traffic), reads(disturbed)))
    }

    fn read(text: &str) -> Option<Self> {
        let [dropped, seed, disturbed_seed, reads, disturbed_reads] = fields(text.strip_suffix('\n')?, ';')?;
        let dropped = match dropped {
            "nothing" => Dropped::Nothing,
            "never" => Dropped::Never,
            "all" => Dropped::All,
            other => Dropped::UpTo(Bounds::parse(other.strip_prefix("up to ")?)?),
        };
        let silent = |reads: &str, seed: &str| Some(Traffic::silent(list::<u32>(reads)?, seed.parse().ok()?));
        let (traffic, disturbed) = (silent(reads, seed)?, silent(disturbed_reads, disturbed_seed)?);
        Some(Self { dropped, traffic, hidden: None, disturbed })
    }

    fn is_anywhere(&self) -> bool {
        self.traffic.read().is_empty() && self.disturbed.read().is_empty()
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
    pub(crate) fn judge(&self) -> DropRuns {
        // Checks borrow structures and take all else by value.
        let types = self.subject.arguments().iter().map(|argument| argument.ty.trim_start_matches('&'));
        let types = types.map(|ty| ty.trim_start().trim_start_matches("mut ").to_owned());
        let place = self.subject.path.rsplit_once("::").map_or("", |(place, _)| place).to_owned();
        let key = (Arc::as_ptr(self.module) as usize, place, types.collect(), self.bounds.clone());
        let known = self.cache.lock().ok().and_then(|cache| cache.get(&key).cloned());
        known.unwrap_or_else(|| {
            let runs = self.kept_or_run();
            if self.observer.goes_on()
                && let Ok(mut cache) = self.cache.lock()
            {
                cache.insert(key, runs.clone());
            }
            runs
        })
    }

    fn kept_or_run(&self) -> DropRuns {
        let Some(kept) = self.kept else { return self.run() };
        let (path, bounds, limits) = (&self.subject.path, self.bounds, self.module.limits());
        let inputs = format!("{path} {:?} {bounds} {limits:?}", self.subject.kind);
        let made = || {
            let runs = self.run();
            // A stop of the user's is no limit of ours.
            if self.observer.goes_on() { Ok(runs) } else { Err(Box::new(runs)) }
        };
        match kept.part(self.module, &inputs, |export| is_root_of_drops(export, path), made) {
            Ok((runs, _)) => runs,
            Err(runs) => *runs,
        }
    }

    fn run(&self) -> DropRuns {
        let Self { module, subject, bounds, options, observer, .. } = *self;
        let dropping = Dropping { module, path: &subject.path, bounds, options, observer };
        let has_structures = || subject.arguments().iter().any(|argument| argument.ty.starts_with('&'));
        match dropping.answer() {
            Some(1) => {}
            Some(0) if !has_structures() => return Dropped::Nothing.into(),
            _ => return Dropped::Never.into(),
        }
        let runs = dropping.in_all_states(&options.start);
        let up_to = match &runs.dropped {
            Dropped::All => self.bounds,
            Dropped::UpTo(bounds) => bounds,
            _ => return runs,
        };
        if !options.rules.has(Rule::Disturbances) || *up_to == Bounds::none() && up_to != bounds {
            return runs;
        }
        let up_to = up_to.clone();
        observer.phases(0).during(Phase::Disturbing, || dropping.disturbed(&up_to, runs))
    }
}

/// A function that drops the structures of a check.
pub(crate) struct Dropping<'a, 'o> {
    pub(crate) module: &'a Arc<Module>,
    /// The path of the check.
    pub(crate) path: &'a str,
    pub(crate) bounds: &'a Bounds,
    pub(crate) options: &'a Options,
    pub(crate) observer: &'a SharedObserver<'o>,
}

impl Dropping<'_, '_> {
    /// The guest's answer: 1 if all structures are dropped, 0 if there is nothing to do, 2 if some are not to be dropped.
    pub(crate) fn answer(&self) -> Option<u32> {
        let function = self.module.exported_function(&format!("{DROP_EXPORT_PREFIX}{}", self.path))?;
        let mut guest = Guest::new(self.module.clone()).ok()?;
        let arguments = vec![0; self.module.function_type(function).params.len()];
        let results = guest.invoke(function, &arguments).ok()?;
        results.first().and_then(|result| u32::try_from(result.value).ok())
    }

    /// Drops the structures, larger and larger ones, with this in statics.
    pub(crate) fn in_all_states(&self, start: &Start) -> DropRuns {
        let task = Task { module: self.module, path: self.path, bounds: self.bounds, diagram: &Bdd::default };
        let options = Options { start: start.clone(), ..self.search_options() };
        let mut limit = Limit { observer: self.observer, runs: 0 };
        let search = || deepen_with(&task, &options, Keeping::default(), &SharedObserver::new(&mut limit));
        let deepened = match self.observer.phases(0).during(Phase::Dropping, search) {
            Ok(deepened) => deepened,
            Err(error) if error.is_out_of_memory() => return Dropped::Undecided(vec![Reason::OutOfMemory]).into(),
            Err(error) => return Dropped::Undecided(vec![Reason::ReachFailed(Box::new(error))]).into(),
        };
        let dropped = match &deepened.end {
            SearchEnd::Covered => Dropped::All,
            SearchEnd::Failed(failure) => Dropped::Fails(failure.clone()),
            SearchEnd::Undecided(reasons) if reasons.iter().all(|reason| matches!(reason, Reason::Stopped { .. })) => {
                Dropped::UpTo(deepened.holds_up_to().cloned().unwrap_or_else(Bounds::none))
            }
            SearchEnd::Undecided(reasons) => Dropped::Undecided(reasons.clone()),
        };
        let mut runs = DropRuns::from(dropped);
        for Step { searched, .. } in deepened.steps {
            runs.hidden = searched.hidden.or(runs.hidden);
            runs.traffic.join(searched.traffic);
        }
        runs
    }

    /// Drops the structures again for each place where something can go wrong.
    fn disturbed(&self, bounds: &Bounds, mut runs: DropRuns) -> DropRuns {
        let task = Task { module: self.module, path: self.path, bounds, diagram: &Bdd::default };
        let mut traffic = Traffic::default();
        let searched = at_each_place(self.module, |planned| {
            let options = Options { disturbance: Some(planned.clone()), ..self.search_options() };
            let searched = search_at(&task, &options, &mut Muted::new(self.observer));
            let stopped = || {
                let (at, cause) = (StoppedAt::Disturbing(planned.what()), self.observer.cause());
                Dropped::Undecided(vec![Reason::Stopped { at, cause }])
            };
            if !self.observer.goes_on() {
                return Err(stopped());
            }
            match searched.map(|searched| (searched.end, searched.traffic)) {
                Ok((SearchEnd::Covered, read)) => {
                    traffic.join(read);
                    Ok(())
                }
                Ok((SearchEnd::Failed(failure), _)) => Err(Dropped::Fails(failure)),
                Ok((SearchEnd::Undecided(reasons), _)) => Err(Dropped::Undecided(reasons)),
                Err(error) if error.is_out_of_memory() => Err(Dropped::Undecided(vec![Reason::OutOfMemory])),
                Err(error) => Err(Dropped::Undecided(vec![Reason::ReachFailed(Box::new(error))])),
            }
        });
        if let Err(dropped) = searched {
            runs.dropped = dropped;
        }
        runs.disturbed = traffic;
        runs
    }

    fn search_options(&self) -> Options {
        Options { drops: true, jobs: 1, rules: self.options.rules.clone(), ..Options::new(Strategy::Paths) }
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
        for text in [
            "nothing;false;false;;\n",
            "never;false;false;;\n",
            "all;true;false;;\n",
            "up to height=1;false;false;8,9;10\n",
        ] {
            trial::<DropRuns>(text);
        }
    }
}
