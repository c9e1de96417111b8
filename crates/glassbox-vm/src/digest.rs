//! Digests: short names for contents, that differ if the contents do.

use std::fmt;

use sha2::Digest as _;

/// A digest (SHA-256). Nobody can find two contents with the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// The digest of parts, in order.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut digester = Digester::default();
        for part in parts {
            digester.add(part);
        }
        digester.finish()
    }

    /// The digest that is written so; none if there is none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok()?;
        }
        let digest = Self(bytes);
        (digest.to_string() == text).then_some(digest)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Writes it as 64 hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A digest of parts, in order. Each is hashed with its length, so that no two lists look the same.
#[derive(Clone, Debug, Default)]
pub struct Digester(sha2::Sha256);

impl Digester {
    /// Adds a part.
    pub fn add(&mut self, part: &[u8]) {
        self.add_number(part.len() as u64);
        self.0.update(part);
    }

    /// Adds a number.
    pub fn add_number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    /// The digest of all parts.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Digest::of(b"").to_string(), empty);
        assert_eq!(Digest::parse(empty), Some(Digest::of(b"")));
        for wrong in [&empty[1..], &empty.to_uppercase(), &format!("{empty}0"), &empty.replace('e', "+"), ""] {
            assert_eq!(Digest::parse(wrong), None, "{wrong}");
        }
        assert_ne!(Digest::of_parts([&b"ab"[..], b"c"]), Digest::of_parts([&b"a"[..], b"bc"]));
        assert_ne!(Digest::of_parts([&b""[..]]), Digest::of_parts([]));
    }
}
