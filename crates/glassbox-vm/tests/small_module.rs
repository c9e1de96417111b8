//! A small module that uses all parts of the machine which work on raw pointers: frames, jumps, loads and stores.
//!
//! Every tracker runs the same calls and must give the same results. The module and the limits are as small as they can
//! be, because these tests also run under Miri, which needs a second for what takes a microsecond otherwise.

use std::sync::Arc;

use glassbox_abi::names::{ALLOC, DEALLOC, HOST};
use glassbox_vm::exec::{Limits, Machine, NoHost, Refusal, Runtime, Service, Stop, Trap};
use glassbox_vm::heap::MemoryErrorKind;
use glassbox_vm::module::Module;
use glassbox_vm::track::{Concolic, Concrete, Provenance, Question, Sanitizer, Shadow, Tracked, Tracker, Word};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, DataSegment, DataSegmentMode, ElementSection, Elements, EntityType,
    ExportKind, ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection, InstructionSink,
    MemArg, MemArgTarget, MemorySection, MemoryType, RefType, TableSection, TableType, TypeSection, ValType,
};

const LIMITS: Limits = Limits { memory_pages: 2, table_elements: 8, stack_slots: 1 << 9, call_depth: 40, steps: None };

type Host = Runtime<NoHost>;

// --- The module ---

/// Types of functions, by their numbers of parameters and results, which are all i32.
const TYPES: [(usize, usize); 5] = [(1, 1), (2, 1), (3, 0), (3, 1), (0, 1)];

/// Index of the type with these numbers.
fn ty(params: usize, results: usize) -> u32 {
    (0..).zip(TYPES).find(|(_, ty)| *ty == (params, results)).expect("it is in the list").0
}

/// A function of the module: its name, type, number of locals beside the parameters, and code.
struct Body {
    name: &'static str,
    ty: u32,
    n_locals: u32,
    write: fn(&mut InstructionSink<'_>),
}

/// The first functions are imports: `alloc` and `dealloc`.
const N_IMPORTS: u32 = 2;

const BODIES: [Body; 9] = [
    // A recursion: frames overlap, and the stack ends somewhere.
    Body { name: "fibonacci", ty: 0, n_locals: 0, write: fibonacci },
    // A loop with stores and loads of all widths.
    Body { name: "sum", ty: 0, n_locals: 2, write: sum },
    Body { name: "switch", ty: 0, n_locals: 0, write: switch },
    Body { name: "indirect", ty: 1, n_locals: 0, write: indirect },
    Body { name: "bulk", ty: 3, n_locals: 0, write: bulk },
    Body { name: "peek", ty: 0, n_locals: 0, write: peek },
    Body { name: "block", ty: 0, n_locals: 1, write: block },
    Body { name: "grow", ty: 0, n_locals: 0, write: grow },
    Body { name: "count", ty: 4, n_locals: 0, write: count },
];

fn at(offset: u64, align: u32) -> MemArg {
    MemArg { offset, align, target: MemArgTarget::Memory(0), ordering: None }
}

fn fibonacci(code: &mut InstructionSink<'_>) {
    code.local_get(0).i32_const(2).i32_lt_u().if_(BlockType::Result(ValType::I32)).local_get(0).else_();
    code.local_get(0).i32_const(1).i32_sub().call(N_IMPORTS);
    code.local_get(0).i32_const(2).i32_sub().call(N_IMPORTS).i32_add().end();
}

/// Stores the numbers below the argument as words, bytes and halves, and adds up what is loaded again.
fn sum(code: &mut InstructionSink<'_>) {
    code.block(BlockType::Empty).loop_(BlockType::Empty);
    code.local_get(1).local_get(0).i32_ge_u().br_if(1);
    let address = |code: &mut InstructionSink<'_>| {
        code.local_get(1).i32_const(8).i32_mul();
    };
    address(code);
    code.local_get(1).i64_extend_i32_u().i64_store(at(1024, 3));
    address(code);
    code.local_get(1).i32_store8(at(1025, 0));
    address(code);
    code.i32_load16_u(at(1024, 1)).local_get(2).i32_add().local_set(2);
    code.local_get(1).i32_const(1).i32_add().local_set(1).br(0).end().end();
    code.local_get(2);
}

fn switch(code: &mut InstructionSink<'_>) {
    code.block(BlockType::Empty).block(BlockType::Empty).block(BlockType::Empty);
    code.local_get(0).br_table([0, 1], 2).end();
    code.i32_const(10).return_().end();
    code.i32_const(11).return_().end();
    code.i32_const(12);
}

