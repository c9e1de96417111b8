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

/// What is known of the states that operations reach.
#[derive(Clone, Debug)]
enum Answer {
    /// All are among those that were checked.
    Contained,
    /// One is not, so that nothing can be said about the check.
    Outside(String),
    /// Nothing was reached, because of this.
    NotTried(String),
}

impl Reached {
    /// The same result, unless it passes and a state is reached that is none of those it was checked on. If none was
    /// reached, why.
    pub(super) fn hold_against(
        &self,
        job: &Job,
        options: &CheckOptions,
        deepened: Deepened,
        go_on: &dyn Fn() -> bool,
    ) -> (Deepened, Option<String>) {
        if !matches!(deepened.verdict, Verdict::Holds) {
            return (deepened, None);
        }
        let answer = self.ask(job, options, go_on).unwrap_or_else(|error| Answer::Outside(error.to_string()));
        match answer {
            Answer::Contained => (deepened, None),
            Answer::Outside(reason) => (Deepened { verdict: Verdict::Unknown(reason), ..deepened }, None),
            Answer::NotTried(reason) => (deepened, Some(reason)),
        }
    }

    fn ask(&self, job: &Job, options: &CheckOptions, go_on: &dyn Fn() -> bool) -> Result<Answer, ReachableError> {
        let Some(inquiry) = inquire(&job.module, &job.check.path, &options.bounds)? else {
            // Structures are what checks borrow.
            let has_structures = job.check.args.iter().any(|arg| arg.ty.starts_with('&'));
            let several = || Answer::NotTried("there are several structures".to_owned());
            return Ok(if has_structures { several() } else { Answer::Contained });
        };
        let key = (job.check.package.clone(), inquiry.subject().clone());
        let known = self.0.lock().ok().and_then(|known| known.get(&key).cloned());
        if let Some(answer) = known {
            return Ok(answer);
        }
        let answer = match inquiry.answer(Bdd::default(), go_on)? {
            Reachable::Outside(outsider) => Answer::Outside(outsider.to_string()),
            Reachable::Contained { is_complete: true, .. } => Answer::Contained,
            // Other checks are told the same: for them, too, it is too late.
            _ if !go_on() => Answer::NotTried("the search was stopped".to_owned()),
            Reachable::Contained { .. } => Answer::Contained,
            Reachable::NotTried(reason) => Answer::NotTried(reason),
        };
        if let Ok(mut known) = self.0.lock() {
            known.insert(key, answer.clone());
        }
        Ok(answer)
    }
}
