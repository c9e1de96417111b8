//! wasmtime: a widely used compiler; slower to build and to start.

use std::sync::OnceLock;

use wasmtime::{
    Collector, Config, Error, ExternRef, ExternType, Func, Global, HeapType, Instance, Memory, Module, OptLevel, Ref,
    Rooted, Store, Table, ThrownException, Trap, Val, ValType,
};

use super::{End, Engine, FunctionExport, Interface, Oracle, Started, Type, Value};
use crate::module_limits::Avoid;

/// An instance in wasmtime.
#[derive(Debug)]
pub struct Wasmtime {
    store: Store<()>,
    functions: Vec<(Func, usize)>,
    /// Addresses of the functions: the only way to compare two functions.
    function_ids: Vec<usize>,
    globals: Vec<Global>,
    memories: Vec<Memory>,
    tables: Vec<Table>,
}

impl Oracle for Wasmtime {
    const AVOID: Avoid = Avoid::NOTHING;

    fn start(bytes: &[u8]) -> Result<Started<Self>, String> {
        let module = Module::new(engine(), bytes).map_err(|error| format!("{error:?}"))?;
        let interface = interface(&module);
        let mut store = Store::new(engine(), ());
        let instance = match Instance::new(&mut store, &module, &[]) {
            Ok(instance) => Ok(Self::new(store, instance, &interface)),
            Err(error) => Err(end(&error)),
        };
        Ok(Started { interface, instance })
    }
}

/// One engine for all modules, because creating one takes longer than compiling a small module.
fn engine() -> &'static wasmtime::Engine {
    static ENGINE: OnceLock<wasmtime::Engine> = OnceLock::new();
    ENGINE.get_or_init(|| wasmtime::Engine::new(&config()).expect("the configuration is consistent"))
}

/// Configuration with the features of the machine, quick compilation, and a large stack.
fn config() -> Config {
    let mut config = Config::new();
    config
        .wasm_simd(false)
        .wasm_relaxed_simd(false)
        .wasm_multi_memory(false)
        .wasm_memory64(false)
        .wasm_extended_const(false)
        .wasm_tail_call(false)
        .wasm_function_references(false)
        .wasm_gc(false)
        .wasm_exceptions(true)
        .collector(Collector::Null)
        .cranelift_opt_level(OptLevel::None)
        // Canonical NaNs where the payload is open, like the machine.
        .cranelift_nan_canonicalization(true)
        .memory_reservation(0)
        .memory_guard_size(0)
        .memory_reservation_for_growth(0)
        // Never used, but must not be less than the other limit.
        .async_stack_size(64 << 20)
        .max_wasm_stack(64 << 20);
    config
}

fn interface(module: &Module) -> Interface {
    let mut interface = Interface::default();
    for export in module.exports() {
        let name = export.name().to_owned();
        match export.ty() {
            ExternType::Func(ty) => {
                let (params, results) = (ty.params().map(value_type), ty.results().map(value_type));
                // What takes or gives exceptions cannot be called from outside.
                if let (Some(params), Some(results)) = (params.collect(), results.collect()) {
                    interface.functions.push(FunctionExport { name, params, results });
                }
            }
            ExternType::Global(ty) => {
                interface.globals.extend(value_type(ty.content().clone()).map(|ty| (name, ty)));
            }
            ExternType::Memory(_) => interface.memories.push(name),
            ExternType::Table(ty) => {
                interface.tables.extend(reference_type(ty.element().heap_type()).map(|ty| (name, ty)));
            }
            ExternType::Tag(_) => {}
        }
    }
    interface
}

/// A type of values; none if it is one of exceptions.
fn value_type(ty: ValType) -> Option<Type> {
    Some(match ty {
        ValType::I32 => Type::I32,
        ValType::I64 => Type::I64,
        ValType::F32 => Type::F32,
        ValType::F64 => Type::F64,
        ValType::Ref(ty) => return reference_type(ty.heap_type()),
        ValType::V128 => unreachable!("no module has vectors"),
    })
}

fn reference_type(ty: &HeapType) -> Option<Type> {
    match ty {
        HeapType::Extern => Some(Type::Extern),
        HeapType::Exn | HeapType::NoExn => None,
        _ => Some(Type::Func),
    }
}

