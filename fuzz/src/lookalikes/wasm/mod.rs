//! Random modules: one function with a few helpers, on the fields of a random layout.
//!
//! `layout.rs` says what lies where, `body.rs`, `expression.rs`, `special.rs` and `statement.rs` write the code,
//! this file puts the module together. Code is made so that a run is short and always ends, and so that it has
//! several paths: conditions mostly compare a field with a value that it may have.

mod body;
mod expression;
mod layout;
mod ops;
mod special;
mod statement;

use std::fmt::Write as _;
use std::sync::Arc;

use glassbox_vm::module::Module as Loaded;
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, GlobalType, Ieee32, Ieee64, Instruction, MemorySection,
    MemoryType, Module, NameMap, NameSection, RefType, TableSection, TableType, TypeSection, ValType,
};

use super::domain;
use super::program::{Argument, Condition, Pattern, Program};
use crate::random::Random;
use body::{Body, FRAME};
use layout::Layout;

/// The global that holds the stack pointer, if there is a stack.
const STACK_POINTER: u32 = 0;
/// The global that says where the cells begin.
const BASE: u32 = 1;

/// A function's parameters and results.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Signature {
    params: Vec<ValType>,
    results: Vec<ValType>,
}

/// What functions know of their module.
#[derive(Debug)]
struct Shape {
    layout: Layout,
    entry: Signature,
    helpers: Vec<Signature>,
    globals: Vec<ValType>,
}

impl Shape {
    fn new(random: &mut Random) -> Self {
        let layout = Layout::new(random);
        let mut helpers: Vec<Signature> = Vec::new();
        for _ in 0..random.below(3) {
            let alike = helpers.first().filter(|_| random.chance(70)).cloned();
            helpers.push(alike.unwrap_or_else(|| some_signature(random)));
        }
        let mut results =
            vec![random.pick(&[ValType::I32, ValType::I32, ValType::I32, ValType::I64, ValType::F32, ValType::F64])];
        if random.chance(5) {
            results.push(ValType::I32);
        }
        let mut globals = vec![ValType::I32, ValType::I32];
        globals.extend((0..random.below(4)).map(|_| some_type(random)));
        Self { layout, entry: Signature { params: Vec::new(), results }, helpers, globals }
    }

    /// The index of a helper; of the entry, if there is no helper.
    fn helper_index(&self, helper: usize) -> u32 {
        if self.helpers.is_empty() { 0 } else { helper as u32 + 1 }
    }

    fn passive_index(&self) -> u32 {
        self.layout.segments.len() as u32
    }

    /// All functions, the entry first. Each has the type of the same number.
    fn functions(&self) -> impl Iterator<Item = &Signature> {
        std::iter::once(&self.entry).chain(&self.helpers)
    }

    fn type_index(&self, signature: &Signature) -> u32 {
        self.functions().position(|function| function == signature).expect("the signature of a function") as u32
    }
}

fn some_type(random: &mut Random) -> ValType {
    random.pick(&[ValType::I32, ValType::I32, ValType::I64, ValType::F32, ValType::F64])
}

fn some_signature(random: &mut Random) -> Signature {
    let params = (0..random.range(0, 3)).map(|_| some_type(random)).collect();
    Signature { params, results: vec![random.pick(&[ValType::I32, ValType::I32, ValType::I64, ValType::F64])] }
}

/// The program number `number` of a seed.
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

