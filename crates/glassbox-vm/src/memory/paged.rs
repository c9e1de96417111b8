//! A flat array of bytes with cheap snapshots.
//!
//! The bytes are contiguous, because the dispatch loop reads and writes them all the time. Each page has a dirty mark, which
//! a write sets. A snapshot is a list of pages that it shares with other snapshots; it copies dirty pages only, and takes all
//! others from the snapshot before it. A restore copies the dirty pages back, and, if it restores another snapshot than the
//! last one, the pages in which the two differ; their lengths may differ, too. So the cost of both depends on the pages
//! written, not on the size.
//!
//! Pages are grouped in chunks, which snapshots share as well: a hundred thousand snapshots of 64 MiB would otherwise need
//! 512 KiB each for their lists.

use std::sync::Arc;

/// Bytes in a page of ours. It is smaller than WebAssembly's page, because a run writes a few words here and there, and a
/// restore copies whole pages.
pub const PAGE: usize = 1 << PAGE_BITS;
const PAGE_BITS: usize = 10;

/// Pages in a chunk.
const CHUNK: usize = 64;

/// Bytes by which a new array can grow where it is. Most guests need a little more memory than they begin with, and to move a megabyte costs
/// as much as to run a small check.
const ROOM: usize = 1 << 18;

type Page = Arc<[u8; PAGE]>;
type Chunk = Arc<[Page; CHUNK]>;

/// A flat array of bytes with cheap snapshots. See the module's documentation.
#[derive(Debug)]
pub struct Paged {
    bytes: Vec<u8>,
    /// For each page 1 if it may differ from `base`, else 0.
    dirty: Vec<u8>,
    /// The dirty pages, in the order of their first write.
    dirty_list: Vec<u32>,
    /// The snapshot that was last taken or restored: clean pages are equal to it.
    base: Option<PagedSnapshot>,
}

/// A snapshot. Clones share everything.
#[derive(Clone, Debug)]
pub struct PagedSnapshot {
    len: usize,
    chunks: Arc<[Chunk]>,
}

impl PagedSnapshot {
    fn page(&self, page: usize) -> &Page {
        &self.chunks[page / CHUNK][page % CHUNK]
    }

    fn n_pages(&self) -> usize {
        self.len / PAGE
    }

    /// Number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes of a page.
    pub(super) fn bytes_of_page(&self, page: usize) -> &[u8] {
        &self.page(page)[..]
    }

    /// Number of bytes of pages that `self` does not share with `other`, and of its own lists.
    pub fn own_bytes(&self, other: &Self) -> usize {
        let mut own = self.chunks.len() * size_of::<Chunk>();
        for (index, chunk) in self.chunks.iter().enumerate() {
            let theirs = other.chunks.get(index);
            if theirs.is_some_and(|theirs| Arc::ptr_eq(theirs, chunk)) {
                continue;
            }
            own += size_of::<[Page; CHUNK]>();
            let differs = |(i, page): (usize, &Page)| theirs.is_none_or(|theirs| !Arc::ptr_eq(&theirs[i], page));
            own += chunk.iter().enumerate().filter(|&entry| differs(entry)).count() * PAGE;
        }
        own
    }
}

/// A part of the array that may have been written.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// Index of its first byte.
    pub at: usize,
    /// Its bytes at the last snapshot or restore; none if the array was shorter then.
    pub old: Option<&'a [u8]>,
    /// Its bytes now.
    pub new: &'a [u8],
}

impl Written<'_> {
    /// Whether no byte has changed.
    pub fn is_same(&self) -> bool {
        self.old.is_some_and(|old| old == self.new)
    }

    /// Whether the byte at this offset has changed.
    pub fn differs(&self, offset: usize) -> bool {
        self.old.map_or(0, |old| old[offset]) != self.new[offset]
    }
}

