//! Reads: from bytes in memory to a value with a term.

use super::decision::Question;
use super::shadow::{ByteImage, Shadow};
use super::state::Concolic;
use super::term::TermId;
use crate::isa::semantics::UnaryOp;
use crate::memory::Memory;
use crate::track::extension::Extension;
use crate::track::value::{Place, Tracked};
use crate::track::word::Word;

impl Concolic {
    /// Whether all bytes of a range are the same in all states.
    pub(crate) fn is_plain(&self, range: std::ops::Range<u32>) -> bool {
        self.bytes.are_plain(range)
    }

    /// The byte at an address, with its undefined bits and its term.
    pub(crate) fn byte_image(&self, memory: &Memory, address: u32) -> ByteImage {
        let of = self.bytes.get(address);
        let undefined = self.sanitizer.undefined_bits(address, 1) as u8;
        ByteImage { value: memory.bytes()[address as usize], undefined, term: of.term(), index: of.index() }
    }

    /// The value of `len` bytes at `address` in this state, and their term.
    pub(crate) fn read(&mut self, memory: &Memory, address: u32, len: u32) -> Tracked<Shadow> {
        let word = self.word_at(memory, address, len);
        let term = if self.any_term(address, len) { self.joined(memory, address, len) } else { TermId::NONE };
        Tracked { value: word.bits(), shadow: Shadow { undefined: word.undefined(), term } }
    }

    /// Handles a load whose address depends on the state: returns the term of the loaded bytes if they are constant memory, and
    /// decides the address if not.
    #[cold]
    pub(super) fn load_somewhere(&mut self, place: Place<Shadow>) -> Option<TermId> {
        let Place { base, offset, address, len } = place;
        let segment = self.constants.find(address, len).filter(|_| base.shadow.undefined == 0);
        let Some((range, table)) = segment.cloned() else {
            self.record(base.shadow.term, Question::Value, base.word());
            return None;
        };
        if let Some(outside) = &mut self.outside {
            // Lookalikes may read any byte of the segment.
            outside.reads(range);
        }
        self.record(base.shadow.term, Question::Inside { table, offset, len }, base.word());
        Some(self.terms.lookup(table, base.shadow.term, offset, len))
    }

    pub(super) fn extend(&mut self, term: TermId, len: u32, extension: Extension) -> TermId {
        let op = match (extension, len) {
            (Extension::Zero, _) => return term,
            (Extension::SignTo32, 1) => UnaryOp::I32Extend8S,
            (Extension::SignTo32, _) => UnaryOp::I32Extend16S,
            (Extension::SignTo64, 1) => UnaryOp::I64Extend8S,
            (Extension::SignTo64, 2) => UnaryOp::I64Extend16S,
            (Extension::SignTo64, _) => UnaryOp::I64Extend32S,
        };
        self.terms.unary(op, term)
    }

    /// The term of bytes in memory, some of which have one: joins pieces of terms and of plain bytes.
    #[cold]
    pub(super) fn joined(&mut self, memory: &Memory, address: u32, len: u32) -> TermId {
        let mut joined = TermId::NONE;
        let mut joined_len = 0;
        while joined_len < len {
            let (piece, piece_len) = self.piece(memory, address + joined_len, len - joined_len);
            joined = if joined_len == 0 { piece } else { self.terms.join(joined, piece, joined_len as u8) };
            joined_len += piece_len;
        }
        joined
    }

    /// The longest piece at `address` that belongs to one term or is plain: its term and length.
    pub(super) fn piece(&mut self, memory: &Memory, address: u32, most: u32) -> (TermId, u32) {
        let first = self.bytes.get(address);
        let mut len = 1;
        let mut last = first;
        while len < most {
            let next = self.bytes.get(address + len);
            let goes_on = if first.is_plain() { next.is_plain() } else { last.is_followed_by(next) };
            if !goes_on {
                break;
            }
            last = next;
            len += 1;
        }
        if !first.is_plain() {
            return (self.terms.bytes(first.term(), first.index(), len as u8), len);
        }
        (self.terms.constant(self.word_at(memory, address, len)), len)
    }

    /// The word of `len` bytes at `address` in this state.
    pub(super) fn word_at(&self, memory: &Memory, address: u32, len: u32) -> Word {
        let mut bytes = [0; 8];
        bytes[..len as usize].copy_from_slice(&memory.bytes()[address as usize..(address + len) as usize]);
        Word::new(u64::from_le_bytes(bytes), self.sanitizer.undefined_bits(address, len))
    }

    pub(super) fn any_term(&self, address: u32, len: u32) -> bool {
        (address..address + len).any(|address| !self.bytes.get(address).is_plain())
    }
}
