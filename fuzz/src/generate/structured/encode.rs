//! Modules as bytes: the sections around the function bodies.

use wasm_encoder::{
    CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, GlobalType, Ieee32, Ieee64, ImportSection, Instruction,
    MemorySection, MemoryType, Module, NameMap, NameSection, RefType, TableSection, TableType, TypeSection, ValType,
};

use super::body::Body;
use super::shape::{DATA_SEGMENTS, FUEL, Import, SHOWN_I32, Shape, Signature};
use crate::module_limits::Avoid;
use crate::random::Random;

/// A random module without imports.
pub fn module(random: &mut Random, avoid: Avoid) -> Vec<u8> {
    let shape = Shape::new(random, avoid, &[]);
    encode(random, shape, &[])
}

/// A random module that imports functions of the machine's runtime, mostly with the right types, and others. It exports
/// its imports.
pub fn guest(random: &mut Random) -> Vec<u8> {
    let imports: Vec<Import> = (0..random.range(1, 4)).map(|_| Import::choose(random)).collect();
    let shape = Shape::new(random, Avoid::NOTHING, &imports);
    encode(random, shape, &imports)
}

fn encode(random: &mut Random, mut shape: Shape, imports: &[Import]) -> Vec<u8> {
    let own = shape.functions[shape.n_imports..].to_vec();
    let fuel = random.pick(&[20, 50, 100]);
    let mut bodies = Vec::new();
    for signature in &own {
        bodies.push(Body::generate(random, &mut shape, signature));
    }
    let first = shape.n_imports as u32;
    bodies.extend((first..).zip(&own).map(|(index, signature)| entry(index, signature, fuel)));
    let mut code = CodeSection::new();
    for body in &bodies {
        code.function(body);
    }
    let (imports, functions) = (import_section(&mut shape, imports), function_section(&mut shape, &own));

    let mut module = Module::new();
    module.section(&types(&shape)).section(&imports).section(&functions).section(&tables(&shape));
    module.section(&memories(random)).section(&globals(random, &shape)).section(&exports(random, &shape));
    module.section(&elements(&shape)).section(&DataCountSection { count: DATA_SEGMENTS });
    module.section(&code).section(&data(random));
    if random.chance(50) {
        module.section(&names(&shape));
    }
    module.finish()
}

fn import_section(shape: &mut Shape, imports: &[Import]) -> ImportSection {
    let mut section = ImportSection::new();
    for import in imports {
        section.import(import.module, import.name, EntityType::Function(shape.type_index(import.signature.clone())));
    }
    section
}

/// Every function, and then every function's entry.
fn function_section(shape: &mut Shape, own: &[Signature]) -> FunctionSection {
    let mut section = FunctionSection::new();
    for signature in own.iter().chain(own) {
        section.function(shape.type_index(signature.clone()));
    }
    section
}

/// Entries, imports, memory, table and globals.
fn exports(random: &mut Random, shape: &Shape) -> ExportSection {
    let mut exports = ExportSection::new();
    let n_functions = shape.functions.len() as u32;
    let n_imports = shape.n_imports as u32;
    for index in n_imports..n_functions {
        let entry = n_functions + index - n_imports;
        exports.export(&format!("f{}", index - n_imports), ExportKind::Func, entry);
    }
    for index in 0..n_imports {
        exports.export(&format!("i{index}"), ExportKind::Func, index);
    }
    exports.export("memory", ExportKind::Memory, 0);
    exports.export("table", ExportKind::Table, 0);
    for index in 0..shape.globals.len() {
        exports.export(&format!("g{index}"), ExportKind::Global, index as u32);
    }
    if n_imports > 0 && random.chance(70) {
        // Start of the machine's heap.
        exports.export("__heap_base", ExportKind::Global, SHOWN_I32);
    }
    exports
}

/// An entry: sets the fuel and calls a function.
fn entry(function: u32, signature: &Signature, fuel: i32) -> Function {
    let mut entry = Function::new([]);
    entry.instruction(&Instruction::I32Const(fuel)).instruction(&Instruction::GlobalSet(FUEL));
    for index in 0..signature.params.len() {
        entry.instruction(&Instruction::LocalGet(index as u32));
    }
    entry.instruction(&Instruction::Call(function)).instruction(&Instruction::End);
    entry
}

fn types(shape: &Shape) -> TypeSection {
    let mut types = TypeSection::new();
    for signature in &shape.types {
        types.ty().function(signature.params.iter().copied(), signature.results.iter().copied());
    }
    types
}

fn tables(shape: &Shape) -> TableSection {
    let size = u64::from(shape.table_size);
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: size,
        maximum: Some(size),
        shared: false,
    });
    tables
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
    for &val_type in &shape.globals {
        let init = match val_type {
            ValType::I64 => ConstExpr::i64_const(random.bits() as i64),
            ValType::F32 => ConstExpr::f32_const(Ieee32::new(random.below(10) as u32)),
            ValType::F64 => ConstExpr::f64_const(Ieee64::new(random.below(10) as u64)),
            _ => ConstExpr::i32_const(random.below(100) as i32),
        };
        globals.global(GlobalType { val_type, mutable: true, shared: false }, &init);
    }
    globals
}

fn elements(shape: &Shape) -> ElementSection {
    let functions: Vec<u32> = (0..shape.functions.len() as u32).collect();
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(functions.into()));
    elements
}

fn data(random: &mut Random) -> DataSection {
    let mut data = DataSection::new();
    let len = random.below(200);
    data.active(0, &ConstExpr::i32_const(random.below(300) as i32), random.bytes(len));
    let len = random.below(64);
    data.passive(random.bytes(len));
    data
}

/// Names as a linker writes them. The machine looks for the name of the stack pointer.
fn names(shape: &Shape) -> NameSection {
    let mut functions = NameMap::new();
    for index in 0..shape.functions.len() as u32 {
        functions.append(index, &format!("function {index}"));
    }
    let mut globals = NameMap::new();
    globals.append(FUEL, "__stack_pointer");
    let mut names = NameSection::new();
    names.functions(&functions);
    names.globals(&globals);
    names
}