impl Paged {
    /// `len` bytes of `value`; `len` is a multiple of the page size.
    pub fn new(len: usize, value: u8) -> Self {
        assert_eq!(len % PAGE, 0, "whole pages only");
        let mut paged = Self { bytes: Vec::new(), dirty: Vec::new(), dirty_list: Vec::new(), base: None };
        paged.grow(len, value);
        paged
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All bytes.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    /// Grows to `len` bytes, a multiple of the page size.
    pub fn grow(&mut self, len: usize, value: u8) {
        assert_eq!(len % PAGE, 0, "whole pages only");
        let old_pages = self.dirty.len();
        self.lengthen(len, value);
        self.dirty.resize(len / PAGE, 0);
        for page in old_pages..self.dirty.len() {
            self.mark(page);
        }
    }

    /// Appends bytes of `value` up to `len`, whole pages at a time: byte by byte is slow without optimisations, and under Miri.
    fn lengthen(&mut self, len: usize, value: u8) {
        if self.bytes.is_empty() {
            self.bytes = vec![value; len + if len > 0 { ROOM } else { 0 }];
            self.bytes.truncate(len);
        }
        self.bytes.reserve(len.saturating_sub(self.bytes.len()));
        while self.bytes.len() < len {
            self.bytes.extend_from_slice(&[value; PAGE]);
        }
    }

    /// The pages written since the last snapshot or restore, in the order of their first write.
    pub(crate) fn dirty_pages(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.dirty_list.iter().map(|&page| &self.bytes[page as usize * PAGE..(page as usize + 1) * PAGE])
    }

    /// Indices of the pages written since the last snapshot or restore.
    pub(crate) fn dirty_indices(&self) -> impl Iterator<Item = u32> {
        self.dirty_list.iter().copied()
    }

    /// Number of pages written since the last snapshot or restore.
    pub fn n_dirty(&self) -> usize {
        self.dirty_list.len()
    }

    /// The parts of a range that may have been written since the last snapshot or restore, with their old bytes. Bytes that did
    /// not exist then count as zeros. The cost depends on the number of pages in the range.
    pub fn written(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = Written<'_>> {
        let base = self.base.as_ref();
        let pages = range.start >> PAGE_BITS..range.end.div_ceil(PAGE);
        pages.filter(|&page| self.dirty.get(page) == Some(&1)).map(move |page| {
            let start = range.start.max(page * PAGE);
            let end = range.end.min((page + 1) * PAGE).min(self.bytes.len());
            let old = base.filter(|base| page < base.n_pages()).map(|base| base.page(page));
            let first = page * PAGE;
            Written { at: start, old: old.map(|old| &old[start - first..end - first]), new: &self.bytes[start..end] }
        })
    }

    /// Whether the pages of a range are known to be those of a snapshot: nothing was written to them since, and what was
    /// restored since shared them. If not, they may still be equal.
    pub fn shares(&self, snapshot: &PagedSnapshot, range: std::ops::Range<usize>) -> bool {
        let Some(base) = &self.base else { return false };
        let n_pages = base.n_pages().min(snapshot.n_pages());
        let mut pages = range.start >> PAGE_BITS..range.end.div_ceil(PAGE);
        pages.all(|page| page < n_pages && self.dirty[page] == 0 && Arc::ptr_eq(base.page(page), snapshot.page(page)))
    }

    /// The pages that may differ from a snapshot as long as the array, in order: those that were written since the last snapshot or restore, and
    /// those in which that one differs.
    pub(super) fn pages_unlike(&self, snapshot: &PagedSnapshot) -> Vec<u32> {
        assert_eq!(self.bytes.len(), snapshot.len, "the array is as long as the snapshot");
        let base = self.base.as_ref().filter(|base| base.len == snapshot.len);
        let Some(base) = base else { return (0..self.dirty.len() as u32).collect() };
        let mut pages = self.dirty_list.clone();
        for (index, (old, new)) in base.chunks.iter().zip(snapshot.chunks.iter()).enumerate() {
            if !Arc::ptr_eq(old, new) {
                let unlike = (0..CHUNK).filter(|&i| !Arc::ptr_eq(&old[i], &new[i])).map(|i| index * CHUNK + i);
                pages.extend(unlike.filter(|&page| page < base.n_pages()).map(|page| page as u32));
            }
        }
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    /// `len` bytes at `address`, for writing. Panics if they are out of bounds.
    pub fn write(&mut self, address: usize, len: usize) -> &mut [u8] {
        if len > 0 {
            for page in address >> PAGE_BITS..=(address + len - 1) >> PAGE_BITS {
                self.mark(page);
            }
        }
        &mut self.bytes[address..address + len]
    }

    /// Copies `len` bytes; the ranges may overlap. Panics if one is out of bounds.
    pub fn copy(&mut self, dst: usize, src: usize, len: usize) {
        self.write(dst, len);
        self.bytes.copy_within(src..src + len, dst);
    }

    /// Marks the pages of a short range (at most a page long), which must be in bounds.
    #[inline(always)]
    pub(crate) fn touch(&mut self, address: usize, len: usize) {
        let (first, last) = (address >> PAGE_BITS, (address + len - 1) >> PAGE_BITS);
        self.mark(first);
        if last != first {
            self.mark(last);
        }
    }

    /// `N` bytes at `at`, which must be in bounds.
    #[inline(always)]
    pub(crate) fn array<const N: usize>(&self, at: usize) -> [u8; N] {
        debug_assert!(at + N <= self.bytes.len());
        // SAFETY: callers have checked that the bytes are in bounds; an array of bytes needs no alignment.
        unsafe { *self.bytes.as_ptr().add(at).cast::<[u8; N]>() }
    }

    /// Writes `N` bytes at `at`, which must be in bounds.
    #[inline(always)]
    pub(crate) fn set_array<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        debug_assert!(at + N <= self.bytes.len());
        self.touch(at, N);
        // SAFETY: as for `array`.
        unsafe { *self.bytes.as_mut_ptr().add(at).cast::<[u8; N]>() = bytes }
    }

    #[inline(always)]
    fn mark(&mut self, page: usize) {
        if self.dirty[page] == 0 {
            self.mark_first(page);
        }
    }

    #[cold]
    fn mark_first(&mut self, page: usize) {
        self.dirty[page] = 1;
        self.dirty_list.push(page as u32);
    }

    /// Takes a snapshot.
    pub fn snapshot(&mut self) -> PagedSnapshot {
        let n_chunks = self.dirty.len().div_ceil(CHUNK);
        let same_size = self.base.as_ref().filter(|base| base.len == self.bytes.len());
        let snapshot = match same_size {
            Some(base) if self.dirty_list.is_empty() => base.clone(),
            Some(base) => {
                let mut chunks: Vec<Chunk> = base.chunks.to_vec();
                for &page in &self.dirty_list {
                    let page = page as usize;
                    // Copies a chunk's list the first time one of its pages changes.
                    Arc::make_mut(&mut chunks[page / CHUNK])[page % CHUNK] = self.page(page);
                }
                PagedSnapshot { len: self.bytes.len(), chunks: chunks.into() }
            }
            None => {
                let chunks =
                    (0..n_chunks).map(|chunk| self.shared_chunk(chunk).unwrap_or_else(|| self.new_chunk(chunk)));
                PagedSnapshot { len: self.bytes.len(), chunks: chunks.collect() }
            }
        };
        self.clean(snapshot.clone());
        snapshot
    }

    fn page(&self, page: usize) -> Page {
        let bytes = &self.bytes[page * PAGE..(page + 1) * PAGE];
        Arc::new(bytes.try_into().expect("a page is a page long"))
    }

    /// The chunk of `base`, if all its pages are clean.
    fn shared_chunk(&self, chunk: usize) -> Option<Chunk> {
        let base = self.base.as_ref()?;
        let pages = chunk * CHUNK..(chunk + 1) * CHUNK;
        let is_clean = pages.end <= base.n_pages() && self.dirty[pages].iter().all(|dirty| *dirty == 0);
        is_clean.then(|| base.chunks[chunk].clone())
    }

    /// A new chunk. It shares clean pages with `base`; past the end of the array it is filled up with a page of zeros, which
    /// nothing reads.
    fn new_chunk(&self, chunk: usize) -> Chunk {
        let first = chunk * CHUNK;
        let mut pages: Vec<Page> = Vec::with_capacity(CHUNK);
        let zero: Page = Arc::new([0; PAGE]);
        for page in first..(first + CHUNK).min(self.dirty.len()) {
            let clean = self.base.as_ref().filter(|base| self.dirty[page] == 0 && page < base.n_pages());
            let bytes = &self.bytes[page * PAGE..(page + 1) * PAGE];
            // New memory is all alike.
            let like = || pages.last().unwrap_or(&zero);
            let page = match clean {
                Some(base) => base.page(page).clone(),
                None if *bytes == like()[..] => like().clone(),
                None => self.page(page),
            };
            pages.push(page);
        }
        pages.resize(CHUNK, zero);
        Arc::new(pages.try_into().expect("a chunk is a chunk long"))
    }

    /// Restores any snapshot of this array.
    pub fn restore(&mut self, snapshot: &PagedSnapshot) {
        let is_base = |base: &PagedSnapshot| base.len == snapshot.len && Arc::ptr_eq(&base.chunks, &snapshot.chunks);
        if self.bytes.len() == snapshot.len && self.base.as_ref().is_some_and(is_base) {
            // What is clean is right already, and the base stays.
            for &page in &self.dirty_list {
                copy_page(&mut self.bytes, snapshot, page as usize);
                self.dirty[page as usize] = 0;
            }
            self.dirty_list.clear();
            return;
        }
        let base = self.base.take();
        self.bytes.truncate(snapshot.len);
        self.lengthen(snapshot.len, 0);
        let n_common = base.as_ref().map_or(0, PagedSnapshot::n_pages).min(snapshot.n_pages());
        for &page in self.dirty_list.iter().filter(|page| (**page as usize) < n_common) {
            copy_page(&mut self.bytes, snapshot, page as usize);
        }
        if let Some(base) = base.filter(|base| !Arc::ptr_eq(&base.chunks, &snapshot.chunks)) {
            copy_differences(&mut self.bytes, &base, snapshot, n_common);
        }
        // What the last snapshot did not have.
        for page in n_common..snapshot.n_pages() {
            copy_page(&mut self.bytes, snapshot, page);
        }
        self.clean(snapshot.clone());
    }

    /// Marks all pages clean: they are equal to `base`.
    fn clean(&mut self, base: PagedSnapshot) {
        for &page in &self.dirty_list {
            self.dirty[page as usize] = 0;
        }
        self.dirty_list.clear();
        self.dirty.resize(base.n_pages(), 0);
        self.base = Some(base);
    }
}

fn copy_page(bytes: &mut [u8], snapshot: &PagedSnapshot, page: usize) {
    bytes[page * PAGE..(page + 1) * PAGE].copy_from_slice(&snapshot.page(page)[..]);
}

/// Copies those of the first `n_pages` pages in which two snapshots differ.
fn copy_differences(bytes: &mut [u8], from: &PagedSnapshot, to: &PagedSnapshot, n_pages: usize) {
    for (index, (old, new)) in from.chunks.iter().zip(to.chunks.iter()).enumerate() {
        if Arc::ptr_eq(old, new) {
            continue;
        }
        for (i, (old, new)) in old.iter().zip(new.iter()).enumerate() {
            let page = index * CHUNK + i;
            if page < n_pages && !Arc::ptr_eq(old, new) {
                copy_page(bytes, to, page);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random writes, snapshots, growth and restores, compared with plain copies.
    #[test]
    fn any_sequence_restores_what_was_kept() {
        for seed in 0..40_u64 {
            let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut next = |n: usize| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                (random >> 11) as usize % n
            };
            let mut paged = Paged::new(3 * PAGE, 0);
            let mut kept: Vec<(PagedSnapshot, Vec<u8>)> = Vec::new();
            let mut n_shared = 0;
            for _ in 0..200 {
                match next(10) {
                    0 => kept.push((paged.snapshot(), paged.as_slice().to_vec())),
                    1 if paged.len() < 150 * PAGE => paged.grow(paged.len() + next(40) * PAGE, 0),
                    2 | 3 if !kept.is_empty() => {
                        let (snapshot, bytes) = &kept[next(kept.len())];
                        paged.restore(snapshot);
                        assert!(paged.as_slice() == bytes.as_slice(), "seed {seed}");
                        assert_eq!(paged.n_dirty(), 0);
                    }
                    _ => {
                        let len = 1 + next(5000.min(paged.len() - 1));
                        let at = next(paged.len() - len + 1);
                        let value = next(256) as u8;
                        paged.write(at, len).fill(value);
                    }
                }
                for (snapshot, bytes) in &kept {
                    for at in (0..bytes.len()).step_by(PAGE).filter(|at| paged.shares(snapshot, *at..at + PAGE)) {
                        assert!(paged.as_slice()[at..at + PAGE] == bytes[at..at + PAGE], "seed {seed}");
                        n_shared += 1;
                    }
                }
            }
            assert!(n_shared > 0, "seed {seed}");
            for (snapshot, bytes) in &kept {
                paged.restore(snapshot);
                assert!(paged.as_slice() == bytes.as_slice(), "seed {seed}");
            }
        }
    }

    #[test]
    fn changes_are_those_since_the_last_restore() {
        let mut paged = Paged::new(3 * PAGE, 0);
        paged.write(10, 2).fill(1);
        let kept = paged.snapshot();
        let changed = |paged: &Paged, range| -> Vec<usize> {
            let differing = |part: Written<'_>| {
                (0..part.new.len())
                    .filter(|&offset| part.differs(offset))
                    .map(|offset| part.at + offset)
                    .collect::<Vec<_>>()
            };
            paged.written(range).flat_map(differing).collect()
        };
        assert_eq!(paged.written(0..3 * PAGE).count(), 0);
        paged.write(11, 2).fill(1);
        paged.write(2 * PAGE - 1, 2).fill(7);
        assert_eq!(changed(&paged, 0..3 * PAGE), [12, 2 * PAGE - 1, 2 * PAGE]);
        assert_eq!(changed(&paged, 13..2 * PAGE), [2 * PAGE - 1]);
        paged.write(12, 1).fill(0);
        assert_eq!(changed(&paged, 0..PAGE), [], "what is put back is no change");
        paged.restore(&kept);
        assert_eq!(paged.written(0..3 * PAGE).count(), 0);
    }

    #[test]
    fn snapshots_share_what_did_not_change() {
        let mut paged = Paged::new(1000 * PAGE, 0);
        paged.write(0, 1000 * PAGE).fill(7);
        let first = paged.snapshot();
        paged.write(5 * PAGE, 1)[0] = 8;
        let second = paged.snapshot();
        let lists = 16 * size_of::<Chunk>() + size_of::<[Page; CHUNK]>();
        assert_eq!(second.own_bytes(&first), PAGE + lists);
        assert_eq!(paged.snapshot().own_bytes(&second), 16 * size_of::<Chunk>());
    }
}
