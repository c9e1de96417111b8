//! Blocks that catch exceptions, in both forms that WebAssembly has had.
//!
//! rustc emits the older one by default: `try` with `catch`, `catch_all` and `rethrow`, or `delegate`. The code of its handlers follows
//! the block. They begin with an operand that WebAssembly does not have, a reference to the exception, which `rethrow` needs.
//!
//! The clauses of `try_table` are branches out of the block. Each gets a stub before the block that moves the values to where the branch
//! wants them.
//!
//! Nothing is done when a run enters or leaves such a block: its range is noted in a table, and only a throw looks there.

use wasmparser::{BlockType, Catch, TryTable};

use super::builder::{BlockKind, Builder, Guard, Patch};
use crate::isa::Op;
use crate::module::parts::{Action, Clause, Handler};

impl Builder<'_> {
    /// Begins a block whose exceptions these clauses catch, and others that follow it.
    fn begin_guarded(&mut self, ty: BlockType, clauses: Vec<Clause>) {
        self.begin(ty, |_| BlockKind::Try);
        let start = self.label();
        self.blocks.last_mut().expect("it has just begun").guard = Some(Guard { start, end: None, clauses });
    }

    pub(super) fn begin_try(&mut self, ty: BlockType) {
        self.begin_guarded(ty, Vec::new());
    }

    pub(super) fn begin_try_table(&mut self, table: &TryTable) {
        self.preserve_all();
        let (n_params, _) = self.block_type(table.ty);
        self.materialise_top(n_params);
        let height = self.stack.len() - n_params;
        let mut clauses = Vec::new();
        if !table.catches.is_empty() {
            let over = self.emit_branch(Op::Jump { target: 0 });
            let stack = self.stack.clone();
            for catch in &table.catches {
                let (tag, label, has_reference) = match *catch {
                    Catch::One { tag, label } => (Some(tag), label, false),
                    Catch::OneRef { tag, label } => (Some(tag), label, true),
                    Catch::All { label } => (None, label, false),
                    Catch::AllRef { label } => (None, label, true),
                };
                self.truncate(height);
                let target = self.label();
                clauses.push(self.clause(tag, target));
                if has_reference {
                    let reference = Some(self.push_temp());
                    clauses.last_mut().expect("just pushed").reference = reference;
                }
                self.jump(label);
                self.truncate(height);
                self.stack.clone_from(&stack);
            }
            let here = self.label();
            self.patch(Patch::Code(over), here);
        }
        self.begin_guarded(table.ty, clauses);
    }

    /// A clause that pushes the values of an exception.
    fn clause(&mut self, tag: Option<u32>, target: u32) -> Clause {
        let n_values = tag.map_or(0, |tag| self.module.tag_type(tag).params.len());
        let values = self.temp(self.stack.len());
        for _ in 0..n_values {
            self.push_temp();
        }
        Clause { tag: tag.map(|tag| self.module.tags[tag as usize]), target, values, reference: None }
    }

    /// `catch` and `catch_all`.
    pub(super) fn catch(&mut self, tag: Option<u32>) {
        let at = self.blocks.len() - 1;
        let (height, n_results) = (self.blocks[at].height, self.blocks[at].n_results);
        if self.skip.take().is_none() {
            self.move_values(n_results, height);
            let jump = self.emit_branch(Op::Jump { target: 0 });
            self.blocks[at].patches.push(Patch::Code(jump));
        }
        let here = self.label();
        self.truncate(height);
        let reference = Some(self.push_temp());
        let clause = Clause { reference, ..self.clause(tag, here) };
        self.blocks[at].kind = BlockKind::Catch;
        let guard = self.blocks[at].guard.as_mut().expect("validated: catch belongs to try");
        guard.end.get_or_insert(here);
        guard.clauses.push(clause);
    }

    pub(super) fn delegate(&mut self, depth: u32) {
        let around = self.blocks.len() - 2;
        let level = around.checked_sub(depth as usize).expect("validated: the label is there");
        let guard = self.blocks[around + 1].guard.take().expect("validated: delegate ends a try");
        let end = self.label();
        self.handle(guard.start..end, around + 1, Action::Delegate { level: level as u32 });
        self.end();
    }

    /// Notes who catches the exceptions of a block that ends here and has so many blocks around it.
    pub(super) fn end_guard(&mut self, guard: Guard, level: usize) {
        let end = guard.end.unwrap_or_else(|| self.pc());
        if !guard.clauses.is_empty() {
            self.handle(guard.start..end, level, Action::Catch(guard.clauses));
        }
    }

    /// Lets exceptions of an instruction leave the function.
    pub(super) fn let_pass(&mut self, pc: u32) {
        // Around the outermost block nothing catches.
        self.handle(pc..pc + 1, self.blocks.len(), Action::Delegate { level: 0 });
    }

    fn handle(&mut self, code: std::ops::Range<u32>, level: usize, action: Action) {
        self.out.handlers.push(Handler { code, level: level as u32, action });
    }

    pub(super) fn throw(&mut self, tag: u32) {
        let n_values = self.module.tag_type(tag).params.len();
        self.materialise_top(n_values);
        let base = self.temp(self.stack.len() - n_values);
        self.emit_branch(Op::Throw { base, tag });
        self.skip = Some(0);
    }

    pub(super) fn throw_ref(&mut self) {
        let exception = self.pop();
        self.emit_branch(Op::ThrowRef { exception });
        self.skip = Some(0);
    }

    /// Throws the exception again whose handler is the block `depth` levels out.
    pub(super) fn rethrow(&mut self, depth: u32) {
        let block = &self.blocks[self.blocks.len() - 1 - depth as usize];
        let exception = self.temp(block.height);
        self.emit_branch(Op::ThrowRef { exception });
        self.skip = Some(0);
    }
}
