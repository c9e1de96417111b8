//! Text of the guest that is safe to print.

use std::borrow::Cow;

/// The text without characters that a terminal acts on: escape sequences, a bell, a carriage return, other control characters, and those
/// that turn the direction of writing. They are written as in Rust's literals. Lines and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return text.into();
    }
    let mut shown = String::new();
    for character in text.chars() {
        if is_printable(character) {
            shown.push(character);
        } else {
            shown.extend(character.escape_default());
        }
    }
    shown.into()
}

fn is_printable(character: char) -> bool {
    match character {
        '\n' | '\t' => true,
        '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        character => !character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_acts_on_nothing() {
        assert_eq!(printable("left: 1\n\tright: ü → 2"), "left: 1\n\tright: ü → 2");
        assert_eq!(printable("\x1b[31mred\x07\r\0"), "\\u{1b}[31mred\\u{7}\\r\\u{0}");
        assert_eq!(printable("\u{9b}2J\u{202e}live\u{2066}"), "\\u{9b}2J\\u{202e}live\\u{2066}");
        assert!(matches!(printable("plain"), Cow::Borrowed(_)));
        assert!((0..=0x2100).filter_map(char::from_u32).all(|character| {
            let shown = printable(&character.to_string()).into_owned();
            printable(&shown) == shown
        }));
    }
}
