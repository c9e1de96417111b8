//! A panic that an operation says is meant, or with which it must end: a message with gaps.
//!
//! The whole message must fit. If a part of it were enough, `index out of bounds` of the crate's own assertion would forgive the
//! `index out of bounds: the len is 1 but the index is 1` of a slice, which is a bug. For the same reason a gap at the beginning
//! does not stand for the beginning of std's own messages: `{} out of bounds: {}` is not about slices.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// How std's messages about arguments begin. A panic with one is meant only if that is said in so many words.
pub const STD_MESSAGES: [&str; 12] = [
    "index out of bounds: the len is",
    "attempt to ",
    "called `",
    "range ",
    "slice index ",
    "byte index ",
    "insertion index ",
    "removal index ",
    "swap_remove index ",
    "capacity overflow",
    "already borrowed",
    "already mutably borrowed",
];

/// How core's messages begin where the compiler or a debug assertion has seen undefined behaviour. They are never meant.
const UNDEFINED: [&str; 9] = [
    "unsafe precondition(s) violated",
    "attempted to instantiate uninhabited type",
    "attempted to leave type",
    "attempted to zero-initialize type",
    "misaligned pointer dereference",
    "null pointer dereference",
    "trying to construct an enum from an invalid value",
    "panic in a function that cannot unwind",
    "panic in a destructor during cleanup",
];

/// Whether a panic with this message says that there is undefined behaviour.
pub fn is_undefined_behaviour(message: &str) -> bool {
    // The last two are about panics that cannot unwind.
    UNDEFINED[..7].iter().any(|begin| message.starts_with(begin))
}

/// The message of a panic that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeantPanic {
    /// What stands before, between and behind the gaps, without white space.
    parts: Vec<String>,
}

impl MeantPanic {
    /// Reads a format string: `{..}` is a gap, `{{` and `}}` are braces. One without any text would mean all panics, so it means none.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = vec![String::new()];
        let mut rest = text.chars().filter(|char| !char.is_whitespace()).peekable();
        while let Some(char) = rest.next() {
            if matches!(char, '{' | '}') && rest.next_if_eq(&char).is_none() && char == '{' {
                rest.by_ref().find(|char| *char == '}');
                parts.push(String::new());
            } else if let Some(last) = parts.last_mut() {
                last.push(char);
            }
        }
        parts.iter().any(|part| !part.is_empty()).then_some(Self { parts })
    }

    /// Whether a panic with this message is meant.
    pub fn is(&self, message: &str) -> bool {
        if UNDEFINED.iter().any(|begin| message.starts_with(begin)) {
            return false;
        }
        let Some((first, others)) = self.parts.split_first() else { return false };
        let of_std = STD_MESSAGES.iter().find(|begin| message.starts_with(**begin));
        if of_std.is_some_and(|begin| !first.starts_with(&without_space(begin))) {
            return false;
        }
        let message = without_space(message);
        let Some(mut rest) = message.strip_prefix(first.as_str()) else { return false };
        let Some((last, between)) = others.split_last() else { return rest.is_empty() };
        for part in between {
            let Some(at) = rest.find(part.as_str()) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last.as_str())
    }
}

/// A panic with which a call must end.
#[derive(Clone, Debug)]
pub struct RequiredPanic {
    /// Its message; none for any.
    message: Option<MeantPanic>,
    /// Whether the subject must be as it was before.
    pub is_unchanged: bool,
}

impl RequiredPanic {
    /// Reads the message, which may be empty.
    pub fn new(message: &str, is_unchanged: bool) -> Self {
        Self { message: MeantPanic::read(message), is_unchanged }
    }

    /// Whether a panic with this message is the one.
    pub fn is(&self, message: &str) -> bool {
        let is_any = || !UNDEFINED.iter().any(|begin| message.starts_with(begin));
        self.message.as_ref().map_or_else(is_any, |meant| meant.is(message))
    }
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[track_caller]
    fn check(text: &str, message: &str, expected: bool) {
        let meant = MeantPanic::read(text).expect("it has text");
        assert_eq!(meant.is(message), expected, "{text} {message}");
    }

    #[test]
    fn the_whole_message_must_fit() {
        check("too far", "too  far", true);
        check("too far", "too far: 3", false);
        check("too far", "much too far", false);
        check("too far: {}", "too far: 3", true);
        check("too far: {at:?}!", "too far: 3!", true);
        check("too far: {at:?}!", "too far: 3", false);
        check("{} of {} is {}", "1 of 2 is 3", true);
        check("{} of {} is {}", "1 is 2", false);
        check("a{}a", "a", false);
        check("a{}a", "aa", true);
        check("{{{x}}}", "{1}", true);
        check("{{{x}}}", "1", false);
    }

    #[test]
    fn panics_of_core_are_not_meant_by_a_part_of_their_text() {
        let of_slice = "index out of bounds: the len is 1 but the index is 1";
        check("index out of bounds", of_slice, false);
        check("index out of bounds: the len is {} but the index is {}", of_slice, true);
        check("{} out of bounds: {}", of_slice, false);
        check("{} out of bounds: {}", "place 3 out of bounds: there are 2", true);
        check("overflow", "attempt to subtract with overflow", false);
        check("{}overflow", "attempt to subtract with overflow", false);
    }

    #[test]
    fn undefined_behaviour_is_never_meant() {
        for begin in UNDEFINED {
            check(&format!("{begin}{{}}"), &format!("{begin}: x"), false);
        }
    }

    #[test]
    fn a_message_without_text_means_none() {
        assert_eq!(MeantPanic::read(" "), None);
        assert_eq!(MeantPanic::read("{} {x}"), None);
    }
}
