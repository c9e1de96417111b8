//! Terms: values as functions of the initial state of a run.
//!
//! A term is a variable, a constant, or an instruction applied to terms. Terms are hash-consed: the same term has the same
//! number in every run, so results about a term (which states give it which value) can be cached. An operand always has a
//! smaller number than the term that it is part of.
//!
//! A term has the meaning of the machine's instruction: [`Terms::apply`] uses the functions of the instruction table. So every
//! operator has a term form, floats included.
//!
//! Terms are hardly simplified: only moves of bytes are undone (a word that was stored and loaded in pieces is the word again).
//! Algebra like `x ^ x = 0` would be wrong for undefined bits, and evaluating terms over all states shows it anyway.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::track::word::Word;

/// Number of a term. The default, 0, means 'no term': a value that is the same in all states with the same
/// decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

impl TermId {
    /// No term.
    pub const NONE: Self = Self(0);
    /// Number of bits of a term's number: a byte of memory has three more for its index in the term.
    const BITS: u32 = 29;

    /// Its number.
    pub fn index(self) -> u32 {
        self.0
    }

    /// The term with this number.
    pub fn from_index(index: u32) -> Self {
        Self(index)
    }

    /// Whether there is one.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// A term: an operator and the numbers of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// The same in every state.
    Constant(Word),
    /// A variable: its value depends on its choice.
    Variable {
        /// The variable's number, which means nothing to the machine.
        variable: u32,
        /// Its values, one for each choice.
        values: ValuesId,
    },
    /// An instruction with one operand.
    Unary(UnaryOp, TermId),
    /// An instruction with two operands.
    Binary(BinaryOp, TermId, TermId),
    /// The trap of the instruction as a number: 0 for none.
    UnaryTrap(UnaryOp, TermId),
    /// The trap of an instruction with two operands.
    BinaryTrap(BinaryOp, TermId, TermId),
    /// The second if the first is not zero, else the third.
    Select(TermId, TermId, TermId),
    /// Some bytes of a term.
    Bytes {
        /// The term.
        of: TermId,
        /// Index of the lowest one.
        first: u8,
        /// Number of bytes.
        len: u8,
    },
    /// Two terms one above the other.
    Join {
        /// The lower one.
        low: TermId,
        /// The upper one.
        high: TermId,
        /// Number of bytes of the lower one.
        low_len: u8,
    },
    /// The target of a jump table.
    Target {
        /// The jump table.
        targets: TargetsId,
        /// The index.
        index: TermId,
    },
    /// The bytes at an address in constant memory.
    Lookup {
        /// The memory.
        table: TableId,
        /// The address.
        address: TermId,
        /// Offset that is added to it.
        offset: u32,
        /// Number of bytes.
        len: u8,
    },
}

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $id(u32);
    )* };
}

ids! {
    /// A list of a variable's values.
    ValuesId;
    /// A list of jump targets.
    TargetsId;
    /// A piece of constant memory.
    TableId;
}

/// Constant memory: bytes that no run has written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Table {
    address: u32,
    bytes: Arc<[u8]>,
}

type Interner<T> = IndexSet<T, FxBuildHasher>;

/// All terms.
#[derive(Debug)]
pub struct Terms {
    interned: Interner<Term>,
    /// For each term the number of low bytes that may be other than zero.
    lens: Vec<u8>,
    values: Interner<Arc<[Word]>>,
    targets: Interner<Arc<[u32]>>,
    tables: Interner<Table>,
}

impl Default for Terms {
    fn default() -> Self {
        let mut terms = Self {
            interned: Interner::default(),
            lens: Vec::new(),
            values: Interner::default(),
            targets: Interner::default(),
            tables: Interner::default(),
        };
        // It takes number 0, which stands for no term.
        terms.insert(Term::Constant(Word::default()), 0);
        terms
    }
}

// --- Making terms ---

impl Terms {
    fn insert(&mut self, term: Term, len: u8) -> TermId {
        let (index, is_new) = self.interned.insert_full(term);
        if is_new {
            assert!(index < 1 << TermId::BITS, "more than 2^{} terms", TermId::BITS);
            self.lens.push(len);
        }
        TermId(index as u32)
    }

    /// The variable, as a word that has `values[choice]` for each choice.
    pub fn variable(&mut self, variable: u32, values: &[Word]) -> TermId {
        let len = values.iter().map(|value| value.len()).max().unwrap_or(0);
        let values = ValuesId(self.values.insert_full(values.into()).0 as u32);
        self.insert(Term::Variable { variable, values }, len)
    }

    /// The same word in every state.
    pub fn constant(&mut self, word: Word) -> TermId {
        if word == Word::default() {
            // Number 0 means that there is no term, so zero has another form that is a term.
            return self.insert(Term::Bytes { of: TermId::NONE, first: 0, len: 0 }, 0);
        }
        self.insert(Term::Constant(word), word.len())
    }

