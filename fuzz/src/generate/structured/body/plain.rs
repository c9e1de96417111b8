//! Instructions without branches.

use wasm_encoder::{Ieee32, Ieee64, Instruction, MemArg, MemArgTarget, ValType};

use super::super::ops::{Access, LOADS, Ops, STORES};
use super::super::shape::DATA_SEGMENTS;
use super::builder::Body;

impl Body<'_> {
    pub(super) fn compute(&mut self, choices: &'static [Ops]) {
        // Only instructions whose types this module uses.
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
    pub(super) fn canonicalise(&mut self, ty: ValType) {
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
        // The local still has the other NaN, which must not be observable.
        self.emit(Instruction::LocalTee(local));
    }

    /// Writes an operand to one or several locals.
    pub(super) fn assign(&mut self) {
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

    /// Exchanges the values of locals through the stack.
    pub(super) fn shuffle(&mut self) {
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

    pub(super) fn select(&mut self) {
        let ty = self.any_type();
        self.operands(&[ty, ty]);
        self.fresh_condition();
        let typed = self.random.chance(30);
        self.emit(if typed { Instruction::TypedSelect(ty) } else { Instruction::Select });
        self.pop(1);
    }

    pub(super) fn global(&mut self) {
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

    pub(super) fn access(&mut self, choices: &[Access]) -> (ValType, Instruction<'static>) {
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

    pub(super) fn load(&mut self) {
        let (ty, instruction) = self.access(LOADS);
        self.below(0xfff);
        self.emit(instruction);
        self.pop(1);
        self.stack.push(ty);
    }

    pub(super) fn store(&mut self) {
        let (ty, instruction) = self.access(STORES);
        self.below(0xfff);
        self.operands_above(ty);
        self.emit(instruction);
        self.pop(2);
    }

    /// Pushes an operand of this type without using the topmost one.
    pub(super) fn operands_above(&mut self, ty: ValType) {
        self.leaf(ty);
        if self.random.chance(30)
            && let Some(local) = self.local_of(ty)
        {
            self.emit(Instruction::LocalTee(local));
        }
    }

    pub(super) fn range_of_memory(&mut self) {
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

    pub(super) fn copy_or_fill(&mut self, choice: usize) {
        self.below(0x3fff);
        self.leaf(ValType::I32);
        // Sources are addresses in memory or in a small segment.
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

    pub(super) fn call(&mut self) {
        let function = self.random.below(self.shape.functions.len());
        let signature = self.shape.functions[function].clone();
        self.operands(&signature.params);
        if self.random.chance(60) {
            self.emit(Instruction::Call(function as u32));
        } else {
            let type_index = self.shape.type_index(signature.clone());
            // Mostly the function itself, sometimes an empty element, a function of another type, or an index out of
            // bounds.
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
