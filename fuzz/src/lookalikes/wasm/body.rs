//! Builder of function bodies: code, locals, open blocks, and the simplest values.
//!
//! An expression leaves its value on the stack, a statement leaves nothing. So every body is valid, and the builder
//! need not track the stack.

use wasm_encoder::{BlockType, Function, Ieee32, Ieee64, Instruction, MemArg, MemArgTarget, ValType};

use super::layout::{Field, Layout};
use super::ops::{Access, LOADS, STORES};
use super::shape::{BASE, Shape, Signature};
use crate::lookalikes::domain;
use crate::random::Random;

/// Builder of a function body.
pub(super) struct Body<'a> {
    pub(super) random: &'a mut Random,
    pub(super) shape: &'a Shape,
    /// Types of parameters and locals.
    pub(super) locals: Vec<ValType>,
    /// Locals that statements may assign, without loop counters.
    pub(super) variables: Vec<u32>,
    pub(super) code: Vec<Instruction<'static>>,
    /// Number of open blocks.
    pub(super) labels: u32,
    /// Number of statements left.
    pub(super) budget: usize,
    /// Number of open loops.
    pub(super) loops: usize,
    /// Functions from this number on may be called.
    pub(super) callable: usize,
    /// The local that holds the address of the frame on the guest's stack, if there is one.
    pub(super) frame: Option<u32>,
    /// The parameter with the address of the first cell, if there is one.
    pub(super) pointer: Option<u32>,
    /// Result types of the function.
    pub(super) results: Vec<ValType>,
}

/// Size of a frame on the guest's stack, in bytes.
pub(super) const FRAME: i32 = 32;

impl<'a> Body<'a> {
    /// An empty body for a function of this type.
    pub(super) fn new(random: &'a mut Random, shape: &'a Shape, signature: &Signature, callable: usize) -> Self {
        let locals = signature.params.clone();
        let results = signature.results.clone();
        let mut body = Self {
            random,
            shape,
            locals,
            variables: Vec::new(),
            code: Vec::new(),
            labels: 0,
            budget: 0,
            loops: 0,
            callable,
            frame: None,
            pointer: None,
            results,
        };
        for ty in [ValType::I32, ValType::I32, ValType::I64, ValType::F32, ValType::F64] {
            let local = body.fresh(ty);
            body.variables.push(local);
        }
        body
    }

    /// The body as a function.
    pub(super) fn finish(mut self, n_params: usize) -> Function {
        self.emit(Instruction::End);
        let mut function = Function::new_with_locals_types(self.locals[n_params..].iter().copied());
        for instruction in &self.code {
            function.instruction(instruction);
        }
        function
    }

    pub(super) fn layout(&self) -> &'a Layout {
        &self.shape.layout
    }

    pub(super) fn emit(&mut self, instruction: Instruction<'static>) {
        self.code.push(instruction);
    }

    /// Adds a local.
    pub(super) fn fresh(&mut self, ty: ValType) -> u32 {
        self.locals.push(ty);
        self.locals.len() as u32 - 1
    }

    pub(super) fn get(&mut self, local: u32) {
        self.emit(Instruction::LocalGet(local));
    }

    pub(super) fn set(&mut self, local: u32) {
        self.emit(Instruction::LocalSet(local));
    }

    pub(super) fn number(&mut self, number: u32) {
        self.emit(Instruction::I32Const(number as i32));
    }

    /// Opens a block, a loop or an `if`.
    pub(super) fn open(&mut self, begin: fn(BlockType) -> Instruction<'static>, ty: BlockType) {
        self.emit(begin(ty));
        self.labels += 1;
    }

    pub(super) fn close(&mut self) {
        self.emit(Instruction::End);
        self.labels -= 1;
    }

    /// Pushes one of two values with an `if`, whose condition is on the stack.
    pub(super) fn either(&mut self, ty: ValType, a: impl FnOnce(&mut Self), b: impl FnOnce(&mut Self)) {
        self.open(Instruction::If, BlockType::Result(ty));
        a(self);
        self.emit(Instruction::Else);
        b(self);
        self.close();
    }
}

// --- Values without operands ---

