//! Compares a memory with a laid state: byte for byte and block for block, up to the names of blocks, tokens and keys.
//!
//! This alone decides whether a memory is accepted, so it is as plain as possible. Two memories are walked at once from pairs
//! of roots. A byte that is undefined in the laid state may hold anything, and owns nothing. Each other byte must be defined
//! and the same; where it begins an address, both addresses must lead to the same offset in two blocks that are paired. A
//! block is paired once, with one block of the same size and alignment that is live. Tokens are paired like blocks. Keys are
//! collected, and in the end the greater key must stand for the greater one, and equal ones for equal ones.
//!
//! Why that is enough: if it holds, renaming blocks, tokens and keys turns the one memory into the other, as far as anything
//! in the laid state is defined. The walk does not trust whoever chose the laid state: a wrong choice gives another memory,
//! which differs somewhere.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_vm::exec::Machine;
use glassbox_vm::heap::BlockLayout;
use glassbox_vm::track::{NamedByte, Origin, Provenance};

use crate::laid::{Name, block_of, name_at};
use crate::rules::{Rule, Rules};

/// A pair of addresses: in the memory that is judged, and in the laid one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) real: u32,
    pub(crate) laid: u32,
}

/// First difference between two memories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Address in the laid memory.
    pub(crate) at: u32,
    /// The same place in the memory that is judged.
    pub(crate) real: u32,
    pub(crate) kind: DifferenceKind,
}

/// Kind of difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DifferenceKind {
    /// The byte was never written.
    Undefined,
    /// An address leads to a block that was freed.
    Freed,
    /// An address leads to no block.
    NoBlock,
    /// An address leads to another place in its block.
    OtherPlace,
    /// Two addresses that lead to different blocks in the laid state lead to one.
    TwoOwners,
    /// Two addresses that lead to one block in the laid state lead to different ones.
    OtherBlock,
    /// The block has another size or alignment.
    Layout { expected: BlockLayout, actual: BlockLayout },
    /// Another value.
    Value { expected: NamedByte, actual: NamedByte },
    /// An address, token or key instead of another of these or of a number, or the other way round.
    OtherKind,
    /// A token is in two places, or one place has two.
    Token,
    /// Keys are in another order.
    KeyOrder,
}

/// Blocks and tokens of two equal memories.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairing {
    /// The block of the judged memory for each block of the laid one.
    pub(super) blocks: BTreeMap<u32, u32>,
    /// The blocks of the judged memory.
    pub(super) real_blocks: BTreeMap<u32, u32>,
    /// Tokens in the judged memory.
    pub(super) tokens: BTreeSet<u32>,
    laid_tokens: BTreeMap<u32, u32>,
    keys: Vec<(Pair, Pair)>,
    queue: Vec<Pair>,
}

/// Compares two memories from pairs of roots.
pub(crate) fn compare(
    real: &Machine<Provenance>,
    laid: &Machine<Provenance>,
    roots: &[Pair],
    rules: &Rules,
) -> Result<Pairing, Difference> {
    let mut comparison = Comparison { real, laid, rules, pairing: Pairing::default() };
    for root in roots {
        // Without a size there is no block.
        if block_of(laid, root.laid).is_some_and(|block| block.address == root.laid) {
            comparison.addresses(*root, *root)?;
        }
    }
    while let Some(pair) = comparison.pairing.queue.pop() {
        comparison.block(pair)?;
    }
    if rules.has(Rule::LaidKeyOrder) {
        comparison.keys()?;
    }
    Ok(comparison.pairing)
}

struct Comparison<'a> {
    real: &'a Machine<Provenance>,
    laid: &'a Machine<Provenance>,
    rules: &'a Rules,
    pairing: Pairing,
}

