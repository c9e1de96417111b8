//! Instructions by the types of their operands and results.

use wasm_encoder::{Instruction, MemArg, ValType};

/// Instructions with the same operand and result types.
#[derive(Debug)]
pub(super) struct Ops {
    pub(super) takes: &'static [ValType],
    pub(super) gives: ValType,
    /// Whether they may compute a NaN, whose payload is up to the engine.
    pub(super) make_nan: bool,
    pub(super) instructions: &'static [Instruction<'static>],
}

macro_rules! ops {
    ($($kind:ident [$($takes:ident)*] $gives:ident: $($name:ident)*;)*) => {
        &[$(Ops {
            takes: &[$(ValType::$takes),*],
            gives: ValType::$gives,
            make_nan: ops!(@ $kind),
            instructions: &[$(Instruction::$name),*],
        },)*]
    };
    (@ computes) => { true };
    (@ exact) => { false };
}

/// All computing instructions but integer comparisons. `computes`: the payload of a NaN is up to the engine.
pub(super) static OPS: &[Ops] = ops! {
    exact [I32] I32: I32Eqz I32Clz I32Ctz I32Popcnt I32Extend8S I32Extend16S;
    exact [I32 I32] I32: I32Add I32Sub I32Mul I32And I32Or I32Xor I32Shl I32ShrS I32ShrU I32Rotl I32Rotr I32DivS I32DivU I32RemS I32RemU;
    exact [I64] I32: I64Eqz I32WrapI64;
    exact [I64] I64: I64Clz I64Ctz I64Popcnt I64Extend8S I64Extend16S I64Extend32S;
    exact [I64 I64] I64: I64Add I64Sub I64Mul I64And I64Or I64Xor I64Shl I64ShrS I64ShrU I64Rotl I64Rotr I64DivS I64DivU I64RemS I64RemU;
    exact [I32] I64: I64ExtendI32S I64ExtendI32U;
    exact [F32] F32: F32Abs F32Neg;
    computes [F32] F32: F32Ceil F32Floor F32Trunc F32Nearest F32Sqrt;
    computes [F32 F32] F32: F32Add F32Sub F32Mul F32Div F32Min F32Max;
    exact [F32 F32] F32: F32Copysign;
    exact [F32 F32] I32: F32Eq F32Ne F32Lt F32Gt F32Le F32Ge;
    exact [I32] F32: F32ConvertI32S F32ConvertI32U F32ReinterpretI32;
    exact [F32] I32: I32TruncSatF32S I32TruncSatF32U I32TruncF32S I32TruncF32U I32ReinterpretF32;
    exact [I64] F32: F32ConvertI64S F32ConvertI64U;
    exact [F32] I64: I64TruncSatF32S I64TruncSatF32U I64TruncF32S I64TruncF32U;
    exact [F64] F64: F64Abs F64Neg;
    computes [F64] F64: F64Ceil F64Floor F64Trunc F64Nearest F64Sqrt;
    computes [F64 F64] F64: F64Add F64Sub F64Mul F64Div F64Min F64Max;
    exact [F64 F64] F64: F64Copysign;
    exact [F64 F64] I32: F64Eq F64Ne F64Lt F64Gt F64Le F64Ge;
    exact [I32] F64: F64ConvertI32S F64ConvertI32U;
    exact [F64] I32: I32TruncSatF64S I32TruncSatF64U I32TruncF64S I32TruncF64U;
    exact [I64] F64: F64ConvertI64S F64ConvertI64U F64ReinterpretI64;
    exact [F64] I64: I64TruncSatF64S I64TruncSatF64U I64TruncF64S I64TruncF64U I64ReinterpretF64;
    computes [F64] F32: F32DemoteF64;
    computes [F32] F64: F64PromoteF32;
};

/// Comparisons that the translator may fuse with a branch.
pub(super) static COMPARISONS: &[Ops] = ops! {
    exact [I32 I32] I32: I32Eq I32Ne I32LtS I32LtU I32GtS I32GtU I32LeS I32LeU I32GeS I32GeU;
    exact [I64 I64] I32: I64Eq I64Ne I64LtS I64LtU I64GtS I64GtU I64LeS I64LeU I64GeS I64GeU;
    exact [I32] I32: I32Eqz;
    exact [I64] I32: I64Eqz;
};

/// A load or store: type of the value, largest exponent of the alignment, and the instruction.
pub(super) type Access = (ValType, u32, fn(MemArg) -> Instruction<'static>);

/// Loads.
pub(super) static LOADS: &[Access] = &[
    (ValType::I32, 2, Instruction::I32Load),
    (ValType::I32, 0, Instruction::I32Load8S),
    (ValType::I32, 0, Instruction::I32Load8U),
    (ValType::I32, 1, Instruction::I32Load16S),
    (ValType::I32, 1, Instruction::I32Load16U),
    (ValType::I64, 3, Instruction::I64Load),
    (ValType::I64, 0, Instruction::I64Load8S),
    (ValType::I64, 0, Instruction::I64Load8U),
    (ValType::I64, 1, Instruction::I64Load16S),
    (ValType::I64, 1, Instruction::I64Load16U),
    (ValType::I64, 2, Instruction::I64Load32S),
    (ValType::I64, 2, Instruction::I64Load32U),
    (ValType::F32, 2, Instruction::F32Load),
    (ValType::F64, 3, Instruction::F64Load),
];

/// Stores.
pub(super) static STORES: &[Access] = &[
    (ValType::I32, 2, Instruction::I32Store),
    (ValType::I32, 0, Instruction::I32Store8),
    (ValType::I32, 1, Instruction::I32Store16),
    (ValType::I64, 3, Instruction::I64Store),
    (ValType::I64, 0, Instruction::I64Store8),
    (ValType::I64, 1, Instruction::I64Store16),
    (ValType::I64, 2, Instruction::I64Store32),
    (ValType::F32, 2, Instruction::F32Store),
    (ValType::F64, 3, Instruction::F64Store),
];
