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
    CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, GlobalType, Ieee32, Ieee64, ImportSection, Instruction,
    MemorySection, MemoryType, Module, NameMap, NameSection, RefType, TableSection, TableType, TypeSection, ValType,
};

use crate::generate::Avoid;
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
    /// Functions that can be called, imported ones first.
    functions: Vec<Signature>,
    n_imports: usize,
    /// Types of the globals: the fuel, two that show what was computed, and others.
    globals: Vec<ValType>,
    table_size: u32,
    /// Types that this module's values may have.
    value_types: Vec<ValType>,
    avoid: Avoid,
}

/// Number of data segments; the last one is passive.
const DATA_SEGMENTS: u32 = 2;

impl Shape {
    fn new(random: &mut Random, avoid: Avoid, imports: &[Import]) -> Self {
        let value_types = match random.below(4) {
            0 => vec![ValType::I32],
            1 => vec![ValType::I32, ValType::I64],
            _ => TYPES.to_vec(),
        };
        let functions: Vec<Signature> = imports.iter().map(|import| import.signature.clone()).collect();
        let n_imports = functions.len();
        let globals = vec![ValType::I32, ValType::I32, ValType::I64];
        let mut shape = Self { types: Vec::new(), functions, n_imports, globals, table_size: 0, value_types, avoid };
        for _ in 0..random.range(1, 5) {
            let params = shape.some_types(random, 4);
            let results = shape.some_types(random, if avoid.many_results { 3 } else { 5 });
            shape.functions.push(Signature { params, results });
        }
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

/// A random module without imports.
pub fn module(random: &mut Random, avoid: Avoid) -> Vec<u8> {
    let shape = Shape::new(random, avoid, &[]);
    encode(random, shape, &[])
}

/// A random module that imports what the machine's runtime offers, mostly with the right types, and more. Its
/// own imports are exported again.
pub fn guest(random: &mut Random) -> Vec<u8> {
    let imports: Vec<Import> = (0..random.range(1, 4)).map(|_| Import::choose(random)).collect();
    let shape = Shape::new(random, Avoid::NOTHING, &imports);
    encode(random, shape, &imports)
}

/// A function of the host.
#[derive(Clone, Debug)]
struct Import {
    module: &'static str,
    name: &'static str,
    signature: Signature,
}

impl Import {
    fn choose(random: &mut Random) -> Self {
        // Names and numbers of parameters and results as in `glassbox-abi`.
        let (module, name, params, results) = random.pick(&[
            ("glassbox", "gb_alloc", 2, 1),
            ("glassbox", "gb_alloc", 2, 1),
            ("glassbox", "gb_dealloc", 3, 0),
            ("glassbox", "gb_panic", 6, 0),
            ("glassbox", "other", 1, 1),
            ("env", "gb_alloc", 2, 1),
        ]);
        let mut some = |n| -> Vec<ValType> {
            let wrong = random.chance(5);
            let n = if wrong { random.below(4) } else { n };
            (0..n).map(|_| if wrong { random.pick(&TYPES) } else { ValType::I32 }).collect()
        };
        Self { module, name, signature: Signature { params: some(params), results: some(results) } }
    }
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
        // Where the machine's heap begins.
        exports.export("__heap_base", ExportKind::Global, SHOWN_I32);
    }
    exports
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

/// Names as a linker writes them; the machine looks for the stack pointer's.
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
