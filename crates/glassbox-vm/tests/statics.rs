//! Statics as objects: a module with the linker's symbols and relocations, written by hand.

#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the numbers are small")]

use std::sync::Arc;

use glassbox_vm::exec::{Limits, Machine, NoHost, Stop};
use glassbox_vm::isa::semantics::{BinaryOp, UnaryOp};
use glassbox_vm::memory::Memory;
use glassbox_vm::module::{Module, StaticObjects, StaticPointer};
use glassbox_vm::track::{Decision, Extension, Place, Tracked, Tracker};
use wasm_encoder as enc;

/// Address of the data segment, which holds `TABLE` (3 bytes) and, at offset 8, `POINTER` to its second byte.
const DATA: u32 = 0x400;

/// Address of `COUNTER`, 4 bytes after the start of a segment of zeros that is not in the file.
const COUNTER: u32 = 0x804;

/// `i32.const` as the linker writes it: with five bytes.
fn constant(address: u32) -> [u8; 6] {
    let byte = |shift: u32| (address >> shift) as u8 & 0x7f;
    [0x41, byte(0) | 0x80, byte(7) | 0x80, byte(14) | 0x80, byte(21) | 0x80, byte(28)]
}

/// A function with this code and no locals.
fn function(code: &[u8]) -> enc::Function {
    let mut function = enc::Function::new([]);
    function.raw(code.iter().copied()).instructions().end();
    function
}

/// The module. Its functions return the address of `TABLE`, the same number, the address of `COUNTER`, and the number after
/// the address was dropped. Without `hints` it has neither symbols nor relocations.
fn module(hints: bool) -> Module {
    let mut types = enc::TypeSection::new();
    types.ty().function([], [enc::ValType::I32]);
    let mut functions = enc::FunctionSection::new();
    let mut exports = enc::ExportSection::new();
    let mut code = enc::CodeSection::new();
    let table = constant(DATA);
    let both = [&table[..], &[0x1a], &table[..]].concat();
    for (index, body) in (0..).zip([&table[..], &table[..], &constant(COUNTER)[..], &both[..]]) {
        functions.function(0);
        exports.export(&index.to_string(), enc::ExportKind::Func, index);
        code.function(&function(body));
    }
    let mut memories = enc::MemorySection::new();
    let memory = enc::MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
    memories.memory(memory);
    let mut data = enc::DataSection::new();
    let mut bytes = [1, 2, 3, 0, 0, 0, 0, 0].to_vec();
    bytes.extend((DATA + 1).to_le_bytes());
    data.active(0, &enc::ConstExpr::i32_const(DATA as i32), bytes);
    let mut segments = enc::NameMap::new();
    segments.append(0, ".rodata");
    segments.append(1, ".bss");
    let mut names = enc::NameSection::new();
    names.data(&segments);
    let mut module = enc::Module::new();
    module.section(&types).section(&functions).section(&memories).section(&exports).section(&code).section(&data);
    if hints {
        // Kind, flags, name, segment, offset, size of each symbol; the last one is no object.
        let symbols = [
            &[2, 8, 48, 4][..],
            b"\x01\x00\x05TABLE\x00\x00\x03",
            b"\x01\x00\x07POINTER\x00\x08\x04",
            b"\x01\x00\x07COUNTER\x01\x04\x08",
            b"\x01\x00\x03END\x01\x0c\x00",
        ];
        let mut symbols = symbols.concat();
        symbols[2] = symbols.len() as u8 - 3;
        custom(&mut module, "linking", symbols);
        // Section, number of relocations; type, offset, symbol and addend of each. A body has one byte for its size, one for
        // its locals, and one for the opcode before the number.
        custom(&mut module, "reloc.CODE", vec![4, 3, 4, 4, 0, 0, 4, 4 + 18, 2, 0, 4, 4 + 27, 0, 0]);
        // The bytes of the segment begin after the number of segments, its kind, its address (4 bytes) and its length.
        custom(&mut module, "reloc.DATA", vec![5, 1, 5, 1 + 1 + 4 + 1 + 8, 0, 1]);
    }
    module.section(&names);
    Module::load(&module.finish()).expect("valid")
}

fn custom(module: &mut enc::Module, name: &str, data: Vec<u8>) {
    module.section(&enc::CustomSection { name: name.into(), data: data.into() });
}

/// Knows of values that are addresses of statics: the number of the static plus one.
#[derive(Debug, Default)]
struct Recorder {
    n_objects: usize,
}

impl Tracker for Recorder {
    type Shadow = u32;
    type Snapshot = ();

    const STATICS: bool = true;

