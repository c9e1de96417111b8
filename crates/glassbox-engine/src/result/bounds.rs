//! Bounds on the size of states and the length of histories.
//!
//! One type for the bounds that a check states, a caller overrides, a guest asks for, and a verdict repeats.

use std::collections::BTreeMap;
use std::fmt;

use glassbox_abi::names;

/// Values of bounds by name: `height`, `len`, `operations`, …
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bounds(BTreeMap<String, u32>);

impl Bounds {
    /// No bounds.
    pub fn none() -> Self {
        Self::default()
    }

    /// The value of a bound, if it is set.
    pub fn get(&self, name: &str) -> Option<u32> {
        self.0.get(name).copied()
    }

    /// Sets a bound.
    pub fn set(&mut self, name: impl Into<String>, value: u32) {
        self.0.insert(name.into(), value);
    }

    /// Whether no bound is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All bounds in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// These bounds, with those of `other` where both have one.
    #[must_use]
    pub fn overridden_by(mut self, other: &Self) -> Self {
        self.0.extend(other.0.iter().map(|(name, value)| (name.clone(), *value)));
        self
    }

    /// The bounds on sizes; others, such as a fixed capacity, are settings.
    pub fn sizes(&self) -> impl Iterator<Item = (&str, u32)> {
        self.iter().filter(|(name, _)| is_size(name))
    }

    /// The bounds that are settings, not sizes.
    pub fn settings(&self) -> impl Iterator<Item = (&str, u32)> {
        self.iter().filter(|(name, _)| !is_size(name))
    }

    /// The same bounds with no size larger than `most`.
    #[must_use]
    pub fn clamped(&self, most: u32) -> Self {
        self.iter().map(|(name, value)| (name, if is_size(name) { value.min(most) } else { value })).collect()
    }

    /// The bounds that [`Display`](fmt::Display) writes: `height=2,len=3`. None if the text is something else, such as one with a bound
    /// twice.
    pub fn parse(text: &str) -> Option<Self> {
        let bound = |bound: &str| {
            let (name, value) = bound.split_once('=')?;
            Some((name.to_owned(), value.parse().ok()?))
        };
        let bounds = text.split(',').filter(|bound| !bound.is_empty()).map(bound).collect::<Option<_>>().map(Self);
        bounds.filter(|bounds| bounds.to_string() == text)
    }
}

/// Whether a bound limits sizes.
pub fn is_size(name: &str) -> bool {
    names::BOUNDS.contains(&name)
}

/// Writes bounds as in replay texts: `height=2,len=3`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{name}={value}")?;
        }
        Ok(())
    }
}

impl<N: Into<String>> FromIterator<(N, u32)> for Bounds {
    fn from_iter<I: IntoIterator<Item = (N, u32)>>(bounds: I) -> Self {
        Self(bounds.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }
}

impl<N: Into<String>, const LEN: usize> From<[(N, u32); LEN]> for Bounds {
    fn from(bounds: [(N, u32); LEN]) -> Self {
        bounds.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bounds_are_inverse() {
        for bounds in [Bounds::none(), Bounds::from([("len", 3)]), Bounds::from([("len", 3), ("height", 2)])] {
            assert_eq!(Bounds::parse(&bounds.to_string()), Some(bounds));
        }
        assert_eq!(Bounds::from([("len", 3), ("height", 2)]).to_string(), "height=2,len=3");
        assert_eq!(Bounds::parse("height"), None);
        assert_eq!(Bounds::parse("height=many"), None);
        for text in
            ["height=2,height=3", "height=2,", ",", "len=3,height=2", "height=02", "height=+2", "height=2, len=3"]
        {
            assert_eq!(Bounds::parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_sizes_are_clamped() {
        let bounds = Bounds::from([("capacity", 9), ("height", 9), ("len", 1)]);
        assert_eq!(bounds.clamped(2), Bounds::from([("capacity", 9), ("height", 2), ("len", 1)]));
        assert_eq!(bounds.settings().collect::<Vec<_>>(), [("capacity", 9)]);
    }
}
