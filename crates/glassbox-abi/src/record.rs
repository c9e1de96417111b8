//! The encoding of a [`Skeleton`]: the guest writes it, the host reads it.
//!
//! Guests write records in the machine, where each instruction costs ten of the host's, and each allocation a call of the host. So
//! what repeats is written once: paths and conditions form trees, each is a number, and a record begins with both trees.
//!
//! ```text
//! record     version, paths, conditions, bounds, arguments, variables, cells, nodes, blocks, types, counts, vectors, skipped,
//!            effect?, values_depend_on_bounds, may_leave, panic_safe
//! path       path above, name                  its own number is 1 for the first one; 0 is the empty path
//! condition  condition before, variable, choices   the same; 0 has no requirements
//! bound      name, value
//! argument   address, root?, by_value
//! variable   path, choices, condition, node?, labels, role
//! label      0, text, or 1, path
//! cell       path, address, len, variable?, first pattern, patterns, condition, node?, kind, place, drop?
//! node       path, address, type, parent?, condition
//! block      address, len, align, node?, condition
//! type       name, size, align, summary_size, check, ok, links, show, show_summary
//! count      path, address, len, place, node?, condition, conditions, type
//! vector     node?, place, sizes
//! size       len, capacity
//! effect     kind, arguments
//! ```
//!
//! Integers are 32 bits, little-endian. A text is its length and its UTF-8 bytes, a list its length and its items, `x?` is 0, or 1
//! and x. Names of a path have dots between them. The patterns of a cell lie one after the other.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::skeleton::{
    Argument, Block, Bound, Cell, CellKind, Condition, Count, Effect, EffectKind, Node, NodeType, Requirement, Role,
    Size, Skeleton, Variable, Vector,
};

/// Version of the encoding. Raise it with every change.
pub const SKELETON_VERSION: u32 = 11;

/// The most patterns of a cell. The host has a number for each, which a damaged record must not make it allocate.
const MOST_PATTERNS: u32 = 1 << 20;

// --- Writing (guest) ---

/// Writes a record, piece by piece. The order of the pieces is the writer's business.
#[derive(Debug)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Default for Writer {
    fn default() -> Self {
        let mut writer = Self { bytes: Vec::new() };
        writer.number(SKELETON_VERSION);
        writer
    }
}

impl Writer {
    /// Makes room for about so many bytes.
    pub fn reserve(&mut self, bytes: usize) {
        self.bytes.reserve(bytes);
    }

    /// A number.
    pub fn number(&mut self, number: u32) {
        // Byte by byte would be slow in the machine.
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    /// A number, or none.
    pub fn option(&mut self, number: Option<u32>) {
        self.number(number.is_some().into());
        if let Some(number) = number {
            self.number(number);
        }
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.number(count(text.len()));
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// A list.
    pub fn list<T>(&mut self, items: impl ExactSizeIterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        self.number(count(items.len()));
        for next in items {
            item(self, next);
        }
    }

    /// The record.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("a skeleton has less than 2^32 of anything")
}

// --- Reading (host) ---

/// Error when decoding a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkeletonError {
    /// The record has another layout: guest and host have different versions.
    Version {
        /// The guest's version.
        found: u32,
    },
    /// It ends early, goes on after its end, or has an unknown tag or number.
    Malformed,
}

impl fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { found } => write!(f, "the skeleton has version {found}, not {SKELETON_VERSION}"),
            Self::Malformed => f.write_str("malformed skeleton"),
        }
    }
}

impl core::error::Error for SkeletonError {}

impl Skeleton {
    /// Decodes a record.
    pub fn decode(record: &[u8]) -> Result<Self, SkeletonError> {
        let mut reader = Reader { rest: record, paths: Vec::new(), conditions: Vec::new() };
        match reader.number() {
            Some(SKELETON_VERSION) => {}
            Some(found) => return Err(SkeletonError::Version { found }),
            None => return Err(SkeletonError::Malformed),
        }
        reader.skeleton().filter(|_| reader.rest.is_empty()).ok_or(SkeletonError::Malformed)
    }
}

