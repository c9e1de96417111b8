//! The forms that are known, and the states that have them.
//!
//! Forms are compared byte by byte: a hash says only where to look. They lie one after the other in a few large chunks, so a form takes
//! its own bytes and a small entry.

/// A form that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The last state that has it.
    pub(super) state: u32,
    /// The number of states that have it.
    pub(super) times: u32,
}

/// Where a form lies, and what is known of it.
#[derive(Debug)]
struct Entry {
    chunk: u32,
    start: u32,
    len: u32,
    known: Known,
}

/// A place in the table: the number of an entry from 1, or 0 if there is none, and half of its hash.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    number: u32,
    hash: u32,
}

/// Sizes of chunks: small explorations need little memory, and large ones have few chunks.
const FIRST_CHUNK: usize = 1 << 12;
const LARGEST_CHUNK: usize = 1 << 20;

/// Forms by their bytes.
#[derive(Debug, Default)]
pub(super) struct Forms {
    chunks: Vec<Vec<u8>>,
    /// In the order in which they came.
    entries: Vec<Entry>,
    /// A power of two of places, at most three quarters of which are taken. A form is at its hash or behind it, with no free place between.
    table: Vec<Place>,
}

impl Forms {
    /// Number of forms.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What is known of a form.
    pub(super) fn get(&self, form: &[u8]) -> Option<Known> {
        self.find(form, hash(form)).map(|entry| self.entries[entry].known)
    }

    /// Notes what is known of a form, in place of what was known.
    pub(super) fn insert(&mut self, form: &[u8], known: Known) {
        let hash = hash(form);
        if let Some(entry) = self.find(form, hash) {
            self.entries[entry].known = known;
            return;
        }
        let entry = self.stored(form, known);
        self.entries.push(entry);
        // A number that does not fit would be that of another form.
        let number = u32::try_from(self.entries.len()).expect("fewer than 2^32 forms");
        if self.entries.len() * 4 > self.table.len() * 3 {
            self.lengthen();
        } else {
            self.place(hash, number);
        }
    }

    /// All forms in the order in which they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], Known)> {
        self.entries.iter().map(|entry| (self.bytes(entry), entry.known))
    }

    fn bytes(&self, entry: &Entry) -> &[u8] {
        let start = entry.start as usize;
        &self.chunks[entry.chunk as usize][start..start + entry.len as usize]
    }

    fn find(&self, form: &[u8], hash: u32) -> Option<usize> {
        let mask = self.table.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let place = self.table[at];
            let entry = place.number.checked_sub(1)? as usize;
            if place.hash == hash && self.bytes(&self.entries[entry]) == form {
                return Some(entry);
            }
            at = (at + 1) & mask;
        }
    }

    /// Copies a form to the last chunk, or to a new one.
    fn stored(&mut self, form: &[u8], known: Known) -> Entry {
        let has_room = self.chunks.last().is_some_and(|chunk| chunk.capacity() - chunk.len() >= form.len());
        if !has_room {
            let size = self.chunks.last().map_or(FIRST_CHUNK, |chunk| (chunk.capacity() * 2).min(LARGEST_CHUNK));
            self.chunks.push(Vec::with_capacity(size.max(form.len())));
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        let start = chunk.len();
        chunk.extend_from_slice(form);
        let small = |number: usize| u32::try_from(number).expect("chunks are small and few");
        Entry { chunk: small(number), start: small(start), len: small(form.len()), known }
    }

    /// Takes a free place for the entry with this number from 1.
    fn place(&mut self, hash: u32, number: u32) {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while self.table[at].number != 0 {
            at = (at + 1) & mask;
        }
        self.table[at] = Place { number, hash };
    }

    /// Doubles the table.
    fn lengthen(&mut self) {
        self.table = vec![Place::default(); (self.table.len() * 2).max(64)];
        let hashes: Vec<u32> = self.entries.iter().map(|entry| hash(self.bytes(entry))).collect();
        for (number, hash) in (1..).zip(hashes) {
            self.place(hash, number);
        }
    }
}

/// Says where to look for a form. It is the same on every machine, though nothing depends on it but time.
#[expect(clippy::cast_possible_truncation, reason = "parts of a product are mixed")]
fn hash(form: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product >> 64) as u64 ^ product as u64
    };
    let mut words = form.chunks_exact(8);
    let mut hash = form.len() as u64 ^ FACTOR;
    for word in &mut words {
        hash = mixed(hash, u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    mixed(hash, u64::from_le_bytes(last)) as u32
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The same as a map by the forms themselves, also where forms are long, alike or empty.
    #[test]
    fn forms_are_told_apart_by_their_bytes() {
        let mut random = 1_u64;
        let mut next = |n: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % n
        };
        let (mut forms, mut expected) = (Forms::default(), BTreeMap::new());
        for state in 0..20_000 {
            let len = if next(100) == 0 { next(10_000) } else { next(12) };
            let form: Vec<u8> = (0..len).map(|_| b"abc"[next(3)]).collect();
            assert_eq!(forms.get(&form), expected.get(&form).copied());
            let known = Known { state, times: [1, 2, 9][next(3)] };
            forms.insert(&form, known);
            expected.insert(form, known);
        }
        assert_eq!(forms.len(), expected.len());
        let all: BTreeMap<Vec<u8>, Known> = forms.iter().map(|(form, known)| (form.to_vec(), known)).collect();
        assert_eq!(all, expected);
        assert!(all.iter().all(|(form, known)| forms.get(form) == Some(*known)));
    }
}
