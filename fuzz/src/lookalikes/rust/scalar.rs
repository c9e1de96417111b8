//! Rust's numbers and `bool`: names, sizes, literals, casts.

use crate::lookalikes::domain::{Domain, float};
use crate::lookalikes::program::low_bytes;
use crate::random::Random;

/// A primitive type: a number or `bool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    Bool,
}

use Scalar::{Bool, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

impl Scalar {
    /// A random type; `i32` is the most frequent.
    pub(super) fn any(random: &mut Random) -> Self {
        random.pick(&[I8, U8, U8, I16, U16, I32, I32, I32, I32, U32, U32, I64, U64, F32, F64, Bool])
    }

    /// A random integer type.
    pub(super) fn integer(random: &mut Random) -> Self {
        random.pick(&[I8, U8, U8, I16, U16, I32, I32, I32, U32, U32, I64, U64])
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            I8 => "i8",
            U8 => "u8",
            I16 => "i16",
            U16 => "u16",
            I32 => "i32",
            U32 => "u32",
            I64 => "i64",
            U64 => "u64",
            F32 => "f32",
            F64 => "f64",
            Bool => "bool",
        }
    }

    /// Its size, which is also its alignment.
    pub(super) fn len(self) -> u32 {
        match self {
            I8 | U8 | Bool => 1,
            I16 | U16 => 2,
            I32 | U32 | F32 => 4,
            I64 | U64 | F64 => 8,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, F32 | F64)
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, I8 | I16 | I32 | I64)
    }

    pub(super) fn is_integer(self) -> bool {
        !self.is_float() && self != Bool
    }

    /// The unsigned type of the same size.
    fn unsigned(self) -> Self {
        match self.len() {
            1 => U8,
            2 => U16,
            4 => U32,
            _ => U64,
        }
    }

    /// A random domain for places of this type.
    pub(super) fn domain(self, random: &mut Random) -> Domain {
        match self {
            F32 | F64 => Domain::Float,
            Bool => Domain::Bool,
            U8 => random.pick(&[Domain::Small, Domain::Small, Domain::Text, Domain::Edges, Domain::Bits]),
            _ => random.pick(&[Domain::Small, Domain::Small, Domain::Small, Domain::Edges, Domain::Bits]),
        }
    }

    /// Rust expression of a value with these bits.
    pub(super) fn literal(self, bits: u64) -> String {
        let bits = bits & low_bytes(self.len());
        let name = self.name();
        match self {
            Bool => (bits & 1 != 0).to_string(),
            F32 | F64 => format!("{name}::from_bits({bits:#x})"),
            _ if self.is_signed() && bits > low_bytes(self.len()) >> 1 => {
                format!("({bits:#x}{} as {name})", self.unsigned().name())
            }
            _ => format!("{bits}{name}"),
        }
    }

    /// Bits of a random value of this type.
    pub(super) fn some_bits(self, random: &mut Random) -> u64 {
        match self {
            F32 | F64 => float(random, self.len()),
            Bool => random.below(2) as u64,
            _ => {
                let domain = random.pick(&[Domain::Small, Domain::Small, Domain::Edges]);
                domain.bits(random, self.len())
            }
        }
    }

    /// Converts an expression of another type to this type.
    pub(super) fn cast(self, expression: String, from: Self) -> String {
        match (from, self) {
            _ if from == self => expression,
            (F32 | F64, Bool) => format!("({expression} != 0.0)"),
            (_, Bool) => format!("({expression} != 0)"),
            (Bool, F32 | F64) => format!("({expression} as u8 as {})", self.name()),
            _ => format!("({expression} as {})", self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_their_type() {
        assert_eq!(I32.literal(7), "7i32");
        assert_eq!(I8.literal(0xff), "(0xffu8 as i8)");
        assert_eq!(U8.literal(0x1ff), "255u8");
        assert_eq!(Bool.literal(1), "true");
        assert_eq!(F32.literal(0x3f80_0000), "f32::from_bits(0x3f800000)");
    }

    #[test]
    fn casts_are_those_that_rust_has() {
        assert_eq!(Bool.cast("x".to_owned(), F64), "(x != 0.0)");
        assert_eq!(F32.cast("x".to_owned(), Bool), "(x as u8 as f32)");
        assert_eq!(U8.cast("x".to_owned(), I64), "(x as u8)");
        assert_eq!(U8.cast("x".to_owned(), U8), "x");
    }
}
