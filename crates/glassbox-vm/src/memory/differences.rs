//! What arrays of bytes have that snapshots of them have not, in few bytes.
//!
//! A snapshot has whole pages and lists of pages, some kilobytes for a call that writes a few words. If a hundred thousand states differ from one
//! snapshot in little, it is cheaper to keep for each the runs of bytes in which it differs: the distance from the run before, the length, and
//! the bytes, or one byte if all are alike.

use super::paged::{PAGE, Paged, PagedSnapshot};
use super::zeros::n_zeros;

/// Fewer equal bytes than this do not end a run: a new one would take as many.
const SHORTEST_GAP: usize = 4;

/// Differences of several arrays from their snapshots, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Differences {
    bytes: Vec<u8>,
    /// Where the part of each array ends.
    ends: Vec<usize>,
}

impl Differences {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Adds an array. It must be as long as the snapshot.
    pub(crate) fn add(&mut self, array: &Paged, snapshot: &PagedSnapshot) {
        let mut end = 0;
        for page in array.pages_unlike(snapshot) {
            let first = page as usize * PAGE;
            let new = &array.as_slice()[first..first + PAGE];
            each_run(snapshot.bytes_of_page(page as usize), new, |run| {
                put(&mut self.bytes, first + run.start - end);
                end = first + run.end;
                let bytes = &new[run];
                let is_alike = bytes.iter().all(|byte| *byte == bytes[0]);
                put(&mut self.bytes, bytes.len() << 1 | usize::from(is_alike));
                self.bytes.extend_from_slice(if is_alike { &bytes[..1] } else { bytes });
            });
        }
        self.ends.push(self.bytes.len());
    }

    /// Number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The same in as little memory as it takes.
    pub(crate) fn kept(&self) -> KeptDifferences {
        let end = |end: &usize| u32::try_from(*end).expect("differences are small");
        KeptDifferences { bytes: self.bytes.as_slice().into(), ends: self.ends.iter().map(end).collect() }
    }
}

/// [`Differences`] that are kept.
#[derive(Debug)]
pub(crate) struct KeptDifferences {
    bytes: Box<[u8]>,
    ends: Box<[u32]>,
}

impl KeptDifferences {
    /// Restores an array, the one that was added at this place.
    pub(crate) fn restore(&self, place: usize, array: &mut Paged, snapshot: &PagedSnapshot) {
        array.restore(snapshot);
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut left = &self.bytes[start as usize..self.ends[place] as usize];
        let mut at = 0;
        while !left.is_empty() {
            at += take(&mut left);
            let header = take(&mut left);
            let len = header >> 1;
            let n_written = if header & 1 == 1 { 1 } else { len };
            let (bytes, rest) = left.split_at(n_written);
            if n_written == len {
                array.write(at, len).copy_from_slice(bytes);
            } else {
                array.write(at, len).fill(bytes[0]);
            }
            (left, at) = (rest, at + len);
        }
    }
}

/// Passes on the runs of bytes in which two pages differ.
fn each_run(old: &[u8], new: &[u8], mut then: impl FnMut(std::ops::Range<usize>)) {
    let n_same = |at: usize| n_equal(&old[at..], &new[at..]);
    let mut start = n_same(0);
    while start < new.len() {
        let (mut end, mut same) = (start + 1, n_same(start + 1));
        while same < SHORTEST_GAP && end + same < new.len() {
            end += same + 1;
            same = n_same(end);
        }
        then(start..end);
        start = end + same;
    }
}

/// Number of bytes at the beginning in which two slices of the same length are equal.
fn n_equal(old: &[u8], new: &[u8]) -> usize {
    const STEP: usize = size_of::<u64>();
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("a word is a word long"));
    let mut at = 0;
    for (old, new) in old.chunks_exact(STEP).zip(new.chunks_exact(STEP)) {
        let differing = word(old) ^ word(new);
        if differing != 0 {
            return at + n_zeros(&differing.to_le_bytes());
        }
        at += STEP;
    }
    let rest = old[at..].iter().zip(&new[at..]);
    at + rest.take_while(|(old, new)| old == new).count()
}

/// Adds a number: seven bits in each byte, the lowest first, and a bit that says whether more follow.
pub(crate) fn put(bytes: &mut Vec<u8>, number: usize) {
    let mut left = number;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

/// Takes a number that [`put`] has added.
pub(crate) fn take(bytes: &mut &[u8]) -> usize {
    let mut number = 0;
    for shift in (0..).step_by(7) {
        let (first, rest) = bytes.split_first().expect("a number has an end");
        *bytes = rest;
        number |= usize::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, u32::MAX as usize];
        let mut bytes = Vec::new();
        for number in numbers {
            put(&mut bytes, number);
        }
        let mut left = bytes.as_slice();
        assert_eq!(numbers.map(|_| take(&mut left)), numbers);
        assert!(left.is_empty());
    }

    /// Random writes, snapshots and restores, compared with plain copies.
    #[test]
    fn any_array_is_restored_from_its_differences() {
        for seed in 0..40_u64 {
            let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut next = |n: usize| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                (random >> 11) as usize % n
            };
            let mut arrays = [3, 70].map(|pages| Paged::new(pages * PAGE, 0));
            for array in &mut arrays {
                array.write(100, 1500).fill(7);
            }
            let start = [0, 1].map(|place| arrays[place].snapshot());
            let mut kept: Vec<(KeptDifferences, [Vec<u8>; 2])> = Vec::new();
            for _ in 0..200 {
                match next(8) {
                    0 => {
                        let mut differences = Differences::default();
                        (0..2).for_each(|place| differences.add(&arrays[place], &start[place]));
                        kept.push((differences.kept(), [0, 1].map(|place| arrays[place].as_slice().to_vec())));
                    }
                    // A snapshot changes what the array is compared with, and nothing else.
                    1 => drop(arrays[next(2)].snapshot()),
                    2 | 3 if !kept.is_empty() => {
                        let (differences, bytes) = &kept[next(kept.len())];
                        for place in 0..2 {
                            differences.restore(place, &mut arrays[place], &start[place]);
                            assert!(arrays[place].as_slice() == bytes[place].as_slice(), "seed {seed}");
                        }
                    }
                    _ => {
                        let place = next(2);
                        let array = &mut arrays[place];
                        let most = [3, 40, 2500][next(3)];
                        let len = 1 + next(most);
                        let at = next(array.len() - len + 1);
                        let value = next(8) as u8;
                        array.write(at, len).iter_mut().enumerate().for_each(|(i, byte)| *byte = value * (i % 3) as u8);
                    }
                }
            }
            assert!(kept.len() > 5);
        }
    }
}
