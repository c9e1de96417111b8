//! Builder of a function body: the simulated stack, and the choice of statements.

use wasm_encoder::{BlockType, Function, Instruction, ValType};

use super::super::ops::{COMPARISONS, OPS};
use super::super::shape::{FUEL, Shape, Signature};
use crate::random::Random;

/// Number of operands of a block above which statements push no more than they need.
const MANY: usize = 12;
/// Largest depth of nested blocks.
const DEEP: usize = 7;

/// Builder of a function body.
pub(in crate::generate::structured) struct Body<'a> {
    pub(super) random: &'a mut Random,
    pub(super) shape: &'a mut Shape,
    /// Types of parameters and locals.
    pub(super) locals: Vec<ValType>,
    pub(super) stack: Vec<ValType>,
    /// Open blocks. The outermost one is the function.
    pub(super) blocks: Vec<Block>,
    pub(super) code: Vec<Instruction<'static>>,
    /// Number of statements left.
    pub(super) budget: usize,
}

pub(super) struct Block {
    /// Number of operands that belong to the outer blocks.
    pub(super) height: usize,
    /// Types that a branch to it carries.
    pub(super) branch: Vec<ValType>,
    /// Whether the next instruction is unreachable.
    pub(super) dead: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Block,
    Loop,
    If,
}

impl<'a> Body<'a> {
    /// A random body for a function of this type.
    pub(in crate::generate::structured) fn generate(
        random: &'a mut Random,
        shape: &'a mut Shape,
        signature: &Signature,
    ) -> Function {
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

    pub(super) fn emit(&mut self, instruction: Instruction<'static>) {
        self.code.push(instruction);
    }

    pub(super) fn block(&self) -> &Block {
        self.blocks.last().expect("the function's block is the last to end")
    }

    /// Operands of the current block.
    pub(super) fn own(&self) -> &[ValType] {
        &self.stack[self.block().height..]
    }

    pub(super) fn pop(&mut self, n: usize) {
        self.stack.truncate(self.stack.len() - n);
    }

    /// Marks the following code as unreachable. WebAssembly then allows any operands.
    pub(super) fn end_path(&mut self) {
        let height = self.block().height;
        self.stack.truncate(height);
        self.blocks.last_mut().expect("as in `block`").dead = true;
    }

    /// Returns if there is no fuel left, otherwise decrements it.
    pub(super) fn count_down(&mut self) {
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

    pub(super) fn statements(&mut self, n: usize) {
        for _ in 0..n {
            if self.budget == 0 || self.block().dead && self.random.chance(40) {
                return;
            }
            self.budget -= 1;
            self.statement();
        }
    }

    pub(super) fn statement(&mut self) {
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
