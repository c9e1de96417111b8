//! Arguments for calls: boundary values, and some random ones.

use crate::engine::{Type, Value};
use crate::random::Random;

const I32: &[u32] = &[
    0,
    1,
    2,
    3,
    7,
    8,
    31,
    32,
    63,
    64,
    127,
    128,
    255,
    256,
    0xfff,
    0xffff,
    0x1_0000,
    0xf_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];
const I64: &[u64] = &[
    0,
    1,
    2,
    31,
    32,
    63,
    64,
    255,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_ffff,
];
/// Zeros, ones, infinities, NaNs with and without payload, quiet and signalling, subnormals, and the bounds of
/// conversions to integers.
const F32: &[u32] = &[
    0,
    0x8000_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f00_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffc0_0000,
    0x7fc1_2345,
    0x7f81_2345,
    1,
    0x8000_0001,
    0x7f7f_ffff,
    0x4f00_0000,
    0xcf00_0000,
    0x4f80_0000,
    0x5f00_0000,
    0xdf00_0000,
    0x5f80_0000,
];
const F64: &[u64] = &[
    0,
    1 << 63,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3fe0_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0xfff8_0000_0000_0000,
    0x7ff8_1234_5678_9abc,
    0x7ff0_0000_0000_0001,
    1,
    0x7fef_ffff_ffff_ffff,
    0x41e0_0000_0000_0000,
    0xc1e0_0000_0020_0000,
    0x41f0_0000_0000_0000,
    0x43e0_0000_0000_0000,
    0xc3e0_0000_0000_0000,
    0x43f0_0000_0000_0000,
];

/// Random arguments for parameters of these types; references point to one of `n_functions` exported functions.
pub fn choose(random: &mut Random, params: &[Type], n_functions: usize) -> Vec<Value> {
    params.iter().map(|&ty| value(random, ty, n_functions)).collect()
}

fn value(random: &mut Random, ty: Type, n_functions: usize) -> Value {
    let known = random.chance(75);
    match ty {
        Type::I32 => Value::I32(if known { random.pick(I32) } else { random.bits() as u32 }),
        Type::I64 => Value::I64(if known { random.pick(I64) } else { random.bits() }),
        Type::F32 => Value::F32(if known { random.pick(F32) } else { random.bits() as u32 }),
        Type::F64 => Value::F64(if known { random.pick(F64) } else { random.bits() }),
        Type::Func => Value::Func(random.chance(70).then(|| random.below(n_functions) as u32)),
        Type::Extern => Value::Extern(random.chance(70).then(|| random.below(100) as u32)),
    }
}
