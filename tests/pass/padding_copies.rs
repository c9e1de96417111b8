//! Structs with padding: copied with ptr::copy, swapped, reversed, compared field by field and moved as bytes.

use std::fmt::Write;
use std::mem::MaybeUninit;

/// Three bytes of padding after `a`, one after `c`, none of them ever written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(C)]
struct Padded {
    a: u8,
    b: u32,
    c: [u8; 3],
}

/// The payload of `Byte` leaves most of the union's bytes undefined.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Nothing,
    Byte(u8),
    Word(u64),
}

fn make(i: u32) -> Padded {
    Padded { a: (i * 7) as u8, b: i * i, c: [i as u8, 1, (i / 3) as u8] }
}

/// Swaps two values byte by byte, padding included.
fn swap_bytes<T>(a: &mut T, b: &mut T) {
    let (a, b) = (std::ptr::from_mut(a).cast::<MaybeUninit<u8>>(), std::ptr::from_mut(b).cast::<MaybeUninit<u8>>());
    for i in 0..size_of::<T>() {
        // SAFETY: `i` is inside both values, and `MaybeUninit` may hold padding.
        unsafe { std::ptr::swap(a.add(i), b.add(i)) };
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut items: Vec<Padded> = (0..60).map(make).collect();
    // SAFETY: source and target are inside the buffer; the items are Copy.
    unsafe {
        let start = items.as_mut_ptr();
        std::ptr::copy(start.add(10), start.add(14), 30);
        std::ptr::copy(start.add(30), start.add(25), 20);
        std::ptr::swap_nonoverlapping(start, start.add(50), 8);
    }
    let [first, .., last] = &mut items[..] else { return out };
    swap_bytes(first, last);
    items.swap(7, 8);
    items[20..40].reverse();
    items.copy_within(2..9, 33);
    let sum = items.iter().fold(0_u64, |sum, item| (sum * 31 + u64::from(item.b) + u64::from(item.a)) % 1_000_003);
    writeln!(out, "{sum} {:?} {:?}", items[0], items[59]).unwrap();
    let equal = items.iter().enumerate().filter(|(i, item)| **item == make(*i as u32)).count();
    items.sort_unstable();
    items.dedup();
    writeln!(out, "{equal} in place, {} distinct, {:?}", items.len(), items[3]).unwrap();

    // As bytes through a buffer and back: undefined bytes may travel, as long as nobody looks at them.
    let mut buffer = [MaybeUninit::<u8>::uninit(); size_of::<Padded>() * 4];
    let mut back = [make(0); 4];
    // SAFETY: all ranges have the size of four items and do not overlap.
    unsafe {
        std::ptr::copy_nonoverlapping(items.as_ptr().add(5).cast(), buffer.as_mut_ptr(), buffer.len());
        std::ptr::copy_nonoverlapping(buffer.as_ptr().cast(), back.as_mut_ptr(), 4);
    }
    assert_eq!(back, items[5..9]);

    let mut values: Vec<Value> = (0..90)
        .map(|i| match i % 3 {
            0 => Value::Nothing,
            1 => Value::Byte(i as u8),
            _ => Value::Word(i * 1000),
        })
        .collect();
    for i in 0..40 {
        let (left, right) = values.split_at_mut(45);
        if i % 2 == 0 {
            swap_bytes(&mut left[i], &mut right[i])
        } else {
            std::mem::swap(&mut left[i], &mut right[44 - i])
        }
    }
    values.extend_from_within(10..20);
    let bytes: u64 = values.iter().map(|value| if let Value::Byte(n) = value { u64::from(*n) } else { 0 }).sum();
    let words = values.iter().filter(|value| matches!(value, Value::Word(n) if n % 7 == 0)).count();
    let nothing = values.iter().filter(|value| **value == Value::Nothing).count();
    write!(out, "{bytes} {words} {nothing} {:?}", &values[40..44]).unwrap();
    out
}
