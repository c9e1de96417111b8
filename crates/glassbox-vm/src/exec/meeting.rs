//! Branches whose two ways meet.
//!
//! For `entry.is_some_and(|entry| entry.name == name)` a compiler may compare the name first, although there is none if the entry
//! is `None`; afterwards it looks at the tag, and both ways lead to one place. So a branch on undefined bits, or on the number of an
//! address, need not decide anything. At such an *open* branch the machine goes both ways, as far as they only compute and
//! load, and looks whether they meet. If so, the run goes on there, with the slots that a selection by the condition would give:
//! where the ways differ, a slot depends on the condition, and is as undefined as it is. Otherwise the branch decides. So it does if
//! the ways meet without another test: then no compiler has put tests in another order, and the code itself has asked about
//! bytes that mean nothing.
//!
//! Why that is right: whatever the condition is, the run gets to this place; each slot has the value of one of the two ways, which
//! is what a selection stands for; memory is as it was. All that decides how either way goes is a decision of the run, as
//! everywhere else, so states with the same answers go both ways in the same manner.
//!
//! Valgrind undoes the same tests when it translates a block; here nothing is done before a run meets such a branch.

use super::machine::Machine;
use super::registers::Registers;
use crate::isa::semantics::{BinaryOp, UnaryOp, Value, of};
use crate::isa::{Decision, Op, Slot, instruction_table};
use crate::track::{Extension, Tracked, Tracker};

/// Number of instructions on all ways from an open branch. A test of some fields takes a few.
const MOST_STEPS: u32 = 200;

/// Number of open branches on a way from another one.
const MOST_INNER: u32 = 8;

/// The two places that a branch leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork {
    /// Where it goes if the condition is not zero.
    pub(super) nonzero: u32,
    /// Where it goes if the condition is zero.
    pub(super) zero: u32,
}

/// A place on a way.
#[derive(Clone, Debug)]
struct Way<S> {
    /// Number of jumps back. The code between two of them is passed in its order.
    n_back: u32,
    /// The next instruction.
    pc: u32,
    /// Whether another branch was decided on the way.
    has_tested: bool,
    /// The slots of the frame.
    slots: Vec<Tracked<S>>,
}

impl<S: Copy> Way<S> {
    fn get(&self, slot: Slot) -> Tracked<S> {
        self.slots[usize::from(slot.0)]
    }

    fn set(&mut self, slot: Slot, value: u64, shadow: S) {
        self.slots[usize::from(slot.0)] = Tracked { value, shadow };
    }

    fn jump(&mut self, target: u32) {
        // The instruction being executed is the one before.
        self.n_back += u32::from(target < self.pc);
        self.pc = target;
    }

    fn place(&self) -> (u32, u32) {
        (self.n_back, self.pc)
    }
}

/// What is left of the limits.
#[derive(Debug)]
struct Left {
    steps: u32,
    inner: u32,
}

impl<T: Tracker> Machine<T> {
    /// Goes both ways of an open branch before the instruction `next`. Returns where they meet, and sets the slots of the frame.
    #[cold]
    pub(super) fn meet(
        &mut self,
        frame: &mut Registers<T::Shadow>,
        next: u32,
        condition: Tracked<T::Shadow>,
        fork: Fork,
    ) -> Option<u32> {
        let way = Way { n_back: 0, pc: next, has_tested: false, slots: frame.all().collect() };
        let met = self.met(&way, condition, fork, &mut Left { steps: MOST_STEPS, inner: MOST_INNER })?;
        frame.set_all(&met.slots);
        Some(met.pc)
    }

