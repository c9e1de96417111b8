//! Values in scripts, as the slots of the machine.

use glassbox_vm::module::ValueType;
use wast::core::{AbstractHeapType, HeapType, NanPattern, WastArgCore, WastRetCore};
use wast::{WastArg, WastRet};

/// An argument as a slot, if it is one of `ty`.
pub(crate) fn argument(arg: &WastArg<'_>, ty: ValueType) -> Option<u64> {
    let WastArg::Core(arg) = arg else { return None };
    let (slot, arg_ty) = match arg {
        WastArgCore::I32(value) => (u64::from(value.cast_unsigned()), ValueType::I32),
        WastArgCore::I64(value) => (value.cast_unsigned(), ValueType::I64),
        WastArgCore::F32(value) => (u64::from(value.bits), ValueType::F32),
        WastArgCore::F64(value) => (value.bits, ValueType::F64),
        WastArgCore::RefNull(heap) => (0, reference_type(heap)?),
        WastArgCore::RefExtern(number) => (u64::from(*number) + 1, ValueType::ExternRef),
        WastArgCore::V128(_) | WastArgCore::RefHost(_) => return None,
    };
    (arg_ty == ty).then_some(slot)
}

/// Whether a slot that holds a value of type `ty` is what a script expects.
///
/// Slots are compared whole: a 32-bit value with anything above its bits is wrong.
pub(crate) fn matches(expected: &WastRet<'_>, slot: u64, ty: ValueType) -> bool {
    let WastRet::Core(expected) = expected else { return false };
    matches_core(expected, slot, ty)
}

fn matches_core(expected: &WastRetCore<'_>, slot: u64, ty: ValueType) -> bool {
    match expected {
        WastRetCore::I32(value) => ty == ValueType::I32 && slot == u64::from(value.cast_unsigned()),
        WastRetCore::I64(value) => ty == ValueType::I64 && slot == value.cast_unsigned(),
        WastRetCore::F32(pattern) => {
            let pattern = with_bits(pattern, |value| u64::from(value.bits));
            ty == ValueType::F32 && float_matches(&pattern, slot, 0x8000_0000, 0x7fc0_0000)
        }
        WastRetCore::F64(pattern) => {
            let pattern = with_bits(pattern, |value| value.bits);
            ty == ValueType::F64 && float_matches(&pattern, slot, 1 << 63, 0x7ff8_0000_0000_0000)
        }
        WastRetCore::RefNull(None) => is_reference(ty) && slot == 0,
        WastRetCore::RefNull(Some(heap)) => reference_type(heap) == Some(ty) && slot == 0,
        WastRetCore::RefExtern(None) => ty == ValueType::ExternRef && slot != 0,
        WastRetCore::RefExtern(Some(number)) => ty == ValueType::ExternRef && slot == u64::from(*number) + 1,
        WastRetCore::RefFunc(None) => ty == ValueType::FuncRef && slot != 0,
        WastRetCore::Either(cases) => cases.iter().any(|case| matches_core(case, slot, ty)),
        // Vectors, and references of later proposals.
        _ => false,
    }
}

fn with_bits<T>(pattern: &NanPattern<T>, bits: impl FnOnce(&T) -> u64) -> NanPattern<u64> {
    match pattern {
        NanPattern::CanonicalNan => NanPattern::CanonicalNan,
        NanPattern::ArithmeticNan => NanPattern::ArithmeticNan,
        NanPattern::Value(value) => NanPattern::Value(bits(value)),
    }
}

/// `canonical` is the positive canonical NaN: its bits are exactly those that every arithmetic NaN has.
fn float_matches(pattern: &NanPattern<u64>, slot: u64, sign: u64, canonical: u64) -> bool {
    match *pattern {
        NanPattern::Value(bits) => slot == bits,
        NanPattern::CanonicalNan => slot & !sign == canonical,
        NanPattern::ArithmeticNan => slot & canonical == canonical && slot <= sign | (sign - 1),
    }
}

fn is_reference(ty: ValueType) -> bool {
    matches!(ty, ValueType::FuncRef | ValueType::ExternRef | ValueType::ExnRef)
}

fn reference_type(heap: &HeapType<'_>) -> Option<ValueType> {
    match heap {
        HeapType::Abstract { ty: AbstractHeapType::Func, .. } => Some(ValueType::FuncRef),
        HeapType::Abstract { ty: AbstractHeapType::Extern, .. } => Some(ValueType::ExternRef),
        HeapType::Abstract { ty: AbstractHeapType::Exn, .. } => Some(ValueType::ExnRef),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use wast::token::F32;

    use super::*;

    #[track_caller]
    fn check_f32(pattern: NanPattern<F32>, slot: u64, expected: bool) {
        assert_eq!(matches_core(&WastRetCore::F32(pattern), slot, ValueType::F32), expected, "{slot:#x}");
    }

    #[test]
    fn canonical_is_narrower_than_arithmetic_and_neither_ignores_high_bits() {
        for (slot, canonical, arithmetic) in [
            (0x7fc0_0000, true, true),
            (0xffc0_0000, true, true),
            (0x7fc0_0001, false, true),
            (0xffff_ffff, false, true),
            (0x7f80_0001, false, false),
            (0x7f80_0000, false, false),
            (0x1_7fc0_0000, false, false),
        ] {
            check_f32(NanPattern::CanonicalNan, slot, canonical);
            check_f32(NanPattern::ArithmeticNan, slot, arithmetic);
        }
    }

    #[test]
    fn values_are_compared_by_bits_and_type() {
        check_f32(NanPattern::Value(F32 { bits: 0 }), 0x8000_0000, false);
        check_f32(NanPattern::Value(F32 { bits: 0x7fa0_0000 }), 0x7fa0_0000, true);
        assert!(matches_core(&WastRetCore::I32(-1), 0xffff_ffff, ValueType::I32));
        assert!(!matches_core(&WastRetCore::I32(-1), u64::MAX, ValueType::I32));
        assert!(!matches_core(&WastRetCore::I32(1), 1, ValueType::I64));
        assert!(matches_core(&WastRetCore::RefExtern(Some(1)), 2, ValueType::ExternRef));
        assert!(!matches_core(&WastRetCore::RefExtern(Some(1)), 2, ValueType::FuncRef));
    }
}
