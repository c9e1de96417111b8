//! The oracle on modules made by hand.

use std::sync::Arc;

use glassbox_vm::exec::{Stop, Trap};
use glassbox_vm::module::Module;
use glassbox_vm::track::Decision;
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, Function, FunctionSection, Instruction,
    MemArg, MemArgTarget, MemorySection, MemoryType, Module as Encoded, TypeSection, ValType,
};

use super::*;
use crate::lookalikes::program::{Argument, Block, Cell, Condition, Pattern, Place, Program, Word};

const TABLE: u32 = 100;
const CELL: u32 = 200;
const BLOCK: u32 = 300;

/// A program with one variable of these values: the parameter of `f`, and the word at `CELL`. The word and the block
/// are absent under choice 0.
fn program(code: &[Instruction<'static>], values: &[u64]) -> Program {
    let n = values.len() as u32;
    let values: Vec<Word> = values.iter().map(|&bits| Word::defined(bits)).collect();
    let present = Condition { variable: 0, choices: (1..n).collect() };
    let argument = Pattern { variable: 0, len: 4, values, present: None };
    let pattern = Pattern { present: Some(present.clone()), ..argument.clone() };
    Program {
        name: "made by hand".to_owned(),
        module: Arc::new(module(code)),
        entry: "f".to_owned(),
        choices: vec![n],
        arguments: vec![Argument::Cell(argument)],
        cells: vec![Cell { address: Place::Absolute(CELL), pattern }],
        blocks: vec![Block { address: Place::Absolute(BLOCK), len: 8, present }],
        source: String::new(),
    }
}

/// A module with a function from i32 to i32 and a table of four bytes.
fn module(code: &[Instruction<'static>]) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    let mut functions = FunctionSection::new();
    functions.function(0);
    let mut memories = MemorySection::new();
    let maximum = Some(1);
    memories.memory(MemoryType { minimum: 1, maximum, memory64: false, shared: false, page_size_log2: None });
    let mut exports = ExportSection::new();
    exports.export("f", ExportKind::Func, 0);
    let mut body = Function::new([]);
    for instruction in code.iter().chain(&[Instruction::End]) {
        body.instruction(instruction);
    }
    let mut bodies = CodeSection::new();
    bodies.function(&body);
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(TABLE as i32), [7, 7, 8, 7]);
    let mut module = Encoded::new();
    module.section(&types).section(&functions).section(&memories).section(&exports).section(&bodies).section(&data);
    module.finish()
}

fn at(offset: u32) -> MemArg {
    MemArg { offset: offset.into(), align: 0, target: MemArgTarget::Memory(0), ordering: None }
}

/// The path of each choice, and the class.
fn check(code: &[Instruction<'static>], values: &[u64], expected: &[(&[Event], usize)]) -> Paths {
    let paths = paths(&program(code, values)).unwrap();
    let found: Vec<(&[Event], usize)> = paths.runs.iter().map(|run| (&run.path[..], run.class)).collect();
    assert_eq!(found, expected);
    paths
}

#[test]
fn branches_and_targets_count_but_values_do_not() {
    use Instruction as I;
    let code = [
        I::Block(BlockType::Empty),
        I::Block(BlockType::Empty),
        I::LocalGet(0),
        I::BrTable(vec![0, 1, 0].into(), 1),
        I::End,
        I::I32Const(5),
        I::Return,
        I::End,
        I::LocalGet(0),
        I::I32Const(6),
        I::I32GtU,
        I::If(BlockType::Empty),
        I::Unreachable,
        I::End,
        I::I32Const(6),
    ];
    let module = Module::load(&module(&code)).unwrap();
    let table = module.disassemble(0).lines().position(|line| line.contains("BrTable")).unwrap() as u32;
    // The code of the first entry follows the jump table.
    let near = Event::Switch(table + 1);
    let paths = paths(&program(&code, &[0, 2, 1, 5, 9])).unwrap();
    assert_eq!(paths.runs[0].path, [near, Event::Host(5)]);
    let classes: Vec<usize> = paths.runs.iter().map(|run| run.class).collect();
    assert_eq!(classes, [0, 0, 1, 1, 2], "two indices with one target, and a branch behind the other one");
    let End::Stopped(stopped) = &paths.runs[4].end else { panic!("it does not return") };
    assert_eq!(stopped.stop, Stop::Trap(Trap::Unreachable));
    assert_eq!(paths.class(1).count(), 2);
}

#[test]
fn loads_from_a_table_that_nobody_writes_count_by_the_table() {
    use Instruction as I;
    let lookup = [I::LocalGet(0), I::I32Load8U(at(TABLE))];
    let constant = Event::Constant(0);
    let host = Event::Host;
    check(
        &lookup,
        &[0, 2, 3, 4],
        &[
            (&[constant, host(7)], 0),
            (&[constant, host(8)], 1),
            (&[constant, host(7)], 0),
            (&[Event::Address(4), host(0)], 2),
        ],
    );
    // A write in one state is enough.
    let mut code = vec![I::LocalGet(0), I::I32Const(2), I::I32Eq, I::If(BlockType::Empty)];
    code.extend([I::I32Const(TABLE as i32), I::I32Const(7), I::I32Store8(at(3)), I::End]);
    code.extend(lookup);
    let (address, stored) = (Event::Address, Event::Address(TABLE.into()));
    check(
        &code,
        &[0, 2, 3],
        &[
            // The branch leads around the store.
            (&[Event::Branch(true), address(0), host(7)], 0),
            (&[Event::Branch(false), stored, address(2), host(8)], 1),
            (&[Event::Branch(true), address(3), host(7)], 2),
        ],
    );
}

#[test]
fn what_is_absent_may_be_read_but_decides_nothing() {
    use Instruction as I;
    let load = [I::I32Const(CELL as i32), I::I32Load(at(0))];
    let (read, undefined) = (Event::Address(CELL.into()), Event::Undefined);
    check(&load, &[1, 2], &[(&[read, undefined(Decision::Host)], 0), (&[read, Event::Host(2)], 1)]);
    // Masked away it does not matter.
    let masked = [&load[..], &[I::I32Const(0), I::I32And]].concat();
    check(&masked, &[1, 2], &[(&[read, Event::Host(0)], 0), (&[read, Event::Host(0)], 0)]);
    // The branch is open, and as no test follows it decides.
    let branch = [&load[..], &[I::If(BlockType::Empty), I::End, I::I32Const(0)]].concat();
    let open = undefined(Decision::Branch);
    let paths = check(&branch, &[1, 2], &[(&[read, open, open], 0), (&[read, Event::Branch(true), Event::Host(0)], 1)]);
    assert!(paths.runs[0].end.is_memory_error() && paths.runs[1].end == End::Returned);
}

#[test]
fn an_absent_block_stops_the_run_after_its_address() {
    use Instruction as I;
    let code = [I::I32Const(BLOCK as i32 - 4), I::I64Load(at(0)), I::I32WrapI64];
    let address = Event::Address(u64::from(BLOCK) - 4);
    let present = |present| Event::Present { block: 0, present };
    let paths =
        check(&code, &[1, 2], &[(&[address, present(false)], 0), (&[address, present(true), Event::Host(0)], 1)]);
    let End::Stopped(stopped) = &paths.runs[0].end else { panic!("it does not return") };
    assert!(stopped.to_string().contains("0x12c"), "the block's first byte: {stopped}");
}

#[test]
fn a_division_counts_by_how_it_traps() {
    use Instruction as I;
    let code = [I::I32Const(i32::MIN), I::LocalGet(0), I::I32DivS, I::Drop, I::I32Const(0)];
    let (trap, host) = (Event::Trap, Event::Host(0));
    check(
        &code,
        &[0, 1, 7, 0xffff_ffff],
        &[(&[trap(1)], 0), (&[trap(0), host], 1), (&[trap(0), host], 1), (&[trap(2)], 2)],
    );
}
