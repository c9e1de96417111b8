//! Lays a state out where it differs from the last one.
//!
//! States that are run one after the other are much alike, and a run reads few nodes. So the machine goes back to an earlier state as
//! it was laid out, and only blocks that depend on a variable with another choice are laid again. The memory is the same, byte by byte, as if the
//! whole state had been laid. When states differ too much from that one, the next is kept in its place.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_vm::track::NamedByte;

use super::dependences::Laid;
use super::instance::{Instance, Read, holds};

/// So many blocks may differ from the state that is kept: keeping another costs as much as to lay some dozens.
const MOST_DIFFERENT: usize = 32;

impl Instance {
    /// Lays out a state, where it differs from the one that is kept.
    pub(crate) fn lay_differences(&mut self, choices: &[u32]) {
        let Some(dependences) = self.dependences.take() else {
            self.lay(&Read { choices: choices.to_vec(), resized: Vec::new() });
            return;
        };
        let record = self.record().clone();
        let changed: Vec<u32> = if let Some(laid) = self.laid.take() {
            self.restore_to(&laid.snapshot);
            let changed = dependences.changed(&laid.choices, choices);
            let was_there = |block: u32| holds(&record.blocks[block as usize].condition, &laid.choices);
            let is_there = |block: u32| holds(&record.blocks[block as usize].condition, choices);
            let changed = changed.into_iter().filter(|block| was_there(*block) || is_there(*block)).collect();
            self.laid = Some(laid);
            changed
        } else {
            self.restore();
            (0..).take(record.blocks.len()).collect()
        };
        for &index in &changed {
            let block = &record.blocks[index as usize];
            if !holds(&block.condition, choices) {
                // It may be freed already.
                let _ = self.machine.free_block(block.address);
                continue;
            }
            self.machine.unfree_block(block.address);
            let range = block.address..block.address + block.len;
            range.for_each(|at| self.machine.set_named_byte(at, NamedByte::UNDEFINED));
            for &cell in &dependences.cells_in[index as usize] {
                self.lay_cell(cell as usize, choices);
            }
            for &count in &dependences.counts_in[index as usize] {
                self.lay_count(&record.counts[count as usize], choices);
            }
        }
        self.dependences = Some(dependences);
        if self.laid.is_none() || changed.len() > MOST_DIFFERENT {
            self.keep(choices, &changed);
        }
    }

    /// Keeps the state that was laid out, in which these blocks differ from the one that was kept before.
    fn keep(&mut self, choices: &[u32], changed: &[u32]) {
        let mut with_numbers = self.laid.take().map(|laid| laid.with_numbers).unwrap_or_default();
        for &index in changed {
            let block = &self.record().blocks[index as usize];
            let (start, range) = (block.address, block.address..block.address + block.len);
            let exists = holds(&block.condition, choices);
            if exists && self.machine.tracker().number_of_a_name(range).is_some() {
                with_numbers.insert(start);
            } else {
                with_numbers.remove(&start);
            }
        }
        self.laid = Some(Laid { choices: choices.to_vec(), snapshot: self.machine.snapshot(), with_numbers });
    }

    /// [`kept_numbers`](Self::kept_numbers) of a run on a state that was laid with [`lay_differences`](Self::lay_differences). Looks
    /// only where something may have been written since the state that is kept.
    pub(crate) fn kept_numbers_since_laid(&self) -> BTreeSet<Option<u32>> {
        let Some(laid) = &self.laid else { return self.kept_numbers().collect() };
        let (touched, statics, heap) = (self.machine.touched(), self.machine.statics(), self.machine.heap());
        let in_touched = touched.iter().flat_map(|range| heap.live_in(range.clone()));
        let in_touched: BTreeMap<u32, u32> = in_touched.map(|block| (block.address, block.size)).collect();
        let untouched = laid.with_numbers.iter().filter(|block| !in_touched.contains_key(block));
        let is_live = |address: u32| heap.block_at_or_before(address).is_some_and(|block| block.freed.is_none());
        let mut kept: BTreeSet<Option<u32>> =
            untouched.filter(|block| is_live(**block)).map(|block| Some(*block)).collect();
        for (address, size) in in_touched {
            if self.has_number(Some(address), address..address + size) {
                kept.insert(Some(address));
            }
        }
        let touches_statics = touched.iter().any(|range| range.start < statics.end && range.end > statics.start);
        if touches_statics && self.has_number(None, statics) {
            kept.insert(None);
        }
        kept
    }
}
