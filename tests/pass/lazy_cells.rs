//! OnceCell and LazyCell: initialised once, on demand, recursively, from results, in structs and in closures.

use std::cell::{Cell, LazyCell, OnceCell};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

static LIMIT: OnceLock<u32> = OnceLock::new();

struct Document {
    text: String,
    words: OnceCell<BTreeMap<String, usize>>,
    lines: OnceCell<Vec<usize>>,
    computed: Cell<u32>,
}

impl Document {
    fn words(&self) -> &BTreeMap<String, usize> {
        self.words.get_or_init(|| {
            self.computed.set(self.computed.get() + 1);
            self.text.split_whitespace().fold(BTreeMap::new(), |mut counts, word| {
                *counts.entry(word.to_lowercase()).or_insert(0) += 1;
                counts
            })
        })
    }

    fn line(&self, n: usize) -> Option<&str> {
        let starts = self.lines.get_or_init(|| {
            self.computed.set(self.computed.get() + 100);
            std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1)).collect()
        });
        let start = *starts.get(n)?;
        Some(&self.text[start..starts.get(n + 1).map_or(self.text.len(), |next| next - 1)])
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let document = Document {
        text: "The cat saw the dog\nand the dog saw\n\nThe Cat again".to_owned(),
        words: OnceCell::new(),
        lines: OnceCell::new(),
        computed: Cell::new(0),
    };
    for _ in 0..50 {
        assert_eq!(document.words()["the"], 4);
        assert_eq!(document.line(2), Some(""));
    }
    writeln!(out, "{:?} {:?} {:?}", document.words(), document.line(3), document.line(4)).unwrap();
    writeln!(out, "computed {}", document.computed.get()).unwrap();

    let calls = Cell::new(0);
    let tables: Vec<LazyCell<Vec<u64>, _>> = (1..=20_u64)
        .map(|base| {
            let calls = &calls;
            LazyCell::new(move || {
                calls.set(calls.get() + 1);
                (0..10).map(|n| base.pow(n)).collect()
            })
        })
        .collect();
    let sum: u64 = (0..60).map(|i| tables[i * 3 % 20 / 2][i % 10]).sum();
    writeln!(out, "{sum} after {} calls", calls.get()).unwrap();

    let cell: OnceCell<String> = OnceCell::new();
    let before = cell.get().is_none();
    let first = cell.set("one".to_owned()).is_ok();
    let second = cell.set("two".to_owned());
    let limit = LIMIT.get_or_init(|| 17) + LIMIT.get_or_init(|| 1);
    let chain = (0..5).fold(OnceCell::from(1_u32), |cell, n| OnceCell::from(cell.get().map_or(0, |m| m * 3 + n)));
    write!(out, "{before} {first} {second:?} {:?} {limit} {:?}", cell.into_inner(), chain.get()).unwrap();
    out
}
