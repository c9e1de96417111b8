//! The state of the tracker: the tag of each byte of memory, and the counts of questions.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::kind::{ADDRESS, KEY, Kind, Origin, TOKEN, is_of_static, tag};
use super::names::Names;
use super::rules::{Byte, Named, joined};
use super::steps::Step;
use crate::heap::RED_ZONE;
use crate::memory::{Paged, PagedSnapshot, n_zeros};
use crate::module::StaticObjects;
use crate::stop::{Refusal, Stop};
use crate::track::sanitizer::{Sanitizer, SanitizerSnapshot};
use crate::track::value::Tracked;
use crate::track::written_words::WrittenWords;

/// So many low bits of addresses are kept.
const MOST_LOW_BITS: usize = 4096;

/// Low bits of an address that a run has computed: whether it is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LowBits {
    /// The address; none if the bits are of a sum or product of addresses.
    pub address: Option<u32>,
    /// The bits.
    pub mask: u32,
}

/// The tracker of addresses, tokens and keys. See the module's documentation.
#[derive(Debug)]
pub struct Provenance {
    pub(super) sanitizer: Sanitizer,
    /// The tag of each byte of memory.
    pub(super) tags: Paged,
    /// For each byte of memory the name that it is a part of, in four bytes. It counts where the tag says that there is one.
    pub(super) parts: Paged,
    /// The ends of blocks, in four bytes each, at [`Self::place_of_end`].
    pub(super) ends: Paged,
    pub(super) names: Names,
    /// The steps of the run, if the host wants them.
    pub(super) steps: Option<Vec<Step>>,
    /// The words that the run has written, if the host notes configurations.
    pub(super) words: Option<WrittenWords>,
    /// The statics of the guest.
    pub(super) statics: Arc<StaticObjects>,
    /// Start of the heap: no block begins before this address.
    pub(super) heap: u32,
    pub(super) n_order_questions: u64,
    pub(super) n_raw_questions: u64,
    /// Those of them that ask whether an address is used again.
    pub(super) n_reuse_questions: u64,
    pub(super) low_bits: BTreeSet<LowBits>,
    /// Stops the run soon after there are more raw questions than this.
    pub(super) most_raw_questions: u64,
}

/// A snapshot of a [`Provenance`].
#[derive(Clone, Debug)]
pub struct ProvenanceSnapshot {
    pub(super) sanitizer: SanitizerSnapshot,
    pub(super) tags: PagedSnapshot,
    pub(super) parts: PagedSnapshot,
    pub(super) ends: PagedSnapshot,
}

/// The index of the first tag that is none of plain data. Most of a long range is plain.
fn n_plain_before(tags: &[u8]) -> Option<usize> {
    const { assert!(tag::DATA == 0) };
    Some(n_zeros(tags)).filter(|n_plain| *n_plain < tags.len())
}

impl Default for Provenance {
    fn default() -> Self {
        Self {
            sanitizer: Sanitizer::default(),
            tags: Paged::new(0, 0),
            parts: Paged::new(0, 0),
            ends: Paged::new(0, 0),
            names: Names::default(),
            steps: None,
            words: None,
            statics: Arc::default(),
            heap: u32::MAX,
            n_order_questions: 0,
            n_raw_questions: 0,
            n_reuse_questions: 0,
            low_bits: BTreeSet::new(),
            most_raw_questions: u64::MAX,
        }
    }
}

impl Provenance {
    /// A token, to hand to the guest.
    pub fn token(number: u32) -> Tracked<Kind> {
        Tracked { value: u64::from(number), shadow: Kind::name(TOKEN, number) }
    }

    /// A key, to hand to the guest.
    pub fn key(number: u32) -> Tracked<Kind> {
        Tracked { value: u64::from(number), shadow: Kind::name(KEY, number) }
    }

    /// The origin of a byte of memory, which must be in bounds.
    pub fn origin(&self, address: u32) -> Origin {
        match self.tags.as_slice()[address as usize] {
            tag::DATA => Origin::Data,
            byte @ tag::ADDRESS..0x14 => Origin::Address(byte - tag::ADDRESS),
            byte @ tag::TOKEN..0x24 => Origin::Token(byte - tag::TOKEN),
            byte @ tag::KEY..0x34 => Origin::Key(byte - tag::KEY),
            byte if is_of_static(byte) => Origin::Data,
            _ => Origin::Mixed,
        }
    }