    fn met(
        &mut self,
        from: &Way<T::Shadow>,
        condition: Tracked<T::Shadow>,
        fork: Fork,
        left: &mut Left,
    ) -> Option<Way<T::Shadow>> {
        let [mut nonzero, mut zero] = [fork.nonzero, fork.zero].map(|target| {
            let mut way = Way { has_tested: false, ..from.clone() };
            way.jump(target);
            way
        });
        while nonzero.place() != zero.place() {
            left.steps = left.steps.checked_sub(1)?;
            // The one that is behind goes on: code is passed in its order.
            self.step(if nonzero.place() < zero.place() { &mut nonzero } else { &mut zero }, left)?;
        }
        // A test behind this one has made it superfluous. Otherwise the code has asked, and does not care about the answer.
        if !(nonzero.has_tested || zero.has_tested) {
            return None;
        }
        let slots = nonzero.slots.iter().zip(&zero.slots).map(|(&a, &b)| {
            if (a.value, a.shadow) == (b.value, b.shadow) {
                return a;
            }
            let shadow = self.tracker.select(condition, a, b);
            Tracked { value: if condition.value as u32 != 0 { a.value } else { b.value }, shadow }
        });
        Some(Way { slots: slots.collect(), has_tested: true, ..nonzero })
    }

    /// An open branch on a way.
    fn fork(
        &mut self,
        way: &mut Way<T::Shadow>,
        condition: Tracked<T::Shadow>,
        fork: Fork,
        left: &mut Left,
    ) -> Option<()> {
        left.inner = left.inner.checked_sub(1)?;
        *way = self.met(way, condition, fork, left)?;
        Some(())
    }
}

macro_rules! steps {
    (
        unary { $($u:ident $u_text:literal |$u_a:ident: $u_at:ty| -> $u_rt:ty $u_body:block;)* }
        unary_trapping { $($v:ident $v_text:literal |$v_a:ident: $v_at:ty| -> $v_rt:ty $v_body:block;)* }
        binary { $($b:ident $b_text:literal |$b_a:ident: $b_at:ty, $b_b:ident: $b_bt:ty| -> $b_rt:ty $b_body:block;)* }
        binary_trapping { $($d:ident $d_text:literal |$d_a:ident: $d_at:ty, $d_b:ident: $d_bt:ty| -> $d_rt:ty $d_body:block;)* }
        compare { $($c:ident $c_text:literal |$c_a:ident: $c_at:ty, $c_b:ident: $c_bt:ty| $c_body:block $c_branch:ident $c_opposite:ident;)* }
        load { $($l:ident $l_text:literal $l_mem:ty => $l_ty:ty;)* }
        store { $($s:ident $s_text:literal $s_mem:ty;)* }
    ) => {
        impl<T: Tracker> Machine<T> {
            /// One instruction of a way. None if it does more than to compute or load, or would stop the run.
            fn step(&mut self, way: &mut Way<T::Shadow>, left: &mut Left) -> Option<()> {
                let op = self.module.code[way.pc as usize];
                way.pc += 1;
                match op {
                    $(Op::$u { dst, a } => {
                        let a = way.get(a);
                        let result = of::$u(a.value);
                        way.set(dst, result, self.tracker.unary(UnaryOp::$u, a, result));
                    })*
                    $(Op::$b { dst, a, b } => {
                        let (a, b) = (way.get(a), way.get(b));
                        let result = of::$b(a.value, b.value);
                        way.set(dst, result, self.tracker.binary(BinaryOp::$b, a, b, result));
                    })*
                    $(Op::$c { dst, a, b } => {
                        let (a, b) = (way.get(a), way.get(b));
                        let result = u64::from(of::$c(a.value, b.value));
                        way.set(dst, result, self.tracker.binary(BinaryOp::$c, a, b, result));
                    })*
                    $(Op::$c_branch { a, b, target } => {
                        let (a, b) = (way.get(a), way.get(b));
                        let taken = of::$c(a.value, b.value);
                        if self.tracker.is_open_comparison(BinaryOp::$c, a, b) {
                            let shadow = self.tracker.binary(BinaryOp::$c, a, b, taken.into());
                            let fork = Fork { nonzero: target, zero: way.pc };
                            return self.fork(way, Tracked { value: taken.into(), shadow }, fork, left);
                        }
                        self.tracker.decide_comparison(BinaryOp::$c, a, b, taken).ok()?;
                        way.has_tested = true;
                        if taken {
                            way.jump(target);
                        }
                    })*
                    $(Op::$l { dst, address, offset } => {
                        const LEN: usize = size_of::<$l_mem>();
                        let place = self.place::<LEN>(way.get(address), offset).ok()?;
                        let extension = const { Extension::from(<$l_mem>::MIN != 0, size_of::<$l_ty>()) };
                        let shadow = self.tracker.load(&self.memory, place, extension).ok()?;
                        let bytes = self.memory.bytes.array::<LEN>(place.address as usize);
                        way.set(dst, Value::to_slot(<$l_ty>::from(<$l_mem>::from_le_bytes(bytes))), shadow);
                    })*
                    Op::Copy { dst, src } => {
                        let src = way.get(src);
                        way.set(dst, src.value, src.shadow);
                    }
                    Op::CopyTwo { dst, src, then_dst, then_src } => {
                        let src = way.get(src);
                        way.set(dst, src.value, src.shadow);
                        let src = way.get(then_src);
                        way.set(then_dst, src.value, src.shadow);
                    }
                    Op::Select { dst, condition, a, b } => {
                        let (condition, a, b) = (way.get(condition), way.get(a), way.get(b));
                        let shadow = self.tracker.select(condition, a, b);
                        way.set(dst, if condition.value as u32 != 0 { a.value } else { b.value }, shadow);
                    }
                    Op::GlobalGet { dst, global } => {
                        way.set(dst, self.globals[global as usize], self.global_shadows[global as usize]);
                    }
                    Op::Jump { target } => way.jump(target),
                    Op::BrIf { condition, target } | Op::BrIfZero { condition, target } => {
                        let condition = way.get(condition);
                        let (nonzero, zero) =
                            if matches!(op, Op::BrIf { .. }) { (target, way.pc) } else { (way.pc, target) };
                        if self.tracker.is_open(condition) {
                            return self.fork(way, condition, Fork { nonzero, zero }, left);
                        }
                        self.tracker.decide(Decision::Branch, condition).ok()?;
                        way.has_tested = true;
                        way.jump(if condition.value as u32 != 0 { nonzero } else { zero });
                    }
                    _ => return None,
                }
                Some(())
            }
        }
    };
}

