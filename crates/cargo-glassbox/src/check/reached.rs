//! Before a check passes, states that operations reach are held against those that were checked.

use std::collections::BTreeMap;
use std::sync::Mutex;

use glassbox_engine::reachable::{Reachable, ReachableError, Subject, inquire};
use glassbox_engine::search::{Deepened, Verdict};
use glassbox_space::Bdd;

use super::Job;
use crate::args::resolved::CheckOptions;

/// What came of it, for each package and structure: many checks are about the same.
#[derive(Debug, Default)]
pub(super) struct Reached(Mutex<BTreeMap<(String, Subject), Answer>>);

/// Why nothing can be said about the check, if so.
type Answer = Option<String>;

impl Reached {
    /// The same result, unless it passes and a state is reached that is none of those it was checked on.
    pub(super) fn hold_against(
        &self,
        job: &Job,
        options: &CheckOptions,
        deepened: Deepened,
        go_on: &dyn Fn() -> bool,
    ) -> Deepened {
        if !matches!(deepened.verdict, Verdict::Holds) {
            return deepened;
        }
        let answer = self.ask(job, options, go_on).unwrap_or_else(|error| Some(error.to_string()));
        let verdict = answer.map_or(Verdict::Holds, Verdict::Unknown);
        Deepened { verdict, ..deepened }
    }

    fn ask(&self, job: &Job, options: &CheckOptions, go_on: &dyn Fn() -> bool) -> Result<Answer, ReachableError> {
        let Some(inquiry) = inquire(&job.module, &job.check.path, &options.bounds)? else { return Ok(None) };
        let key = (job.check.package.clone(), inquiry.subject().clone());
        let known = self.0.lock().ok().and_then(|known| known.get(&key).cloned());
        if let Some(answer) = known {
            return Ok(answer);
        }
        let answer = match inquiry.answer(Bdd::default(), go_on)? {
            Reachable::Outside(outsider) => Some(outsider.to_string()),
            Reachable::Contained { .. } | Reachable::NotTried(_) => None,
        };
        if let Ok(mut known) = self.0.lock() {
            known.insert(key, answer.clone());
        }
        Ok(answer)
    }
}