/// Parameters of the entry: maybe where the cells begin, and a few that vary.
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
    // Now and then one that is passed although nobody may look at it.
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
    /// Everything: the frame, statements, the result.
    fn write(&mut self, budget: usize, result: impl FnOnce(&mut Self)) {
        self.budget = budget;
        if self.shape.layout.stack.is_some() && self.random.chance(70) {
            self.push_frame();
        }
        let ty = match self.results[..] {
            [ty] => BlockType::Result(ty),
            // The type of a function without parameters that gives both.
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

    /// Gives most variables a value that varies.
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

// --- The module ---

fn encode(random: &mut Random, shape: &Shape, bodies: &[Function]) -> Vec<u8> {
    let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
    for (index, body) in (0..).zip(bodies) {
        functions.function(index);
        code.function(body);
    }
    let mut exports = ExportSection::new();
    exports.export("f", ExportKind::Func, 0);
    exports.export("memory", ExportKind::Memory, 0);

    let mut module = Module::new();
    module.section(&types(shape)).section(&functions).section(&tables()).section(&memories(random));
    module.section(&globals(random, shape)).section(&exports).section(&elements(shape));
    module.section(&DataCountSection { count: shape.passive_index() + 1 }).section(&code).section(&data(shape));
    if shape.layout.stack.is_some() {
        module.section(&names());
    }
    module.finish()
}

/// The types of all functions, and that of the entry's outermost block.
fn types(shape: &Shape) -> TypeSection {
    let mut types = TypeSection::new();
    for signature in shape.functions() {
        types.ty().function(signature.params.iter().copied(), signature.results.iter().copied());
    }
    types.ty().function([], shape.entry.results.iter().copied());
    types
}

/// Room for two helpers, and elements that stay empty.
fn tables() -> TableSection {
    let mut tables = TableSection::new();
    let element_type = RefType::FUNCREF;
    tables.table(TableType { element_type, table64: false, minimum: 4, maximum: Some(4), shared: false });
    tables
}

fn elements(shape: &Shape) -> ElementSection {
    let functions: Vec<u32> = (1..=shape.helpers.len() as u32).collect();
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(functions.into()));
    elements
}

fn memories(random: &mut Random) -> MemorySection {
    let minimum = random.range(1, 2) as u64;
    let maximum = Some(minimum + random.below(3) as u64);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType { minimum, maximum, memory64: false, shared: false, page_size_log2: None });
    memories
}

fn globals(random: &mut Random, shape: &Shape) -> GlobalSection {
    let mut globals = GlobalSection::new();
    for (index, &val_type) in (0..).zip(&shape.globals) {
        let init = match (index, val_type) {
            (STACK_POINTER, _) => ConstExpr::i32_const(shape.layout.stack.unwrap_or(5) as i32),
            (BASE, _) => ConstExpr::i32_const(shape.layout.base as i32),
            (_, ValType::I64) => ConstExpr::i64_const(random.below(10) as i64),
            (_, ValType::F32) => ConstExpr::f32_const(Ieee32::new(domain::float(random, 4) as u32)),
            (_, ValType::F64) => ConstExpr::f64_const(Ieee64::new(domain::float(random, 8))),
            _ => ConstExpr::i32_const(random.below(10) as i32),
        };
        globals.global(GlobalType { val_type, mutable: index != BASE, shared: false }, &init);
    }
    globals
}

fn data(shape: &Shape) -> DataSection {
    let mut data = DataSection::new();
    for segment in &shape.layout.segments {
        data.active(0, &ConstExpr::i32_const(segment.address as i32), segment.bytes.iter().copied());
    }
    data.passive(shape.layout.passive.iter().copied());
    data
}

/// The machine looks for the stack pointer by its name.
fn names() -> NameSection {
    let mut globals = NameMap::new();
    globals.append(STACK_POINTER, "__stack_pointer");
    let mut names = NameSection::new();
    names.globals(&globals);
    names
}

/// What the machine makes of the module.
fn source(shape: &Shape, module: &[u8]) -> String {
    let mut text = String::new();
    for segment in &shape.layout.segments {
        writeln!(text, "data at {:#x}: {:?}", segment.address, segment.bytes).expect("a string takes it");
    }
    writeln!(text, "passive data: {:?}", shape.layout.passive).expect("a string takes it");
    writeln!(text, "scratch at {:#x}, stack {:?}", shape.layout.scratch, shape.layout.stack)
        .expect("a string takes it");
    match Loaded::load(module) {
        Ok(loaded) => {
            for (index, signature) in (0..).zip(shape.functions()) {
                writeln!(text, "function {index}: {:?} -> {:?}", signature.params, signature.results)
                    .expect("as above");
                text += &loaded.disassemble(index);
            }
        }
        Err(error) => text += &error.to_string(),
    }
    text
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
