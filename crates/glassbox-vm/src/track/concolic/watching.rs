//! What the host wants to know about runs beside their decisions: reads, memory outside the structures, which way they go.

use super::footprint::Footprint;
use super::outside::Outside;
use super::state::Concolic;

impl Concolic {
    /// From now on, and until the next call, remembers which bytes are loaded and copied.
    pub fn log_reads(&mut self, on: bool) {
        self.reads = on.then(Vec::new);
    }

    /// Address and length of what was read since the log was begun, in order.
    pub fn reads(&self) -> &[(u32, u32)] {
        self.reads.as_deref().unwrap_or_default()
    }

    /// From now on, notes which bytes of `range` runs read before they write them; none: nothing is noted any longer.
    pub fn watch_outside(&mut self, range: Option<std::ops::Range<u32>>) {
        self.outside = range.map(|range| Box::new(Outside::new(range)));
    }

    /// Addresses of the watched bytes that a run has read before it wrote them, in ascending order.
    pub fn read_outside(&self) -> Vec<u32> {
        self.outside.as_ref().map_or_else(Vec::new, |outside| outside.read().collect())
    }

    /// From now on, stops runs before they write to this part of what is watched, except for the first `passes` times: to
    /// find out where they do.
    pub fn stop_at_write(&mut self, range: std::ops::Range<u32>, passes: u32) {
        if let Some(outside) = &mut self.outside {
            outside.stop_at(range, passes);
        }
    }

    /// From now on, notes which way runs go; the note begins anew with every call.
    pub fn note_footprint(&mut self, on: bool) {
        self.footprint = on.then(Footprint::default);
    }

    /// Which way runs went since the note was begun.
    pub fn footprint(&self) -> Option<Footprint> {
        self.footprint
    }

    #[inline(always)]
    pub(super) fn log_read(&mut self, address: u32, len: u32) {
        if let Some(reads) = &mut self.reads {
            reads.push((address, len));
        }
        if let Some(outside) = &mut self.outside {
            outside.reads(address..address + len);
        }
    }

    #[inline(always)]
    pub(super) fn note_way(&mut self, way: u64) {
        if let Some(footprint) = &mut self.footprint {
            footprint.went(way);
        }
    }
}
