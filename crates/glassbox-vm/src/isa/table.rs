//! The instruction table: name, operands and meaning of every instruction that computes or touches memory.
//!
//! It is the single definition of these instructions. Callback macros get the whole table and generate from it: the internal
//! instructions and their disassembly (`op.rs`), the meaning as plain functions (`semantics.rs`), the translation from
//! WebAssembly (`module/translate`), the dispatch loop (`exec/dispatch.rs`), and the reference in `docs/instructions.md`.
//! Names are those of wasmparser, so a row also names the WebAssembly operator that it stands for.
//!
//! The groups and their rows:
//!
//! - `unary`, `binary`: cannot fail. Name, text, meaning.
//! - `unary_trapping`, `binary_trapping`: may trap. The meaning is a `Result`.
//! - `compare`: binary, gives 0 or 1. Also the name of the fused compare-and-branch instruction and of the
//!   comparison with the opposite result; integers only, because with NaN the opposite of `<` is not `>=`.
//! - `load`, `store`: type in memory and type on the stack.
//!
//! Meanings use the operand types to say how bits are read: `u32`/`i32` for i32, `u64`/`i64` for i64.

/// Calls `$callback!` with the whole table.
macro_rules! instruction_table {
    ($callback:ident $(, $extra:tt)*) => {
        $callback! {
            $($extra)*
            unary {
                I32Eqz "i32.eqz" |a: u32| -> bool { a == 0 };
                I32Clz "i32.clz" |a: u32| -> u32 { a.leading_zeros() };
                I32Ctz "i32.ctz" |a: u32| -> u32 { a.trailing_zeros() };
                I32Popcnt "i32.popcnt" |a: u32| -> u32 { a.count_ones() };
                I32Extend8S "i32.extend8_s" |a: i32| -> i32 { i32::from(a as i8) };
                I32Extend16S "i32.extend16_s" |a: i32| -> i32 { i32::from(a as i16) };
                I32WrapI64 "i32.wrap_i64" |a: u64| -> u32 { a as u32 };
                I64Eqz "i64.eqz" |a: u64| -> bool { a == 0 };
                I64Clz "i64.clz" |a: u64| -> u64 { u64::from(a.leading_zeros()) };
                I64Ctz "i64.ctz" |a: u64| -> u64 { u64::from(a.trailing_zeros()) };
                I64Popcnt "i64.popcnt" |a: u64| -> u64 { u64::from(a.count_ones()) };
                I64Extend8S "i64.extend8_s" |a: i64| -> i64 { i64::from(a as i8) };
                I64Extend16S "i64.extend16_s" |a: i64| -> i64 { i64::from(a as i16) };
                I64Extend32S "i64.extend32_s" |a: i64| -> i64 { i64::from(a as i32) };
                I64ExtendI32S "i64.extend_i32_s" |a: i32| -> i64 { i64::from(a) };
                I64ExtendI32U "i64.extend_i32_u" |a: u32| -> u64 { u64::from(a) };
                F32Abs "f32.abs" |a: u32| -> u32 { a & 0x7fff_ffff };
                F32Neg "f32.neg" |a: u32| -> u32 { a ^ 0x8000_0000 };
                F32Ceil "f32.ceil" |a: f32| -> f32 { a.ceil() };
                F32Floor "f32.floor" |a: f32| -> f32 { a.floor() };
                F32Trunc "f32.trunc" |a: f32| -> f32 { a.trunc() };
                F32Nearest "f32.nearest" |a: f32| -> f32 { a.round_ties_even() };
                F32Sqrt "f32.sqrt" |a: f32| -> f32 { a.sqrt() };
                F64Abs "f64.abs" |a: u64| -> u64 { a & 0x7fff_ffff_ffff_ffff };
                F64Neg "f64.neg" |a: u64| -> u64 { a ^ 0x8000_0000_0000_0000 };
                F64Ceil "f64.ceil" |a: f64| -> f64 { a.ceil() };
                F64Floor "f64.floor" |a: f64| -> f64 { a.floor() };
                F64Trunc "f64.trunc" |a: f64| -> f64 { a.trunc() };
                F64Nearest "f64.nearest" |a: f64| -> f64 { a.round_ties_even() };
                F64Sqrt "f64.sqrt" |a: f64| -> f64 { a.sqrt() };
                F32ConvertI32S "f32.convert_i32_s" |a: i32| -> f32 { a as f32 };
                F32ConvertI32U "f32.convert_i32_u" |a: u32| -> f32 { a as f32 };
                F32ConvertI64S "f32.convert_i64_s" |a: i64| -> f32 { a as f32 };
                F32ConvertI64U "f32.convert_i64_u" |a: u64| -> f32 { a as f32 };
                F32DemoteF64 "f32.demote_f64" |a: f64| -> f32 { a as f32 };
                F64ConvertI32S "f64.convert_i32_s" |a: i32| -> f64 { f64::from(a) };
                F64ConvertI32U "f64.convert_i32_u" |a: u32| -> f64 { f64::from(a) };
                F64ConvertI64S "f64.convert_i64_s" |a: i64| -> f64 { a as f64 };
                F64ConvertI64U "f64.convert_i64_u" |a: u64| -> f64 { a as f64 };
                F64PromoteF32 "f64.promote_f32" |a: f32| -> f64 { f64::from(a) };
                I32TruncSatF32S "i32.trunc_sat_f32_s" |a: f32| -> i32 { a as i32 };
                I32TruncSatF32U "i32.trunc_sat_f32_u" |a: f32| -> u32 { a as u32 };
                I32TruncSatF64S "i32.trunc_sat_f64_s" |a: f64| -> i32 { a as i32 };
                I32TruncSatF64U "i32.trunc_sat_f64_u" |a: f64| -> u32 { a as u32 };
                I64TruncSatF32S "i64.trunc_sat_f32_s" |a: f32| -> i64 { a as i64 };
                I64TruncSatF32U "i64.trunc_sat_f32_u" |a: f32| -> u64 { a as u64 };
                I64TruncSatF64S "i64.trunc_sat_f64_s" |a: f64| -> i64 { a as i64 };
                I64TruncSatF64U "i64.trunc_sat_f64_u" |a: f64| -> u64 { a as u64 };
            }
            unary_trapping {
                I32TruncF32S "i32.trunc_f32_s" |a: f32| -> i32 { float::trunc_i32_s(f64::from(a)) };
                I32TruncF32U "i32.trunc_f32_u" |a: f32| -> u32 { float::trunc_i32_u(f64::from(a)) };
                I32TruncF64S "i32.trunc_f64_s" |a: f64| -> i32 { float::trunc_i32_s(a) };
                I32TruncF64U "i32.trunc_f64_u" |a: f64| -> u32 { float::trunc_i32_u(a) };
                I64TruncF32S "i64.trunc_f32_s" |a: f32| -> i64 { float::trunc_i64_s(f64::from(a)) };
                I64TruncF32U "i64.trunc_f32_u" |a: f32| -> u64 { float::trunc_i64_u(f64::from(a)) };
                I64TruncF64S "i64.trunc_f64_s" |a: f64| -> i64 { float::trunc_i64_s(a) };
                I64TruncF64U "i64.trunc_f64_u" |a: f64| -> u64 { float::trunc_i64_u(a) };
            }
            binary {
                I32Add "i32.add" |a: u32, b: u32| -> u32 { a.wrapping_add(b) };
                I32Sub "i32.sub" |a: u32, b: u32| -> u32 { a.wrapping_sub(b) };
                I32Mul "i32.mul" |a: u32, b: u32| -> u32 { a.wrapping_mul(b) };
                I32And "i32.and" |a: u32, b: u32| -> u32 { a & b };
                I32Or "i32.or" |a: u32, b: u32| -> u32 { a | b };
                I32Xor "i32.xor" |a: u32, b: u32| -> u32 { a ^ b };
                I32Shl "i32.shl" |a: u32, b: u32| -> u32 { a.wrapping_shl(b) };
                I32ShrS "i32.shr_s" |a: i32, b: u32| -> i32 { a.wrapping_shr(b) };
                I32ShrU "i32.shr_u" |a: u32, b: u32| -> u32 { a.wrapping_shr(b) };
                I32Rotl "i32.rotl" |a: u32, b: u32| -> u32 { a.rotate_left(b & 31) };
                I32Rotr "i32.rotr" |a: u32, b: u32| -> u32 { a.rotate_right(b & 31) };
                I64Add "i64.add" |a: u64, b: u64| -> u64 { a.wrapping_add(b) };
                I64Sub "i64.sub" |a: u64, b: u64| -> u64 { a.wrapping_sub(b) };
                I64Mul "i64.mul" |a: u64, b: u64| -> u64 { a.wrapping_mul(b) };
                I64And "i64.and" |a: u64, b: u64| -> u64 { a & b };
                I64Or "i64.or" |a: u64, b: u64| -> u64 { a | b };
                I64Xor "i64.xor" |a: u64, b: u64| -> u64 { a ^ b };
                I64Shl "i64.shl" |a: u64, b: u64| -> u64 { a.wrapping_shl(b as u32) };
                I64ShrS "i64.shr_s" |a: i64, b: u64| -> i64 { a.wrapping_shr(b as u32) };
                I64ShrU "i64.shr_u" |a: u64, b: u64| -> u64 { a.wrapping_shr(b as u32) };
                I64Rotl "i64.rotl" |a: u64, b: u64| -> u64 { a.rotate_left((b & 63) as u32) };
                I64Rotr "i64.rotr" |a: u64, b: u64| -> u64 { a.rotate_right((b & 63) as u32) };
                F32Add "f32.add" |a: f32, b: f32| -> f32 { a + b };
                F32Sub "f32.sub" |a: f32, b: f32| -> f32 { a - b };
                F32Mul "f32.mul" |a: f32, b: f32| -> f32 { a * b };
                F32Div "f32.div" |a: f32, b: f32| -> f32 { a / b };
                F32Min "f32.min" |a: f32, b: f32| -> f32 { float::min_f32(a, b) };
                F32Max "f32.max" |a: f32, b: f32| -> f32 { float::max_f32(a, b) };
                F32Copysign "f32.copysign" |a: u32, b: u32| -> u32 { (a & 0x7fff_ffff) | (b & 0x8000_0000) };
                F64Add "f64.add" |a: f64, b: f64| -> f64 { a + b };
                F64Sub "f64.sub" |a: f64, b: f64| -> f64 { a - b };
                F64Mul "f64.mul" |a: f64, b: f64| -> f64 { a * b };
                F64Div "f64.div" |a: f64, b: f64| -> f64 { a / b };
                F64Min "f64.min" |a: f64, b: f64| -> f64 { float::min_f64(a, b) };
                F64Max "f64.max" |a: f64, b: f64| -> f64 { float::max_f64(a, b) };
                F64Copysign "f64.copysign" |a: u64, b: u64| -> u64 { (a & !(1 << 63)) | (b & (1 << 63)) };
                F32Eq "f32.eq" |a: f32, b: f32| -> bool { a == b };
                F32Ne "f32.ne" |a: f32, b: f32| -> bool { a != b };
                F32Lt "f32.lt" |a: f32, b: f32| -> bool { a < b };
                F32Gt "f32.gt" |a: f32, b: f32| -> bool { a > b };
                F32Le "f32.le" |a: f32, b: f32| -> bool { a <= b };
                F32Ge "f32.ge" |a: f32, b: f32| -> bool { a >= b };
                F64Eq "f64.eq" |a: f64, b: f64| -> bool { a == b };
                F64Ne "f64.ne" |a: f64, b: f64| -> bool { a != b };
                F64Lt "f64.lt" |a: f64, b: f64| -> bool { a < b };
                F64Gt "f64.gt" |a: f64, b: f64| -> bool { a > b };
                F64Le "f64.le" |a: f64, b: f64| -> bool { a <= b };
                F64Ge "f64.ge" |a: f64, b: f64| -> bool { a >= b };
            }
            binary_trapping {
                I32DivS "i32.div_s" |a: i32, b: i32| -> i32 { int::div_i32(a, b) };
                I32DivU "i32.div_u" |a: u32, b: u32| -> u32 { a.checked_div(b).ok_or(Trap::DivisionByZero) };
                I32RemS "i32.rem_s" |a: i32, b: i32| -> i32 { int::rem_i32(a, b) };
                I32RemU "i32.rem_u" |a: u32, b: u32| -> u32 { a.checked_rem(b).ok_or(Trap::DivisionByZero) };
                I64DivS "i64.div_s" |a: i64, b: i64| -> i64 { int::div_i64(a, b) };
                I64DivU "i64.div_u" |a: u64, b: u64| -> u64 { a.checked_div(b).ok_or(Trap::DivisionByZero) };
                I64RemS "i64.rem_s" |a: i64, b: i64| -> i64 { int::rem_i64(a, b) };
                I64RemU "i64.rem_u" |a: u64, b: u64| -> u64 { a.checked_rem(b).ok_or(Trap::DivisionByZero) };
            }
            compare {
                I32Eq "i32.eq" |a: u32, b: u32| { a == b } BrI32Eq I32Ne;
                I32Ne "i32.ne" |a: u32, b: u32| { a != b } BrI32Ne I32Eq;
                I32LtS "i32.lt_s" |a: i32, b: i32| { a < b } BrI32LtS I32GeS;
                I32LtU "i32.lt_u" |a: u32, b: u32| { a < b } BrI32LtU I32GeU;
                I32GtS "i32.gt_s" |a: i32, b: i32| { a > b } BrI32GtS I32LeS;
                I32GtU "i32.gt_u" |a: u32, b: u32| { a > b } BrI32GtU I32LeU;
                I32LeS "i32.le_s" |a: i32, b: i32| { a <= b } BrI32LeS I32GtS;
                I32LeU "i32.le_u" |a: u32, b: u32| { a <= b } BrI32LeU I32GtU;
                I32GeS "i32.ge_s" |a: i32, b: i32| { a >= b } BrI32GeS I32LtS;
                I32GeU "i32.ge_u" |a: u32, b: u32| { a >= b } BrI32GeU I32LtU;
                I64Eq "i64.eq" |a: u64, b: u64| { a == b } BrI64Eq I64Ne;
                I64Ne "i64.ne" |a: u64, b: u64| { a != b } BrI64Ne I64Eq;
                I64LtS "i64.lt_s" |a: i64, b: i64| { a < b } BrI64LtS I64GeS;
                I64LtU "i64.lt_u" |a: u64, b: u64| { a < b } BrI64LtU I64GeU;
                I64GtS "i64.gt_s" |a: i64, b: i64| { a > b } BrI64GtS I64LeS;
                I64GtU "i64.gt_u" |a: u64, b: u64| { a > b } BrI64GtU I64LeU;
                I64LeS "i64.le_s" |a: i64, b: i64| { a <= b } BrI64LeS I64GtS;
                I64LeU "i64.le_u" |a: u64, b: u64| { a <= b } BrI64LeU I64GtU;
                I64GeS "i64.ge_s" |a: i64, b: i64| { a >= b } BrI64GeS I64LtS;
                I64GeU "i64.ge_u" |a: u64, b: u64| { a >= b } BrI64GeU I64LtU;
            }
            load {
                I32Load "i32.load" u32 => u32;
                I64Load "i64.load" u64 => u64;
                F32Load "f32.load" u32 => u32;
                F64Load "f64.load" u64 => u64;
                I32Load8S "i32.load8_s" i8 => i32;
                I32Load8U "i32.load8_u" u8 => u32;
                I32Load16S "i32.load16_s" i16 => i32;
                I32Load16U "i32.load16_u" u16 => u32;
                I64Load8S "i64.load8_s" i8 => i64;
                I64Load8U "i64.load8_u" u8 => u64;
                I64Load16S "i64.load16_s" i16 => i64;
                I64Load16U "i64.load16_u" u16 => u64;
                I64Load32S "i64.load32_s" i32 => i64;
                I64Load32U "i64.load32_u" u32 => u64;
            }
            store {
                I32Store "i32.store" u32;
                I64Store "i64.store" u64;
                F32Store "f32.store" u32;
                F64Store "f64.store" u64;
                I32Store8 "i32.store8" u8;
                I32Store16 "i32.store16" u16;
                I64Store8 "i64.store8" u8;
                I64Store16 "i64.store16" u16;
                I64Store32 "i64.store32" u32;
            }
        }
    };
}

pub(crate) use instruction_table;
