//! Constant memory: data segments that no run has written to.

use std::ops::Range;

use super::term::TableId;

/// The segments that are still constant.
#[derive(Debug, Default)]
pub(super) struct Constants {
    segments: Vec<(Range<u32>, TableId)>,
    /// From the first segment's start to the last one's end: stores outside need no search of the list.
    around: Range<u32>,
}

impl Constants {
    pub(super) fn add(&mut self, range: Range<u32>, table: TableId) {
        if range.is_empty() {
            return;
        }
        let around = if self.segments.is_empty() { range.clone() } else { self.around.clone() };
        self.around = around.start.min(range.start)..around.end.max(range.end);
        self.segments.push((range, table));
    }

    /// The segment that contains all of these bytes.
    pub(super) fn find(&self, address: u32, len: u32) -> Option<&(Range<u32>, TableId)> {
        let holds = |range: &Range<u32>| range.start <= address && address + len <= range.end;
        self.segments.iter().find(|(range, _)| holds(range))
    }

    /// The ranges of the segments.
    pub(super) fn ranges(&self) -> impl Iterator<Item = &Range<u32>> {
        self.segments.iter().map(|(range, _)| range)
    }

    /// Notes a write: a segment with these bytes is no longer constant, for this run and all later ones.
    #[inline(always)]
    pub(super) fn written(&mut self, address: u32, len: u32) {
        if address < self.around.end && address + len > self.around.start {
            self.drop_at(address..address + len);
        }
    }

    #[cold]
    fn drop_at(&mut self, written: Range<u32>) {
        self.segments.retain(|(range, _)| range.end <= written.start || written.end <= range.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::track::Terms;

    #[test]
    fn a_written_segment_is_constant_no_longer() {
        let mut terms = Terms::default();
        let mut constants = Constants::default();
        let (first, second) = (terms.table(100, &[1, 2, 3]), terms.table(200, &[4, 5]));
        let find = |constants: &Constants, address, len| constants.find(address, len).map(|(_, table)| *table);
        constants.add(100..103, first);
        constants.add(200..202, second);
        assert_eq!(
            [find(&constants, 100, 3), find(&constants, 201, 1), find(&constants, 102, 2)],
            [Some(first), Some(second), None]
        );
        constants.written(103, 97);
        assert!(constants.find(100, 1).is_some() && constants.find(200, 1).is_some());
        constants.written(99, 2);
        assert_eq!([find(&constants, 101, 1), find(&constants, 200, 2)], [None, Some(second)]);
    }
}
