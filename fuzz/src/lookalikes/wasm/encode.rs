//! The module as bytes and as text.

use std::fmt::Write as _;

use glassbox_vm::module::Module as Loaded;
use wasm_encoder::{
    CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, ExportKind, ExportSection,
    Function, FunctionSection, GlobalSection, GlobalType, Ieee32, Ieee64, MemorySection, MemoryType, Module, NameMap,
    NameSection, RefType, TableSection, TableType, TypeSection, ValType,
};

use super::shape::{BASE, STACK_POINTER, Shape};
use crate::lookalikes::domain;
use crate::random::Random;

pub(super) fn encode(random: &mut Random, shape: &Shape, bodies: &[Function]) -> Vec<u8> {
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

/// A table for two helpers, with elements that stay empty.
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

/// The name of the stack pointer, by which the machine finds it.
fn names() -> NameSection {
    let mut globals = NameMap::new();
    globals.append(STACK_POINTER, "__stack_pointer");
    let mut names = NameSection::new();
    names.globals(&globals);
    names
}

/// The module as text: data and disassembly.
pub(super) fn source(shape: &Shape, module: &[u8]) -> String {
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
