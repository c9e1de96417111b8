//! Random programs: parameters and functions.

use std::sync::Arc;

use wasm_encoder::{BlockType, Function, Instruction, ValType};

use super::body::{Body, FRAME};
use super::encode::{encode, source};
use super::layout::Layout;
use super::shape::{STACK_POINTER, Shape, some_type};
use crate::lookalikes::domain;
use crate::lookalikes::program::{Argument, Condition, Pattern, Program};
use crate::random::Random;

/// Program number `number` of a seed.
pub fn program(seed: u64, number: u64) -> Program {
    let mut random = Random::new(seed, number, 2);
    let mut shape = Shape::new(&mut random);
    let pointer = random.chance(40).then_some(0);
    let arguments = arguments(&mut random, &mut shape, pointer);
    let mut bodies = vec![entry(&mut random, &shape, pointer)];
    for index in 0..shape.helpers.len() {
        bodies.push(helper(&mut random, &shape, index));
    }
    let module = encode(&mut random, &shape, &bodies);
    let source = source(&shape, &module);
    let Layout { choices, cells, blocks, .. } = shape.layout;
    let (name, entry) = (format!("wasm {number}"), "f".to_owned());
    Program { name, module: Arc::new(module), entry, choices, arguments, cells, blocks, source }
}

/// Arguments of the entry: sometimes the address of the first cell, and a few varying ones.
fn arguments(random: &mut Random, shape: &mut Shape, pointer: Option<u32>) -> Vec<Argument> {
    let mut arguments = Vec::new();
    if pointer.is_some() {
        shape.entry.params.push(ValType::I32);
        arguments.push(Argument::Plain(u64::from(shape.layout.base)));
    }
    for _ in 0..random.below(4) {
        let ty = some_type(random);
        shape.entry.params.push(ty);
        arguments.push(argument(random, &shape.layout, ty));
    }
    arguments
}

fn argument(random: &mut Random, layout: &Layout, ty: ValType) -> Argument {
    let len = if matches!(ty, ValType::I32 | ValType::F32) { 4 } else { 8 };
    let float = matches!(ty, ValType::F32 | ValType::F64);
    let domain = if float { domain::Domain::Float } else { domain::any(random, 2) };
    if random.chance(10) {
        return Argument::Plain(domain.bits(random, len));
    }
    let variable = random.below(layout.choices.len());
    let values = domain.words(random, layout.choices[variable] as usize, len);
    let other = random.below(layout.choices.len());
    // Sometimes an argument is undefined in some states.
    let choices = vec![random.below(layout.choices[other] as usize) as u32];
    let present = random.chance(4).then_some(Condition { variable: other, choices });
    Argument::Cell(Pattern { variable, len, values, present })
}

// --- Functions ---

fn entry(random: &mut Random, shape: &Shape, pointer: Option<u32>) -> Function {
    // A law is one condition without any branch.
    let law = random.chance(8);
    let budget = if law { 0 } else { random.pick(&[12, 20, 32, 48]) };
    let mut body = Body::new(random, shape, &shape.entry, 0);
    body.pointer = pointer;
    body.write(budget, |body| match (law, &body.results[..]) {
        (true, [ValType::I32]) => body.combine(3),
        _ => body.result(),
    });
    body.finish(shape.entry.params.len())
}

fn helper(random: &mut Random, shape: &Shape, index: usize) -> Function {
    let signature = &shape.helpers[index];
    let budget = random.below(3);
    let mut body = Body::new(random, shape, signature, index + 1);
    body.write(budget, |body| {
        let ty = body.results[0];
        body.expression(ty, 2);
    });
    body.finish(signature.params.len())
}

