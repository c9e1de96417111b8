//! Equality of states in an exploration. Two states are equal if they differ only in the addresses of their blocks, the
//! numbers of their tokens, and the numbers of their keys, as long as the keys are in the same order.
//!
//! The canonical form of a state results from a walk from the subject, and from statics that have changed: each block
//! gets a number when it is first reached, each token when it is first seen. Then come the bytes in order: a plain byte
//! as it is, an undefined byte as undefined, an address as the number of its block and an offset, a token as its number
//! and whether it is alive, a key as its place among all keys of the state. The machine knows for every byte which name it
//! is a part of, so an address belongs to its block wherever it points, and bytes of a name that lie apart are parts of
//! it. Sizes and alignments of blocks are part of the form. Two states with equal forms are mapped onto each other by
//! renaming blocks, tokens and keys, the keys in order.
//!
//! Why states with equal forms behave alike: a run does to the one what it does to the other, renamed, as long as it
//! treats addresses and tokens as names: moves, copies and compares them for equality, and computes with offsets inside
//! a block; and as long as it only compares or hashes keys: the form has the hash class of each key. Of the keys that
//! an operation can be given, those in one gap between the keys of the state have the same place in the order, so one
//! of them stands for all. Any other use makes a value *mixed* ([`Provenance`]); a state with a mixed byte somewhere
//! has the raw addresses and tokens in its form, so it is equal only to itself. Questions of a run about the order of
//! blocks in memory are counted; if there are any, the exploration is repeated in a second layout of the heap and must
//! find the same forms. Those of mixed states are compared without the numbers in them: if no question was asked about
//! these numbers, no run has depended on them.
//!
//! Bytes on the stack are not part of a state: between operations there is no frame.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use glassbox_vm::exec::{Machine, Snapshot};
use glassbox_vm::heap::Block;
use glassbox_vm::memory::PAGE;
use glassbox_vm::track::{Origin, Provenance};

use super::equalities::Equalities;
use super::numbering::Numbering;
use crate::rules::{Rule, Rules};

/// Equality of states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// States are equal if their forms are.
    #[default]
    Exactly,
    /// States are equal if their forms would be with zeros in place of all numbers: only blocks, links between them,
    /// and equality of values and keys count. This is abstract matching (Visser, Pasareanu and Pelanek, 2006): states
    /// that behave differently count as one, so the only possible verdicts are a failure and unknown.
    Shape,
    /// States are equal if their forms are, and yet each is explored so many times, if there are as many histories that lead
    /// to it. For tests that merging states loses nothing.
    Repeatedly(u32),
}

impl Matching {
    /// Every history is explored, also if it leads to a state that is known.
    pub const EVERY_HISTORY: Self = Self::Repeatedly(u32::MAX);
}

/// How to explore.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// Equality of states.
    pub matching: Matching,
    /// The rules in force.
    pub rules: Rules,
    /// Number of states that are kept as memory; others are made again when they are needed.
    pub images: usize,
    /// Whether the memory of states is kept as what it has that the memory before the first constructor has not.
    pub packs: bool,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        Self { matching: Matching::default(), rules: Rules::default(), images: 32_768, packs: true }
    }
}

impl From<Matching> for ExploreOptions {
    fn from(matching: Matching) -> Self {
        Self { matching, ..Self::default() }
    }
}

/// Statics are compared in chunks of so many bytes, which begin anew in each page.
const CHUNK: u32 = 256;

#[expect(clippy::cast_possible_truncation, reason = "a page is small")]
const PAGE_SIZE: u32 = PAGE as u32;

/// So many plain bytes are written as one part of a form.
const SHORTEST_RUN: u32 = 8;

/// In a heap of at least this size, freed blocks are used again.
const LARGE_HEAP: u32 = 8 << 20;

