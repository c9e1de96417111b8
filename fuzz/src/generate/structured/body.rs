//! Function bodies: random instructions on a simulated stack.
//!
//! The simulation knows the types on the stack, so that every body is valid. Instructions take operands that
//! are there if they fit, else some are pushed, mostly from locals: then operands that stand for locals lie
//! around on the stack while blocks begin, branches leave and the locals change.

use std::borrow::Cow;

use wasm_encoder::{BlockType, Function, Ieee32, Ieee64, Instruction, MemArg, MemArgTarget, ValType};

use super::ops::{Access, COMPARISONS, LOADS, OPS, Ops, STORES};
use super::{DATA_SEGMENTS, FUEL, SHOWN_I32, SHOWN_I64, Shape, Signature};
use crate::random::Random;

/// Operands of a block beyond which no more are pushed without need.
const MANY: usize = 12;
/// Nested blocks at most.
const DEEP: usize = 7;

/// A body in the making.
pub(super) struct Body<'a> {
    random: &'a mut Random,
    shape: &'a mut Shape,
    /// Types of parameters and locals.
    locals: Vec<ValType>,
    stack: Vec<ValType>,
    /// The outermost is the function.
    blocks: Vec<Block>,
    code: Vec<Instruction<'static>>,
    /// Statements left.
    budget: usize,
}

struct Block {
    /// Operands that belong to the blocks around.
    height: usize,
    /// Types that a branch to it carries.
    branch: Vec<ValType>,
    /// Nothing reaches the place where the next instruction goes.
    dead: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Block,
    Loop,
    If,
}

impl<'a> Body<'a> {
    /// A random body for a function of this type.
    pub(super) fn generate(random: &'a mut Random, shape: &'a mut Shape, signature: &Signature) -> Function {
        let n_locals = random.range(0, 5);
        let mut locals = shape.some_types(random, n_locals);
        // Every body has a local for NaNs of each width.
        locals.extend([ValType::F32, ValType::F64]);
        let mut function = Function::new_with_locals_types(locals.iter().copied());
        locals.splice(0..0, signature.params.iter().copied());
        let budget = random.pick(&[5, 20, 60, 120]);
        let outermost = Block { height: 0, branch: signature.results.clone(), dead: false };
        let mut body =
            Self { random, shape, locals, stack: Vec::new(), blocks: vec![outermost], code: Vec::new(), budget };
        body.count_down();
        body.statements(budget);
        body.show_locals();
        body.fit(&signature.results);
        body.emit(Instruction::End);
        for instruction in &body.code {
            function.instruction(instruction);
        }
        function
    }

    fn emit(&mut self, instruction: Instruction<'static>) {
        self.code.push(instruction);
    }

    fn block(&self) -> &Block {
        self.blocks.last().expect("the function's block is the last to end")
    }

    /// Operands of the current block.
    fn own(&self) -> &[ValType] {
        &self.stack[self.block().height..]
    }

    fn pop(&mut self, n: usize) {
        self.stack.truncate(self.stack.len() - n);
    }

    /// What follows is not reached; WebAssembly then lets the stack be whatever is needed.
    fn end_path(&mut self) {
        let height = self.block().height;
        self.stack.truncate(height);
        self.blocks.last_mut().expect("as in `block`").dead = true;
    }

    /// Returns if there is no fuel, else takes one.
    fn count_down(&mut self) {
        self.emit(Instruction::GlobalGet(FUEL));
        self.emit(Instruction::I32Eqz);
        self.emit(Instruction::If(BlockType::Empty));
        let results = self.blocks[0].branch.clone();
        for &ty in &results {
            self.leaf(ty);
        }
        self.pop(results.len());
        self.emit(Instruction::Return);
        self.emit(Instruction::End);
        self.emit(Instruction::GlobalGet(FUEL));
        self.emit(Instruction::I32Const(1));
        self.emit(Instruction::I32Sub);
        self.emit(Instruction::GlobalSet(FUEL));
    }

