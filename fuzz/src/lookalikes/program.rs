//! Random programs: a module, a function, and places whose contents vary.
//!
//! A program has a few variables with a few choices each. An assignment gives every variable a choice, and so every
//! varying place a word: [`Cell`]s are places in memory, [`Argument`]s are parameters. Several places may depend on one
//! variable. A place may be absent under some choices; then its bytes are undefined. A [`Block`] may be absent, too;
//! then the program must not access it at all.

use std::fmt;
use std::sync::Arc;

use glassbox_vm::exec::{Host, Machine, NoHost};
use glassbox_vm::track::Tracker;

/// A function of a module, and all states to run it on.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its kind and number.
    pub name: String,
    /// The bytes of the module. Programs that were compiled together share them.
    pub module: Arc<Vec<u8>>,
    /// The exported function to run.
    pub entry: String,
    /// The number of choices of every variable.
    pub choices: Vec<u32>,
    /// Parameters of the function.
    pub arguments: Vec<Argument>,
    /// Places in memory that are written before a run, in this order: later ones overwrite earlier ones.
    pub cells: Vec<Cell>,
    /// Ranges of memory that exist only in some states. They do not overlap.
    pub blocks: Vec<Block>,
    /// The function as readable text.
    pub source: String,
}

/// A parameter.
#[derive(Clone, Debug)]
pub enum Argument {
    /// The same in every state.
    Plain(u64),
    /// Depends on a variable.
    Cell(Pattern),
}

/// A word that depends on a variable.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The variable.
    pub variable: usize,
    /// Bytes of the word, from 1 to 8.
    pub len: u32,
    /// The word of each choice.
    pub values: Vec<Word>,
    /// If it does not hold, every byte is undefined.
    pub present: Option<Condition>,
}

/// Bits of which some may be undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The bits. Undefined ones may have any value.
    pub bits: u64,
    /// Mask of the undefined bits: whole bytes.
    pub undefined: u64,
}

/// A place in memory whose content varies.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its address.
    pub address: Place,
    /// Its content.
    pub pattern: Pattern,
}

/// The condition that a variable has one of some choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The variable.
    pub variable: usize,
    /// Its choices.
    pub choices: Vec<u32>,
}

/// A range of memory that exists only in some states.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its first byte.
    pub address: Place,
    /// Its size in bytes.
    pub len: u32,
    /// The states in which it exists.
    pub present: Condition,
}

/// An address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An address in memory.
    Absolute(u32),
    /// An offset from the result of the exported function `arena`.
    Arena(u32),
}

/// Ones in the low `len` bytes.
pub(super) fn low_bytes(len: u32) -> u64 {
    if len >= 8 { u64::MAX } else { (1 << (len * 8)) - 1 }
}

impl Word {
    /// A word whose bits are all defined.
    pub fn defined(bits: u64) -> Self {
        Self { bits, undefined: 0 }
    }

    /// `len` undefined bytes with these bits.
    pub fn absent(bits: u64, len: u32) -> Self {
        Self { bits, undefined: low_bytes(len) }
    }

    /// Its bytes, the lowest first, each with the mask of its undefined bits.
    pub fn bytes(self, len: u32) -> impl Iterator<Item = (u8, u8)> {
        self.bits.to_le_bytes().into_iter().zip(self.undefined.to_le_bytes()).take(len as usize)
    }
}

impl Condition {
    /// Whether it holds under an assignment.
    pub fn holds(&self, assignment: &[u32]) -> bool {
        self.choices.contains(&assignment[self.variable])
    }
}

impl Pattern {
    /// The word under an assignment; undefined if the pattern is absent.
    pub fn word(&self, assignment: &[u32]) -> Word {
        let word = self.values[assignment[self.variable] as usize];
        let present = self.present.as_ref().is_none_or(|present| present.holds(assignment));
        if present { word } else { Word::absent(word.bits, self.len) }
    }
}

impl Argument {
    /// The word under an assignment.
    pub fn word(&self, assignment: &[u32]) -> Word {
        match self {
            Self::Plain(bits) => Word::defined(*bits),
            Self::Cell(pattern) => pattern.word(assignment),
        }
    }
}