/// Reads a record. Each method returns none if what it reads is not there.
struct Reader<'a> {
    rest: &'a [u8],
    /// The paths by number, the empty one first.
    paths: Vec<String>,
    /// The conditions by number, the one without requirements first.
    conditions: Vec<Condition>,
}

impl Reader<'_> {
    fn number(&mut self) -> Option<u32> {
        let (bytes, tail) = self.rest.split_first_chunk()?;
        self.rest = tail;
        Some(u32::from_le_bytes(*bytes))
    }

    #[expect(clippy::option_option, reason = "none if it is not there, and a number that may be none")]
    fn option(&mut self) -> Option<Option<u32>> {
        if self.flag()? { self.number().map(Some) } else { Some(None) }
    }

    fn flag(&mut self) -> Option<bool> {
        match self.number()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn text(&mut self) -> Option<&str> {
        let len = self.number()? as usize;
        let (text, tail) = self.rest.split_at_checked(len)?;
        self.rest = tail;
        core::str::from_utf8(text).ok()
    }

    /// Grows as it reads: a count alone must not make it allocate.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let n = self.number()?;
        (0..n).map(|_| item(self)).collect()
    }

    fn numbers(&mut self) -> Option<Vec<u32>> {
        self.list(Self::number)
    }

    fn owned_text(&mut self) -> Option<String> {
        self.text().map(String::from)
    }

    fn kind<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let tag = self.number()?;
        all.get(tag as usize).copied()
    }

    fn path(&mut self) -> Option<String> {
        let number = self.number()?;
        self.paths.get(number as usize).cloned()
    }

    fn condition(&mut self) -> Option<Condition> {
        let number = self.number()?;
        self.conditions.get(number as usize).cloned()
    }

    fn skeleton(&mut self) -> Option<Skeleton> {
        self.read_paths()?;
        self.read_conditions()?;
        Some(Skeleton {
            bounds: self.list(|it| Some(Bound { name: it.owned_text()?, value: it.number()? }))?,
            arguments: self
                .list(|it| Some(Argument { address: it.number()?, root: it.option()?, by_value: it.flag()? }))?,
            variables: self.list(Self::variable)?,
            cells: self.list(Self::cell)?,
            nodes: self.list(Self::node)?,
            blocks: self.list(Self::block)?,
            types: self.list(Self::node_type)?,
            counts: self.list(Self::count)?,
            vectors: self.list(Self::vector)?,
            skipped: self.list(Self::owned_text)?,
            effect: if self.flag()? { Some(self.effect()?) } else { None },
            values_depend_on_bounds: self.number()?,
            may_leave: self.number()?,
            panic_safe: self.number()?,
        })
    }

    fn read_paths(&mut self) -> Option<()> {
        self.paths.push(String::new());
        for _ in 0..self.number()? {
            let mut path = self.path()?;
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(self.text()?);
            self.paths.push(path);
        }
        Some(())
    }

    fn read_conditions(&mut self) -> Option<()> {
        self.conditions.push(Condition::new());
        for _ in 0..self.number()? {
            let mut condition = self.condition()?;
            condition.push(Requirement { variable: self.number()?, choices: self.numbers()? });
            self.conditions.push(condition);
        }
        Some(())
    }

    fn variable(&mut self) -> Option<Variable> {
        Some(Variable {
            path: self.path()?,
            choices: self.number()?,
            condition: self.condition()?,
            node: self.option()?,
            labels: self.list(|it| if it.flag()? { it.path() } else { it.owned_text() })?,
            role: self.kind(&Role::ALL)?,
        })
    }

    fn cell(&mut self) -> Option<Cell> {
        let (path, address, len, variable) = (self.path()?, self.number()?, self.number()?, self.option()?);
        let (first, n_patterns) = (self.number()?, self.number()?);
        let pattern = |index: u32| index.checked_mul(len)?.checked_add(first);
        let patterns = (n_patterns <= MOST_PATTERNS).then(|| (0..n_patterns).map(pattern).collect::<Option<_>>())??;
        Some(Cell {
            path,
            address,
            len,
            variable,
            patterns,
            condition: self.condition()?,
            node: self.option()?,
            kind: self.kind(&CellKind::ALL)?,
            place: self.number()?,
            drop: self.option()?,
        })
    }

    fn node(&mut self) -> Option<Node> {
        Some(Node {
            path: self.path()?,
            address: self.number()?,
            node_type: self.number()?,
            parent: self.option()?,
            condition: self.condition()?,
        })
    }

    fn block(&mut self) -> Option<Block> {
        Some(Block {
            address: self.number()?,
            len: self.number()?,
            align: self.number()?,
            node: self.option()?,
            condition: self.condition()?,
        })
    }

    fn node_type(&mut self) -> Option<NodeType> {
        Some(NodeType {
            name: self.owned_text()?,
            size: self.number()?,
            align: self.number()?,
            summary_size: self.number()?,
            check: self.number()?,
            ok: self.number()?,
            links: self.number()?,
            show: self.number()?,
            show_summary: self.number()?,
        })
    }

    fn count(&mut self) -> Option<Count> {
        Some(Count {
            path: self.path()?,
            address: self.number()?,
            len: self.number()?,
            place: self.number()?,
            node: self.option()?,
            condition: self.condition()?,
            counted: self.list(Self::condition)?,
            node_type: self.number()?,
        })
    }

    fn vector(&mut self) -> Option<Vector> {
        let size = |it: &mut Self| Some(Size { len: it.number()?, capacity: it.number()? });
        Some(Vector { node: self.option()?, place: self.number()?, sizes: self.list(size)? })
    }

    fn effect(&mut self) -> Option<Effect> {
        Some(Effect { kind: self.kind(&EffectKind::ALL)?, arguments: self.numbers()? })
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;
    use alloc::vec;

    use super::*;

    fn example() -> Vec<u8> {
        let mut out = Writer::default();
        let numbers = |out: &mut Writer, numbers: &[u32]| numbers.iter().for_each(|number| out.number(*number));
        out.list([(0, "tree"), (1, "root")].into_iter(), |out, (above, name)| {
            out.number(above);
            out.text(name);
        });
        out.list([(0, 0, [1, 2]), (1, 1, [0, 3])].into_iter(), |out, (before, variable, choices)| {
            numbers(out, &[before, variable]);
            out.list(choices.into_iter(), Writer::number);
        });
        out.list(["height"].into_iter(), |out, name| {
            out.text(name);
            out.number(3);
        });
        out.list([(16, Some(0), 0), (32, None, 1)].into_iter(), |out, (address, root, by_value)| {
            out.number(address);
            out.option(root);
            out.number(by_value);
        });
        out.list([2].into_iter(), |out, path| {
            numbers(out, &[path, 3, 0]);
            out.option(Some(0));
            out.number(3);
            numbers(out, &[0]);
            out.text("ü");
            numbers(out, &[1, 2, 0]);
            out.text("b");
            out.number(Role::Variant as u32);
        });
        out.list([0].into_iter(), |out, path| {
            numbers(out, &[path, 1, 2]);
            out.option(Some(0));
            numbers(out, &[4, 3, 2]);
            out.option(None);
            numbers(out, &[CellKind::Token as u32, 7]);
            out.option(Some(3));
        });
        out.list([1].into_iter(), |out, path| {
            numbers(out, &[path, 16, 0]);
            out.option(None);
            out.number(0);
        });
        out.list([16].into_iter(), |out, address| {
            numbers(out, &[address, 8, 4]);
            out.option(Some(0));
            out.number(1);
        });
        out.list(["T"].into_iter(), |out, name| {
            out.text(name);
            numbers(out, &[8, 4, 1, 7, 8, 9, 11, 12]);
        });
        out.list([2].into_iter(), |out, path| {
            numbers(out, &[path, 20, 4, 8]);
            out.option(Some(0));
            out.number(0);
            out.list([1, 2].into_iter(), Writer::number);
            out.number(0);
        });
        out.list([3].into_iter(), |out, place| {
            out.option(None);
            out.number(place);
            out.list([(1, 2)].into_iter(), |out, (len, capacity)| numbers(out, &[len, capacity]));
        });
        out.list(["hasher = 0"].into_iter(), Writer::text);
        numbers(&mut out, &[1, EffectKind::Removes as u32]);
        out.list([1, 0].into_iter(), Writer::number);
        numbers(&mut out, &[1, 1, 1]);
        out.finish()
    }

    fn decoded() -> Skeleton {
        let first = Requirement { variable: 0, choices: vec![1, 2] };
        let both = vec![first.clone(), Requirement { variable: 1, choices: vec![0, 3] }];
        let first = vec![first];
        let root = || "tree.root".to_string();
        Skeleton {
            bounds: vec![Bound { name: "height".to_string(), value: 3 }],
            arguments: vec![
                Argument { address: 16, root: Some(0), by_value: false },
                Argument { address: 32, root: None, by_value: true },
            ],
            variables: vec![Variable {
                path: root(),
                choices: 3,
                condition: Vec::new(),
                node: Some(0),
                labels: vec!["ü".to_string(), root(), "b".to_string()],
                role: Role::Variant,
            }],
            cells: vec![Cell {
                path: String::new(),
                address: 1,
                len: 2,
                variable: Some(0),
                patterns: vec![4, 6, 8],
                condition: both.clone(),
                node: None,
                kind: CellKind::Token,
                place: 7,
                drop: Some(3),
            }],
            nodes: vec![Node {
                path: "tree".to_string(),
                address: 16,
                node_type: 0,
                parent: None,
                condition: Vec::new(),
            }],
            blocks: vec![Block { address: 16, len: 8, align: 4, node: Some(0), condition: first.clone() }],
            types: vec![NodeType {
                name: "T".to_string(),
                size: 8,
                align: 4,
                summary_size: 1,
                check: 7,
                ok: 8,
                links: 9,
                show: 11,
                show_summary: 12,
            }],
            counts: vec![Count {
                path: root(),
                address: 20,
                len: 4,
                place: 8,
                node: Some(0),
                condition: Vec::new(),
                counted: vec![first, both],
                node_type: 0,
            }],
            vectors: vec![Vector { node: None, place: 3, sizes: vec![Size { len: 1, capacity: 2 }] }],
            skipped: vec!["hasher = 0".to_string()],
            effect: Some(Effect { kind: EffectKind::Removes, arguments: vec![1, 0] }),
            values_depend_on_bounds: 1,
            may_leave: 1,
            panic_safe: 1,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Skeleton::decode(&example()), Ok(decoded()));
        let mut empty = Writer::default();
        // Twelve lists, no effect, and three numbers.
        (0..16).for_each(|_| empty.number(0));
        assert_eq!(Skeleton::decode(&empty.finish()), Ok(Skeleton::default()));
    }

    #[test]
    fn numbers_of_kinds_are_their_places() {
        fn check<T: Copy>(all: &[T], number: impl Fn(T) -> u32) {
            assert!(all.iter().map(|kind| number(*kind)).eq((0..).take(all.len())));
        }
        check(&Role::ALL, |kind| kind as u32);
        check(&CellKind::ALL, |kind| kind as u32);
        check(&EffectKind::ALL, |kind| kind as u32);
    }

    #[test]
    fn every_truncation_and_every_addition_is_an_error() {
        let record = example();
        for len in 0..record.len() {
            assert!(Skeleton::decode(&record[..len]).is_err(), "{len} bytes decoded");
        }
        assert_eq!(Skeleton::decode(&[record, vec![0]].concat()), Err(SkeletonError::Malformed));
    }

    #[test]
    fn every_changed_bit_changes_what_is_read() {
        for at in 0..example().len() {
            for bit in 0..8 {
                let mut record = example();
                record[at] ^= 1 << bit;
                assert_ne!(Skeleton::decode(&record), Ok(decoded()), "byte {at} is not looked at");
            }
        }
    }

    #[test]
    fn paths_and_conditions_lead_back() {
        let mut circle = Writer::default();
        circle.list([(1, "itself")].into_iter(), |out, (above, name)| {
            out.number(above);
            out.text(name);
        });
        assert_eq!(Skeleton::decode(&circle.finish()), Err(SkeletonError::Malformed));
    }
}
