//! Modules of structured control flow, made to confuse a translator that keeps operands in locals.
//!
//! A module has a few functions of few locals: what one instruction pushes, another soon overwrites. Blocks,
//! loops and branches carry values; conditions are mostly comparisons; dead code is common. `body` makes the
//! functions, this file puts the module together: a memory, a table, globals, segments, names.
//!
//! Every function has an entry of the same type that fills up the fuel and calls it, so that each call from
//! outside starts with the same fuel. Loops and functions count it down and return when there is none left.

mod body;
mod ops;

use wasm_encoder::{
    CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, ExportKind, ExportSection,
    Function, FunctionSection, GlobalSection, GlobalType, Ieee32, Ieee64, Instruction, MemorySection, MemoryType,
    Module, NameMap, NameSection, RefType, TableSection, TableType, TypeSection, ValType,
};

use crate::generate::Nans;
use crate::random::Random;
use body::Body;

/// Types of values in these modules.
const TYPES: [ValType; 4] = [ValType::I32, ValType::I64, ValType::F32, ValType::F64];

/// The global that holds the fuel.
const FUEL: u32 = 0;
/// Globals that show what functions computed.
const SHOWN_I32: u32 = 1;
const SHOWN_I64: u32 = 2;

/// A function's parameters and results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Signature {
    params: Vec<ValType>,
    results: Vec<ValType>,
}

/// What functions know of their module.
#[derive(Debug)]
struct Shape {
    /// All types, blocks' included.
    types: Vec<Signature>,
    functions: Vec<Signature>,
    /// Types of the globals: the fuel, two that show what was computed, and others.
    globals: Vec<ValType>,
    table_size: u32,
    /// Types that this module's values may have.
    value_types: Vec<ValType>,
    nans: Nans,
}

/// Number of data segments; the last one is passive.
const DATA_SEGMENTS: u32 = 2;

impl Shape {
    fn new(random: &mut Random, nans: Nans) -> Self {
        let value_types = match random.below(4) {
            0 => vec![ValType::I32],
            1 => vec![ValType::I32, ValType::I64],
            _ => TYPES.to_vec(),
        };
        let mut shape =
            Self { types: Vec::new(), functions: Vec::new(), globals: Vec::new(), table_size: 0, value_types, nans };
        for _ in 0..random.range(1, 5) {
            let params = shape.some_types(random, 4);
            let results = shape.some_types(random, 4);
            shape.functions.push(Signature { params, results });
        }
        shape.globals.extend([ValType::I32, ValType::I32, ValType::I64]);
        let n_globals = random.below(4);
        shape.globals.extend(shape.some_types(random, n_globals));
        // Some elements stay empty.
        shape.table_size = shape.functions.len() as u32 + random.below(3) as u32;
        shape
    }

    fn some_types(&self, random: &mut Random, most: usize) -> Vec<ValType> {
        (0..random.range(0, most)).map(|_| random.pick(&self.value_types)).collect()
    }

    /// The index of a type, which is added if it is new.
    fn type_index(&mut self, signature: Signature) -> u32 {
        let known = self.types.iter().position(|known| *known == signature);
        known.unwrap_or_else(|| {
            self.types.push(signature);
            self.types.len() - 1
        }) as u32
    }
}

/// A random module.
pub fn module(random: &mut Random, nans: Nans) -> Vec<u8> {
    let mut shape = Shape::new(random, nans);
    let signatures = shape.functions.clone();
    let n_functions = signatures.len() as u32;
    let fuel = random.pick(&[20, 50, 100]);
    let mut bodies = Vec::new();
    for signature in &signatures {
        bodies.push(Body::generate(random, &mut shape, signature));
    }
    bodies.extend(signatures.iter().enumerate().map(|(index, signature)| entry(index as u32, signature, fuel)));
    let type_indices: Vec<u32> = signatures.into_iter().map(|signature| shape.type_index(signature)).collect();

    let mut functions = FunctionSection::new();
    let mut exports = ExportSection::new();
    for &ty in type_indices.iter().chain(&type_indices) {
        functions.function(ty);
    }
    for index in 0..n_functions {
        exports.export(&format!("f{index}"), ExportKind::Func, n_functions + index);
    }
    exports.export("memory", ExportKind::Memory, 0);
    exports.export("table", ExportKind::Table, 0);
    for index in 0..shape.globals.len() {
        exports.export(&format!("g{index}"), ExportKind::Global, index as u32);
    }
    let mut code = CodeSection::new();
    for body in &bodies {
        code.function(body);
    }

    let mut module = Module::new();
    module.section(&types(&shape)).section(&functions).section(&tables(&shape)).section(&memories(random));
    module.section(&globals(random, &shape)).section(&exports).section(&elements(n_functions));
    module.section(&DataCountSection { count: DATA_SEGMENTS }).section(&code).section(&data(random));
    if random.chance(50) {
        module.section(&names(n_functions));
    }
    module.finish()
}

/// Fills up the fuel and calls a function.
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

fn elements(n_functions: u32) -> ElementSection {
    let functions: Vec<u32> = (0..n_functions).collect();
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

/// Names as a linker writes them; the machine looks for the stack pointer's.
fn names(n_functions: u32) -> NameSection {
    let mut functions = NameMap::new();
    for index in 0..n_functions {
        functions.append(index, &format!("function {index}"));
    }
    let mut globals = NameMap::new();
    globals.append(FUEL, "__stack_pointer");
    let mut names = NameSection::new();
    names.functions(&functions);
    names.globals(&globals);
    names
}
