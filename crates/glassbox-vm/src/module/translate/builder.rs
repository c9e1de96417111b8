//! The state of the translation of one function, and WebAssembly's operand stack in it.

use std::collections::BTreeMap;

use super::constants::ConstantKey;
use crate::isa::{Op, Slot};
use crate::module::loaded::Module;
use crate::module::parts::{Clause, Function, Handler, StaticConstant};

/// The translation of one function in progress.
pub(super) struct Builder<'a> {
    pub(super) module: &'a Module,
    pub(super) out: &'a mut Output,
    /// Slot of each constant.
    pub(super) constants: BTreeMap<ConstantKey, u16>,
    pub(super) temp_base: usize,
    pub(super) stack: Vec<Operand>,
    /// For each local, the number of operands that stand for it.
    pub(super) pending: Vec<u32>,
    pub(super) blocks: Vec<Block>,
    pub(super) max_height: usize,
    /// Index of the instruction just emitted, if no branch can land after it.
    pub(super) last: Option<usize>,
    /// In unreachable code: the depth of nested blocks.
    pub(super) skip: Option<u32>,
    /// Whether the function never moves the stack pointer: its locals, if it has some, lie below it.
    pub(super) stack_is_fixed: bool,
    /// Offset in the file of the operator being translated.
    pub(super) offset: u32,
}

/// The result of translating a module.
#[derive(Default)]
pub(in crate::module) struct Output {
    pub(in crate::module) code: Vec<Op>,
    pub(in crate::module) offsets: Vec<u32>,
    pub(in crate::module) jump_tables: Vec<u32>,
    pub(in crate::module) constants: Vec<u64>,
    pub(in crate::module) static_constants: Vec<StaticConstant>,
    pub(in crate::module) functions: Vec<Function>,
    pub(in crate::module) handlers: Vec<Handler>,
}

/// The place of an operand on WebAssembly's stack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    Local(u16),
    Constant(u16),
    /// In the slot of its own stack position.
    Temp,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    Function,
    Block,
    /// The instruction to jump back to.
    Loop(u32),
    /// The branch to the `else` part, not yet patched.
    If(usize),
    /// The `else` part of an `if`.
    Else,
    /// A block whose exceptions are caught.
    Try,
    /// The code that handles exceptions of a `try`. Its first operand is a reference to the exception.
    Catch,
}

/// Who catches the exceptions of a block.
pub(super) struct Guard {
    /// Its first instruction.
    pub(super) start: u32,
    /// The instruction after its last one, if that is known.
    pub(super) end: Option<u32>,
    pub(super) clauses: Vec<Clause>,
}

pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// Operands below the block's parameters.
    pub(super) height: usize,
    pub(super) n_params: usize,
    pub(super) n_results: usize,
    /// Jumps to the end, to be patched.
    pub(super) patches: Vec<Patch>,
    pub(super) guard: Option<Guard>,
}

impl Block {
    pub(super) fn new(kind: BlockKind, height: usize, n_params: usize, n_results: usize) -> Self {
        Self { kind, height, n_params, n_results, patches: Vec::new(), guard: None }
    }

    /// Number of values that a branch to this block carries.
    pub(super) fn arity(&self) -> usize {
        if matches!(self.kind, BlockKind::Loop(_)) { self.n_params } else { self.n_results }
    }
}

/// A place that holds a target which is not yet known.
#[derive(Clone, Copy)]
pub(super) enum Patch {
    Code(usize),
    JumpTable(usize),
}

/// A slot number. `check_size` has rejected functions with more slots.
pub(super) fn slot_number(n: usize) -> u16 {
    debug_assert!(u16::try_from(n).is_ok());
    n as u16
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        module: &'a Module,
        out: &'a mut Output,
        constants: BTreeMap<ConstantKey, u16>,
        n_locals: usize,
        temp_base: usize,
    ) -> Self {
        Self {
            module,
            out,
            constants,
            temp_base,
            stack: Vec::new(),
            pending: vec![0; n_locals],
            blocks: Vec::new(),
            max_height: 0,
            last: None,
            skip: None,
            stack_is_fixed: false,
            offset: 0,
        }
    }
}

// --- Operands ---

impl Builder<'_> {
    pub(super) fn temp(&self, index: usize) -> Slot {
        // Cut, not checked: `check_size` runs after every operator and rejects the function.
        Slot((self.temp_base + index) as u16)
    }

    pub(super) fn slot_of(&self, index: usize) -> Slot {
        match self.stack[index] {
            Operand::Local(slot) | Operand::Constant(slot) => Slot(slot),
            Operand::Temp => self.temp(index),
        }
    }

    pub(super) fn push(&mut self, operand: Operand) {
        if let Operand::Local(local) = operand {
            self.pending[usize::from(local)] += 1;
        }
        self.stack.push(operand);
        self.max_height = self.max_height.max(self.stack.len());
    }

    /// Pushes an operand that is computed into its own slot; returns the slot.
    pub(super) fn push_temp(&mut self) -> Slot {
        self.push(Operand::Temp);
        self.temp(self.stack.len() - 1)
    }

    /// Pops an operand; returns its slot.
    pub(super) fn pop(&mut self) -> Slot {
        let slot = self.slot_of(self.stack.len() - 1);
        if let Some(Operand::Local(local)) = self.stack.pop() {
            self.pending[usize::from(local)] -= 1;
        }
        slot
    }

    pub(super) fn truncate(&mut self, height: usize) {
        while self.stack.len() > height {
            self.pop();
        }
    }

    /// Copies the operand at `index` to its own slot, unless it is there already.
    fn materialise(&mut self, index: usize) {
        let src = self.slot_of(index);
        let old = std::mem::replace(&mut self.stack[index], Operand::Temp);
        if let Operand::Local(local) = old {
            self.pending[usize::from(local)] -= 1;
        }
        if old != Operand::Temp {
            let dst = self.temp(index);
            self.emit(Op::Copy { dst, src });
        }
    }

    pub(super) fn materialise_top(&mut self, n: usize) {
        for index in self.stack.len() - n..self.stack.len() {
            self.materialise(index);
        }
    }

    /// Applies rule 1: copies operands that stand for `local` before it changes. Returns whether there were any.
    pub(super) fn preserve(&mut self, local: u16) -> bool {
        let mut left = self.pending[usize::from(local)];
        let any = left > 0;
        let mut index = self.stack.len();
        while left > 0 {
            index -= 1;
            if self.stack[index] == Operand::Local(local) {
                self.materialise(index);
                left -= 1;
            }
        }
        any
    }

    /// Applies rule 2: copies all operands that stand for locals.
    pub(super) fn preserve_all(&mut self) {
        for index in 0..self.stack.len() {
            if matches!(self.stack[index], Operand::Local(_)) {
                self.materialise(index);
            }
        }
    }
}
