//! Bytes whose values at the start of a run are unknown, such as a static that counts calls.
//!
//! Each such byte has a term of its own, which stands for any value. A run is the same for all values if nothing that the
//! host can see depends on such a term: no decision, and no byte outside these bytes. Then the values flow only into
//! themselves. The argument is the one of terms (see the module's documentation) with the unknown values as further
//! variables: the path depends on decisions only, and none is about them.

use std::collections::BTreeSet;

use super::state::Concolic;
use super::term::{Term, TermId, Terms};
use crate::memory::Memory;
use crate::track::word::Word;

/// The variable of the first unknown byte; later ones count up. No variable of a space has such a number.
const FIRST_VARIABLE: u32 = 1 << 31;

/// Unknown bytes, and what depends on them.
#[derive(Debug, Default)]
pub(super) struct Unknown {
    bytes: BTreeSet<u32>,
    /// For each term whether it depends on an unknown byte, as far as computed.
    depends: Vec<bool>,
    /// Whether the run has depended on one.
    decides: bool,
    /// Whether reads count as well, whatever becomes of them.
    reads_count: bool,
}

impl Unknown {
    pub(super) fn begin_run(&mut self) {
        (self.decides, self.reads_count) = (false, false);
    }

    fn depends(&mut self, terms: &Terms, term: TermId) -> bool {
        for index in self.depends.len()..=term.index() as usize {
            let id = TermId::from_index(index as u32);
            let own = matches!(terms.term(id), Term::Variable { variable, .. } if variable >= FIRST_VARIABLE);
            let (operands, n_operands) = terms.operands(id);
            let depends = own || operands[..n_operands].iter().any(|operand| self.depends[operand.index() as usize]);
            self.depends.push(depends);
        }
        self.depends[term.index() as usize]
    }
}

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
