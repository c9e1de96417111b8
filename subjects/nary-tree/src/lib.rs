//! A trie: a tree whose nodes have any number of children, one for each letter that can come next.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

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
        ends || (cfg!(feature = "bug-contains-takes-beginnings") && !word.is_empty())
    }

    /// Puts a word in; says whether it was missing.
    pub fn insert(&mut self, word: &[u8]) -> bool {
        let (mut ends, mut children) = (&mut self.ends, &mut self.children);
        for letter in word {
            let place = find(children, *letter).unwrap_or_else(|place| {
                let place = if cfg!(feature = "bug-insert-at-front") { 0 } else { place };
                let ends = cfg!(feature = "bug-insert-ends-everywhere");
                children.insert(place, Box::new(Node { letter: *letter, ends, children: Vec::new() }));
                place
            });
            if cfg!(feature = "bug-insert-drops-siblings") {
                children.truncate(place + 1);
            }
            let node = &mut *children[place];
            (ends, children) = (&mut node.ends, &mut node.children);
        }
        if cfg!(feature = "bug-insert-forgets-end") {
            return !*ends;
        }
        !std::mem::replace(ends, true)
    }

    /// Takes a word out, with all nodes that no other word needs; says whether it was there.
    pub fn remove(&mut self, word: &[u8]) -> bool {
        match word.split_first() {
            None => std::mem::replace(&mut self.ends, cfg!(feature = "bug-remove-keeps-empty-word")),
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
    if cfg!(feature = "bug-find-looks-at-first-only") {
        return if children.first().is_some_and(|node| node.letter == letter) { Ok(0) } else { Err(children.len()) };
    }
    children.binary_search_by_key(&letter, |node| node.letter)
}

fn remove(children: &mut Vec<Box<Node>>, letter: u8, rest: &[u8]) -> bool {
    let Ok(place) = find(children, letter) else { return false };
    let node = &mut children[place];
    let was_there = match rest.split_first() {
        None if cfg!(feature = "bug-remove-forgets-end") => node.ends,
        None => std::mem::replace(&mut node.ends, false),
        Some((letter, rest)) => remove(&mut node.children, *letter, rest),
    };
    let needed = node.ends && !cfg!(feature = "bug-remove-drops-shorter-words");
    let has_children = !node.children.is_empty() && !cfg!(feature = "bug-remove-drops-longer-words");
    if !needed && !has_children && !cfg!(feature = "bug-remove-leaves-node") {
        let node = children.remove(if cfg!(feature = "bug-remove-takes-first-child") { 0 } else { place });
        if cfg!(feature = "bug-remove-leaks-node") {
            std::mem::forget(node);
        }
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
