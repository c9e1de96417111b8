//! Operands: pushing values, taking them away, and fitting the stack to the types that are needed.

use wasm_encoder::{Ieee32, Ieee64, Instruction, ValType};

use super::super::shape::{SHOWN_I32, SHOWN_I64};
use super::builder::Body;

impl Body<'_> {
    pub(super) fn any_type(&mut self) -> ValType {
        self.random.pick(&self.shape.value_types)
    }

    pub(super) fn local_of(&mut self, ty: ValType) -> Option<u32> {
        let fitting: Vec<u32> = (0..).zip(&self.locals).filter(|(_, local)| **local == ty).map(|(i, _)| i).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    pub(super) fn global_of(&mut self, ty: ValType) -> Option<u32> {
        let fitting = (0..).zip(&self.shape.globals).skip(1).filter(|(_, global)| **global == ty).map(|(i, _)| i);
        let fitting: Vec<u32> = fitting.collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    /// Pushes a value: mostly a local or a constant, sometimes a computed one.
    pub(super) fn leaf(&mut self, ty: ValType) {
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

    pub(super) fn simple(&mut self, ty: ValType) {
        let choice = self.random.below(10);
        match (choice, self.local_of(ty), self.global_of(ty)) {
            (0..=6, Some(local), _) => self.emit(Instruction::LocalGet(local)),
            (7, _, Some(global)) => self.emit(Instruction::GlobalGet(global)),
            _ => self.constant(ty),
        }
    }

    /// Pushes a constant. There are few constants, and those of different types share bits, so that equal ones are
    /// common.
    pub(super) fn constant(&mut self, ty: ValType) {
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

    /// Makes sure that the topmost operands have these types. Mostly uses operands that are on the stack.
    pub(super) fn operands(&mut self, types: &[ValType]) {
        let fits = |n: &usize| self.own().ends_with(&types[..*n]);
        let there = (0..=types.len()).rev().find(fits).expect("none always fit");
        let used = if self.random.chance(70) { there } else { 0 };
        for &ty in &types[used..] {
            self.leaf(ty);
        }
    }

    /// Removes the topmost operand.
    pub(super) fn discard(&mut self) {
        let ty = *self.stack.last().expect("the caller checks that there is one");
        match (self.random.below(6), self.local_of(ty)) {
            (0 | 1, Some(local)) => self.emit(Instruction::LocalSet(local)),
            (2, _) => self.emit(Instruction::Drop),
            _ => self.show(ty),
        }
        self.pop(1);
    }

    /// Mixes the topmost operand into an observable global. It stays on the simulated stack.
    pub(super) fn show(&mut self, ty: ValType) {
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

    pub(super) fn show_locals(&mut self) {
        for (index, ty) in self.locals.clone().into_iter().enumerate() {
            self.emit(Instruction::LocalGet(index as u32));
            self.show(ty);
        }
    }

    /// Makes the operands of the current block those that it must end with.
    pub(super) fn fit(&mut self, results: &[ValType]) {
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

    /// Pushes a number below a power of two: an address or a length that is mostly in bounds.
    pub(super) fn below(&mut self, mask: i32) {
        self.operands(&[ValType::I32]);
        if self.random.chance(95) {
            self.emit(Instruction::I32Const(mask));
            self.emit(Instruction::I32And);
        }
    }
}
