//! The dispatch loop.
//!
//! One `match` over the internal instructions; the instruction table generates most of its arms. rustc compiles it once per
//! tracker and host. The loop reads and writes operands through raw pointers to the current frame ([`Registers`]): the
//! translator guarantees that every slot an instruction names is inside its function's frame, and a call checks that the
//! whole frame is inside the stack. `debug_assert` checks both.

use super::configuration::Returned;
use super::host::Host;
use super::machine::Machine;
use super::meeting::Fork;
use super::next::Next;
use super::registers::Registers;
use super::stack::Frame;
use super::throw::Position;
use crate::isa::semantics::{BinaryOp, UnaryOp, Value, of};
use crate::isa::{Decision, Op, Trap, instruction_table};
use crate::module::Module;
use crate::stop::{Refusal, Stop};
use crate::track::{Extension, Place, Tracked, Tracker};

impl<T: Tracker> Machine<T> {
    /// Makes room for a call of `defined` with its frame at `base`, and sets up locals and constants.
    #[inline(always)]
    fn enter(&mut self, module: &Module, defined: u32, base: usize) -> Result<(u32, Registers<T::Shadow>), Trap> {
        let function = &module.functions[defined as usize];
        let end = base + usize::from(function.n_slots);
        if end > self.stack.slots.len() || self.stack.frames.len() > self.stack.max_depth {
            return Err(Trap::StackExhausted);
        }
        let cost = u64::from(function.end - function.start);
        match self.fuel.checked_sub(cost) {
            Some(fuel) => self.fuel = fuel,
            None => self.charge_reserve(cost)?,
        }
        let first_local = base + usize::from(function.n_params);
        let first_constant = first_local + usize::from(function.n_locals);
        let constants = &module.constants[function.constants.start as usize..function.constants.end as usize];
        let slots = &mut self.stack.slots[first_local..first_constant + constants.len()];
        slots[..usize::from(function.n_locals)].fill(0);
        slots[usize::from(function.n_locals)..].copy_from_slice(constants);
        self.stack.shadows[first_local..first_constant + constants.len()].fill(T::Shadow::default());
        if T::STATICS {
            let statics = &module.static_constants[function.statics.start as usize..function.statics.end as usize];
            for constant in statics {
                let shadow = self.tracker.static_address(constant.value, constant.object);
                self.stack.shadows[base + usize::from(constant.slot)] = shadow;
            }
        }
        Ok((function.start, self.registers(base, end)))
    }

    #[inline(always)]
    fn registers(&mut self, base: usize, end: usize) -> Registers<T::Shadow> {
        Registers::new(&mut self.stack, base, end)
    }

    /// The place where an instruction accesses `LEN` bytes, or a trap if they are not all inside the memory.
    #[inline(always)]
    pub(super) fn place<const LEN: usize>(
        &mut self,
        base: Tracked<T::Shadow>,
        offset: u32,
    ) -> Result<Place<T::Shadow>, Stop> {
        let address = (base.value as u32 as usize) + offset as usize;
        if address + LEN > self.memory.bytes.len() {
            self.tracker.decide(Decision::Address, base)?;
            return Err(Trap::MemoryOutOfBounds.into());
        }
        Ok(Place { base, offset, address: address as u32, len: LEN as u32 })
    }

    /// The function that an indirect call reaches.
    fn indirect_target(&self, table: u16, index: u64, ty: u32) -> Result<u32, Trap> {
        let element = self.tables[usize::from(table)].get(index as u32).map_err(|_| Trap::UndefinedElement)?;
        let function = element.checked_sub(1).ok_or(Trap::UninitializedElement)? as u32;
        if self.module.function_types[function as usize] != ty {
            return Err(Trap::IndirectCallType);
        }
        Ok(function)
    }
}

