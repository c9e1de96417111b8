//! From WebAssembly's stack code to internal code.
//!
//! One pass per function, after validation. An operand on WebAssembly's stack is not moved: the translator
//! remembers where it is (a local, a constant, or its own stack slot) and lets the consuming instruction name
//! that slot. Three rules keep this right:
//!
//! 1. Before a local is overwritten, operands that still stand for its old value are copied to their slots.
//! 2. At the start of a block, all operands that stand for locals are copied: rule 1 inside the block would
//!    otherwise copy on one path only.
//! 3. Values that cross the end of a block or a branch are in their own stack slots, wherever they come from.
//!
//! Three short cuts: an instruction whose result is stored in a local at once writes to the local; a comparison
//! that is consumed by a branch becomes part of it; two copies in a row become one instruction. None looks across a
//! branch target.

use std::collections::BTreeMap;

use wasmparser::{BlockType, FunctionBody, Operator};

use super::load::{Function, Module};
use super::{FunctionType, LoadError};
use crate::isa::{Op, Slot, instruction_table};

/// Translates the functions of one module, in order.
pub(super) struct Translator<'m> {
    module: &'m Module,
    output: Output,
}

/// What the translation of a module yields.
#[derive(Default)]
pub(super) struct Output {
    pub(super) code: Vec<Op>,
    pub(super) offsets: Vec<u32>,
    pub(super) jump_tables: Vec<u32>,
    pub(super) constants: Vec<u64>,
    pub(super) functions: Vec<Function>,
}

impl<'m> Translator<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Self { module, output: Output::default() }
    }

    pub(super) fn function(&mut self, index: u32, body: &FunctionBody<'_>) -> Result<(), LoadError> {
        let ty = self.module.function_type(index);
        let mut n_locals = 0_usize;
        for local in body.get_locals_reader()? {
            n_locals += local?.0 as usize;
        }
        let constants = collect_constants(body)?;
        let n_params = ty.params.len();
        let first_constant = n_params + n_locals;
        let temp_base = first_constant + constants.len();
        // Before anything else: slot numbers are cut to 16 bits from here on.
        check_size(index, temp_base.max(ty.results.len()))?;
        let start = self.output.code.len();
        let first_of_pool = self.output.constants.len();
        self.output.constants.extend(&constants);
        let slots: BTreeMap<u64, u16> =
            constants.iter().zip(first_constant..).map(|(&value, slot)| (value, slot_number(slot))).collect();
        let mut builder = Builder {
            module: self.module,
            out: &mut self.output,
            constants: slots,
            temp_base,
            stack: Vec::new(),
            pending: vec![0; first_constant],
            blocks: Vec::new(),
            max_height: 0,
            last: None,
            skip: None,
            offset: 0,
        };
        builder.blocks.push(Block::new(BlockKind::Function, 0, 0, ty.results.len()));
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let (operator, offset) = reader.read_with_offset()?;
            builder.offset = u32::try_from(offset).map_err(|_| LoadError::ModuleTooLarge)?;
            builder.operator(&operator)?;
            check_size(index, temp_base + builder.max_height)?;
        }
        let n_slots = (temp_base + builder.max_height).max(ty.results.len());
        let end = u32::try_from(self.output.code.len()).map_err(|_| LoadError::ModuleTooLarge)?;
        let pool = |n: usize| u32::try_from(n).map_err(|_| LoadError::ModuleTooLarge);
        self.output.functions.push(Function {
            start: pool(start)?,
            end,
            n_params: slot_number(n_params),
            n_locals: slot_number(n_locals),
            n_slots: slot_number(n_slots),
            constants: pool(first_of_pool)?..pool(self.output.constants.len())?,
        });
        Ok(())
    }

    pub(super) fn finish(self) -> Output {
        self.output
    }
}

/// The distinct constants of a function, in order of value.
fn collect_constants(body: &FunctionBody<'_>) -> Result<Vec<u64>, LoadError> {
    let mut constants = std::collections::BTreeSet::new();
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        constants.extend(constant(&reader.read()?));
    }
    Ok(constants.into_iter().collect())
}

