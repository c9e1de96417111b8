//! Values larger than 64 bytes: passed, returned, swapped, replaced, in enums, in closures and in collections.

use std::fmt::Write;

#[derive(Clone, Debug, PartialEq)]
struct Large {
    head: u64,
    body: [u16; 100],
    name: String,
    flag: Option<bool>,
}

#[derive(Clone)]
enum Message {
    Ping,
    Data(Large),
    Pair(Box<Large>, [u64; 20]),
}

fn make(n: u16) -> Large {
    Large {
        head: u64::from(n),
        body: std::array::from_fn(|i| n + i as u16),
        name: format!("large {n}"),
        flag: [None, Some(true), Some(false)][usize::from(n % 3)],
    }
}

fn twist(mut large: Large, by: u64) -> Large {
    large.head ^= by;
    large.body.rotate_left(by as usize % 100);
    large
}

fn choose(a: Large, b: Large, first: bool) -> (Large, Large) {
    if first { (a, b) } else { (b, a) }
}

fn checksum(large: &Large) -> u64 {
    large.body.iter().fold(large.head, |sum, n| (sum * 131 + u64::from(*n)) % 1_000_003) + large.name.len() as u64
}

pub fn run() -> String {
    let mut out = String::new();
    let (mut a, mut b) = (make(3), make(700));
    for i in 0..40 {
        (a, b) = choose(a, twist(b, i), i % 3 != 0);
        std::mem::swap(&mut a, &mut b);
    }
    writeln!(out, "{} {} {} {}", a.name, checksum(&a), b.name, checksum(&b)).unwrap();

    let mut items: Vec<Large> = (0..30).map(make).collect();
    items.insert(4, b);
    let removed = items.remove(9);
    items.swap_remove(0);
    items.sort_by_key(|large| std::cmp::Reverse(large.body[50] % 17));
    let old = std::mem::replace(&mut items[2], removed);
    writeln!(out, "{} {} {}", old.name, items.len(), items.iter().map(checksum).fold(0, |sum, n| sum ^ n)).unwrap();

    let messages: Vec<Message> = items
        .into_iter()
        .map(|large| match large.head % 4 {
            0 => Message::Ping,
            1 => Message::Pair(Box::new(large), [9; 20]),
            _ => Message::Data(large),
        })
        .collect();
    let copies = messages.clone();
    let total: u64 = copies
        .into_iter()
        .rev()
        .map(|message| match message {
            Message::Ping => 1,
            Message::Data(Large { flag: Some(true), body: [first, .., last], .. }) => {
                u64::from(first) * u64::from(last)
            }
            Message::Data(large) => large.head,
            Message::Pair(large, words) => checksum(&large) + words.iter().sum::<u64>(),
        })
        .sum();
    let closure = move || messages.len() as u64 + checksum(&a);
    let result: Result<Large, [u32; 50]> = if closure() % 2 == 0 { Ok(make(1)) } else { Err([closure() as u32; 50]) };
    let matrix = [[make(5).body; 4]; 3];
    write!(out, "{total} {} {} {:?}", closure(), result.is_ok(), matrix.map(|row| row[1][7]).iter().sum::<u16>())
        .unwrap();
    out
}
