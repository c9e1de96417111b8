//! The meaning of each computing instruction, as a function on slots.
//!
//! A slot is 64 bits: an i32 zero-extended, an f32's bits zero-extended, a reference as 0 for null or index plus one. Each
//! instruction has a function of the same name; [`UnaryOp`] and [`BinaryOp`] are the instructions as values. Trackers and
//! terms evaluate them, so they use the same meaning as the machine.
//!
//! **NaN.** Where WebAssembly leaves the payload of a NaN open, we always use the canonical one, so that runs are the same on
//! every machine. `abs`, `neg`, `copysign`, loads, stores and reinterpretations keep payloads, as the specification says.

use super::table::instruction_table;
use super::trap::Trap;

/// A type whose values fit in a slot.
pub trait Value: Copy {
    /// Reads the value from a slot.
    fn from_slot(slot: u64) -> Self;
    /// The slot that holds the value.
    fn to_slot(self) -> u64;
    /// Number of bytes of the slot that a value may fill.
    const LEN: u8;
}

macro_rules! value {
    ($($ty:ty, $len:literal, $slot:ident => $from:expr, $value:ident => $to:expr;)*) => { $(
        impl Value for $ty {
            const LEN: u8 = $len;
            #[inline(always)]
            fn from_slot($slot: u64) -> Self { $from }
            #[inline(always)]
            fn to_slot(self) -> u64 { let $value = self; $to }
        }
    )* };
}

value! {
    u32, 4, slot => slot as u32, v => u64::from(v);
    i32, 4, slot => slot as i32, v => u64::from(v as u32);
    u64, 8, slot => slot, v => v;
    i64, 8, slot => slot as i64, v => v as u64;
    bool, 1, slot => slot != 0, v => u64::from(v);
    f32, 4, slot => f32::from_bits(slot as u32), v => u64::from(if v.is_nan() { 0x7fc0_0000 } else { v.to_bits() });
    f64, 8, slot => f64::from_bits(slot), v => if v.is_nan() { 0x7ff8_0000_0000_0000 } else { v.to_bits() };
}

