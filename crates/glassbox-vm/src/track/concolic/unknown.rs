//! Bytes whose values at the start of a run are unknown, such as a static that counts calls.
//!
//! Each such byte has a term of its own, which stands for any value. A run is the same for all values if nothing that the
//! host can see depends on such a term: no decision, and no byte outside these bytes. Then the values flow only into
//! themselves. The argument is the one of terms (see the module's documentation) with the unknown values as further
//! variables: the path depends on decisions only, and none is about them.

use std::collections::BTreeSet;

use super::term::{Term, TermId, Terms};

/// The variable of the first unknown byte; later ones count up. No variable of a space has such a number.
pub(super) const FIRST_VARIABLE: u32 = 1 << 31;

/// Unknown bytes, and what depends on them.
#[derive(Debug, Default)]
pub(super) struct Unknown {
    pub(super) bytes: BTreeSet<u32>,
    /// For each term whether it depends on an unknown byte, as far as computed.
    pub(super) depends: Vec<bool>,
    /// Whether the run has depended on one.
    pub(super) decides: bool,
    /// Whether reads count as well, whatever becomes of them.
    pub(super) reads_count: bool,
}

impl Unknown {
    pub(super) fn begin_run(&mut self) {
        (self.decides, self.reads_count) = (false, false);
    }

    pub(super) fn depends(&mut self, terms: &Terms, term: TermId) -> bool {
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
