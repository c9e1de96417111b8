//! Addresses in the guest's linear memory.

use std::fmt;

/// An address in the guest's linear memory. It is printed in hexadecimal, as `0x10008`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuestAddr(pub u32);

impl From<u32> for GuestAddr {
    fn from(address: u32) -> Self {
        Self(address)
    }
}

impl fmt::Display for GuestAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}