/// Calls through the table.
fn indirect(code: &mut InstructionSink<'_>) {
    code.local_get(1).local_get(0).call_indirect(0, ty(1, 1));
}

/// `memory.init`, `memory.copy` and `memory.fill`: where to, where from, how many bytes.
fn bulk(code: &mut InstructionSink<'_>) {
    code.local_get(0).i32_const(0).local_get(2).memory_init(0, 1);
    code.local_get(1).local_get(0).local_get(2).memory_copy(0, 0);
    code.local_get(0).i32_const(7).local_get(2).memory_fill(0);
    code.local_get(1).i32_load(at(0, 0));
}

fn peek(code: &mut InstructionSink<'_>) {
    code.local_get(0).i32_load(at(0, 2));
}

/// Allocates so many bytes, writes to the first four, frees them and gives what was written; with 3 bytes that is one
/// too many.
fn block(code: &mut InstructionSink<'_>) {
    code.local_get(0).i32_const(4).call(0).local_tee(1);
    code.local_get(0).i32_store(at(0, 2));
    code.local_get(1).i32_load(at(0, 2));
    code.local_get(1).local_get(0).i32_const(4).call(1);
}

fn grow(code: &mut InstructionSink<'_>) {
    code.local_get(0).memory_grow(0);
}

fn count(code: &mut InstructionSink<'_>) {
    code.global_get(1).i32_const(1).i32_add().global_set(1).global_get(1);
}

fn module() -> Arc<Module> {
    let mut types = TypeSection::new();
    for (params, results) in TYPES {
        types.ty().function(vec![ValType::I32; params], vec![ValType::I32; results]);
    }
    let mut imports = ImportSection::new();
    imports.import(HOST, ALLOC, EntityType::Function(ty(2, 1)));
    imports.import(HOST, DEALLOC, EntityType::Function(ty(3, 0)));
    let mut functions = FunctionSection::new();
    let mut exports = ExportSection::new();
    let mut code = CodeSection::new();
    for (index, body) in (N_IMPORTS..).zip(&BODIES) {
        functions.function(body.ty);
        exports.export(body.name, ExportKind::Func, index);
        let mut function = Function::new([(body.n_locals, ValType::I32)]);
        (body.write)(&mut function.instructions());
        function.instructions().end();
        code.function(&function);
    }
    exports.export("__heap_base", ExportKind::Global, 0);
    let mut tables = TableSection::new();
    let funcref = RefType::FUNCREF;
    tables.table(TableType { element_type: funcref, table64: false, minimum: 3, maximum: Some(3), shared: false });
    let mut memories = MemorySection::new();
    let memory = MemoryType { minimum: 1, maximum: Some(2), memory64: false, shared: false, page_size_log2: None };
    memories.memory(memory);
    let mut globals = GlobalSection::new();
    let global = |mutable| GlobalType { val_type: ValType::I32, mutable, shared: false };
    globals.global(global(false), &ConstExpr::i32_const(4096));
    globals.global(global(true), &ConstExpr::i32_const(0));
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(0), Elements::Functions([N_IMPORTS, N_IMPORTS + 8].as_slice().into()));
    let mut data = DataSection::new();
    let active = DataSegmentMode::Active { memory_index: 0, offset: &ConstExpr::i32_const(16) };
    data.segment(DataSegment { mode: active, data: [1, 0, 0, 0, 2, 0, 0, 0] });
    data.segment(DataSegment { mode: DataSegmentMode::Passive, data: *b"glassbox" });
    let mut module = wasm_encoder::Module::new();
    module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
    module.section(&globals).section(&exports).section(&elements);
    module.section(&wasm_encoder::DataCountSection { count: 2 }).section(&code).section(&data);
    Arc::new(Module::load(&module.finish()).expect("the module is valid"))
}

// --- Running it ---

fn machine<T: Tracker>(tracker: T) -> Machine<T> {
    Machine::new(module(), tracker, LIMITS, &mut Host::default()).expect("the module fits the limits")
}

/// Calls a function; gives its result, or why it stopped.
fn call<T: Tracker>(machine: &mut Machine<T>, name: &str, args: &[u64]) -> Result<u64, Stop> {
    let function = machine.module().exported_function(name).expect("it is exported");
    machine.set_fuel(1000);
    let results = machine.invoke(&mut Host::default(), function, args).map_err(|stopped| stopped.stop)?;
    assert_eq!(results.len(), 1, "{name}");
    Ok(results[0])
}

