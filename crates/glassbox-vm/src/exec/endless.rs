//! Endless loops: runs that come back to a state that they were in.
//!
//! A run is deterministic: what it does next depends on the instruction, the slots of the calls in progress, the globals, the
//! tables, the memory, and the host. If all of these are as they were at an earlier jump back, and the host has not been
//! called in between, the run goes round forever. That is a bug, while a run that just takes many steps has only met a limit.
//!
//! The first half of the fuel is spent without looking. After that every jump back compares the state with one earlier
//! state, which moves forward at powers of two (Brent 1980), so a loop of n jumps is found after at most 3n of them.
//! Comparing memory is cheap: only pages that the run has written can differ, and the first difference ends the comparison.
//!
//! A run with terms stands for many states. So the terms must be as they were, too: then every one of these states comes back.

use super::machine::Machine;
use super::repetition::{Anchor, Repetition};
use crate::isa::Trap;
use crate::track::Tracker;

impl<T: Tracker> Machine<T> {
    /// Charges steps to the second half of the fuel.
    #[cold]
    pub(super) fn charge_reserve(&mut self, steps: u64) -> Result<(), Trap> {
        self.reserve = self.reserve.checked_sub(steps).ok_or(Trap::FuelExhausted)?;
        Ok(())
    }

    /// Charges a jump back to the second half of the fuel, and looks whether the run is in a state that it was in before.
    /// `end` is the end of the current frame.
    #[cold]
    pub(super) fn jump_on_reserve(&mut self, target: u32, end: usize, steps: u64) -> Result<(), Trap> {
        self.charge_reserve(steps)?;
        if self.repetition.anchor.as_ref().is_some_and(|anchor| self.is_at(anchor, target, end)) {
            return Err(Trap::EndlessLoop);
        }
        self.repetition.n_jumps += 1;
        if self.repetition.n_jumps >= self.repetition.most_jumps {
            let most_jumps = self.repetition.most_jumps.saturating_mul(2);
            self.repetition = Repetition { anchor: Some(self.anchor(target, end)), n_jumps: 0, most_jumps };
        }
        Ok(())
    }

    fn anchor(&self, target: u32, end: usize) -> Anchor<T::Shadow> {
        Anchor {
            target,
            frames: self.stack.frames.clone(),
            slots: self.stack.slots[..end].to_vec(),
            shadows: self.stack.shadows[..end].to_vec(),
            globals: self.globals.clone(),
            n_effects: self.n_effects,
            pages: self.memory.bytes.dirty_pages().map(<[u8]>::to_vec).collect(),
            terms: self.tracker.terms_in_memory(),
        }
    }

    fn is_at(&self, anchor: &Anchor<T::Shadow>, target: u32, end: usize) -> bool {
        let same = |(now, then): (&T::Shadow, &T::Shadow)| self.tracker.same_in_all_states(*now, *then);
        anchor.target == target
            && anchor.n_effects == self.n_effects
            && anchor.frames == self.stack.frames
            && anchor.slots == self.stack.slots[..end]
            && anchor.globals == self.globals
            && anchor.pages.iter().map(Vec::as_slice).eq(self.memory.bytes.dirty_pages())
            && self.stack.shadows[..end].iter().zip(&anchor.shadows).all(same)
            && anchor.terms == self.tracker.terms_in_memory()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use wasm_encoder as enc;

    use crate::exec::{Limits, Machine, NoHost, Stop};
    use crate::isa::Trap;
    use crate::module::Module;
    use crate::track::{Concolic, Sanitizer, Tracker};

    const PLACE: enc::MemArg =
        enc::MemArg { offset: 2000, align: 0, target: enc::MemArgTarget::Memory(0), ordering: None };

    /// A function that repeats `body` forever.
    fn forever(body: &[enc::Instruction<'_>]) -> Arc<Module> {
        let mut types = enc::TypeSection::new();
        types.ty().function([], []);
        let mut functions = enc::FunctionSection::new();
        functions.function(0);
        let mut memories = enc::MemorySection::new();
        let memory =
            enc::MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        memories.memory(memory);
        let mut function = enc::Function::new([(1, enc::ValType::I32)]);
        function.instruction(&enc::Instruction::Loop(enc::BlockType::Empty));
        for instruction in body {
            function.instruction(instruction);
        }
        function.instruction(&enc::Instruction::Br(0));
        function.instruction(&enc::Instruction::End).instruction(&enc::Instruction::End);
        let mut code = enc::CodeSection::new();
        code.function(&function);
        let mut module = enc::Module::new();
        module.section(&types).section(&functions).section(&memories).section(&code);
        Arc::new(Module::load(&module.finish()).expect("valid"))
    }

    fn trap<T: Tracker>(module: &Arc<Module>, tracker: T) -> Stop {
        let mut machine = Machine::new(module.clone(), tracker, Limits::default(), &mut NoHost).expect("no imports");
        machine.set_fuel(10_000);
        machine.invoke(&mut NoHost, 0, &[]).expect_err("it never returns").stop
    }

    fn check(body: &[enc::Instruction<'_>], expected: Trap) {
        let module = forever(body);
        assert_eq!(trap(&module, Sanitizer::default()), Stop::Trap(expected));
        assert_eq!(trap(&module, Concolic::default()), Stop::Trap(expected));
    }

    #[test]
    fn only_a_state_that_comes_back_is_an_endless_loop() {
        use enc::Instruction as I;
        check(&[], Trap::EndlessLoop);
        // A local that counts, and one that counts from 0 to 6.
        let count = [I::LocalGet(0), I::I32Const(1), I::I32Add];
        check(&[&count[..], &[I::LocalSet(0)]].concat(), Trap::FuelExhausted);
        check(&[&count[..], &[I::I32Const(7), I::I32RemU, I::LocalSet(0)]].concat(), Trap::EndlessLoop);
        // A byte of memory that counts comes back after 256 rounds, a word does not.
        let [at, one] = [I::I32Const(0), I::I32Const(1)];
        let byte = [at.clone(), at.clone(), I::I32Load8U(PLACE), one.clone(), I::I32Add, I::I32Store8(PLACE)];
        check(&byte, Trap::EndlessLoop);
        check(&[at.clone(), at, I::I32Load(PLACE), one, I::I32Add, I::I32Store(PLACE)], Trap::FuelExhausted);
    }
}
