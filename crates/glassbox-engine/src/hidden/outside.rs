//! Memory outside the structures: its address ranges, and the bytes that invariants read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use glassbox_abi::Skeleton as Record;
use glassbox_vm::exec::Snapshot;
use glassbox_vm::track::Concolic;

use super::changes::Changes;
use crate::guest::Guest;
use crate::seed::Seed;

/// Memory outside the structures.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// Address ranges in ascending order, with memory of the structures between any two.
    pub(super) ranges: Vec<Range<u32>>,
    /// Bytes that invariants read while the valid states were computed.
    pub(super) read: BTreeSet<u32>,
    /// Whether an operation read a static that may be written to. Reads of invariants are recorded anyway.
    pub(crate) is_read: bool,
    /// The seed of std's hashers.
    pub(super) seed: Seed,
    /// Whether a run, or an invariant, depends on a byte whose value is unknown.
    pub(super) depends_on_unknown: bool,
    /// Statics that depend on a byte whose value is unknown.
    pub(super) spread: BTreeSet<u32>,
    /// Changes of the run so far.
    changes: Changes,
}

impl Outside {
    /// Expects that the guest has laid out the structures, and the host has not allocated anything since.
    pub(crate) fn new(guest: &Guest, record: &Record) -> Self {
        let heap = guest.machine.heap();
        let block = |address: u32, len: u32, is_outside: bool| (address..address + len.max(1), is_outside);
        let inside: BTreeSet<u32> = record.blocks.iter().map(|block| block.address).collect();
        let is_outside = |address: u32, size: u32| inside.range(address..address + size.max(1)).next().is_none();
        let others = heap.live().filter(|other| is_outside(other.address, other.size));
        let mut blocks: Vec<(Range<u32>, bool)> = others.map(|other| block(other.address, other.size, true)).collect();
        blocks.extend(record.blocks.iter().map(|own| block(own.address, own.len, false)));
        blocks.sort_by_key(|(range, _)| range.start);
        let ranges = std::iter::once(guest.machine.statics()).chain(join(blocks));
        Self { ranges: ranges.collect(), seed: guest.seed.clone(), ..Self::default() }
    }

    /// Leaves out blocks, given by first address and size, that listed values of the structures own. The judge compares these
    /// values with all that they own, so nothing that a run leaves there is hidden.
    pub(crate) fn leave_out(&mut self, listed: &BTreeMap<u32, u32>) {
        let ranges = self.ranges.iter().flat_map(|range| {
            let inside = listed.range(range.clone()).map(|(start, size)| *start..start + (*size).max(1));
            let starts = std::iter::once(range.start).chain(inside.clone().map(|block| block.end));
            let ends = inside.map(|block| block.start).chain([range.end]);
            starts.zip(ends).map(|(start, end)| start..end).filter(|rest| !rest.is_empty()).collect::<Vec<_>>()
        });
        self.ranges = ranges.collect();
    }

    /// From the first byte to the last one.
    pub(crate) fn span(&self) -> Range<u32> {
        let end = self.ranges.iter().map(|range| range.end).max();
        self.ranges.first().map_or(0, |range| range.start)..end.unwrap_or(0)
    }

    /// Starts to record reads outside the structures.
    pub(crate) fn watch(&self, guest: &mut Guest) {
        guest.machine.tracker_mut().watch_outside(Some(self.span()));
    }

    /// Stores the bytes that invariants read since, and stops recording.
    pub(crate) fn remember_reads(&mut self, guest: &mut Guest) {
        self.read = self.read_by(guest).collect();
        guest.machine.tracker_mut().watch_outside(None);
    }

    /// Bytes outside the structures that runs have read since recording began.
    pub(super) fn read_by(&self, guest: &Guest) -> impl Iterator<Item = u32> + '_ {
        guest.machine.tracker().read_outside().into_iter().filter(|&address| self.contains(address))
    }

    /// Invariants must not have read bytes whose values are unknown.
    pub(crate) fn forbid(&mut self, unknown: &BTreeSet<u32>) {
        self.depends_on_unknown |= !self.read.is_disjoint(unknown);
    }

    /// Notes what an operation did, before it is judged: whether it read statics, and which memory depends on bytes whose
    /// values are unknown.
    pub(crate) fn note_operation(&mut self, guest: &mut Guest) {
        self.is_read |= guest.machine.tracker().has_read_statics();
        let returned = guest.host().returned.map(|(_, value)| value.shadow.term);
        let statics = guest.machine.statics();
        let dependent = guest.machine.tracker_mut().bytes_that_depend_on_unknown();
        let heap = guest.machine.heap();
        let is_live = |address: u32| {
            let block = heap.block_at_or_before(address).filter(|block| address < block.address + block.size);
            block.is_some_and(|block| block.freed.is_none())
        };
        // The stack is gone when the run is over.
        let in_heap = dependent.iter().any(|&address| address >= statics.end && is_live(address));
        self.spread.extend(dependent.into_iter().filter(|address| statics.contains(address)));
        let tracker = guest.machine.tracker_mut();
        self.depends_on_unknown |= in_heap || returned.is_some_and(|term| tracker.is_unknown(term));
        tracker.forget_unknown();
    }

    /// Notes what the run, or the judge, has changed since its start, and whether it depended on unknown bytes.
    pub(crate) fn note_changes(&mut self, guest: &mut Guest, start: &Snapshot<Concolic>) {
        self.note_unknown(guest);
        self.changes.join(Changes::now(guest, &self.ranges, &self.seed, start));
    }

    /// Forgets the changes of the run, and returns them.
    pub(crate) fn take_changes(&mut self) -> Changes {
        std::mem::take(&mut self.changes)
    }

    /// Forgets whether a run depended on bytes whose values are unknown, and returns it.
    pub(crate) fn take_unknown(&mut self) -> bool {
        std::mem::take(&mut self.depends_on_unknown)
    }

    /// Notes that a run depended on bytes whose values are unknown.
    pub(crate) fn add_unknown(&mut self, depends: bool) {
        self.depends_on_unknown |= depends;
    }

    /// Notes whether a run, or the judge, depended on bytes whose values are unknown.
    pub(crate) fn note_unknown(&mut self, guest: &Guest) {
        self.depends_on_unknown |= guest.machine.tracker().depended_on_unknown();
    }

    fn contains(&self, address: u32) -> bool {
        let after = self.ranges.partition_point(|range| range.start <= address);
        self.ranges[..after].last().is_some_and(|range| address < range.end)
    }
}

/// Joins neighbours on the same side. Memory between two blocks belongs to no block, and no run can access it.
fn join(places: Vec<(Range<u32>, bool)>) -> Vec<Range<u32>> {
    let mut joined: Vec<(Range<u32>, bool)> = Vec::new();
    for (range, is_outside) in places {
        match joined.last_mut() {
            Some((last, last_is_outside)) if *last_is_outside == is_outside => last.end = last.end.max(range.end),
            _ => joined.push((range, is_outside)),
        }
    }
    joined.into_iter().filter(|(_, is_outside)| *is_outside).map(|(range, _)| range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_listed_values_are_left_out() {
        let mut outside = Outside { ranges: vec![10..20, 30..40], ..Outside::default() };
        outside.leave_out(&BTreeMap::from([(10, 2), (15, 3), (36, 4)]));
        assert_eq!(outside.ranges, [12..15, 18..20, 30..36]);
    }
}
