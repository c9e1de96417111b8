//! wasmi: an interpreter that builds and starts quickly.
//!
//! Version 1.1. Version 2.0.0 miscompiles about one in a hundred of our structured modules and a few of
//! `wasm-smith`'s, where 1.1, wasmtime and the machine agree. One cause: `select` on a condition that is
//! `i32.eqz`, `i32.eq` or `i32.ne` with 0 drops the comparison, but then tests the register that should have
//! held its result (`try_fuse_select`). Another shows as a failed debug assertion: "a register operand already
//! exists on the stack" (`push_else_operands`).
//!
//! 1.1 has a bug too: a `br_if` that leaves a function with four results, the first three of which are locals one after
//! the other, returns 0 for the fourth. It showed in one of 30,000 modules; now modules for wasmi have functions with
//! three results at most. So a mismatch with wasmi needs a second opinion: run the module with
//! `fuzz-vm --file --oracle wasmtime`.

use wasmi_oracle::errors::{ErrorKind, InstantiationError, MemoryError, TableError};
use wasmi_oracle::{
    CompilationMode, Config, Error, ExternRef, ExternType, F32, F64, Func, Global, Instance, Linker, Memory, Module,
    Ref, Store, Table, TrapCode, Val, ValType,
};

use super::{End, Engine, FunctionExport, Interface, Oracle, Started, Type, Value};
use crate::module_limits::Avoid;

/// An instance in wasmi.
#[derive(Debug)]
pub struct Wasmi {
    store: Store<()>,
    functions: Vec<(Func, usize)>,
    /// Handles as text: the only way to compare two functions.
    function_ids: Vec<String>,
    globals: Vec<Global>,
    memories: Vec<Memory>,
    tables: Vec<Table>,
}

impl Oracle for Wasmi {
    const AVOID: Avoid = Avoid { open_nans: true, many_results: true, exceptions: true };

    fn start(bytes: &[u8]) -> Result<Started<Self>, String> {
        let engine = wasmi_oracle::Engine::new(&config());
        let module = Module::new(&engine, bytes).map_err(|error| error.to_string())?;
        let interface = interface(&module);
        let mut store = Store::new(&engine, ());
        let instance = match Linker::new(&engine).instantiate_and_start(&mut store, &module) {
            Ok(instance) => Ok(Self::new(store, instance, &interface)),
            Err(error) => Err(end(&error)),
        };
        Ok(Started { interface, instance })
    }
}

/// Configuration with the features of the machine, and as much stack.
fn config() -> Config {
    let mut config = Config::default();
    config
        .wasm_multi_memory(false)
        .wasm_tail_call(false)
        .wasm_extended_const(false)
        .wasm_memory64(false)
        // Catches panics, which bugs of wasmi's translator cause.
        .compilation_mode(CompilationMode::Eager)
        .set_max_recursion_depth(1 << 14)
        .set_max_stack_height(1 << 24);
    config
}

fn interface(module: &Module) -> Interface {
    let mut interface = Interface::default();
    for export in module.exports() {
        let name = export.name().to_owned();
        match export.ty() {
            ExternType::Func(ty) => {
                let types = |types: &[ValType]| types.iter().copied().map(value_type).collect();
                interface.functions.push(FunctionExport {
                    name,
                    params: types(ty.params()),
                    results: types(ty.results()),
                });
            }
            ExternType::Global(ty) => interface.globals.push((name, value_type(ty.content()))),
            ExternType::Memory(_) => interface.memories.push(name),
            ExternType::Table(ty) => interface.tables.push((name, value_type(ty.element()))),
        }
    }
    interface
}

fn value_type(ty: ValType) -> Type {
    match ty {
        ValType::I32 => Type::I32,
        ValType::I64 => Type::I64,
        ValType::F32 => Type::F32,
        ValType::F64 => Type::F64,
        ValType::FuncRef => Type::Func,
        ValType::ExternRef => Type::Extern,
        ValType::V128 => unreachable!("no module has vectors"),
    }
}

impl Wasmi {
    fn new(store: Store<()>, instance: Instance, interface: &Interface) -> Self {
        const LISTED: &str = "the interface lists only what is exported";
        let functions = interface
            .functions
            .iter()
            .map(|function| (instance.get_func(&store, &function.name).expect(LISTED), function.results.len()));
        let functions: Vec<_> = functions.collect();
        let globals = interface.globals.iter().map(|(name, _)| instance.get_global(&store, name).expect(LISTED));
        let memories = interface.memories.iter().map(|name| instance.get_memory(&store, name).expect(LISTED));
        let tables = interface.tables.iter().map(|(name, _)| instance.get_table(&store, name).expect(LISTED));
        Self {
            function_ids: functions.iter().map(|(function, _)| format!("{function:?}")).collect(),
            globals: globals.collect(),
            memories: memories.collect(),
            tables: tables.collect(),
            functions,
            store,
        }
    }

