//! Expressions on groups of fields: payloads and their tags, elements and their length, nodes and the links to them.
//! Most are legal; some read absent values.

use wasm_encoder::{BlockType, Instruction, ValType};

use super::body::{Body, exact, mem_arg};
use super::layout::Group;

impl Body<'_> {
    /// Pushes an i32 that depends on a group of fields, if there is one.
    pub(super) fn special(&mut self, depth: usize) {
        let groups = &self.layout().groups;
        if groups.is_empty() || self.random.chance(4) {
            return self.reference(depth);
        }
        let group = &groups[self.random.below(groups.len())];
        match group {
            Group::Tagged { tag, payload, active } => self.payload(*tag, *payload, *active),
            Group::Array { length, address, width, n } => self.element(*length, *address, *width, *n, depth),
            Group::List { link, nodes } => self.node(*link, nodes),
            Group::Pair { address } => self.pair(*address),
        }
    }

    /// Whether an element of the table is null, or how large the memory is.
    fn reference(&mut self, depth: usize) {
        if self.random.chance(20) {
            return self.emit(Instruction::MemorySize(0));
        }
        self.below(3, depth.saturating_sub(1));
        self.emit(Instruction::TableGet(0));
        self.emit(Instruction::RefIsNull);
    }

    /// Loads a whole field as an i32.
    fn whole(&mut self, field: usize) {
        let field = &self.layout().fields[field];
        if field.len.is_power_of_two() {
            let (ty, load, _) = exact(field.len);
            self.load_at(load, field.address);
            if ty == ValType::I64 {
                self.emit(Instruction::I32WrapI64);
            }
        } else {
            self.load_field(ValType::I32, field);
        }
    }

    fn field_is(&mut self, field: usize, value: u64) {
        self.whole(field);
        self.number(value as u32);
        self.emit(Instruction::I32Eq);
    }

    // --- Payloads ---

    fn payload(&mut self, tag: usize, payload: usize, active: u64) {
        let value = self.random.pick(&self.layout().fields[payload].values) as u32;
        match self.random.below(100) {
            0..=24 => {
                self.whole(payload);
                self.number(value);
                self.field_is(tag, active);
                self.emit(Instruction::Select);
            }
            25..=39 => {
                self.whole(payload);
                self.number(0);
                self.field_is(tag, active);
                self.code.extend([Instruction::I32Sub, Instruction::I32And]);
            }
            40..=54 => self.payload_condition(tag, payload, active, value),
            55..=69 => self.payload_branches(tag, payload, active, value),
            70..=84 => {
                self.field_is(tag, active);
                self.either(ValType::I32, |body| body.whole(payload), |body| body.number(value));
            }
            85..=88 => self.whole(tag),
            _ => self.whole(payload),
        }
    }

    /// `tag == active && payload < value`, or the law with `||`, without a branch and in either order.
    fn payload_condition(&mut self, tag: usize, payload: usize, active: u64, value: u32) {
        let tag_first = self.random.chance(50);
        let law = self.random.chance(30);
        let is_active = |body: &mut Self| {
            body.field_is(tag, active);
            if law {
                body.emit(Instruction::I32Eqz);
            }
        };
        if tag_first {
            is_active(self);
        }
        self.whole(payload);
        self.number(value);
        self.comparison(ValType::I32);
        if !tag_first {
            is_active(self);
        }
        self.emit(if law { Instruction::I32Or } else { Instruction::I32And });
    }

    /// `tag == active && payload < value` as two branches to one place, in either order. On the way, a local may get another value.
    fn payload_branches(&mut self, tag: usize, payload: usize, active: u64, value: u32) {
        let [result, aside] = [self.fresh(ValType::I32), self.fresh(ValType::I32)];
        let (tag_first, sets_aside) = (self.random.chance(20), self.random.chance(50));
        self.open(Instruction::Block, BlockType::Empty);
        if tag_first {
            self.leave_unless_active(tag, active);
        }
        self.whole(payload);
        self.number(value);
        self.comparison(ValType::I32);
        self.emit(Instruction::BrIf(0));
        if sets_aside {
            self.whole(tag);
            self.set(aside);
        }
        if !tag_first {
            self.leave_unless_active(tag, active);
        }
        self.number(1);
        self.set(result);
        self.close();
        let shown = if sets_aside && self.random.chance(30) { aside } else { result };
        self.get(shown);
    }

    fn leave_unless_active(&mut self, tag: usize, active: u64) {
        self.field_is(tag, active);
        self.emit(Instruction::I32Eqz);
        self.emit(Instruction::BrIf(0));
    }

    // --- Arrays ---

    fn element(&mut self, length: usize, address: u32, width: u32, n: u32, depth: usize) {
        let (ty, load, _) = exact(width);
        match self.random.below(100) {
            0..=29 => {
                // A varying index with a bounds check.
                let index = self.fresh(ValType::I32);
                let mask = n.next_power_of_two() - 1;
                self.below(mask, depth.saturating_sub(1));
                self.emit(Instruction::LocalTee(index));
                self.whole(length);
                self.emit(Instruction::I32LtU);
                self.either(
                    ty,
                    |body| {
                        body.get(index);
                        body.indexed(load, address);
                    },
                    |body| body.constant(ty),
                );
            }
            30..=49 => {
                let index = self.random.below(n as usize) as u32;
                self.load_at(load, address + index * width);
                self.constant(ty);
                self.number(index);
                self.whole(length);
                self.code.extend([Instruction::I32LtU, Instruction::Select]);
            }
            50..=84 => return self.sum(length, address, width),
            85..=93 => {
                let index = self.random.below(n as usize) as u32;
                self.load_at(load, address + index * width);
            }
            _ => return self.whole(length),
        }
        if ty == ValType::I64 {
            self.emit(Instruction::I32WrapI64);
        }
    }

    /// The sum of the elements, in a loop that sometimes reads one too many.
    fn sum(&mut self, length: usize, address: u32, width: u32) {
        let (ty, load, _) = exact(width);
        let (index, sum) = (self.fresh(ValType::I32), self.fresh(ty));
        self.number(0);
        self.set(index);
        self.open(Instruction::Block, BlockType::Empty);
        self.open(Instruction::Loop, BlockType::Empty);
        self.get(index);
        self.whole(length);
        let too_many = self.random.chance(15);
        self.emit(if too_many { Instruction::I32GtU } else { Instruction::I32GeU });
        self.emit(Instruction::BrIf(1));
        // The length may have been overwritten.
        self.get(index);
        self.number(6);
        self.code.extend([Instruction::I32GeU, Instruction::BrIf(1)]);
        self.get(index);
        self.indexed(load, address);
        self.get(sum);
        let mix32 = [Instruction::I32Add, Instruction::I32Xor, Instruction::I32Or];
        let mix64 = [Instruction::I64Add, Instruction::I64Xor, Instruction::I64Or];
        let mix = if ty == ValType::I64 { self.random.pick(&mix64) } else { self.random.pick(&mix32) };
        self.emit(mix);
        self.set(sum);
        self.step(index);
        self.get(sum);
        if ty == ValType::I64 {
            self.emit(Instruction::I32WrapI64);
        }
    }

    /// Increments the counter, branches back, and closes the loop and the block around it.
    pub(super) fn step(&mut self, index: u32) {
        self.get(index);
        self.number(1);
        self.emit(Instruction::I32Add);
        self.set(index);
        self.emit(Instruction::Br(0));
        self.close();
        self.close();
    }

    // --- Lists ---

    fn node(&mut self, link: usize, nodes: &[u32]) {
        let load = Instruction::I32Load(mem_arg(0));
        match self.random.below(100) {
            0..=34 => {
                let local = self.fresh(ValType::I32);
                self.whole(link);
                self.emit(Instruction::LocalTee(local));
                self.either(
                    ValType::I32,
                    |body| {
                        body.get(local);
                        body.emit(load);
                    },
                    |body| body.constant(ValType::I32),
                );
            }
            35..=77 => self.walk(link),
            78..=84 => {
                self.whole(link);
                self.emit(load);
            }
            85..=94 if !nodes.is_empty() => {
                let node = self.random.pick(nodes);
                self.load_at(&(ValType::I32, 4, Instruction::I32Load), node);
            }
            _ => {
                self.whole(link);
                self.emit(Instruction::I32Eqz);
            }
        }
    }

    /// Walks a list and mixes its words. Ends after a few nodes, even in a cycle.
    fn walk(&mut self, link: usize) {
        let (at, index, sum) = (self.fresh(ValType::I32), self.fresh(ValType::I32), self.fresh(ValType::I32));
        self.number(0);
        self.set(index);
        self.whole(link);
        self.set(at);
        self.open(Instruction::Block, BlockType::Empty);
        self.open(Instruction::Loop, BlockType::Empty);
        self.get(at);
        self.code.extend([Instruction::I32Eqz, Instruction::BrIf(1)]);
        self.get(index);
        self.number(4);
        self.code.extend([Instruction::I32GeU, Instruction::BrIf(1)]);
        self.get(at);
        self.emit(Instruction::I32Load(mem_arg(0)));
        self.get(sum);
        let mix = self.random.pick(&[Instruction::I32Add, Instruction::I32Xor, Instruction::I32Or]);
        self.emit(mix);
        self.set(sum);
        self.get(at);
        self.emit(Instruction::I32Load(mem_arg(4)));
        self.set(at);
        self.step(index);
        if self.random.chance(30) { self.get(index) } else { self.get(sum) }
    }

    // --- Pairs ---

    /// Reads two words at once: one of them, or a comparison of both with known values.
    fn pair(&mut self, address: u32) {
        self.load_at(&(ValType::I64, 8, Instruction::I64Load), address);
        match self.random.below(4) {
            0 => {
                let words = self.random.bits() & 0x3_0000_0003;
                self.emit(Instruction::I64Const(words as i64));
                self.comparison(ValType::I64);
            }
            1 => {
                // Through memory, like a returned struct.
                let local = self.variable_of(ValType::I64);
                self.set(local);
                let scratch = self.layout().scratch;
                self.store_at(&(ValType::I64, 8, Instruction::I64Store), scratch, |body| body.get(local));
                let half = self.random.pick(&[0, 4]);
                self.load_at(&(ValType::I32, 4, Instruction::I32Load), scratch + half);
            }
            choice => {
                if choice == 2 {
                    self.code.extend([Instruction::I64Const(32), Instruction::I64ShrU]);
                }
                self.emit(Instruction::I32WrapI64);
            }
        }
    }
}
