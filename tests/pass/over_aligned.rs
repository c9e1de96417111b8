//! Types aligned to 16, 64 and 256 bytes, in Box, Vec, Rc, on the stack, inside enums, and moved around.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
struct Line {
    value: u32,
    tag: u8,
}

#[derive(Clone, Debug)]
#[repr(align(256))]
struct Page(Vec<u8>);

#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Mixed {
    small: u8,
    wide: u128,
    tail: u16,
}

#[derive(Clone)]
enum Holder {
    Small(u8),
    Line(Line),
    Page(Box<Page>),
}

fn aligned<T>(item: &T) -> bool {
    std::ptr::from_ref(item).addr() % align_of::<T>() == 0
}

pub fn run() -> String {
    let mut out = String::new();
    let mut lines: Vec<Line> = Vec::new();
    for i in 0..100 {
        lines.push(Line { value: i * i, tag: i as u8 });
        assert!(aligned(&lines[i as usize / 2]));
    }
    lines.retain(|line| line.value % 3 != 0);
    lines.swap(3, 40);
    lines.sort_by_key(|line| std::cmp::Reverse(line.tag));
    let sum: u32 = lines.iter().map(|line| line.value + u32::from(line.tag)).sum();
    writeln!(out, "{} lines, {sum}, {:?}", lines.len(), lines[5]).unwrap();

    let mut pages: Vec<Box<Page>> = (0..12).map(|i| Box::new(Page(vec![i; 10 * usize::from(i)]))).collect();
    assert!(pages.iter().all(|page| aligned(&**page)));
    pages.truncate(9);
    let shared: Vec<Rc<Page>> = pages.iter().map(|page| Rc::new(Page::clone(page))).collect();
    let bytes: usize = shared.iter().filter(|page| aligned(&***page)).map(|page| page.0.len()).sum();
    writeln!(out, "{bytes} bytes in {} pages", shared.len()).unwrap();

    let mut holders: Vec<Holder> = (0..60_u8)
        .map(|i| match i % 3 {
            0 => Holder::Small(i),
            1 => Holder::Line(Line { value: u32::from(i), tag: 1 }),
            _ => Holder::Page(pages[usize::from(i) % 9].clone()),
        })
        .collect();
    holders.rotate_left(7);
    let copies = holders.clone();
    holders.truncate(30);
    let weight: usize = copies
        .iter()
        .map(|holder| match holder {
            Holder::Small(n) => usize::from(*n),
            Holder::Line(line) if aligned(line) => line.value as usize * 2,
            Holder::Line(_) => 0,
            Holder::Page(page) => page.0.len(),
        })
        .sum();
    let map: BTreeMap<u8, Line> = lines.iter().map(|line| (line.tag, *line)).collect();
    writeln!(out, "{weight} {} {}", map.len(), map.values().all(aligned)).unwrap();

    let mut mixed = [Mixed { small: 1, wide: 1 << 100, tail: 7 }; 5];
    mixed[2].wide = mixed[1].wide / u128::from(mixed[3].tail);
    mixed.swap(0, 2);
    let total =
        mixed.iter().filter(|m| aligned(*m)).map(|m| m.wide + u128::from(m.small) + u128::from(m.tail)).sum::<u128>();
    write!(out, "{total} {} {} {}", size_of::<Line>(), size_of::<Page>(), size_of::<[Mixed; 3]>()).unwrap();
    out
}
