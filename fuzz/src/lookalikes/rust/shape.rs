//! The struct that a function works on: its fields, their types and layout, and how they vary.
//!
//! All types have a known layout: `repr(C)`, `repr(u8)` or `repr(C, u32)`. So cells are at the addresses at which the
//! compiler puts the fields.

use std::fmt::Write as _;

use super::scalar::Scalar;
use crate::lookalikes::domain;
use crate::lookalikes::program::{Condition, Pattern, Word, low_bytes};
use crate::random::Random;

/// A cell whose address is not known yet.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// Offset in the arena.
    pub(super) offset: u32,
    pub(super) pattern: Pattern,
    /// Whether its words are 0 or offsets in the arena that become addresses.
    pub(super) link: bool,
}

/// A block whose address is not known yet.
#[derive(Clone, Debug)]
pub(super) struct DraftBlock {
    pub(super) offset: u32,
    pub(super) len: u32,
    pub(super) present: Condition,
}

/// A scalar place that code can read, and maybe write.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Rust expression of the place.
    pub(super) text: String,
    pub(super) ty: Scalar,
    /// Values that it may have; unknown for locals.
    pub(super) values: Vec<u64>,
    /// Whether it may be assigned.
    pub(super) mutable: bool,
}

/// A variant of an enum: its name and its payload's types.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) payload: Vec<Scalar>,
}

/// A field with a structure of its own.
#[derive(Clone, Debug)]
pub(super) enum Special {
    /// An enum, with or without payloads.
    Enum { field: String, ty: String, variants: Vec<Variant> },
    /// An array with a length: only elements below it are present.
    Array { field: String, of: Scalar, n: u32, length: String },
    /// An array whose elements are all present.
    Full { field: String, of: Scalar, n: u32 },
    /// A pointer to a list of nodes; `option`: as `Option<&Node>`.
    List { field: String, node: String, option: bool },
    /// A place that is initialized if the flag is set.
    Maybe { flag: String, field: String, of: Scalar },
    /// Two structs of the same type.
    Twins { first: String, second: String },
}

/// The struct that a function works on.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) number: u64,
    pub(super) choices: Vec<u32>,
    /// Definitions of all types.
    pub(super) types: String,
    /// Fields that are plain values.
    pub(super) variables: Vec<Variable>,
    pub(super) specials: Vec<Special>,
    pub(super) drafts: Vec<Draft>,
    pub(super) blocks: Vec<DraftBlock>,
    /// The struct's fields as Rust, and its size so far.
    fields: String,
    n_fields: usize,
    end: u32,
    /// Offset of the next node.
    pub(super) nodes: u32,
}

/// Offset of the first node in the arena. The struct is before it.
const NODES: u32 = 1024;

impl Shape {
    /// A random struct for the function of this number.
    pub(super) fn new(random: &mut Random, number: u64) -> Self {
        let mut shape = Self {
            number,
            choices: domain::choices(random),
            types: String::new(),
            variables: Vec::new(),
            specials: Vec::new(),
            drafts: Vec::new(),
            blocks: Vec::new(),
            fields: String::new(),
            n_fields: 0,
            end: 0,
            nodes: NODES,
        };
        for variable in 0..shape.choices.len() {
            shape.item(random, variable);
        }
        for _ in 0..random.below(4) {
            let variable = random.below(shape.choices.len());
            shape.item(random, variable);
        }
        let derive = "#[repr(C)]\n#[derive(Clone, Copy)]\n";
        writeln!(shape.types, "{derive}pub struct S{number} {{\n{}}}", shape.fields).expect("a string takes it");
        shape
    }

    fn item(&mut self, random: &mut Random, variable: usize) {
        match random.below(100) {
            0..=39 => self.scalar(random, variable),
            40..=51 => self.plain_enum(random, variable),
            52..=59 => self.option(random, variable),
            60..=67 => self.data_enum(random, variable),
            68..=77 => self.array(random, variable),
            78..=83 => self.full_array(random, variable),
            84..=90 => self.list(random, variable),
            91..=96 => self.maybe(random, variable),
            _ => self.twins(random, variable),
        }
    }

    // --- Fields ---

    /// Adds a field to the struct, and returns its name and offset. The bytes before it are padding.
    pub(super) fn field(&mut self, ty: &str, len: u32, align: u32) -> (String, u32) {
        let name = format!("f{}", self.n_fields);
        self.n_fields += 1;
        writeln!(self.fields, "    {name}: {ty},").expect("a string takes it");
        let offset = self.end.next_multiple_of(align);
        self.padding(self.end, offset);
        self.end = offset + len;
        (format!("s.{name}"), offset)
    }

    /// Adds bytes that are undefined in every state.
    pub(super) fn padding(&mut self, from: u32, to: u32) {
        for start in (from..to).step_by(8) {
            let len = (to - start).min(8);
            let values = vec![Word::absent(0, len); self.choices[0] as usize];
            self.draft(start, Pattern { variable: 0, len, values, present: None });
        }
    }

    pub(super) fn draft(&mut self, offset: u32, pattern: Pattern) {
        self.drafts.push(Draft { offset, pattern, link: false });
    }

    pub(super) fn pattern(&self, random: &mut Random, variable: usize, ty: Scalar) -> Pattern {
        let domain = ty.domain(random);
        let values = domain.words(random, self.choices[variable] as usize, ty.len());
        Pattern { variable, len: ty.len(), values, present: None }
    }

    pub(super) fn other(&self, random: &mut Random, variable: usize) -> usize {
        if random.chance(30) { variable } else { random.below(self.choices.len()) }
    }

    fn scalar(&mut self, random: &mut Random, variable: usize) {
        let ty = Scalar::any(random);
        let (text, offset) = self.field(ty.name(), ty.len(), ty.len());
        let pattern = self.pattern(random, variable, ty);
        self.variables.push(Variable { text, ty, values: bits(&pattern), mutable: true });
        self.draft(offset, pattern);
    }

    pub(super) fn type_name(&self, kind: char) -> String {
        format!("{kind}{}_{}", self.number, self.n_fields)
    }
}

/// The values of a pattern.
pub(super) fn bits(pattern: &Pattern) -> Vec<u64> {
    pattern.values.iter().map(|word| word.bits & low_bytes(pattern.len)).collect()
}
