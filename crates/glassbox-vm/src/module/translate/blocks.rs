//! Blocks, branches between them, and calls.

use std::collections::BTreeMap;

use wasmparser::BlockType;

use super::builder::{Block, BlockKind, Builder, Operand, Patch, slot_number};
use crate::isa::{Op, Slot};
use crate::module::error::LoadError;
use crate::module::types::FunctionType;

impl Builder<'_> {
    pub(super) fn block_type(&self, ty: BlockType) -> (usize, usize) {
        match ty {
            BlockType::Empty => (0, 0),
            BlockType::Type(_) => (0, 1),
            BlockType::FuncType(index) => {
                let ty = &self.module.types[index as usize];
                (ty.params.len(), ty.results.len())
            }
        }
    }

    pub(super) fn begin(&mut self, ty: BlockType, kind: impl FnOnce(&mut Self) -> BlockKind) {
        self.preserve_all();
        let (n_params, n_results) = self.block_type(ty);
        self.materialise_top(n_params);
        let height = self.stack.len() - n_params;
        let kind = kind(self);
        self.blocks.push(Block::new(kind, height, n_params, n_results));
    }

    /// Emits a branch on `condition` that is taken if it is non-zero (`when`) or zero. A comparison that was
    /// just computed for it becomes part of the branch.
    pub(super) fn branch_if(&mut self, condition: Slot, when: bool) -> usize {
        if let Some(last) = self.last
            && let Some((dst, branch)) = self.out.code[last].as_branch(when, 0)
            && dst == condition
            && usize::from(dst.0) >= self.temp_base
        {
            self.out.code.pop();
            self.out.offsets.pop();
            return self.emit_branch(branch);
        }
        self.emit_branch(if when { Op::BrIf { condition, target: 0 } } else { Op::BrIfZero { condition, target: 0 } })
    }

    /// Whether the values of a branch to `block` are already in the slots where it expects them.
    fn in_place(&self, block: &Block) -> bool {
        let n = block.arity();
        let first = self.stack.len() - n;
        n == 0 || (first == block.height && self.stack[first..].iter().all(|operand| *operand == Operand::Temp))
    }

    /// Applies rule 3: copies the top `n` operands to the slots from `height` on, lowest first. That is safe: an operand's
    /// own slot is never below its destination, and destinations are never locals or constants.
    pub(super) fn move_values(&mut self, n: usize, height: usize) {
        let first = self.stack.len() - n;
        for i in 0..n {
            let (dst, src) = (self.temp(height + i), self.slot_of(first + i));
            if dst != src {
                self.emit(Op::Copy { dst, src });
            }
        }
    }

    /// Leaves the current path for the block `depth` levels out.
    pub(super) fn jump(&mut self, depth: u32) {
        let at = self.blocks.len() - 1 - depth as usize;
        let (kind, n, height) = (self.blocks[at].kind, self.blocks[at].arity(), self.blocks[at].height);
        match kind {
            BlockKind::Function => self.return_values(),
            BlockKind::Loop(target) => {
                self.move_values(n, height);
                self.emit_branch(Op::Jump { target });
            }
            _ => {
                self.move_values(n, height);
                let jump = self.emit_branch(Op::Jump { target: 0 });
                self.blocks[at].patches.push(Patch::Code(jump));
            }
        }
    }

    pub(super) fn br_if(&mut self, depth: u32) {
        let condition = self.pop();
        let at = self.blocks.len() - 1 - depth as usize;
        let direct = self.blocks[at].kind != BlockKind::Function && self.in_place(&self.blocks[at]);
        if direct {
            let branch = self.branch_if(condition, true);
            match self.blocks[at].kind {
                BlockKind::Loop(target) => self.patch(Patch::Code(branch), target),
                _ => self.blocks[at].patches.push(Patch::Code(branch)),
            }
            return;
        }
        let around = self.branch_if(condition, false);
        self.jump(depth);
        let here = self.label();
        self.patch(Patch::Code(around), here);
    }

    pub(super) fn br_table(&mut self, targets: &wasmparser::BrTable<'_>) -> Result<(), LoadError> {
        let index = self.pop();
        let mut depths = targets.targets().collect::<Result<Vec<u32>, _>>()?;
        depths.push(targets.default());
        let table = self.out.jump_tables.len();
        self.emit_branch(Op::BrTable { index, table: table as u32 });
        self.out.jump_tables.push(depths.len() as u32);
        self.out.jump_tables.extend(std::iter::repeat_n(0, depths.len()));
        // Targets that need values moved get a stub that moves them; one per depth.
        let mut stubs = BTreeMap::new();
        for (i, depth) in depths.into_iter().enumerate() {
            let entry = Patch::JumpTable(table + 1 + i);
            let at = self.blocks.len() - 1 - depth as usize;
            let block = &self.blocks[at];
            if block.kind == BlockKind::Function || !self.in_place(block) {
                let stub = *stubs.entry(depth).or_insert_with(|| {
                    let stub = self.label();
                    self.jump(depth);
                    stub
                });
                self.patch(entry, stub);
            } else if let BlockKind::Loop(target) = block.kind {
                self.patch(entry, target);
            } else {
                self.blocks[at].patches.push(entry);
            }
        }
        Ok(())
    }

    /// Copies the results to the first slots of the frame and returns. Those slots are parameters and locals, so several
    /// results are first moved out of them.
    pub(super) fn return_values(&mut self) {
        let n = self.blocks[0].n_results;
        if n > 1 {
            self.move_values(n, self.stack.len() - n);
            for i in 0..n {
                let src = self.temp(self.stack.len() - n + i);
                let dst = Slot(slot_number(i));
                if src != dst {
                    self.emit(Op::Copy { dst, src });
                }
            }
        } else if n == 1 {
            let src = self.slot_of(self.stack.len() - 1);
            if src != Slot(0) {
                self.emit(Op::Copy { dst: Slot(0), src });
            }
        }
        self.emit_branch(Op::Return);
    }

    pub(super) fn otherwise(&mut self) {
        let block = self.blocks.last().expect("validated: else is inside if");
        let (height, n_params, n_results) = (block.height, block.n_params, block.n_results);
        let BlockKind::If(branch) = block.kind else { unreachable!("validated: else belongs to if") };
        if self.skip.is_none() {
            self.move_values(n_results, height);
            let jump = self.emit_branch(Op::Jump { target: 0 });
            self.blocks.last_mut().expect("as above").patches.push(Patch::Code(jump));
        }
        self.skip = None;
        let here = self.label();
        self.patch(Patch::Code(branch), here);
        self.blocks.last_mut().expect("as above").kind = BlockKind::Else;
        self.reset_stack(height, n_params);
    }

    pub(super) fn end(&mut self) {
        let reachable = self.skip.take().is_none();
        if self.blocks.len() == 1 {
            if reachable {
                self.return_values();
            }
            self.blocks.pop();
            return;
        }
        let block = self.blocks.last().expect("validated: end closes a block");
        let (height, n_results) = (block.height, block.n_results);
        if reachable {
            self.move_values(n_results, height);
        }
        let block = self.blocks.pop().expect("as above");
        let here = self.label();
        // An `if` without `else` passes its parameters on as results; they are in place.
        if let BlockKind::If(branch) = block.kind {
            self.patch(Patch::Code(branch), here);
        }
        for patch in block.patches {
            self.patch(patch, here);
        }
        if let Some(guard) = block.guard {
            self.end_guard(guard, self.blocks.len());
        }
        self.reset_stack(height, n_results);
    }

    /// Leaves `n` operands in their own slots above `height`.
    fn reset_stack(&mut self, height: usize, n: usize) {
        self.truncate(height);
        for _ in 0..n {
            self.push_temp();
        }
    }

    pub(super) fn call(&mut self, ty: &FunctionType, op: impl FnOnce(Slot) -> Op) {
        let n_params = ty.params.len();
        self.materialise_top(n_params);
        self.truncate(self.stack.len() - n_params);
        let base = self.temp(self.stack.len());
        self.emit_branch(op(base));
        for _ in 0..ty.results.len() {
            self.push_temp();
        }
    }
}