/// Tags of the parts of a form.
mod mark {
    pub(super) const DATA: u8 = 0;
    pub(super) const UNDEFINED: u8 = 1;
    pub(super) const PARTLY: u8 = 2;
    pub(super) const ADDRESS: u8 = 3;
    pub(super) const FREED: u8 = 4;
    pub(super) const LEADS: u8 = 5;
    pub(super) const TOKEN: u8 = 6;
    pub(super) const BLOCK: u8 = 7;
    pub(super) const STATIC: u8 = 8;
    pub(super) const LOST: u8 = 9;
    pub(super) const RAW: u8 = 10;
    pub(super) const KEY: u8 = 11;
    pub(super) const CLASS: u8 = 12;
    pub(super) const PART: u8 = 13;
    pub(super) const EQUALITIES: u8 = 14;
    pub(super) const RUN: u8 = 15;
    pub(super) const SAME: u8 = 16;
}

/// The machine before the first constructor, which every state is compared with.
#[derive(Debug)]
pub(super) struct Baseline {
    snapshot: Snapshot<Provenance>,
    statics: Vec<StaticPage>,
    /// Its blocks.
    blocks: BTreeSet<u32>,
}

/// A page of statics in the baseline.
#[derive(Debug)]
struct StaticPage {
    start: u32,
    bytes: Vec<u8>,
    /// Whether all bytes are numbers and defined.
    are_numbers: bool,
}

impl Baseline {
    /// The machine must be in the state of the snapshot.
    pub(super) fn new(machine: &Machine<Provenance>, snapshot: Snapshot<Provenance>) -> Self {
        let blocks = machine.heap().live().map(|block| block.address).collect();
        Self { snapshot, statics: static_pages(machine), blocks }
    }

    /// The chunks of statics that have changed: those with other bytes, and those of which not all bytes are numbers, because the same bytes
    /// may be those of a name now, or undefined. By their first bytes, in order.
    ///
    /// `before` are those of the state that the machine was restored to, if they are known: then only pages that were written since are looked
    /// at. In any other page all bytes are those of that state, with the same undefined bits and tags, and this depends on nothing else.
    pub(super) fn changed(&self, machine: &Machine<Provenance>, before: Option<&[u32]>, has_names: bool) -> Vec<u32> {
        let Some(before) = before else { return self.all_changed(machine, has_names) };
        let (Some(first), Some(last)) = (self.statics.first(), self.statics.last()) else { return Vec::new() };
        let mut written = Vec::new();
        machine.touched_pages(&(first.start..last.range().end), &mut written);
        if written.is_empty() {
            return before.to_vec();
        }
        written.sort_unstable();
        written.dedup();
        let mut changed: Vec<u32> =
            before.iter().copied().filter(|chunk| written.binary_search(&(chunk / PAGE_SIZE)).is_err()).collect();
        let page = |number: &u32| {
            let at = self.statics.binary_search_by_key(number, |page| page.start / PAGE_SIZE).ok()?;
            Some(&self.statics[at])
        };
        written.iter().filter_map(page).for_each(|page| page.add_changed(machine, has_names, &mut changed));
        changed.sort_unstable();
        changed
    }

    /// [`Self::changed`] without knowing anything.
    fn all_changed(&self, machine: &Machine<Provenance>, has_names: bool) -> Vec<u32> {
        let mut changed = Vec::new();
        for page in &self.statics {
            // Most pages are never written.
            if !(page.are_numbers && machine.shares(&self.snapshot, page.range())) {
                page.add_changed(machine, has_names, &mut changed);
            }
        }
        changed
    }

    /// The end of a chunk of statics.
    fn end_of_chunk(&self, start: u32) -> u32 {
        let page = self.statics.partition_point(|page| page.start <= start).checked_sub(1).map(|at| &self.statics[at]);
        page.map_or(start, |page| (start + CHUNK).min(page.range().end))
    }

    /// The machine's memory, and all that is known of it.
    pub(super) fn snapshot(&self) -> &Snapshot<Provenance> {
        &self.snapshot
    }

