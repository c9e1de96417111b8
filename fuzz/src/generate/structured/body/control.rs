//! Blocks and branches.

use std::borrow::Cow;

use wasm_encoder::{BlockType, Instruction, ValType};

use super::super::ops::COMPARISONS;
use super::super::shape::Signature;
use super::builder::{Block, Body, Kind};

impl Body<'_> {
    /// A block with statements. Its parameters are operands on the stack.
    pub(super) fn nest(&mut self, kind: Kind) {
        for _ in 0..self.random.below(3) {
            let ty = self.any_type();
            self.leaf(ty);
        }
        let n_params = self.random.below(self.own().len().min(3) + 1);
        let params = self.stack[self.stack.len() - n_params..].to_vec();
        let results = if self.random.chance(40) { params.clone() } else { self.shape.some_types(self.random, 3) };
        let ty = self.block_type(&params, &results);
        if kind == Kind::If {
            // On top of the parameters, without consuming them.
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

    /// Uses a result right after a join of paths: the translator must not change the instruction that computed it on
    /// one of them.
    pub(super) fn use_at_once(&mut self) {
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
    pub(super) fn inside(&mut self, kind: Kind, params: &[ValType], results: &[ValType]) {
        let height = self.stack.len() - params.len();
        let branch = if kind == Kind::Loop { params.to_vec() } else { results.to_vec() };
        self.blocks.push(Block { height, branch, dead: false });
        if kind == Kind::Loop {
            self.count_down();
        }
        let n = self.random.range(0, 8);
        self.statements(n);
        if kind != Kind::Loop && !self.block().dead && self.random.chance(30) {
            // A conditional branch with the results in place, right before the end.
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
    pub(super) fn recompute(&mut self) {
        let ty = self.own().last().copied();
        self.emit(match ty {
            Some(ValType::I32) => Instruction::I32Popcnt,
            Some(ValType::I64) => Instruction::I64Extend8S,
            _ => Instruction::Nop,
        });
    }

    pub(super) fn block_type(&mut self, params: &[ValType], results: &[ValType]) -> BlockType {
        match (params, results) {
            ([], []) => BlockType::Empty,
            ([], [ty]) if self.random.chance(50) => BlockType::Result(*ty),
            _ => BlockType::FunctionType(
                self.shape.type_index(Signature { params: params.to_vec(), results: results.to_vec() }),
            ),
        }
    }

    /// A condition of locals, globals and constants, mostly a comparison that a translator may fuse with the branch. It
    /// is not on the simulated stack afterwards.
    pub(super) fn fresh_condition(&mut self) {
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

    /// A target of a branch: number of levels out, and types that the branch carries.
    pub(super) fn target(&mut self) -> (u32, Vec<ValType>) {
        let depth = self.random.below(self.blocks.len());
        (depth as u32, self.blocks[self.blocks.len() - 1 - depth].branch.clone())
    }

    pub(super) fn branch_if(&mut self) {
        let (depth, mut types) = self.target();
        if self.random.chance(70) {
            self.operands(&types);
            self.fresh_condition();
        } else {
            // The condition may have been computed long before.
            types.push(ValType::I32);
            self.operands(&types);
            self.pop(1);
        }
        self.emit(Instruction::BrIf(depth));
    }

    pub(super) fn branch(&mut self) {
        let (depth, types) = self.target();
        self.operands(&types);
        self.emit(Instruction::Br(depth));
        self.end_path();
    }

    pub(super) fn branch_table(&mut self) {
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

    pub(super) fn give_back(&mut self) {
        let results = self.blocks[0].branch.clone();
        self.operands(&results);
        self.emit(Instruction::Return);
        self.end_path();
    }
}
