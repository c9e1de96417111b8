//! The words of memory that a run has written.

/// Bytes in a word.
pub(super) const WORD: u32 = 4;

/// The words of memory that a run has written, each once.
#[derive(Debug, Default)]
pub struct WrittenWords {
    /// Their numbers.
    words: Vec<u32>,
    /// For each word a bit that says whether it is in the list.
    is_written: Vec<u64>,
}

impl WrittenWords {
    /// Adds the words with bytes in a range.
    #[inline]
    pub(super) fn add(&mut self, address: u32, len: u32) {
        if len == 0 {
            return;
        }
        for word in address / WORD..=(address + (len - 1)) / WORD {
            let (at, bit) = (word as usize / 64, 1 << (word % 64));
            if at >= self.is_written.len() {
                self.is_written.resize(at + 1, 0);
            }
            if self.is_written[at] & bit == 0 {
                self.is_written[at] |= bit;
                self.words.push(word);
            }
        }
    }

    /// Forgets all words but those at the addresses that `matter`.
    pub(crate) fn keep(&mut self, mut matters: impl FnMut(u32) -> bool) {
        let is_written = &mut self.is_written;
        self.words.retain(|&word| {
            let is_kept = matters(word * WORD);
            if !is_kept {
                is_written[word as usize / 64] &= !(1 << (word % 64));
            }
            is_kept
        });
    }

    /// The addresses of all words, in ascending order.
    pub(crate) fn in_order(&mut self) -> impl Iterator<Item = u32> + '_ {
        self.words.sort_unstable();
        self.words.iter().map(|word| word * WORD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_there_once_and_can_come_back() {
        let mut words = WrittenWords::default();
        words.add(1000, 0);
        for (address, len) in [(1003, 2), (40, 4), (1000, 1), (39, 1), (40, 8)] {
            words.add(address, len);
        }
        let all = |words: &mut WrittenWords| words.in_order().collect::<Vec<_>>();
        assert_eq!(all(&mut words), [36, 40, 44, 1000, 1004]);
        words.keep(|address| address != 40 && address < 1004);
        assert_eq!(all(&mut words), [36, 44, 1000]);
        words.add(43, 1);
        assert_eq!(all(&mut words), [36, 40, 44, 1000]);
    }
}