macro_rules! dispatch {
    (
        unary { $($u:ident $u_text:literal |$u_a:ident: $u_at:ty| -> $u_rt:ty $u_body:block;)* }
        unary_trapping { $($v:ident $v_text:literal |$v_a:ident: $v_at:ty| -> $v_rt:ty $v_body:block;)* }
        binary { $($b:ident $b_text:literal |$b_a:ident: $b_at:ty, $b_b:ident: $b_bt:ty| -> $b_rt:ty $b_body:block;)* }
        binary_trapping { $($d:ident $d_text:literal |$d_a:ident: $d_at:ty, $d_b:ident: $d_bt:ty| -> $d_rt:ty $d_body:block;)* }
        compare { $($c:ident $c_text:literal |$c_a:ident: $c_at:ty, $c_b:ident: $c_bt:ty| $c_body:block $c_branch:ident $c_opposite:ident;)* }
        load { $($l:ident $l_text:literal $l_mem:ty => $l_ty:ty;)* }
        store { $($s:ident $s_text:literal $s_mem:ty;)* }
    ) => {
        /// Runs the function whose body has number `defined`. Its arguments are in the first slots of the stack, and it
        /// leaves its results there.
        #[expect(clippy::too_many_lines, reason = "one arm per instruction, each a few lines")]
        pub(super) fn run<T: Tracker, H: Host<T>>(
            machine: &mut Machine<T>,
            host: &mut H,
            defined: u32,
        ) -> Result<(), Stop> {
            let module = machine.module.clone();
            let module: &Module = &module;
            let code: &[Op] = &module.code;
            machine.stack.pc = module.functions[defined as usize].start;
            machine.stack.frames.push(Frame { return_pc: 0, base: 0, end: 0 });
            let (start, mut frame) = machine.enter(module, defined, 0)?;
            if machine.notes.is_some() {
                machine.note_call(host, defined, 0);
            }
            let mut next = Next::at(code, start);

            // Stops the run if an expression is an error; the instruction being executed is the one before `next`.
            macro_rules! attempt {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(stop) => {
                            machine.stack.pc = next.index(code) - 1;
                            return Err(Stop::from(stop));
                        }
                    }
                };
            }
            // Jumps. A jump back costs as many steps as the loop has instructions.
            macro_rules! jump {
                ($target:expr) => {{
                    let target = Next::at(code, $target);
                    if let Some(length) = next.length_back_to(target) {
                        match machine.fuel.checked_sub(length) {
                            Some(fuel) => machine.fuel = fuel,
                            None => attempt!(machine.jump_on_reserve($target, frame.end, length)),
                        }
                    }
                    next = target;
                }};
            }
            // Goes on where the two ways of an open branch meet, if they do.
            macro_rules! go_both_ways {
                ($condition:expr, nonzero: $nonzero:expr, zero: $zero:expr) => {{
                    let fork = Fork { nonzero: $nonzero, zero: $zero };
                    if let Some(met) = machine.meet(&mut frame, next.index(code), $condition, fork) {
                        jump!(met);
                        continue;
                    }
                }};
            }
            macro_rules! call {
                ($defined:expr, $slot:expr) => {{
                    let base = frame.base + usize::from($slot.0);
                    machine.stack.frames.push(Frame { return_pc: next.index(code), base: frame.base as u32, end: frame.end as u32 });
                    match machine.enter(module, $defined, base) {
                        Ok((start, registers)) => {
                            frame = registers;
                            next = Next::at(code, start);
                            if machine.notes.is_some() {
                                machine.note_call(host, $defined, base);
                            }
                        }
                        Err(trap) => {
                            // The trap belongs to the call, not to the callee.
                            machine.stack.frames.pop();
                            attempt!(Err(trap))
                        }
                    }
                }};
            }
            macro_rules! call_host {
                ($function:expr, $slot:expr) => {{
                    machine.stack.pc = next.index(code) - 1;
                    machine.call_host(host, $function, frame.base + usize::from($slot.0))?;
                }};
            }

            // Goes on where an exception is caught.
            macro_rules! throw {
                ($exception:expr) => {{
                    let thrown = Position { pc: next.index(code) - 1, base: frame.base, end: frame.end };
                    let caught = attempt!(machine.throw(thrown, $exception));
                    frame = machine.registers(caught.base, caught.end);
                    next = Next::at(code, caught.pc);
                }};
            }

            loop {
                let op = next.take(code);
                match *op {
                    $(Op::$u { dst, a } => {
                        let a = frame.tracked(a);
                        let result = of::$u(a.value);
                        let shadow = machine.tracker.unary(UnaryOp::$u, a, result);
                        frame.set(dst, result, shadow);
                    })*
                    $(Op::$v { dst, a } => {
                        let a = frame.tracked(a);
                        attempt!(machine.tracker.decide_unary_trap(UnaryOp::$v, a));
                        let result = attempt!(of::$v(a.value));
                        let shadow = machine.tracker.unary(UnaryOp::$v, a, result);
                        frame.set(dst, result, shadow);
                    })*
                    $(Op::$b { dst, a, b } => {
                        let (a, b) = (frame.tracked(a), frame.tracked(b));
                        let result = of::$b(a.value, b.value);
                        let shadow = machine.tracker.binary(BinaryOp::$b, a, b, result);
                        frame.set(dst, result, shadow);
                    })*
                    $(Op::$d { dst, a, b } => {
                        let (a, b) = (frame.tracked(a), frame.tracked(b));
                        attempt!(machine.tracker.decide_binary_trap(BinaryOp::$d, a, b));
                        let result = attempt!(of::$d(a.value, b.value));
                        let shadow = machine.tracker.binary(BinaryOp::$d, a, b, result);
                        frame.set(dst, result, shadow);
                    })*
                    $(Op::$c { dst, a, b } => {
                        let (a, b) = (frame.tracked(a), frame.tracked(b));
                        let result = u64::from(of::$c(a.value, b.value));
                        let shadow = machine.tracker.binary(BinaryOp::$c, a, b, result);
                        frame.set(dst, result, shadow);
                    })*
                    $(Op::$c_branch { a, b, target } => {
                        let (a, b) = (frame.tracked(a), frame.tracked(b));
                        let taken = of::$c(a.value, b.value);
                        if machine.tracker.is_open_comparison(BinaryOp::$c, a, b) {
                            let shadow = machine.tracker.binary(BinaryOp::$c, a, b, taken.into());
                            let condition = Tracked { value: taken.into(), shadow };
                            go_both_ways!(condition, nonzero: target, zero: next.index(code));
                        }
                        attempt!(machine.tracker.decide_comparison(BinaryOp::$c, a, b, taken));
                        if taken {
                            jump!(target);
                        }
                    })*
                    $(Op::$l { dst, address, offset } => {
                        const LEN: usize = size_of::<$l_mem>();
                        let place = attempt!(machine.place::<LEN>(frame.tracked(address), offset));
                        let extension = const { Extension::from(<$l_mem>::MIN != 0, size_of::<$l_ty>()) };
                        let shadow = attempt!(machine.tracker.load(&machine.memory, place, extension));
                        let bytes = machine.memory.bytes.array::<LEN>(place.address as usize);
                        frame.set(dst, Value::to_slot(<$l_ty>::from(<$l_mem>::from_le_bytes(bytes))), shadow);
                    })*
                    $(Op::$s { address, value, offset } => {
                        const LEN: usize = size_of::<$s_mem>();
                        let value = frame.tracked(value);
                        let place = attempt!(machine.place::<LEN>(frame.tracked(address), offset));
                        attempt!(machine.tracker.store(&machine.memory, place, value));
                        let bytes = (value.value as $s_mem).to_le_bytes();
                        machine.memory.bytes.set_array::<LEN>(place.address as usize, bytes);
                    })*

                    Op::Copy { dst, src } => {
                        let src = frame.tracked(src);
                        frame.set(dst, src.value, src.shadow);
                    }
                    Op::CopyTwo { dst, src, then_dst, then_src } => {
                        let src = frame.tracked(src);
                        frame.set(dst, src.value, src.shadow);
                        let src = frame.tracked(then_src);
                        frame.set(then_dst, src.value, src.shadow);
                    }
                    Op::Select { dst, condition, a, b } => {
                        let (condition, a, b) = (frame.tracked(condition), frame.tracked(a), frame.tracked(b));
                        let shadow = machine.tracker.select(condition, a, b);
                        let value = if condition.value as u32 != 0 { a.value } else { b.value };
                        frame.set(dst, value, shadow);
                    }
                    Op::GlobalGet { dst, global } => {
                        let global = global as usize;
                        frame.set(dst, machine.globals[global], machine.global_shadows[global]);
                    }
                    Op::LeafFrame { dst, global } => {
                        let global = global as usize;
                        machine.tracker.leaf_frame(machine.globals[global] as u32);
                        frame.set(dst, machine.globals[global], machine.global_shadows[global]);
                    }
                    Op::GlobalSet { src, global } => {
                        let src = frame.tracked(src);
                        if Some(global) == machine.stack_pointer {
                            attempt!(machine.tracker.decide(Decision::Address, src));
                            let old = machine.globals[global as usize] as u32;
                            attempt!(machine.tracker.stack_moved(old, src.value as u32));
                        }
                        machine.globals[global as usize] = src.value;
                        machine.global_shadows[global as usize] = src.shadow;
                    }

                    Op::Jump { target } => jump!(target),
                    Op::BrIf { condition, target } => {
                        let condition = frame.tracked(condition);
                        if machine.tracker.is_open(condition) {
                            go_both_ways!(condition, nonzero: target, zero: next.index(code));
                        }
                        attempt!(machine.tracker.decide(Decision::Branch, condition));
                        if condition.value as u32 != 0 {
                            jump!(target);
                        }
                    }
                    Op::BrIfZero { condition, target } => {
                        let condition = frame.tracked(condition);
                        if machine.tracker.is_open(condition) {
                            go_both_ways!(condition, nonzero: next.index(code), zero: target);
                        }
                        attempt!(machine.tracker.decide(Decision::Branch, condition));
                        if condition.value as u32 == 0 {
                            jump!(target);
                        }
                    }
                    Op::BrTable { index, table } => {
                        let index = frame.tracked(index);
                        let n_targets = module.jump_tables[table as usize] as usize;
                        let first = table as usize + 1;
                        let targets = &module.jump_tables[first..first + n_targets];
                        attempt!(machine.tracker.decide_switch(index, table, targets));
                        jump!(targets[(index.value as u32 as usize).min(n_targets - 1)]);
                    }
                    Op::Return => {
                        let caller = machine.stack.frames.pop().expect("the host's frame is the first");
                        if let Some(global) = machine.stack_pointer {
                            machine.tracker.returned(machine.globals[global as usize] as u32);
                        }
                        if machine.stack.frames.is_empty() {
                            if machine.notes.is_some() {
                                machine.note_return(host, Returned::Last { defined });
                            }
                            return Ok(());
                        }
                        if machine.notes.is_some() {
                            let (pc, outer) = (caller.return_pc, caller.base as usize);
                            machine.note_return(host, Returned::To { pc, outer, base: frame.base });
                        }
                        next = Next::at(code, caller.return_pc);
                        frame = machine.registers(caller.base as usize, caller.end as usize);
                    }
                    Op::Call { base, function } => call!(function - module.n_imported_functions, base),
                    Op::CallHost { base, function } => call_host!(function, base),
                    Op::CallIndirect { base, index, table, ty } => {
                        let index = frame.tracked(index);
                        attempt!(machine.tracker.decide(Decision::CallTarget, index));
                        let function = attempt!(machine.indirect_target(table, index.value, ty));
                        match function.checked_sub(module.n_imported_functions) {
                            Some(defined) => call!(defined, base),
                            None => call_host!(function, base),
                        }
                    }
                    Op::Throw { base, tag } => {
                        let exception = machine.exception(tag, frame.base + usize::from(base.0));
                        throw!(exception);
                    }
                    Op::ThrowRef { exception } => throw!(frame.tracked(exception).value),
                    Op::NotOffered { service } => attempt!(Err(Refusal::NoService { service })),
                    Op::AllocationFailed => attempt!(Err(Trap::AllocationFailed)),
                    Op::Unreachable => attempt!(Err(Trap::Unreachable)),

                    Op::MemorySize { dst } => frame.set(dst, u64::from(machine.memory.pages()), Default::default()),
                    Op::MemoryGrow { dst, delta } => {
                        let delta = frame.tracked(delta);
                        attempt!(machine.tracker.decide(Decision::Size, delta));
                        machine.n_effects += 1;
                        let old = machine.memory.grow(delta.value as u32);
                        machine.tracker.grown(machine.memory.bytes.len());
                        frame.set(dst, u64::from(old.unwrap_or(u32::MAX)), Default::default());
                    }
                    _ => attempt!(machine.bulk(*op, &mut frame)),
                }
            }
        }
    };
}

instruction_table!(dispatch);
