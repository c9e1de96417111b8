//! Sign and zero extension of loaded bytes.

use super::bits;

/// The extension of loaded bytes to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// With zeros.
    Zero,
    /// With the sign, to 32 bits.
    SignTo32,
    /// With the sign, to 64 bits.
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