impl Wasmtime {
    fn new(mut store: Store<()>, instance: Instance, interface: &Interface) -> Self {
        const LISTED: &str = "the interface lists only what is exported";
        let mut functions = Vec::new();
        for function in &interface.functions {
            functions.push((instance.get_func(&mut store, &function.name).expect(LISTED), function.results.len()));
        }
        let globals = interface.globals.iter().map(|(name, _)| instance.get_global(&mut store, name).expect(LISTED));
        let globals = globals.collect();
        let memories = interface.memories.iter().map(|name| instance.get_memory(&mut store, name).expect(LISTED));
        let memories = memories.collect();
        let tables = interface.tables.iter().map(|(name, _)| instance.get_table(&mut store, name).expect(LISTED));
        let tables = tables.collect();
        let function_ids = functions.iter().map(|(function, _)| function.to_raw(&mut store) as usize).collect();
        Self { store, functions, function_ids, globals, memories, tables }
    }

    fn val_of(&mut self, value: Value) -> Val {
        match value {
            Value::I32(bits) => Val::I32(bits as i32),
            Value::I64(bits) => Val::I64(bits as i64),
            Value::F32(bits) => Val::F32(bits),
            Value::F64(bits) => Val::F64(bits),
            Value::Func(position) => Val::FuncRef(position.map(|position| self.functions[position as usize].0)),
            Value::Extern(data) => {
                Val::ExternRef(data.map(|data| ExternRef::new(&mut self.store, data).expect("the heap is large")))
            }
            Value::Broken(_) => unreachable!("arguments are whole"),
        }
    }

    fn read_val(&mut self, val: Val) -> Value {
        match val {
            Val::I32(value) => Value::I32(value as u32),
            Val::I64(value) => Value::I64(value as u64),
            Val::F32(bits) => Value::F32(bits),
            Val::F64(bits) => Value::F64(bits),
            Val::FuncRef(function) => self.read_func(function),
            Val::ExternRef(data) => self.read_extern(data),
            _ => unreachable!("no module has other values"),
        }
    }

    fn read_func(&mut self, function: Option<Func>) -> Value {
        Value::Func(function.map(|function| {
            let id = function.to_raw(&mut self.store) as usize;
            let position = self.function_ids.iter().position(|known| *known == id);
            position.map_or(Value::HIDDEN, |position| position as u32)
        }))
    }

    fn read_extern(&self, data: Option<Rooted<ExternRef>>) -> Value {
        Value::Extern(data.map(|data| {
            let data = data.data(&self.store).expect("rooted").expect("made by the host");
            *data.downcast_ref::<u32>().expect("what the host put in")
        }))
    }
}

impl Engine for Wasmtime {
    fn call(&mut self, function: usize, args: &[Value]) -> Result<Vec<Value>, End> {
        let (func, n_results) = self.functions[function];
        let args: Vec<Val> = args.iter().map(|&arg| self.val_of(arg)).collect();
        let mut results = vec![Val::I32(0); n_results];
        func.call(&mut self.store, &args, &mut results).map_err(|error| end(&error))?;
        Ok(results.into_iter().map(|result| self.read_val(result)).collect())
    }

    fn global(&mut self, global: usize) -> Value {
        let val = self.globals[global].get(&mut self.store);
        self.read_val(val)
    }

    fn memory(&self, memory: usize) -> &[u8] {
        self.memories[memory].data(&self.store)
    }

    fn table(&mut self, table: usize) -> Vec<Value> {
        let table = self.tables[table];
        let mut values = Vec::new();
        for index in 0..table.size(&self.store) {
            values.push(match table.get(&mut self.store, index).expect("below the size") {
                Ref::Func(function) => self.read_func(function),
                Ref::Extern(data) => self.read_extern(data),
                _ => unreachable!("no module has other tables"),
            });
        }
        values
    }
}

fn end(error: &Error) -> End {
    match error.downcast_ref::<Trap>() {
        Some(Trap::UnreachableCodeReached) => End::Unreachable,
        Some(Trap::MemoryOutOfBounds) => End::MemoryOutOfBounds,
        Some(Trap::TableOutOfBounds) => End::TableOutOfBounds,
        Some(Trap::IndirectCallToNull) => End::UninitializedElement,
        Some(Trap::BadSignature) => End::IndirectCallType,
        Some(Trap::IntegerDivisionByZero) => End::DivisionByZero,
        Some(Trap::IntegerOverflow) => End::IntegerOverflow,
        Some(Trap::BadConversionToInteger) => End::InvalidConversion,
        Some(Trap::NullReference) => End::NullException,
        None if error.is::<ThrownException>() => End::UncaughtException,
        Some(Trap::StackOverflow) => End::StackExhausted,
        _ => End::Other(format!("{error:?}")),
    }
}
