//! Types without a known size: `Box<[T]>`, `Box<str>`, `Rc<[T]>`, `Rc<str>`, `Box<dyn Fn>`, a struct with an unsized tail.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::rc::Rc;

struct Named<T: ?Sized> {
    name: &'static str,
    value: T,
}

fn total(named: &Named<[u32]>) -> u32 {
    named.value.iter().sum::<u32>() + named.name.len() as u32
}

struct Buffer {
    bytes: Box<[u8]>,
    used: usize,
}

impl Buffer {
    fn push(&mut self, byte: u8) {
        if self.used == self.bytes.len() {
            let mut larger = vec![0; self.used * 2 + 1].into_boxed_slice();
            larger[..self.used].copy_from_slice(&self.bytes);
            self.bytes = larger;
        }
        self.bytes[self.used] = byte;
        self.used += 1;
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut buffer = Buffer { bytes: Box::default(), used: 0 };
    (0..200_u8).for_each(|byte| buffer.push(byte ^ 0x55));
    let sum: u32 = buffer.bytes[..buffer.used].iter().map(|byte| u32::from(*byte)).sum();
    writeln!(out, "{} {} {sum}", buffer.used, buffer.bytes.len()).unwrap();

    let words: Vec<Box<str>> = "many boxed strings of odd lengths".split(' ').map(Box::from).collect();
    let mut sorted = words.clone();
    sorted.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let joined: String = sorted.iter().map(|word| &word[..1]).collect();
    let back: Vec<String> = words.into_iter().map(String::from).collect();
    writeln!(out, "{joined} {back:?}").unwrap();

    let shared: Rc<[String]> = back.into();
    let more: Vec<Rc<[String]>> = (0..10).map(|_| shared.clone()).collect();
    let text: Rc<str> = shared.concat().into();
    let mut names: BTreeMap<Rc<str>, usize> = BTreeMap::new();
    for (i, part) in more.iter().flat_map(|part| part.iter()).enumerate() {
        *names.entry(Rc::from(part.as_str())).or_default() += i;
    }
    writeln!(out, "{} {} {} {names:?}", Rc::strong_count(&shared), text.len(), Rc::strong_count(&text)).unwrap();

    let small: Box<Named<[u32]>> = Box::new(Named { name: "three", value: [1, 2, 3] });
    let large: Rc<Named<[u32]>> = Rc::new(Named { name: "many", value: [7; 90] });
    let shown: Vec<Box<Named<dyn Display>>> =
        vec![Box::new(Named { name: "n", value: 5 }), Box::new(Named { name: "text", value: "t".to_owned() })];
    let shown: Vec<String> = shown.iter().map(|named| format!("{}={}", named.name, &named.value)).collect();
    writeln!(out, "{} {} {shown:?}", total(&small), total(&large)).unwrap();

    let (empty, none): (Box<[u64]>, Box<str>) = (Box::new([]), "".into());
    let mut array: Box<[u16; 5]> = vec![9; 5].into_boxed_slice().try_into().unwrap_or_default();
    array[2] = 4;
    let steps: Box<[Box<dyn Fn(u32) -> u32>]> =
        Box::new([Box::new(|n| n + 1), Box::new(|n| n * n), Box::new(move |n| n - sum % 7)]);
    let folded = steps.iter().cycle().take(7).fold(2, |n, step| step(n));
    let vec = Vec::from(array.clone() as Box<[u16]>);
    write!(out, "{empty:?} {none:?} {array:?} {folded} {:?}", vec.last()).unwrap();
    out
}