    pub(super) fn unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let len = match op {
            UnaryOp::I64ExtendI32U | UnaryOp::I32WrapI64 => self.len(a).min(4),
            op => op.result_len(),
        };
        self.insert(Term::Unary(op, a), len)
    }

    /// An instruction with two operands.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        self.insert(Term::Binary(op, a, b), op.result_len())
    }

    pub(super) fn unary_trap(&mut self, op: UnaryOp, a: TermId) -> TermId {
        self.insert(Term::UnaryTrap(op, a), 1)
    }

    pub(super) fn binary_trap(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        self.insert(Term::BinaryTrap(op, a, b), 1)
    }

    /// `a` where the condition is not zero, else `b`.
    pub fn select(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        let len = self.len(a).max(self.len(b));
        self.insert(Term::Select(condition, a, b), len)
    }

    pub(super) fn target(&mut self, targets: &[u32], index: TermId) -> TermId {
        let targets = TargetsId(self.targets.insert_full(targets.into()).0 as u32);
        self.insert(Term::Target { targets, index }, 4)
    }

    pub(super) fn table(&mut self, address: u32, bytes: &[u8]) -> TableId {
        TableId(self.tables.insert_full(Table { address, bytes: bytes.into() }).0 as u32)
    }

    pub(super) fn lookup(&mut self, table: TableId, address: TermId, offset: u32, len: u32) -> TermId {
        let len = len as u8;
        self.insert(Term::Lookup { table, address, offset, len }, len)
    }

    /// `len` bytes of a term. Bytes of bytes, of a join's side or of a constant are taken from there.
    pub(super) fn bytes(&mut self, of: TermId, first: u8, len: u8) -> TermId {
        if first == 0 && len >= self.len(of) {
            return of;
        }
        match self.term(of) {
            Term::Constant(word) => self.constant(word.bytes(first.into(), len.into())),
            Term::Bytes { of, first: before, len: most } => {
                self.bytes(of, before + first, len.min(most.saturating_sub(first)))
            }
            Term::Join { low, low_len, .. } if first + len <= low_len => self.bytes(low, first, len),
            Term::Join { high, low_len, .. } if first >= low_len => self.bytes(high, first - low_len, len),
            _ => {
                let len = len.min(self.len(of).saturating_sub(first));
                self.insert(Term::Bytes { of, first, len }, len)
            }
        }
    }

    /// `low_len` bytes of `low`, and `high` above them.
    pub(super) fn join(&mut self, low: TermId, high: TermId, low_len: u8) -> TermId {
        let high_len = self.len(high);
        if high_len == 0 && self.len(low) <= low_len {
            return low;
        }
        self.insert(Term::Join { low, high, low_len }, low_len + high_len)
    }
}

// --- Reading terms ---

impl Terms {
    /// The term with this number.
    pub fn term(&self, id: TermId) -> Term {
        *self.interned.get_index(id.0 as usize).expect("terms are never removed")
    }

    /// Number of low bytes of the term that may be other than zero, or undefined.
    pub fn len(&self, id: TermId) -> u8 {
        self.lens[id.0 as usize]
    }

    /// Number of terms.
    pub fn count(&self) -> usize {
        self.interned.len()
    }

    /// The values of a variable, one for each choice.
    pub fn values(&self, values: ValuesId) -> &[Word] {
        &self.values[values.0 as usize]
    }

    /// The operands of a term, and how many of the three there are.
    pub fn operands(&self, id: TermId) -> ([TermId; 3], usize) {
        let none = TermId::NONE;
        match self.term(id) {
            Term::Constant(_) | Term::Variable { .. } => ([none; 3], 0),
            Term::Unary(_, a)
            | Term::UnaryTrap(_, a)
            | Term::Bytes { of: a, .. }
            | Term::Target { index: a, .. }
            | Term::Lookup { address: a, .. } => ([a, none, none], 1),
            Term::Binary(_, a, b) | Term::BinaryTrap(_, a, b) | Term::Join { low: a, high: b, .. } => ([a, b, none], 2),
            Term::Select(condition, a, b) => ([condition, a, b], 3),
        }
    }

    /// The term's value, from the values of its operands. None if it has no value: it would trap, or read outside its table. A
    /// run from such a state has decided that before it made the term.
    pub fn apply(&self, id: TermId, operands: &[Word]) -> Option<Word> {
        match (self.term(id), operands) {
            (Term::Constant(word), []) => Some(word),
            (Term::Unary(op, _), &[a]) => Word::unary(op, a),
            (Term::Binary(op, ..), &[a, b]) => Word::binary(op, a, b),
            (Term::UnaryTrap(op, _), &[a]) => Some(Word::unary_trap(op, a)),
            (Term::BinaryTrap(op, ..), &[a, b]) => Some(Word::binary_trap(op, a, b)),
            (Term::Select(..), &[condition, a, b]) => Some(Word::select(condition, a, b)),
            (Term::Bytes { first, len, .. }, &[a]) => Some(a.bytes(first.into(), len.into())),
            (Term::Join { low_len, .. }, &[low, high]) => Some(Word::join(low, high, low_len.into())),
            (Term::Target { targets, .. }, &[index]) => Some(self.follow(targets, index)),
            (Term::Lookup { table, offset, len, .. }, &[address]) => self.look_up(table, address, offset, len.into()),
            (term, operands) => unreachable!("{term:?} of {operands:?}"),
        }
    }

