//! Operators of the instruction table.

use wasmparser::Operator;

use super::builder::Builder;
use crate::isa::{Op, instruction_table};
use crate::module::error::LoadError;

macro_rules! translate_computing {
    (
        unary { $($u:ident $u_text:literal |$u_a:ident: $u_at:ty| -> $u_rt:ty $u_body:block;)* }
        unary_trapping { $($v:ident $v_text:literal |$v_a:ident: $v_at:ty| -> $v_rt:ty $v_body:block;)* }
        binary { $($b:ident $b_text:literal |$b_a:ident: $b_at:ty, $b_b:ident: $b_bt:ty| -> $b_rt:ty $b_body:block;)* }
        binary_trapping { $($d:ident $d_text:literal |$d_a:ident: $d_at:ty, $d_b:ident: $d_bt:ty| -> $d_rt:ty $d_body:block;)* }
        compare { $($c:ident $c_text:literal |$c_a:ident: $c_at:ty, $c_b:ident: $c_bt:ty| $c_body:block $c_branch:ident $c_opposite:ident;)* }
        load { $($l:ident $l_text:literal $l_mem:ty => $l_ty:ty;)* }
        store { $($s:ident $s_text:literal $s_mem:ty;)* }
    ) => {
        impl Builder<'_> {
            /// Operators of the instruction table.
            pub(super) fn computing(&mut self, operator: &Operator<'_>) -> Result<(), LoadError> {
                match operator {
                    $(Operator::$u => { let a = self.pop(); let dst = self.push_temp(); self.emit(Op::$u { dst, a }); })*
                    $(Operator::$v => { let a = self.pop(); let dst = self.push_temp(); self.emit(Op::$v { dst, a }); })*
                    $(Operator::$b => {
                        let (b, a) = (self.pop(), self.pop());
                        let dst = self.push_temp();
                        self.emit(Op::$b { dst, a, b });
                    })*
                    $(Operator::$d => {
                        let (b, a) = (self.pop(), self.pop());
                        let dst = self.push_temp();
                        self.emit(Op::$d { dst, a, b });
                    })*
                    $(Operator::$c => {
                        let (b, a) = (self.pop(), self.pop());
                        let dst = self.push_temp();
                        self.emit(Op::$c { dst, a, b });
                    })*
                    $(Operator::$l { memarg } => {
                        let address = self.pop();
                        let dst = self.push_temp();
                        // Validated: offsets of a 32-bit memory fit.
                        self.emit(Op::$l { dst, address, offset: memarg.offset as u32 });
                    })*
                    $(Operator::$s { memarg } => {
                        let (value, address) = (self.pop(), self.pop());
                        self.emit(Op::$s { address, value, offset: memarg.offset as u32 });
                    })*
                    other => return Err(self.unsupported(&format!("{other:?}"))),
                }
                Ok(())
            }
        }
    };
}

instruction_table!(translate_computing);
