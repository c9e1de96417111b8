//! Statements: code that leaves nothing on the stack.

use std::borrow::Cow;

use wasm_encoder::{BlockType, Instruction, ValType};

use super::body::{Body, FRAME, mem_arg};
use super::ops::{LOADS, STORES};

/// Largest depth of nested statements.
const DEEP: u32 = 5;

impl Body<'_> {
    /// Writes up to `n` statements, within the budget.
    pub(super) fn statements(&mut self, n: usize) {
        for _ in 0..n {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        let nested = self.labels < DEEP;
        match self.random.below(100) {
            0..=13 => self.assign(),
            14..=17 => self.assign_global(),
            18..=29 => self.store(),
            30..=56 if nested => self.branch(),
            57..=64 if nested => self.switch(),
            65..=73 if nested && self.loops < 2 => self.repeat(),
            74..=79 => self.range(),
            80..=83 => self.leave(),
            84..=85 => self.trap(),
            86..=89 => self.store_to_frame(),
            90..=91 => self.rare(),
            92..=94 if self.shape.layout.writes_segments => self.store_into_segment(),
            _ => self.evaluate(),
        }
    }

    fn any_type(&mut self) -> ValType {
        self.random.pick(&[ValType::I32, ValType::I32, ValType::I32, ValType::I64, ValType::F32, ValType::F64])
    }

    fn assign(&mut self) {
        let ty = self.any_type();
        let depth = self.random.range(1, 3);
        self.expression(ty, depth);
        let local = self.variable_of(ty);
        self.set(local);
    }

    fn assign_global(&mut self) {
        let ty = self.any_type();
        let Some(global) = self.global_of(ty) else { return self.assign() };
        self.expression(ty, 2);
        self.emit(Instruction::GlobalSet(global));
    }

    /// Computes an unused value: it may still trap or stop.
    fn evaluate(&mut self) {
        let ty = self.any_type();
        self.expression(ty, 2);
        self.emit(Instruction::Drop);
    }

    // --- Memory ---

    fn store(&mut self) {
        let ty = self.any_type();
        if self.random.chance(15) {
            let store = self.access_of(STORES, ty);
            let offset = self.symbolic_address(2);
            self.expression(ty, 1);
            return self.emit(store.2(mem_arg(offset)));
        }
        let layout = self.layout();
        let field = &layout.fields[self.random.below(layout.fields.len())];
        let (store, address) = self.part(STORES, ty, field);
        let address = if self.random.chance(25) { layout.scratch + self.random.below(32) as u32 } else { address };
        self.store_at(store, address, |body| body.expression(ty, 2));
    }

    fn store_into_segment(&mut self) {
        let segments = &self.layout().segments;
        let address = segments[self.random.below(segments.len())].address;
        let store = self.access_of(STORES, ValType::I32);
        let behind = self.random.below(4) as u32;
        self.store_at(store, address + behind, |body| body.expression(ValType::I32, 1));
    }

    /// Copies or fills a few bytes of memory, and mostly reads the result.
    fn range(&mut self) {
        let layout = self.layout();
        let source = layout.fields[self.random.below(layout.fields.len())].address;
        let shift = self.random.below(4) as u32;
        let target = if self.random.chance(50) { layout.scratch } else { source + shift };
        self.end_of_range(target, 15);
        match self.random.below(10) {
            0..=5 => {
                self.end_of_range(source, 20);
                self.length();
                self.emit(Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 });
            }
            6..=8 => {
                self.expression(ValType::I32, 1);
                self.length();
                self.emit(Instruction::MemoryFill(0));
            }
            _ => {
                self.below(3, 1);
                self.length();
                self.emit(Instruction::MemoryInit { mem: 0, data_index: self.shape.passive_index() });
            }
        }
        if self.random.chance(70) {
            let ty = self.any_type();
            let load = self.access_of(LOADS, ty);
            self.load_at(load, target);
            let local = self.variable_of(ty);
            self.set(local);
        }
    }

    /// Pushes the address of a range, which varies with a probability of this many percent.
    fn end_of_range(&mut self, address: u32, percent: usize) {
        self.number(address);
        if self.random.chance(percent) {
            self.below(3, 1);
            self.emit(Instruction::I32Add);
        }
    }

    /// Pushes the length of a range.
    fn length(&mut self) {
        if self.random.chance(50) {
            let len = self.random.pick(&[0, 1, 3, 4, 8, 8, 12, 16]);
            self.number(len);
        } else {
            self.below(7, 1);
        }
    }

    fn store_to_frame(&mut self) {
        let Some(frame) = self.frame else { return self.assign() };
        let ty = self.any_type();
        let store = self.access_of(STORES, ty);
        self.get(frame);
        self.expression(ty, 2);
        let offset = self.random.below(FRAME as usize - 8) as u64;
        self.emit(store.2(mem_arg(offset)));
    }

    /// Rare statements.
    fn rare(&mut self) {
        match self.random.below(4) {
            0 => {
                self.below(1, 1);
                self.emit(Instruction::MemoryGrow(0));
                self.emit(Instruction::Drop);
            }
            1 => {
                self.below(1, 1);
                self.emit(Instruction::RefFunc(self.shape.helper_index(0)));
                self.emit(Instruction::TableSet(0));
            }
            2 => self.emit(Instruction::DataDrop(self.shape.passive_index())),
            _ => self.emit(Instruction::Nop),
        }
    }

    // --- Branches ---

    fn branch(&mut self) {
        let depth = self.random.range(0, 2);
        let n = self.random.range(1, 3);
        if self.random.chance(60) {
            self.condition(depth);
            self.open(Instruction::If, BlockType::Empty);
            self.statements(n);
            if self.random.chance(60) {
                self.emit(Instruction::Else);
                self.statements(n);
            }
        } else {
            self.open(Instruction::Block, BlockType::Empty);
            self.condition(depth);
            self.emit(Instruction::BrIf(0));
            self.statements(n);
        }
        self.close();
    }

    /// A jump table with several arms, some of which several entries reach.
    fn switch(&mut self) {
        let n_arms = self.random.range(2, 4) as u32;
        let n_entries = self.random.range(1, 7);
        for _ in 0..n_arms {
            self.open(Instruction::Block, BlockType::Empty);
        }
        if self.random.chance(50) {
            self.field(ValType::I32);
        } else {
            self.below(7, 1);
        }
        let targets: Vec<u32> = (0..n_entries).map(|_| self.random.below(n_arms as usize) as u32).collect();
        let default = self.random.below(n_arms as usize) as u32;
        self.emit(Instruction::BrTable(Cow::Owned(targets), default));
        for arm in 1..n_arms {
            self.close();
            self.statements(2);
            if self.random.chance(70) {
                // Skips the remaining arms; otherwise execution falls through to the next one.
                self.emit(Instruction::Br(n_arms - 1 - arm));
            }
        }
        self.close();
    }

    /// A loop with a counter up to a constant, or to a small number that varies.
    fn repeat(&mut self) {
        let (index, bound) = (self.fresh(ValType::I32), self.fresh(ValType::I32));
        if self.random.chance(50) {
            let n = self.random.range(1, 4) as u32;
            self.number(n);
        } else {
            self.below(3, 1);
        }
        self.set(bound);
        self.number(0);
        self.set(index);
        self.open(Instruction::Block, BlockType::Empty);
        self.open(Instruction::Loop, BlockType::Empty);
        self.loops += 1;
        self.get(index);
        self.get(bound);
        self.code.extend([Instruction::I32GeU, Instruction::BrIf(1)]);
        self.statements(2);
        if self.random.chance(20) {
            self.condition(1);
            self.emit(Instruction::BrIf(1));
        }
        self.step(index);
        self.loops -= 1;
    }

    /// Returns if a condition holds.
    fn leave(&mut self) {
        self.condition(1);
        self.open(Instruction::If, BlockType::Empty);
        self.result();
        if self.random.chance(50) {
            self.emit(Instruction::Return);
        } else {
            // The outermost block is the body, after which the frame is popped.
            self.emit(Instruction::Br(self.labels - 1));
        }
        self.close();
    }

    /// Stops if a condition holds, like a panic.
    fn trap(&mut self) {
        self.condition(1);
        self.condition(0);
        self.emit(Instruction::I32And);
        self.open(Instruction::If, BlockType::Empty);
        self.emit(Instruction::Unreachable);
        self.close();
    }

    // --- Results ---

    /// Pushes the result: mostly a value with few possibilities, because the host decides by it.
    pub(super) fn result(&mut self) {
        for ty in self.results.clone() {
            match (ty, self.random.below(10)) {
                (ValType::I32, 0..=4) => self.condition(2),
                (ValType::I32, 5..=7) => self.below(1, 2),
                (ValType::I64, 0..=7) => {
                    self.condition(2);
                    self.emit(Instruction::I64ExtendI32U);
                }
                (ValType::F32, 0..=7) => {
                    self.condition(2);
                    self.emit(Instruction::F32ConvertI32U);
                }
                (ValType::F64, 0..=7) => {
                    self.constant(ty);
                    self.constant(ty);
                    self.condition(2);
                    self.emit(Instruction::Select);
                }
                _ => self.expression(ty, 2),
            }
        }
    }
}
