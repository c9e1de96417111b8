//! Checks in which something around the operation goes wrong: a callback panics, a trait lies, an allocation fails.
//!
//! In a build with such places a check holds only if it also holds where something goes wrong at one of them. Each place of each kind is
//! searched like the check itself, over all valid states, until no run comes to the next place. What is asked then:
//!
//! - **after a panic or a lie**: no memory error, while the panic unwinds and when the structures are dropped as they are left. If they are
//!   left valid, nothing need be tried: that valid structures can be dropped and used is what the other gates say.
//!   `panic_safe` asks for a valid structure after a panic.
//! - **after a failed allocation**: everything but the effect. Code may also give up (`handle_alloc_error`).
//! - **where the operation has caught the panic itself**: everything but the effect.
//!
//! **Why no place is missed.** Places are counted in the order of a run, and a search at place n makes one run for each class of states. Its
//! runs go as those without a disturbance up to the place. If no run of it comes to place n, no run has n places.
//!
//! Operations on what a panic or a lie has left are run from states that operations reach (`reachable`).

use std::sync::Arc;

use glassbox_space::Bdd;
use glassbox_vm::module::Module;

use crate::catalog::Subject;
use crate::hidden::Traffic;
use crate::kept::{Kept, Part, fields, is_root_of_disturbed, list};
use crate::observer::{Muted, Phase, SharedObserver};
use crate::planned::{Planned, at_each_place};
use crate::result::{Bounds, Failure, Reason, SearchEnd, StoppedAt};
use crate::search::{Keeping, Options, SpareMachines, Task, deepen_with, search_with};
use crate::statics::Statics;

/// Result of the searches in which something goes wrong.
#[derive(Clone, Debug)]
pub(crate) enum Disturbed {
    /// All that is asked holds. This is what the runs read and left in statics; then, of which checks it is not known what they leave there.
    Holds { traffic: Box<Traffic>, incomplete: Vec<String> },
    /// One of them shows a bug.
    Fails(Box<Failure>),
    /// One of them decides nothing.
    Undecided(Vec<Reason>),
}

impl Part for Disturbed {
    const KIND: &'static str = "disturbed";

    fn write(&self) -> Option<String> {
        let Self::Holds { traffic, .. } = self else { return None };
        let reads = traffic.read().iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        traffic.is_silent().then(|| format!("{};{reads}\n", traffic.uses_seed))
    }

    fn read(text: &str) -> Option<Self> {
        let [uses_seed, reads] = fields(text.strip_suffix('\n')?, ';')?;
        let traffic = Traffic::silent(list::<u32>(reads)?, uses_seed.parse().ok()?);
        Some(Self::Holds { traffic: Box::new(traffic), incomplete: Vec::new() })
    }

    fn is_anywhere(&self) -> bool {
        matches!(self, Self::Holds { traffic, .. } if traffic.read().is_empty())
    }
}

/// A check, as it was searched without disturbances.
pub(crate) struct Disturb<'a, 'o> {
    pub(crate) module: &'a Arc<Module>,
    pub(crate) subject: &'a Subject,
    /// The largest bounds of that search.
    pub(crate) bounds: &'a Bounds,
    pub(crate) options: &'a Options,
    pub(crate) observer: &'a SharedObserver<'o>,
    /// What its runs read and left in statics.
    pub(crate) usual: &'a Traffic,
    pub(crate) statics: &'a Statics<'a, 'o>,
    pub(crate) kept: Option<&'a Kept>,
}

impl Disturb<'_, '_> {
    pub(crate) fn judge(&self) -> Disturbed {
        let traffic = match self.kept_or_search() {
            Disturbed::Holds { traffic, .. } => traffic,
            shown => return shown,
        };
        match self.statics.judge_disturbed(&self.subject.path, self.usual, &traffic) {
            Ok(incomplete) => Disturbed::Holds { traffic, incomplete },
            Err(reason) => Disturbed::Undecided(vec![reason]),
        }
    }

    fn kept_or_search(&self) -> Disturbed {
        let search = || self.observer.phases(0).during(Phase::Disturbing, || self.search());
        let Some(kept) = self.kept else { return search() };
        let Options { strategy, fuel, .. } = self.options;
        let (path, bounds, limits) = (&self.subject.path, self.bounds, self.module.limits());
        let inputs = format!("{path} {:?} {bounds} {strategy:?} {fuel} {limits:?}", self.subject.kind);
        let made = || match search() {
            held @ Disturbed::Holds { .. } => Ok(held),
            other => Err(other),
        };
        match kept.part(self.module, &inputs, |export| is_root_of_disturbed(export, path), made) {
            Ok((disturbed, _)) | Err(disturbed) => disturbed,
        }
    }

    fn search(&self) -> Disturbed {
        let mut traffic = Box::<Traffic>::default();
        let machines = SpareMachines::default();
        let searched = at_each_place(self.module, |planned| {
            traffic.join(self.search_at(planned, &machines)?);
            Ok(())
        });
        searched.map_or_else(|end| end, |()| Disturbed::Holds { traffic, incomplete: Vec::new() })
    }

    /// Searches all valid states with one disturbance. Returns what the runs read and left in statics.
    fn search_at(&self, planned: &Arc<Planned>, machines: &SpareMachines) -> Result<Traffic, Disturbed> {
        let (module, path) = (self.module, self.subject.path.as_str());
        let task = Task { module, path, bounds: self.bounds, diagram: &Bdd::default };
        let options = Options { disturbance: Some(planned.clone()), audit: None, ..self.options.clone() };
        let mut muted = Muted::new(self.observer);
        let keeping = Keeping { machines: Some(machines), ..Keeping::default() };
        let searched = search_with(&task, &options, keeping, &SharedObserver::new(&mut muted));
        let mut searched = searched.map(|searched| (searched.end, searched.traffic));
        if let Ok((SearchEnd::Failed(_), _)) = &searched {
            // A smaller failure is easier to understand.
            let deepened = deepen_with(&task, &options, Keeping::default(), &SharedObserver::new(&mut muted));
            if let Ok(end @ SearchEnd::Failed(_)) = deepened.map(|deepened| deepened.end) {
                searched = Ok((end, Traffic::default()));
            }
        }
        if !self.observer.goes_on() {
            let stopped = Reason::Stopped { at: StoppedAt::Disturbing(planned.what()), cause: self.observer.cause() };
            return Err(Disturbed::Undecided(vec![stopped]));
        }
        let (end, traffic) = searched.map_err(|error| {
            let reason =
                if error.is_out_of_memory() { Reason::OutOfMemory } else { Reason::ReachFailed(Box::new(error)) };
            Disturbed::Undecided(vec![reason])
        })?;
        match end {
            SearchEnd::Covered => Ok(traffic),
            SearchEnd::Failed(failure) => Err(Disturbed::Fails(failure)),
            SearchEnd::Undecided(reasons) => Err(Disturbed::Undecided(reasons)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::trial;

    #[test]
    fn only_what_was_written_is_read() {
        for text in ["false;\n", "true;1048576,1048577\n"] {
            trial::<Disturbed>(text);
        }
    }
}