/// The slot contents that an operator stands for, if it is a constant.
fn constant(operator: &Operator<'_>) -> Option<u64> {
    match *operator {
        Operator::I32Const { value } => Some(u64::from(value as u32)),
        Operator::I64Const { value } => Some(value as u64),
        Operator::F32Const { value } => Some(u64::from(value.bits())),
        Operator::F64Const { value } => Some(value.bits()),
        Operator::RefNull { .. } => Some(0),
        _ => None,
    }
}

fn check_size(function: u32, slots: usize) -> Result<(), LoadError> {
    if slots > usize::from(u16::MAX) {
        return Err(LoadError::FunctionTooLarge { function, slots });
    }
    Ok(())
}

/// Functions with more slots were rejected before.
fn slot_number(n: usize) -> u16 {
    debug_assert!(u16::try_from(n).is_ok());
    n as u16
}

/// Where an operand on WebAssembly's stack is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Local(u16),
    Constant(u16),
    /// In the slot of its own stack position.
    Temp,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Function,
    Block,
    /// The instruction to jump back to.
    Loop(u32),
    /// The branch to the `else` part, not yet patched.
    If(usize),
    /// The `else` part of an `if`.
    Else,
}

struct Block {
    kind: BlockKind,
    /// Operands below the block's parameters.
    height: usize,
    n_params: usize,
    n_results: usize,
    /// What jumps to the end.
    patches: Vec<Patch>,
}

impl Block {
    fn new(kind: BlockKind, height: usize, n_params: usize, n_results: usize) -> Self {
        Self { kind, height, n_params, n_results, patches: Vec::new() }
    }

    /// How many values a branch to this block carries.
    fn arity(&self) -> usize {
        if matches!(self.kind, BlockKind::Loop(_)) { self.n_params } else { self.n_results }
    }
}

/// A place that holds a target which is not yet known.
#[derive(Clone, Copy)]
enum Patch {
    Code(usize),
    JumpTable(usize),
}

struct Builder<'a> {
    module: &'a Module,
    out: &'a mut Output,
    /// Slot of each constant.
    constants: BTreeMap<u64, u16>,
    temp_base: usize,
    stack: Vec<Operand>,
    /// For each local, how many operands stand for it.
    pending: Vec<u32>,
    blocks: Vec<Block>,
    max_height: usize,
    /// The instruction just emitted, if no branch can land behind it.
    last: Option<usize>,
    /// Inside unreachable code: how many blocks deep.
    skip: Option<u32>,
    /// Offset in the file of the operator being translated.
    offset: u32,
}

// --- Operands ---

impl Builder<'_> {
    fn temp(&self, index: usize) -> Slot {
        // Cut, not checked: `check_size` runs after every operator and rejects the function.
        Slot((self.temp_base + index) as u16)
    }

    fn slot_of(&self, index: usize) -> Slot {
        match self.stack[index] {
            Operand::Local(slot) | Operand::Constant(slot) => Slot(slot),
            Operand::Temp => self.temp(index),
        }
    }

    fn push(&mut self, operand: Operand) {
        if let Operand::Local(local) = operand {
            self.pending[usize::from(local)] += 1;
        }
        self.stack.push(operand);
        self.max_height = self.max_height.max(self.stack.len());
    }

    /// Pushes an operand that is computed into its own slot; gives the slot.
    fn push_temp(&mut self) -> Slot {
        self.push(Operand::Temp);
        self.temp(self.stack.len() - 1)
    }

    /// Pops an operand; gives the slot where it is.
    fn pop(&mut self) -> Slot {
        let slot = self.slot_of(self.stack.len() - 1);
        if let Some(Operand::Local(local)) = self.stack.pop() {
            self.pending[usize::from(local)] -= 1;
        }
        slot
    }

    fn truncate(&mut self, height: usize) {
        while self.stack.len() > height {
            self.pop();
        }
    }

    /// Copies the operand at `index` to its own slot if it is not there.
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

    fn materialise_top(&mut self, n: usize) {
        for index in self.stack.len() - n..self.stack.len() {
            self.materialise(index);
        }
    }

    /// Rule 1: operands that stand for `local` get its value before it changes. True if there were any.
    fn preserve(&mut self, local: u16) -> bool {
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

    /// Rule 2.
    fn preserve_all(&mut self) {
        for index in 0..self.stack.len() {
            if matches!(self.stack[index], Operand::Local(_)) {
                self.materialise(index);
            }
        }
    }
}