    /// Its blocks.
    pub(super) fn blocks(&self) -> &BTreeSet<u32> {
        &self.blocks
    }
}

impl StaticPage {
    fn range(&self) -> Range<u32> {
        self.start..self.start + n_bytes(&self.bytes)
    }

    /// Adds the chunks that have changed.
    fn add_changed(&self, machine: &Machine<Provenance>, has_names: bool, changed: &mut Vec<u32>) {
        for (start, before) in self.chunks() {
            let chunk = start..start + n_bytes(before);
            let is_same = machine.memory().bytes()[chunk.start as usize..chunk.end as usize] == *before;
            if !is_same || (has_names && !machine.tracker().are_numbers(chunk)) {
                changed.push(start);
            }
        }
    }

    /// Its bytes in small chunks, each with its address.
    fn chunks(&self) -> impl Iterator<Item = (u32, &[u8])> {
        (self.start..).step_by(CHUNK as usize).zip(self.bytes.chunks(CHUNK as usize))
    }
}

/// The statics in whole pages, but for the first and the last.
fn static_pages(machine: &Machine<Provenance>) -> Vec<StaticPage> {
    let page = PAGE_SIZE;
    let statics = machine.statics();
    let mut pages = Vec::new();
    let mut start = statics.start;
    while start < statics.end {
        let end = (start - start % page).saturating_add(page).min(statics.end);
        let bytes = machine.memory().bytes()[start as usize..end as usize].to_vec();
        pages.push(StaticPage { start, bytes, are_numbers: machine.tracker().are_numbers(start..end) });
        start = end;
    }
    pages
}

fn n_bytes(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).expect("memory has 32 bits")
}

/// A live block that no pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LostBlock {
    pub(super) address: u32,
    pub(super) size: u32,
}

/// Result of a walk over a state.
#[derive(Debug)]
pub(super) struct Walk {
    /// The canonical form.
    pub(super) form: Vec<u8>,
    /// The chunks of statics that have changed.
    pub(super) statics: Vec<u32>,
    /// If something is mixed: the form without the numbers that depend on addresses and on names.
    pub(super) without_numbers: Option<Vec<u8>>,
    /// Live blocks that no pointer leads to.
    pub(super) lost: Vec<LostBlock>,
    /// Live tokens that are not in the state.
    pub(super) lost_tokens: Vec<u32>,
    /// All keys.
    pub(super) keys: BTreeSet<u32>,
    /// What is known of the equality of its tokens.
    pub(super) equalities: Equalities,
    /// Freed blocks that no pointer leads to, if the heap is large.
    pub(super) forgotten: Vec<u32>,
    /// Whether some byte may lead to a block, and nobody knows to which: a lost block may not be lost.
    pub(super) hides_owners: bool,
    /// Whether something leads into the subject's own block, or may do so.
    pub(super) is_self_referential: bool,
}

/// What the host knows of names.
#[derive(Clone, Copy)]
pub(super) struct KnownNames<'a> {
    /// Tokens that are not dropped.
    pub(super) tokens: &'a BTreeSet<u32>,
    /// Which of them are equal.
    pub(super) equalities: &'a Equalities,
    /// The hash classes of keys that have one.
    pub(super) classes: &'a BTreeMap<u32, u32>,
}

/// Memory for walks, which the next one uses again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) form: Vec<u8>,
    blocks: Numbering,
    tokens: Numbering,
    keys: Vec<(usize, u32)>,
}

