//! Events as lines of JSON, for programs that watch: `--events FILE`.
//!
//! Each line has the time since the start, the check and the name of the event. Runs are not written one by one: a search makes thousands of them in a second.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use glassbox_engine::observer::Event;
use glassbox_engine::result::{Bounds, Verdict};
use serde_json::{Map, Value, json};

use crate::clock::Moment;
use crate::error::Error;

/// The file of events.
#[derive(Clone, Debug)]
pub(super) struct Events {
    started: Moment,
    out: Arc<Mutex<BufWriter<File>>>,
}

impl Events {
    pub(super) fn create(path: &Path, started: Moment) -> Result<Self, Error> {
        let file = File::create(path).map_err(|source| Error::Report { path: path.to_owned(), source })?;
        Ok(Self { started, out: Arc::new(Mutex::new(BufWriter::new(file))) })
    }

    /// Writes an event, unless it is one of many.
    pub(super) fn note(&self, check: &str, event: &Event<'_>) {
        let Some(Value::Object(details)) = line(event) else { return };
        let seconds = json!(self.started.age().as_secs_f64());
        let head = [("seconds".to_owned(), seconds), ("check".to_owned(), check.into())];
        let line = Value::Object(head.into_iter().chain(details).collect::<Map<_, _>>());
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever watches sees it at once. If the file cannot be written, verdicts do not depend on it.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }
}

fn numbers(bounds: &Bounds) -> Value {
    bounds.iter().map(|(name, value)| (name.to_owned(), json!(value))).collect::<Map<_, _>>().into()
}

/// The event as JSON; none if it is one of many.
fn line(event: &Event<'_>) -> Option<Value> {
    Some(match event {
        Event::Started { .. } => json!({ "event": "started" }),
        Event::StepStarted { bounds } => json!({ "event": "step-started", "bounds": numbers(bounds) }),
        Event::StatesFound { bounds, transitions } => {
            json!({ "event": "states-found", "bounds": numbers(bounds), "cases": transitions.to_string() })
        }
        Event::RunFinished { fails: true } => json!({ "event": "run-failed" }),
        Event::Deepened { bounds, runs, is_covered } => {
            json!({ "event": "deepened", "bounds": numbers(bounds), "runs": runs, "is_covered": is_covered })
        }
        Event::StateExplored { operations, states, done: 0, of } => {
            json!({ "event": "level-started", "operations": operations, "states": states, "before": of })
        }
        Event::Reached { states, is_complete } => {
            json!({ "event": "reached", "states": states, "is_complete": is_complete })
        }
        Event::Finished { outcome } => {
            let verdict = match outcome.verdict() {
                Verdict::Holds => "holds",
                Verdict::Fails(_) => "fails",
                Verdict::Unknown(_) => "unknown",
            };
            json!({ "event": "finished", "verdict": verdict })
        }
        Event::RunFinished { fails: false }
        | Event::ClassCovered { .. }
        | Event::StateExplored { .. }
        | Event::PhaseBegan { .. }
        | Event::PhaseEnded { .. } => return None,
    })
}
