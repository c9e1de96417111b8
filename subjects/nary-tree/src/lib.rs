//! A trie: a tree whose nodes have any number of children, one for each letter that can come next.

#![expect(clippy::vec_box, reason = "nodes keep their addresses when siblings come and go")]

mod checks;

/// A set of words.
#[derive(Clone, Debug, Default, PartialEq, Eq, glassbox::Structure)]
pub struct Trie {
    /// Whether the empty word is in the set.
    ends: bool,
    children: Vec<Box<Node>>,
}

/// The end of a word, or of a beginning of longer words.
#[derive(Clone, Debug, PartialEq, Eq, glassbox::Structure)]
struct Node {
    #[glassbox(values = *b"ab")]
    letter: u8,
    /// Whether a word ends here. Where no longer ones go on, one does.
    ends: bool,
    /// In order of their letters.
    children: Vec<Box<Node>>,
}

impl Trie {
    /// An empty set.
    pub const fn new() -> Self {
        Self { ends: false, children: Vec::new() }
    }

    /// Whether the word is in the set.
    pub fn contains(&self, word: &[u8]) -> bool {
        let (mut ends, mut children) = (self.ends, &self.children);
        for letter in word {
            let Ok(place) = find(children, *letter) else { return false };
            (ends, children) = (children[place].ends, &children[place].children);
        }
        ends
    }

    /// Puts a word in; says whether it was missing.
    pub fn insert(&mut self, word: &[u8]) -> bool {
        let (mut ends, mut children) = (&mut self.ends, &mut self.children);
        for letter in word {
            let place = find(children, *letter).unwrap_or_else(|place| {
                children.insert(place, Box::new(Node { letter: *letter, ends: false, children: Vec::new() }));
                place
            });
            let node = &mut *children[place];
            (ends, children) = (&mut node.ends, &mut node.children);
        }
        !std::mem::replace(ends, true)
    }

    /// Takes a word out, with all nodes that no other word needs; says whether it was there.
    pub fn remove(&mut self, word: &[u8]) -> bool {
        match word.split_first() {
            None => std::mem::replace(&mut self.ends, false),
            Some((letter, rest)) => remove(&mut self.children, *letter, rest),
        }
    }

    /// All words in the order of the alphabet.
    pub fn words(&self) -> Vec<Vec<u8>> {
        let mut words = Vec::new();
        if self.ends {
            words.push(Vec::new());
        }
        collect(&self.children, &mut Vec::new(), &mut words);
        words
    }
}

/// The place of a letter among children, or where it belongs.
fn find(children: &[Box<Node>], letter: u8) -> Result<usize, usize> {
    children.binary_search_by_key(&letter, |node| node.letter)
}

fn remove(children: &mut Vec<Box<Node>>, letter: u8, rest: &[u8]) -> bool {
    let Ok(place) = find(children, letter) else { return false };
    let node = &mut children[place];
    let was_there = match rest.split_first() {
        None => std::mem::replace(&mut node.ends, false),
        Some((letter, rest)) => remove(&mut node.children, *letter, rest),
    };
    if !node.ends && node.children.is_empty() {
        children.remove(place);
    }
    was_there
}

fn collect(children: &[Box<Node>], word: &mut Vec<u8>, words: &mut Vec<Vec<u8>>) {
    for node in children {
        word.push(node.letter);
        if node.ends {
            words.push(word.clone());
        }
        collect(&node.children, word, words);
        word.pop();
    }
}

#[cfg(test)]
mod tests;
