//! The memory of all states at once: a term for every byte that varies.
//!
//! Cells are ordered, and where two overlap, the later one that exists counts: an enum is a cell over all its bytes,
//! and the payload of a variant is a cell on top, which exists only under that variant. So cells are planted in
//! order, and one that does not always exist is planted as 'if it exists, this pattern, else what was there before'.
//! Bytes that no cell covers are undefined.
//!
//! A cell that exists whenever its block does needs no condition: an absent block is not touched. Whenever its *node* does
//! is not enough: a node that is an element of a vector lies in the vector's buffer, which is there without it.

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, Condition, Count};
use glassbox_space::{Diagram, OutOfMemory, Space, VariableId};
use glassbox_vm::track::{TermId, Word};

use super::blocks::Blocks;
use super::conditions::{ConditionId, Conditions};
use crate::guest::{Guest, Piece};
use crate::ids::ByteSpan;

/// The planted cells.
pub(super) struct Planted {
    /// Pieces that vary, each with the node that it belongs to.
    pub(super) pieces: Vec<(Option<u32>, Piece)>,
    /// Variable, term and conditions of each count.
    pub(super) counts: Vec<PlantedCount>,
}

/// A count of the record.
#[derive(Debug)]
pub(super) struct PlantedCount {
    pub(super) variable: VariableId,
    pub(super) term: TermId,
    pub(super) counted: Vec<ConditionId>,
}

/// Plants all cells.
pub(super) fn plant<D: Diagram>(
    guest: &mut Guest,
    space: &mut Space<D>,
    record: &Record,
    blocks: &Blocks,
    variables: &[VariableId],
    conditions: &mut Conditions<D>,
) -> Result<Planted, OutOfMemory> {
    let mut image = Image { guest, space, record, blocks, variables, conditions };
    image.forget_all_bytes();
    for cell in &record.cells {
        image.plant_cell(cell)?;
    }
    let counts = record.counts.iter().map(|count| image.plant_count(count)).collect::<Result<_, _>>()?;
    Ok(Planted { pieces: image.pieces(), counts })
}

struct Image<'a, D: Diagram> {
    guest: &'a mut Guest,
    space: &'a mut Space<D>,
    record: &'a Record,
    blocks: &'a Blocks,
    variables: &'a [VariableId],
    conditions: &'a mut Conditions<D>,
}