    fn statics(&mut self, objects: &Arc<StaticObjects>) {
        self.n_objects = objects.all().len();
    }

    fn static_address(&mut self, value: u32, object: u32) -> u32 {
        assert!([DATA, COUNTER].contains(&value));
        object + 1
    }

    fn unary(&mut self, _: UnaryOp, a: Tracked<u32>, _: u64) -> u32 {
        a.shadow
    }

    fn binary(&mut self, _: BinaryOp, a: Tracked<u32>, b: Tracked<u32>, _: u64) -> u32 {
        a.shadow.max(b.shadow)
    }

    fn select(&mut self, _: Tracked<u32>, a: Tracked<u32>, _: Tracked<u32>) -> u32 {
        a.shadow
    }

    fn decide(&mut self, _: Decision, _: Tracked<u32>) -> Result<(), Stop> {
        Ok(())
    }

    fn decide_unary_trap(&mut self, _: UnaryOp, _: Tracked<u32>) -> Result<(), Stop> {
        Ok(())
    }

    fn decide_binary_trap(&mut self, _: BinaryOp, _: Tracked<u32>, _: Tracked<u32>) -> Result<(), Stop> {
        Ok(())
    }

    fn decide_comparison(&mut self, _: BinaryOp, _: Tracked<u32>, _: Tracked<u32>, _: bool) -> Result<(), Stop> {
        Ok(())
    }

    fn decide_switch(&mut self, _: Tracked<u32>, _: u32, _: &[u32]) -> Result<(), Stop> {
        Ok(())
    }

    fn load(&mut self, _: &Memory, _: Place<u32>, _: Extension) -> Result<u32, Stop> {
        Ok(0)
    }

    fn store(&mut self, _: &Memory, _: Place<u32>, _: Tracked<u32>) -> Result<(), Stop> {
        Ok(())
    }

    fn copy(&mut self, _: &Memory, _: u32, _: u32, _: u32) -> Result<(), Stop> {
        Ok(())
    }

    fn fill(&mut self, _: &Memory, _: u32, _: u32, _: Tracked<u32>) -> Result<(), Stop> {
        Ok(())
    }

    fn init(&mut self, _: &Memory, _: u32, _: u32) -> Result<(), Stop> {
        Ok(())
    }

    fn host_reads(&mut self, _: &Memory, _: u32, _: u32) -> Result<(), Stop> {
        Ok(())
    }

    fn grown(&mut self, _: usize) {}

    fn snapshot(&mut self) {}

    fn restore(&mut self, (): &()) {}
}

/// Value and shadow that each function returns.
fn results(hints: bool) -> [Tracked<u32>; 4] {
    let module = Arc::new(module(hints));
    let mut machine =
        Machine::new(module, Recorder::default(), Limits::default(), &mut NoHost).expect("it can be instantiated");
    assert_eq!(machine.tracker().n_objects, if hints { 3 } else { 0 });
    [0, 1, 2, 3].map(|function| machine.invoke_tracked(&mut NoHost, function, &[]).expect("it returns")[0])
}

#[test]
fn symbols_are_objects() {
    let module = module(true);
    let objects: Vec<_> = module
        .objects()
        .all()
        .iter()
        .map(|object| (object.name.as_str(), object.start, object.size, object.is_read_only))
        .collect();
    assert_eq!(
        objects,
        [("TABLE", DATA, 3, true), ("POINTER", DATA + 8, 4, true), ("COUNTER", COUNTER, 8, false)],
        "the address of a segment that is not in the file follows from a relocation"
    );
    let found = [DATA - 1, DATA, DATA + 2, DATA + 3, DATA + 8, COUNTER + 7, COUNTER + 8];
    let expected = [None, Some(0), Some(0), None, Some(1), Some(2), None];
    assert_eq!(found.map(|address| module.object_at(address)), expected);
    assert_eq!(module.static_pointers(), [StaticPointer { at: DATA + 8, object: 0 }]);
}

#[test]
fn constants_that_are_addresses_of_statics_are_told_from_numbers() {
    let values = [DATA, DATA, COUNTER, DATA];
    assert_eq!(results(true).map(|result| result.value as u32), values);
    assert_eq!(results(true).map(|result| result.shadow), [1, 0, 3, 0]);
}

#[test]
fn modules_without_relocations_work_as_before() {
    assert_eq!(results(false).map(|result| result.value as u32), [DATA, DATA, COUNTER, DATA]);
    assert_eq!(results(false).map(|result| result.shadow), [0; 4]);
    assert!(module(false).objects().all().is_empty());
    assert!(module(false).static_pointers().is_empty());
}