// --- Emitting ---

impl Builder<'_> {
    fn pc(&self) -> u32 {
        // Cut, not checked: `function` rejects a module whose code does not fit.
        self.out.code.len() as u32
    }

    /// Emits an instruction; two copies in a row become one instruction.
    fn emit(&mut self, op: Op) -> usize {
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

    fn emit_branch(&mut self, op: Op) -> usize {
        let at = self.emit(op);
        self.last = None;
        at
    }

    /// From here on, branches may land: nothing may be changed that was emitted before.
    fn label(&mut self) -> u32 {
        self.last = None;
        self.pc()
    }

    fn patch(&mut self, patch: Patch, target: u32) {
        match patch {
            Patch::Code(at) => *self.out.code[at].target_mut().expect("only branches are patched") = target,
            Patch::JumpTable(at) => self.out.jump_tables[at] = target,
        }
    }

    fn set_local(&mut self, local: u16) {
        let index = self.stack.len() - 1;
        let is_temp = self.stack[index] == Operand::Temp;
        let own = self.temp(index);
        let src = self.pop();
        let dst = Slot(local);
        if src == dst {
            return;
        }
        let preserved = self.preserve(local);
        // Short cut: the instruction that computed the operand writes to the local instead.
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

// --- Blocks and branches ---

impl Builder<'_> {
    fn block_type(&self, ty: BlockType) -> (usize, usize) {
        match ty {
            BlockType::Empty => (0, 0),
            BlockType::Type(_) => (0, 1),
            BlockType::FuncType(index) => {
                let ty = &self.module.types[index as usize];
                (ty.params.len(), ty.results.len())
            }
        }
    }

    fn begin(&mut self, ty: BlockType, kind: impl FnOnce(&mut Self) -> BlockKind) {
        self.preserve_all();
        let (n_params, n_results) = self.block_type(ty);
        self.materialise_top(n_params);
        let height = self.stack.len() - n_params;
        let kind = kind(self);
        self.blocks.push(Block::new(kind, height, n_params, n_results));
    }

    /// Emits a branch on `condition` that is taken if it is non-zero (`when`) or zero. A comparison that was
    /// just computed for it becomes part of the branch.
    fn branch_if(&mut self, condition: Slot, when: bool) -> usize {
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

    /// Are the values of a branch to `block` already where it wants them?
    fn in_place(&self, block: &Block) -> bool {
        let n = block.arity();
        let first = self.stack.len() - n;
        n == 0 || (first == block.height && self.stack[first..].iter().all(|operand| *operand == Operand::Temp))
    }

    /// Rule 3: copies the top `n` operands to the slots from `height` on, lowest first. That is safe: an
    /// operand's own slot is never below its destination, and destinations are no locals or constants.
    fn move_values(&mut self, n: usize, height: usize) {
        let first = self.stack.len() - n;
        for i in 0..n {
            let (dst, src) = (self.temp(height + i), self.slot_of(first + i));
            if dst != src {
                self.emit(Op::Copy { dst, src });
            }
        }
    }

    /// Leaves the current path for the block `depth` levels out.
    fn jump(&mut self, depth: u32) {
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

    fn br_if(&mut self, depth: u32) {
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

    fn br_table(&mut self, targets: &wasmparser::BrTable<'_>) -> Result<(), LoadError> {
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

    /// Results go to the first slots of the frame, which are parameters and locals: with several results they
    /// are first moved out of those.
    fn return_values(&mut self) {
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

    fn otherwise(&mut self) {
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

    fn end(&mut self) {
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
        self.reset_stack(height, n_results);
    }

    /// `n` operands in their own slots above `height`.
    fn reset_stack(&mut self, height: usize, n: usize) {
        self.truncate(height);
        for _ in 0..n {
            self.push_temp();
        }
    }

    fn call(&mut self, ty: &FunctionType, op: impl FnOnce(Slot) -> Op) {
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

// --- Operators ---

impl Builder<'_> {
    /// Skips unreachable code; gives false if `operator` is part of it.
    fn reachable(&mut self, operator: &Operator<'_>) -> bool {
        let Some(depth) = self.skip else { return true };
        match operator {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => self.skip = Some(depth + 1),
            Operator::End if depth > 0 => self.skip = Some(depth - 1),
            Operator::End => return true,
            Operator::Else if depth == 0 => return true,
            _ => {}
        }
        false
    }

    fn operator(&mut self, operator: &Operator<'_>) -> Result<(), LoadError> {
        if !self.reachable(operator) {
            return Ok(());
        }
        if let Some(value) = constant(operator) {
            self.push(Operand::Constant(self.constants[&value]));
            return Ok(());
        }
        self.control(operator)
    }

    fn control(&mut self, operator: &Operator<'_>) -> Result<(), LoadError> {
        match operator {
            Operator::Unreachable => {
                self.emit_branch(Op::Unreachable);
                self.skip = Some(0);
            }
            Operator::Block { blockty } => self.begin(*blockty, |_| BlockKind::Block),
            Operator::Loop { blockty } => self.begin(*blockty, |b| BlockKind::Loop(b.label())),
            Operator::If { blockty } => {
                let condition = self.pop();
                // The condition may have just been computed: branch first, copy what rule 2 wants before it.
                self.begin_if(*blockty, condition);
            }
            Operator::Else => self.otherwise(),
            Operator::End => self.end(),
            Operator::Br { relative_depth } => {
                self.jump(*relative_depth);
                self.skip = Some(0);
            }
            Operator::BrIf { relative_depth } => self.br_if(*relative_depth),
            Operator::BrTable { targets } => {
                self.br_table(targets)?;
                self.skip = Some(0);
            }
            Operator::Return => {
                self.return_values();
                self.skip = Some(0);
            }
            Operator::Call { function_index } => {
                let (module, function) = (self.module, *function_index);
                let host = function < module.n_imported_functions;
                self.call(module.function_type(function), |base| {
                    if host { Op::CallHost { base, function } } else { Op::Call { base, function } }
                });
            }
            Operator::CallIndirect { type_index, table_index } => {
                let index = self.pop();
                let module = self.module;
                let ty = module.canonical_types[*type_index as usize];
                let table = self.table_number(*table_index)?;
                self.call(&module.types[ty as usize], |base| Op::CallIndirect { base, index, table, ty });
            }
            Operator::Drop => drop(self.pop()),
            Operator::Select | Operator::TypedSelect { .. } => {
                let (condition, b, a) = (self.pop(), self.pop(), self.pop());
                let dst = self.push_temp();
                self.emit(Op::Select { dst, condition, a, b });
            }
            Operator::LocalGet { local_index } => self.push(Operand::Local(*local_index as u16)),
            Operator::LocalSet { local_index } => self.set_local(*local_index as u16),
            Operator::LocalTee { local_index } => {
                self.set_local(*local_index as u16);
                self.push(Operand::Local(*local_index as u16));
            }
            Operator::GlobalGet { global_index } => {
                let dst = self.push_temp();
                self.emit(Op::GlobalGet { dst, global: *global_index });
            }
            Operator::GlobalSet { global_index } => {
                let src = self.pop();
                self.emit(Op::GlobalSet { src, global: *global_index });
            }
            // Slots hold bits: nothing to do for reinterpretations.
            Operator::Nop
            | Operator::I32ReinterpretF32
            | Operator::I64ReinterpretF64
            | Operator::F32ReinterpretI32
            | Operator::F64ReinterpretI64 => {}
            other => return self.tables_and_bulk(other),
        }
        Ok(())
    }

    /// Like `begin`, with the branch to the `else` part behind the copies. They do not touch the condition: it
    /// is a local, a constant or the slot above all operands. But they hide the comparison from the branch,
    /// so fuse first if nothing has to be copied.
    fn begin_if(&mut self, ty: BlockType, condition: Slot) {
        self.begin(ty, |builder| BlockKind::If(builder.branch_if(condition, false)));
    }

    fn tables_and_bulk(&mut self, operator: &Operator<'_>) -> Result<(), LoadError> {
        match *operator {
            Operator::MemorySize { .. } => {
                let dst = self.push_temp();
                self.emit(Op::MemorySize { dst });
            }
            Operator::MemoryGrow { .. } => {
                let delta = self.pop();
                let dst = self.push_temp();
                self.emit(Op::MemoryGrow { dst, delta });
            }
            Operator::MemoryCopy { .. } => {
                let (len, src, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::MemoryCopy { dst, src, len });
            }
            Operator::MemoryFill { .. } => {
                let (len, value, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::MemoryFill { dst, value, len });
            }
            Operator::MemoryInit { data_index, .. } => {
                let (len, src, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::MemoryInit { dst, src, len, segment: data_index });
            }
            Operator::DataDrop { data_index } => drop(self.emit(Op::DataDrop { segment: data_index })),
            Operator::TableGet { table } => {
                let index = self.pop();
                let dst = self.push_temp();
                self.emit(Op::TableGet { dst, index, table });
            }
            Operator::TableSet { table } => {
                let (value, index) = (self.pop(), self.pop());
                self.emit(Op::TableSet { index, value, table });
            }
            Operator::TableSize { table } => {
                let dst = self.push_temp();
                self.emit(Op::TableSize { dst, table });
            }
            Operator::TableGrow { table } => {
                let (delta, value) = (self.pop(), self.pop());
                let dst = self.push_temp();
                self.emit(Op::TableGrow { dst, value, delta, table });
            }
            Operator::TableFill { table } => {
                let (len, value, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::TableFill { dst, value, len, table });
            }
            Operator::TableCopy { dst_table, src_table } => {
                let tables = self.two_numbers(dst_table, src_table)?;
                let (len, src, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::TableCopy { dst, src, len, tables });
            }
            Operator::TableInit { elem_index, table } => {
                let table_segment = self.two_numbers(table, elem_index)?;
                let (len, src, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::TableInit { dst, src, len, table_segment });
            }
            Operator::ElemDrop { elem_index } => drop(self.emit(Op::ElemDrop { segment: elem_index })),
            Operator::RefFunc { function_index } => {
                let dst = self.push_temp();
                self.emit(Op::RefFunc { dst, function: function_index });
            }
            Operator::RefIsNull => {
                let a = self.pop();
                let dst = self.push_temp();
                self.emit(Op::RefIsNull { dst, a });
            }
            ref other => return self.computing(other),
        }
        Ok(())
    }

    fn table_number(&self, table: u32) -> Result<u16, LoadError> {
        u16::try_from(table).map_err(|_| self.unsupported("more than 65,535 tables"))
    }

    fn two_numbers(&self, low: u32, high: u32) -> Result<u32, LoadError> {
        let (Ok(low), Ok(high)) = (u16::try_from(low), u16::try_from(high)) else {
            return Err(self.unsupported("more than 65,535 tables or element segments"));
        };
        Ok(u32::from(low) | u32::from(high) << 16)
    }

    fn unsupported(&self, what: &str) -> LoadError {
        LoadError::Unsupported { what: what.to_owned(), offset: u64::from(self.offset) }
    }
}

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
            fn computing(&mut self, operator: &Operator<'_>) -> Result<(), LoadError> {
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
