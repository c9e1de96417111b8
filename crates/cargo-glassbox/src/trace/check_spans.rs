//! The tracks of a check, from the events of its decision.
//!
//! The first worker of a search has the track of the thread that decides the check: that thread waits for its workers, so their spans nest.

use glassbox_engine::observer::Event;
use glassbox_engine::result::Verdict;
use glassbox_report::why_slow::phase_name;

use super::json::TrackId;
use super::track::Track;

/// The tracks of a check: of its thread, and of further workers.
#[derive(Debug)]
pub(super) struct CheckSpans {
    thread: usize,
    path: String,
    tracks: Vec<Track>,
    is_finished: bool,
}

impl CheckSpans {
    pub(super) fn new(thread: usize, now: u64, path: &str) -> Self {
        let mut track = Track::default();
        track.begin(now, "check", path.to_owned());
        Self { thread, path: path.to_owned(), tracks: vec![track], is_finished: false }
    }

    /// All tracks. Those without spans are left out.
    pub(super) fn tracks(&self) -> impl Iterator<Item = (TrackId, &Track)> {
        let id = |worker| TrackId { thread: self.thread, worker };
        let tracks = self.tracks.iter().enumerate().map(move |(worker, track)| (id(worker), track));
        tracks.filter(|(_, track)| !track.ended().is_empty())
    }

    /// Ends all spans. A thread that is stuck may send events later, which are ignored.
    pub(super) fn finish(&mut self, now: u64) {
        self.tracks.iter_mut().for_each(|track| track.finish(now));
        self.is_finished = true;
    }

    pub(super) fn note(&mut self, now: u64, event: &Event<'_>) {
        if self.is_finished {
            return;
        }
        let [track, ..] = &mut self.tracks[..] else { return };
        match *event {
            Event::StepStarted { bounds } if bounds.iter().next().is_none() => {
                track.begin(now, "step", "all sizes".to_owned());
            }
            Event::StepStarted { bounds } => track.begin(now, "step", format!("up to {bounds}")),
            Event::StatesFound { transitions, .. } => track.argue("step", "cases", transitions.to_string()),
            Event::Deepened { runs, is_covered, .. } => {
                track.argue("step", "runs", runs);
                track.argue("step", "is_covered", is_covered);
                track.end_category(now, "step");
            }
            Event::StateExplored { operations, states, done: 0, of } => {
                track.end_category(now, "step");
                track.begin(now, "step", format!("{operations} operations"));
                track.argue("step", "from_states", of);
                track.argue("step", "states_before", states);
            }
            Event::Reached { states, is_complete } => {
                track.argue("check", "reached_states", states);
                track.argue("check", "are_all_reached", is_complete);
            }
            Event::Finished { outcome } => {
                track.end_category(now, "step");
                track.argue("check", "verdict", verdict(outcome.verdict()));
                track.argue("check", "is_kept", outcome.statistics().is_kept);
            }
            Event::PhaseBegan { worker, phase } => {
                let track = self.track_of(now, worker);
                if phase.is_of_run() {
                    track.begin_of_run(now);
                } else {
                    track.begin(now, "phase", phase_name(phase).to_owned());
                }
            }
            Event::PhaseEnded { worker, phase } => {
                let track = self.track_of(now, worker);
                if phase.is_of_run() {
                    track.end_of_run(now, phase);
                } else {
                    track.end_category(now, "phase");
                }
            }
            Event::Started { .. }
            | Event::RunFinished { .. }
            | Event::ClassCovered { .. }
            | Event::StateExplored { .. } => {}
        }
    }

    /// The track of a worker. Further workers have the path of the check as their outermost span, from their first phase on.
    fn track_of(&mut self, now: u64, worker: usize) -> &mut Track {
        while self.tracks.len() <= worker {
            let mut track = Track::default();
            track.begin(now, "worker", self.path.clone());
            self.tracks.push(track);
        }
        &mut self.tracks[worker]
    }
}

fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails(_) => "fails",
        Verdict::Unknown(_) => "unknown",
    }
}
