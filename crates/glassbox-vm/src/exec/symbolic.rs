//! What the host does to a machine with terms, between runs.

use super::Machine;
use crate::track::{Concolic, TermId, Word};

impl Machine<Concolic> {
    /// Data segments are constant memory from now on, until a run writes to them. To be called once the guest is
    /// set up, before the first run.
    pub fn seal(&mut self) {
        let module = self.module.clone();
        let segments = module.data.iter().filter_map(|segment| {
            let start = self.constant(segment.active?) as u32;
            Some(start..start + segment.bytes.len() as u32)
        });
        let segments: Vec<_> = segments.collect();
        self.tracker.seal(&self.memory, segments.into_iter());
    }

    /// Writes `len` bytes (at most 8, in bounds) of `word` to `address`: the value that `term` has in this state.
    pub fn plant(&mut self, address: u32, len: u32, term: TermId, word: Word) {
        let bytes = self.memory.get_mut(address, len).expect("the host plants inside the memory");
        bytes.copy_from_slice(&word.bits().to_le_bytes()[..len as usize]);
        self.tracker.plant(address, len, term, word);
    }
}