    fn statements(&mut self, n: usize) {
        for _ in 0..n {
            if self.budget == 0 || self.block().dead && self.random.chance(40) {
                return;
            }
            self.budget -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.random.below(100) {
            0..=11 if self.own().len() < MANY => {
                let ty = self.any_type();
                self.leaf(ty);
            }
            12..=21 => self.assign(),
            22..=25 => self.shuffle(),
            26..=40 => self.compute(OPS),
            41..=44 => self.compute(COMPARISONS),
            45..=48 => self.select(),
            49..=53 => self.load(),
            54..=59 => self.store(),
            60..=62 => self.global(),
            63..=65 => self.range_of_memory(),
            66..=70 => self.call(),
            71..=82 if self.blocks.len() < DEEP => {
                let kind = self.random.pick(&[Kind::Block, Kind::Block, Kind::Loop, Kind::Loop, Kind::If]);
                self.nest(kind);
            }
            83..=91 => self.branch_if(),
            92 => self.branch(),
            93..=94 => self.branch_table(),
            95 => self.give_back(),
            96 if self.random.chance(20) => {
                self.emit(Instruction::Unreachable);
                self.end_path();
            }
            97 => self.emit(Instruction::Nop),
            _ if !self.own().is_empty() => self.discard(),
            _ => {}
        }
    }
}

// --- Operands ---

impl Body<'_> {
    fn any_type(&mut self) -> ValType {
        self.random.pick(&self.shape.value_types)
    }