    /// The name that a byte of memory is a part of: the first byte of its block, or the number of its token or key; 0 if it is
    /// plain. For a mixed byte see [`Self::blocks_in`].
    pub fn part_of(&self, address: u32) -> u32 {
        if self.origin(address) == Origin::Data { 0 } else { self.part(address as usize) }
    }

    pub(super) fn part(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.parts.array(at * 4))
    }

    /// The blocks that a byte of memory leads to, by their first bytes, if it is a part of an address or was computed from some.
    /// None if it was computed from names that are not known.
    pub fn blocks_in(&self, address: u32) -> Option<Vec<u32>> {
        match (self.origin(address), self.part_of(address)) {
            (Origin::Data | Origin::Token(_) | Origin::Key(_), _) => Some(Vec::new()),
            (Origin::Address(_), block) => Some(vec![block]),
            (Origin::Mixed, 0) => None,
            (Origin::Mixed, of) => Some(self.names.members(of)),
        }
    }

    /// Sets the undefined bits and the origin of a byte of memory, which must be in bounds.
    pub(crate) fn set_byte(&mut self, address: u32, undefined: u8, origin: Origin, of: u32) {
        self.sanitizer.plant(address, 1, u64::from(undefined));
        let tag = match origin {
            Origin::Data => tag::DATA,
            Origin::Address(byte) => tag::ADDRESS + byte,
            Origin::Token(byte) => tag::TOKEN + byte,
            Origin::Key(byte) => tag::KEY + byte,
            Origin::Mixed => tag::MIXED,
        };
        self.set_tags(address, 1, Named { tags: u64::from(tag), of: [of, 0] });
    }

    /// Number of plain and defined bytes at the beginning of a range, which must be in bounds.
    pub fn n_plain(&self, range: std::ops::Range<u32>) -> u32 {
        let tags = &self.tags.as_slice()[range.start as usize..range.end as usize];
        let n_plain = n_plain_before(tags).unwrap_or(tags.len()) as u32;
        self.sanitizer.n_defined(range.start..range.start + n_plain)
    }

    /// Whether all bytes in a range, which must be in bounds, are numbers and defined.
    pub fn are_numbers(&self, range: std::ops::Range<u32>) -> bool {
        let mut tags = &self.tags.as_slice()[range.start as usize..range.end as usize];
        while let Some(n_plain) = n_plain_before(tags) {
            if !is_of_static(tags[n_plain]) {
                return false;
            }
            tags = &tags[n_plain + 1..];
        }
        self.sanitizer.n_defined(range.clone()) == range.end - range.start
    }

    /// The name of which the four bytes from an address on are all parts, in order and defined, with the kind of its first byte:
    /// a block by its first byte, a token or a key by its number. The four bytes must be in bounds.
    pub fn whole_name(&self, address: u32) -> Option<(Origin, u32)> {
        let at = address as usize;
        let origin = match u64::from(u32::from_le_bytes(self.tags.array(at))) {
            ADDRESS => Origin::Address(0),
            TOKEN => Origin::Token(0),
            KEY => Origin::Key(0),
            _ => return None,
        };
        let of = self.part(at);
        let is_one = (1..4).all(|i| self.part(at + i) == of) && self.sanitizer.undefined_bits(address, 4) == 0;
        is_one.then_some((origin, of))
    }

    /// The first byte in a range, which must be in bounds, that is a number of a name: computed from one, or a part of one
    /// whose other parts are not beside it.
    pub fn number_of_a_name(&self, range: std::ops::Range<u32>) -> Option<u32> {
        let tags = &self.tags.as_slice()[range.start as usize..range.end as usize];
        let mut at = 0;
        while let Some(n_plain) = n_plain_before(&tags[at..]) {
            at += n_plain;
            let address = range.start + u32::try_from(at).expect("memory has 32 bits");
            let is_one = || (1..4).all(|i| self.part(address as usize + i) == self.part(address as usize));
            let word =
                tags.get(at..at + 4).map(|word| u64::from(u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
            if word.is_some_and(|word| [ADDRESS, TOKEN, KEY].contains(&word)) && is_one() {
                at += 4;
            } else if is_of_static(tags[at]) || self.undefined(address) == 0xff {
                at += 1;
            } else {
                return Some(address);
            }
        }
        None
    }

    /// The static that a byte of memory is a part of an address of, by its first byte.
    pub fn static_of(&self, address: u32) -> Option<u32> {
        is_of_static(self.tags.as_slice()[address as usize]).then(|| self.part(address as usize))
    }

    /// The undefined bits of a byte of memory, which must be in bounds.
    pub fn undefined(&self, address: u32) -> u8 {
        self.sanitizer.undefined_bits(address, 1) as u8
    }

    /// Number of decisions that depended on the relative positions of blocks.
    pub fn n_order_questions(&self) -> u64 {
        self.n_order_questions
    }

    /// Number of decisions that depended on the number of an address, a token or a key.
    pub fn n_raw_questions(&self) -> u64 {
        self.n_raw_questions
    }

    /// From now on, whether a run stops soon after it decides by the number of an address, a token or a key: at the next access,
    /// branch or call that it makes. So the host learns where that is.
    pub fn stop_at_numbers(&mut self, stops: bool) {
        self.most_raw_questions = if stops { self.n_raw_questions } else { u64::MAX };
    }

    /// Stops the run if it has decided by a number, and the host wants that.
    #[inline(always)]
    pub(super) fn stop_if_raw(&self) -> Result<(), Stop> {
        if self.n_raw_questions > self.most_raw_questions { Err(Refusal::DecidesByNumber.into()) } else { Ok(()) }
    }

    /// Number of those decisions that only asked whether a block is where a freed one was, or where another one ends.
    pub fn n_reuse_questions(&self) -> u64 {
        self.n_reuse_questions
    }

    /// Low bits of addresses that were computed since they were last taken. If there are many, one without an address stands
    /// for all but the first.
    pub fn take_low_bits(&mut self) -> BTreeSet<LowBits> {
        std::mem::take(&mut self.low_bits)
    }

    /// Whether the undefined bits and the tags of bytes in a range are known to be those of a snapshot.
    pub(crate) fn shares(&self, snapshot: &ProvenanceSnapshot, range: std::ops::Range<usize>) -> bool {
        self.tags.shares(&snapshot.tags, range.clone()) && self.sanitizer.shares(&snapshot.sanitizer, range)
    }

    /// All arrays, each with its snapshot.
    pub(crate) fn arrays<'a>(&'a self, snapshot: &'a ProvenanceSnapshot) -> [(&'a Paged, &'a PagedSnapshot); 5] {
        let [undefined, marks] = self.sanitizer.arrays(&snapshot.sanitizer);
        let Self { tags, parts, ends, .. } = self;
        [undefined, marks, (tags, &snapshot.tags), (parts, &snapshot.parts), (ends, &snapshot.ends)]
    }

    /// [`Self::arrays`], to be restored.
    pub(crate) fn arrays_mut<'a>(
        &'a mut self,
        snapshot: &'a ProvenanceSnapshot,
    ) -> [(&'a mut Paged, &'a PagedSnapshot); 5] {
        let Self { sanitizer, tags, parts, ends, .. } = self;
        let [undefined, marks] = sanitizer.arrays_mut(&snapshot.sanitizer);
        [undefined, marks, (tags, &snapshot.tags), (parts, &snapshot.parts), (ends, &snapshot.ends)]
    }

    /// Nothing below this address may be accessed.
    pub(crate) fn lowest(&self) -> u32 {
        self.sanitizer.lowest()
    }

    pub(crate) fn set_lowest(&mut self, lowest: u32) {
        self.sanitizer.restore_lowest(lowest);
    }

    /// Indices of pages of memory of which something else may be known since the last snapshot or restore.
    pub(crate) fn dirty_indices(&self) -> impl Iterator<Item = u32> {
        // A part has four bytes.
        let parts = self.parts.dirty_indices().map(|page| page / 4);
        self.tags.dirty_indices().chain(parts).chain(self.sanitizer.dirty_indices())
    }

    /// Whether the undefined bits or the origins of bytes in a range differ from the last snapshot or restore.
    pub(crate) fn is_rewritten(&self, range: std::ops::Range<usize>) -> bool {
        self.tags.written(range.clone()).any(|part| !part.is_same()) || self.sanitizer.is_rewritten(range)
    }

    /// Notes the steps of runs from now on, or ends that. Each call forgets those until now.
    pub fn note_steps(&mut self, on: bool) {
        let mut steps = self.steps.take().unwrap_or_default();
        steps.clear();
        self.steps = on.then_some(steps);
    }

    /// The steps of runs since [`note_steps`](Self::note_steps).
    pub fn steps(&self) -> &[Step] {
        self.steps.as_deref().unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn note_step(&mut self, step: Step) {
        if let Some(steps) = &mut self.steps {
            steps.push(step);
        }
    }

    #[inline(always)]
    pub(super) fn note_write(&mut self, address: u32, len: u32) {
        if let Some(words) = &mut self.words {
            words.add(address, len);
        }
    }

    pub(super) fn note_low_bits(&mut self, low_bits: LowBits) {
        // If there are too many, one of nobody knows which address stands for the rest.
        let is_full = self.low_bits.len() >= MOST_LOW_BITS && !self.low_bits.contains(&low_bits);
        self.low_bits.insert(if is_full { LowBits { address: None, mask: u32::MAX } } else { low_bits });
    }

    pub(super) fn set_tags(&mut self, address: u32, len: u32, named: Named) {
        let bytes = &named.tags.to_le_bytes()[..len as usize];
        let at = address as usize;
        if self.tags.as_slice()[at..at + bytes.len()] != *bytes {
            self.tags.write(at, bytes.len()).copy_from_slice(bytes);
        }
        if named.tags == 0 {
            return;
        }
        for i in (0..len as usize).filter(|i| bytes[*i] != tag::DATA) {
            let of = named.of[i / 4];
            if self.part(at + i) != of {
                self.parts.set_array((at + i) * 4, of.to_le_bytes());
            }
        }
    }

    /// The tags of `len` bytes, and what they are about.
    pub(super) fn named(&mut self, address: u32, len: u32) -> Named {
        let at = address as usize;
        let mut tags = [0; 8];
        tags[..len as usize].copy_from_slice(&self.tags.as_slice()[at..at + len as usize]);
        if tags == [0; 8] {
            return Named::PLAIN;
        }
        // Most of them are one address.
        let all = u64::from_le_bytes(tags);
        if all == ADDRESS {
            let first = self.part(at);
            if (1..4).all(|i| self.part(at + i) == first) {
                return Named { tags: all, of: [first, 0] };
            }
        }
        let byte = |i: usize| match tags[i] {
            tag::DATA => Byte::default(),
            tag => Byte { tag, of: self.part(at + i), ..Byte::default() },
        };
        let bytes = std::array::from_fn(byte);
        joined(&mut self.names, bytes)
    }

    pub(super) fn clear_tags(&mut self, address: u32, len: u32) {
        let at = address as usize..(address + len) as usize;
        if self.tags.as_slice()[at.clone()].iter().any(|tag| *tag != tag::DATA) {
            self.tags.write(at.start, at.len()).fill(tag::DATA);
        }
    }

    /// The place of a block's end in `ends`. Between two blocks there is a red zone, so no two have one place.
    fn place_of_end(start: u32) -> usize {
        (start / RED_ZONE) as usize * 4
    }

    pub(super) fn set_end(&mut self, start: u32, end: u32) {
        self.ends.set_array(Self::place_of_end(start), end.to_le_bytes());
    }

    /// The static that a range must lie in and does not, by its first byte.
    pub(super) fn leaves_static(&self, object: u32, range: &std::ops::Range<u32>) -> Option<u32> {
        let object = self.statics.all().get(object as usize)?;
        let is_inside = range.start >= object.start && range.end - object.start <= object.size;
        (!is_inside).then_some(object.start)
    }

    /// Whether a range lies in the block that begins at `start`, freed or not.
    pub(super) fn is_inside(&self, start: u32, range: std::ops::Range<u32>) -> bool {
        let end = u32::from_le_bytes(self.ends.array(Self::place_of_end(start)));
        range.start >= start && range.end <= end
    }
}