macro_rules! meanings {
    (
        unary { $($u:ident $u_text:literal |$u_a:ident: $u_at:ty| -> $u_rt:ty $u_body:block;)* }
        unary_trapping { $($v:ident $v_text:literal |$v_a:ident: $v_at:ty| -> $v_rt:ty $v_body:block;)* }
        binary { $($b:ident $b_text:literal |$b_a:ident: $b_at:ty, $b_b:ident: $b_bt:ty| -> $b_rt:ty $b_body:block;)* }
        binary_trapping { $($d:ident $d_text:literal |$d_a:ident: $d_at:ty, $d_b:ident: $d_bt:ty| -> $d_rt:ty $d_body:block;)* }
        compare { $($c:ident $c_text:literal |$c_a:ident: $c_at:ty, $c_b:ident: $c_bt:ty| $c_body:block $c_branch:ident $c_opposite:ident;)* }
        load $loads:tt
        store $stores:tt
    ) => {
        /// One function per instruction, with the name of the instruction.
        #[expect(non_snake_case, reason = "named like the rows of the table")]
        #[expect(clippy::float_cmp, reason = "WebAssembly compares floats exactly")]
        pub(crate) mod of {
            use super::*;
            $(#[inline(always)]
            pub(crate) fn $u(a: u64) -> u64 { let $u_a = <$u_at as Value>::from_slot(a); let r: $u_rt = $u_body; r.to_slot() })*
            $(#[inline(always)]
            pub(crate) fn $v(a: u64) -> Result<u64, Trap> {
                let $v_a = <$v_at as Value>::from_slot(a);
                let r: Result<$v_rt, Trap> = $v_body;
                r.map(Value::to_slot)
            })*
            $(#[inline(always)]
            pub(crate) fn $b(a: u64, b: u64) -> u64 {
                let ($b_a, $b_b) = (<$b_at as Value>::from_slot(a), <$b_bt as Value>::from_slot(b));
                let r: $b_rt = $b_body;
                r.to_slot()
            })*
            $(#[inline(always)]
            pub(crate) fn $d(a: u64, b: u64) -> Result<u64, Trap> {
                let ($d_a, $d_b) = (<$d_at as Value>::from_slot(a), <$d_bt as Value>::from_slot(b));
                let r: Result<$d_rt, Trap> = $d_body;
                r.map(Value::to_slot)
            })*
            $(#[inline(always)]
            pub(crate) fn $c(a: u64, b: u64) -> bool {
                let ($c_a, $c_b) = (<$c_at as Value>::from_slot(a), <$c_bt as Value>::from_slot(b));
                $c_body
            })*
        }

        /// An instruction with one operand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the table says what each does")]
        pub enum UnaryOp { $($u,)* $($v,)* }

        /// An instruction with two operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the table says what each does")]
        pub enum BinaryOp { $($b,)* $($d,)* $($c,)* }

        impl UnaryOp {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$u,)* $(Self::$v,)*];

            /// The operator's name in WebAssembly's text format.
            pub fn text(self) -> &'static str {
                match self { $(Self::$u => $u_text,)* $(Self::$v => $v_text,)* }
            }

            /// Whether it may trap.
            pub fn traps(self) -> bool {
                matches!(self, $(Self::$v)|*)
            }

            /// Number of bytes of a slot that its results may fill.
            pub fn result_len(self) -> u8 {
                match self { $(Self::$u => <$u_rt as Value>::LEN,)* $(Self::$v => <$v_rt as Value>::LEN,)* }
            }

            /// Computes it on slots.
            pub fn eval(self, a: u64) -> Result<u64, Trap> {
                match self { $(Self::$u => Ok(of::$u(a)),)* $(Self::$v => of::$v(a),)* }
            }
        }

        impl BinaryOp {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$b,)* $(Self::$d,)* $(Self::$c,)*];

            /// The operator's name in WebAssembly's text format.
            pub fn text(self) -> &'static str {
                match self { $(Self::$b => $b_text,)* $(Self::$d => $d_text,)* $(Self::$c => $c_text,)* }
            }

            /// Whether it may trap.
            pub fn traps(self) -> bool {
                matches!(self, $(Self::$d)|*)
            }

            /// Whether it is a comparison: its result is 0 or 1.
            pub fn is_comparison(self) -> bool {
                matches!(self, $(Self::$c)|*)
            }

            /// Number of bytes of a slot that its results may fill.
            pub fn result_len(self) -> u8 {
                match self {
                    $(Self::$b => <$b_rt as Value>::LEN,)*
                    $(Self::$d => <$d_rt as Value>::LEN,)*
                    $(Self::$c => <bool as Value>::LEN,)*
                }
            }

            /// Computes it on slots.
            pub fn eval(self, a: u64, b: u64) -> Result<u64, Trap> {
                match self {
                    $(Self::$b => Ok(of::$b(a, b)),)*
                    $(Self::$d => of::$d(a, b),)*
                    $(Self::$c => Ok(u64::from(of::$c(a, b))),)*
                }
            }
        }
    };
}

instruction_table!(meanings);

/// Integer operations that are too long for the table.
mod int {
    use super::Trap;

    macro_rules! division {
        ($ty:ty, $div:ident, $rem:ident) => {
            pub(super) fn $div(a: $ty, b: $ty) -> Result<$ty, Trap> {
                if b == 0 {
                    return Err(Trap::DivisionByZero);
                }
                a.checked_div(b).ok_or(Trap::IntegerOverflow)
            }

            /// MIN % -1 is 0 in WebAssembly.
            pub(super) fn $rem(a: $ty, b: $ty) -> Result<$ty, Trap> {
                if b == 0 {
                    return Err(Trap::DivisionByZero);
                }
                Ok(a.wrapping_rem(b))
            }
        };
    }

    division!(i32, div_i32, rem_i32);
    division!(i64, div_i64, rem_i64);
}

/// Float operations that are too long for the table.
mod float {
    use super::Trap;

