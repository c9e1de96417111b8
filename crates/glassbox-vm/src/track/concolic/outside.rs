//! Memory outside the structures, mainly statics: the bytes that runs read before they write them.
//!
//! The host chooses the range; without one, nothing is recorded. A byte that a run has written before it reads it does not
//! depend on earlier runs.

use std::ops::Range;

use crate::memory::GuestAddr;
use crate::stop::Stop;

/// Reads and writes of runs in a range of memory.
#[derive(Debug)]
pub(super) struct Outside {
    range: Range<u32>,
    /// For each byte, whether this run has written it.
    written: Vec<bool>,
    /// Whether this run has written any byte.
    is_dirty: bool,
    /// For each byte, whether a run has read it before writing it.
    read: Vec<bool>,
    /// Breakpoint: a run that writes here stops, after the first `passes` writes.
    stop_at: Range<u32>,
    passes: u32,
}

impl Outside {
    pub(super) fn new(range: Range<u32>) -> Self {
        let len = range.len();
        Self { range, written: vec![false; len], is_dirty: false, read: vec![false; len], stop_at: 0..0, passes: 0 }
    }

    pub(super) fn begin_run(&mut self) {
        if self.is_dirty {
            self.written.fill(false);
            self.is_dirty = false;
        }
    }

    pub(super) fn stop_at(&mut self, range: Range<u32>, passes: u32) {
        (self.stop_at, self.passes) = (range, passes);
    }

    #[cold]
    pub(super) fn reads(&mut self, bytes: Range<u32>) {
        for index in self.inside(&bytes) {
            self.read[index] |= !self.written[index];
        }
    }

    #[cold]
    pub(super) fn writes(&mut self, bytes: Range<u32>) -> Result<(), Stop> {
        for index in self.inside(&bytes) {
            self.written[index] = true;
            self.is_dirty = true;
        }
        if bytes.start < self.stop_at.end && self.stop_at.start < bytes.end {
            if let Some(passes) = self.passes.checked_sub(1) {
                self.passes = passes;
                return Ok(());
            }
            return Err(Stop::Breakpoint { address: GuestAddr(bytes.start) });
        }
        Ok(())
    }

    /// Addresses of the bytes that were read before they were written.
    pub(super) fn read(&self) -> impl Iterator<Item = u32> + '_ {
        (self.range.start..).zip(&self.read).filter(|(_, read)| **read).map(|(address, _)| address)
    }

    /// The watched part of a range, as indices.
    fn inside(&self, bytes: &Range<u32>) -> Range<usize> {
        let start = bytes.start.max(self.range.start);
        let end = bytes.end.min(self.range.end).max(start);
        (start - self.range.start.min(start)) as usize..(end - self.range.start.min(end)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_read_before_it_is_written_counts() {
        let mut outside = Outside::new(100..110);
        outside.writes(90..102).unwrap();
        outside.reads(101..104);
        outside.reads(108..200);
        outside.reads(0..100);
        outside.reads(110..120);
        assert_eq!(outside.read().collect::<Vec<_>>(), [102, 103, 108, 109]);
        outside.begin_run();
        outside.reads(100..101);
        assert_eq!(outside.read().next(), Some(100), "the next run has not written it");
        outside.stop_at(105..106, 0);
        assert!(outside.writes(104..105).is_ok() && outside.writes(106..107).is_ok());
        assert!(outside.writes(104..106).is_err());
        outside.stop_at(105..106, 1);
        assert!(outside.writes(105..106).is_ok() && outside.writes(105..106).is_err(), "once it may");
    }
}