/// Walks over the machine's current state. `subject` is its address, if there is one. `statics_before` are the chunks of statics that have
/// changed in the state that the machine was restored to, if they are known.
pub(super) fn walk(
    machine: &Machine<Provenance>,
    baseline: &Baseline,
    subject: Option<u32>,
    known: KnownNames<'_>,
    options: &ExploreOptions,
    statics_before: Option<&[u32]>,
    scratch: &mut Scratch,
) -> Walk {
    scratch.form.clear();
    scratch.blocks.clear();
    scratch.tokens.clear();
    scratch.keys.clear();
    let mut walker = Walker {
        machine,
        options,
        tokens: known.tokens,
        form: std::mem::take(&mut scratch.form),
        blocks: &mut scratch.blocks,
        seen_tokens: &mut scratch.tokens,
        keys: &mut scratch.keys,
        mixed: Vec::new(),
        hides_owners: false,
        subject,
        is_self_referential: false,
    };
    if let Some(subject) = subject {
        walker.lead(subject);
    }
    let has_names = options.rules.has(Rule::FormNamesInStatics);
    let statics = if options.rules.has(Rule::FormStatics) {
        let changed = baseline.changed(machine, statics_before, has_names);
        debug_assert_eq!(changed, baseline.all_changed(machine, has_names), "as if all statics were compared");
        changed
    } else {
        Vec::new()
    };
    for &start in &statics {
        walker.number(mark::STATIC, start);
        walker.bytes(start..baseline.end_of_chunk(start));
    }
    // Statics that have not changed may point to blocks that have.
    for &block in &baseline.blocks {
        walker.lead(block);
    }
    let mut next = 0;
    while let Some(block) = walker.blocks.get(next) {
        walker.block(block);
        next += 1;
    }
    walker.finish(baseline, known, statics)
}

struct Walker<'a> {
    machine: &'a Machine<Provenance>,
    options: &'a ExploreOptions,
    tokens: &'a BTreeSet<u32>,
    form: Vec<u8>,
    /// The blocks that were reached, in the order in which their contents come.
    blocks: &'a mut Numbering,
    seen_tokens: &'a mut Numbering,
    /// Keys, and where in the form their places in the order belong.
    keys: &'a mut Vec<(usize, u32)>,
    /// Where in the form mixed bytes are.
    mixed: Vec<usize>,
    hides_owners: bool,
    subject: Option<u32>,
    is_self_referential: bool,
}

