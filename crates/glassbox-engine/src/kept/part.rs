//! What can be kept, and how it is written: lines with fields.

use std::str::FromStr;

/// A part of a verdict that can be kept.
pub(crate) trait Part: Sized {
    /// Its name in entries.
    const KIND: &'static str;

    /// Its lines; none if it is not kept.
    fn write(&self) -> Option<String>;

    /// The part with these lines; none if there is no such part.
    fn read(text: &str) -> Option<Self>;

    /// Whether it is the same wherever statics lie, and wherever in the source a function is.
    fn is_anywhere(&self) -> bool {
        true
    }
}

/// Exactly so many fields.
pub(crate) fn fields<const N: usize>(text: &str, separator: char) -> Option<[&str; N]> {
    text.split(separator).collect::<Vec<_>>().try_into().ok()
}

/// Items between commas.
pub(crate) fn list<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split(',').filter(|item| !item.is_empty()).map(|item| item.parse().ok()).collect()
}

/// A number, or `-`.
pub(crate) fn optional<T: ToString>(value: Option<&T>) -> String {
    value.map_or_else(|| "-".to_owned(), T::to_string)
}
