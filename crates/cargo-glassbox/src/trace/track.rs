//! Spans of one track: of the command, of a thread that decides checks, or of a worker.
//!
//! **Runs are added up.** Phases of runs have no spans of their own. They are collected in slices of at least [`SHORTEST_SLICE`], or a
//! fiftieth of the time that has passed in the enclosing span, whichever is longer. So the number of spans grows with the logarithm of the time, and not with the number of runs. A
//! slice becomes a span `runs`, with one span inside for each phase: its length is the sum of the phase in this slice, and it has the number of times as an
//! argument. These inner spans are in the order of a run; where they begin means nothing.

use glassbox_engine::observer::Phase;
use glassbox_report::why_slow::phase_name;
use serde_json::{Map, Value};

/// Nanoseconds of a slice, at least.
const SHORTEST_SLICE: u64 = 100_000_000;

/// Slices of an enclosing span that begin before its time is doubled.
const SLICES: u64 = 50;

/// Something that took time. Times are in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) category: &'static str,
    pub(super) name: String,
    pub(super) begin: u64,
    pub(super) end: u64,
    pub(super) args: Map<String, Value>,
}

/// The spans of a track.
#[derive(Debug, Default)]
pub(super) struct Track {
    /// Spans that have not ended, from the outermost.
    open: Vec<Span>,
    slice: Option<Slice>,
    /// Spans that have ended.
    ended: Vec<Span>,
}

/// Phases of runs, added up.
#[derive(Debug)]
struct Slice {
    begin: u64,
    /// The end of the last phase.
    end: u64,
    /// Begin of the current phase.
    since: u64,
    sums: [Sum; Phase::ALL.len()],
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    time: u64,
    times: u64,
}

impl Track {
    /// The spans that have ended.
    pub(super) fn ended(&self) -> &[Span] {
        &self.ended
    }

    /// Begins a span inside those that are open.
    pub(super) fn begin(&mut self, now: u64, category: &'static str, name: String) {
        self.end_slice(None);
        self.open.push(Span { category, name, begin: now, end: now, args: Map::new() });
    }

    /// Ends the innermost span.
    pub(super) fn end(&mut self, now: u64) {
        self.end_slice(None);
        self.ended.extend(self.open.pop().map(|span| Span { end: now, ..span }));
    }

    /// Ends the innermost span of a category, and all spans inside; nothing if there is none.
    pub(super) fn end_category(&mut self, now: u64, category: &str) {
        let Some(depth) = self.open.iter().rposition(|span| span.category == category) else { return };
        while self.open.len() > depth {
            self.end(now);
        }
    }

    /// Ends all spans.
    pub(super) fn finish(&mut self, now: u64) {
        while !self.open.is_empty() {
            self.end(now);
        }
        self.end_slice(None);
    }

    /// Adds an argument to the innermost span of a category that is open.
    pub(super) fn argue(&mut self, category: &str, name: &str, value: impl Into<Value>) {
        if let Some(span) = self.open.iter_mut().rfind(|span| span.category == category) {
            span.args.insert(name.to_owned(), value.into());
        }
    }

    /// Begins a phase of a run.
    pub(super) fn begin_of_run(&mut self, now: u64) {
        let outer = self.open.last().map_or(0, |span| span.begin);
        if let Some(slice) = &self.slice
            && now - slice.begin >= SHORTEST_SLICE.max((slice.begin - outer) / SLICES)
        {
            self.end_slice(Some(now));
        }
        let slice = self.slice.get_or_insert(Slice {
            begin: now,
            end: now,
            since: now,
            sums: [Sum::default(); Phase::ALL.len()],
        });
        slice.since = now;
    }

    /// Ends a phase of a run.
    pub(super) fn end_of_run(&mut self, now: u64, phase: Phase) {
        if let Some(slice) = &mut self.slice {
            let sum = &mut slice.sums[phase as usize];
            sum.time += now - slice.since;
            sum.times += 1;
            slice.end = now;
        }
    }

    /// Turns the slice into spans, up to `end`, or to the end of its last phase.
    fn end_slice(&mut self, end: Option<u64>) {
        let Some(Slice { begin, end: last, sums, .. }) = self.slice.take() else { return };
        let span = |name: &str, begin, end, times: u64| Span {
            category: "run",
            name: name.to_owned(),
            begin,
            end,
            args: Map::from_iter([("times".to_owned(), times.into())]),
        };
        let runs = sums[Phase::Running as usize].times;
        self.ended.push(span("runs", begin, end.unwrap_or(last), runs));
        let mut at = begin;
        for (phase, sum) in Phase::ALL.into_iter().zip(sums).filter(|(_, sum)| sum.times > 0) {
            self.ended.push(span(phase_name(phase), at, at + sum.time, sum.times));
            at += sum.time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(track: &Track) -> Vec<(&str, u64, u64)> {
        track.ended().iter().map(|span| (&*span.name, span.begin, span.end)).collect()
    }

    #[test]
    fn runs_are_added_up() {
        let mut track = Track::default();
        track.begin(0, "step", "height <= 1".to_owned());
        for run in 0..3 {
            let at = 100 + run * 50;
            track.begin_of_run(at);
            track.end_of_run(at + 10, Phase::Running);
            track.begin_of_run(at + 15);
            track.end_of_run(at + 20, Phase::Covering);
        }
        track.end(500);
        assert_eq!(
            spans(&track),
            [("runs", 100, 220), ("run the code", 100, 130), ("cover", 130, 145), ("height <= 1", 0, 500)]
        );
        assert_eq!(track.ended()[1].args["times"], 3);
    }

    /// A million runs of a millisecond.
    #[test]
    fn the_number_of_spans_does_not_grow_with_the_runs() {
        let mut track = Track::default();
        track.begin(0, "step", "height <= 9".to_owned());
        for run in 0..1_000_000 {
            track.begin_of_run(run * 1_000_000);
            track.end_of_run(run * 1_000_000 + 900_000, Phase::Running);
        }
        track.finish(1_000_000_000_000);
        assert!((500..1000).contains(&track.ended().len()), "{}", track.ended().len());
        let runs = track.ended().iter().filter(|span| span.name == "runs");
        assert_eq!(runs.map(|span| span.args["times"].as_u64().unwrap()).sum::<u64>(), 1_000_000);
    }

    #[test]
    fn what_is_open_ends_with_the_trace() {
        let mut track = Track::default();
        track.begin(0, "check", "a".to_owned());
        track.begin(10, "step", "b".to_owned());
        track.begin_of_run(20);
        track.end_of_run(30, Phase::Running);
        track.begin_of_run(40);
        track.finish(90);
        assert_eq!(spans(&track), [("runs", 20, 30), ("run the code", 20, 30), ("b", 10, 90), ("a", 0, 90)]);
    }
}
