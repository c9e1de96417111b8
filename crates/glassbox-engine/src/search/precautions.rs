//! What a search learns about the code that matters from the first run on.
//!
//! Two things show only when some run does them: that it writes to a data segment that was taken for constant, and that it
//! changes memory outside the structures. Runs before it were watched less closely. Nothing that they said is wrong, but
//! how many there are depends on what came first, and what they read outside is not known. So the search begins anew, with
//! the precautions that it now knows to need. Hardly any code needs one.

use std::ops::Range;

use glassbox_space::Diagram;

use crate::states::States;

/// What to do differently from what is enough for most code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Precautions {
    /// Data segments that are not constant.
    pub(super) written_segments: Vec<Range<u32>>,
    /// Watch what runs read outside the structures.
    pub(super) watches_outside: bool,
}

impl Precautions {
    /// These and those.
    pub(super) fn join(&mut self, other: &Self) {
        self.written_segments.extend(other.written_segments.iter().cloned());
        self.written_segments.sort_by_key(|range| (range.start, range.end));
        self.written_segments.dedup();
        self.watches_outside |= other.watches_outside;
    }

    /// Takes them.
    pub(super) fn take<D: Diagram>(&self, states: &mut States<D>) {
        let watched = self.watches_outside.then(|| states.outside.span());
        let tracker = states.guest.machine.tracker_mut();
        for range in &self.written_segments {
            tracker.forget_constants(range.clone());
        }
        tracker.watch_outside(watched);
    }
}
