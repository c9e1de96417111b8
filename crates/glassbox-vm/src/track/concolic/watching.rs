//! Observations that the host can ask for: reads, memory outside the structures, and the path of runs.

use super::footprint::Footprint;
use super::outside::Outside;
use super::state::Concolic;
use crate::memory::GuestAddr;
use crate::stop::Stop;

impl Concolic {
    /// Starts (or stops) a log of the bytes that runs load and copy. Each call clears it.
    pub fn log_reads(&mut self, on: bool) {
        self.reads = on.then(Vec::new);
    }

    /// Address and length of each read in the log, in order.
    pub fn reads(&self) -> &[(u32, u32)] {
        self.reads.as_deref().unwrap_or_default()
    }

    /// Starts to record which bytes of `range` runs read before they write them; `None` stops it.
    pub fn watch_outside(&mut self, range: Option<std::ops::Range<u32>>) {
        self.outside = range.map(|range| Box::new(Outside::new(range)));
    }

    /// Addresses of the watched bytes that a run read before it wrote them, in ascending order.
    pub fn read_outside(&self) -> Vec<u32> {
        self.outside.as_ref().map_or_else(Vec::new, |outside| outside.read().collect())
    }

    /// Sets a breakpoint: runs stop before they write to this part of the watched range, except for the first `passes` times.
    pub fn stop_at_write(&mut self, range: std::ops::Range<u32>, passes: u32) {
        if let Some(outside) = &mut self.outside {
            outside.stop_at(range, passes);
        }
    }

    /// Sets (or removes) a breakpoint: runs stop at the branch, switch or access that makes one decision more than this.
    pub fn stop_at_decision(&mut self, most: Option<usize>) {
        self.most_decisions = most;
    }

    /// Stops the run if it has made too many decisions.
    #[inline(always)]
    pub(super) fn stop_if_decided(&self) -> Result<(), Stop> {
        match self.most_decisions {
            Some(most) if self.log.decisions().len() > most => Err(Stop::Breakpoint { address: GuestAddr(0) }),
            _ => Ok(()),
        }
    }

    /// Starts (or stops) recording the path of runs. Each call begins a new footprint.
    pub fn note_footprint(&mut self, on: bool) {
        self.footprint = on.then(Footprint::default);
    }

    /// The path of runs since recording began.
    pub fn footprint(&self) -> Option<Footprint> {
        self.footprint
    }

    /// Notes from now on whether runs read bytes of `statics`.
    pub fn watch_statics(&mut self, statics: std::ops::Range<u32>) {
        self.statics = statics;
        self.has_read_statics = false;
    }

    /// Whether the run has read a byte of the watched statics.
    pub fn has_read_statics(&self) -> bool {
        self.has_read_statics
    }

    #[inline(always)]
    pub(super) fn log_read(&mut self, address: u32, len: u32) {
        if address < self.statics.end && address + len > self.statics.start {
            self.has_read_statics = true;
            self.note_unknown_read(address, len);
        }
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