    macro_rules! min_max {
        ($ty:ty, $min:ident, $max:ident) => {
            /// NaN if either is; -0 is below +0, which Rust's own `min` leaves open.
            #[expect(clippy::float_cmp, reason = "equal includes the two zeros, on purpose")]
            pub(super) fn $min(a: $ty, b: $ty) -> $ty {
                if a.is_nan() || b.is_nan() {
                    <$ty>::NAN
                } else if a == b {
                    <$ty>::from_bits(a.to_bits() | b.to_bits())
                } else if a < b {
                    a
                } else {
                    b
                }
            }

            /// NaN if either is; -0 is below +0.
            #[expect(clippy::float_cmp, reason = "equal includes the two zeros, on purpose")]
            pub(super) fn $max(a: $ty, b: $ty) -> $ty {
                if a.is_nan() || b.is_nan() {
                    <$ty>::NAN
                } else if a == b {
                    <$ty>::from_bits(a.to_bits() & b.to_bits())
                } else if a > b {
                    a
                } else {
                    b
                }
            }
        };
    }

    min_max!(f32, min_f32, max_f32);
    min_max!(f64, min_f64, max_f64);

    macro_rules! trunc {
        ($name:ident, $ty:ty, $above:expr, $below:expr) => {
            /// Traps unless the truncated value lies strictly between the two bounds, both exact in f64.
            pub(super) fn $name(a: f64) -> Result<$ty, Trap> {
                let whole = a.trunc();
                if whole.is_nan() {
                    Err(Trap::InvalidConversion)
                } else if whole > $above && whole < $below {
                    Ok(whole as $ty)
                } else {
                    Err(Trap::IntegerOverflow)
                }
            }
        };
    }

    trunc!(trunc_i32_s, i32, -2_147_483_649.0, 2_147_483_648.0);
    trunc!(trunc_i32_u, u32, -1.0, 4_294_967_296.0);
    // The next f64 below -2^63 is -2^63 - 2048, so this is "at least -2^63".
    trunc!(trunc_i64_s, i64, -9_223_372_036_854_777_856.0, 9_223_372_036_854_775_808.0);
    trunc!(trunc_i64_u, u64, -1.0, 18_446_744_073_709_551_616.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_results_are_canonical_and_moved_payloads_are_kept() {
        let payload = 0xffc1_2345_u64;
        assert_eq!(UnaryOp::F32Sqrt.eval(payload), Ok(0x7fc0_0000));
        assert_eq!(BinaryOp::F32Add.eval(payload, 0), Ok(0x7fc0_0000));
        assert_eq!(UnaryOp::F64PromoteF32.eval(payload), Ok(0x7ff8_0000_0000_0000));
        assert_eq!(UnaryOp::F32Neg.eval(payload), Ok(0x7fc1_2345));
    }

    #[test]
    fn i32_results_are_zero_extended() {
        for a in [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] {
            for op in [UnaryOp::I32Extend8S, UnaryOp::I32Extend16S, UnaryOp::I32Clz] {
                assert!(u32::try_from(op.eval(a).unwrap()).is_ok(), "{op:?}({a:#x})");
            }
            for op in BinaryOp::ALL.iter().filter(|op| op.text().starts_with("i32")) {
                assert!(u32::try_from(op.eval(a, 0xffff_ffff).unwrap_or(0)).is_ok(), "{op:?}({a:#x})");
            }
        }
    }

    #[test]
    fn edges_of_division_and_truncation() {
        let min = u64::from(i32::MIN as u32);
        let minus_one = u64::from(u32::MAX);
        assert_eq!(BinaryOp::I32DivS.eval(min, minus_one), Err(Trap::IntegerOverflow));
        assert_eq!(BinaryOp::I32RemS.eval(min, minus_one), Ok(0));
        assert_eq!(BinaryOp::I64DivU.eval(1, 0), Err(Trap::DivisionByZero));
        assert_eq!(UnaryOp::I32TruncF64S.eval((-2_147_483_648.9_f64).to_bits()), Ok(min));
        assert_eq!(UnaryOp::I32TruncF64S.eval((-2_147_483_649.0_f64).to_bits()), Err(Trap::IntegerOverflow));
        assert_eq!(UnaryOp::I64TruncF64S.eval((-9_223_372_036_854_775_808.0_f64).to_bits()), Ok(1 << 63));
        assert_eq!(UnaryOp::I32TruncF64U.eval(f64::NAN.to_bits()), Err(Trap::InvalidConversion));
    }
}
