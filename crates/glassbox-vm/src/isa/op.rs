//! The internal code: instructions on the slots of a frame.
//!
//! WebAssembly is a stack machine; its instructions mostly shuffle operands. Ours name their operands: a frame has a slot
//! for every parameter, local, constant and stack position, and an instruction names the slots that it reads and writes.
//! That takes a third of the instructions, and a tracker can keep its shadows in an array beside the slots.
//! `docs/design/0003-internal-code-and-snapshots.md` has the reasons and the layout.
//!
//! An instruction takes 12 bytes. Branch targets are indices into the module's one code vector.

use std::fmt;

use super::table::instruction_table;
use crate::stop::Service;

/// A slot of the current frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Slot(pub(crate) u16);

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// One row of the instruction table, for documentation.
#[derive(Clone, Copy, Debug)]
pub struct OpFacts {
    /// The operator's name in WebAssembly's text format.
    pub text: &'static str,
    /// The row's group.
    pub group: &'static str,
    /// The meaning, as written in the table.
    pub meaning: &'static str,
}

macro_rules! ops {
    (
        unary { $($u:ident $u_text:literal |$u_a:ident: $u_at:ty| -> $u_rt:ty $u_body:block;)* }
        unary_trapping { $($v:ident $v_text:literal |$v_a:ident: $v_at:ty| -> $v_rt:ty $v_body:block;)* }
        binary { $($b:ident $b_text:literal |$b_a:ident: $b_at:ty, $b_b:ident: $b_bt:ty| -> $b_rt:ty $b_body:block;)* }
        binary_trapping { $($d:ident $d_text:literal |$d_a:ident: $d_at:ty, $d_b:ident: $d_bt:ty| -> $d_rt:ty $d_body:block;)* }
        compare { $($c:ident $c_text:literal |$c_a:ident: $c_at:ty, $c_b:ident: $c_bt:ty| $c_body:block $c_branch:ident $c_opposite:ident;)* }
        load { $($l:ident $l_text:literal $l_mem:ty => $l_ty:ty;)* }
        store { $($s:ident $s_text:literal $s_mem:ty;)* }
    ) => {
        /// An internal instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the table says what each does; fields are slots, indices and targets")]
        pub enum Op {
            $($u { dst: Slot, a: Slot },)*
            $($v { dst: Slot, a: Slot },)*
            $($b { dst: Slot, a: Slot, b: Slot },)*
            $($d { dst: Slot, a: Slot, b: Slot },)*
            $($c { dst: Slot, a: Slot, b: Slot },)*
            $($c_branch { a: Slot, b: Slot, target: u32 },)*
            $($l { dst: Slot, address: Slot, offset: u32 },)*
            $($s { address: Slot, value: Slot, offset: u32 },)*

            /// Copies a slot.
            Copy { dst: Slot, src: Slot },
            /// Copies a slot, then another one.
            CopyTwo { dst: Slot, src: Slot, then_dst: Slot, then_src: Slot },
            Select { dst: Slot, condition: Slot, a: Slot, b: Slot },
            GlobalGet { dst: Slot, global: u32 },
            GlobalSet { src: Slot, global: u32 },
            /// Reads the stack pointer in a function that keeps its locals below it.
            LeafFrame { dst: Slot, global: u32 },

            Jump { target: u32 },
            /// Jumps if the low 32 bits are not zero.
            BrIf { condition: Slot, target: u32 },
            /// Jumps if the low 32 bits are zero.
            BrIfZero { condition: Slot, target: u32 },
            /// `table` is an index into the module's jump tables: there is the number of targets, then each target, the
            /// default last.
            BrTable { index: Slot, table: u32 },
            /// Results are in the frame's first slots.
            Return,
            /// Calls with the frame at `base`, where arguments are and results will be.
            Call { base: Slot, function: u32 },
            /// Like `Call`, for a host function.
            CallHost { base: Slot, function: u32 },
            CallIndirect { base: Slot, index: Slot, table: u16, ty: u32 },
            /// Throws an exception of a tag, with values from this slot on.
            Throw { base: Slot, tag: u32 },
            /// Throws a caught exception again.
            ThrowRef { exception: Slot },
            Unreachable,
            /// The start of `handle_alloc_error`: an allocation was refused, and the guest does not go on without it.
            AllocationFailed,
            /// The start of a function of std that needs this service.
            NotOffered { service: Service },

            MemorySize { dst: Slot },
            MemoryGrow { dst: Slot, delta: Slot },
            MemoryCopy { dst: Slot, src: Slot, len: Slot },
            MemoryFill { dst: Slot, value: Slot, len: Slot },
            MemoryInit { dst: Slot, src: Slot, len: Slot, segment: u32 },
            DataDrop { segment: u32 },
            TableGet { dst: Slot, index: Slot, table: u32 },
            TableSet { index: Slot, value: Slot, table: u32 },
            TableSize { dst: Slot, table: u32 },
            TableGrow { dst: Slot, value: Slot, delta: Slot, table: u32 },
            TableFill { dst: Slot, value: Slot, len: Slot, table: u32 },
            /// `tables`: the destination in the low half, the source in the high half.
            TableCopy { dst: Slot, src: Slot, len: Slot, tables: u32 },
            /// `table_segment`: the table in the low half, the segment in the high half.
            TableInit { dst: Slot, src: Slot, len: Slot, table_segment: u32 },
            ElemDrop { segment: u32 },
            RefFunc { dst: Slot, function: u32 },
            RefIsNull { dst: Slot, a: Slot },
        }

        impl Op {
            /// The rows of the table, for documentation.
            pub const FACTS: &'static [OpFacts] = &[
                $(OpFacts { text: $u_text, group: "unary", meaning: stringify!($u_body) },)*
                $(OpFacts { text: $v_text, group: "unary, may trap", meaning: stringify!($v_body) },)*
                $(OpFacts { text: $b_text, group: "binary", meaning: stringify!($b_body) },)*
                $(OpFacts { text: $d_text, group: "binary, may trap", meaning: stringify!($d_body) },)*
                $(OpFacts { text: $c_text, group: "comparison", meaning: stringify!($c_body) },)*
                $(OpFacts { text: $l_text, group: "load", meaning: concat!(stringify!($l_mem), " as ", stringify!($l_ty)) },)*
                $(OpFacts { text: $s_text, group: "store", meaning: stringify!($s_mem) },)*
            ];

            /// The operator's text for instructions that stand for one computing operator.
            pub fn text(self) -> Option<&'static str> {
                match self {
                    $(Self::$u { .. } => Some($u_text),)*
                    $(Self::$v { .. } => Some($v_text),)*
                    $(Self::$b { .. } => Some($b_text),)*
                    $(Self::$d { .. } => Some($d_text),)*
                    $(Self::$c { .. } => Some($c_text),)*
                    $(Self::$l { .. } => Some($l_text),)*
                    $(Self::$s { .. } => Some($s_text),)*
                    _ => None,
                }
            }

            /// The slot that this instruction writes, if the translator may choose another one.
            pub(crate) fn dst_mut(&mut self) -> Option<&mut Slot> {
                match self {
                    $(Self::$u { dst, .. })|* => Some(dst),
                    $(Self::$v { dst, .. })|* => Some(dst),
                    $(Self::$b { dst, .. })|* => Some(dst),
                    $(Self::$d { dst, .. })|* => Some(dst),
                    $(Self::$c { dst, .. })|* => Some(dst),
                    $(Self::$l { dst, .. })|* => Some(dst),
                    Self::Copy { dst, .. } | Self::Select { dst, .. } | Self::GlobalGet { dst, .. } => Some(dst),
                    Self::LeafFrame { dst, .. } => Some(dst),
                    _ => None,
                }
            }

            /// A comparison (or `i32.eqz`) as a branch to `target`, taken if it holds (`when`) or if not.
            pub(crate) fn as_branch(self, when: bool, target: u32) -> Option<(Slot, Self)> {
                match self {
                    $(Self::$c { dst, a, b } => Some((dst, if when {
                        Self::$c_branch { a, b, target }
                    } else {
                        BrCompare::$c_opposite.branch(a, b, target)
                    })),)*
                    Self::I32Eqz { dst, a } if when => Some((dst, Self::BrIfZero { condition: a, target })),
                    Self::I32Eqz { dst, a } => Some((dst, Self::BrIf { condition: a, target })),
                    _ => None,
                }
            }

            /// The branch target of this instruction, to be patched.
            pub(crate) fn target_mut(&mut self) -> Option<&mut u32> {
                match self {
                    $(Self::$c_branch { target, .. })|* => Some(target),
                    Self::Jump { target } | Self::BrIf { target, .. } | Self::BrIfZero { target, .. } => Some(target),
                    _ => None,
                }
            }
        }

        /// The comparisons, by name.
        #[derive(Clone, Copy)]
        pub(crate) enum BrCompare { $($c,)* }

        impl BrCompare {
            fn branch(self, a: Slot, b: Slot, target: u32) -> Op {
                match self { $(Self::$c => Op::$c_branch { a, b, target },)* }
            }
        }
    };
}

instruction_table!(ops);

/// Disassembly: `i32.add $2 $0 $1` for computing instructions, else the variant with its fields.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let debug = format!("{self:?}");
        match (self.text(), debug.split_once(' ')) {
            (Some(text), Some((_, fields))) => write!(f, "{text} {fields}"),
            _ => f.write_str(&debug),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_takes_twelve_bytes() {
        assert_eq!(size_of::<Op>(), 12);
    }

    #[test]
    fn branches_on_the_opposite_are_the_opposite() {
        let (a, b, dst) = (Slot(1), Slot(2), Slot(3));
        let branch = Op::I32LtU { dst, a, b }.as_branch(false, 7).unwrap().1;
        assert_eq!(branch, Op::BrI32GeU { a, b, target: 7 });
        assert_eq!(Op::I32Add { dst, a, b }.as_branch(true, 7), None);
        assert_eq!(Op::I32Add { dst, a, b }.to_string(), "i32.add { dst: $3, a: $1, b: $2 }");
    }
}
