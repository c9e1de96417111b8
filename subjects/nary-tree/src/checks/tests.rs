//! Brute force: how many states there are, and that every check holds in every one of them.

use glassbox::{Outcome, native};

use super::*;

/// All valid states within some bounds.
struct States {
    bounds: Vec<(&'static str, u32)>,
    choices: Vec<Vec<u32>>,
}

impl States {
    fn within(bounds: &[(&'static str, u32)]) -> Self {
        let mut states = Vec::new();
        native::enumerate::<Trie>(bounds, |_, choices, valid| {
            if valid {
                states.push(choices.to_vec());
            }
        });
        Self { bounds: bounds.to_vec(), choices: states }
    }

    fn count(&self) -> usize {
        self.choices.len()
    }

    /// Runs a check on every state, and judges the outcome.
    fn hold<O: Outcome>(&self, run: impl Fn(&mut Trie) -> O) {
        for choices in &self.choices {
            let mut state = native::build::<Trie>(&self.bounds, choices).expect("these are choices of a state");
            assert!(run(&mut state).holds(), "{}", state.replay());
            assert_eq!(native::judge(&*state), Ok(()), "{}", state.replay());
            state.discard();
        }
    }
}

#[test]
fn tries_are_the_sets_of_short_words() {
    let count = |height| States::within(&[("height", height), ("len", 2), ("capacity", 1)]).count();
    assert_eq!([1, 2].map(count), [1 << 3, 1 << 7]);
}

#[test]
fn a_set_of_words_has_one_trie() {
    let mut sets = Vec::new();
    native::enumerate::<Trie>(&[("height", 2), ("len", 2), ("capacity", 1)], |trie, _, valid| {
        if valid {
            sets.push(trie.words());
        }
    });
    sets.sort();
    assert!(sets.is_sorted_by(|a, b| a < b));
}

#[test]
fn checks_hold_on_low_tries() {
    let states = States::within(&[("height", 2), ("len", 2), ("capacity", 1)]);
    states.hold(|trie| words(trie));
    assert!(new(*b"ab", 0) && new(*b"ab", 2));
    for letters in [*b"aab", *b"aba", *b"baa", *b"bbb"] {
        for len in 0..4 {
            states.hold(|trie| contains(trie, letters, len));
            states.hold(|trie| insert(trie, letters, len));
            states.hold(|trie| remove(trie, letters, len));
            states.hold(|trie| insert_then_remove(trie, letters, len));
        }
    }
    for (letters, len) in [(*b"ab", 1), (*b"aa", 2), (*b"ba", 2)] {
        for (others, other_len) in [(*b"ab", 0), (*b"ab", 1), (*b"aa", 2), (*b"bb", 2)] {
            states.hold(|trie| others_are_kept(trie, letters, len, others, other_len, true));
            states.hold(|trie| others_are_kept(trie, letters, len, others, other_len, false));
        }
    }
}
