//! Random Rust functions, compiled as a user's crate would be.
//!
//! What instructions rustc makes of a `match` or of a comparison of structs is more than [`super::wasm`] can
//! think of. `shape.rs` and `fields.rs` make a struct with a known layout, `expression.rs`, `special.rs` and `statement.rs`
//! write a function on it, `compile.rs` runs rustc on many of them at once.
//!
//! All functions of a batch share a module. The struct of each lies at the start of an arena, and the nodes it
//! points to behind it.

mod compile;
mod expression;
mod fields;
mod scalar;
mod shape;
mod special;
mod statement;
mod writer;

use std::fmt::Write as _;
use std::sync::Arc;

use glassbox_vm::exec::{Limits, Machine, NoHost};
use glassbox_vm::module::Module;
use glassbox_vm::track::Concrete;

use super::program::{Argument, Block, Cell, Pattern, Place, Program, arena};
use crate::random::Random;
use compile::Options;
use scalar::Scalar;
use shape::{Draft, Shape};
use writer::Writer;

/// How many programs a batch has at most: program number `n` is in batch `n / BATCH`.
pub const BATCH: u64 = 250;

/// What stands before all functions.
const HEAD: &str = "#![no_std]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
#[repr(C, align(16))]
pub struct Arena([u8; 4096]);
static mut ARENA: Arena = Arena([0; 4096]);
#[unsafe(no_mangle)]
pub extern \"C\" fn arena() -> *mut Arena {
    &raw mut ARENA
}
";

/// The first `n` programs of a batch. Which functions they are follows from the seed and their numbers; how they
/// are compiled, from the seed and the batch.
pub fn programs(seed: u64, batch: u64, n: u64) -> Result<Vec<Program>, String> {
    let options = Options::any(&mut Random::new(seed, batch, 3));
    let numbers = batch * BATCH..batch * BATCH + n.min(BATCH);
    let drafts: Vec<Function> = numbers.map(|number| Function::new(seed, number)).collect();
    let source = drafts.iter().fold(HEAD.to_owned(), |source, draft| source + &draft.source);
    let bytes = compile::compile(&source, options)?;
    let arena = arena_of(&bytes)?;
    let module = Arc::new(bytes);
    Ok(drafts.into_iter().map(|draft| draft.program(&module, arena, options)).collect())
}

/// Where a module has its arena.
fn arena_of(bytes: &[u8]) -> Result<u32, String> {
    let module = Module::load(bytes).map_err(|error| format!("rustc's module does not load: {error}"))?;
    let machine = Machine::new(Arc::new(module), Concrete, Limits::default(), &mut NoHost);
    arena(&mut machine.map_err(|error| format!("rustc's module cannot be instantiated: {error}"))?)
}

/// A function that is not compiled yet.
struct Function {
    number: u64,
    source: String,
    shape: Shape,
    arguments: Vec<Pattern>,
}

impl Function {
    fn new(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number, 4);
        let shape = Shape::new(&mut random, number);
        let result = random.pick(&[Scalar::I32, Scalar::I32, Scalar::I32, Scalar::U32, Scalar::I64, Scalar::F64]);
        let types: Vec<Scalar> = (0..random.below(4)).map(|_| parameter(&mut random)).collect();
        let arguments: Vec<Pattern> = types.iter().map(|&ty| argument(&mut random, &shape, ty)).collect();
        let pointer = random.pick(&["*mut", "&mut"]);
        let budget = random.pick(&[0, 12, 16, 24, 24, 36, 36, 48]);

        let mut writer = Writer::new(&mut random, &shape, result);
        let mut parameters = format!("s: {pointer} S{number}");
        for (index, (&ty, argument)) in types.iter().zip(&arguments).enumerate() {
            write!(parameters, ", a{index}: {}", ty.name()).expect("a string takes it");
            let values = argument.values.iter().map(|word| word.bits).collect();
            writer.scope.push(shape::Variable { text: format!("a{index}"), ty, values, mutable: false });
        }
        writer.line("let s = &mut *s;");
        writer.budget = budget;
        while writer.budget > 0 {
            writer.statements(budget);
        }
        // Without statements, a law.
        let last = if budget == 0 { writer.law() } else { writer.result_expression() };
        writer.line(&last);
        let (items, body) = (writer.items, writer.body);
        let head =
            format!("#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn p{number}({parameters}) -> {}", result.name());
        let source = format!("\n{}{items}{head} {{\n{body}}}\n", shape.types);
        Self { number, source, shape, arguments }
    }

    fn program(self, module: &Arc<Vec<u8>>, arena: u32, options: Options) -> Program {
        let Self { number, source, shape, arguments } = self;
        let blocks = shape.blocks.into_iter().map(|block| {
            let address = Place::Arena(block.offset);
            Block { address, len: block.len, present: block.present }
        });
        let plain = std::iter::once(Argument::Plain(arena.into()));
        Program {
            name: format!("rust {number}"),
            module: module.clone(),
            entry: format!("p{number}"),
            choices: shape.choices,
            arguments: plain.chain(arguments.into_iter().map(Argument::Cell)).collect(),
            cells: shape.drafts.into_iter().map(|draft| cell(draft, arena)).collect(),
            blocks: blocks.collect(),
            source: format!("// {}\n{source}", options.text()),
        }
    }
}

/// A type that a parameter has in WebAssembly too.
fn parameter(random: &mut Random) -> Scalar {
    random.pick(&[Scalar::I32, Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64, Scalar::F32, Scalar::F64])
}

fn argument(random: &mut Random, shape: &Shape, ty: Scalar) -> Pattern {
    let variable = random.below(shape.choices.len());
    let values = ty.domain(random).words(random, shape.choices[variable] as usize, ty.len());
    Pattern { variable, len: ty.len(), values, present: None }
}

/// The cell, now that the arena's address is known.
fn cell(draft: Draft, arena: u32) -> Cell {
    let Draft { offset, mut pattern, link } = draft;
    if link {
        for word in pattern.values.iter_mut().filter(|word| word.bits != 0) {
            word.bits += u64::from(arena);
        }
    }
    Cell { address: Place::Arena(offset), pattern }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookalikes::oracle::paths_in;

    #[test]
    fn a_batch_compiles_and_runs_and_is_always_the_same() {
        let n = 24;
        let batch = programs(1, 0, n).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(batch.len() as u64, n);
        let module = Arc::new(Module::load(&batch[0].module).unwrap());
        let mut n_classes = 0;
        for program in &batch {
            let paths = paths_in(program, &module).unwrap_or_else(|error| panic!("{program}\n{error}"));
            n_classes += paths.n_classes as u64;
        }
        assert!(n_classes > 3 * n, "{n_classes} paths");
        let again = programs(1, 0, n).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(batch[0].module, again[0].module);
        assert_eq!(batch[5].to_string(), again[5].to_string());
    }
}
