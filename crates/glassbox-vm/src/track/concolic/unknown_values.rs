//! What a run does with bytes whose values are unknown. `unknown.rs` has the argument.

use std::collections::BTreeSet;

use super::state::Concolic;
use super::term::TermId;
use super::unknown::{FIRST_VARIABLE, Unknown};
use crate::memory::Memory;
use crate::track::word::Word;

impl Concolic {
    /// Makes the values of bytes unknown, from the current memory on. The host takes a snapshot afterwards.
    pub(crate) fn make_unknown(&mut self, memory: &Memory, bytes: &BTreeSet<u32>) {
        for (variable, &address) in (FIRST_VARIABLE..).zip(bytes) {
            self.constants.written(address, 1);
            // A value for which every bit may be set: no byte of the term may be taken for zero.
            let term = self.terms.variable(variable, &[Word::defined(u64::from(memory.bytes()[address as usize]) | 1)]);
            self.set_bytes(address, 1, term);
        }
        self.unknown = (!bytes.is_empty()).then(|| Box::new(Unknown { bytes: bytes.clone(), ..Unknown::default() }));
    }

    /// Whether the run depended on an unknown byte: by a decision, or by a read after [`forget_unknown`](Self::forget_unknown).
    pub fn depended_on_unknown(&self) -> bool {
        self.unknown.as_ref().is_some_and(|unknown| unknown.decides)
    }

    /// Whether a value depends on an unknown byte.
    pub fn is_unknown(&mut self, term: TermId) -> bool {
        let Self { unknown, terms, .. } = self;
        term.is_some() && unknown.as_mut().is_some_and(|unknown| unknown.depends(terms, term))
    }

    /// Bytes of memory that depend on an unknown byte and are not unknown themselves, in ascending order.
    pub fn bytes_that_depend_on_unknown(&mut self) -> Vec<u32> {
        let Self { unknown, terms, bytes, .. } = self;
        let Some(unknown) = unknown else { return Vec::new() };
        let all = bytes.all().into_iter().map(|(address, _)| (address, bytes.get(address).term()));
        let depends = all.filter(|(address, term)| !unknown.bytes.contains(address) && unknown.depends(terms, *term));
        depends.map(|(address, _)| address).collect()
    }

    /// From now on, until the run is over, unknown bytes have the values of this state, and reading one counts as depending
    /// on it. For the host, which looks at the memory after a run.
    pub fn forget_unknown(&mut self) {
        let Some(unknown) = &mut self.unknown else { return };
        unknown.reads_count = true;
        for &address in &unknown.bytes {
            self.bytes.clear(address..address + 1);
        }
    }

    pub(super) fn decides_on_unknown(&mut self, term: TermId) -> bool {
        let is_unknown = self.is_unknown(term);
        if let Some(unknown) = &mut self.unknown {
            unknown.decides |= is_unknown;
        }
        is_unknown
    }

    #[cold]
    pub(super) fn note_unknown_read(&mut self, address: u32, len: u32) {
        if let Some(unknown) = &mut self.unknown {
            unknown.decides |= unknown.reads_count && unknown.bytes.range(address..address + len).next().is_some();
        }
    }
}