    fn follow(&self, targets: TargetsId, index: Word) -> Word {
        let targets = &self.targets[targets.0 as usize];
        match index.value() {
            Some(index) => Word::defined(targets[(index as u32 as usize).min(targets.len() - 1)].into()),
            None => Word::undefined_bytes(4),
        }
    }

    fn look_up(&self, table: TableId, address: Word, offset: u32, len: u32) -> Option<Word> {
        let at = self.place_in(table, address.value()?, offset, len)?;
        let mut bytes = [0; 8];
        bytes[..len as usize].copy_from_slice(&self.tables[table.0 as usize].bytes[at..at + len as usize]);
        Some(Word::defined(u64::from_le_bytes(bytes)))
    }

    /// Index in the table of an access, if all its bytes are inside.
    pub(super) fn place_in(&self, table: TableId, address: u64, offset: u32, len: u32) -> Option<usize> {
        let table = &self.tables[table.0 as usize];
        let at = (address + u64::from(offset)).checked_sub(table.address.into())?;
        (at + u64::from(len) <= table.bytes.len() as u64).then_some(at as usize)
    }

    /// The term's value, where `choice` returns the choice of each variable.
    pub fn evaluate(&self, id: TermId, choice: &dyn Fn(u32) -> u32) -> Option<Word> {
        if let Term::Variable { variable, values } = self.term(id) {
            return Some(self.values(values)[choice(variable) as usize]);
        }
        let (operands, n) = self.operands(id);
        let mut words = [Word::default(); 3];
        for (word, operand) in words.iter_mut().zip(&operands[..n]) {
            *word = self.evaluate(*operand, choice)?;
        }
        self.apply(id, &words[..n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(terms: &mut Terms, values: &[u64]) -> TermId {
        let words: Vec<Word> = values.iter().map(|&value| Word::defined(value)).collect();
        terms.variable(0, &words)
    }

    #[test]
    fn equal_terms_have_one_number() {
        let mut terms = Terms::default();
        let x = variable(&mut terms, &[1, 2]);
        let one = terms.constant(Word::defined(1));
        let sum = terms.binary(BinaryOp::I32Add, x, one);
        assert_eq!(terms.binary(BinaryOp::I32Add, x, one), sum);
        assert_ne!(terms.binary(BinaryOp::I32Sub, x, one), sum);
        assert_eq!(variable(&mut terms, &[1, 2]), x);
        assert_ne!(variable(&mut terms, &[1, 3]), x);
        assert!(terms.constant(Word::default()).is_some(), "zero is a term as well");
    }

    #[test]
    fn pieces_put_together_are_the_whole() {
        let mut terms = Terms::default();
        let x = variable(&mut terms, &[0x0102_0304, 0xffff_ffff]);
        let (low, high) = (terms.bytes(x, 0, 2), terms.bytes(x, 2, 2));
        let joined = terms.join(low, high, 2);
        for choice in 0..2 {
            let value = |id| terms.evaluate(id, &|_| choice);
            assert_eq!(value(joined), value(x));
        }
        assert_eq!(terms.bytes(joined, 0, 2), low);
        assert_eq!(terms.bytes(joined, 2, 2), high);
        assert_eq!(terms.bytes(high, 1, 1), terms.bytes(x, 3, 1));
        assert_eq!(terms.bytes(x, 0, 8), x, "there is nothing above");
        assert_eq!(terms.bytes(x, 0, 4), x);
    }

    /// All ways to cut a join of two words into bytes: the value must be that of the cut word.
    #[test]
    fn bytes_of_joins_are_exact() {
        let mut terms = Terms::default();
        let x = variable(&mut terms, &[0x1122_3344, 0x0000_0001, 0]);
        let y = terms.constant(Word::new(0xaabb_ccdd, 0xff00));
        for low_len in 1..8 {
            let low = terms.bytes(x, 0, low_len);
            let high = terms.bytes(y, 0, 8 - low_len);
            let join = terms.join(low, high, low_len);
            for (first, len) in (0..8).flat_map(|first| (1..=8 - first).map(move |len| (first, len))) {
                let cut = terms.bytes(join, first, len);
                for choice in 0..3 {
                    let value = |id| terms.evaluate(id, &|_| choice).unwrap();
                    assert_eq!(value(cut), value(join).bytes(first.into(), len.into()), "{low_len} {first} {len}");
                }
            }
        }
    }

    #[test]
    fn terms_without_a_value() {
        let mut terms = Terms::default();
        let x = variable(&mut terms, &[0, 2, 9]);
        let ten = terms.constant(Word::defined(10));
        let quotient = terms.binary(BinaryOp::I32DivU, ten, x);
        let table = terms.table(100, &[7, 8, 9]);
        let found = terms.lookup(table, x, 99, 2);
        let values = |id| [0, 1, 2].map(|choice| terms.evaluate(id, &|_| choice));
        assert_eq!(values(quotient), [None, Some(Word::defined(5)), Some(Word::defined(1))]);
        assert_eq!(values(found), [None, Some(Word::defined(0x0908)), None]);
    }
}