    fn local_of(&mut self, ty: ValType) -> Option<u32> {
        let fitting: Vec<u32> = (0..).zip(&self.locals).filter(|(_, local)| **local == ty).map(|(i, _)| i).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    fn global_of(&mut self, ty: ValType) -> Option<u32> {
        let fitting = (0..).zip(&self.shape.globals).skip(1).filter(|(_, global)| **global == ty).map(|(i, _)| i);
        let fitting: Vec<u32> = fitting.collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    /// Pushes a value: mostly a local's or a constant, now and then one that is computed.
    fn leaf(&mut self, ty: ValType) {
        self.simple(ty);
        if self.random.chance(20) {
            match ty {
                ValType::I32 => {
                    self.simple(ty);
                    self.emit(Instruction::I32Add);
                }
                ValType::I64 => {
                    self.simple(ty);
                    self.emit(Instruction::I64Sub);
                }
                ValType::F32 => self.emit(Instruction::F32Neg),
                _ => self.emit(Instruction::F64Abs),
            }
        }
        self.stack.push(ty);
    }

    fn simple(&mut self, ty: ValType) {
        let choice = self.random.below(10);
        match (choice, self.local_of(ty), self.global_of(ty)) {
            (0..=6, Some(local), _) => self.emit(Instruction::LocalGet(local)),
            (7, _, Some(global)) => self.emit(Instruction::GlobalGet(global)),
            _ => self.constant(ty),
        }
    }

    /// Constants of different types share bits, and few are used, so that they often meet.
    fn constant(&mut self, ty: ValType) {
        let small = self.random.pick(&[0_u64, 0, 1, 1, 2, 3, 4, 8, 16, 32, 63, 100, 0xffff, 0x8000_0000, 0xffff_ffff]);
        let wide = self.random.pick(&[small, small, small, 1 << 63, u64::MAX, u64::MAX >> 1, 0x1_0000_0000]);
        let single = self.random.pick(&[small as u32, 0x3f80_0000, 0x7fc0_0000, 0x4f00_0000, 0xc000_0000]);
        let double = self.random.pick(&[small, 0x3ff0_0000_0000_0000, 0x7ff8_0000_0000_0000, 0x41e0_0000_0000_0000]);
        self.emit(match ty {
            ValType::I64 => Instruction::I64Const(wide as i64),
            ValType::F32 => Instruction::F32Const(Ieee32::new(single)),
            ValType::F64 => Instruction::F64Const(Ieee64::new(double)),
            _ => Instruction::I32Const(small as i32),
        });
    }

    /// Makes sure that the topmost operands have these types: mostly by using what is there.
    fn operands(&mut self, types: &[ValType]) {
        let fits = |n: &usize| self.own().ends_with(&types[..*n]);
        let there = (0..=types.len()).rev().find(fits).expect("none always fit");
        let used = if self.random.chance(70) { there } else { 0 };
        for &ty in &types[used..] {
            self.leaf(ty);
        }
    }

    /// Takes the topmost operand away.
    fn discard(&mut self) {
        let ty = *self.stack.last().expect("asked for by who knows that there is one");
        match (self.random.below(6), self.local_of(ty)) {
            (0 | 1, Some(local)) => self.emit(Instruction::LocalSet(local)),
            (2, _) => self.emit(Instruction::Drop),
            _ => self.show(ty),
        }
        self.pop(1);
    }

    /// Mixes the topmost operand into a global, where everybody can see it. It stays on the simulated stack.
    fn show(&mut self, ty: ValType) {
        match ty {
            ValType::F32 => self.emit(Instruction::I32ReinterpretF32),
            ValType::F64 => self.emit(Instruction::I64ReinterpretF64),
            _ => {}
        }
        let mix = match ty {
            ValType::I64 | ValType::F64 => [
                Instruction::GlobalGet(SHOWN_I64),
                Instruction::I64Const(5),
                Instruction::I64Rotl,
                Instruction::I64Xor,
                Instruction::GlobalSet(SHOWN_I64),
            ],
            _ => [
                Instruction::GlobalGet(SHOWN_I32),
                Instruction::I32Const(5),
                Instruction::I32Rotl,
                Instruction::I32Xor,
                Instruction::GlobalSet(SHOWN_I32),
            ],
        };
        self.code.extend(mix);
    }

    fn show_locals(&mut self) {
        for (index, ty) in self.locals.clone().into_iter().enumerate() {
            self.emit(Instruction::LocalGet(index as u32));
            self.show(ty);
        }
    }

    /// Makes the current block's operands those that it ends with.
    fn fit(&mut self, results: &[ValType]) {
        if self.block().dead && self.own().is_empty() && self.random.chance(50) {
            return;
        }
        let common = self.own().iter().zip(results).take_while(|(own, result)| own == result).count();
        while self.own().len() > common {
            self.discard();
        }
        for &ty in &results[common..] {
            self.leaf(ty);
        }
    }

    /// A number below a power of two: an address or a length that is mostly in bounds.
    fn below(&mut self, mask: i32) {
        self.operands(&[ValType::I32]);
        if self.random.chance(95) {
            self.emit(Instruction::I32Const(mask));
            self.emit(Instruction::I32And);
        }
    }
}

// --- Instructions without branches ---

impl Body<'_> {
    fn compute(&mut self, choices: &'static [Ops]) {
        // Only among those whose types this module uses.
        let used = |ty: &ValType| self.shape.value_types.contains(ty);
        let fitting: Vec<&Ops> = choices.iter().filter(|ops| ops.takes.iter().all(used) && used(&ops.gives)).collect();
        let ops = self.random.pick(&fitting);
        self.operands(ops.takes);
        let instruction = self.random.pick(ops.instructions);
        self.emit(instruction);
        self.pop(ops.takes.len());
        self.stack.push(ops.gives);
        if ops.make_nan && self.shape.avoid.open_nans {
            self.canonicalise(ops.gives);
        }
    }

    /// Replaces a NaN by the canonical one: `if x == x { x } else { NaN }`.
    fn canonicalise(&mut self, ty: ValType) {
        let local = self.local_of(ty).expect("every body has locals for NaNs");
        let (nan, equal) = if ty == ValType::F32 {
            (Instruction::F32Const(Ieee32::new(0x7fc0_0000)), Instruction::F32Eq)
        } else {
            (Instruction::F64Const(Ieee64::new(0x7ff8_0000_0000_0000)), Instruction::F64Eq)
        };
        self.emit(Instruction::LocalTee(local));
        self.emit(nan);
        self.emit(Instruction::LocalGet(local));
        self.emit(Instruction::LocalGet(local));
        self.emit(equal);
        self.emit(Instruction::Select);
        // The local holds the other NaN, which nobody may see.
        self.emit(Instruction::LocalTee(local));
    }

    /// Writes an operand to one or several locals.
    fn assign(&mut self) {
        let ty = self.any_type();
        let Some(local) = self.local_of(ty) else { return };
        self.operands(&[ty]);
        for _ in 0..self.random.below(3) {
            if let Some(other) = self.local_of(ty) {
                self.emit(Instruction::LocalTee(other));
            }
        }
        if self.random.chance(60) {
            self.emit(Instruction::LocalSet(local));
            self.pop(1);
        }
    }

    /// Exchanges the values of locals, without any other place for them than the stack.
    fn shuffle(&mut self) {
        let ty = self.any_type();
        let n = self.random.range(2, 4);
        let gets: Vec<u32> = (0..n).filter_map(|_| self.local_of(ty)).collect();
        for &local in &gets {
            self.emit(Instruction::LocalGet(local));
        }
        for _ in 0..gets.len() {
            let local = self.local_of(ty).expect("there was one");
            self.emit(Instruction::LocalSet(local));
        }
    }

    fn select(&mut self) {
        let ty = self.any_type();
        self.operands(&[ty, ty]);
        self.fresh_condition();
        let typed = self.random.chance(30);
        self.emit(if typed { Instruction::TypedSelect(ty) } else { Instruction::Select });
        self.pop(1);
    }

    fn global(&mut self) {
        let ty = self.any_type();
        let Some(global) = self.global_of(ty) else { return };
        if self.random.chance(50) {
            self.emit(Instruction::GlobalGet(global));
            self.stack.push(ty);
        } else {
            self.operands(&[ty]);
            self.emit(Instruction::GlobalSet(global));
            self.pop(1);
        }
    }

    fn access(&mut self, choices: &[Access]) -> (ValType, Instruction<'static>) {
        let fitting: Vec<Access> =
            choices.iter().filter(|(ty, ..)| self.shape.value_types.contains(ty)).copied().collect();
        let (ty, align, instruction) = self.random.pick(&fitting);
        let offset = match self.random.below(100) {
            0..=89 => self.random.below(64) as u64,
            90..=97 => self.random.below(140_000) as u64,
            _ => u64::from(self.random.bits() as u32),
        };
        let align = self.random.range(0, align as usize) as u32;
        (ty, instruction(MemArg { offset, align, target: MemArgTarget::Memory(0), ordering: None }))
    }

    fn load(&mut self) {
        let (ty, instruction) = self.access(LOADS);
        self.below(0xfff);
        self.emit(instruction);
        self.pop(1);
        self.stack.push(ty);
    }

    fn store(&mut self) {
        let (ty, instruction) = self.access(STORES);
        self.below(0xfff);
        self.operands_above(ty);
        self.emit(instruction);
        self.pop(2);
    }

    /// Pushes an operand of this type, or computes one, without touching the topmost.
    fn operands_above(&mut self, ty: ValType) {
        self.leaf(ty);
        if self.random.chance(30)
            && let Some(local) = self.local_of(ty)
        {
            self.emit(Instruction::LocalTee(local));
        }
    }

    fn range_of_memory(&mut self) {
        match self.random.below(6) {
            0 => {
                self.emit(Instruction::MemorySize(0));
                self.stack.push(ValType::I32);
            }
            1 => {
                self.below(1);
                self.emit(Instruction::MemoryGrow(0));
            }
            2 => {
                let segment = self.random.below(DATA_SEGMENTS as usize) as u32;
                if self.random.chance(30) {
                    self.emit(Instruction::DataDrop(segment));
                }
            }
            choice => self.copy_or_fill(choice),
        }
    }

    fn copy_or_fill(&mut self, choice: usize) {
        self.below(0x3fff);
        self.leaf(ValType::I32);
        // Sources are addresses of the memory or of a small segment.
        let mask = if choice == 3 { 0xfff } else { 15 };
        self.emit(Instruction::I32Const(mask));
        self.emit(Instruction::I32And);
        self.leaf(ValType::I32);
        self.emit(Instruction::I32Const(if choice == 5 { 7 } else { 0xff }));
        self.emit(Instruction::I32And);
        self.emit(match choice {
            3 => Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 },
            4 => Instruction::MemoryFill(0),
            _ => Instruction::MemoryInit { mem: 0, data_index: DATA_SEGMENTS - 1 },
        });
        self.pop(3);
    }

