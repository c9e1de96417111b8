//! String and char: case, width of encodings, reversal, editing at char boundaries, invalid UTF-8.

use std::fmt::Write;

const TEXT: &str = "Größe ändert sich: ÅNGSTRÖM, ναι, 日本語 und 🦀🦀 – ß bleibt.";

pub fn run() -> String {
    let mut out = String::new();
    writeln!(out, "{} bytes, {} chars, {} utf-16", TEXT.len(), TEXT.chars().count(), TEXT.encode_utf16().count())
        .unwrap();
    writeln!(out, "{}", TEXT.chars().rev().collect::<String>()).unwrap();
    writeln!(out, "{} | {}", TEXT.to_uppercase(), TEXT.to_lowercase()).unwrap();

    let widths = TEXT.chars().fold([0; 5], |mut widths, c| {
        widths[c.len_utf8()] += 1;
        widths
    });
    writeln!(out, "widths {widths:?}, alphabetic {}", TEXT.chars().filter(|c| c.is_alphabetic()).count()).unwrap();

    let boundaries: Vec<usize> = TEXT.char_indices().filter(|(_, c)| !c.is_ascii()).map(|(i, _)| i).collect();
    writeln!(out, "non-ascii at {boundaries:?}").unwrap();

    let mut edited = TEXT.to_owned();
    edited.insert(edited.find('日').unwrap(), '>');
    edited.insert_str(2, "<<");
    let popped = edited.pop();
    let removed = edited.remove(edited.find('🦀').unwrap());
    edited.retain(|c| c != 'i');
    edited.replace_range(..2, "KL");
    let drained: String = edited.drain(4..edited.find(' ').unwrap()).collect();
    writeln!(out, "{edited} | {popped:?} {removed:?} {drained:?}").unwrap();

    let mut bytes = TEXT.as_bytes().to_vec();
    bytes.truncate(40);
    bytes[4] = 0xff;
    let lossy = String::from_utf8_lossy(&bytes);
    let error = std::str::from_utf8(&bytes).unwrap_err();
    writeln!(out, "{lossy} | valid up to {}, error of {:?}", error.valid_up_to(), error.error_len()).unwrap();

    let units: Vec<u16> = "a🦀ñ".encode_utf16().collect();
    let back = String::from_utf16(&units).unwrap();
    let caesar: String = "Hello, World".chars().map(|c| rotate(c, 13)).collect();
    write!(out, "{units:x?} {back} {caesar} {}", "tab\t\"quote\" \u{7f} é".escape_debug()).unwrap();
    out
}

fn rotate(c: char, by: u8) -> char {
    match c {
        'a'..='z' => char::from((c as u8 - b'a' + by) % 26 + b'a'),
        'A'..='Z' => char::from((c as u8 - b'A' + by) % 26 + b'A'),
        _ => c,
    }
}