impl Place {
    /// The address, with the arena at `arena`.
    pub fn resolve(self, arena: u32) -> u32 {
        match self {
            Self::Absolute(address) => address,
            Self::Arena(offset) => arena + offset,
        }
    }
}

impl Program {
    /// All assignments in lexicographic order.
    pub fn assignments(&self) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for &n in &self.choices {
            let longer = |prefix: &Vec<u32>| (0..n).map(|choice| [prefix.as_slice(), &[choice]].concat()).collect();
            all = all.iter().flat_map::<Vec<Vec<u32>>, _>(longer).collect();
        }
        all
    }

    /// Writes the cells of an assignment into memory. The tracker is not told; the caller has to tell it which bytes
    /// are undefined.
    pub fn write<T: Tracker>(&self, machine: &mut Machine<T>, arena: u32, assignment: &[u32]) -> Result<(), String> {
        for cell in &self.cells {
            let (address, len) = (cell.address.resolve(arena), cell.pattern.len);
            let outside = || format!("a cell of {len} bytes at {address:#x} is outside the memory");
            let bytes = cell.pattern.word(assignment).bits.to_le_bytes();
            let memory = machine.memory_mut().get_mut(address, len).ok_or_else(outside)?;
            memory.copy_from_slice(&bytes[..len as usize]);
        }
        Ok(())
    }
}

/// Address of the arena of a machine's module; 0 if there is none.
pub fn arena<T: Tracker>(machine: &mut Machine<T>) -> Result<u32, String>
where
    NoHost: Host<T>,
{
    let Some(function) = machine.module().exported_function("arena") else { return Ok(0) };
    let results = machine.invoke(&mut NoHost, function, &[]).map_err(|stopped| format!("arena: {stopped}"))?;
    results.first().map(|&address| address as u32).ok_or_else(|| "arena: no result".to_owned())
}

// --- Text ---

/// One line for each varying place, then the source.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} with choices {:?}", self.name, self.entry, self.choices)?;
        for (index, argument) in self.arguments.iter().enumerate() {
            match argument {
                Argument::Plain(bits) => writeln!(f, "  argument {index}: {bits:#x}")?,
                Argument::Cell(pattern) => writeln!(f, "  argument {index}: {pattern}")?,
            }
        }
        for cell in &self.cells {
            writeln!(f, "  {}: {}", cell.address, cell.pattern)?;
        }
        for (index, block) in self.blocks.iter().enumerate() {
            writeln!(f, "  block {index} at {}, {} bytes, if {}", block.address, block.len, block.present)?;
        }
        f.write_str(&self.source)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes by v{}:", self.len, self.variable)?;
        for word in &self.values {
            write!(f, " {word}")?;
        }
        match &self.present {
            Some(present) => write!(f, " if {present}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.bits)?;
        if self.undefined == 0 { Ok(()) } else { write!(f, "?{:x}", self.undefined) }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{} in {:?}", self.variable, self.choices)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absolute(address) => write!(f, "{address:#x}"),
            Self::Arena(offset) => write!(f, "arena+{offset:#x}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_come_in_lexicographic_order() {
        let program = Program {
            name: String::new(),
            module: Arc::default(),
            entry: String::new(),
            choices: vec![2, 1, 3],
            arguments: Vec::new(),
            cells: Vec::new(),
            blocks: Vec::new(),
            source: String::new(),
        };
        let all = program.assignments();
        assert_eq!(all.len(), 6);
        assert!(all.is_sorted());
        assert_eq!(all[4], [1, 0, 1]);
    }

    #[test]
    fn what_is_absent_is_undefined_and_keeps_its_bits() {
        let present = Some(Condition { variable: 1, choices: vec![1] });
        let values = vec![Word::defined(7), Word { bits: 0x1234, undefined: 0xff00 }];
        let pattern = Pattern { variable: 0, len: 2, values, present };
        assert_eq!(pattern.word(&[0, 1]), Word::defined(7));
        assert_eq!(pattern.word(&[1, 1]), Word { bits: 0x1234, undefined: 0xff00 });
        assert_eq!(pattern.word(&[0, 0]), Word { bits: 7, undefined: 0xffff });
        assert_eq!(pattern.word(&[1, 1]).bytes(2).collect::<Vec<_>>(), [(0x34, 0), (0x12, 0xff)]);
    }
}