instruction_table!(steps);

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use wasm_encoder::{self as enc, BlockType, Instruction, ValType};

    use super::*;
    use crate::exec::{Limits, NoHost, Stop};
    use crate::module::Module;
    use crate::track::{Concrete, Sanitizer};

    const N_LOCALS: u32 = 4;

    const PLACE: enc::MemArg =
        enc::MemArg { offset: 0, align: 0, target: enc::MemArgTarget::Memory(0), ordering: None };

    /// A module with a function of two numbers that ends with a number.
    fn module(body: &[Instruction<'_>]) -> Arc<Module> {
        let mut types = enc::TypeSection::new();
        types.ty().function([ValType::I32; 2], [ValType::I32]);
        let mut functions = enc::FunctionSection::new();
        functions.function(0);
        let mut memories = enc::MemorySection::new();
        let memory =
            enc::MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        memories.memory(memory);
        let mut code = enc::CodeSection::new();
        let mut function = enc::Function::new([(N_LOCALS - 2, ValType::I32)]);
        body.iter().chain([&Instruction::End]).for_each(|instruction| {
            function.instruction(instruction);
        });
        code.function(&function);
        let mut data = enc::DataSection::new();
        data.active(0, &enc::ConstExpr::i32_const(0), [0, 1, 1, 2, 3, 0, 2, 1]);
        let mut module = enc::Module::new();
        module.section(&types).section(&functions).section(&memories).section(&code).section(&data);
        Arc::new(Module::load(&module.finish()).expect("valid"))
    }

    /// Runs the function of an undefined number and a known one.
    fn sanitized(module: &Arc<Module>, known: u64) -> Result<Tracked<u64>, Stop> {
        let mut machine =
            Machine::new(module.clone(), Sanitizer::default(), Limits::default(), &mut NoHost).expect("no imports");
        machine.set_fuel(10_000);
        let arguments = [Tracked { value: 0, shadow: 3 }, Tracked { value: known, shadow: 0 }];
        machine.invoke_tracked(&mut NoHost, 0, &arguments).map(|results| results[0]).map_err(|stopped| stopped.stop)
    }

    /// What the function gives for each value of the undefined number.
    fn all_values(module: &Arc<Module>, known: u64) -> Vec<Result<u64, Stop>> {
        let mut machine = Machine::new(module.clone(), Concrete, Limits::default(), &mut NoHost).expect("no imports");
        let run = |unknown| {
            machine.set_fuel(20_000);
            let results = machine.invoke(&mut NoHost, 0, &[unknown, known]);
            results.map(|results| results[0]).map_err(|stopped| stopped.stop)
        };
        (0..4).map(run).collect()
    }

    /// `unknown == 3 && known == 1`, in this order, as branches to one place.
    fn and_of(then: &[Instruction<'static>]) -> Vec<Instruction<'static>> {
        let mut body = vec![
            Instruction::Block(BlockType::Empty),
            Instruction::LocalGet(0),
            Instruction::I32Const(3),
            Instruction::I32Ne,
            Instruction::BrIf(0),
            Instruction::LocalGet(1),
            Instruction::I32Const(1),
            Instruction::I32Ne,
            Instruction::BrIf(0),
        ];
        body.extend(then.iter().cloned());
        body.extend([Instruction::End, Instruction::LocalGet(2)]);
        body
    }

    #[test]
    fn a_branch_that_does_not_matter_is_no_decision() {
        let module = module(&and_of(&[Instruction::I32Const(7), Instruction::LocalSet(2)]));
        let result = sanitized(&module, 0).expect("both ways lead to the end");
        assert_eq!((result.value, result.shadow), (0, 0));
        // Here the ways differ, and so does the local.
        let result = sanitized(&module, 1).expect("both ways lead to the end");
        assert_eq!(result.shadow, 7);
    }

    #[test]
    fn ways_that_do_more_than_to_compute_do_not_meet() {
        let writes = [Instruction::I32Const(0), Instruction::I32Const(1), Instruction::I32Store8(PLACE)];
        let module = module(&and_of(&writes));
        assert!(sanitized(&module, 0).is_ok(), "no way gets to the store");
        let stop = sanitized(&module, 1).expect_err("one way stores");
        assert!(stop.to_string().contains("uninitialised"), "{stop}");
    }

    /// The same code with a store after each branch, so that no ways meet.
    fn without_meetings(body: &[Instruction<'static>]) -> Vec<Instruction<'static>> {
        let store = [Instruction::I32Const(24), Instruction::I32Const(0), Instruction::I32Store8(PLACE)];
        let with_store = |op: &Instruction<'static>| {
            let stores = if matches!(op, Instruction::BrIf(_)) { store.to_vec() } else { Vec::new() };
            std::iter::once(op.clone()).chain(stores)
        };
        body.iter().flat_map(with_store).collect()
    }

    /// Random code with blocks, loops and branches: where a run with an undefined number ends, it ends for each value of the number, and
    /// the defined bits of its result are right.
    #[test]
    fn where_ways_meet_every_value_leads() {
        let (mut n_ended, mut n_stopped, mut n_met) = (0, 0, 0);
        for seed in 0..1500 {
            let body = Writer::new(seed).body();
            let [module, without] = [&body, &without_meetings(&body)].map(|body| module(body));
            for known in 0..3 {
                let Ok(result) = sanitized(&module, known) else {
                    n_stopped += 1;
                    continue;
                };
                n_ended += 1;
                n_met += u32::from(sanitized(&without, known).is_err());
                for value in all_values(&module, known) {
                    let value = value.expect("every value leads to the end");
                    assert_eq!((value ^ result.value) & !result.shadow, 0, "{seed}: {known}: {body:?}");
                }
            }
        }
        assert!(n_ended > 1000 && n_stopped > 1000 && n_met > 300, "{n_ended} {n_stopped} {n_met}");
    }

    /// Writes random code.
    struct Writer {
        state: u64,
        code: Vec<Instruction<'static>>,
        /// For each open label whether it is a loop.
        labels: Vec<bool>,
        budget: u32,
    }

    impl Writer {
        fn new(seed: u64) -> Self {
            Self {
                state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
                code: Vec::new(),
                labels: Vec::new(),
                budget: 6,
            }
        }

        /// A number below `n` (xorshift, Marsaglia 2003).
        fn below(&mut self, n: u64) -> u64 {
            self.state ^= self.state << 13;
            self.state ^= self.state >> 7;
            self.state ^= self.state << 17;
            (self.state >> 11) % n
        }

        fn body(mut self) -> Vec<Instruction<'static>> {
            while self.budget > 0 {
                self.statement();
            }
            self.expression();
            self.code
        }

        fn statement(&mut self) {
            self.budget = self.budget.saturating_sub(1);
            match self.below(10) {
                0..=3 => {
                    self.expression();
                    let local = 1 + self.below(u64::from(N_LOCALS) - 1) as u32;
                    self.code.push(Instruction::LocalSet(local));
                }
                4..=6 if !self.labels.is_empty() => {
                    self.expression();
                    // A jump back could go round for ever.
                    let forward: Vec<usize> = (0..self.labels.len()).filter(|at| !self.labels[*at]).collect();
                    if forward.is_empty() {
                        self.code.push(Instruction::Drop);
                    } else {
                        let at = forward[self.below(forward.len() as u64) as usize];
                        self.code.push(Instruction::BrIf((self.labels.len() - 1 - at) as u32));
                    }
                }
                7 if self.labels.len() < 4 => self.round(),
                8 => {
                    self.code.push(Instruction::I32Const(16));
                    self.expression();
                    self.code.push(Instruction::I32Store8(PLACE));
                }
                _ if self.labels.len() < 4 => self.block(),
                _ => {}
            }
        }

        fn block(&mut self) {
            self.code.push(Instruction::Block(BlockType::Empty));
            self.labels.push(false);
            for _ in 0..2 + self.below(4) {
                self.statement();
            }
            self.labels.pop();
            self.code.push(Instruction::End);
        }

        /// A loop that goes round twice.
        fn round(&mut self) {
            self.code.push(Instruction::Loop(BlockType::Empty));
            self.labels.push(true);
            self.block();
            let again = [
                Instruction::LocalGet(1),
                Instruction::I32Const(1),
                Instruction::I32ShrU,
                Instruction::LocalTee(1),
                Instruction::I32Const(15),
                Instruction::I32And,
                Instruction::BrIf(0),
            ];
            self.code.extend(again);
            self.labels.pop();
            self.code.push(Instruction::End);
        }

        fn expression(&mut self) {
            match self.below(10) {
                0 => self.code.push(Instruction::LocalGet(0)),
                1..=4 => {
                    let local = self.below(u64::from(N_LOCALS)) as u32;
                    self.code.push(Instruction::LocalGet(local));
                }
                5 => {
                    let number = self.below(4) as i32;
                    self.code.push(Instruction::I32Const(number));
                }
                6 => {
                    // A byte of the table.
                    self.code.push(Instruction::LocalGet(1));
                    self.code.extend([Instruction::I32Const(7), Instruction::I32And, Instruction::I32Load8U(PLACE)]);
                }
                _ => {
                    self.expression();
                    self.expression();
                    let operators = [
                        Instruction::I32Eq,
                        Instruction::I32Ne,
                        Instruction::I32LtU,
                        Instruction::I32And,
                        Instruction::I32Xor,
                        Instruction::I32Add,
                    ];
                    let at = self.below(operators.len() as u64) as usize;
                    self.code.push(operators[at].clone());
                }
            }
        }
    }
}
