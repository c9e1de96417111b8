//! A trie with boxed children in arrays and one with a map; prefixes, removal with pruning, longest match.

use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Default)]
struct Dense {
    children: [Option<Box<Dense>>; 26],
    is_word: bool,
}

impl Dense {
    fn insert(&mut self, word: &[u8]) -> bool {
        match word {
            [] => !std::mem::replace(&mut self.is_word, true),
            [first, rest @ ..] => self.children[usize::from(first - b'a')].get_or_insert_default().insert(rest),
        }
    }

    fn contains(&self, word: &[u8]) -> bool {
        let node = word.iter().try_fold(self, |node, byte| node.children[usize::from(byte - b'a')].as_deref());
        node.is_some_and(|node| node.is_word)
    }

    /// Removes the word and every node that is of no use without it.
    fn remove(&mut self, word: &[u8]) -> bool {
        let [first, rest @ ..] = word else { return std::mem::take(&mut self.is_word) };
        let slot = &mut self.children[usize::from(first - b'a')];
        let removed = slot.as_mut().is_some_and(|child| child.remove(rest));
        slot.take_if(|child| !child.is_word && child.children.iter().all(Option::is_none));
        removed
    }

    fn n_nodes(&self) -> usize {
        1 + self.children.iter().flatten().map(|child| child.n_nodes()).sum::<usize>()
    }
}

#[derive(Default)]
struct Sparse {
    children: BTreeMap<char, Sparse>,
    value: Option<u32>,
}

impl Sparse {
    fn insert(&mut self, key: &str, value: u32) -> Option<u32> {
        key.chars().fold(self, |node, c| node.children.entry(c).or_default()).value.replace(value)
    }

    fn longest<'a>(&self, text: &'a str) -> Option<(&'a str, u32)> {
        let (mut node, mut best) = (self, None);
        for (at, c) in text.char_indices() {
            let Some(next) = node.children.get(&c) else { break };
            node = next;
            best = node.value.map(|value| (&text[..at + c.len_utf8()], value)).or(best);
        }
        best
    }

    fn each(&self, prefix: &mut String, visit: &mut dyn FnMut(&str, u32)) {
        if let Some(value) = self.value {
            visit(prefix, value);
        }
        for (c, child) in &self.children {
            prefix.push(*c);
            child.each(prefix, visit);
            prefix.pop();
        }
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let words: Vec<String> = (0..80_u32)
        .map(|i| (0..i % 4 + 2).map(|j| char::from(b'a' + ((i * 7 + j * j * 3) % 11) as u8)).collect())
        .collect();
    let mut dense = Dense::default();
    let fresh = words.iter().filter(|word| dense.insert(word.as_bytes())).count();
    writeln!(out, "{fresh} fresh, {} nodes, {} {}", dense.n_nodes(), dense.contains(b"ad"), dense.contains(b"zz"))
        .unwrap();
    let removed = words.iter().skip(60).filter(|word| dense.remove(word.as_bytes())).count();
    let left = words.iter().filter(|word| dense.contains(word.as_bytes())).count();
    writeln!(out, "{removed} removed, {left} left, {} nodes", dense.n_nodes()).unwrap();
    let rest = words.iter().filter(|word| dense.remove(word.as_bytes())).count();
    writeln!(out, "{rest} more, {} node", dense.n_nodes()).unwrap();

    let mut sparse = Sparse::default();
    for (i, word) in words.iter().enumerate() {
        sparse.insert(word, i as u32);
    }
    sparse.insert("größe", 1000);
    sparse.insert("groß", 1001);
    let matches = ["größer", "große", "grau", "adgh"].map(|text| sparse.longest(text));
    writeln!(out, "{matches:?}").unwrap();
    let mut listed = Vec::new();
    sparse.each(&mut String::new(), &mut |word, value| listed.push(format!("{word}={value}")));
    write!(out, "{} {}", listed.len(), listed[listed.len() - 4..].join(" ")).unwrap();
    out
}