impl Walker<'_> {
    fn has(&self, rule: Rule) -> bool {
        self.options.rules.has(rule)
    }

    fn is_by_shape(&self) -> bool {
        self.options.matching == Matching::Shape
    }

    fn number(&mut self, mark: u8, number: u32) {
        self.form.push(mark);
        self.small(number);
    }

    /// Adds a number, which is small in most cases: seven bits in each byte, the lowest first, and a bit that says whether more follow. No
    /// number begins with all bytes of another one, so what follows cannot be taken for a part of it.
    fn small(&mut self, number: u32) {
        let mut left = number;
        while left >= 0x80 {
            self.form.push(left.to_le_bytes()[0] | 0x80);
            left >>= 7;
        }
        self.form.push(left.to_le_bytes()[0]);
    }

    /// The number of the block that begins at an address.
    fn lead(&mut self, start: u32) -> u32 {
        self.blocks.number(start)
    }

    /// An address in the block that begins at `start`, alive or freed, or anywhere outside it.
    fn address(&mut self, address: u32, start: u32) {
        self.is_self_referential |= self.subject == Some(start);
        let number = self.lead(start);
        let is_freed = self.at(start).is_none_or(|block| block.freed.is_some()) && self.has(Rule::FormFreed);
        self.number(if is_freed { mark::FREED } else { mark::ADDRESS }, number);
        let offset = if self.has(Rule::FormOffsets) { address.wrapping_sub(start) } else { 0 };
        self.small(offset);
    }

    /// The block that begins at an address.
    fn at(&self, start: u32) -> Option<&Block> {
        self.machine.heap().block_at_or_before(start).filter(|block| block.address == start)
    }

    fn block(&mut self, start: u32) {
        // A subject without a size has no block.
        let Some(block) = self.at(start) else { return };
        let (size, align) = (block.size, block.align);
        let is_freed = block.freed.is_some() && self.has(Rule::FormFreed);
        self.number(mark::BLOCK, if is_freed { u32::MAX } else { size });
        // No run may read a freed block.
        if !is_freed {
            let align = if self.has(Rule::FormAlignments) { align } else { 0 };
            self.small(align);
            self.bytes(start..start + size);
        }
    }

    fn bytes(&mut self, range: Range<u32>) {
        let mut at = range.start;
        while at < range.end {
            let plain = self.machine.tracker().n_plain(at..range.end);
            at += if plain >= SHORTEST_RUN && !self.is_by_shape() {
                self.run(at..at + plain);
                plain
            } else if plain > 0 && !self.is_by_shape() {
                let memory = self.machine.memory().bytes();
                let bytes = &memory[at as usize..(at + plain) as usize];
                self.form.extend(bytes.iter().flat_map(|byte| [mark::DATA, *byte]));
                plain
            } else {
                self.piece(at, range.end)
            };
        }
    }

    /// Adds plain bytes, all that follow each other.
    fn run(&mut self, range: Range<u32>) {
        let bytes = &self.machine.memory().bytes()[range.start as usize..range.end as usize];
        let is_same = bytes.iter().all(|byte| *byte == bytes[0]);
        self.form.push(if is_same { mark::SAME } else { mark::RUN });
        self.small(range.end - range.start);
        self.form.extend(if is_same { &bytes[..1] } else { bytes });
    }

    /// Adds the byte at an address, or the word that begins there. Returns its number of bytes.
    fn piece(&mut self, at: u32, end: u32) -> u32 {
        let tracker = self.machine.tracker();
        if at + 4 <= end
            && let Some((origin, of)) = tracker.whole_name(at)
        {
            match origin {
                Origin::Token(_) => self.token(of),
                Origin::Key(_) => self.key(of),
                _ => {
                    let bytes = &self.machine.memory().bytes()[at as usize..at as usize + 4];
                    self.address(u32::from_le_bytes(bytes.try_into().expect("four bytes")), of);
                }
            }
            return 4;
        }
        let of = tracker.part_of(at);
        let value = self.machine.memory().bytes()[at as usize];
        let undefined = if self.has(Rule::FormUndefined) { tracker.undefined(at) } else { 0 };
        match (undefined, tracker.origin(at)) {
            (0xff, _) => self.form.push(mark::UNDEFINED),
            (_, Origin::Data) if self.is_by_shape() => self.form.push(mark::DATA),
            (0, Origin::Data) => {
                let leads = tracker.static_of(at).filter(|_| self.has(Rule::FormStaticAddresses));
                self.form.extend([mark::DATA, value]);
                // An access through it must stay in the static.
                if let Some(first) = leads {
                    self.number(mark::STATIC, first);
                }
            }
            (undefined, Origin::Data) => self.form.extend([mark::PARTLY, undefined, value & !undefined]),
            (0, Origin::Token(index)) => {
                self.form.extend([mark::PART, index]);
                self.token(of);
            }
            (0, Origin::Key(index)) => {
                self.form.extend([mark::PART, index]);
                self.key(of);
            }
            (undefined, _) => self.mixed(at, undefined, value),
        }
        1
    }

    /// A byte that was computed from names, or a byte of an address whose other bytes lie elsewhere. It has its number, and it
    /// leads to the blocks that it was computed from.
    fn mixed(&mut self, at: u32, undefined: u8, value: u8) {
        match self.machine.tracker().blocks_in(at) {
            None => {
                self.hides_owners = true;
                self.is_self_referential = true;
            }
            Some(blocks) => {
                for block in blocks {
                    self.is_self_referential |= self.subject == Some(block);
                    let number = self.lead(block);
                    self.number(mark::LEADS, number);
                }
            }
        }
        if self.has(Rule::FormMixed) {
            self.form.extend([mark::PARTLY, undefined, value & !undefined]);
            self.mixed.push(self.form.len() - 1);
        }
    }

    fn key(&mut self, key: u32) {
        // Its place in the order is filled in when all keys are known.
        self.form.extend([mark::KEY, 0, 0, 0, 0]);
        self.keys.push((self.form.len() - 4, key));
    }

    fn token(&mut self, token: u32) {
        let number = self.seen_tokens.number(token);
        self.number(mark::TOKEN, number);
        self.form.push(u8::from(self.tokens.contains(&token) && self.has(Rule::FormLiveValues)));
    }

    fn finish(mut self, baseline: &Baseline, known: KnownNames<'_>, statics: Vec<u32>) -> Walk {
        let classes = known.classes;
        // All keys are known only now; in the form, a key is its place in the order.
        let keys: BTreeSet<u32> = self.keys.iter().map(|(_, key)| *key).collect();
        let ranks: BTreeMap<u32, u32> = keys.iter().copied().zip(0..).collect();
        let has_key_order = self.has(Rule::FormKeyOrder);
        for (at, key) in self.keys.iter().copied() {
            let rank = if has_key_order { ranks[&key] } else { 0 };
            self.form[at..at + 4].copy_from_slice(&rank.to_le_bytes());
        }
        for key in keys.iter().filter(|key| classes.contains_key(key) && self.options.rules.has(Rule::FormHashes)) {
            self.number(mark::CLASS, ranks[key]);
            self.small(classes[key]);
        }
        let (mut equalities, mut answers) = (Equalities::default(), Vec::new());
        if !known.equalities.is_empty() {
            let numbers = self.seen_tokens.by_name();
            equalities = known.equalities.among(&numbers);
            answers = equalities.form(&numbers);
        }
        if self.has(Rule::FormEqualities) {
            // Their length says where they end.
            self.number(mark::EQUALITIES, n_bytes(&answers));
            self.form.extend(answers);
        }
        let is_lost = |address: &u32| self.blocks.of(*address).is_none() && !baseline.blocks.contains(address);
        let live = self.machine.heap().live().filter(|block| is_lost(&block.address));
        let lost: Vec<LostBlock> = live.map(|block| LostBlock { address: block.address, size: block.size }).collect();
        let lost_tokens: Vec<u32> =
            self.tokens.iter().filter(|token| self.seen_tokens.of(**token).is_none()).copied().collect();
        // Lost blocks cannot be reached again, but a state without them is another state.
        let mut sizes: Vec<u32> = lost.iter().map(|block| block.size).collect();
        sizes.sort_unstable();
        if self.has(Rule::FormLost) {
            for size in sizes {
                self.number(mark::LOST, size);
            }
            self.number(mark::LOST, u32::try_from(lost_tokens.len()).expect("fewer than 2^32 tokens"));
        }
        let mut without_numbers = None;
        if !self.mixed.is_empty() {
            let mut form = self.form.clone();
            self.mixed.iter().for_each(|at| form[*at] = 0);
            without_numbers = Some(form);
            let (blocks, tokens) = (self.blocks.by_name(), self.seen_tokens.by_name());
            for address in blocks.into_keys().chain(tokens.into_keys()).chain(keys.iter().copied()) {
                self.number(mark::RAW, address);
            }
        }
        let heap = self.machine.heap();
        let is_large = heap.range().len() >= LARGE_HEAP as usize && !self.hides_owners;
        let freed = heap.blocks().iter().filter(|block| is_large && block.freed.is_some());
        let forgotten = freed.map(|block| block.address).filter(|start| self.blocks.of(*start).is_none()).collect();
        let Self { form, hides_owners, is_self_referential, .. } = self;
        Walk {
            form,
            statics,
            without_numbers,
            lost,
            lost_tokens,
            keys,
            equalities,
            forgotten,
            hides_owners,
            is_self_referential,
        }
    }
}