    fn val_of(&mut self, value: Value) -> Val {
        match value {
            Value::I32(bits) => Val::I32(bits as i32),
            Value::I64(bits) => Val::I64(bits as i64),
            Value::F32(bits) => Val::F32(F32::from_bits(bits)),
            Value::F64(bits) => Val::F64(F64::from_bits(bits)),
            Value::Func(None) => Val::FuncRef(Ref::Null),
            Value::Func(Some(position)) => Val::FuncRef(Ref::Val(self.functions[position as usize].0)),
            Value::Extern(None) => Val::ExternRef(Ref::Null),
            Value::Extern(Some(data)) => Val::ExternRef(Ref::Val(ExternRef::new(&mut self.store, data))),
            Value::Broken(_) => unreachable!("arguments are whole"),
        }
    }

    fn read_val(&self, val: &Val) -> Value {
        match val {
            Val::I32(value) => Value::I32(*value as u32),
            Val::I64(value) => Value::I64(*value as u64),
            Val::F32(value) => Value::F32(value.to_bits()),
            Val::F64(value) => Value::F64(value.to_bits()),
            Val::FuncRef(Ref::Null) => Value::Func(None),
            Val::FuncRef(Ref::Val(function)) => {
                let id = format!("{function:?}");
                let position = self.function_ids.iter().position(|known| *known == id);
                Value::Func(Some(position.map_or(Value::HIDDEN, |position| position as u32)))
            }
            Val::ExternRef(Ref::Null) => Value::Extern(None),
            Val::ExternRef(Ref::Val(data)) => Value::Extern(data.data(&self.store).downcast_ref::<u32>().copied()),
            Val::V128(_) => unreachable!("no module has vectors"),
        }
    }
}

impl Engine for Wasmi {
    fn call(&mut self, function: usize, args: &[Value]) -> Result<Vec<Value>, End> {
        let (func, n_results) = self.functions[function];
        let args: Vec<Val> = args.iter().map(|&arg| self.val_of(arg)).collect();
        let mut results = vec![Val::I32(0); n_results];
        func.call(&mut self.store, &args, &mut results).map_err(|error| end(&error))?;
        Ok(results.iter().map(|result| self.read_val(result)).collect())
    }

    fn global(&mut self, global: usize) -> Value {
        self.read_val(&self.globals[global].get(&self.store))
    }

    fn memory(&self, memory: usize) -> &[u8] {
        self.memories[memory].data(&self.store)
    }

    fn table(&mut self, table: usize) -> Vec<Value> {
        let table = self.tables[table];
        let elements = (0..table.size(&self.store)).map(|index| table.get(&self.store, index));
        elements.map(|element| self.read_val(&element.expect("below the size"))).collect()
    }
}

fn end(error: &Error) -> End {
    match error.kind() {
        // wasmi does not treat these as traps; WebAssembly does.
        ErrorKind::Memory(MemoryError::OutOfBoundsAccess) => return End::MemoryOutOfBounds,
        ErrorKind::Instantiation(InstantiationError::ElementSegmentDoesNotFit { .. })
        | ErrorKind::Table(TableError::CopyOutOfBounds | TableError::FillOutOfBounds | TableError::InitOutOfBounds) => {
            return End::TableOutOfBounds;
        }
        _ => {}
    }
    match error.as_trap_code() {
        Some(TrapCode::UnreachableCodeReached) => End::Unreachable,
        Some(TrapCode::MemoryOutOfBounds) => End::MemoryOutOfBounds,
        Some(TrapCode::TableOutOfBounds) => End::TableOutOfBounds,
        Some(TrapCode::IndirectCallToNull) => End::UninitializedElement,
        Some(TrapCode::BadSignature) => End::IndirectCallType,
        Some(TrapCode::IntegerDivisionByZero) => End::DivisionByZero,
        Some(TrapCode::IntegerOverflow) => End::IntegerOverflow,
        Some(TrapCode::BadConversionToInteger) => End::InvalidConversion,
        Some(TrapCode::StackOverflow) => End::StackExhausted,
        _ => End::Other(error.to_string()),
    }
}
