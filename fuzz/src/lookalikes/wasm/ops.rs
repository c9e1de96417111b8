//! Instructions by the types of their operands and results.

use wasm_encoder::{Instruction, MemArg, ValType};

/// Instructions with the same operand and result types.
#[derive(Debug)]
pub(super) struct Ops {
    pub(super) takes: &'static [ValType],
    pub(super) gives: ValType,
    pub(super) instructions: &'static [Instruction<'static>],
}

macro_rules! ops {
    ($([$($takes:ident)*] $gives:ident: $($name:ident)*;)*) => {
        &[$(Ops {
            takes: &[$(ValType::$takes),*],
            gives: ValType::$gives,
            instructions: &[$(Instruction::$name),*],
        },)*]
    };
}

/// Computing instructions without comparisons.
pub(super) static OPS: &[Ops] = ops! {
    [I32] I32: I32Eqz I32Clz I32Ctz I32Popcnt I32Extend8S I32Extend16S;
    [I32 I32] I32: I32Add I32Sub I32Mul I32And I32Or I32Xor I32Shl I32ShrS I32ShrU I32Rotl I32Rotr;
    [I64] I32: I64Eqz I32WrapI64;
    [F32] I32: I32TruncSatF32S I32TruncSatF32U I32ReinterpretF32;
    [F64] I32: I32TruncSatF64S I32TruncSatF64U;
    [I64] I64: I64Clz I64Ctz I64Popcnt I64Extend8S I64Extend16S I64Extend32S;
    [I64 I64] I64: I64Add I64Sub I64Mul I64And I64Or I64Xor I64Shl I64ShrS I64ShrU I64Rotl I64Rotr;
    [I32] I64: I64ExtendI32S I64ExtendI32U;
    [F32] I64: I64TruncSatF32S I64TruncSatF32U;
    [F64] I64: I64TruncSatF64S I64TruncSatF64U I64ReinterpretF64;
    [F32] F32: F32Abs F32Neg F32Ceil F32Floor F32Trunc F32Nearest F32Sqrt;
    [F32 F32] F32: F32Add F32Sub F32Mul F32Div F32Min F32Max F32Copysign;
    [I32] F32: F32ConvertI32S F32ConvertI32U F32ReinterpretI32;
    [I64] F32: F32ConvertI64S F32ConvertI64U;
    [F64] F32: F32DemoteF64;
    [F64] F64: F64Abs F64Neg F64Ceil F64Floor F64Trunc F64Nearest F64Sqrt;
    [F64 F64] F64: F64Add F64Sub F64Mul F64Div F64Min F64Max F64Copysign;
    [I32] F64: F64ConvertI32S F64ConvertI32U;
    [I64] F64: F64ConvertI64S F64ConvertI64U F64ReinterpretI64;
    [F32] F64: F64PromoteF32;
};

/// Instructions that may trap.
pub(super) static TRAPPING: &[Ops] = ops! {
    [I32 I32] I32: I32DivS I32DivU I32RemS I32RemU;
    [I64 I64] I64: I64DivS I64DivU I64RemS I64RemU;
    [F32] I32: I32TruncF32S I32TruncF32U;
    [F64] I32: I32TruncF64S I32TruncF64U;
    [F32] I64: I64TruncF32S I64TruncF32U;
    [F64] I64: I64TruncF64S I64TruncF64U;
};

/// Comparisons. The translator may fuse those of integers with a branch.
pub(super) static COMPARISONS: &[Ops] = ops! {
    [I32 I32] I32: I32Eq I32Ne I32LtS I32LtU I32GtS I32GtU I32LeS I32LeU I32GeS I32GeU;
    [I64 I64] I32: I64Eq I64Ne I64LtS I64LtU I64GtS I64GtU I64LeS I64LeU I64GeS I64GeU;
    [F32 F32] I32: F32Eq F32Ne F32Lt F32Gt F32Le F32Ge;
    [F64 F64] I32: F64Eq F64Ne F64Lt F64Gt F64Le F64Ge;
};

/// A load or store: type of the value, number of bytes, and the instruction.
pub(super) type Access = (ValType, u32, fn(MemArg) -> Instruction<'static>);

/// Loads.
pub(super) static LOADS: &[Access] = &[
    (ValType::I32, 4, Instruction::I32Load),
    (ValType::I32, 1, Instruction::I32Load8S),
    (ValType::I32, 1, Instruction::I32Load8U),
    (ValType::I32, 2, Instruction::I32Load16S),
    (ValType::I32, 2, Instruction::I32Load16U),
    (ValType::I64, 8, Instruction::I64Load),
    (ValType::I64, 1, Instruction::I64Load8S),
    (ValType::I64, 1, Instruction::I64Load8U),
    (ValType::I64, 2, Instruction::I64Load16S),
    (ValType::I64, 2, Instruction::I64Load16U),
    (ValType::I64, 4, Instruction::I64Load32S),
    (ValType::I64, 4, Instruction::I64Load32U),
    (ValType::F32, 4, Instruction::F32Load),
    (ValType::F64, 8, Instruction::F64Load),
];

/// Stores.
pub(super) static STORES: &[Access] = &[
    (ValType::I32, 4, Instruction::I32Store),
    (ValType::I32, 1, Instruction::I32Store8),
    (ValType::I32, 2, Instruction::I32Store16),
    (ValType::I64, 8, Instruction::I64Store),
    (ValType::I64, 1, Instruction::I64Store8),
    (ValType::I64, 2, Instruction::I64Store16),
    (ValType::I64, 4, Instruction::I64Store32),
    (ValType::F32, 4, Instruction::F32Store),
    (ValType::F64, 8, Instruction::F64Store),
];