impl Comparison<'_> {
    fn block(&mut self, pair: Pair) -> Result<(), Difference> {
        let size = block_of(self.laid, pair.laid).map_or(0, |block| block.size);
        let mut offset = 0;
        while offset < size {
            offset += self.piece(Pair { real: pair.real + offset, laid: pair.laid + offset }, size - offset)?;
        }
        Ok(())
    }

    /// Compares a byte, or the name that begins there. Returns the number of bytes.
    fn piece(&mut self, at: Pair, left: u32) -> Result<u32, Difference> {
        let (expected, actual) = (self.laid.named_byte(at.laid), self.real.named_byte(at.real));
        if expected.undefined == 0xff {
            return Ok(1);
        }
        let name = name_at(self.laid, at.laid).filter(|_| left >= 4);
        let Some(name) = name else {
            return self.same_byte(expected, actual).map(|()| 1).map_err(|kind| difference(at, kind));
        };
        let undefined = (0..4).find(|byte| self.real.named_byte(at.real + byte).undefined != 0);
        if let Some(byte) = undefined.filter(|_| self.rules.has(Rule::LaidBytesDefined)) {
            let at = Pair { real: at.real + byte, laid: at.laid + byte };
            return Err(difference(at, DifferenceKind::Undefined));
        }
        match (name, name_at(self.real, at.real)) {
            (Name::Address(laid), Some(Name::Address(real))) => self.addresses(at, Pair { real, laid })?,
            (Name::Token(laid), Some(Name::Token(real))) => self.tokens(at, Pair { real, laid })?,
            (Name::Key(laid), Some(Name::Key(real))) => self.pairing.keys.push((Pair { real, laid }, at)),
            _ => return Err(difference(at, DifferenceKind::OtherKind)),
        }
        Ok(4)
    }

    /// Two addresses at the same place.
    fn addresses(&mut self, at: Pair, to: Pair) -> Result<(), Difference> {
        let fail = |kind| Err(difference(at, kind));
        let Some(real) = block_of(self.real, to.real) else { return fail(DifferenceKind::NoBlock) };
        // A state whose own links lead nowhere is no state.
        let Some(laid) = block_of(self.laid, to.laid) else { return fail(DifferenceKind::NoBlock) };
        let is_freed = real.freed.is_some() || laid.freed.is_some();
        if is_freed && self.rules.has(Rule::LaidBlocksLive) {
            return fail(DifferenceKind::Freed);
        }
        let known = (self.pairing.blocks.get(&laid.address), self.pairing.real_blocks.get(&real.address));
        match known {
            (Some(known), _) if *known != real.address => return fail(DifferenceKind::OtherBlock),
            (None, Some(_)) if self.rules.has(Rule::LaidOwners) => return fail(DifferenceKind::TwoOwners),
            _ => {}
        }
        let is_other_place = to.real - real.address != to.laid - laid.address;
        if is_other_place && self.rules.has(Rule::LaidPlaces) {
            return fail(DifferenceKind::OtherPlace);
        }
        if real.layout() != laid.layout() && self.rules.has(Rule::LaidLayouts) {
            return fail(DifferenceKind::Layout { expected: laid.layout(), actual: real.layout() });
        }
        if known.0.is_none() {
            let pair = Pair { real: real.address, laid: laid.address };
            self.pairing.blocks.insert(pair.laid, pair.real);
            self.pairing.real_blocks.insert(pair.real, pair.laid);
            self.pairing.queue.push(pair);
        }
        Ok(())
    }

    fn tokens(&mut self, at: Pair, tokens: Pair) -> Result<(), Difference> {
        let is_new = self.pairing.tokens.insert(tokens.real);
        let known = self.pairing.laid_tokens.insert(tokens.laid, tokens.real);
        if is_new && known.is_none() { Ok(()) } else { Err(difference(at, DifferenceKind::Token)) }
    }

    /// The keys of the one memory must be in the order of those of the other.
    fn keys(&mut self) -> Result<(), Difference> {
        let by_order = |(key, _): &(Pair, Pair)| (key.laid, key.real);
        self.pairing.keys.sort_unstable_by_key(by_order);
        let is_wrong = |pair: &&[(Pair, Pair)]| {
            let (before, after) = (pair[0].0, pair[1].0);
            (before.laid < after.laid) != (before.real < after.real) || before.real > after.real
        };
        let wrong = self.pairing.keys.windows(2).find(is_wrong);
        wrong.map_or(Ok(()), |pair| Err(difference(pair[1].1, DifferenceKind::KeyOrder)))
    }

    /// Compares two bytes that begin no name in the laid memory.
    fn same_byte(&self, expected: NamedByte, actual: NamedByte) -> Result<(), DifferenceKind> {
        if actual.undefined & !expected.undefined != 0 && self.rules.has(Rule::LaidBytesDefined) {
            return Err(DifferenceKind::Undefined);
        }
        if (expected.value ^ actual.value) & !expected.undefined != 0 && self.rules.has(Rule::LaidValues) {
            return Err(DifferenceKind::Value { expected, actual });
        }
        // Parts of names are no numbers: that they are equal is a coincidence.
        if expected.origin == actual.origin && expected.origin == Origin::Data {
            Ok(())
        } else {
            Err(DifferenceKind::OtherKind)
        }
    }
}

fn difference(at: Pair, kind: DifferenceKind) -> Difference {
    Difference { at: at.laid, real: at.real, kind }
}