impl Body<'_> {
    /// Writes the whole body: frame, statements, result.
    fn write(&mut self, budget: usize, result: impl FnOnce(&mut Self)) {
        self.budget = budget;
        if self.shape.layout.stack.is_some() && self.random.chance(70) {
            self.push_frame();
        }
        let ty = match self.results[..] {
            [ty] => BlockType::Result(ty),
            // The type of a function without parameters and with both results.
            _ => BlockType::FunctionType(self.shape.helpers.len() as u32 + 1),
        };
        self.open(Instruction::Block, ty);
        if budget > 0 {
            self.initialise();
        }
        while self.budget > 0 {
            self.statements(budget);
        }
        result(self);
        self.close();
        if let Some(frame) = self.frame {
            self.code.extend([Instruction::LocalGet(frame), Instruction::I32Const(FRAME), Instruction::I32Add]);
            self.emit(Instruction::GlobalSet(STACK_POINTER));
        }
    }

    /// Sets most variables to varying values.
    fn initialise(&mut self) {
        for local in self.variables.clone() {
            if self.random.chance(70) {
                let depth = self.random.below(2);
                self.expression(self.locals[local as usize], depth);
                self.set(local);
            }
        }
    }

    fn push_frame(&mut self) {
        let frame = self.fresh(ValType::I32);
        self.frame = Some(frame);
        self.code.extend([Instruction::GlobalGet(STACK_POINTER), Instruction::I32Const(FRAME), Instruction::I32Sub]);
        self.code.extend([Instruction::LocalTee(frame), Instruction::GlobalSet(STACK_POINTER)]);
    }
}

#[cfg(test)]
mod tests {
    use glassbox_vm::isa::Op;

    use super::*;
    use crate::lookalikes::oracle::{Event, paths};

    #[test]
    fn programs_run_on_all_assignments_and_have_several_paths() {
        let (mut n_classes, mut one_path, mut with_errors) = (0, 0, 0);
        let n = 200;
        for number in 0..n {
            let program = program(1, number);
            let paths = paths(&program).unwrap_or_else(|error| panic!("{program}\n{error}"));
            assert_eq!(paths.runs.len() as u32, program.choices.iter().product::<u32>());
            n_classes += paths.n_classes;
            one_path += usize::from(paths.n_classes == 1);
            with_errors += usize::from(paths.runs.iter().any(|run| run.end.is_memory_error()));
            assert!(paths.runs.iter().all(|run| run.path.len() < 10_000), "{program}");
        }
        assert!(n_classes > 5 * n as usize, "{n_classes} paths");
        assert!(one_path < 40, "{one_path} programs with one path");
        assert!((20..100).contains(&with_errors), "{with_errors} programs with errors");
    }

    #[test]
    fn every_operator_is_somewhere() {
        let text: String = (0..300).map(|number| program(1, number).source).collect();
        let missing: Vec<&str> =
            Op::FACTS.iter().map(|fact| fact.text).filter(|op| !text.contains(&format!(" {op} "))).collect();
        assert!(missing.is_empty(), "{missing:?}");
        for op in
            ["BrTable", "CallIndirect", "MemoryCopy", "MemoryFill", "MemoryInit", "MemoryGrow", "TableGet", "Select"]
        {
            assert!(text.contains(op), "{op}");
        }
    }

    #[test]
    fn every_kind_of_event_happens() {
        let mut kinds: Vec<String> = Vec::new();
        for number in 0..150 {
            let program = program(2, number);
            for run in paths(&program).unwrap().runs {
                for event in run.path {
                    let text = match event {
                        Event::Present { present, .. } => format!("Present {present}"),
                        event => format!("{event:?}").split('(').next().unwrap_or_default().to_owned(),
                    };
                    if !kinds.contains(&text) {
                        kinds.push(text);
                    }
                }
            }
        }
        kinds.sort_unstable();
        let all =
            "Address Branch CallTarget Constant Host Present false Present true Size Switch TableIndex Trap Undefined";
        assert_eq!(kinds.join(" "), all);
    }

    #[test]
    fn the_same_number_gives_the_same_module() {
        let (a, b, other) = (program(1, 7), program(1, 7), program(1, 8));
        assert_eq!(a.module, b.module);
        assert_eq!(a.to_string(), b.to_string());
        assert_ne!(a.module, other.module);
    }
}
