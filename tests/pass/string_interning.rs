//! An interner whose map borrows from strings it owns through `Rc<str>`, and one with a single buffer and ranges.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Symbol(u32);

#[derive(Default)]
struct Interner {
    symbols: HashMap<Rc<str>, Symbol, BuildHasherDefault<DefaultHasher>>,
    texts: Vec<Rc<str>>,
}

impl Interner {
    fn intern(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.symbols.get(text) {
            return *symbol;
        }
        let (symbol, text) = (Symbol(self.texts.len() as u32), Rc::<str>::from(text));
        self.texts.push(text.clone());
        self.symbols.insert(text, symbol);
        symbol
    }
}

/// Texts one after the other in a single String; a sorted index finds them.
#[derive(Default)]
struct Packed {
    buffer: String,
    ranges: Vec<Range<usize>>,
    sorted: Vec<u32>,
}

impl Packed {
    fn text(&self, symbol: Symbol) -> &str {
        &self.buffer[self.ranges[symbol.0 as usize].clone()]
    }

    fn intern(&mut self, text: &str) -> Symbol {
        match self.sorted.binary_search_by(|id| self.text(Symbol(*id)).cmp(text)) {
            Ok(at) => Symbol(self.sorted[at]),
            Err(at) => {
                let (id, start) = (self.ranges.len() as u32, self.buffer.len());
                self.buffer.push_str(text);
                self.ranges.push(start..self.buffer.len());
                self.sorted.insert(at, id);
                Symbol(id)
            }
        }
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let text = "to be or not to be that is the question whether tis nobler in the mind to suffer the slings and \
                arrows of outrageous fortune or to take arms against a sea of troubles and by opposing end them";
    let (mut interner, mut packed) = (Interner::default(), Packed::default());
    let mut symbols = Vec::new();
    for round in 0..4 {
        for word in text.split(' ') {
            let word = if round % 2 == 0 { word.to_owned() } else { word.to_uppercase() };
            symbols.push(interner.intern(&word));
            assert_eq!(packed.intern(&word), symbols[symbols.len() - 1]);
        }
    }
    writeln!(out, "{} words, {} texts, {} bytes", symbols.len(), interner.texts.len(), packed.buffer.len()).unwrap();
    let common =
        symbols.iter().max_by_key(|symbol| (symbols.iter().filter(|s| s == symbol).count(), symbol.0)).unwrap();
    writeln!(out, "{common:?} {} {}", interner.texts[common.0 as usize], packed.text(*common)).unwrap();
    let owners: usize = interner.texts.iter().map(Rc::strong_count).sum();
    let longest = interner.texts.iter().max_by_key(|text| (text.len(), text.to_string()));
    let sorted: Vec<&str> = packed.sorted.iter().map(|id| packed.text(Symbol(*id))).collect();
    write!(out, "{owners} {longest:?} {} {:?}", sorted.is_sorted(), &sorted[sorted.len() - 4..]).unwrap();
    out
}
