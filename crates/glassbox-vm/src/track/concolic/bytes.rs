//! The terms of memory: for every byte its term and its index in the term.
//!
//! Most memory is plain. So the array consists of pages, and a page exists only where a byte with a term was written.

use std::sync::Arc;

use super::term::TermId;

/// Bytes of memory in a page.
const PAGE: usize = 1 << PAGE_BITS;
const PAGE_BITS: u32 = 8;

/// A byte of a term, or a plain byte. The lowest three bits are the index of the byte in the term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ByteOf(u32);

impl ByteOf {
    pub(super) const PLAIN: Self = Self(0);

    pub(super) fn new(term: TermId, index: u8) -> Self {
        debug_assert!(index < 8);
        Self(term.index() << 3 | u32::from(index))
    }

    pub(super) fn is_plain(self) -> bool {
        self.0 == 0
    }

    pub(super) fn term(self) -> TermId {
        TermId::from_index(self.0 >> 3)
    }

    pub(super) fn index(self) -> u8 {
        (self.0 & 7) as u8
    }

    /// Whether `other` is the next byte of the same term.
    pub(super) fn is_followed_by(self, other: Self) -> bool {
        !self.is_plain() && self.index() < 7 && other.0 == self.0 + 1
    }
}

type Page = Arc<[ByteOf; PAGE]>;

/// The terms of all bytes of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct TermBytes {
    pages: Vec<Option<Page>>,
    /// Pages that may differ from those of the snapshot that was last taken or restored.
    touched: Vec<u32>,
    kept: TermBytesSnapshot,
}

/// The pages that a snapshot keeps, in order of their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct TermBytesSnapshot(Arc<[(u32, Page)]>);

impl TermBytes {
    /// Grows the array to a memory of `len` bytes.
    pub(super) fn grow(&mut self, len: usize) {
        self.pages.resize(len.div_ceil(PAGE).max(self.pages.len()), None);
    }

    /// Whether a range of at most a page has no page with terms. If so, all its bytes are plain.
    #[inline(always)]
    pub(super) fn is_plain(&self, address: u32, len: u32) -> bool {
        let (first, last) = (address >> PAGE_BITS, (address + len - 1) >> PAGE_BITS);
        self.pages[first as usize].is_none() && (first == last || self.pages[last as usize].is_none())
    }

    /// Whether all bytes of a range are plain.
    pub(super) fn are_plain(&self, range: std::ops::Range<u32>) -> bool {
        let pages = range.start >> PAGE_BITS..range.end.div_ceil(PAGE as u32);
        pages.into_iter().all(|number| {
            let Some(page) = &self.pages[number as usize] else { return true };
            let first = number << PAGE_BITS;
            let (start, end) = (range.start.max(first) - first, range.end.min(first + PAGE as u32) - first);
            page[start as usize..end as usize].iter().all(|byte| byte.is_plain())
        })
    }

    pub(super) fn get(&self, address: u32) -> ByteOf {
        let page = &self.pages[(address >> PAGE_BITS) as usize];
        page.as_ref().map_or(ByteOf::PLAIN, |page| page[address as usize % PAGE])
    }

    /// Addresses of all bytes with terms, in ascending order, each with its term and index as one number.
    pub(super) fn all(&self) -> Vec<(u32, u32)> {
        let pages = (0..).step_by(PAGE).zip(&self.pages).filter_map(|(first, page)| Some((first, page.as_ref()?)));
        let bytes = pages.flat_map(|(first, page)| (first..).zip(page.iter()));
        bytes.filter(|(_, byte)| !byte.is_plain()).map(|(address, byte)| (address, byte.0)).collect()
    }

    pub(super) fn set(&mut self, address: u32, byte: ByteOf) {
        if self.get(address) != byte {
            self.own(address >> PAGE_BITS)[address as usize % PAGE] = byte;
        }
    }

    /// A page, for writing.
    fn own(&mut self, number: u32) -> &mut [ByteOf; PAGE] {
        let page = &mut self.pages[number as usize];
        if page.as_mut().and_then(Arc::get_mut).is_none() {
            self.touched.push(number);
        }
        Arc::make_mut(page.get_or_insert_with(|| Arc::new([ByteOf::PLAIN; PAGE])))
    }

