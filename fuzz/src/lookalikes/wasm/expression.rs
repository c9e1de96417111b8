//! Expressions: code that leaves one value on the stack.

use wasm_encoder::{BlockType, Instruction, ValType};

use super::body::{Body, mem_arg};
use super::ops::{COMPARISONS, LOADS, OPS, Ops, TRAPPING};

/// All types of values.
const TYPES: [ValType; 4] = [ValType::I32, ValType::I64, ValType::F32, ValType::F64];

impl Body<'_> {
    /// Pushes a random value of this type, computed with at most this depth.
    pub(super) fn expression(&mut self, ty: ValType, depth: usize) {
        if depth == 0 {
            return self.leaf(ty);
        }
        match self.random.below(100) {
            0..=19 => self.leaf(ty),
            20..=54 => self.compute(OPS, ty, depth),
            55..=58 => self.divide_or_truncate(ty, depth),
            59..=65 => self.select(ty, depth),
            66..=70 => self.branching(ty, depth),
            71..=77 => self.lookup(ty, depth),
            78..=80 => self.load_near(ty, depth),
            81..=82 => self.tee(ty, depth),
            83..=85 => self.call(ty, depth),
            86..=87 => self.reload(ty, depth),
            88 => self.load_from_frame(ty),
            _ if ty == ValType::I32 => self.special(depth),
            _ => self.leaf(ty),
        }
    }

    fn compute(&mut self, table: &'static [Ops], ty: ValType, depth: usize) {
        let fitting: Vec<&Ops> = table.iter().filter(|ops| ops.gives == ty).collect();
        let ops = self.random.pick(&fitting);
        for &operand in ops.takes {
            self.expression(operand, depth - 1);
        }
        let instruction = self.random.pick(ops.instructions);
        self.emit(instruction);
    }

    /// A division or truncation, which may trap; sometimes with a divisor that cannot be 0.
    fn divide_or_truncate(&mut self, ty: ValType, depth: usize) {
        let integer = matches!(ty, ValType::I32 | ValType::I64);
        if !integer {
            return self.compute(OPS, ty, depth);
        }
        if self.random.chance(60) {
            return self.compute(TRAPPING, ty, depth);
        }
        self.expression(ty, depth - 1);
        self.expression(ty, depth - 1);
        let code = if ty == ValType::I32 {
            [Instruction::I32Const(1), Instruction::I32Or, self.random.pick(TRAPPING[0].instructions)]
        } else {
            [Instruction::I64Const(1), Instruction::I64Or, self.random.pick(TRAPPING[1].instructions)]
        };
        self.code.extend(code);
    }

    fn select(&mut self, ty: ValType, depth: usize) {
        self.expression(ty, depth - 1);
        self.expression(ty, depth - 1);
        self.condition(depth - 1);
        let typed = self.random.chance(20);
        self.emit(if typed { Instruction::TypedSelect(ty) } else { Instruction::Select });
    }

    /// `if` with a value, or a block that a branch leaves with one.
    fn branching(&mut self, ty: ValType, depth: usize) {
        if self.random.chance(60) {
            self.condition(depth - 1);
            self.either(ty, |body| body.expression(ty, depth - 1), |body| body.expression(ty, depth - 1));
        } else {
            self.open(Instruction::Block, BlockType::Result(ty));
            self.expression(ty, depth - 1);
            self.condition(depth - 1);
            self.emit(Instruction::BrIf(0));
            self.emit(Instruction::Drop);
            self.expression(ty, depth - 1);
            self.close();
        }
    }

    fn tee(&mut self, ty: ValType, depth: usize) {
        self.expression(ty, depth);
        let local = self.variable_of(ty);
        self.emit(Instruction::LocalTee(local));
    }

    /// A number from 0 to `mask`.
    pub(super) fn below(&mut self, mask: u32, depth: usize) {
        self.expression(ValType::I32, depth);
        self.number(mask);
        self.emit(Instruction::I32And);
    }

    // --- Conditions ---

    /// Pushes an i32 that is mostly 0 or 1.
    pub(super) fn condition(&mut self, depth: usize) {
        match self.random.below(100) {
            0..=54 => self.compare_field(),
            55..=69 => self.compare(depth),
            70..=72 => {
                self.expression(ValType::I32, depth);
                self.emit(Instruction::I32Eqz);
            }
            73..=76 => {
                self.field(ValType::I32);
                let bit = 1 << self.random.below(8);
                self.number(bit);
                self.emit(Instruction::I32And);
            }
            77..=82 if depth > 0 => self.combine(depth),
            83..=98 => self.special(depth),
            _ => self.leaf(ValType::I32),
        }
    }

    /// Compares a field with one of its values.
    fn compare_field(&mut self) {
        let fields: Vec<_> = self.layout().fields.iter().filter(|field| field.defined).collect();
        if fields.is_empty() {
            return self.compare(0);
        }
        let field = self.random.pick(&fields);
        let ty = match (field.float, field.len) {
            (true, 4) => ValType::F32,
            (true, _) => ValType::F64,
            (false, 8) => ValType::I64,
            _ => ValType::I32,
        };
        self.load_field(ty, field);
        let value = self.random.pick(&field.values);
        self.emit(match ty {
            ValType::F32 => Instruction::F32Const(wasm_encoder::Ieee32::new(value as u32)),
            ValType::F64 => Instruction::F64Const(wasm_encoder::Ieee64::new(value)),
            ValType::I64 => Instruction::I64Const(value as i64),
            _ => Instruction::I32Const(value as i32),
        });
        // Equality always separates two values; an order does not.
        match (ty, self.random.chance(40)) {
            (ValType::I32, true) => self.emit(Instruction::I32Eq),
            (ValType::I64, true) => self.emit(Instruction::I64Ne),
            _ => self.comparison(ty),
        }
    }

    fn compare(&mut self, depth: usize) {
        let ty = self.random.pick(&[TYPES[0], TYPES[0], TYPES[0], TYPES[1], TYPES[1], TYPES[2], TYPES[3]]);
        self.expression(ty, depth);
        if self.random.chance(50) {
            self.constant(ty);
        } else {
            self.expression(ty, depth.saturating_sub(1));
        }
        self.comparison(ty);
    }

    pub(super) fn comparison(&mut self, ty: ValType) {
        let ops = COMPARISONS.iter().find(|ops| ops.takes[0] == ty).expect("every type can be compared");
        let instruction = self.random.pick(ops.instructions);
        self.emit(instruction);
    }

    /// Combines conditions without a branch.
    pub(super) fn combine(&mut self, depth: usize) {
        self.condition(depth - 1);
        self.condition(depth - 1);
        let ops =
            [Instruction::I32And, Instruction::I32And, Instruction::I32Or, Instruction::I32Xor, Instruction::I32Eq];
        let instruction = self.random.pick(&ops);
        self.emit(instruction);
    }

    // --- Memory ---

    /// Loads from a segment at a varying index.
    pub(super) fn lookup(&mut self, ty: ValType, depth: usize) {
        let segment = &self.layout().segments[self.random.below(self.layout().segments.len())];
        let (address, len) = (segment.address, segment.bytes.len() as u32);
        let access = self.access_of(LOADS, ty);
        let index = self.fresh(ValType::I32);
        let mask = self.random.pick(&[1, 3, 3, 7]);
        match self.random.below(10) {
            0..=5 => self.below(mask, depth - 1),
            6..=7 => {
                // With a bounds check before.
                self.expression(ValType::I32, depth - 1);
                self.emit(Instruction::LocalTee(index));
                self.number((len / access.1).max(1));
                self.emit(Instruction::I32LtU);
                return self.either(
                    ty,
                    |body| {
                        body.get(index);
                        body.indexed(access, address);
                    },
                    |body| body.constant(ty),
                );
            }
            _ => self.leaf(ValType::I32),
        }
        self.indexed(access, address);
    }

    /// Loads the element whose index is on the stack.
    pub(super) fn indexed(&mut self, access: &super::ops::Access, address: u32) {
        if access.1 > 1 {
            self.number(access.1.trailing_zeros());
            self.emit(Instruction::I32Shl);
        }
        let offset = if self.random.chance(50) { address } else { 0 };
        if offset == 0 {
            self.number(address);
            self.emit(Instruction::I32Add);
        }
        self.emit(access.2(mem_arg(u64::from(offset))));
    }

    /// Loads from a random place among the cells.
    fn load_near(&mut self, ty: ValType, depth: usize) {
        let access = self.access_of(LOADS, ty);
        let offset = self.symbolic_address(depth);
        self.emit(access.2(mem_arg(offset)));
    }

    /// Pushes an address operand near a varying field, and returns the offset to add.
    pub(super) fn symbolic_address(&mut self, depth: usize) -> u64 {
        let fields = &self.layout().fields;
        let near = fields[self.random.below(fields.len())].address;
        let mask = self.random.pick(&[1, 3, 7, 4]);
        self.below(mask, depth.saturating_sub(1));
        if self.random.chance(50) {
            return u64::from(near);
        }
        self.number(near);
        self.emit(Instruction::I32Add);
        0
    }

    /// Stores a value and loads it again, maybe with another width; or loads an earlier value.
    fn reload(&mut self, ty: ValType, depth: usize) {
        let from = self.random.pick(&TYPES);
        let at = self.layout().scratch + self.random.below(24) as u32;
        if self.random.chance(60) {
            let store = self.access_of(super::ops::STORES, from);
            self.store_at(store, at, |body| body.expression(from, depth - 1));
        }
        let load = self.access_of(LOADS, ty);
        let shift = self.random.below(3) as u32;
        self.load_at(load, at + shift);
    }

    /// Loads from the frame on the guest's stack, which may be uninitialized.
    fn load_from_frame(&mut self, ty: ValType) {
        let Some(frame) = self.frame else { return self.leaf(ty) };
        let access = self.access_of(LOADS, ty);
        self.get(frame);
        let offset = self.random.below(24) as u64;
        self.emit(access.2(mem_arg(offset)));
    }

    // --- Calls ---

    fn call(&mut self, ty: ValType, depth: usize) {
        let helpers = &self.shape.helpers;
        let fitting: Vec<usize> =
            (self.callable..helpers.len()).filter(|&helper| helpers[helper].results == [ty]).collect();
        if fitting.is_empty() {
            return self.compute(OPS, ty, depth);
        }
        let helper = self.random.pick(&fitting);
        for param in helpers[helper].params.clone() {
            self.expression(param, depth - 1);
        }
        // A call through the table might be recursive.
        if self.callable > 0 || self.random.chance(50) {
            return self.emit(Instruction::Call(self.shape.helper_index(helper)));
        }
        match self.random.below(3) {
            0 => self.number(helper as u32),
            1 => self.below(1, depth - 1),
            _ => self.below(3, depth - 1),
        }
        let type_index = self.shape.type_index(&helpers[helper]);
        self.emit(Instruction::CallIndirect { type_index, table_index: 0 });
    }
}
