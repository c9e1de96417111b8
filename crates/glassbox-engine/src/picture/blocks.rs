//! Blocks of memory as a picture, word by word, in the order in which pointers from the subject reach them.

use std::collections::BTreeMap;

use glassbox_vm::exec::Machine;
use glassbox_vm::heap::RED_ZONE;
use glassbox_vm::track::{Origin, Provenance};

use super::model::BlockPicture;

/// The blocks that pointers from the subject at an address reach.
pub(super) fn blocks(machine: &Machine<Provenance>, subject: u32) -> Vec<BlockPicture> {
    let mut reader = Reader { machine, numbers: BTreeMap::new(), queue: Vec::new() };
    reader.link(subject);
    let mut blocks = Vec::new();
    while let Some(&start) = reader.queue.get(blocks.len()) {
        blocks.push(reader.block(start));
    }
    blocks
}

struct Reader<'a> {
    machine: &'a Machine<Provenance>,
    /// The index of each block, by its address.
    numbers: BTreeMap<u32, usize>,
    queue: Vec<u32>,
}

impl Reader<'_> {
    fn block(&mut self, start: u32) -> BlockPicture {
        let block = self.machine.heap().block_at_or_before(start).filter(|block| block.freed.is_none());
        let Some(size) = block.map(|block| block.size) else {
            return BlockPicture { size: None, words: Vec::new() };
        };
        let mut words = Vec::new();
        let mut at = start;
        while at < start + size {
            let len = (start + size - at).min(4);
            words.push(self.word(at, len));
            at += len;
        }
        // Undefined words at the end are not drawn.
        while words.last().is_some_and(|word| word == UNDEFINED) {
            words.pop();
        }
        BlockPicture { size: Some(size), words }
    }

    fn word(&mut self, at: u32, len: u32) -> String {
        let tracker = self.machine.tracker();
        let bytes = &self.machine.memory().bytes()[at as usize..(at + len) as usize];
        // The rest of the word behind a small number may be undefined.
        let n_there = (0..len).take_while(|i| tracker.undefined(at + i) == 0).count();
        if n_there == 0 {
            return UNDEFINED.to_owned();
        }
        let bytes = &bytes[..n_there];
        let number = bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
        let origin = |i: u8| tracker.origin(at + u32::from(i));
        let is_whole = n_there == 4;
        match origin(0) {
            Origin::Address(0) if is_whole && (0..4).all(|i| origin(i) == Origin::Address(i)) => self.link(number),
            Origin::Token(0) if is_whole => format!("Val({number})"),
            Origin::Key(0) if is_whole => format!("Key({number})"),
            _ => number.to_string(),
        }
    }

    /// An address: the block that it lies in.
    fn link(&mut self, address: u32) -> String {
        let block = self.machine.heap().block_at_or_before(address);
        let Some(block) = block.filter(|block| address - block.address <= block.size + RED_ZONE) else {
            return format!("{address:#x}");
        };
        let (start, n_known) = (block.address, self.numbers.len());
        let number = *self.numbers.entry(start).or_insert_with(|| {
            self.queue.push(start);
            n_known
        });
        if address == start { format!("#{number}") } else { format!("#{number}+{}", address - start) }
    }
}

const UNDEFINED: &str = "?";