    fn call(&mut self) {
        let function = self.random.below(self.shape.functions.len());
        let signature = self.shape.functions[function].clone();
        self.operands(&signature.params);
        if self.random.chance(60) {
            self.emit(Instruction::Call(function as u32));
        } else {
            let type_index = self.shape.type_index(signature.clone());
            // Mostly the function itself, now and then an empty element, one of another type, or none.
            let near = self.random.below(self.shape.table_size as usize + 1);
            let index = if self.random.chance(80) { function } else { near };
            if self.random.chance(50) {
                self.emit(Instruction::I32Const(index as i32));
            } else {
                self.leaf(ValType::I32);
                self.pop(1);
                self.emit(Instruction::I32Const(1));
                self.emit(Instruction::I32And);
                self.emit(Instruction::I32Const(index as i32));
                self.emit(Instruction::I32Mul);
            }
            self.emit(Instruction::CallIndirect { type_index, table_index: 0 });
        }
        self.pop(signature.params.len());
        self.stack.extend(signature.results);
    }
}

// --- Blocks and branches ---

impl Body<'_> {
    /// A block with statements inside. Its parameters are operands that are there.
    fn nest(&mut self, kind: Kind) {
        for _ in 0..self.random.below(3) {
            let ty = self.any_type();
            self.leaf(ty);
        }
        let n_params = self.random.below(self.own().len().min(3) + 1);
        let params = self.stack[self.stack.len() - n_params..].to_vec();
        let results = if self.random.chance(40) { params.clone() } else { self.shape.some_types(self.random, 3) };
        let ty = self.block_type(&params, &results);
        if kind == Kind::If {
            // On top of the parameters, without using them up.
            self.fresh_condition();
        }
        self.emit(match kind {
            Kind::Block => Instruction::Block(ty),
            Kind::Loop => Instruction::Loop(ty),
            Kind::If => Instruction::If(ty),
        });
        self.inside(kind, &params, &results);
        if kind == Kind::If && (params != results || self.random.chance(60)) {
            self.emit(Instruction::Else);
            self.pop(results.len());
            self.stack.extend(&params);
            self.inside(kind, &params, &results);
        }
        self.emit(Instruction::End);
        if !results.is_empty() && self.random.chance(50) {
            self.use_at_once();
        }
    }

    /// Uses a result where paths have just met: whoever computed it on one of them must not be changed for it.
    fn use_at_once(&mut self) {
        let ty = *self.stack.last().expect("there is a result");
        match (self.random.below(3), self.local_of(ty)) {
            (0, Some(local)) => self.emit(Instruction::LocalTee(local)),
            (1, _) if ty == ValType::I32 => {
                self.pop(1);
                let depth = (0..self.blocks.len()).find(|depth| {
                    let target = &self.blocks[self.blocks.len() - 1 - depth];
                    self.own().ends_with(&target.branch)
                });
                self.emit(depth.map_or(Instruction::Drop, |depth| Instruction::BrIf(depth as u32)));
            }
            (_, Some(local)) => {
                self.emit(Instruction::LocalSet(local));
                self.pop(1);
            }
            _ => {}
        }
    }

    /// The statements of a block or of a branch of an `if`. Parameters are on the stack before, results after.
    fn inside(&mut self, kind: Kind, params: &[ValType], results: &[ValType]) {
        let height = self.stack.len() - params.len();
        let branch = if kind == Kind::Loop { params.to_vec() } else { results.to_vec() };
        self.blocks.push(Block { height, branch, dead: false });
        if kind == Kind::Loop {
            self.count_down();
        }
        let n = self.random.range(0, 8);
        self.statements(n);
        if kind != Kind::Loop && !self.block().dead && self.random.chance(30) {
            // A way out with the results in place, right before the end.
            self.fit(results);
            self.fresh_condition();
            self.emit(Instruction::BrIf(0));
            self.recompute();
        }
        self.fit(results);
        self.blocks.pop();
        self.stack.truncate(height);
        self.stack.extend(results);
    }

    /// Computes something from the topmost operand, if it is an integer.
    fn recompute(&mut self) {
        let ty = self.own().last().copied();
        self.emit(match ty {
            Some(ValType::I32) => Instruction::I32Popcnt,
            Some(ValType::I64) => Instruction::I64Extend8S,
            _ => Instruction::Nop,
        });
    }

    fn block_type(&mut self, params: &[ValType], results: &[ValType]) -> BlockType {
        match (params, results) {
            ([], []) => BlockType::Empty,
            ([], [ty]) if self.random.chance(50) => BlockType::Result(*ty),
            _ => BlockType::FunctionType(
                self.shape.type_index(Signature { params: params.to_vec(), results: results.to_vec() }),
            ),
        }
    }

    /// A condition from leaves alone, mostly a comparison, which a translator may fuse with the branch. It is
    /// not on the simulated stack afterwards.
    fn fresh_condition(&mut self) {
        if self.random.chance(20) {
            self.leaf(ValType::I32);
        } else {
            let comparisons = &COMPARISONS[self.random.below(COMPARISONS.len())];
            for &ty in comparisons.takes {
                self.leaf(ty);
            }
            self.pop(comparisons.takes.len() - 1);
            let comparison = self.random.pick(comparisons.instructions);
            self.emit(comparison);
        }
        if let (true, Some(local)) = (self.random.chance(20), self.local_of(ValType::I32)) {
            self.emit(Instruction::LocalTee(local));
        }
        self.pop(1);
    }

    /// A block to branch to: how many levels out, and what the branch carries.
    fn target(&mut self) -> (u32, Vec<ValType>) {
        let depth = self.random.below(self.blocks.len());
        (depth as u32, self.blocks[self.blocks.len() - 1 - depth].branch.clone())
    }

    fn branch_if(&mut self) {
        let (depth, mut types) = self.target();
        if self.random.chance(70) {
            self.operands(&types);
            self.fresh_condition();
        } else {
            // A condition that may have been computed long before.
            types.push(ValType::I32);
            self.operands(&types);
            self.pop(1);
        }
        self.emit(Instruction::BrIf(depth));
    }

    fn branch(&mut self) {
        let (depth, types) = self.target();
        self.operands(&types);
        self.emit(Instruction::Br(depth));
        self.end_path();
    }

    fn branch_table(&mut self) {
        let (depth, types) = self.target();
        let same = |depth: &u32| self.blocks[self.blocks.len() - 1 - *depth as usize].branch == types;
        let depths: Vec<u32> = (0..self.blocks.len() as u32).filter(same).collect();
        let n = self.random.below(6);
        let targets: Vec<u32> = (0..n).map(|_| self.random.pick(&depths)).collect();
        self.operands(&types);
        self.leaf(ValType::I32);
        if self.random.chance(70) {
            self.emit(Instruction::I32Const(7));
            self.emit(Instruction::I32And);
        }
        self.emit(Instruction::BrTable(Cow::Owned(targets), depth));
        self.end_path();
    }

    fn give_back(&mut self) {
        let results = self.blocks[0].branch.clone();
        self.operands(&results);
        self.emit(Instruction::Return);
        self.end_path();
    }
}