impl<D: Diagram> Image<'_, D> {
    fn forget_all_bytes(&mut self) {
        for block in &self.record.blocks {
            for ByteSpan { at, len } in chunks(block.address, block.len) {
                self.guest.machine.plant(at, len, TermId::NONE, Word::undefined_bytes(len));
            }
        }
    }

    fn plant_cell(&mut self, cell: &Cell) -> Result<(), OutOfMemory> {
        let exists = self.exists_in_block(&cell.condition, cell.address)?;
        for ByteSpan { at, len } in chunks(cell.address, cell.len) {
            let words: Vec<Word> =
                cell.patterns.iter().map(|pattern| self.word(pattern + at - cell.address, len)).collect();
            let term = match cell.variable {
                Some(variable) if words.iter().any(|word| *word != words[0]) => {
                    let variable = self.variables[variable as usize].index();
                    self.guest.machine.tracker_mut().terms_mut().variable(variable, &words)
                }
                _ => TermId::NONE,
            };
            self.plant_word(at, len, term, words[0], exists);
        }
        Ok(())
    }

    /// Term of a condition, without the requirements that the block at this address has anyway.
    fn exists_in_block(&mut self, condition: &Condition, address: u32) -> Result<TermId, OutOfMemory> {
        let block = self.blocks.at(address).map(|block| &self.record.blocks[block as usize]);
        let shared =
            block.map_or(0, |block| condition.iter().zip(&block.condition).take_while(|(a, b)| a == b).count());
        let id = self.conditions.make(self.space, &condition[shared..])?;
        self.conditions.term(self.space, self.guest, id)
    }

    fn word(&mut self, address: u32, len: u32) -> Word {
        let value = self.guest.machine.read(address, len);
        Word::new(value.value, value.shadow.undefined)
    }

    /// Plants a word with its value for the first choices.
    fn plant_word(&mut self, at: u32, len: u32, term: TermId, word: Word, exists: TermId) {
        let (mut term, mut word) = (term, word);
        if exists.is_some() {
            let before = self.guest.machine.read(at, len);
            let before_word = Word::new(before.value, before.shadow.undefined);
            let terms = self.guest.machine.tracker_mut().terms_mut();
            let then = if term.is_some() { term } else { terms.constant(word) };
            let otherwise = if before.shadow.term.is_some() { before.shadow.term } else { terms.constant(before_word) };
            term = terms.select(exists, then, otherwise);
            word = terms.evaluate(term, &|_| 0).unwrap_or(word);
        }
        self.guest.machine.plant(at, len, term, word);
    }

    fn plant_count(&mut self, count: &Count) -> Result<PlantedCount, OutOfMemory> {
        let exists = self.exists_in_block(&count.condition, count.address)?;
        let counted = count.counted.iter().map(|condition| self.conditions.make(self.space, condition));
        let counted = counted.collect::<Result<Vec<_>, _>>()?;
        let guards = count_guards(self.space, self.conditions, &counted)?;
        let values: Vec<Word> = (0..guards.len() as u64).map(Word::defined).collect();
        let variable = self.space.derive(guards)?;
        let term = self.guest.machine.tracker_mut().terms_mut().variable(variable.index(), &values);
        self.plant_word(count.address, count.len, term, values[0], exists);
        Ok(PlantedCount { variable, term, counted })
    }

    /// The memory under the cells, cut into the chunks that were planted last.
    fn pieces(&mut self) -> Vec<(Option<u32>, Piece)> {
        let mut pieces = Vec::new();
        let cells = self.record.cells.iter().map(|cell| (cell.address, cell.len, cell.node));
        let counts = self.record.counts.iter().map(|count| (count.address, count.len, count.node));
        for (address, len, node) in cells.chain(counts) {
            for ByteSpan { at, len } in chunks(address, len) {
                let value = self.guest.machine.read(at, len);
                let term = value.shadow.term;
                if term.is_some() {
                    let word = Word::new(value.value, value.shadow.undefined);
                    pieces.push((node, Piece { at, len, term, word }));
                }
            }
        }
        pieces.sort_by_key(|(node, piece)| (*node, piece.at, piece.len));
        pieces.dedup();
        pieces
    }
}

/// For each number, the states in which that many of the conditions hold.
pub(super) fn count_guards<D: Diagram>(
    space: &Space<D>,
    conditions: &Conditions<D>,
    counted: &[ConditionId],
) -> Result<Vec<D::Set>, OutOfMemory> {
    let mut guards = vec![space.full()];
    for &condition in counted {
        let holds = conditions.guard(condition).clone();
        let mut next = vec![space.empty(); guards.len() + 1];
        for (number, guard) in guards.iter().enumerate() {
            next[number] = space.or(&next[number], &space.minus(guard, &holds)?)?;
            next[number + 1] = space.and(guard, &holds)?;
        }
        guards = next;
    }
    Ok(guards)
}

/// Splits a range into words: of 8 bytes if it is that long, else of 4 and less, aligned if the range is. So a field is
/// usually one word, and a load of it gives that word's term.
pub(crate) fn chunks(address: u32, len: u32) -> impl Iterator<Item = ByteSpan> {
    let word = if len == 8 { 8 } else { 4 };
    let mut at = address;
    let end = address + len;
    std::iter::from_fn(move || {
        let rest = end - at;
        let to_border = if word == 8 { 8 } else { 4 - at % 4 };
        let len = rest.min(word).min(to_border);
        (rest > 0).then(|| {
            at += len;
            ByteSpan { at: at - len, len }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_cut_into_aligned_words() {
        let cut = |address, len| chunks(address, len).map(|span| (span.at, span.len)).collect::<Vec<_>>();
        assert_eq!(cut(16, 8), [(16, 8)]);
        assert_eq!(cut(16, 12), [(16, 4), (20, 4), (24, 4)]);
        assert_eq!(cut(18, 5), [(18, 2), (20, 3)]);
        assert_eq!(cut(16, 0), []);
    }
}
