//! The file of a trace: Chrome's JSON object format, with one event in each line.

use std::collections::BTreeSet;
use std::io;

use serde_json::{Value, json};

use super::track::{Span, Track};

/// A track of the command, of a thread that decides checks, or of one of its further workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TrackId {
    /// Number of the thread; 0 for the command.
    pub(super) thread: usize,
    /// Number of the worker; 0 for the thread itself.
    pub(super) worker: usize,
}

/// The track of the command.
pub(super) const COMMAND: TrackId = TrackId { thread: 0, worker: 0 };

impl TrackId {
    /// Its number in the file, in which tracks are sorted.
    fn number(self) -> usize {
        self.thread * 1000 + self.worker
    }

    fn name(self) -> String {
        match self {
            COMMAND => "command".to_owned(),
            Self { thread, worker: 0 } => format!("checks {thread}"),
            Self { thread, worker } => format!("checks {thread}, worker {}", worker + 1),
        }
    }
}

/// Writes tracks. Several checks have the same one, one after the other.
pub(super) fn write<'a>(tracks: impl Iterator<Item = (TrackId, &'a Track)>, out: &mut dyn io::Write) -> io::Result<()> {
    let tracks: Vec<_> = tracks.collect();
    let ids: BTreeSet<TrackId> = tracks.iter().map(|(id, _)| *id).collect();
    let process = json!({ "ph": "M", "name": "process_name", "pid": 1, "args": { "name": "cargo glassbox" } });
    let names = ids.into_iter().map(
        |id| json!({ "ph": "M", "name": "thread_name", "pid": 1, "tid": id.number(), "args": { "name": id.name() } }),
    );
    let spans = tracks.iter().flat_map(|(id, track)| track.ended().iter().map(|span| event(*id, span)));
    write!(out, "{{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")?;
    for (index, event) in [process].into_iter().chain(names).chain(spans).enumerate() {
        write!(out, "{}{event}", if index == 0 { "\n" } else { ",\n" })?;
    }
    writeln!(out, "\n]}}")
}

/// A span as an event. Times are rounded down to microseconds, so that nested spans stay nested.
fn event(id: TrackId, span: &Span) -> Value {
    let Span { category, name, begin, end, args } = span;
    let (begin, end) = (begin / 1000, end / 1000);
    json!({ "ph": "X", "name": name, "cat": category, "pid": 1, "tid": id.number(), "ts": begin, "dur": end - begin, "args": args })
}