/// Calls whose results do not depend on the tracker.
fn check_results<T: Tracker>(tracker: T) {
    let mut machine = machine(tracker);
    let start = machine.snapshot();
    for turn in 0..2 {
        let mut check = |name: &str, args: &[u64], expected: u64| {
            assert_eq!(call(&mut machine, name, args), Ok(expected), "{name}{args:?}, turn {turn}");
        };
        check("fibonacci", &[6], 8);
        // 0 + 0x101 + 0x202.
        check("sum", &[3], 0x303);
        check("switch", &[0], 10);
        check("switch", &[1], 11);
        check("switch", &[77], 12);
        check("indirect", &[0, 5], 5);
        check("bulk", &[200, 204, 8], 0x0707_0707);
        check("peek", &[208], u64::from(u32::from_le_bytes(*b"sbox")));
        check("peek", &[20], 2);
        check("count", &[], 1);
        check("count", &[], 2);
        check("block", &[8], 8);
        machine.restore(&start);
    }
    for (name, args, trap) in [
        ("peek", &[65_533][..], Trap::MemoryOutOfBounds),
        ("fibonacci", &[100], Trap::StackExhausted),
        ("fibonacci", &[30], Trap::FuelExhausted),
        ("bulk", &[200, 65_532, 8], Trap::MemoryOutOfBounds),
        ("indirect", &[1, 0], Trap::IndirectCallType),
        ("indirect", &[2, 0], Trap::UninitializedElement),
        ("indirect", &[3, 0], Trap::UndefinedElement),
    ] {
        assert_eq!(call(&mut machine, name, args), Err(Stop::Trap(trap)), "{name}{args:?}");
    }
    // Memory past the allocator would not belong to any state.
    let refused = Stop::Refused(Refusal::NoService { service: Service::Memory });
    assert_eq!(call(&mut machine, "grow", &[1]), Err(refused));
}

#[test]
fn results_without_a_tracker() {
    check_results(Concrete);
}

#[test]
fn results_with_the_sanitizer() {
    check_results(Sanitizer::default());
}

#[test]
fn results_with_provenance() {
    check_results(Provenance::default());
}

#[test]
fn results_with_terms() {
    check_results(Concolic::default());
}

#[test]
fn the_sanitizer_sees_the_end_of_a_block() {
    let mut machine = machine(Sanitizer::default());
    let Err(Stop::Memory(error)) = call(&mut machine, "block", &[3]) else { panic!("four bytes do not fit") };
    assert!(matches!(error.kind, MemoryErrorKind::OutOfBounds { len: 4, .. }), "{error}");
    assert_eq!(error.block.map(|block| block.size), Some(3));
}

#[test]
fn branches_on_a_planted_value_are_decisions() {
    let mut machine = machine(Concolic::default());
    machine.seal();
    let values: Vec<Word> = (0..3).map(Word::defined).collect();
    let term = machine.tracker_mut().terms_mut().variable(0, &values);
    let start = machine.snapshot();
    for (choice, &word) in (0_u64..).zip(&values) {
        machine.restore(&start);
        machine.tracker_mut().begin_run();
        let arg = Tracked { value: choice, shadow: Shadow { undefined: 0, term } };
        let function = machine.module().exported_function("switch").expect("it is exported");
        let results = machine.invoke_tracked(&mut Host::default(), function, &[arg]).expect("it returns");
        assert_eq!(results[0].value, 10 + choice);
        let decided: Vec<_> = machine.tracker().decisions().collect();
        assert_eq!(decided.len(), 1, "the jump table");
        assert_eq!(decided[0].question, Question::Value);
        // Bytes of a term in memory are joined to the term again, wherever they lie.
        machine.plant(1030, 4, term, word);
        assert_eq!(call(&mut machine, "peek", &[1030]), Ok(choice));
        let read = machine.read(1030, 4);
        assert_eq!((read.value, read.shadow.term), (choice, term));
        // So are bytes that were something else in between, also where a read joins them with others.
        let images: Vec<_> = (1029..1034).map(|at| (at, machine.byte_image(at))).collect();
        let joined = machine.read(1029, 4);
        assert_ne!(joined.shadow.term, term);
        machine.plant(1029, 4, joined.shadow.term, Word::defined(joined.value));
        machine.plant(1033, 1, term, word);
        assert_ne!(machine.byte_image(1030), images[1].1);
        for &(at, image) in &images {
            machine.plant_image(at, image);
        }
        assert!(images.iter().all(|(at, image)| machine.byte_image(*at) == *image));
        assert_eq!(machine.read(1030, 4).shadow.term, term);
    }
}