    /// Makes a range plain. The range may be long.
    pub(super) fn clear(&mut self, range: std::ops::Range<u32>) {
        let mut address = range.start;
        let end = range.end.min((self.pages.len() * PAGE) as u32);
        while address < end {
            let next = end.min((address | (PAGE as u32 - 1)) + 1);
            let (number, first) = (address >> PAGE_BITS, address as usize % PAGE);
            let bytes = first..first + (next - address) as usize;
            // Every return clears the frame that it leaves, and most frames have no terms.
            let page = self.pages[number as usize].as_ref();
            if page.is_some_and(|page| !all_plain(&page[bytes.clone()])) {
                self.own(number)[bytes].fill(ByteOf::PLAIN);
            }
            address = next;
        }
    }

    /// Copies a range; the two may overlap.
    pub(super) fn copy(&mut self, dst: u32, src: u32, len: u32) {
        let bytes: Vec<ByteOf> = (src..src + len).map(|address| self.get(address)).collect();
        for (address, byte) in (dst..).zip(bytes) {
            self.set(address, byte);
        }
    }

    pub(super) fn snapshot(&mut self) -> TermBytesSnapshot {
        let pages = (0..).zip(&self.pages).filter_map(|(number, page)| Some((number, page.clone()?)));
        self.kept = TermBytesSnapshot(pages.collect());
        self.touched.clear();
        self.kept.clone()
    }

    pub(super) fn restore(&mut self, snapshot: &TermBytesSnapshot) {
        if !Arc::ptr_eq(&self.kept.0, &snapshot.0) {
            self.touched.extend(self.kept.0.iter().chain(snapshot.0.iter()).map(|(number, _)| number));
            self.kept = snapshot.clone();
        }
        while let Some(number) = self.touched.pop() {
            let kept = self.kept.0.binary_search_by_key(&number, |(number, _)| *number);
            // The memory had grown since: pages past its end are gone.
            if let Some(page) = self.pages.get_mut(number as usize) {
                *page = kept.ok().map(|at| self.kept.0[at].1.clone());
            }
        }
    }
}

/// Whether all bytes are plain. It has no early exit, so that the compiler vectorises it.
fn all_plain(bytes: &[ByteOf]) -> bool {
    bytes.iter().fold(0, |all, byte| all | byte.0) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(term: u32, index: u8) -> ByteOf {
        ByteOf::new(TermId::from_index(term), index)
    }

    #[test]
    fn restoring_gives_back_what_was_kept() {
        let mut bytes = TermBytes::default();
        bytes.grow(10 * PAGE);
        let empty = bytes.snapshot();
        bytes.set(5, byte(7, 1));
        bytes.set(3 * PAGE as u32, byte(8, 0));
        let kept = bytes.snapshot();
        bytes.set(5, byte(9, 2));
        bytes.clear(3 * PAGE as u32 - 10..3 * PAGE as u32 + 10);
        bytes.copy(9 * PAGE as u32 - 1, 4, 3);
        assert_eq!(bytes.get(9 * PAGE as u32), byte(9, 2));
        bytes.restore(&kept);
        assert_eq!([bytes.get(5), bytes.get(3 * PAGE as u32)], [byte(7, 1), byte(8, 0)]);
        assert!(bytes.is_plain(9 * PAGE as u32 - 2, 4));
        bytes.restore(&empty);
        assert!(bytes.get(5).is_plain() && bytes.is_plain(0, 8));
        bytes.restore(&kept);
        assert_eq!(bytes.get(5), byte(7, 1));
    }

    #[test]
    fn overlapping_copies_take_the_old_bytes() {
        let mut bytes = TermBytes::default();
        bytes.grow(PAGE);
        (0..4).for_each(|index| bytes.set(10 + u32::from(index), byte(3, index)));
        bytes.copy(11, 10, 4);
        assert_eq!([11, 12, 13, 14].map(|at| bytes.get(at)), [0, 1, 2, 3].map(|index| byte(3, index)));
        assert!(byte(3, 0).is_followed_by(byte(3, 1)) && !byte(3, 7).is_followed_by(byte(4, 0)));
    }
}