impl Body<'_> {
    /// Pushes a constant, mostly a possible value of a field.
    pub(super) fn constant(&mut self, ty: ValType) {
        let float = matches!(ty, ValType::F32 | ValType::F64);
        let bits = if float { self.float_bits(ty) } else { self.integer_bits() };
        self.emit(match ty {
            ValType::I64 => Instruction::I64Const(bits as i64),
            ValType::F32 => Instruction::F32Const(Ieee32::new(bits as u32)),
            ValType::F64 => Instruction::F64Const(Ieee64::new(bits)),
            _ => Instruction::I32Const(bits as i32),
        });
    }

    fn float_bits(&mut self, ty: ValType) -> u64 {
        let len = if ty == ValType::F32 { 4 } else { 8 };
        let fields = self.layout().fields.iter().filter(|field| field.float && field.len == len);
        let values: Vec<u64> = fields.flat_map(|field| field.values.clone()).collect();
        if values.is_empty() || self.random.chance(40) {
            domain::float(self.random, len)
        } else {
            self.random.pick(&values)
        }
    }

    fn integer_bits(&mut self) -> u64 {
        if self.random.chance(60) {
            let field = &self.layout().fields[self.random.below(self.layout().fields.len())];
            return self.random.pick(&field.values);
        }
        let edges = [0_u64, 0, 1, 1, 2, 3, 4, 5, 7, 8, 16, 0x80, 0xff, 0xffff, 1 << 31, u64::MAX >> 33, u64::MAX];
        self.random.pick(&edges)
    }

    /// A local of this type, if there is one.
    pub(super) fn local_of(&mut self, ty: ValType) -> Option<u32> {
        let fitting: Vec<u32> = (0..).zip(&self.locals).filter(|(_, local)| **local == ty).map(|(i, _)| i).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    /// A variable of this type. Every body has one.
    pub(super) fn variable_of(&mut self, ty: ValType) -> u32 {
        let fitting = self.variables.iter().filter(|local| self.locals[**local as usize] == ty);
        let fitting: Vec<u32> = fitting.copied().collect();
        self.random.pick(&fitting)
    }

    /// A global of this type that code may change, if there is one.
    pub(super) fn global_of(&mut self, ty: ValType) -> Option<u32> {
        let globals = (0..).zip(&self.shape.globals).skip(BASE as usize + 1).filter(|(_, global)| **global == ty);
        let fitting: Vec<u32> = globals.map(|(index, _)| index).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    /// Pushes a local, a global, a field or a constant of this type.
    pub(super) fn leaf(&mut self, ty: ValType) {
        match self.random.below(100) {
            0..=64 => self.field(ty),
            65..=83 => match self.local_of(ty) {
                Some(local) => self.get(local),
                None => self.constant(ty),
            },
            84..=88 => match self.global_of(ty) {
                Some(global) => self.emit(Instruction::GlobalGet(global)),
                None => self.field(ty),
            },
            _ => self.constant(ty),
        }
    }
}

// --- Memory ---

impl Body<'_> {
    /// Pushes a random field, read as this type.
    pub(super) fn field(&mut self, ty: ValType) {
        let fields = &self.layout().fields;
        let float = matches!(ty, ValType::F32 | ValType::F64);
        let fits = |field: &&Field| !float || field.float && field.len == if ty == ValType::F32 { 4 } else { 8 };
        let defined: Vec<&Field> = fields.iter().filter(|field| field.defined).filter(fits).collect();
        let all: Vec<&Field> = fields.iter().filter(fits).collect();
        let among = if self.random.chance(96) { defined } else { all };
        if among.is_empty() {
            return self.constant(ty);
        }
        let field = self.random.pick(&among);
        self.load_field(ty, field);
    }

    /// Loads a field, or a part of it, or bytes around it.
    pub(super) fn load_field(&mut self, ty: ValType, field: &Field) {
        let (access, address) = self.part(LOADS, ty, field);
        self.load_at(access, address);
    }

    /// An access to a field: mostly to the whole field, otherwise to a part, sometimes across its bounds.
    pub(super) fn part(&mut self, table: &'static [Access], ty: ValType, field: &Field) -> (&'static Access, u32) {
        let fitting = |wanted: &dyn Fn(u32) -> bool| -> Vec<&'static Access> {
            table.iter().filter(|(of, len, _)| *of == ty && wanted(*len)).collect()
        };
        let exact = fitting(&|len| len == field.len);
        let inside = fitting(&|len| len <= field.len);
        let all = fitting(&|_| true);
        match self.random.below(100) {
            0..=74 if !exact.is_empty() => (self.random.pick(&exact), field.address),
            0..=96 if !inside.is_empty() => {
                let access = self.random.pick(&inside);
                let last = field.len - access.1;
                (access, field.address + self.random.range(0, last as usize) as u32)
            }
            _ => {
                let access = self.random.pick(&all);
                let first = field.address.saturating_sub(self.random.below(access.1 as usize) as u32);
                (access, first)
            }
        }
    }

    /// Pushes an address operand for `address`, and returns the offset to add.
    pub(super) fn address(&mut self, address: u32) -> u64 {
        let base = self.layout().base;
        match self.random.below(10) {
            0..=5 => {
                let offset = self.random.below(address.min(64) as usize + 1) as u32;
                self.number(address - offset);
                u64::from(offset)
            }
            6..=8 if address >= base => {
                self.emit(self.pointer.map_or(Instruction::GlobalGet(BASE), Instruction::LocalGet));
                u64::from(address - base)
            }
            _ => {
                let part = self.random.below(100) as u32;
                self.number(address.wrapping_sub(part));
                self.number(part);
                self.emit(Instruction::I32Add);
                0
            }
        }
    }

    pub(super) fn load_at(&mut self, access: &Access, address: u32) {
        let offset = self.address(address);
        self.emit(access.2(mem_arg(offset)));
    }

    /// Stores the value that `value` pushes, which must have the type of the access.
    pub(super) fn store_at(&mut self, access: &Access, address: u32, value: impl FnOnce(&mut Self)) {
        let offset = self.address(address);
        value(self);
        self.emit(access.2(mem_arg(offset)));
    }

    /// A load or store of this type.
    pub(super) fn access_of(&mut self, table: &'static [Access], ty: ValType) -> &'static Access {
        let fitting: Vec<&'static Access> = table.iter().filter(|(of, ..)| *of == ty).collect();
        self.random.pick(&fitting)
    }
}

/// Operand of a load or store. The alignment is only a hint, so it is always 1.
pub(super) fn mem_arg(offset: u64) -> MemArg {
    MemArg { offset, align: 0, target: MemArgTarget::Memory(0), ordering: None }
}

/// The load and the store of exactly `len` bytes as i32, or as i64 if there are more than four.
pub(super) fn exact(len: u32) -> (ValType, &'static Access, &'static Access) {
    let ty = if len > 4 { ValType::I64 } else { ValType::I32 };
    // The last load is the unsigned one.
    let load = LOADS.iter().rfind(|(of, n, _)| *of == ty && *n == len);
    let store = STORES.iter().find(|(of, n, _)| *of == ty && *n == len);
    (ty, load.expect("a power of two"), store.expect("a power of two"))
}
