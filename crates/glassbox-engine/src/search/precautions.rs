//! Precautions that a search needs from the first run on.
//!
//! Two facts show only when some run does them: it writes to a data segment that was taken for constant, or it reads or
//! changes memory outside the structures. Earlier runs were observed less closely. Their results are not wrong, but the number
//! of runs depends on the order of runs, and their reads outside the structures are not known. So the search restarts,
//! with the precautions that it needs. Hardly any code needs one.

use std::ops::Range;

use glassbox_space::Diagram;

use crate::states::States;

/// Precautions beyond those that most code needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Precautions {
    /// Data segments that are not constant.
    pub(super) written_segments: Vec<Range<u32>>,
    /// Watch what runs read outside the structures.
    pub(super) watches_outside: bool,
}

impl Precautions {
    /// Adds the precautions of `other`.
    pub(super) fn join(&mut self, other: &Self) {
        self.written_segments.extend(other.written_segments.iter().cloned());
        self.written_segments.sort_by_key(|range| (range.start, range.end));
        self.written_segments.dedup();
        self.watches_outside |= other.watches_outside;
    }

    /// Whether all precautions of `other` are among these.
    pub(super) fn include(&self, other: &Self) -> bool {
        let mut both = self.clone();
        both.join(other);
        both == *self
    }

    /// Applies the precautions to the machine.
    pub(super) fn take<D: Diagram>(&self, states: &mut States<D>) {
        let watched = self.watches_outside.then(|| states.outside.span());
        let statics = states.guest.machine.writable_statics();
        let tracker = states.guest.machine.tracker_mut();
        for range in &self.written_segments {
            tracker.forget_constants(range.clone());
        }
        tracker.watch_outside(watched);
        tracker.watch_statics(statics);
    }
}
