//! A random function on a random struct.

use std::fmt::Write as _;
use std::sync::Arc;

use super::compile::Options;
use super::scalar::Scalar;
use super::shape::{Draft, Shape, Variable};
use super::writer::Writer;
use crate::lookalikes::program::{Argument, Block, Cell, Pattern, Place, Program};
use crate::random::Random;

/// A function that is not compiled yet.
pub(super) struct Function {
    number: u64,
    pub(super) source: String,
    shape: Shape,
    arguments: Vec<Pattern>,
}

impl Function {
    pub(super) fn new(seed: u64, number: u64) -> Self {
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
            writer.scope.push(Variable { text: format!("a{index}"), ty, values, mutable: false });
        }
        writer.line("let s = &mut *s;");
        writer.budget = budget;
        while writer.budget > 0 {
            writer.statements(budget);
        }
        // A function without statements is a law.
        let last = if budget == 0 { writer.law() } else { writer.result_expression() };
        writer.line(&last);
        let (items, body) = (writer.items, writer.body);
        let head =
            format!("#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn p{number}({parameters}) -> {}", result.name());
        let source = format!("\n{}{items}{head} {{\n{body}}}\n", shape.types);
        Self { number, source, shape, arguments }
    }

    pub(super) fn program(self, module: &Arc<Vec<u8>>, arena: u32, options: Options) -> Program {
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

/// A random type of a parameter: one that WebAssembly has, too.
fn parameter(random: &mut Random) -> Scalar {
    random.pick(&[Scalar::I32, Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64, Scalar::F32, Scalar::F64])
}

fn argument(random: &mut Random, shape: &Shape, ty: Scalar) -> Pattern {
    let variable = random.below(shape.choices.len());
    let values = ty.domain(random).words(random, shape.choices[variable] as usize, ty.len());
    Pattern { variable, len: ty.len(), values, present: None }
}

/// Makes a cell of a draft, with the address of the arena.
fn cell(draft: Draft, arena: u32) -> Cell {
    let Draft { offset, mut pattern, link } = draft;
    if link {
        for word in pattern.values.iter_mut().filter(|word| word.bits != 0) {
            word.bits += u64::from(arena);
        }
    }
    Cell { address: Place::Arena(offset), pattern }
}
