//! Instructions: emits, fuses and patches them.

use super::builder::{Builder, Operand, Patch};
use crate::isa::{Op, Slot};

impl Builder<'_> {
    pub(super) fn pc(&self) -> u32 {
        // Cut, not checked: `function` rejects a module whose code does not fit.
        self.out.code.len() as u32
    }

    /// Emits an instruction; two copies in a row become one instruction.
    pub(super) fn emit(&mut self, op: Op) -> usize {
        if let (Op::Copy { dst: then_dst, src: then_src }, Some(last)) = (op, self.last)
            && let Op::Copy { dst, src } = self.out.code[last]
        {
            self.out.code[last] = Op::CopyTwo { dst, src, then_dst, then_src };
            self.last = None;
            return last;
        }
        let at = self.out.code.len();
        self.out.code.push(op);
        self.out.offsets.push(self.offset);
        self.last = Some(at);
        at
    }

    pub(super) fn emit_branch(&mut self, op: Op) -> usize {
        let at = self.emit(op);
        self.last = None;
        at
    }

    /// Marks a place where branches may land: instructions before it must not change any more.
    pub(super) fn label(&mut self) -> u32 {
        self.last = None;
        self.pc()
    }

    pub(super) fn patch(&mut self, patch: Patch, target: u32) {
        match patch {
            Patch::Code(at) => *self.out.code[at].target_mut().expect("only branches are patched") = target,
            Patch::JumpTable(at) => self.out.jump_tables[at] = target,
        }
    }

    pub(super) fn set_local(&mut self, local: u16) {
        let index = self.stack.len() - 1;
        let is_temp = self.stack[index] == Operand::Temp;
        let own = self.temp(index);
        let src = self.pop();
        let dst = Slot(local);
        if src == dst {
            return;
        }
        let preserved = self.preserve(local);
        // Optimisation: the instruction that computed the operand writes to the local instead.
        if let (false, true, Some(last)) = (preserved, is_temp, self.last)
            && let Some(last_dst) = self.out.code[last].dst_mut()
            && *last_dst == own
        {
            *last_dst = dst;
            return;
        }
        self.emit(Op::Copy { dst, src });
    }
}
