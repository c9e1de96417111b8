//! Sign and zero extension of loaded bytes.

use super::bits;

/// How loaded bytes become a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// Zeros in front of them.
    Zero,
    /// The sign in front of them, up to 32 bits.
    SignTo32,
    /// The sign in front of them, up to 64 bits.
    SignTo64,
}

impl Extension {
    pub(crate) const fn from(signed: bool, result_len: usize) -> Self {
        match (signed, result_len) {
            (false, _) => Self::Zero,
            (true, 4) => Self::SignTo32,
            (true, _) => Self::SignTo64,
        }
    }

    /// Extends the low `width` bits.
    pub(super) fn of(self, bits: u64, width: u32) -> u64 {
        match self {
            Self::Zero => bits,
            Self::SignTo32 => u64::from(bits::sign_extend(bits, width) as u32),
            Self::SignTo64 => bits::sign_extend(bits, width),
        }
    }
}
