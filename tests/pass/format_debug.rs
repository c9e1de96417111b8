//! Debug, plain and pretty, of nested structs, enums, maps and strings; own Display with padding; builders.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

#[derive(Clone, Debug, Default)]
#[expect(dead_code, reason = "the fields are read by the derived Debug only")]
struct Person {
    name: String,
    age: Option<u8>,
    tags: BTreeSet<&'static str>,
    home: Place,
}

#[derive(Clone, Debug, Default)]
#[expect(dead_code, reason = "the fields are read by the derived Debug only")]
enum Place {
    #[default]
    Nowhere,
    Grid(i32, i32),
    Named {
        street: String,
        numbers: [u16; 3],
    },
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("0x")?;
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hex").field("len", &self.0.len()).field("text", &self.to_string()).finish_non_exhaustive()
    }
}

struct Padded(&'static str);

impl fmt::Display for Padded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let named = Place::Named { street: "Main \"St\"\n".to_owned(), numbers: [1, 22, 333] };
    let people = vec![
        Person { name: "Ada".to_owned(), age: Some(36), tags: BTreeSet::from(["math", "first"]), home: named },
        Person { name: "Zoë".to_owned(), home: Place::Grid(-3, 9), ..Person::default() },
        Person::default(),
    ];
    writeln!(out, "{people:?}").unwrap();
    writeln!(out, "{people:#?}").unwrap();
    let index: BTreeMap<(u8, char), Result<(), String>> =
        BTreeMap::from([((1, 'a'), Ok(())), ((2, '\''), Err("no\tway".to_owned()))]);
    writeln!(out, "{index:?}\n{index:#?}").unwrap();
    let bytes: Vec<u8> = (0..200_u8).step_by(17).collect();
    writeln!(out, "{} {:#} {:?}\n{:#?}", Hex(&bytes), Hex(&bytes[..3]), Hex(&bytes[..2]), Hex(&[])).unwrap();
    writeln!(
        out,
        "[{:>8}] [{:<8}] [{:^8}] [{:_^8}] [{:.2}]",
        Padded("pad"),
        Padded("pad"),
        Padded("pad"),
        Padded("pad"),
        Padded("pad")
    )
    .unwrap();
    write!(out, "{:?} {:?} {:#?}", ((), (1,), [[0_u8; 2]; 2]), Some(Some(Option::<i32>::None)), ("x", 1.5)).unwrap();
    out
}
